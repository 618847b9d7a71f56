/// When a streaming engine issues slots, and which of its buffers are free.
///
///   loaded --> waiting or going in --> coming out --> complete --> stored
///              inputs_q (2)            pending_q      complete_q
///                                      '----- 2 together ----'
///
/// A batch goes in for as many slots as it has elements or pairs in a line, and comes out in so many,
/// of which the first is that in which the last goes in. Slots are issued when they follow the one
/// before by a multiple of `Clocks`, or when nothing is inside, and
///
///   - a batch is loaded, or one comes out;
///   - a buffer for results is free, if results of another batch start to come out in this slot.
///
/// So loading, transforming and storing overlap, batches follow each other without a gap, and one
/// that finds no room for its results waits with its last element or pair.
///
/// Latency : 0
/// Reset : all registers
/// Handshake : as of a line engine; `done_i` when all results of a batch are written
/// Model : crates/sim/src/ntt/stream.rs
module stream_control #(
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned Clocks  = 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// Slots of a batch, less one.
  input  logic [MaxLog2-1:0] last_position_i,
  /// Factors are loaded as well, and stay until a batch has come out.
  input  logic               factors_i,
  input  logic               load_last_i,
  input  logic               done_i,
  input  logic               store_done_i,
  output logic               load_ready_o,
  output logic               store_ready_o,
  /// A slot, whether a batch goes in, and with which element or pair.
  output logic               slot_o,
  output logic               valid_o,
  output logic [MaxLog2-1:0] position_o,
  output logic               last_o
);

  localparam int unsigned PhaseBits = Clocks > 1 ? $clog2(Clocks) : 1;

  logic [1:0] inputs_q;
  logic [1:0] pending_q;
  logic [1:0] complete_q;
  // Slots in which the batch that comes out has yet to do so.
  logic [MaxLog2-1:0] left_q;
  logic [PhaseBits-1:0] phase_q;

  logic loaded;
  logic at_last;
  logic room;
  logic aligned;
  assign loaded = inputs_q != 0;
  assign at_last = position_o == last_position_i;
  assign room = 2'(pending_q + complete_q) != 2'd2;
  assign aligned = phase_q == 0 || (position_o == 0 && pending_q == 0);
  assign slot_o = aligned && (loaded ? !at_last || room : left_q != 0);
  assign valid_o = slot_o && loaded;
  assign last_o = valid_o && at_last;
  assign load_ready_o = inputs_q != 2'd2 && !(factors_i && 3'(inputs_q) + 3'(pending_q) == 3'd3);
  assign store_ready_o = complete_q != 0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {inputs_q, pending_q, complete_q, left_q, phase_q, position_o} <= '0;
    end else begin
      inputs_q   <= inputs_q + 2'(load_last_i) - 2'(last_o);
      pending_q  <= pending_q + 2'(last_o) - 2'(done_i);
      complete_q <= complete_q + 2'(done_i) - 2'(store_done_i);
      if (valid_o) position_o <= at_last ? '0 : position_o + 1'b1;
      if (last_o) left_q <= last_position_i;
      else if (slot_o && left_q != 0) left_q <= left_q - 1'b1;
      if (slot_o) phase_q <= Clocks > 1 ? PhaseBits'(1) : '0;
      else phase_q <= phase_q == PhaseBits'(Clocks - 1) ? '0 : phase_q + 1'b1;
    end
  end

endmodule
