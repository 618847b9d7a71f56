/// A valid bit delayed by a fixed number of clocks.
///
///   valid_i --[ ]--[ ]-- ... --[ ]-- valid_o      Depth registers, at least one
///
/// Latency : Depth
/// Reset : all bits
/// Handshake : none
/// Model : none
module delay_valid #(
  parameter int unsigned Depth = 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic valid_i,
  output logic valid_o
);

  logic [Depth-1:0] valid_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= Depth'({valid_q, valid_i});
  end
  assign valid_o = valid_q[Depth-1];

endmodule
