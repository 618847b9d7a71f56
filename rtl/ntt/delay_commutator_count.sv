/// The place in a line whose elements follow each other in every clock.
///
///   start_i ____.-.________________.-.__
///   active_o ___.-------------------------    index_o  0 1 2 ... last_index_i 0 1 ...
///
/// Latency : 0
/// Reset : active_o
/// Handshake : start_i with the first element; the line before has ended
/// Model : none
module delay_commutator_count #(
  parameter int unsigned Bits = 10
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            start_i,
  input  logic [Bits-1:0] last_index_i,
  output logic            active_o,
  output logic [Bits-1:0] index_o,
  output logic            last_o
);

  logic busy_q;
  logic [Bits-1:0] index_q;
  assign active_o = start_i || busy_q;
  assign index_o  = start_i ? '0 : index_q;
  assign last_o   = active_o && index_o == last_index_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) busy_q <= 1'b0;
    else busy_q <= active_o && !last_o;
    index_q <= index_o + 1'b1;
  end

endmodule
