/// Twiddles of the stages, for butterflies that ask for them in either order of exponents.
///
///   stage, group --> exponents --> [skewed banks] --[select]-- twiddles
///
/// Butterfly i of a line of 2^l, root w, h = 2^(l-1), uses in stage s
///   forward : w^e,  e = i       without its s lowest bits
///   inverse : w^-e, e = rev(i)  without its s lowest bits, rev over l - 1 bits.
/// The table has w^e for 0 < e < h. The inverse is -w^(h-e), given without the sign: whoever uses it
/// exchanges the operands of the difference. Entry 0 stands for 1 or, inverse, -1.
///
/// Neighbours ask for entries next to each other, or h / Butterflies apart. Entry e is therefore in
/// the bank of its lowest bits, each of them xored with one of the highest: bit k with bit l-2-k, if
/// that does not belong to the lowest. All lengths are held at once, entry e of each at h + e: half
/// of the words would do if those of a shorter line were taken from the longer one's, but not
/// without conflicts.
///
/// Source: uninm, section 4.2, Algorithms 5 and 6: "n/2 - 1 twiddles", one memory for all kernels.
/// Algorithm 6 lacks the entry for exponent 0.
///
/// Latency : 1
/// Reset : none, data only
/// Handshake : none
/// Model : sim::ntt::kernel
module twiddle_table #(
  parameter int unsigned Width = 256,
  parameter int unsigned Butterflies = 4,
  parameter int unsigned MaxLog2 = 12,
  /// 1 in the form of the twiddles, and the modulus.
  parameter bit [Width-1:0] One = 1,
  parameter bit [Width-1:0] Modulus = 3,
  parameter int unsigned GroupBits = MaxLog2 - 1 - $clog2(Butterflies)
) (
  input  logic                              clk_i,
  input  logic [            4:0]            log2_size_i,
  input  logic                              inverse_i,
  input  logic [            4:0]            stage_i,
  input  logic [  GroupBits-1:0]            group_i,
  output logic [Butterflies-1:0][Width-1:0] twiddles_o,
  input  logic                              write_i,
  input  logic [    MaxLog2-1:0]            index_i,
  input  logic [      Width-1:0]            data_i
);

  localparam int unsigned Low = $clog2(Butterflies);
  localparam int unsigned Rows = 1 << (MaxLog2 - Low);
  if (Butterflies < 2 || Butterflies != 1 << Low || MaxLog2 < Low + 2) begin : gen_bad
    $fatal(1, "twiddle_table: butterflies are a power of two, and a line has four times as many");
  end

  /// The bank of an index whose highest one is bit `high`.
  function automatic logic [Low-1:0] bank(logic [MaxLog2-1:0] index, int unsigned high);
    bank = index[Low-1:0];
    for (int unsigned k = 0; k < Low; k++) begin
      if (high >= k + 1 + Low) bank[k] ^= index[high-1-k];
    end
    return bank;
  endfunction

  function automatic int unsigned highest(logic [MaxLog2-1:0] index);
    highest = 0;
    for (int unsigned k = 0; k < MaxLog2; k++) if (index[k]) highest = k;
    return highest;
  endfunction

  // Entries asked for.
  logic [4:0] high;
  logic [MaxLog2-1:0] half;
  assign high = log2_size_i - 5'd1;
  assign half = MaxLog2'(1) << high;
  logic [Butterflies-1:0][MaxLog2-1:0] index;
  logic [Butterflies-1:0][Low-1:0] source, source_q;
  logic [Butterflies-1:0] is_one, is_one_q;
  logic inverse_q;
  for (genvar j = 0; j < Butterflies; j++) begin : gen_index
    logic [MaxLog2-2:0] butterfly, reversed, exponent, entry;
    assign butterfly = {group_i, Low'(j)};
    for (genvar k = 0; k < MaxLog2 - 1; k++) begin : gen_reversed
      assign reversed[k] = butterfly[MaxLog2-2-k];
    end
    assign exponent = ((inverse_i ? reversed >> (5'(MaxLog2 - 1) - high) : butterfly) >> stage_i)
        << stage_i;
    assign entry = inverse_i ? ~exponent + 1'b1 : exponent;
    assign index[j] = half | (MaxLog2'(entry) & (half - 1'b1));
    assign source[j] = bank(index[j], 32'(high));
    assign is_one[j] = exponent == '0;
  end
  always_ff @(posedge clk_i) begin
    source_q  <= source;
    is_one_q  <= is_one;
    inverse_q <= inverse_i;
  end

  logic [Low-1:0] write_bank;
  logic [Butterflies-1:0][Width-1:0] words;
  assign write_bank = bank(index_i, highest(index_i));
  for (genvar k = 0; k < Butterflies; k++) begin : gen_bank
    logic [MaxLog2-1:Low] row;
    always_comb begin
      row = '0;
      for (int unsigned j = 0; j < Butterflies; j++) begin
        if (source[j] == Low'(k)) row = index[j][MaxLog2-1:Low];
      end
    end
    ram_1r1w #(
      .Width(Width),
      .Depth(Rows)
    ) u_bank (
      .clk_i,
      .write_i(write_i && write_bank == Low'(k)),
      .write_address_i(index_i[MaxLog2-1:Low]),
      .data_i,
      .read_address_i(row),
      .q_o(words[k])
    );
    assign twiddles_o[k] = !is_one_q[k] ? words[source_q[k]] : inverse_q ? Modulus - One : One;
  end

endmodule
