/// A memory with one port to read and one to write.
///
///   write_i, write_address_i, data_i --> [Depth words] --[ ]--> q_o
///
/// A word read in the clock in which it is written is not defined: nobody may use it.
///
/// Latency : 1 clock from the read address to q_o
/// Reset : none, data only
/// Handshake : none
/// Model : none
module ram_1r1w #(
  parameter int unsigned Width = 64,
  parameter int unsigned Depth = 256,
  parameter int unsigned AddressBits = Depth > 1 ? $clog2(Depth) : 1
) (
  input  logic                   clk_i,
  input  logic                   write_i,
  input  logic [AddressBits-1:0] write_address_i,
  input  logic [      Width-1:0] data_i,
  input  logic [AddressBits-1:0] read_address_i,
  output logic [      Width-1:0] q_o
);

  logic [Width-1:0] memory[Depth];
  always_ff @(posedge clk_i) begin
    if (write_i) memory[write_address_i] <= data_i;
    q_o <= memory[read_address_i];
  end

endmodule
