/// Where a stream of blocks stands: first half, second half, and the half block of time behind it.
///
///   valid_i   0 1 2 3 4 5 6 7 . . 0 1 ..     Half = 4, two slots between two blocks
///   second_o  . . . . * * * * . . . .
///   behind_o  . . . . . . . . * * * *
///
/// What a unit gets ready in a second half, it hands out in the slots behind it; the first half of
/// another block may come in meanwhile. A block comes in slots that follow each other; between blocks
/// are any number of slots.
///
/// Latency : 0
/// Reset : all registers
/// Handshake : valid_i only with slot_i
/// Model : none
module stream_halves #(
  parameter int unsigned Half = 8,
  parameter int unsigned IndexBits = Half > 1 ? $clog2(Half) : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 slot_i,
  input  logic                 valid_i,
  /// This slot is of a second half.
  output logic                 second_o,
  /// This slot is one of the `Half` behind a second half, and which.
  output logic                 behind_o,
  output logic [IndexBits-1:0] behind_index_o
);

  logic [IndexBits-1:0] index_q;
  logic second_half_q;
  logic behind_q;
  logic at_end;
  assign at_end   = index_q == IndexBits'(Half - 1);
  assign second_o = valid_i && second_half_q;
  assign behind_o = slot_i && behind_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {index_q, second_half_q, behind_q, behind_index_o} <= '0;
    end else begin
      if (valid_i) begin
        index_q <= at_end ? '0 : index_q + 1'b1;
        if (at_end) second_half_q <= !second_half_q;
      end
      if (behind_o) begin
        behind_index_o <= behind_index_o + 1'b1;
        if (behind_index_o == IndexBits'(Half - 1)) behind_q <= 1'b0;
      end
      if (second_o && at_end) begin
        behind_q <= 1'b1;
        behind_index_o <= '0;
      end
    end
  end

endmodule
