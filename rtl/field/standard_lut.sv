/// Modular multiplier in standard form by one product and tables, p = a b mod M, one a clock.
///
/// Source: ifzkp, section IV-B4, after Ozturk's low-latency modular multiplication. The bits of the
/// product above the lowest B - 1, where M has B, are cut in chunks of ChunkBits, and a table puts
/// for each chunk its residue mod M (`reduce_table`). A tree adds the residues and the low bits,
/// FanIn words a node. The sum is below (Chunks + 1) M; its few bits above the lowest B - 1 go
/// through one more table:
///
///   a, b --[ int_mul ]-- high chunks -- tables --(+)--[ ]-- ... --(+)--[ ]-- s
///                    '-- low B - 1 bits ---------'
///   s --- high bits --[ table ]--(+)-- less M if not below M --[ ]-- p
///     '-- low B - 1 bits --[ ]----'
///
/// The last sum is below 2^(B-1) + M < 2 M, so that one subtraction is enough. The low part has
/// B - 1 bits and not B for its sake.
/// a, b < M; p < M. Width may exceed B, as a container does.
///
/// Latency : field_pkg::standard_lut_latency(B, ChunkBits, FanIn)
/// Reset : none, data only
/// Handshake : none
/// Model : none
module standard_lut #(
  parameter int unsigned Width = 254,
  parameter bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(curves_pkg::BN254_FQ)),
  /// Address bits of a table.
  parameter int unsigned ChunkBits = field_pkg::standard_lut_chunk_bits(1'b0),
  /// Words that are added within one clock.
  parameter int unsigned FanIn = field_pkg::standard_lut_fan_in(1'b0),
  /// The product in DSP tiles.
  parameter bit Tiles = 1'b0
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  localparam int unsigned B = field_pkg::bits_of(768'(Modulus));
  localparam bit [B-1:0] M = B'(Modulus);
  localparam int unsigned Low = B - 1;
  localparam int unsigned Chunks = field_pkg::standard_lut_chunks(B, ChunkBits);
  localparam int unsigned Levels = field_pkg::tree_levels(Chunks + 1, FanIn);
  if (!Modulus[0] || B < 4 || ChunkBits < 1 || ChunkBits > 8 || FanIn < 2) begin : gen_bad
    $fatal(1, "standard_lut: an odd modulus of 4 bits or more, 1 to 8 bits a chunk, 2 words a sum");
  end

  logic [2*B-1:0] product;
  (* keep_hierarchy *)
  int_mul #(
    .WidthA(B),
    .WidthB(B),
    .Cfg(field_pkg::wide_product(B, Tiles))
  ) u_product (
    .clk_i,
    .a_i(a_i[B-1:0]),
    .b_i(b_i[B-1:0]),
    .p_o(product)
  );

  // Word 0 is the low part, word k the residue of chunk k - 1.
  for (genvar l = 0; l <= Levels; l++) begin : gen_level
    localparam int unsigned Nodes = field_pkg::tree_nodes(Chunks + 1, FanIn, l);
    localparam int unsigned Below = l == 0 ? 1 : field_pkg::tree_nodes(Chunks + 1, FanIn, l - 1);
    for (genvar k = 0; k < Nodes; k++) begin : gen_node
      // So many words are in the sum, at most.
      localparam int unsigned Words = FanIn ** l < Chunks + 1 ? FanIn ** l : Chunks + 1;
      localparam int unsigned Bits = field_pkg::bits_of(768'(M) * 768'(Words) - 768'(1));
      logic [Bits-1:0] word;
      logic [Bits-1:0] word_q;
      // Tables have no registers: their words would be most of all registers.
      delay_line #(
        .Width(Bits),
        .Depth(l == 0 ? 0 : 1)
      ) u_word (
        .clk_i,
        .d_i(word),
        .q_o(word_q)
      );
      if (l == 0 && k == 0) begin : gen_low
        assign word = B'(product[Low-1:0]);
      end else if (l == 0) begin : gen_table
        localparam int unsigned First = Low + (k - 1) * ChunkBits;
        localparam int unsigned Address = First + ChunkBits > 2 * B ? 2 * B - First : ChunkBits;
        (* keep_hierarchy *)
        reduce_table #(
          .Bits(Address),
          .Width(B),
          .Modulus(M),
          .Weight(First)
        ) u_table (
          .x_i(product[First+:Address]),
          .y_o(word)
        );
      end else begin : gen_sum
        // Child c of the node, added to those before it; a missing child is 0.
        for (genvar c = 0; c < FanIn; c++) begin : gen_child
          logic [Bits-1:0] child;
          logic [Bits-1:0] total;
          if (k * FanIn + c < Below) begin : gen_there
            assign child = Bits'(gen_level[l-1].gen_node[k*FanIn+c].word_q);
          end else begin : gen_missing
            assign child = '0;
          end
          if (c == 0) begin : gen_first
            assign total = child;
          end else begin : gen_next
            assign total = gen_child[c-1].total + child;
          end
        end
        assign word = gen_child[FanIn-1].total;
      end
    end
  end

  localparam int unsigned SumBits = field_pkg::bits_of(768'(M) * 768'(Chunks + 1) - 768'(1));
  logic [SumBits-1:0] sum;
  logic [B-1:0] residue;
  logic [B-1:0] residue_q;
  logic [Low-1:0] low_q;
  logic [B-1:0] p;
  assign sum = SumBits'(gen_level[Levels].gen_node[0].word_q);
  reduce_table #(
    .Bits(SumBits - Low),
    .Width(B),
    .Modulus(M),
    .Weight(Low)
  ) u_fold (
    .x_i(sum[SumBits-1:Low]),
    .y_o(residue)
  );
  add_reduce #(
    .Bits(B)
  ) u_result (
    .modulus_i(M),
    .u_i({1'b0, residue_q}),
    .v_i({2'b00, low_q}),
    .carry_i(1'b0),
    .p_o(p)
  );
  always_ff @(posedge clk_i) begin
    residue_q <= residue;
    low_q <= sum[Low-1:0];
    p_o <= Width'(p);
  end

  if (Width > B) begin : gen_container
    logic unused_high;
    assign unused_high = ^{a_i[Width-1:B], b_i[Width-1:B]};
  end

endmodule
