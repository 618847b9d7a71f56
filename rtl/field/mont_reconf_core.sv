/// Montgomery multiplier for operands of one, two or three words, chosen at run time.
///
/// Source: reconf, algorithm 3 and figures 4 to 7. With k = Word bits in a word, it takes in each
/// clock, and gives z = x y / 2^(k words_i) mod M in [0, M) of:
///
///   words_i  operations  words of x, y, z                     latency (k = 128: 384, 256, 128 bits)
///   3        1           {2, 1, 0}                            17
///   2        2           {1, 0}, {3, 2}                       12
///   1        6           {0}, {1}, {2}, {3}, {4}, {5}          6
///
/// Every multiplier works in every mode: six form the products, then three slices clear a word each
/// with a low product L, a truncated high product H and two full products A and B:
///
///   x, y --[ part sums ]--> 6 products --[ ]--[ ]--> recombination --[ ]--( 3 words: --[ ]-- )--.
///                                                                                               |
///   z <--[ ]-- slice 2 <-- slice 1 <-- slice 0 <-----------------------------------------------'
///
///   slice:  z --> L --[ ]--> q --[ ]--> H, A, B --[ ]--> + z (and - M) --[ ]--> next slice or result
///
///   words_i  slice i                                        B of all three slices
///   3        word i: q = L, q M0 = H, q M1 = A, q M2 = B
///   2        lane 0: words 0, 1 in slices 0, 1;             lane 1, word 0: q = B0, q M0 = B1,
///            lane 1: word 1 in slice 2 (L, H, A)            q M1 = B2
///   1        lane i: q = L, q M0 = H;  lane i + 3: q = A, q M0 = B
///
/// The multipliers of the slices stand outside (mont_reconf_muls), so that a larger unit can use them
/// otherwise; product_o is x y of three words, for the same reason.
///
/// H carries the exact correction of mul_msb. The last addition is done twice, with and without - M,
/// and the sign selects. What differs from the paper: z is one number and not a row of coefficients
/// of two words each, so three words of adder and one carry serve a slice; B2 of slice 2 does what
/// the paper's LSB-Mult 2 does in 256-bit mode.
///
/// x_i and y_i are below the modulus in each lane; modulus_i is odd and below 2^(k words_i), the same
/// for all lanes, with zeros above; neg_inv_i is -1/M mod 2^k.
///
/// Configuration: words_i, modulus_i and neg_inv_i must not change while operations are in flight,
/// that is until the latency has passed since the last operation; the next one may enter then.
///
/// Latency : field_pkg::mont_reconf_latency(words_i)
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mont_reconf_core #(
  parameter int unsigned Word = 128,
  parameter field_pkg::mont_reconf_cfg_t Cfg = field_pkg::MONT_RECONF_CELLS
) (
  input  logic                               clk_i,
  input  logic [       1:0]                  words_i,
  input  logic [3*Word-1:0]                  modulus_i,
  input  logic [  Word-1:0]                  neg_inv_i,
  input  logic [6*Word-1:0]                  x_i,
  input  logic [6*Word-1:0]                  y_i,
  output logic [6*Word-1:0]                  z_o,
  /// x y after `RECONF_PRODUCT_LATENCY` where words_i is 3.
  output logic [6*Word-1:0]                  product_o,
  /// Operands of L, H, A and B, in that order, of each slice, and a clock later their products.
  output logic [       2:0][3:0][  Word-1:0] mul_x_o,
  output logic [       2:0][3:0][  Word-1:0] mul_y_o,
  input  logic [       2:0][3:0][2*Word-1:0] mul_p_i
);

  localparam int unsigned Slices = 3;
  localparam int unsigned Kept = arith_pkg::mul_msb_correction(Word, 32'(Cfg.msb_levels));
  localparam int unsigned Window = 3 * Word;
  localparam arith_pkg::int_mul_cfg_t Full = field_pkg::reconf_full(Cfg);

  logic one;
  logic two;
  logic three;
  assign one   = words_i == 2'd1;
  assign two   = words_i == 2'd2;
  assign three = words_i == 2'd3;

  // The operands of the six products: parts of 0 to 2 as they are, sums of parts in 3 to 5.
  typedef logic [5:0][Word:0] operands_t;
  function automatic operands_t part_sums(logic [4*Word-1:0] x, logic two_words, logic three_words);
    logic [3:0][Word-1:0] w;
    w = x;
    part_sums[0] = (Word + 1)'(w[0]);
    part_sums[1] = (Word + 1)'(w[1]);
    part_sums[2] = (Word + 1)'(two_words ? w[3] : w[2]);
    part_sums[3] = (Word + 1)'(w[0]) + (Word + 1)'(w[1]);
    part_sums[4] = (Word + 1)'(w[2]) + (Word + 1)'(three_words ? w[0] : Word'(0));
    part_sums[5] = (Word + 1)'(w[2]) + (Word + 1)'(two_words ? w[3] : w[1]);
  endfunction
  operands_t x_parts_q;
  operands_t y_parts_q;
  always_ff @(posedge clk_i) begin
    x_parts_q <= part_sums(x_i[4*Word-1:0], two, three);
    y_parts_q <= part_sums(y_i[4*Word-1:0], two, three);
  end

  // The multipliers are few of a kind: a hierarchical synthesis makes each once.
  logic [5:0][2*Word+1:0] product_q;
  for (genvar i = 0; i < 6; i++) begin : gen_product
    localparam int unsigned Bits = i < 3 ? Word : Word + 1;
    logic [  Bits-1:0] x;
    logic [  Bits-1:0] y;
    logic [2*Bits-1:0] product;
    assign x = one ? Bits'(x_i[i*Word+:Word]) : x_parts_q[i][Bits-1:0];
    assign y = one ? Bits'(y_i[i*Word+:Word]) : y_parts_q[i][Bits-1:0];
    (* keep_hierarchy *)
    int_mul #(
      .WidthA(Bits),
      .WidthB(Bits),
      .Cfg(Full)
    ) u_product (
      .clk_i,
      .a_i(x),
      .b_i(y),
      .p_o(product)
    );
    always_ff @(posedge clk_i) product_q[i] <= (2 * Word + 2)'(product);
  end

  // Lower: the product of words 1, 0. Upper: of words 3, 2, or what remains above word 1 of three.
  logic [4*Word-1:0] lower_q;
  logic [4*Word-1:0] upper_q;
  logic [6*Word-1:0] triple_q;
  logic [2*Word+1:0] lower_mid;
  logic [2*Word+1:0] upper_mid;
  logic [2*Word+1:0] upper_low;
  assign lower_mid = product_q[3] - product_q[0] - product_q[1];
  assign upper_mid = product_q[5] - product_q[2] - (three ? product_q[1] : product_q[4]);
  assign upper_low = product_q[4] - (three ? product_q[0] + product_q[2] : '0);
  always_ff @(posedge clk_i) begin
    lower_q <= {product_q[1][2*Word-1:0], product_q[0][2*Word-1:0]}
        + (4 * Word)'({lower_mid, Word'(0)});
    upper_q <= {product_q[2][2*Word-1:0], (2 * Word)'(0)} + (4 * Word)'(upper_low)
        + (4 * Word)'({upper_mid, Word'(0)});
    triple_q[2*Word-1:0] <= lower_q[2*Word-1:0];
    triple_q[6*Word-1:2*Word] <= upper_q + (4 * Word)'(lower_q[4*Word-1:2*Word]);
  end

  assign product_o = triple_q;

  // What a slice gets: the number that remains, word 0 to be cleared, and a carry into word 3.
  typedef struct packed {
    logic                 carry;
    logic [5:0][Word-1:0] words;
  } state_t;
  state_t [Slices-1:0] state;
  // What a slice gives: words 1 to 3 and the carry out of them, and the untouched words above.
  logic [Slices-1:0][Window:0] sum_q;
  logic [Slices-1:0][1:0][Word-1:0] rest;
  logic [Slices-1:0][2*Word-1:0] b_product;
  logic [Word-1:0] lane1_quotient_q;
  logic [Window:0] lane1_sum_q;
  logic [5:0][Word-1:0] lower;
  logic [5:0][Word-1:0] triple;
  assign lower  = {(2 * Word)'(0), lower_q};
  assign triple = triple_q;

  for (genvar i = 0; i < Slices; i++) begin : gen_state
    logic [5:0][Word-1:0] single;
    assign single = {(2 * Word)'(0), product_q[i+3][2*Word-1:0], product_q[i][2*Word-1:0]};
    if (i == 0) begin : gen_first
      assign state[i] = {1'b0, one ? single : two ? lower : triple};
    end else if (i == 1) begin : gen_second
      assign state[i] = one ? {1'b0, single}
          : {sum_q[0][Window], Word'(0), rest[0], sum_q[0][Window-1:0]};
    end else begin : gen_third
      assign state[i] = one ? {1'b0, single}
          : two ? {lane1_sum_q[Window], (3 * Word)'(0), lane1_sum_q[Window-1:0]}
          : {sum_q[1][Window], Word'(0), rest[1], sum_q[1][Window-1:0]};
    end
  end

  // Modulus of the last subtraction: words 2 and 0 are the results of lanes i + 3 and i of one word.
  logic [2:0][Word-1:0] m;
  logic [2:0][Word-1:0] subtrahend;
  assign m = modulus_i;
  assign subtrahend = one ? {m[0], Word'(0), m[0]} : two ? {Word'(0), m[1], m[0]} : m;

  for (genvar i = 0; i < Slices; i++) begin : gen_slice
    // Quotients.
    logic [Word-1:0] l_product;
    logic [Word-1:0] quotient_q;
    logic [Word-1:0] lane_quotient_q;
    assign l_product = mul_p_i[i][0][Word-1:0];

    // Multiples of the modulus.
    logic [Word+Kept-1:0] h_product;
    logic [2*Word-1:0] a_product;
    logic [Word-1:0] a_x;
    logic [Word-1:0] a_y;
    logic [Word-1:0] b_x;
    logic [Word-1:0] b_y;
    assign h_product = mul_p_i[i][1][2*Word-1:Word-Kept];
    assign a_product = mul_p_i[i][2];
    assign b_product[i] = mul_p_i[i][3];
    assign a_x = one ? state[i].words[2] : quotient_q;
    assign a_y = one ? neg_inv_i : m[1];
    if (i == 0) begin : gen_lane1_quotient
      assign b_x = one ? lane_quotient_q : two ? upper_q[Word-1:0] : quotient_q;
      assign b_y = one ? m[0] : two ? neg_inv_i : m[2];
    end else begin : gen_lane1_multiple
      assign b_x = one ? lane_quotient_q : two ? lane1_quotient_q : quotient_q;
      assign b_y = one ? m[0] : two ? m[i-1] : m[2];
    end
    assign mul_x_o[i] = {b_x, a_x, quotient_q, state[i].words[0]};
    assign mul_y_o[i] = {b_y, a_y, m[0], neg_inv_i};
    always_ff @(posedge clk_i) begin
      quotient_q <= l_product;
      lane_quotient_q <= a_product[Word-1:0];
    end

    // The number waits for the multiples. Of word 0 remain the kept bits and the correction.
    logic carry;
    logic carry_q;
    logic correction;
    logic correction_q;
    logic [Kept-1:0] kept;
    logic [Kept-1:0] kept_q;
    logic [Window-1:0] window;
    logic [Window-1:0] window_q;
    delay_line #(
      .Width(Window + Kept + 2),
      .Depth(2)
    ) u_window (
      .clk_i,
      .d_i({
        state[i].carry,
        |state[i].words[0][Word-Kept-1:0],
        state[i].words[0][Word-1:Word-Kept],
        state[i].words[3:1]
      }),
      .q_o({carry, correction, kept, window})
    );
    delay_line #(
      .Width(2 * Word),
      .Depth(4)
    ) u_rest (
      .clk_i,
      .d_i(state[i].words[5:4]),
      .q_o(rest[i])
    );

    // The number less the modulus. A guard bit above word 0 passes a borrow, or stops it in lanes of
    // one word; what such a lane subtracts from is the high word of x y, which is below the modulus.
    localparam int unsigned Guarded = Window + 2;
    logic [Guarded-1:0] less;
    logic [Window:0] less_q;
    assign less = {1'b0, window[Window-1:Word], one, window[Word-1:0]}
        - {1'b0, subtrahend[2:1], 1'b0, subtrahend[0]};
    always_ff @(posedge clk_i) begin
      carry_q <= carry;
      correction_q <= correction;
      kept_q <= kept;
      window_q <= window;
      less_q <= {less[Guarded-1:Word+1], less[Word-1:0]};
    end

    // All multiples of the modulus, then both sums. The guard bit, again, passes a carry out of word 0
    // and tells of it: without one, the difference of a lane of one word is negative. Word 1 of the
    // other lane is cleared, so the carry ends there.
    logic [2:0] unused_low;
    logic [Kept:0] kept_sum;
    logic [Window-1:0] multiple;
    logic [Window:0] sum;
    logic [Guarded-1:0] difference;
    logic last;
    logic reduce_low;
    logic reduce_high;
    assign kept_sum = (Kept + 1)'(kept_q) + (Kept + 1)'(h_product[Kept-1:0]);
    // A bit below the sums makes their carry in.
    assign {multiple, unused_low[0]} = {
      two ? (2 * Word)'(0) : b_product[i], h_product[Word+Kept-1:Kept], 1'b1
    } + {(Word - 1)'(0), carry_q, one ? (2 * Word)'(0) : a_product, kept_sum[Kept]};
    assign {sum, unused_low[1]} = {1'b0, window_q, 1'b1} + {1'b0, multiple, correction_q};
    assign {difference, unused_low[2]} = {less_q[Window:Word], 1'b1, less_q[Word-1:0], 1'b1}
        + {1'b0, multiple[Window-1:Word], 1'b0, multiple[Word-1:0], correction_q};
    assign last = i == 2 || one || (i == 1 && two);
    assign reduce_high = last && !difference[Guarded-1];
    assign reduce_low = one ? !difference[Word] : reduce_high;
    always_ff @(posedge clk_i) begin
      sum_q[i][Word-1:0] <= reduce_low ? difference[Word-1:0] : sum[Word-1:0];
      sum_q[i][Window-1:Word] <= reduce_high ? difference[Window:Word+1] : sum[Window-1:Word];
      sum_q[i][Window] <= sum[Window];
    end

    logic unused;
    assign unused = ^{
      less[Word],
      kept_sum[Kept-1:0],
      mul_p_i[i][0][2*Word-1:Word],
      mul_p_i[i][1][Word-Kept-1:0]
    };
  end

  // Two words, lane 1, word 0.
  logic [Window-1:0] lane1_window;
  logic lane1_correction;
  delay_line #(
    .Width(Window + 1),
    .Depth(3)
  ) u_lane1 (
    .clk_i,
    .d_i({|upper_q[Word-1:0], upper_q[4*Word-1:Word]}),
    .q_o({lane1_correction, lane1_window})
  );
  always_ff @(posedge clk_i) begin
    lane1_quotient_q <= b_product[0][Word-1:0];
    lane1_sum_q <= (Window + 1)'(lane1_window) + (Window + 1)'(b_product[2])
        + (Window + 1)'(b_product[1][2*Word-1:Word]) + (Window + 1)'(lane1_correction);
  end

  logic [Slices-1:0][2:0][Word-1:0] result;
  for (genvar i = 0; i < Slices; i++) begin : gen_result
    assign result[i] = sum_q[i][Window-1:0];
  end
  logic [5:0][Word-1:0] singles;
  for (genvar i = 0; i < Slices; i++) begin : gen_single
    assign singles[i]   = result[i][0];
    assign singles[i+3] = result[i][2];
  end
  assign z_o = one ? singles
      : two ? {(2 * Word)'(0), result[2][1:0], result[1][1:0]}
      : {(3 * Word)'(0), result[2]};

  logic unused;
  assign unused = ^{sum_q[2][Window], rest[2], rest[1][1]};

endmodule
