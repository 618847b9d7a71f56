/// Product of two elements of Fq2 = Fq[u] / (u^2 + 1) by Karatsuba's method with three
/// multiplications in Fq, one a clock.
///
///   a0, b0 ------------[x]-- m0 --+--(-)-[ ]--[ ]-- c0 = m0 - m1
///   a1, b1 ------------[x]-- m1 --+--(+)-[ ]-(-)-[ ]-- c1 = m2 - (m0 + m1)
///   a0 + a1, b0 + b1 -[ ]-[x]-- m2 ---------'
///
/// Elements are {c1, c0}; components and results are those of `mod_mul`. -1 is no square in Fq.
///
/// Latency : field_pkg::fq2_mul_latency(Cfg, Field)
/// Reset : of valid bits, not of data
/// Handshake : one operation a clock; no ready
/// Model : none
module fq2_mul #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BN254_FQ,
  parameter int unsigned Width = curves_pkg::field_width(Field)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  input  logic [1:0][Width-1:0] a_i,
  input  logic [1:0][Width-1:0] b_i,
  output logic                  valid_o,
  output logic [1:0][Width-1:0] p_o
);

  if (!field_pkg::SUMS_TAKE_A_CLOCK) begin : gen_bad_sums
    $fatal(1, "fq2_mul: sums are counted as one clock");
  end

  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  if (Modulus[1:0] != 2'd3) begin : gen_bad
    $fatal(1, "fq2_mul: M = 3 mod 4 is allowed, so that -1 is no square");
  end

  logic [1:0][Width-1:0] operand_sum;
  for (genvar k = 0; k < 2; k++) begin : gen_operand
    mod_add #(
      .Width(Width)
    ) u_add (
      .clk_i,
      .modulus_i(Modulus),
      .a_i(k == 0 ? a_i[0] : b_i[0]),
      .b_i(k == 0 ? a_i[1] : b_i[1]),
      .sum_o(operand_sum[k])
    );
  end

  logic [1:0][Width-1:0] m;
  logic [Width-1:0] m2;
  logic sum_valid_q;
  logic m2_valid;
  logic unused_valid;
  always_ff @(posedge clk_i) sum_valid_q <= rst_ni && valid_i;
  mod_mul_bank #(
    .Count(2),
    .Cfg  (Cfg),
    .Field(Field)
  ) u_components (
    .clk_i,
    .rst_ni,
    .valid_i,
    .a_i,
    .b_i,
    .valid_o(unused_valid),
    .p_o(m)
  );
  (* keep_hierarchy *)
  mod_mul #(
    .Cfg  (Cfg),
    .Field(Field)
  ) u_mul_sums (
    .clk_i,
    .rst_ni,
    .valid_i(sum_valid_q),
    .a_i(operand_sum[0]),
    .b_i(operand_sum[1]),
    .valid_o(m2_valid),
    .p_o(m2)
  );

  logic [Width-1:0] difference;
  logic [Width-1:0] both;
  mod_sub #(
    .Width(Width)
  ) u_c0 (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(m[0]),
    .b_i(m[1]),
    .difference_o(difference)
  );
  mod_add #(
    .Width(Width)
  ) u_both (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(m[0]),
    .b_i(m[1]),
    .sum_o(both)
  );
  mod_sub #(
    .Width(Width)
  ) u_c1 (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(m2),
    .b_i(both),
    .difference_o(p_o[1])
  );
  always_ff @(posedge clk_i) begin
    p_o[0]  <= difference;
    valid_o <= rst_ni && m2_valid;
  end

endmodule
