/// Sum of two words and a carry, split over stages, one a clock.
///
/// The words are cut in `Stages` parts, and each clock adds one part, the lowest first, so that no
/// carry runs further than a part:
///
///   part 0      --(+)--[ ]-------[ ]--
///                   '-carry-[ ]
///   part 1      --[ ]--------(+)--[ ]--          Stages = 2
///
/// Any a, b < 2^Width and carry; sum < 2^(Width + 1).
///
/// Latency : arith_pkg::add_wide_latency(Stages)
/// Reset : none, data only
/// Handshake : none
/// Model : none
module add_wide #(
  parameter int unsigned Width  = 384,
  parameter int unsigned Stages = 2
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  input  logic             carry_i,
  output logic [  Width:0] sum_o
);

  if (Stages == 0 || Stages > Width) begin : gen_bad
    $fatal(1, "add_wide: %0d bits cannot be added in %0d stages", Width, Stages);
  end

  logic [Stages:0] carry;
  assign carry[0] = carry_i;
  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    localparam int unsigned Low = (s * Width) / Stages;
    localparam int unsigned Part = ((s + 1) * Width) / Stages - Low;
    logic [Part-1:0] a;
    logic [Part-1:0] b;
    logic [Part-1:0] sum_q;
    logic            carry_q;
    delay_line #(
      .Width(2 * Part),
      .Depth(s)
    ) u_operands (
      .clk_i,
      .d_i({a_i[Low+:Part], b_i[Low+:Part]}),
      .q_o({a, b})
    );
    always_ff @(posedge clk_i) begin
      {carry_q, sum_q} <= (Part + 1)'(a) + (Part + 1)'(b) + (Part + 1)'(carry[s]);
    end
    assign carry[s+1] = carry_q;
    delay_line #(
      .Width(Part),
      .Depth(Stages - 1 - s)
    ) u_sum (
      .clk_i,
      .d_i(sum_q),
      .q_o(sum_o[Low+:Part])
    );
  end
  assign sum_o[Width] = carry[Stages];

endmodule
