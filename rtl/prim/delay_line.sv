/// A word delayed by a fixed number of clocks.
///
///   d_i --[ ]--[ ]-- ... --[ ]-- q_o      Depth registers, none when Depth is 0
///
/// Latency : Depth
/// Reset : none, data only
/// Handshake : none
/// Model : none
module delay_line #(
  parameter int unsigned Width = 1,
  parameter int unsigned Depth = 1
) (
  input  logic             clk_i,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  // One variable a stage: simulators copy a packed or unpacked array whole on each clock.
  if (Depth == 0) begin : gen_wire
    assign q_o = d_i;
    logic unused_clk;
    assign unused_clk = clk_i;
  end else begin : gen_line
    for (genvar s = 0; s < Depth; s++) begin : gen_stage
      logic [Width-1:0] word_q;
      if (s == 0) begin : gen_first
        always_ff @(posedge clk_i) word_q <= d_i;
      end else begin : gen_next
        always_ff @(posedge clk_i) word_q <= gen_stage[s-1].word_q;
      end
    end
    assign q_o = gen_stage[Depth-1].word_q;
  end

endmodule
