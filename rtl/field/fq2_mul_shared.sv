/// Products in Fq or in Fq2 = Fq[u] / (u^2 + 1), chosen for each operation, on one multiplier of Fq:
/// one a clock in Fq, one every three clocks in Fq2 (Karatsuba's three products).
///
///   clock t     a0 b0              --[  ]-- m0 --[ ]-(-)-[ ]--[ ]-- c0 = m0 - m1, or m0 in Fq
///   clock t + 1 a1 b1              --[x ]-- m1 ------(+)-[ ]-(-)-[ ]-- c1 = m2 - (m0 + m1), or 0
///   clock t + 2 (a0 + a1)(b0 + b1) --[  ]-- m2 ---------------'
///
/// Elements are {c1, c0}, all of them given in the clock of `valid_i`; an operation in Fq ignores
/// c1. Components and results are those of `mod_mul`. -1 is no square in Fq.
///
/// Latency : field_pkg::fq2_mul_shared_latency(Cfg, Field), in Fq and in Fq2
/// Reset : of valid bits, not of data
/// Handshake : after an operation in Fq2, two clocks without one; no ready
/// Model : none
module fq2_mul_shared #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BN254_FQ,
  parameter int unsigned Width = curves_pkg::field_width(Field)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  input  logic                  fq2_i,
  input  logic [1:0][Width-1:0] a_i,
  input  logic [1:0][Width-1:0] b_i,
  output logic                  valid_o,
  output logic [1:0][Width-1:0] p_o
);

  if (!field_pkg::SUMS_TAKE_A_CLOCK) begin : gen_bad_sums
    $fatal(1, "fq2_mul_shared: sums are counted as one clock");
  end

  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  localparam int unsigned Latency = field_pkg::fq2_mul_shared_latency(Cfg, Field);
  if (field_pkg::mod_mul_interval(Cfg, Field) != 1 || Modulus[1:0] != 2'd3) begin : gen_bad
    $fatal(1, "fq2_mul_shared: a multiplier that takes an operation a clock, and M = 3 mod 4");
  end

  // second_q, third_q: the clocks of the second and third product.
  logic second_q;
  logic third_q;
  logic [Latency-1:0] valid_q;
  logic [Latency-1:0] fq2_q;
  always_ff @(posedge clk_i) begin
    second_q <= rst_ni && valid_i && fq2_i;
    third_q  <= rst_ni && second_q;
    valid_q  <= rst_ni ? Latency'({valid_q, valid_i}) : '0;
    fq2_q    <= Latency'({fq2_q, fq2_i});
  end
  assign valid_o = valid_q[Latency-1];

  always_ff @(posedge clk_i) begin
    if (rst_ni && valid_i) begin
      assert (!second_q && !third_q)
      else $error("fq2_mul_shared: an operation within two clocks of one in Fq2");
    end
  end

  logic [Width-1:0] factor[2];
  for (genvar k = 0; k < 2; k++) begin : gen_operand
    logic [1:0][Width-1:0] x;
    logic [Width-1:0] c1_q;
    logic [Width-1:0] both;
    logic [Width-1:0] both_q;
    assign x = k == 0 ? a_i : b_i;
    mod_add #(
      .Width(Width)
    ) u_add (
      .clk_i,
      .modulus_i(Modulus),
      .a_i(x[0]),
      .b_i(x[1]),
      .sum_o(both)
    );
    always_ff @(posedge clk_i) begin
      c1_q   <= x[1];
      both_q <= both;
    end
    assign factor[k] = second_q ? c1_q : third_q ? both_q : x[0];
  end

  logic [Width-1:0] m;
  logic unused_valid;
  (* keep_hierarchy *)
  mod_mul #(
    .Cfg  (Cfg),
    .Field(Field)
  ) u_mul (
    .clk_i,
    .rst_ni,
    .valid_i(valid_i || second_q || third_q),
    .a_i(factor[0]),
    .b_i(factor[1]),
    .valid_o(unused_valid),
    .p_o(m)
  );

  logic [Width-1:0] previous_q;
  logic [Width-1:0] difference;
  logic [Width-1:0] both;
  logic [Width-1:0] c1;
  always_ff @(posedge clk_i) previous_q <= m;
  mod_sub #(
    .Width(Width)
  ) u_c0 (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(previous_q),
    .b_i(m),
    .difference_o(difference)
  );
  mod_add #(
    .Width(Width)
  ) u_both (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(previous_q),
    .b_i(m),
    .sum_o(both)
  );
  mod_sub #(
    .Width(Width)
  ) u_c1 (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(m),
    .b_i(both),
    .difference_o(c1)
  );

  // In Fq, m0 takes the way of the difference.
  logic [Width-1:0] alone_q;
  logic [Width-1:0] c0_q;
  always_ff @(posedge clk_i) begin
    alone_q <= previous_q;
    c0_q    <= fq2_q[Latency-2] ? difference : alone_q;
  end
  assign p_o[0] = c0_q;
  assign p_o[1] = fq2_q[Latency-1] ? c1 : '0;

endmodule
