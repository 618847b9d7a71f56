/// Lines that come in beats and leave as lanes: the input memory of the delay-commutator NTT.
///
///   beat of elements --> [pipeline][word of six][index mod Beat] --[ ]--> lanes of all pipelines
///
/// A line of one, two or three words takes as many of the six banks of its pipeline, as in
/// mont_reconf_core; line = pipeline x lanes + lane. Each bank is cut into Beat by the index, so that a
/// beat can hold neighbours of a line or the same place of neighbouring lines. In a beat, no two
/// elements may be of the same line with the same index mod Beat.
///
/// Latency : delay_commutator_pkg::LINE_MEMORY_LATENCY from read_index_i to lanes_o
/// Reset : none, data only
/// Handshake : none
/// Model : none
module delay_commutator_load #(
  parameter int unsigned Word = 128,
  parameter int unsigned Pipelines = 2,
  parameter int unsigned MaxLog2 = 10,
  parameter int unsigned Beat = 4,
  parameter int unsigned Buffers = 2,
  localparam int unsigned BufferBits = $clog2(Buffers),
  localparam int unsigned LineBits = $clog2(6 * Pipelines)
) (
  input  logic                                clk_i,
  input  logic [           1:0]               words_i,
  input  logic                                valid_i,
  input  logic [BufferBits-1:0]               buffer_i,
  input  logic [      Beat-1:0]               mask_i,
  input  logic [      Beat-1:0][LineBits-1:0] line_i,
  input  logic [      Beat-1:0][ MaxLog2-1:0] index_i,
  input  logic [      Beat-1:0][  3*Word-1:0] data_i,
  input  logic [BufferBits-1:0]               read_buffer_i,
  input  logic [   MaxLog2-1:0]               read_index_i,
  output logic [ Pipelines-1:0][  6*Word-1:0] lanes_o
);

  localparam int unsigned PartBits = $clog2(Beat);
  localparam int unsigned AddressBits = BufferBits + MaxLog2 - PartBits;
  if (Beat < 2 || Beat != 1 << PartBits || Buffers < 2 || Buffers != 1 << BufferBits
      || MaxLog2 <= PartBits) begin : gen_bad
    $fatal(1, "delay_commutator_load: beats of %0d, %0d buffers", Beat, Buffers);
  end

  logic one;
  logic two;
  logic [PartBits-1:0] read_part_q;
  assign one = words_i == 2'd1;
  assign two = words_i == 2'd2;
  always_ff @(posedge clk_i) read_part_q <= read_index_i[PartBits-1:0];

  for (genvar p = 0; p < Pipelines; p++) begin : gen_pipeline
    for (genvar w = 0; w < 6; w++) begin : gen_word
      // Which word of which line is here; words above those of a mode take part and are not used.
      logic [LineBits-1:0] line;
      logic [1:0] place;
      logic [Beat-1:0][Word-1:0] part;
      assign line  = one ? LineBits'(6 * p + w) : two ? LineBits'(2 * p + w / 2) : LineBits'(p);
      assign place = one ? 2'd0 : two ? 2'(w % 2) : 2'(w % 3);

      for (genvar k = 0; k < Beat; k++) begin : gen_part
        logic write;
        logic [AddressBits-1:0] address;
        logic [Word-1:0] word;
        always_comb begin
          write = 1'b0;
          address = '0;
          word = '0;
          for (int unsigned e = 0; e < Beat; e++) begin
            if (valid_i && mask_i[e] && line_i[e] == line
                && index_i[e][PartBits-1:0] == PartBits'(k)) begin
              write = 1'b1;
              address = {buffer_i, index_i[e][MaxLog2-1:PartBits]};
              word = data_i[e][place*Word+:Word];
            end
          end
        end
        ram_1r1w #(
          .Width(Word),
          .Depth(Buffers << (MaxLog2 - PartBits))
        ) u_bank (
          .clk_i,
          .write_i(write),
          .write_address_i(address),
          .data_i(word),
          .read_address_i({read_buffer_i, read_index_i[MaxLog2-1:PartBits]}),
          .q_o(part[k])
        );
      end
      assign lanes_o[p][w*Word+:Word] = part[read_part_q];
    end
  end

endmodule
