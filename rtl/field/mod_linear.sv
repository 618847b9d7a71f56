/// A small integer combination of elements of a prime field, sum of c_k x_k mod M, one a clock.
///
/// Each bit of a coefficient is a row x_k 2^b, and the multiples of M that make the sum v positive
/// are one more. The quotient comes from the highest bits of the rows alone, so that it waits for
/// no carry; then both results that it allows:
///
///   rows --(+)----------- v - q M -------.
///     |    '-(+)--------- v - (q + 1) M -[select]--[ ]-- p
///     '-[high bits]--[q]--'
///
/// With high bits in units of 2^(Bits - Fraction), for Bits bits of M, their sum h is less than v by
/// fewer units than there are rows, and q, the number of j > 0 with h >= j M in units, gives
/// v - q M < M + Rows units <= 2 M.
///
/// x_k < M; p < M. The magnitudes of the c_k are together 1 to 64; the x_k of a c_k = 0 is ignored.
///
/// Latency : field_pkg::MOD_LINEAR_LATENCY
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mod_linear #(
  parameter int unsigned Width = 256,
  parameter bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(curves_pkg::BN254_FQ)),
  parameter int unsigned Terms = 2,
  parameter bit signed [Terms-1:0][7:0] Coefficients = '{8'sd1, -8'sd1}
) (
  input  logic                        clk_i,
  input  logic [Terms-1:0][Width-1:0] x_i,
  output logic [Width-1:0]            p_o
);

  function automatic bit [7:0] magnitude(int unsigned k);
    return 8'(Coefficients[k][7] ? -Coefficients[k] : Coefficients[k]);
  endfunction

  // The sum of the magnitudes of all coefficients, or only of the negative ones.
  function automatic int unsigned magnitudes(bit negative_only);
    magnitudes = 0;
    for (int unsigned k = 0; k < Terms; k++) begin
      if (Coefficients[k][7] || !negative_only) magnitudes += 32'(magnitude(k));
    end
    return magnitudes;
  endfunction

  // The rows of the first terms, and of the negative ones among them.
  function automatic int unsigned rows_of(int unsigned terms, bit negative_only);
    rows_of = 0;
    for (int unsigned k = 0; k < terms; k++) begin
      if (Coefficients[k][7] || !negative_only) rows_of += 32'($countones(magnitude(k)));
    end
    return rows_of;
  endfunction

  localparam int unsigned Bits = field_pkg::bits_of(768'(Modulus));
  localparam int unsigned Range = magnitudes(1'b0);
  localparam int unsigned Rows = rows_of(Terms, 1'b0) + 1;
  localparam int unsigned SumBits = Bits + $clog2(Range + 1);
  localparam int unsigned Fraction = $clog2(Rows + 1) + 1;
  localparam int unsigned UnitBits = Bits > Fraction ? Bits - Fraction : 0;
  localparam int unsigned HighBits = SumBits - UnitBits;
  localparam bit [SumBits-1:0] M = SumBits'(Modulus);
  if (Range < 1 || Range > 64 || Width > 768 || Modulus < 3) begin : gen_bad
    $fatal(1, "mod_linear: coefficients of 1 to 64 together and a prime are allowed");
  end

  // A negative row -y is ~y + 1. The 1s stand in the last row.
  localparam bit [SumBits-1:0] Offset = SumBits'(magnitudes(
      1'b1
  )) * M + SumBits'(rows_of(
      Terms, 1'b1
  ));
  logic [Rows-1:0][SumBits-1:0] row;
  assign row[Rows-1] = Offset;
  for (genvar k = 0; k < Terms; k++) begin : gen_term
    for (genvar b = 0; b < 7; b++) begin : gen_bit
      localparam bit [7:0] Magnitude = magnitude(k);
      if (Magnitude[b]) begin : gen_row
        localparam int unsigned Index = rows_of(
            k, 1'b0
        ) + 32'($countones(
            Magnitude & 8'((1 << b) - 1)
        ));
        logic [SumBits-1:0] shifted;
        assign shifted = SumBits'(x_i[k][Bits-1:0]) << b;
        assign row[Index] = Coefficients[k][7] ? ~shifted : shifted;
      end
    end
  end
  logic unused_x;
  assign unused_x = ^x_i;

  // Rows units more than h, which may be below 0.
  logic [HighBits-1:0] high;
  always_comb begin
    high = HighBits'(Rows);
    for (int unsigned i = 0; i < Rows; i++) high += row[i][SumBits-1:UnitBits];
  end

  // reached[j]: the quotient is j or more.
  logic [Range:0] reached;
  assign reached[0] = 1'b1;
  assign reached[Range] = 1'b0;
  for (genvar j = 1; j < Range; j++) begin : gen_threshold
    localparam bit [SumBits-1:0] Above = SumBits'(j) * M + (SumBits'(1) << UnitBits) - 1'b1;
    assign reached[j] = high >= Above[SumBits-1:UnitBits] + HighBits'(Rows);
  end

  // The multiples of M, negated.
  logic [Bits:0] lower;
  logic [Bits:0] upper;
  always_comb begin
    lower = '0;
    upper = '0;
    for (int unsigned j = 0; j < Range; j++) begin
      if (reached[j] && !reached[j+1]) begin
        lower |= (Bits + 1)'(-(SumBits'(j) * M));
        upper |= (Bits + 1)'(-(SumBits'(j + 1) * M));
      end
    end
  end

  logic [Bits:0] remainder;
  logic [Bits:0] reduced;
  always_comb begin
    remainder = lower;
    reduced   = upper;
    for (int unsigned i = 0; i < Rows; i++) begin
      remainder = remainder + row[i][Bits:0];
      reduced   = reduced + row[i][Bits:0];
    end
  end
  always_ff @(posedge clk_i) begin
    p_o <= Width'(reduced[Bits] ? remainder[Bits-1:0] : reduced[Bits-1:0]);
  end

endmodule
