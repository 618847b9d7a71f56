/// Montgomery multiplier whose three products share one multiplier, p = a b / R mod M.
///
/// Source: reorder, section III-A, algorithm 1 and fig. 4. One wide multiplier is made of
/// Width / PartBits parts of PartBits x Width bits, and forms T = a b, m = (T mod R) M' mod R with
/// M' = -1/M, and m M in turn; then p = (T + m M) / R, less M if not below M. R = 2^Width.
///
///   a, b ----.          .-- part 0 --[ ]--.
///   T, M' --[select]----+-- ...           (+)--[ ]--+-- T / R --[ ]--[ ]--(+)-- less M --[ ]-- p
///   m, M  --'           '-- part n --[ ]--'         '-- m, m M -----------'
///
/// The multiplier has two stages and takes an operands pair each clock, so that an operation is in
/// its input at clocks 0, 2 and 4, and three operations are in flight: one every third clock. An
/// operation may enter where `ready_o` says that the input is free. Two that are a multiple of
/// field_pkg::MONT_SHARED_INTERVAL clocks apart never meet.
///
/// a < 2^Width, b < M; p < M. M is odd.
///
/// Latency : field_pkg::MONT_SHARED_LATENCY
/// Reset : of valid bits, not of data
/// Handshake : valid_i only when ready_o; valid_o one latency later
/// Model : none
module mont_shared #(
  parameter int unsigned Width = 384,
  parameter int unsigned PartBits = 64,
  parameter bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(curves_pkg::BLS12_381_FQ)),
  /// -1 / Modulus mod 2^Width.
  parameter bit [Width-1:0] NegInv = Width'(curves_pkg::neg_inv(curves_pkg::BLS12_381_FQ)),
  /// Products in DSP tiles.
  parameter bit Tiles = 1'b0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             valid_i,
  output logic             ready_o,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic             valid_o,
  output logic [Width-1:0] p_o
);

  localparam int unsigned Parts = Width / PartBits;
  localparam int unsigned Latency = field_pkg::MONT_SHARED_LATENCY;
  if (Width'(Modulus * NegInv) != '1 || Width != Parts * PartBits) begin : gen_bad
    $fatal(1, "mont_shared: NegInv must be -1 / Modulus, and Width a multiple of PartBits");
  end

  // Bit i: an operation entered i + 1 clocks ago.
  logic [Latency-1:0] valid_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= {valid_q[Latency-2:0], valid_i};
  end
  assign ready_o = !valid_q[1] && !valid_q[3];
  assign valid_o = valid_q[Latency-1];

  // At clock 2 the product is T, at clock 4 it is m, at clock 6 m M.
  logic [2*Width-1:0] product_q;
  logic [  Width-1:0] left;
  logic [  Width-1:0] right;
  always_comb begin
    left  = a_i;
    right = b_i;
    if (valid_q[1] || valid_q[3]) begin
      left  = product_q[Width-1:0];
      right = valid_q[1] ? NegInv : Modulus;
    end
  end

  for (genvar k = 0; k < Parts; k++) begin : gen_part
    logic [PartBits+Width-1:0] part_q;
    (* keep_hierarchy *)
    int_mul #(
      .WidthA(PartBits),
      .WidthB(Width),
      .Cfg(field_pkg::shared_part(Tiles))
    ) u_part (
      .clk_i,
      .a_i(left[k*PartBits+:PartBits]),
      .b_i(right),
      .p_o(part_q)
    );
  end

  // A balanced tree: node k of level l is the sum of parts k 2^l to (k + 1) 2^l - 1, relative to
  // the first.
  localparam int unsigned Levels = $clog2(Parts);
  for (genvar l = 0; l <= Levels; l++) begin : gen_level
    localparam int unsigned Nodes = (Parts + (1 << l) - 1) >> l;
    for (genvar k = 0; k < Nodes; k++) begin : gen_node
      localparam int unsigned Last = (k + 1) << l < Parts ? (k + 1) << l : Parts;
      localparam int unsigned Bits = (Last - (k << l)) * PartBits + Width;
      logic [Bits-1:0] word;
      if (l == 0) begin : gen_leaf
        assign word = gen_part[k].part_q;
      end else if ((2 * k + 1) << (l - 1) >= Parts) begin : gen_single
        assign word = gen_level[l-1].gen_node[2*k].word;
      end else begin : gen_pair
        localparam int unsigned Gap = PartBits << (l - 1);
        assign word[Gap-1:0] = gen_level[l-1].gen_node[2*k].word[Gap-1:0];
        assign word[Bits-1:Gap] = gen_level[l-1].gen_node[2*k+1].word +
            (Bits - Gap)'(gen_level[l-1].gen_node[2*k].word[Gap+Width-1:Gap]);
      end
    end
  end
  always_ff @(posedge clk_i) product_q <= gen_level[Levels].gen_node[0].word;

  // T + m M is a multiple of R: its low words cancel with a carry, unless both are 0.
  logic [  Width:0] high;
  logic [Width-1:0] p;
  delay_line #(
    .Width(Width + 1),
    .Depth(4)
  ) u_high (
    .clk_i,
    .d_i({product_q[2*Width-1:Width], |product_q[Width-1:0]}),
    .q_o(high)
  );
  add_reduce #(
    .Bits(Width)
  ) u_result (
    .modulus_i(Modulus),
    .u_i({1'b0, high[Width:1]}),
    .v_i({1'b0, product_q[2*Width-1:Width]}),
    .carry_i(high[0]),
    .p_o(p)
  );
  always_ff @(posedge clk_i) p_o <= p;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!valid_i || ready_o)
      else $error("mont_shared: an operation entered while the multiplier is in use");
    end
  end

endmodule
