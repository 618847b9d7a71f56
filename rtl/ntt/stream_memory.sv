/// Lines of some batches in memory, written and read by one or two elements of each in a clock.
///
///   elements, (line, index) --> bank 0, bank 1 of each line --[ ]--> elements
///
/// An element lies in the bank that the sum of its lowest and its highest index bit names. So two
/// elements of a line that are used in one clock may be neighbours 2k, 2k + 1, as on the way from and
/// to a memory, or half a line apart, as a butterfly has them. Lines have 2^log2_i elements, log2_i
/// at least 2 and steady while any batch is inside.
///
/// Latency : 1 clock from an index to q_o
/// Reset : none, data only
/// Handshake : the ports of one line in one clock use different banks
/// Model : none
module stream_memory #(
  parameter int unsigned Width = 256,
  parameter int unsigned Lines = 1,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned Buffers = 2,
  parameter int unsigned WritePorts = 2,
  parameter int unsigned ReadPorts = 2,
  parameter int unsigned BufferBits = $clog2(Buffers)
) (
  input  logic                                          clk_i,
  input  logic [           4:0]                         log2_i,
  /// Each port writes its element of the lines that it names.
  input  logic [WritePorts-1:0][  Lines-1:0]            write_i,
  input  logic [BufferBits-1:0]                         write_buffer_i,
  input  logic [WritePorts-1:0][MaxLog2-1:0]            write_index_i,
  input  logic [WritePorts-1:0][  Lines-1:0][Width-1:0] data_i,
  /// Each port has an element of each of the lines that it names.
  input  logic [ ReadPorts-1:0][  Lines-1:0]            read_i,
  input  logic [BufferBits-1:0]                         read_buffer_i,
  input  logic [ ReadPorts-1:0][MaxLog2-1:0]            read_index_i,
  output logic [ ReadPorts-1:0][  Lines-1:0][Width-1:0] q_o
);

  localparam int unsigned AddressBits = BufferBits + MaxLog2 - 1;

  function automatic logic bank(logic [MaxLog2-1:0] index, logic [4:0] log2_size);
    return index[0] ^ 1'(index >> (log2_size - 5'd1));
  endfunction

  logic [WritePorts-1:0] write_bank;
  logic [ ReadPorts-1:0] read_bank;
  logic [ ReadPorts-1:0] read_bank_q;
  always_comb begin
    for (int unsigned p = 0; p < WritePorts; p++) write_bank[p] = bank(write_index_i[p], log2_i);
    for (int unsigned p = 0; p < ReadPorts; p++) read_bank[p] = bank(read_index_i[p], log2_i);
  end
  always_ff @(posedge clk_i) read_bank_q <= read_bank;

  for (genvar l = 0; l < Lines; l++) begin : gen_line
    logic [1:0][Width-1:0] q;
    for (genvar b = 0; b < 2; b++) begin : gen_bank
      logic write;
      logic [MaxLog2-2:0] write_place;
      logic [MaxLog2-2:0] read_place;
      logic [Width-1:0] data;
      always_comb begin
        write = 1'b0;
        write_place = write_index_i[0][MaxLog2-1:1];
        data = data_i[0][l];
        for (int unsigned p = 0; p < WritePorts; p++) begin
          if (write_i[p][l] && write_bank[p] == 1'(b)) begin
            write = 1'b1;
            write_place = write_index_i[p][MaxLog2-1:1];
            data = data_i[p][l];
          end
        end
        read_place = read_index_i[0][MaxLog2-1:1];
        for (int unsigned p = 0; p < ReadPorts; p++) begin
          if (read_i[p][l] && read_bank[p] == 1'(b)) read_place = read_index_i[p][MaxLog2-1:1];
        end
      end
      ram_1r1w #(
        .Width(Width),
        .Depth(Buffers << (MaxLog2 - 1)),
        .AddressBits(AddressBits)
      ) u_words (
        .clk_i,
        .write_i(write),
        .write_address_i({write_buffer_i, write_place}),
        .data_i(data),
        .read_address_i({read_buffer_i, read_place}),
        .q_o(q[b])
      );
    end
    for (genvar p = 0; p < ReadPorts; p++) begin : gen_port
      assign q_o[p][l] = q[read_bank_q[p]];
    end
  end

endmodule
