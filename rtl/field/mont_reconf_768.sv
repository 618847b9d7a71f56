/// Montgomery multiplier for operands of one, two, three or six words, chosen at run time.
///
/// Source: reconf, section V-D. With k = Word bits in a word, it takes in each clock, and gives
/// z = x y / 2^(k words_i) mod M in [0, M) of:
///
///   words_i  operations  words of x, y, z            latency (k = 128: 768, 384, 256, 128 bits)
///   6        1           0 to 5                      33
///   3        3           0 to 2, 6 to 8, 12 to 14    17
///   2        6           in each six as mont_reconf  12
///   1        20          each word is one             6
///
/// That is three mont_reconf_core with six words each of x, y and z, and words 18 and 19 beside.
/// All modes share 60 multipliers:
///
///                    1, 2, 3 words                    6 words
///   3 x 6 in cores   products                         halves of x y, by Karatsuba over three words
///   6 L, 6 H         slices of cores 0, 1             q = L, q M0 = H in word i, slice i
///   6 A, 6 B         slices of cores 0, 1             q M1 = A, q M2 = B
///   12 of core 2     its slices; L, H are whole here  q M3, q M4: two for each word
///   6 others         words 18, 19: three for each     q M5
///
///   6 words, x = x1 2^(3k) + x0:
///
///   x0, y0 ---------------[ ]--> core 0 --> p0 --.  p0 + p1 -+ pd
///   x1, y1 ---------------[ ]--> core 1 --> p1 --+--[ ]--[ ]--> number --> words -- - M --[ ]--> z
///   |x0 - x1|, |y0 - y1| -[ ]--> core 2 --> pd --'
///
///   word i:  number --> L --[ ]--> q --[ ]--> q M --[ ]--> + number --[ ]--> next word
///
/// The paper gives the operations a clock, which are 3.1 times those of mont_reconf on average over
/// 1, 2 and 3 words, but not how six words are multiplied: here by differences of halves, as sums
/// would have a bit above three words.
///
/// Only multipliers are shared: the additions of six words are apart from those of the cores.
///
/// x_i and y_i are below the modulus in each lane; modulus_i is odd, below 2^(k words_i), one for
/// all lanes, with zeros above; neg_inv_i is -1/M mod 2^k.
///
/// Configuration: words_i, modulus_i and neg_inv_i must not change while operations are in flight,
/// that is until the latency has passed since the last operation; the next one may enter then.
///
/// Latency : field_pkg::mont_reconf_768_latency(words_i)
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mont_reconf_768 #(
  parameter int unsigned Word = 128,
  parameter field_pkg::mont_reconf_cfg_t Cfg = field_pkg::MONT_RECONF_CELLS
) (
  input  logic               clk_i,
  input  logic [        2:0] words_i,
  input  logic [ 6*Word-1:0] modulus_i,
  input  logic [   Word-1:0] neg_inv_i,
  input  logic [20*Word-1:0] x_i,
  input  logic [20*Word-1:0] y_i,
  output logic [20*Word-1:0] z_o
);

  localparam int unsigned Cores = 3;
  localparam int unsigned Words = 6;
  localparam int unsigned Half = 3 * Word;
  localparam int unsigned Whole = 6 * Word;
  localparam int unsigned Kept = arith_pkg::mul_msb_correction(Word, 32'(Cfg.msb_levels));
  // The multipliers of the reduction: twelve of each core, six others.
  localparam int unsigned Others = 12 * Cores;
  localparam int unsigned Muls = Others + 6;

  // Which of them forms q M_w for word i.
  function automatic int unsigned multiple_at(int unsigned i, int unsigned w);
    if (w < 3) return 4 * i + 1 + w;
    if (w < 5) return 24 + 2 * i + w - 3;
    return Others + i;
  endfunction

  logic wide;
  logic [Words-1:0][Word-1:0] m;
  assign wide = words_i == 3'd6;
  assign m = modulus_i;

  logic [Muls-1:0][2*Word-1:0] mul_p;
  logic [Muls-1:0][  Word-1:0] wide_x;
  logic [Muls-1:0][  Word-1:0] wide_y;

  // Six words: halves and their differences.
  function automatic logic [Half:0] distance(logic [Half-1:0] high, logic [Half-1:0] low);
    logic [Half:0] less;
    less = {1'b0, low} - {1'b0, high};
    return {less[Half], less[Half] ? high - low : less[Half-1:0]};
  endfunction
  logic [Cores-1:0][Half-1:0] x_part_q;
  logic [Cores-1:0][Half-1:0] y_part_q;
  logic x_negative_q;
  logic y_negative_q;
  always_ff @(posedge clk_i) begin
    x_part_q[1:0] <= x_i[Whole-1:0];
    y_part_q[1:0] <= y_i[Whole-1:0];
    {x_negative_q, x_part_q[2]} <= distance(x_i[Whole-1:Half], x_i[Half-1:0]);
    {y_negative_q, y_part_q[2]} <= distance(y_i[Whole-1:Half], y_i[Half-1:0]);
  end

  logic [Cores-1:0][Whole-1:0] product;
  logic [Cores-1:0][Whole-1:0] z;
  for (genvar c = 0; c < Cores; c++) begin : gen_core
    logic [Whole-1:0] x;
    logic [Whole-1:0] y;
    logic [11:0][Word-1:0] mul_x;
    logic [11:0][Word-1:0] mul_y;
    assign x = {x_i[c*Whole+Half+:Half], wide ? x_part_q[c] : x_i[c*Whole+:Half]};
    assign y = {y_i[c*Whole+Half+:Half], wide ? y_part_q[c] : y_i[c*Whole+:Half]};
    mont_reconf_core #(
      .Word(Word),
      .Cfg (Cfg)
    ) u_core (
      .clk_i,
      .words_i(wide ? 2'd3 : words_i[1:0]),
      .modulus_i(modulus_i[Half-1:0]),
      .neg_inv_i,
      .x_i(x),
      .y_i(y),
      .z_o(z[c]),
      .product_o(product[c]),
      .mul_x_o(mul_x),
      .mul_y_o(mul_y),
      .mul_p_i(mul_p[12*c+:12])
    );
    mont_reconf_muls #(
      .Word(Word),
      .Cfg(Cfg),
      .Truncated(c < 2)
    ) u_muls (
      .clk_i,
      .x_i(wide ? wide_x[12*c+:12] : mul_x),
      .y_i(wide ? wide_y[12*c+:12] : mul_y),
      .p_o(mul_p[12*c+:12])
    );
  end

  // x0 y1 + x1 y0 = p0 + p1 - (x0 - x1)(y0 - y1), then the whole product.
  logic subtract;
  logic unused_cross;
  logic [Whole:0] cross_q;
  logic [2*Whole-1:0] outer_q;
  logic [2*Whole-1:0] number_q;
  delay_line #(
    .Width(1),
    .Depth(field_pkg::RECONF_PRODUCT_LATENCY)
  ) u_subtract (
    .clk_i,
    .d_i(x_negative_q == y_negative_q),
    .q_o(subtract)
  );
  always_ff @(posedge clk_i) begin
    // A bit below the sum makes the carry in of a complement.
    {cross_q, unused_cross} <= (Whole + 2)'({product[0], 1'b1}) + (Whole + 2)'({product[1], 1'b0})
        + {{1'b0, product[2]} ^ {(Whole + 1) {subtract}}, subtract};
    outer_q <= {product[1], product[0]};
    number_q <= outer_q + (2 * Whole)'({cross_q, Half'(0)});
  end

  // Word i is cleared of the number, whose carry stands for a bit above the sixth word.
  for (genvar i = 0; i < Words; i++) begin : gen_word
    localparam int unsigned Rest = (2 * Words - 1 - i) * Word;
    logic carry;
    logic [Rest+Word-1:0] number;
    if (i == 0) begin : gen_first
      assign carry  = 1'b0;
      assign number = number_q;
    end else begin : gen_next
      assign carry  = gen_word[i-1].carry_q;
      assign number = gen_word[i-1].rest_q;
    end

    logic [Word-1:0] quotient_q;
    always_ff @(posedge clk_i) quotient_q <= mul_p[4*i][Word-1:0];
    assign wide_x[4*i] = number[Word-1:0];
    assign wide_y[4*i] = neg_inv_i;
    for (genvar w = 0; w < Words; w++) begin : gen_multiple
      logic [2*Word-1:0] p;
      assign wide_x[multiple_at(i, w)] = quotient_q;
      assign wide_y[multiple_at(i, w)] = m[w];
      assign p = mul_p[multiple_at(i, w)];
    end

    // The number waits for the multiples. Of word 0 remain the kept bits and the correction.
    logic late_carry;
    logic correction;
    logic [Kept-1:0] kept;
    logic [Rest-1:0] rest;
    delay_line #(
      .Width(Rest + Kept + 2),
      .Depth(3)
    ) u_rest (
      .clk_i,
      .d_i({carry, |number[Word-Kept-1:0], number[Word-1:Word-Kept], number[Rest+Word-1:Word]}),
      .q_o({late_carry, correction, kept, rest})
    );

    logic [1:0] unused_low;
    logic [Kept:0] kept_sum;
    logic [Whole-1:0] multiple;
    logic [Whole:0] sum;
    logic carry_q;
    logic [Rest-1:0] rest_q;
    assign kept_sum = (Kept + 1)'(kept) + (Kept + 1)'(gen_multiple[0].p[Word-1:Word-Kept]);
    // A bit below the sums makes their carry in.
    assign {multiple, unused_low[0]} = {
      gen_multiple[5].p, gen_multiple[3].p, gen_multiple[1].p, 1'b1
    } + {
      (Word - 1)'(0),
      late_carry,
      gen_multiple[4].p,
      gen_multiple[2].p,
      gen_multiple[0].p[2*Word-1:Word],
      kept_sum[Kept]
    };
    assign {sum, unused_low[1]} = {1'b0, rest[Whole-1:0], 1'b1} + {1'b0, multiple, correction};
    always_ff @(posedge clk_i) {carry_q, rest_q[Whole-1:0]} <= sum;
    if (Rest > Whole) begin : gen_above
      always_ff @(posedge clk_i) rest_q[Rest-1:Whole] <= rest[Rest-1:Whole];
    end
    logic unused;
    assign unused = ^{
      kept_sum[Kept-1:0], mul_p[4*i][2*Word-1:Word], gen_multiple[0].p[Word-Kept-1:0]
    };
  end

  logic [  Whole:0] reduced;
  logic [Whole-1:0] wide_z_q;
  assign reduced = {gen_word[Words-1].carry_q, gen_word[Words-1].rest_q} - (Whole + 1)'(modulus_i);
  always_ff @(posedge clk_i) begin
    wide_z_q <= reduced[Whole] ? gen_word[Words-1].rest_q : reduced[Whole-1:0];
  end

  // The six other multipliers. In word 18 + n they form x y, the quotient and the multiple.
  logic [1:0][Word-1:0] lane_z_q;
  for (genvar n = 0; n < 2; n++) begin : gen_lane
    localparam int unsigned First = Others + 3 * n;
    logic [2*Word-1:0] product_q;
    logic [Word-1:0] quotient_q;
    logic [2:0][Word-1:0] x;
    logic [2:0][Word-1:0] y;
    assign x = {quotient_q, product_q[Word-1:0], x_i[(18+n)*Word+:Word]};
    assign y = {m[0], neg_inv_i, y_i[(18+n)*Word+:Word]};
    for (genvar k = 0; k < 3; k++) begin : gen_mul
      (* keep_hierarchy *)
      int_mul #(
        .WidthA(Word),
        .WidthB(Word),
        .Cfg(field_pkg::reconf_full(Cfg))
      ) u_mul (
        .clk_i,
        .a_i(wide ? wide_x[First+k] : x[k]),
        .b_i(wide ? wide_y[First+k] : y[k]),
        .p_o(mul_p[First+k])
      );
    end

    logic [Word-1:0] high;
    logic correction;
    logic [Word:0] sum;
    logic [Word:0] difference;
    delay_line #(
      .Width(Word + 1),
      .Depth(3)
    ) u_high (
      .clk_i,
      .d_i({|product_q[Word-1:0], product_q[2*Word-1:Word]}),
      .q_o({correction, high})
    );
    assign sum = (Word + 1)'(high) + (Word + 1)'(mul_p[First+2][2*Word-1:Word])
        + (Word + 1)'(correction);
    assign difference = sum - (Word + 1)'(m[0]);
    always_ff @(posedge clk_i) begin
      product_q   <= mul_p[First];
      quotient_q  <= mul_p[First+1][Word-1:0];
      lane_z_q[n] <= difference[Word] ? sum[Word-1:0] : difference[Word-1:0];
    end
    logic unused;
    assign unused = ^mul_p[First+2][Word-1:0];
  end

  assign z_o = {lane_z_q, z[2], z[1], wide ? wide_z_q : z[0]};

endmodule
