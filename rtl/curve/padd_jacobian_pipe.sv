/// The pipeline of `padd_jacobian` and `padd_jacobian_separate`: sums of points in Jacobian
/// coordinates {Z, Y, X}, x = X / Z^2, y = Y / Z^3, infinity Z = 0.
///
/// Addition is Cohen, Miyaji and Ono 1998 (add-1998-cmo-2). Two other cases take its last three
/// levels by other values of a few terms; the join chooses them:
///
///                   H          U1      S1        r                  Z1 Z2
///   P + Q           U2 - U1    U1      S1        S2 - S1            Z1 Z2
///   (X, Y, Z) twice 2 Y        X       Y         3 X^2 + a Z^4      Z        HHH = 0 in X3
///   one operand     1          X       -Y        0                  Z        X3 = V
///
///   level 1   Z1Z1 = Z1 Z1   Z2Z2 = Z2 Z2   Z1 Z2   Y1 Z2   Y2 Z1
///   level 2   U1 = X1 Z2Z2   U2 = X2 Z1Z1   S1 = (Y1 Z2) Z2Z2   S2 = (Y2 Z1) Z1Z1
///   - join    P = Q where U1 = U2 and S1 = S2
///   level 3   HH = H H   Z3 = (Z1 Z2) H      and X^2 (Z^4 where a != 0) from the end of level 2
///   level 4   HHH = H HH   V = U1 HH   r r
///   - sums    X3 = r r - HHH - 2 V   V - X3 = 3 V - r r + HHH
///   level 5   S1 HHH   r (V - X3)
///   - sum     Y3 = r (V - X3) - S1 HHH
///
/// The doubled point is (U1, S1, Z1 Z2), which is both operands brought to the same Z, so that it
/// needs no registers of its own; for a != 0 that would make Z^4 two products, and it is P. If an
/// operand is infinity, the other becomes P, and Q gets Y = 0 and Z = 1, whereby P stays as it is
/// and r = -Y1. P + (-P) and twice a point of order two have H = 0, so Z3 = 0, by themselves.
///
/// Unified: 17 multipliers, 18 where a != 0. Not unified: 16, and equal operands leave by
/// `equal_o` and `twice_o`, the doubled point, without a result in `valid_o`.
///
/// All coordinates are in [0, M), in the form of the multipliers.
///
/// Latency : padd_pkg::padd_jacobian_latency(Cfg, Curve);
///           to `equal_o` padd_pkg::jacobian_equal_latency(Cfg, Curve)
/// Reset : of valid bits
/// Handshake : an operation a clock; no ready
/// Model : none
module padd_jacobian_pipe #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::curve_e Curve = curves_pkg::BN254,
  parameter bit Unified = 1'b1,
  parameter int unsigned Width = curves_pkg::field_width(curves_pkg::base_field(Curve))
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  input  logic [2:0][Width-1:0] p_i,
  input  logic [2:0][Width-1:0] q_i,
  output logic                  equal_o,
  output logic [2:0][Width-1:0] twice_o,
  output logic                  valid_o,
  output logic [2:0][Width-1:0] r_o
);

  localparam curves_pkg::field_e Field = curves_pkg::base_field(Curve);
  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  localparam bit [Width-1:0] One = Width'(field_pkg::in_form(768'd1, Cfg, Field));
  localparam bit signed [7:0] A = 8'(curves_pkg::curve_a(Curve));
  localparam int unsigned L = padd_pkg::mul_latency(Cfg, Curve);
  localparam int unsigned Difference = field_pkg::MOD_SUB_LATENCY;
  localparam int unsigned Linear = field_pkg::MOD_LINEAR_LATENCY;
  if (Unified && (Difference != field_pkg::MOD_ADD_LATENCY || Difference != Linear)) begin : gen_bad
    $fatal(1, "padd_jacobian_pipe: a doubling joins where sums and differences take as long");
  end

  // An infinite operand comes second and says so.
  logic valid_q, alone_q;
  logic [Width-1:0] x1_q, y1_q, z1_q, x2_q, y2_q, z2_q;
  logic p_infinite, alone;
  assign p_infinite = p_i[2] == 0;
  assign alone = p_infinite || q_i[2] == 0;
  always_ff @(posedge clk_i) begin
    {z1_q, y1_q, x1_q} <= p_infinite ? q_i : p_i;
    {z2_q, y2_q, x2_q} <= alone ? {One, {Width{1'b0}}, q_i[0]} : q_i;
    alone_q <= alone;
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid_i;
  end

  logic valid_1, valid_2;
  logic [Width-1:0] z1z1, z2z2, z1z2, y1z2, y2z1;
  mod_mul_bank #(
    .Count(5),
    .Cfg  (Cfg),
    .Field(Field)
  ) u_level_1 (
    .clk_i,
    .rst_ni,
    .valid_i(valid_q),
    .a_i({z1_q, z2_q, z1_q, y1_q, y2_q}),
    .b_i({z1_q, z2_q, z2_q, z2_q, z1_q}),
    .valid_o(valid_1),
    .p_o({z1z1, z2z2, z1z2, y1z2, y2z1})
  );

  logic [Width-1:0] x1, x2;
  delay_line #(
    .Width(2 * Width),
    .Depth(L)
  ) u_x (
    .clk_i,
    .d_i({x1_q, x2_q}),
    .q_o({x1, x2})
  );

  logic [Width-1:0] u1, u2, s1, s2;
  mod_mul_bank #(
    .Count(4),
    .Cfg  (Cfg),
    .Field(Field)
  ) u_level_2 (
    .clk_i,
    .rst_ni,
    .valid_i(valid_1),
    .a_i({x1, x2, y1z2, y2z1}),
    .b_i({z2z2, z1z1, z2z2, z1z1}),
    .valid_o(valid_2),
    .p_o({u1, u2, s1, s2})
  );

  // Differences; the terms that are not in them wait.
  logic [Width-1:0] difference_x, difference_y;
  mod_sub #(
    .Width(Width)
  ) u_difference_x (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(u2),
    .b_i(u1),
    .difference_o(difference_x)
  );
  mod_sub #(
    .Width(Width)
  ) u_difference_y (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(s2),
    .b_i(s1),
    .difference_o(difference_y)
  );

  logic same_x, same_y, alone_join;
  logic [Width-1:0] u1_join, s1_join, z1z2_join;
  delay_line #(
    .Width(2 + 2 * Width),
    .Depth(Difference)
  ) u_terms (
    .clk_i,
    .d_i({u1 == u2, s1 == s2, u1, s1}),
    .q_o({same_x, same_y, u1_join, s1_join})
  );
  delay_line #(
    .Width(1),
    .Depth(2 * L + Difference)
  ) u_alone (
    .clk_i,
    .d_i(alone_q),
    .q_o(alone_join)
  );
  delay_line #(
    .Width(Width),
    .Depth(L + Difference)
  ) u_z1z2 (
    .clk_i,
    .d_i(z1z2),
    .q_o(z1z2_join)
  );

  logic valid_join, equal;
  delay_valid #(
    .Depth(Difference)
  ) u_valid_join (
    .clk_i,
    .rst_ni,
    .valid_i(valid_2),
    .valid_o(valid_join)
  );
  assign equal = same_x && same_y && !alone_join;

  // The point to double, twice its Y, and the slope of its tangent L clocks later.
  logic [2:0][Width-1:0] twice;
  logic [Width-1:0] twice_y, twice_slope;
  if (Unified) begin : gen_doubling
    logic [Width-1:0] early_x, early_y;
    logic [1:0][Width-1:0] powers;
    if (A == 0) begin : gen_common
      assign {early_y, early_x} = {s1, u1};
      assign twice = {z1z2_join, s1_join, u1_join};
    end else begin : gen_first
      logic [Width-1:0] early_z;
      delay_line #(
        .Width(Width),
        .Depth(L)
      ) u_x (
        .clk_i,
        .d_i(x1),
        .q_o(early_x)
      );
      delay_line #(
        .Width(2 * Width),
        .Depth(2 * L)
      ) u_yz (
        .clk_i,
        .d_i({z1_q, y1_q}),
        .q_o({early_z, early_y})
      );
      delay_line #(
        .Width(3 * Width),
        .Depth(Difference)
      ) u_join (
        .clk_i,
        .d_i({early_z, early_y, early_x}),
        .q_o(twice)
      );
    end

    mod_add #(
      .Width(Width)
    ) u_twice_y (
      .clk_i,
      .modulus_i(Modulus),
      .a_i(early_y),
      .b_i(early_y),
      .sum_o(twice_y)
    );

    logic unused_valid;
    mod_mul_bank #(
      .Count(1),
      .Cfg  (Cfg),
      .Field(Field)
    ) u_x_squared (
      .clk_i,
      .rst_ni,
      .valid_i(valid_2),
      .a_i(early_x),
      .b_i(early_x),
      .valid_o(unused_valid),
      .p_o(powers[0])
    );
    if (A == 0) begin : gen_no_z
      assign powers[1] = '0;
    end else begin : gen_z
      logic unused_valid_z;
      logic [Width-1:0] z1z1_late;
      delay_line #(
        .Width(Width),
        .Depth(L)
      ) u_z1z1 (
        .clk_i,
        .d_i(z1z1),
        .q_o(z1z1_late)
      );
      mod_mul_bank #(
        .Count(1),
        .Cfg  (Cfg),
        .Field(Field)
      ) u_z_fourth (
        .clk_i,
        .rst_ni,
        .valid_i(valid_2),
        .a_i(z1z1_late),
        .b_i(z1z1_late),
        .valid_o(unused_valid_z),
        .p_o(powers[1])
      );
    end
    mod_linear #(
      .Width(Width),
      .Modulus(Modulus),
      .Terms(2),
      .Coefficients({A, 8'sd3})
    ) u_slope (
      .clk_i,
      .x_i(powers),
      .p_o(twice_slope)
    );
    assign {equal_o, twice_o} = '0;
  end else begin : gen_no_doubling
    assign {twice, twice_y, twice_slope} = '0;
    assign equal_o = valid_join && equal;
    assign twice_o = {z1z2_join, s1_join, u1_join};
  end

  // The join. The slope joins a level later than the other terms.
  logic valid_3_q, add_q, alone_3_q;
  logic [Width-1:0] h_q, u1_q, s1_q, z1z2_q;
  always_ff @(posedge clk_i) begin
    h_q <= alone_join ? One : Unified && equal ? twice_y : difference_x;
    u1_q <= Unified && equal ? twice[0] : u1_join;
    s1_q <= alone_join ? difference_y : Unified && equal ? twice[1] : s1_join;
    z1z2_q <= Unified && equal ? twice[2] : z1z2_join;
    add_q <= !alone_join && !equal;
    alone_3_q <= alone_join;
    if (!rst_ni) valid_3_q <= 1'b0;
    else valid_3_q <= valid_join && (Unified || !equal);
  end

  logic alone_slope, equal_slope;
  logic [Width-1:0] slope_add, slope_q;
  delay_line #(
    .Width(2 + Width),
    .Depth(L)
  ) u_slope_add (
    .clk_i,
    .d_i({alone_join, Unified && equal, difference_y}),
    .q_o({alone_slope, equal_slope, slope_add})
  );
  always_ff @(posedge clk_i) begin
    slope_q <= alone_slope ? '0 : equal_slope ? twice_slope : slope_add;
  end

  logic valid_3, valid_4;
  logic [Width-1:0] hh, z3;
  mod_mul_bank #(
    .Count(2),
    .Cfg  (Cfg),
    .Field(Field)
  ) u_level_3 (
    .clk_i,
    .rst_ni,
    .valid_i(valid_3_q),
    .a_i({h_q, z1z2_q}),
    .b_i({h_q, h_q}),
    .valid_o(valid_3),
    .p_o({hh, z3})
  );

  logic [Width-1:0] h_4, u1_4;
  delay_line #(
    .Width(2 * Width),
    .Depth(L)
  ) u_level_4_terms (
    .clk_i,
    .d_i({h_q, u1_q}),
    .q_o({h_4, u1_4})
  );
  logic [Width-1:0] hhh, v, slope_squared;
  mod_mul_bank #(
    .Count(3),
    .Cfg  (Cfg),
    .Field(Field)
  ) u_level_4 (
    .clk_i,
    .rst_ni,
    .valid_i(valid_3),
    .a_i({h_4, u1_4, slope_q}),
    .b_i({hh, hh, slope_q}),
    .valid_o(valid_4),
    .p_o({hhh, v, slope_squared})
  );

  // X3, and V - X3 beside it.
  logic add_4, alone_4;
  delay_line #(
    .Width(2),
    .Depth(2 * L)
  ) u_cases (
    .clk_i,
    .d_i({add_q, alone_3_q}),
    .q_o({add_4, alone_4})
  );
  logic [Width-1:0] hhh_add, x3, v_minus_x3;
  assign hhh_add = add_4 ? hhh : '0;
  mod_linear #(
    .Width(Width),
    .Modulus(Modulus),
    .Terms(3),
    .Coefficients({8'sd1, -8'sd1, -8'sd2})
  ) u_x3 (
    .clk_i,
    .x_i({slope_squared, hhh_add, v}),
    .p_o(x3)
  );
  mod_linear #(
    .Width(Width),
    .Modulus(Modulus),
    .Terms(3),
    .Coefficients({-8'sd1, 8'sd1, 8'sd3})
  ) u_v_minus_x3 (
    .clk_i,
    .x_i({slope_squared, hhh_add, v}),
    .p_o(v_minus_x3)
  );

  logic valid_sums, alone_sums;
  logic [Width-1:0] v_sums, hhh_sums, slope_sums, s1_sums;
  delay_valid #(
    .Depth(Linear)
  ) u_valid_sums (
    .clk_i,
    .rst_ni,
    .valid_i(valid_4),
    .valid_o(valid_sums)
  );
  delay_line #(
    .Width(1 + 2 * Width),
    .Depth(Linear)
  ) u_sums (
    .clk_i,
    .d_i({alone_4, v, hhh}),
    .q_o({alone_sums, v_sums, hhh_sums})
  );
  delay_line #(
    .Width(Width),
    .Depth(L + Linear)
  ) u_slope_5 (
    .clk_i,
    .d_i(slope_q),
    .q_o(slope_sums)
  );
  delay_line #(
    .Width(Width),
    .Depth(2 * L + Linear)
  ) u_s1_5 (
    .clk_i,
    .d_i(s1_q),
    .q_o(s1_sums)
  );

  logic valid_5;
  logic [Width-1:0] y_plus, y_minus;
  mod_mul_bank #(
    .Count(2),
    .Cfg  (Cfg),
    .Field(Field)
  ) u_level_5 (
    .clk_i,
    .rst_ni,
    .valid_i(valid_sums),
    .a_i({slope_sums, s1_sums}),
    .b_i({v_minus_x3, hhh_sums}),
    .valid_o(valid_5),
    .p_o({y_plus, y_minus})
  );
  mod_sub #(
    .Width(Width)
  ) u_y3 (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(y_plus),
    .b_i(y_minus),
    .difference_o(r_o[1])
  );

  delay_line #(
    .Width(Width),
    .Depth(L + Difference)
  ) u_x3_out (
    .clk_i,
    .d_i(alone_sums ? v_sums : x3),
    .q_o(r_o[0])
  );
  delay_line #(
    .Width(Width),
    .Depth(2 * L + Linear + Difference)
  ) u_z3_out (
    .clk_i,
    .d_i(z3),
    .q_o(r_o[2])
  );
  delay_valid #(
    .Depth(Difference)
  ) u_valid_out (
    .clk_i,
    .rst_ni,
    .valid_i(valid_5),
    .valid_o
  );

endmodule
