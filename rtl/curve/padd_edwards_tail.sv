/// The end that `padd_edwards` and `padd_edwards_mixed` share: a point of a twisted Edwards curve from
/// the four terms of its sum (add-2008-hwcd-3), with four multipliers.
///
///   E = B - A, F = D - C, G = D + C, H = B + A;  X3 = E F, Y3 = G H, Z3 = F G, T3 = E H
///
/// Terms and the coordinates {T, Z, Y, X} are in [0, M), in the form of the multipliers.
///
/// Latency : field_pkg::MOD_ADD_LATENCY + padd_pkg::mul_latency(Cfg, Curve)
/// Reset : of valid bits
/// Handshake : an operation a clock; no ready
/// Model : none
module padd_edwards_tail #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::curve_e Curve = curves_pkg::BLS12_377,
  parameter int unsigned Width = curves_pkg::field_width(curves_pkg::base_field(Curve))
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        valid_i,
  input  logic [Width-1:0]            a_i,
  input  logic [Width-1:0]            b_i,
  input  logic [Width-1:0]            c_i,
  input  logic [Width-1:0]            d_i,
  output logic                        valid_o,
  output logic [      3:0][Width-1:0] r_o
);

  if (!field_pkg::SUMS_TAKE_A_CLOCK) begin : gen_bad_sums
    $fatal(1, "padd_edwards_tail: sums are counted as one clock");
  end

  localparam curves_pkg::field_e Field = curves_pkg::base_field(Curve);
  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));

  logic [Width-1:0] e, f, g, h;
  mod_sub #(
    .Width(Width)
  ) u_e (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(b_i),
    .b_i(a_i),
    .difference_o(e)
  );
  mod_sub #(
    .Width(Width)
  ) u_f (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(d_i),
    .b_i(c_i),
    .difference_o(f)
  );
  mod_add #(
    .Width(Width)
  ) u_g (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(d_i),
    .b_i(c_i),
    .sum_o(g)
  );
  mod_add #(
    .Width(Width)
  ) u_h (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(b_i),
    .b_i(a_i),
    .sum_o(h)
  );

  logic valid_q;
  always_ff @(posedge clk_i) valid_q <= rst_ni && valid_i;
  mod_mul_bank #(
    .Count(4),
    .Cfg  (Cfg),
    .Field(Field)
  ) u_products (
    .clk_i,
    .rst_ni,
    .valid_i(valid_q),
    .a_i({e, f, g, e}),
    .b_i({h, g, h, f}),
    .valid_o,
    .p_o(r_o)
  );

endmodule
