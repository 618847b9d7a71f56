/// Lines that come as lanes and leave in beats: the output memory of the delay-commutator NTT.
///
///   lanes of all pipelines --> [pipeline][word of six][index mod Beat] --[ ]--[ ]--> beat of elements
///
/// Banks, lines and beats are those of delay_commutator_load. The elements of a beat are read under
/// the same rule, those that are wanted before the others, which may be anywhere; words above those
/// of the mode are zero.
///
/// Latency : ntt_pkg::STORE_LATENCY from line_i, index_i to data_o
/// Reset : none, data only
/// Handshake : none
/// Model : none
module delay_commutator_store #(
  parameter int unsigned Word = 128,
  parameter int unsigned Pipelines = 2,
  parameter int unsigned MaxLog2 = 10,
  parameter int unsigned Beat = 4,
  parameter int unsigned Buffers = 4,
  localparam int unsigned BufferBits = $clog2(Buffers),
  localparam int unsigned LineBits = $clog2(6 * Pipelines)
) (
  input  logic                                clk_i,
  input  logic [           1:0]               words_i,
  input  logic                                write_i,
  input  logic [BufferBits-1:0]               write_buffer_i,
  input  logic [   MaxLog2-1:0]               write_index_i,
  input  logic [ Pipelines-1:0][  6*Word-1:0] lanes_i,
  input  logic [BufferBits-1:0]               buffer_i,
  input  logic [      Beat-1:0][LineBits-1:0] line_i,
  input  logic [      Beat-1:0][ MaxLog2-1:0] index_i,
  output logic [      Beat-1:0][  3*Word-1:0] data_o
);

  localparam int unsigned PartBits = $clog2(Beat);
  localparam int unsigned AddressBits = BufferBits + MaxLog2 - PartBits;
  localparam int unsigned Banks = 6 * Pipelines;
  if (Beat < 2 || Beat != 1 << PartBits || Buffers < 2 || Buffers != 1 << BufferBits
      || MaxLog2 <= PartBits) begin : gen_bad
    $fatal(1, "delay_commutator_store: beats of %0d, %0d buffers", Beat, Buffers);
  end
  if (ntt_pkg::STORE_LATENCY != 2) begin : gen_bad_latency
    $fatal(1, "delay_commutator_store: a read takes two clocks");
  end

  logic one;
  logic two;
  assign one = words_i == 2'd1;
  assign two = words_i == 2'd2;

  logic [Beat-1:0][Banks-1:0][Word-1:0] bank;
  for (genvar n = 0; n < Banks; n++) begin : gen_bank
    localparam int unsigned Pipeline = n / 6;
    localparam int unsigned Place = n % 6;
    logic [LineBits-1:0] line;
    assign line = one ? LineBits'(n)
        : two ? LineBits'(2 * Pipeline + Place / 2) : LineBits'(Pipeline);
    for (genvar k = 0; k < Beat; k++) begin : gen_part
      logic [AddressBits-1:0] address;
      always_comb begin
        address = '0;
        for (int e = Beat - 1; e >= 0; e--) begin
          if (line_i[e] == line && index_i[e][PartBits-1:0] == PartBits'(k)) begin
            address = {buffer_i, index_i[e][MaxLog2-1:PartBits]};
          end
        end
      end
      ram_1r1w #(
        .Width(Word),
        .Depth(Buffers << (MaxLog2 - PartBits))
      ) u_bank (
        .clk_i,
        .write_i(write_i && write_index_i[PartBits-1:0] == PartBits'(k)),
        .write_address_i({write_buffer_i, write_index_i[MaxLog2-1:PartBits]}),
        .data_i(lanes_i[Pipeline][Place*Word+:Word]),
        .read_address_i(address),
        .q_o(bank[k][n])
      );
    end
  end

  // The first bank of a line; the pad keeps the words above those of the mode inside the array.
  localparam int unsigned BankBits = $clog2(Banks + 2);
  logic [Beat-1:0][Banks+1:0][Word-1:0] padded;
  for (genvar e = 0; e < Beat; e++) begin : gen_element
    logic [PartBits-1:0] part_q;
    logic [BankBits-1:0] first_q;
    logic [1:0] words_q;
    assign padded[e] = {(2 * Word)'(0), bank[part_q]};
    always_ff @(posedge clk_i) begin
      words_q <= words_i;
      part_q <= index_i[e][PartBits-1:0];
      first_q <= one ? BankBits'(line_i[e])
          : two ? BankBits'(6 * (32'(line_i[e]) / 2) + 2 * (32'(line_i[e]) % 2))
          : BankBits'(6 * 32'(line_i[e]));
      data_o[e][0+:Word] <= padded[e][first_q];
      data_o[e][Word+:Word] <= words_q == 2'd1 ? '0 : padded[e][first_q+1'b1];
      data_o[e][2*Word+:Word] <= words_q != 2'd3 ? '0 : padded[e][first_q+BankBits'(2)];
    end
  end

endmodule
