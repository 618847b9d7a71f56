/// Where a burst of a batch lies: its address in the tiled matrix, and the places of its elements.
///
///   batch, burst --> row, column --> address; line and index of each element
///
/// The layout of uninm, appendix B: square tiles, each one contiguous block. Inside a tile, elements
/// are grouped in squares as wide as a batch, so that a batch of rows, or of columns, is read in runs
/// of whole squares; that order is ours. A burst holds Beat neighbouring elements of a row. Sizes are
/// powers of two, Beat <= Lines < Tile <= rows, columns.
///
/// Latency : combinational
/// Reset : none
/// Handshake : none
/// Model : sim::memory::TiledMatrix
module tiled_burst #(
  parameter int unsigned Lines = 4,
  parameter int unsigned Beat = 2,
  parameter int unsigned Tile = 16,
  parameter int unsigned ElementBytes = 32,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned BurstBits = MaxLog2 + $clog2(Lines / Beat),
  parameter int unsigned LineBits = $clog2(Lines)
) (
  input  logic                               columns_i,
  input  logic [          4:0]               log_columns_i,
  input  logic [         39:0]               base_i,
  input  logic [         15:0]               batch_i,
  input  logic [BurstBits-1:0]               burst_i,
  output logic [         39:0]               address_o,
  output logic [     Beat-1:0][LineBits-1:0] line_o,
  output logic [     Beat-1:0][ MaxLog2-1:0] index_o
);

  localparam int unsigned TileBits = $clog2(Tile);
  localparam int unsigned BeatBits = $clog2(Beat);
  localparam int unsigned InnerBits = 2 * LineBits - BeatBits;
  localparam int unsigned OuterBits = TileBits - LineBits;
  if (Beat > Lines || Lines < 2 || Lines >= Tile || 2 ** MaxLog2 < Tile) begin : gen_bad
    $fatal(1, "tiled_burst: Beat <= Lines < Tile <= longest line, at least two lines");
  end
  if (Lines != 1 << LineBits || Beat != 1 << BeatBits || Tile != 1 << TileBits) begin : gen_power
    $fatal(1, "tiled_burst: lines, beats and tiles of powers of two");
  end

  // The square along the batch's lines, and the place inside it.
  logic [MaxLog2-LineBits-1:0] square;
  logic [2*LineBits-1:0] inner;
  logic [LineBits-1:0] inner_row;
  logic [LineBits-1:0] inner_column;
  assign square = burst_i[BurstBits-1:InnerBits];
  assign inner = (2 * LineBits)'(burst_i[InnerBits-1:0]) << BeatBits;
  assign {inner_row, inner_column} = inner;

  // In squares.
  logic [15:0] row;
  logic [15:0] column;
  assign row = columns_i ? 16'(square) : batch_i;
  assign column = columns_i ? batch_i : 16'(square);

  logic [39:0] tile;
  logic [2*OuterBits-1:0] in_tile;
  logic [39:0] element;
  assign tile = (40'(row >> OuterBits) << (log_columns_i - 5'(TileBits))) |
      40'(column >> OuterBits);
  assign in_tile = {row[OuterBits-1:0], column[OuterBits-1:0]};
  assign element = (tile << (2 * TileBits)) | (40'(in_tile) << (2 * LineBits)) | 40'(inner);
  assign address_o = base_i + element * 40'(ElementBytes);

  for (genvar k = 0; k < Beat; k++) begin : gen_element
    logic [LineBits-1:0] element_column;
    assign element_column = inner_column | LineBits'(k);
    assign line_o[k] = columns_i ? element_column : inner_row;
    assign index_o[k] = {square, columns_i ? inner_row : element_column};
  end

endmodule
