/// Sum of a point and a precomputed one of a twisted Edwards curve -x^2 + y^2 = 1 + d x^2 y^2, one
/// a clock, with seven multipliers.
///
/// The formula of `padd_edwards` for Z2 = 1, where of Q = (x, y) is stored what depends on it
/// alone: {2 d x y, y + x, y - x}, the difference lowest. -Q is had by swapping the lower two and
/// negating 2 d x y; the neutral point is {0, 1, 1}. P and the sum are in extended coordinates
/// {T, Z, Y, X}, T = X Y / Z, and of odd order, as Q is: no special cases.
///
/// What starts when:
///
///   clock 0  1                      L + 1      L + 2  2 L + 2
///   Y1 - X1  A = (Y1 - X1) (y - x)  E = B - A  E F    X3
///   Y1 + X1  B = (Y1 + X1) (y + x)  H = B + A  G H    Y3
///            C = T1 (2 d x y)       F = D - C  F G    Z3
///   2 Z1     D, delayed             G = D + C  E H    T3
///
/// L clocks pass in a multiplier. All coordinates are in [0, M), in the form of the multipliers.
///
/// Latency : padd_pkg::padd_edwards_mixed_latency(Cfg, Curve)
/// Reset : of valid bits
/// Handshake : an operation a clock; no ready
/// Model : none
module padd_edwards_mixed #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::curve_e Curve = curves_pkg::BLS12_377,
  parameter int unsigned Width = curves_pkg::field_width(curves_pkg::base_field(Curve))
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  input  logic [3:0][Width-1:0] p_i,
  input  logic [2:0][Width-1:0] q_i,
  output logic                  valid_o,
  output logic [3:0][Width-1:0] r_o
);

  if (!field_pkg::SUMS_TAKE_A_CLOCK) begin : gen_bad_sums
    $fatal(1, "padd_edwards_mixed: sums are counted as one clock");
  end

  localparam curves_pkg::field_e Field = curves_pkg::base_field(Curve);
  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  if (curves_pkg::edwards_2d(Curve) == 0) begin : gen_bad
    $fatal(1, "padd_edwards_mixed: the curve has no twisted Edwards form with a = -1");
  end
  localparam int unsigned L = padd_pkg::mul_latency(Cfg, Curve);
  localparam int unsigned Sum = field_pkg::MOD_ADD_LATENCY;

  logic [Width-1:0] x1, y1, z1, t1;
  assign {t1, z1, y1, x1} = p_i;

  // A, B and C; T1 and Q wait for the sums.
  logic valid_sums_q, valid_abc;
  logic [Width-1:0] a, b, c;
  logic [2:0][Width-1:0] factors_p, factors_q;
  mod_sub #(
    .Width(Width)
  ) u_difference (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(y1),
    .b_i(x1),
    .difference_o(factors_p[0])
  );
  mod_add #(
    .Width(Width)
  ) u_sum (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(y1),
    .b_i(x1),
    .sum_o(factors_p[1])
  );
  delay_line #(
    .Width(4 * Width),
    .Depth(Sum)
  ) u_factors (
    .clk_i,
    .d_i({t1, q_i}),
    .q_o({factors_p[2], factors_q})
  );
  mod_mul_bank #(
    .Count(3),
    .Cfg  (Cfg),
    .Field(Field)
  ) u_level_1 (
    .clk_i,
    .rst_ni,
    .valid_i(valid_sums_q),
    .a_i(factors_p),
    .b_i(factors_q),
    .valid_o(valid_abc),
    .p_o({c, b, a})
  );

  logic [Width-1:0] d, d_late;
  mod_add #(
    .Width(Width)
  ) u_d (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(z1),
    .b_i(z1),
    .sum_o(d)
  );
  delay_line #(
    .Width(Width),
    .Depth(L)
  ) u_d_late (
    .clk_i,
    .d_i(d),
    .q_o(d_late)
  );
  padd_edwards_tail #(
    .Cfg  (Cfg),
    .Curve(Curve)
  ) u_tail (
    .clk_i,
    .rst_ni,
    .valid_i(valid_abc),
    .a_i(a),
    .b_i(b),
    .c_i(c),
    .d_i(d_late),
    .valid_o,
    .r_o
  );

  always_ff @(posedge clk_i) valid_sums_q <= rst_ni && valid_i;

endmodule
