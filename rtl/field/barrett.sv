/// Barrett's modular multiplier in standard form, p = a b mod M, one a clock.
///
/// Source: myosotis, section III-B, which takes Barrett's method without saying more. M has B bits:
///
///   T = a b                                    int_mul
///   q = floor(trunc(T1 mu) / 2^(B+5))          T1 = floor(T / 2^(B-3)), mu = floor(2^(2B+2) / M)
///   p = (T - q M) mod 2^(B+1), less M if not below M
///
///   a, b --[ int_mul ]-- T1 --[ * mu, high part ]-- q --[ * M, low part ]--(-)-- less M --[ ]-- p
///                    '-- T mod 2^(B+1) ----------[ ]-----------------------'
///
/// The quotient is floor(T / M) or one less. Of T / M it misses less than 3/4 before it is rounded:
///
///   less than 1/4  by the bits of T below 2^(B-3), as M > 2^(B-1)
///   less than 1/4  by the fraction of mu, as T1 / 2^(B+5) < M^2 / 2^(2B+2)
///   less than 1/4  by the partial products that the high product leaves out (`mul_omit`): with l
///                  levels and R = (B + 3 - l) / 2 omitted bits these are 2^l - 1 products below
///                  2^(2R), together below 2^(B+3)
///
/// so that T - q M lies in [0, 2 M), and B + 1 bits of q M are enough (`mul_lsb`). With ConstMul
/// both products are shifts and additions (`const_mul`), and nothing is left out of the first.
/// a, b < M; p < M. Width may exceed B, as a container does.
///
/// Latency : field_pkg::barrett_latency(B)
/// Reset : none, data only
/// Handshake : none
/// Model : none
module barrett #(
  parameter int unsigned Width = 377,
  parameter bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(curves_pkg::BLS12_377_FQ)),
  parameter bit ConstMul = 1'b0,
  /// The products in DSP tiles.
  parameter bit Tiles = 1'b0
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  localparam int unsigned B = field_pkg::bits_of(768'(Modulus));
  localparam bit [B-1:0] M = B'(Modulus);
  localparam int unsigned High = B + 3;
  localparam bit [High-1:0] Mu = High'(((2 * B + 3)'(1) << (2 * B + 2)) / (2 * B + 3)'(M));
  localparam int unsigned Shift = B + 5;
  localparam int unsigned Levels = field_pkg::barrett_levels(B);
  localparam int unsigned Omit = (B + 3 - Levels) / 2;
  if (!Modulus[0] || B < 4) begin : gen_bad
    $fatal(1, "barrett: the modulus must be odd and have 4 bits or more");
  end

  logic [2*B-1:0] product;
  // The others have a constant operand, which must reach into them.
  (* keep_hierarchy *)
  int_mul #(
    .WidthA(B),
    .WidthB(B),
    .Cfg(field_pkg::wide_product(B, Tiles))
  ) u_product (
    .clk_i,
    .a_i(a_i[B-1:0]),
    .b_i(b_i[B-1:0]),
    .p_o(product)
  );

  localparam int unsigned QuotientClocks = field_pkg::barrett_quotient_latency(B);
  logic [2*High-1:0] scaled;
  logic [B-1:0] quotient;
  if (ConstMul) begin : gen_scaled_const
    const_mul #(
      .Width(High),
      .ConstantWidth(High),
      .Constant(Mu)
    ) u_scaled (
      .clk_i(1'b0),
      .x_i  (product[2*B-1:B-3]),
      .p_o  (scaled)
    );
  end else begin : gen_scaled
    mul_omit #(
      .WidthA(High),
      .WidthB(High),
      .Omit(Omit),
      .Levels(Levels),
      .Cfg(field_pkg::barrett_scaled(B, Tiles))
    ) u_scaled (
      .clk_i,
      .a_i(product[2*B-1:B-3]),
      .b_i(Mu),
      .p_o(scaled)
    );
  end
  delay_line #(
    .Width(B),
    .Depth(ConstMul ? QuotientClocks : 1)
  ) u_quotient (
    .clk_i,
    .d_i(scaled[Shift+:B]),
    .q_o(quotient)
  );
  logic unused_scaled;
  assign unused_scaled = ^{scaled[2*High-1:Shift+B], scaled[Shift-1:0]};

  localparam int unsigned MultipleClocks = field_pkg::barrett_multiple_latency(B);
  logic [B:0] multiple;
  if (ConstMul) begin : gen_multiple_const
    logic [2*B-1:0] full;
    const_mul #(
      .Width(B),
      .ConstantWidth(B),
      .Constant(M)
    ) u_multiple (
      .clk_i(1'b0),
      .x_i  (quotient),
      .p_o  (full)
    );
    delay_line #(
      .Width(B + 1),
      .Depth(MultipleClocks)
    ) u_delay (
      .clk_i,
      .d_i(full[B:0]),
      .q_o(multiple)
    );
    logic unused_full;
    assign unused_full = ^full[2*B-1:B+1];
  end else begin : gen_multiple
    mul_lsb #(
      .Width(B + 1),
      .Splits(field_pkg::barrett_splits(B)),
      .Cfg(field_pkg::barrett_multiple(B, Tiles))
    ) u_multiple (
      .clk_i,
      .a_i({1'b0, quotient}),
      .b_i({1'b0, M}),
      .p_o(multiple)
    );
  end

  logic [  B:0] low;
  logic [B-1:0] p;
  delay_line #(
    .Width(B + 1),
    .Depth(QuotientClocks + MultipleClocks)
  ) u_low (
    .clk_i,
    .d_i(product[B:0]),
    .q_o(low)
  );
  // T - q M, and the same less M, modulo 2^(B+1).
  add_reduce #(
    .Bits(B)
  ) u_result (
    .modulus_i(M),
    .u_i(low),
    .v_i(~multiple),
    .carry_i(1'b1),
    .p_o(p)
  );
  always_ff @(posedge clk_i) p_o <= Width'(p);

  if (Width > B) begin : gen_container
    logic unused_high;
    assign unused_high = ^{a_i[Width-1:B], b_i[Width-1:B]};
  end

endmodule
