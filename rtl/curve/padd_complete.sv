/// Complete addition of any two points of y^2 = x^3 + a x + b in homogeneous projective coordinates
/// (x = X / Z, y = Y / Z), one a clock in G1. With G2, additions in G2 go through the same twelve
/// multipliers, one every three clocks, mixed with those in G1 as they come.
///
/// Source: Renes, Costello, Batina 2016; uninm, section 4.3. The formula, and when each of its steps
/// is made, is `padd_complete_flow`'s; here are its units: 12 multipliers of Fq for a = 0, and 14
/// for MNT4-753 (a = 2, large b).
///
/// Points are {Z, Y, X}; coordinates below M, in the form of the multiplier, of one component or,
/// with G2, two, {c1, c0}. Points in G1 ignore c1 and give c1 = 0. Infinity is any (0, Y, 0). No
/// pair is special: P + P, P + (-P) and P + O are additions as others. Points must be in the
/// subgroup of order r (of odd order is enough).
///
/// Latency : padd_pkg::padd_complete_latency(Cfg, Curve, G2), in G1 and in G2
/// Reset : of valid bits, not of data
/// Handshake : an addition a clock; after one in G2, two clocks without; no ready
/// Model : none
module padd_complete #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::curve_e Curve = curves_pkg::BN254,
  parameter bit G2 = 1'b0,
  parameter int unsigned Degree = G2 ? 2 : 1,
  parameter int unsigned Width = curves_pkg::field_width(curves_pkg::base_field(Curve))
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic                              valid_i,
  input  logic                              g2_i,
  input  logic [2:0][Degree-1:0][Width-1:0] p_i,
  input  logic [2:0][Degree-1:0][Width-1:0] q_i,
  output logic                              valid_o,
  output logic [2:0][Degree-1:0][Width-1:0] r_o
);

  typedef logic [Degree-1:0][Width-1:0] element_t;

  localparam curves_pkg::field_e Field = curves_pkg::base_field(Curve);
  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  localparam int unsigned Muls = padd_pkg::complete_multipliers(Curve);
  localparam int unsigned Adders = padd_pkg::COMPLETE_ADDERS;
  localparam int unsigned Subtractors = padd_pkg::COMPLETE_SUBTRACTORS;
  if (Degree != (G2 ? 2 : 1) || Width != curves_pkg::field_width(Field)) begin : gen_bad_derived
    $fatal(1, "padd_complete: Degree follows from G2, and Width from Curve");
  end
  if (field_pkg::mod_mul_interval(Cfg, Field) != 1) begin : gen_bad
    $fatal(1, "padd_complete: a multiplier that takes an operation every clock");
  end

  logic [Muls-1:0] mul_valid;
  logic [Muls-1:0] mul_g2;
  element_t [Muls-1:0] mul_a;
  element_t [Muls-1:0] mul_b;
  element_t [Muls-1:0] mul_p;
  element_t [Adders-1:0] add_a;
  element_t [Adders-1:0] add_b;
  element_t [Adders-1:0] add_p;
  element_t [Subtractors-1:0] sub_a;
  element_t [Subtractors-1:0] sub_b;
  element_t [Subtractors-1:0] sub_p;
  padd_complete_flow #(
    .Curve(Curve),
    .Cfg(Cfg),
    .Degree(Degree),
    .MulLatency(G2 ? field_pkg::fq2_mul_shared_latency(
        Cfg, Field
    ) : field_pkg::mod_mul_latency(
        Cfg, Field
    ))
  ) u_flow (
    .clk_i,
    .rst_ni,
    .valid_i,
    .g2_i(G2 && g2_i),
    .p_i,
    .q_i,
    .valid_o,
    .r_o,
    .mul_valid_o(mul_valid),
    .mul_g2_o(mul_g2),
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

  logic [Muls-1:0] unused_valid;
  for (genvar k = 0; k < Muls; k++) begin : gen_mul
    if (G2) begin : gen_fq2
      fq2_mul_shared #(
        .Cfg  (Cfg),
        .Field(Field)
      ) u_mul (
        .clk_i,
        .rst_ni,
        .valid_i(mul_valid[k]),
        .fq2_i(mul_g2[k]),
        .a_i(mul_a[k]),
        .b_i(mul_b[k]),
        .valid_o(unused_valid[k]),
        .p_o(mul_p[k])
      );
    end else begin : gen_fq
      (* keep_hierarchy *)
      mod_mul #(
        .Cfg  (Cfg),
        .Field(Field)
      ) u_mul (
        .clk_i,
        .rst_ni,
        .valid_i(mul_valid[k]),
        .a_i(mul_a[k]),
        .b_i(mul_b[k]),
        .valid_o(unused_valid[k]),
        .p_o(mul_p[k])
      );
      logic unused_g2;
      assign unused_g2 = mul_g2[k];
    end
  end

  for (genvar c = 0; c < Degree; c++) begin : gen_component
    for (genvar k = 0; k < Adders; k++) begin : gen_add
      mod_add #(
        .Width(Width)
      ) u_add (
        .clk_i,
        .modulus_i(Modulus),
        .a_i(add_a[k][c]),
        .b_i(add_b[k][c]),
        .sum_o(add_p[k][c])
      );
    end
    for (genvar k = 0; k < Subtractors; k++) begin : gen_sub
      mod_sub #(
        .Width(Width)
      ) u_sub (
        .clk_i,
        .modulus_i(Modulus),
        .a_i(sub_a[k][c]),
        .b_i(sub_b[k][c]),
        .difference_o(sub_p[k][c])
      );
    end
  end

endmodule
