/// A word delayed by a fixed number of clocks, in a memory.
///
///   d_i --> [Depth words in a ring] --> q_o
///
/// For delays that are too long for `delay_line`. The memory's registered read is part of the delay,
/// so a delay of one clock is a register.
///
/// Latency : Depth, at least one
/// Reset : of the place in the ring, not of words
/// Handshake : none
/// Model : none
module delay_memory #(
  parameter int unsigned Width = 64,
  parameter int unsigned Depth = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] d_i,
  output logic [Width-1:0] q_o
);

  if (Depth == 0) begin : gen_bad
    $fatal(1, "delay_memory: no words");
  end else if (Depth == 1) begin : gen_register
    delay_line #(
      .Width(Width),
      .Depth(1)
    ) u_line (
      .clk_i,
      .d_i,
      .q_o
    );
    logic unused_reset;
    assign unused_reset = rst_ni;
  end else begin : gen_ring
    localparam int unsigned AddressBits = $clog2(Depth);
    logic [AddressBits-1:0] place_q;
    logic [AddressBits-1:0] place_d;
    assign place_d = place_q == AddressBits'(Depth - 1) ? '0 : place_q + 1'b1;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) place_q <= '0;
      else place_q <= place_d;
    end
    ram_1r1w #(
      .Width(Width),
      .Depth(Depth)
    ) u_ring (
      .clk_i,
      .write_i(1'b1),
      .write_address_i(place_q),
      .data_i(d_i),
      .read_address_i(place_d),
      .q_o
    );
  end

endmodule
