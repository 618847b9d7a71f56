/// A queue of words in a memory.
///
///   valid_i, data_i --[memory of Depth words]--[ ]-- valid_o, data_o
///
/// The register at the output is the memory's: with it the queue holds Depth + 1 words.
///
/// Latency : 2 clocks through an empty queue
/// Reset : of pointers and counts, not of words
/// Handshake : valid/ready streams
/// Model : none
module fifo #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             valid_i,
  output logic             ready_o,
  input  logic [Width-1:0] data_i,
  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  localparam int unsigned PointerBits = Depth > 1 ? $clog2(Depth) : 1;
  localparam int unsigned CountBits = $clog2(Depth + 1);
  if (Depth == 0) begin : gen_bad
    $fatal(1, "fifo: no words");
  end

  logic [PointerBits-1:0] write_q, read_q;
  logic [CountBits-1:0] count_q;
  logic write, read;
  assign ready_o = count_q != CountBits'(Depth);
  assign write = valid_i && ready_o;
  assign read = count_q != 0 && (!valid_o || ready_i);

  function automatic logic [PointerBits-1:0] next(logic [PointerBits-1:0] pointer);
    return pointer == PointerBits'(Depth - 1) ? '0 : pointer + 1'b1;
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {write_q, read_q, count_q} <= '0;
      valid_o <= 1'b0;
    end else begin
      if (write) write_q <= next(write_q);
      if (read) read_q <= next(read_q);
      count_q <= count_q + CountBits'(write) - CountBits'(read);
      if (read || ready_i) valid_o <= read;
    end
  end

  logic [Width-1:0] memory[Depth];
  always_ff @(posedge clk_i) begin
    if (write) memory[write_q] <= data_i;
    if (read) data_o <= memory[read_q];
  end

endmodule
