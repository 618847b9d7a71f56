/// Unsigned integer product in tiles of the size of an FPGA's DSP block, p = a * b.
///
/// One operand is cut in parts of 26 bits, the other in parts of 17 (DSP48E2: 27 x 18 signed). The
/// tiles of a column share the wide part; each adds what the tile below it left above its 17 bits,
/// which is the block's own adder and its shifted cascade input:
///
///   part of 26 -->[ x part 0 ]--17 bits, rest -->[ x part 1 ]--17 bits, rest --> ... --> column
///
/// The columns are added in logic. Synthesis tools cut a wide product in tiles of 17 x 17, half as
/// many again. A last part of one or two bits is multiplied in logic. Any operands.
///
/// Latency : 0, combinational
/// Reset : none
/// Handshake : none
/// Model : none
module int_mul_tiles #(
  parameter int unsigned WidthA = 64,
  parameter int unsigned WidthB = 64
) (
  input  logic [       WidthA-1:0] a_i,
  input  logic [       WidthB-1:0] b_i,
  output logic [WidthA+WidthB-1:0] p_o
);

  localparam int unsigned Wide = arith_pkg::TILE_WIDE;
  localparam int unsigned Narrow = arith_pkg::TILE_NARROW;
  localparam int unsigned Sliver = 2;
  // The cut with fewer tiles.
  localparam bit Swap = ((WidthA + Wide - 1) / Wide) * ((WidthB + Narrow - 1 - Sliver) / Narrow)
      > ((WidthB + Wide - 1) / Wide) * ((WidthA + Narrow - 1 - Sliver) / Narrow);
  localparam int unsigned X = Swap ? WidthB : WidthA;
  localparam int unsigned Y = Swap ? WidthA : WidthB;
  localparam int unsigned Columns = (X + Wide - 1) / Wide;
  localparam int unsigned Tiles = (Y + Narrow - 1) / Narrow;

  logic [X-1:0] x;
  logic [Y-1:0] y;
  if (Swap) begin : gen_swap
    assign x = b_i;
    assign y = a_i;
  end else begin : gen_keep
    assign x = a_i;
    assign y = b_i;
  end

  for (genvar i = 0; i < Columns; i++) begin : gen_column
    localparam int unsigned LowX = i * Wide;
    localparam int unsigned PartX = X - LowX < Wide ? X - LowX : Wide;
    logic [PartX+Y-1:0] column;
    for (genvar j = 0; j < Tiles; j++) begin : gen_tile
      localparam int unsigned LowY = j * Narrow;
      localparam int unsigned PartY = Y - LowY < Narrow ? Y - LowY : Narrow;
      logic [PartX+PartY-1:0] product;
      logic [PartX+PartY-1:0] tile;
      if (PartY > Sliver) begin : gen_block
        assign product = (PartX + PartY)'(x[LowX+:PartX]) * (PartX + PartY)'(y[LowY+:PartY]);
      end else if (PartY == 1) begin : gen_bit
        assign product = y[LowY] ? (PartX + 1)'(x[LowX+:PartX]) : '0;
      end else begin : gen_two_bits
        assign product = (y[LowY] ? (PartX + 2)'(x[LowX+:PartX]) : '0)
            + (y[LowY+1] ? (PartX + 2)'({x[LowX+:PartX], 1'b0}) : '0);
      end
      if (j == 0) begin : gen_first
        assign tile = product;
      end else begin : gen_next
        assign tile = product + (PartX + PartY)'(gen_tile[j-1].tile[PartX+Narrow-1:Narrow]);
      end
      if (j < Tiles - 1) begin : gen_low
        assign column[LowY+:Narrow] = tile[Narrow-1:0];
      end else begin : gen_top
        assign column[PartX+Y-1:LowY] = tile;
      end
    end
    logic [LowX+PartX+Y-1:0] acc;
    if (i == 0) begin : gen_first
      assign acc = column;
    end else begin : gen_next
      assign acc[LowX-1:0] = gen_column[i-1].acc[LowX-1:0];
      assign acc[LowX+PartX+Y-1:LowX] = column + (PartX + Y)'(gen_column[i-1].acc[LowX+Y-1:LowX]);
    end
  end
  assign p_o = gen_column[Columns-1].acc;

endmodule
