/// Words of a stream, so many slots later.
///
///   slot_i, data_i --> [memory of Slots words] --> data_o: data_i of the slot `Slots` before
///
/// Slots may be any number of clocks apart. From the clock behind a slot until the next, data_o is
/// what the next slot takes.
///
/// Latency : Slots slots
/// Reset : of the place in the memory
/// Handshake : none
/// Model : none
module stream_delay #(
  parameter int unsigned Width = 64,
  parameter int unsigned Slots = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             slot_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  if (Slots == 0) begin : gen_wire
    assign data_o = data_i;
    logic unused_control;
    assign unused_control = ^{clk_i, rst_ni, slot_i};
  end else if (Slots == 1) begin : gen_word
    always_ff @(posedge clk_i) if (slot_i) data_o <= data_i;
    logic unused_reset;
    assign unused_reset = rst_ni;
  end else begin : gen_memory
    localparam int unsigned PlaceBits = $clog2(Slots);
    // The word at a place is read by one slot and replaced by the next, so that it is at hand in
    // the clock behind a slot.
    logic [PlaceBits-1:0] place_q;
    logic [PlaceBits-1:0] next;
    assign next = place_q == PlaceBits'(Slots - 1) ? '0 : place_q + 1'b1;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) place_q <= '0;
      else if (slot_i) place_q <= next;
    end
    ram_1r1w #(
      .Width(Width),
      .Depth(Slots)
    ) u_words (
      .clk_i,
      .write_i(slot_i),
      .write_address_i(place_q),
      .data_i,
      .read_address_i(slot_i ? next : place_q),
      .q_o(data_o)
    );
  end

endmodule
