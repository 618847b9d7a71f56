/// Processing element of `pe_array`: one modular multiplier, adder and subtractor that are either a
/// Gentleman-Sande butterfly over Fr or units over Fq for a point adder.
///
/// Source: uninm, sections 4.1 and 4.3, figure 12. A butterfly gives u + v and (u - v) w, and for the inverse
/// transform their halves:
///
///   u, v --(+)--[ ]--------------[1/2 or 1]--[delay]-- upper
///     '----(-)--[ ]--[x]---------[1/2 or 1]----------- lower
///   w ----------[ ]---'
///
/// For a point adder, the operands of each unit come from outside, and the elements are those of
/// Fq. `point_i` is steady while either is under way. With Wide = 0 the element is as wide as Fr,
/// and only a butterfly.
///
/// The multiplier is `mont_lbfp`; twiddles w in its form, so that u, v may be in any. Operands and
/// results below the modulus. The paper draws one half unit; both results need it.
///
/// Latency : padd_pkg::butterfly_latency(Fr) as butterfly; of the units, mont_lbfp_latency for Fq,
///           MOD_ADD_LATENCY and MOD_SUB_LATENCY
/// Reset : none, data only
/// Handshake : none
/// Model : none
module pe #(
  parameter curves_pkg::curve_e Curve = curves_pkg::BLS12_381,
  parameter bit Wide = 1'b1,
  parameter bit Tiles = 1'b0,
  parameter curves_pkg::field_e Fq = curves_pkg::base_field(Curve),
  parameter curves_pkg::field_e Fr = curves_pkg::scalar_field(Curve),
  parameter int unsigned FrWidth = curves_pkg::field_width(Fr),
  parameter int unsigned Width = Wide ? curves_pkg::field_width(Fq) : FrWidth
) (
  input  logic               clk_i,
  input  logic               point_i,
  input  logic               inverse_i,
  input  logic [FrWidth-1:0] u_i,
  input  logic [FrWidth-1:0] v_i,
  input  logic [FrWidth-1:0] w_i,
  output logic [FrWidth-1:0] upper_o,
  output logic [FrWidth-1:0] lower_o,
  input  logic [  Width-1:0] mul_a_i,
  input  logic [  Width-1:0] mul_b_i,
  output logic [  Width-1:0] mul_o,
  input  logic [  Width-1:0] add_a_i,
  input  logic [  Width-1:0] add_b_i,
  output logic [  Width-1:0] add_o,
  input  logic [  Width-1:0] sub_a_i,
  input  logic [  Width-1:0] sub_b_i,
  output logic [  Width-1:0] sub_o
);

  if (!field_pkg::SUMS_TAKE_A_CLOCK) begin : gen_bad_sums
    $fatal(1, "pe: sums are counted as one clock");
  end

  localparam bit [Width-1:0] Q = Width'(curves_pkg::modulus(Fq));
  localparam bit [FrWidth-1:0] R = FrWidth'(curves_pkg::modulus(Fr));
  localparam int unsigned FrDigits = field_pkg::lbfp_digits(FrWidth);
  localparam int unsigned FrLatency = field_pkg::mont_lbfp_latency(FrDigits);
  if (Wide && Width < FrWidth) begin : gen_bad
    $fatal(1, "pe: Fq must be at least as wide as Fr");
  end

  logic point;
  logic [Width-1:0] modulus;
  assign point   = Wide && point_i;
  assign modulus = point ? Q : Width'(R);

  mod_add #(
    .Width(Width)
  ) u_add (
    .clk_i,
    .modulus_i(modulus),
    .a_i(point ? add_a_i : Width'(u_i)),
    .b_i(point ? add_b_i : Width'(v_i)),
    .sum_o(add_o)
  );
  mod_sub #(
    .Width(Width)
  ) u_sub (
    .clk_i,
    .modulus_i(modulus),
    .a_i(point ? sub_a_i : Width'(u_i)),
    .b_i(point ? sub_b_i : Width'(v_i)),
    .difference_o(sub_o)
  );

  logic [FrWidth-1:0] w_q;
  logic [  Width-1:0] mul_a;
  logic [  Width-1:0] mul_b;
  logic [FrWidth-1:0] lower;
  always_ff @(posedge clk_i) w_q <= w_i;
  assign mul_a = point ? mul_a_i : sub_o;
  assign mul_b = point ? mul_b_i : Width'(w_q);
  if (Wide) begin : gen_wide
    (* keep_hierarchy *)
    mont_lbfp #(
      .Digits(field_pkg::lbfp_digits(Width)),
      .Radices(field_pkg::lbfp_radices(Width)),
      .Modulus(Q),
      .NegInv(Width'(curves_pkg::neg_inv(Fq))),
      .SecondDigits(FrDigits),
      .SecondModulus(R),
      .SecondNegInv(FrWidth'(curves_pkg::neg_inv(Fr))),
      .Tiles(Tiles)
    ) u_mul (
      .clk_i,
      .second_i(!point),
      .a_i(mul_a),
      .b_i(mul_b),
      .p_o(mul_o),
      .p_second_o(lower)
    );
  end else begin : gen_narrow
    logic unused_second;
    (* keep_hierarchy *)
    mont_lbfp #(
      .Digits (FrDigits),
      .Radices(field_pkg::lbfp_radices(FrWidth)),
      .Modulus(R),
      .NegInv (FrWidth'(curves_pkg::neg_inv(Fr))),
      .Tiles  (Tiles)
    ) u_mul (
      .clk_i,
      .second_i(1'b0),
      .a_i(mul_a),
      .b_i(mul_b),
      .p_o(lower),
      .p_second_o(unused_second)
    );
    assign mul_o = lower;
    logic unused_operands;
    assign unused_operands = ^{point_i, mul_a_i, mul_b_i, add_a_i, add_b_i, sub_a_i, sub_b_i};
  end

  // The sum is halved early, so that one delay carries either.
  logic [1:0][FrWidth-1:0] whole;
  logic [1:0] inverse;
  logic [1:0][FrWidth-1:0] result;
  delay_line #(
    .Width(1),
    .Depth(field_pkg::MOD_ADD_LATENCY)
  ) u_inverse_upper (
    .clk_i,
    .d_i(inverse_i),
    .q_o(inverse[0])
  );
  delay_line #(
    .Width(1),
    .Depth(FrLatency)
  ) u_inverse_lower (
    .clk_i,
    .d_i(inverse[0]),
    .q_o(inverse[1])
  );
  assign whole = {lower, add_o[FrWidth-1:0]};
  for (genvar k = 0; k < 2; k++) begin : gen_result
    logic [FrWidth-1:0] half;
    logic [FrWidth-1:0] whole_q;
    logic inverse_q;
    mod_halve #(
      .Width(FrWidth)
    ) u_halve (
      .clk_i,
      .modulus_i(R),
      .a_i(whole[k]),
      .half_o(half)
    );
    always_ff @(posedge clk_i) begin
      whole_q   <= whole[k];
      inverse_q <= inverse[k];
    end
    assign result[k] = inverse_q ? half : whole_q;
  end
  delay_line #(
    .Width(FrWidth),
    .Depth(FrLatency)
  ) u_upper (
    .clk_i,
    .d_i(result[0]),
    .q_o(upper_o)
  );
  assign lower_o = result[1];

endmodule
