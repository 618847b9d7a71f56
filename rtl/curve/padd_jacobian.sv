/// Sum of any two points of y^2 = x^3 + a x + b in Jacobian coordinates {Z, Y, X}, one a clock:
/// equal points, opposite ones and infinity, Z = 0, are detected on the way and cost nothing.
///
/// The unified double-and-add pipeline of ifzkp (section IV-B3, figure 3), with 17 multipliers for
/// a = 0 and 18 otherwise, where the paper has 18; its formulas and their sharing are in
/// `padd_jacobian_pipe`.
///
///   P, Q --[terms of P + Q, two levels]--[join]--[three levels common to P + Q, 2 P]-- R
///                                |----[X^2]------'  a level later
///
/// x = X / Z^2, y = Y / Z^3. All coordinates are in [0, M), in the form of the multipliers. An
/// infinite operand may have any X and Y; an infinite sum has Z = 0 and some X and Y; and the sum
/// with infinity has the coordinates of the other point.
///
/// Latency : padd_pkg::padd_jacobian_latency(Cfg, Curve)
/// Reset : of valid bits
/// Handshake : an operation a clock; no ready
/// Model : none
module padd_jacobian #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::curve_e Curve = curves_pkg::BN254,
  parameter int unsigned Width = curves_pkg::field_width(curves_pkg::base_field(Curve))
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  input  logic [2:0][Width-1:0] p_i,
  input  logic [2:0][Width-1:0] q_i,
  output logic                  valid_o,
  output logic [2:0][Width-1:0] r_o
);

  logic unused_equal;
  logic [2:0][Width-1:0] unused_twice;
  padd_jacobian_pipe #(
    .Cfg(Cfg),
    .Curve(Curve),
    .Unified(1'b1)
  ) u_pipe (
    .clk_i,
    .rst_ni,
    .valid_i,
    .p_i,
    .q_i,
    .equal_o(unused_equal),
    .twice_o(unused_twice),
    .valid_o,
    .r_o
  );

endmodule
