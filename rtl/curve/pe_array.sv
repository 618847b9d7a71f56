/// Sixteen processing elements that are, by one mode input, sixteen Gentleman-Sande butterflies over
/// Fr, forward or inverse, or one complete point adder over Fq on twelve of them.
///
/// Source: uninm, sections 4.1 and 4.3, figures 12 and 16. Elements 0 to 11 are as wide as Fq, 12 to 15 as
/// Fr; there is no multiplier beside theirs. The point adder uses each of the twelve multipliers
/// and adders once and two subtractors; the six small multiples and differences in its middle
/// (`padd_complete_flow`) have units of their own.
///
///   u, v, w [16] --> | pe 0 .. 11 (384 bits) | pe 12 .. 15 (256 bits) | --> upper, lower [16]
///   P, Q ----------> | padd_complete_flow    |                          --> R
///
/// `point_i` may change only when nothing is under way. Points as in `padd_complete`, butterflies
/// as in `pe`; the form of Fq has R = 2^Width of Fq, that of the twiddles 2^Width of Fr.
///
/// Latency : padd_pkg::butterfly_latency(Fr) and padd_pkg::pe_array_point_latency(Curve)
/// Reset : of valid bits, not of data
/// Handshake : sixteen butterflies or an addition a clock; no ready
/// Model : none
module pe_array #(
  parameter curves_pkg::curve_e Curve = curves_pkg::BLS12_381,
  parameter bit Tiles = 1'b0,
  parameter curves_pkg::field_e Fq = curves_pkg::base_field(Curve),
  parameter curves_pkg::field_e Fr = curves_pkg::scalar_field(Curve),
  parameter int unsigned Width = curves_pkg::field_width(Fq),
  parameter int unsigned FrWidth = curves_pkg::field_width(Fr),
  parameter int unsigned Elements = padd_pkg::PE_ARRAY_ELEMENTS
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             point_i,
  input  logic                             valid_i,
  input  logic                             inverse_i,
  input  logic [Elements-1:0][FrWidth-1:0] u_i,
  input  logic [Elements-1:0][FrWidth-1:0] v_i,
  input  logic [Elements-1:0][FrWidth-1:0] w_i,
  input  logic [         2:0][  Width-1:0] p_i,
  input  logic [         2:0][  Width-1:0] q_i,
  output logic                             butterfly_valid_o,
  output logic [Elements-1:0][FrWidth-1:0] upper_o,
  output logic [Elements-1:0][FrWidth-1:0] lower_o,
  output logic                             point_valid_o,
  output logic [         2:0][  Width-1:0] r_o
);

  localparam int unsigned Muls = padd_pkg::complete_multipliers(Curve);
  localparam int unsigned Adders = padd_pkg::COMPLETE_ADDERS;
  localparam int unsigned Subtractors = padd_pkg::COMPLETE_SUBTRACTORS;
  localparam int unsigned ButterflyLatency = padd_pkg::butterfly_latency(Fr);
  localparam int unsigned PointLatency = padd_pkg::pe_array_point_latency(Curve);
  if (curves_pkg::curve_a(Curve) != 0 || Elements != padd_pkg::PE_ARRAY_ELEMENTS) begin : gen_bad
    $fatal(1, "pe_array: sixteen elements, and a curve with a = 0");
  end

  logic [Muls-1:0][Width-1:0] mul_a;
  logic [Muls-1:0][Width-1:0] mul_b;
  logic [Muls-1:0][Width-1:0] mul_p;
  logic [Adders-1:0][Width-1:0] add_a;
  logic [Adders-1:0][Width-1:0] add_b;
  logic [Adders-1:0][Width-1:0] add_p;
  logic [Subtractors-1:0][Width-1:0] sub_a;
  logic [Subtractors-1:0][Width-1:0] sub_b;
  logic [Subtractors-1:0][Width-1:0] sub_p;
  logic [Muls-1:0] unused_valid;
  logic [Muls-1:0] unused_g2;
  padd_complete_flow #(
    .Curve(Curve),
    .Cfg(padd_pkg::PE_MUL),
    .MulLatency(padd_pkg::mul_latency(padd_pkg::PE_MUL, Curve))
  ) u_flow (
    .clk_i,
    .rst_ni,
    .valid_i(valid_i && point_i),
    .g2_i(1'b0),
    .p_i,
    .q_i,
    .valid_o(point_valid_o),
    .r_o,
    .mul_valid_o(unused_valid),
    .mul_g2_o(unused_g2),
    .mul_a_o(mul_a),
    .mul_b_o(mul_b),
    .mul_i(mul_p),
    .add_a_o(add_a),
    .add_b_o(add_b),
    .add_i(add_p),
    .sub_a_o(sub_a),
    .sub_b_o(sub_b),
    .sub_i(sub_p)
  );

  for (genvar k = 0; k < Elements; k++) begin : gen_element
    localparam bit Wide = k < Muls;
    localparam int unsigned Bits = Wide ? Width : FrWidth;
    logic [5:0][Bits-1:0] operands;
    logic [Bits-1:0] mul;
    logic [Bits-1:0] add;
    logic [Bits-1:0] sub;
    if (Wide) begin : gen_mul
      assign operands[1:0] = {mul_b[k], mul_a[k]};
      assign mul_p[k] = mul;
    end else begin : gen_no_mul
      assign operands[1:0] = '0;
      logic unused_mul;
      assign unused_mul = ^mul;
    end
    if (k < Adders) begin : gen_add
      assign operands[3:2] = {add_b[k], add_a[k]};
      assign add_p[k] = add;
    end else begin : gen_no_add
      assign operands[3:2] = '0;
      logic unused_add;
      assign unused_add = ^add;
    end
    if (k < Subtractors) begin : gen_sub
      assign operands[5:4] = {sub_b[k], sub_a[k]};
      assign sub_p[k] = sub;
    end else begin : gen_no_sub
      assign operands[5:4] = '0;
      logic unused_sub;
      assign unused_sub = ^sub;
    end
    (* keep_hierarchy *)
    pe #(
      .Curve(Curve),
      .Wide (Wide),
      .Tiles(Tiles)
    ) u_pe (
      .clk_i,
      .point_i,
      .inverse_i,
      .u_i(u_i[k]),
      .v_i(v_i[k]),
      .w_i(w_i[k]),
      .upper_o(upper_o[k]),
      .lower_o(lower_o[k]),
      .mul_a_i(operands[0]),
      .mul_b_i(operands[1]),
      .mul_o(mul),
      .add_a_i(operands[2]),
      .add_b_i(operands[3]),
      .add_o(add),
      .sub_a_i(operands[4]),
      .sub_b_i(operands[5]),
      .sub_o(sub)
    );
  end

  logic [ButterflyLatency-1:0] butterfly_q;
  always_ff @(posedge clk_i) begin
    butterfly_q <= rst_ni ? ButterflyLatency'({butterfly_q, valid_i && !point_i}) : '0;
  end
  assign butterfly_valid_o = butterfly_q[ButterflyLatency-1];

  // What the mode must wait for.
  logic point_q;
  logic [PointLatency-1:0] points_q;
  always_ff @(posedge clk_i) begin
    point_q  <= point_i;
    points_q <= rst_ni ? PointLatency'({points_q, valid_i && point_i}) : '0;
    if (rst_ni) begin
      assert (point_i == point_q || (butterfly_q == '0 && points_q == '0))
      else $error("pe_array: the mode changes while an operation is under way");
    end
  end

endmodule
