/// Complete point addition on y^2 = x^3 + a x + b in homogeneous projective coordinates, without
/// its multipliers and modular adders: what goes where, and when.
///
/// Source: Renes, Costello, Batina 2016, algorithms 1 (any a) and 7 (a = 0); uninm, section 4.3,
/// figures 12 and 16. Whoever instantiates it connects the units, each of which takes an operation
/// every clock: a separate array of them, or processing elements that do other work at other times.
///
///   t0 = X1 X2, t1 = Y1 Y2, t2 = Z1 Z2
///   t3 = (X1 + Y1)(X2 + Y2) - (t0 + t1), t4 = (Y1 + Z1)(Y2 + Z2) - (t1 + t2),
///   t5 = (X1 + Z1)(X2 + Z2) - (t0 + t2)
///   f = 3 t0 + a t2, g = b3 t5 + a (t0 - a t2), e = b3 t2 + a t5, w = t1 - e, z = t1 + e
///   X3 = t3 w - t4 g, Y3 = w z + f g, Z3 = z t4 + f t3          b3 = 3 b
///
/// For a = 0 the constant b3 is small in G1. In G2 it is B3 / Xi of small elements of Fq2 (for
/// BN254 9 / (9 + u)); there t1, t3, t4 and f are multiplied by Xi, which scales X3, Y3, Z3 by
/// Xi^2, and the point stays the same. For a != 0, b3 takes two multipliers more.
///
///   clock  0     L, L + 1      L + 2   2 L + 2  2 L + 3
///     ---[+]-----[+]-----[scale]-[x]-----[+]---          a = 0, L clocks a multiplication
///     ---[x: 6]--------------'   [x: 6]
///
/// The sums are a clock late for their products, but t0, t1, t2 are not, so that the middle takes
/// two clocks: one fewer in all than the paper's 22 for L = 9.
///
/// Points are {Z, Y, X} with coordinates of Degree components below M, infinity is any (0, Y, 0).
/// G2 asks for Degree 2 and `g2_i`, of the same clock as the point.
///
/// Latency : padd_pkg::complete_flow_latency(Curve, ...) with the latency of the multipliers
/// Reset : of valid bits, not of data
/// Handshake : that of the units
/// Model : none
module padd_complete_flow #(
  parameter curves_pkg::curve_e Curve = curves_pkg::BN254,
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter int unsigned Degree = 1,
  parameter int unsigned MulLatency = 12,
  parameter int unsigned Width = curves_pkg::field_width(curves_pkg::base_field(Curve)),
  parameter int unsigned Muls = padd_pkg::complete_multipliers(Curve)
) (
  input  logic                                                             clk_i,
  input  logic                                                             rst_ni,
  input  logic                                                             valid_i,
  input  logic                                                             g2_i,
  input  logic [                               2:0][Degree-1:0][Width-1:0] p_i,
  input  logic [                               2:0][Degree-1:0][Width-1:0] q_i,
  output logic                                                             valid_o,
  output logic [                               2:0][Degree-1:0][Width-1:0] r_o,
  // The multipliers, of latency MulLatency.
  output logic [                          Muls-1:0]                        mul_valid_o,
  output logic [                          Muls-1:0]                        mul_g2_o,
  output logic [                          Muls-1:0][Degree-1:0][Width-1:0] mul_a_o,
  output logic [                          Muls-1:0][Degree-1:0][Width-1:0] mul_b_o,
  input  logic [                          Muls-1:0][Degree-1:0][Width-1:0] mul_i,
  // The modular adders and subtractors, of one clock.
  output logic [     padd_pkg::COMPLETE_ADDERS-1:0][Degree-1:0][Width-1:0] add_a_o,
  output logic [     padd_pkg::COMPLETE_ADDERS-1:0][Degree-1:0][Width-1:0] add_b_o,
  input  logic [     padd_pkg::COMPLETE_ADDERS-1:0][Degree-1:0][Width-1:0] add_i,
  output logic [padd_pkg::COMPLETE_SUBTRACTORS-1:0][Degree-1:0][Width-1:0] sub_a_o,
  output logic [padd_pkg::COMPLETE_SUBTRACTORS-1:0][Degree-1:0][Width-1:0] sub_b_o,
  input  logic [padd_pkg::COMPLETE_SUBTRACTORS-1:0][Degree-1:0][Width-1:0] sub_i
);

  if (!field_pkg::SUMS_TAKE_A_CLOCK) begin : gen_bad_sums
    $fatal(1, "padd_complete_flow: sums are counted as one clock");
  end

  typedef logic [Degree-1:0][Width-1:0] element_t;

  localparam curves_pkg::field_e Field = curves_pkg::base_field(Curve);
  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  localparam bit AnyA = curves_pkg::curve_a(Curve) != 0;
  localparam int unsigned Latency = padd_pkg::complete_flow_latency(Curve, MulLatency);
  // When the last six multiplications start.
  localparam int unsigned Second = Latency - MulLatency - 1;
  if (Degree > 2 || (Degree == 2 && !padd_pkg::complete_has_g2(Curve))) begin : gen_bad
    $fatal(1, "padd_complete: G2 is there for BN254 and BLS12-381");
  end

  // Bit k: an operation k clocks after its start.
  logic [  Latency:0] valid;
  logic [  Latency:0] g2;
  logic [Latency-1:0] valid_q;
  logic [Latency-1:0] g2_q;
  always_ff @(posedge clk_i) begin
    valid_q <= rst_ni ? valid[Latency-1:0] : '0;
    g2_q    <= g2[Latency-1:0];
  end
  assign valid = {valid_q, valid_i};
  assign g2 = {g2_q, g2_i};
  assign valid_o = valid[Latency];

  // t0, t1, t2; the factors of t3, t4, t5 by pairs of coordinates.
  element_t [2:0] t;
  for (genvar k = 0; k < 3; k++) begin : gen_product
    // X and Y, Y and Z, X and Z.
    localparam int unsigned Lower = k == 1 ? 1 : 0;
    localparam int unsigned Upper = k == 0 ? 1 : 2;
    assign mul_valid_o[k] = valid[0];
    assign mul_g2_o[k] = g2[0];
    assign mul_a_o[k] = p_i[k];
    assign mul_b_o[k] = q_i[k];
    assign t[k] = mul_i[k];
    assign add_a_o[2*k] = p_i[Lower];
    assign add_b_o[2*k] = p_i[Upper];
    assign add_a_o[2*k+1] = q_i[Lower];
    assign add_b_o[2*k+1] = q_i[Upper];
    assign mul_valid_o[3+k] = valid[1];
    assign mul_g2_o[3+k] = g2[1];
    assign mul_a_o[3+k] = add_i[2*k];
    assign mul_b_o[3+k] = add_i[2*k+1];
    assign add_a_o[6+k] = t[Lower];
    assign add_b_o[6+k] = t[Upper];
  end

  // Where they start the last multiplications.
  element_t t3;
  element_t t4;
  element_t f;
  element_t g;
  element_t w;
  element_t z;
  if (!AnyA) begin : gen_zero_a
    // Multiples of differences: f and Xi t1 and B3 t2 a clock before t3, t4, g.
    localparam bit signed [7:0] B3 = padd_pkg::complete_b3(Curve);
    localparam bit signed [1:0][7:0] G2B3 = padd_pkg::complete_g2_b3(Curve);
    localparam bit signed [1:0][7:0] G2Xi = padd_pkg::complete_g2_xi(Curve);
    element_t [5:0] from;
    element_t [5:0] less;
    element_t [5:0] scaled;
    assign from = {mul_i[5], mul_i[4], mul_i[3], t[2], t[1], t[0]};
    assign less = {add_i[8], add_i[7], add_i[6], element_t'('0), element_t'('0), element_t'('0)};
    for (genvar k = 0; k < 6; k++) begin : gen_scale
      localparam bit ByB3 = k == 2 || k == 5;
      localparam bit signed [7:0] Times = k == 0 ? 8'sd3 : 8'sd1;
      fq2_scale #(
        .Degree(Degree),
        .Width(Width),
        .Modulus(Modulus),
        .K(ByB3 ? B3 : Times),
        .K0(ByB3 ? G2B3[0] : 8'(Times * $signed(G2Xi[0]))),
        .K1(ByB3 ? G2B3[1] : 8'(Times * $signed(G2Xi[1]))),
        .Difference(k >= 3)
      ) u_scale (
        .clk_i,
        .fq2_i(g2[MulLatency+(k<3?0 : 1)]),
        .a_i  (from[k]),
        .b_i  (less[k]),
        .p_o  (scaled[k])
      );
    end
    delay_line #(
      .Width(Degree * Width),
      .Depth(1)
    ) u_f (
      .clk_i,
      .d_i(scaled[0]),
      .q_o(f)
    );
    assign add_a_o[9] = scaled[1];
    assign add_b_o[9] = scaled[2];
    assign sub_a_o[0] = scaled[1];
    assign sub_b_o[0] = scaled[2];
    assign t3 = scaled[3];
    assign t4 = scaled[4];
    assign g = scaled[5];
    assign w = sub_i[0];
    assign z = add_i[9];
  end else begin : gen_any_a
    // f, h = a (t0 - a t2) and t3 to t5 wait for b3 t5; e = b3 t2 + a t5.
    localparam bit signed [7:0] A = padd_pkg::complete_a(Curve);
    localparam bit [Width-1:0] B3 = Width'(padd_pkg::complete_b3_form(Cfg, Curve));
    // Clocks at which t5 is there, and its product with b3.
    localparam int unsigned Cross = MulLatency + 2;
    localparam int unsigned CrossProduct = Cross + MulLatency;
    element_t [2:0] difference;
    for (genvar k = 0; k < 3; k++) begin : gen_cross
      mod_sub #(
        .Width(Width)
      ) u_cross (
        .clk_i,
        .modulus_i(Modulus),
        .a_i(mul_i[3+k]),
        .b_i(add_i[6+k]),
        .difference_o(difference[k])
      );
    end
    assign mul_valid_o[12] = valid[MulLatency];
    assign mul_g2_o[12] = 1'b0;
    assign mul_a_o[12] = t[2];
    assign mul_b_o[12] = B3;
    assign mul_valid_o[13] = valid[Cross];
    assign mul_g2_o[13] = 1'b0;
    assign mul_a_o[13] = difference[2];
    assign mul_b_o[13] = B3;

    // e is there with b3 t5, w and z a clock later.
    element_t b3_t2;
    element_t cross_late;
    element_t e;
    element_t t1_late;
    delay_line #(
      .Width(Width),
      .Depth(CrossProduct - 1 - 2 * MulLatency)
    ) u_b3_t2 (
      .clk_i,
      .d_i(mul_i[12]),
      .q_o(b3_t2)
    );
    delay_line #(
      .Width(Width),
      .Depth(CrossProduct - 1 - Cross)
    ) u_cross_late (
      .clk_i,
      .d_i(difference[2]),
      .q_o(cross_late)
    );
    mod_linear #(
      .Width(Width),
      .Modulus(Modulus),
      .Terms(2),
      .Coefficients({A, 8'sd1})
    ) u_e (
      .clk_i,
      .x_i({cross_late, b3_t2}),
      .p_o(e)
    );
    delay_line #(
      .Width(Width),
      .Depth(CrossProduct - MulLatency)
    ) u_t1 (
      .clk_i,
      .d_i(t[1]),
      .q_o(t1_late)
    );
    assign add_a_o[9] = t1_late;
    assign add_b_o[9] = e;
    assign sub_a_o[0] = t1_late;
    assign sub_b_o[0] = e;
    assign w = sub_i[0];
    assign z = add_i[9];

    element_t f_early;
    element_t h_early;
    element_t h;
    mod_linear #(
      .Width(Width),
      .Modulus(Modulus),
      .Terms(2),
      .Coefficients({A, 8'sd3})
    ) u_f_early (
      .clk_i,
      .x_i({t[2], t[0]}),
      .p_o(f_early)
    );
    mod_linear #(
      .Width(Width),
      .Modulus(Modulus),
      .Terms(2),
      .Coefficients({8'(-A * A), A})
    ) u_h_early (
      .clk_i,
      .x_i({t[2], t[0]}),
      .p_o(h_early)
    );
    delay_line #(
      .Width(Width),
      .Depth(Second - MulLatency - 1)
    ) u_f (
      .clk_i,
      .d_i(f_early),
      .q_o(f)
    );
    delay_line #(
      .Width(Width),
      .Depth(CrossProduct - MulLatency - 1)
    ) u_h (
      .clk_i,
      .d_i(h_early),
      .q_o(h)
    );
    mod_add #(
      .Width(Width)
    ) u_g (
      .clk_i,
      .modulus_i(Modulus),
      .a_i(mul_i[13]),
      .b_i(h),
      .sum_o(g)
    );
    delay_line #(
      .Width(2 * Width),
      .Depth(Second - Cross)
    ) u_t3_t4 (
      .clk_i,
      .d_i({difference[1], difference[0]}),
      .q_o({t4, t3})
    );
  end

  for (genvar k = 6; k < 12; k++) begin : gen_second
    assign mul_valid_o[k] = valid[Second];
    assign mul_g2_o[k] = g2[Second];
  end
  assign mul_a_o[11:6] = {f, z, f, w, t4, t3};
  assign mul_b_o[11:6] = {t3, t4, g, z, g, w};

  assign sub_a_o[1] = mul_i[6];
  assign sub_b_o[1] = mul_i[7];
  assign add_a_o[10] = mul_i[8];
  assign add_b_o[10] = mul_i[9];
  assign add_a_o[11] = mul_i[10];
  assign add_b_o[11] = mul_i[11];
  assign r_o = {add_i[11], add_i[10], sub_i[1]};

endmodule
