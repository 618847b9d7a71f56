/// Sum of two points of a twisted Edwards curve -x^2 + y^2 = 1 + d x^2 y^2, one a clock, with the
/// nine multipliers of myosotis (section IV-B).
///
/// Hisil, Wong, Carter and Dawson 2008, section 3.1 (add-2008-hwcd-3), in extended coordinates
/// {T, Z, Y, X}: x = X / Z, y = Y / Z, T = X Y / Z. Unified: among points of odd order, such as
/// those of the group of prime order, doubling, opposite points and the neutral point (0, Z, Z, 0)
/// are no special cases. -P is (-X, Y, Z, -T).
///
/// Points in memory are affine. Where `affine_i` is set, the X and Y of Q are its x and y, its Z
/// and T are ignored, and the multiplier of Z1 Z2 makes T2 = x y on the fly.
///
/// What starts when:
///
///   clock 0       1                  L             L + 1      2 L        2 L + 1   3 L + 1
///   Y1-X1, Y2-X2  A, their product                            E = B - A  E F       X3
///   Y1+X1, Y2+X2  B, their product                            H = B + A  G H       Y3
///   K = 2 d T1                       C = K T2                 F = D - C  F G       Z3
///   Z1 Z2 or T2                      D = 2 Z1 Z2              G = D + C  E H       T3
///
/// L clocks pass in a multiplier. All coordinates are in [0, M), in the form of the multipliers.
///
/// Latency : padd_pkg::padd_edwards_latency(Cfg, Curve)
/// Reset : of valid bits
/// Handshake : an operation a clock; no ready
/// Model : none
module padd_edwards #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::curve_e Curve = curves_pkg::BLS12_377,
  parameter int unsigned Width = curves_pkg::field_width(curves_pkg::base_field(Curve))
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  input  logic                  affine_i,
  input  logic [3:0][Width-1:0] p_i,
  input  logic [3:0][Width-1:0] q_i,
  output logic                  valid_o,
  output logic [3:0][Width-1:0] r_o
);

  if (!field_pkg::SUMS_TAKE_A_CLOCK) begin : gen_bad_sums
    $fatal(1, "padd_edwards: sums are counted as one clock");
  end

  localparam curves_pkg::field_e Field = curves_pkg::base_field(Curve);
  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  localparam bit [Width-1:0] TwiceD = Width'(field_pkg::in_form(
      curves_pkg::edwards_2d(Curve), Cfg, Field
  ));
  localparam int unsigned L = padd_pkg::mul_latency(Cfg, Curve);
  localparam int unsigned Sum = field_pkg::MOD_ADD_LATENCY;
  if (TwiceD == 0) begin : gen_bad
    $fatal(1, "padd_edwards: curves_pkg has no Edwards form of this curve");
  end

  logic [Width-1:0] x1, y1, z1, t1, x2, y2, z2, t2;
  assign {t1, z1, y1, x1} = p_i;
  assign {t2, z2, y2, x2} = q_i;

  // K and the product of the Z, or T2; A and B a clock later, when their sums are there.
  logic valid_sums_q, valid_k, unused_valid_ab;
  logic [Width-1:0] a, b, k, z_or_t;
  logic [1:0][Width-1:0] sums_p, sums_q;
  mod_mul_bank #(
    .Count(2),
    .Cfg  (Cfg),
    .Field(Field)
  ) u_level_1 (
    .clk_i,
    .rst_ni,
    .valid_i,
    .a_i({affine_i ? x2 : z1, t1}),
    .b_i({affine_i ? y2 : z2, TwiceD}),
    .valid_o(valid_k),
    .p_o({z_or_t, k})
  );
  mod_sub #(
    .Width(Width)
  ) u_difference_p (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(y1),
    .b_i(x1),
    .difference_o(sums_p[0])
  );
  mod_sub #(
    .Width(Width)
  ) u_difference_q (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(y2),
    .b_i(x2),
    .difference_o(sums_q[0])
  );
  mod_add #(
    .Width(Width)
  ) u_sum_p (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(y1),
    .b_i(x1),
    .sum_o(sums_p[1])
  );
  mod_add #(
    .Width(Width)
  ) u_sum_q (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(y2),
    .b_i(x2),
    .sum_o(sums_q[1])
  );
  mod_mul_bank #(
    .Count(2),
    .Cfg  (Cfg),
    .Field(Field)
  ) u_level_1_sums (
    .clk_i,
    .rst_ni,
    .valid_i(valid_sums_q),
    .a_i(sums_p),
    .b_i(sums_q),
    .valid_o(unused_valid_ab),
    .p_o({b, a})
  );

  // Of Z and T2 one is the last product; the other waits for it.
  logic affine;
  logic [Width-1:0] other, z_product, t_factor;
  delay_line #(
    .Width(1 + Width),
    .Depth(L)
  ) u_other (
    .clk_i,
    .d_i({affine_i, affine_i ? z1 : t2}),
    .q_o({affine, other})
  );
  assign {z_product, t_factor} = affine ? {other, z_or_t} : {z_or_t, other};

  logic valid_c;
  logic [Width-1:0] c, d;
  (* keep_hierarchy *)
  mod_mul #(
    .Cfg  (Cfg),
    .Field(Field)
  ) u_level_2 (
    .clk_i,
    .rst_ni,
    .valid_i(valid_k),
    .a_i(k),
    .b_i(t_factor),
    .valid_o(valid_c),
    .p_o(c)
  );
  mod_add #(
    .Width(Width)
  ) u_d (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(z_product),
    .b_i(z_product),
    .sum_o(d)
  );

  // A, B and D wait for C.
  logic [Width-1:0] a_late, b_late, d_late;
  delay_line #(
    .Width(3 * Width),
    .Depth(L - Sum)
  ) u_late (
    .clk_i,
    .d_i({d, b, a}),
    .q_o({d_late, b_late, a_late})
  );
  padd_edwards_tail #(
    .Cfg  (Cfg),
    .Curve(Curve)
  ) u_tail (
    .clk_i,
    .rst_ni,
    .valid_i(valid_c),
    .a_i(a_late),
    .b_i(b_late),
    .c_i(c),
    .d_i(d_late),
    .valid_o,
    .r_o
  );

  always_ff @(posedge clk_i) valid_sums_q <= rst_ni && valid_i;

endmodule
