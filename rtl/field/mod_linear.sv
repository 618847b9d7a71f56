/// A small integer combination of elements of a prime field, sum of c_k x_k mod M, one a clock.
///
/// The multiples of M that make the sum positive come first; then the quotient, from the sum's
/// highest bits; then both results that it allows:
///
///   x_k --[c_k]--(+)--- v ----(+)--- v - q M -------.
///           M '-'        |     '(+)- v - (q + 1) M -[select]--[ ]-- p
///                        '-[q]--'
///
/// h = floor(v / 2^(Bits - 1)) and q, the number of j > 0 with h >= ceil(j M / 2^(Bits - 1)), give
/// v - q M < M + 2^(Bits - 1) <= 2 M, for Bits bits of M.
/// Without positive c_k, v may be the sum of the magnitudes times M itself, one more than the
/// largest q: the second result serves it.
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

  // The magnitudes of all coefficients, or only of the negative ones.
  function automatic int unsigned magnitudes(bit negative_only);
    magnitudes = 0;
    for (int unsigned k = 0; k < Terms; k++) begin
      if (Coefficients[k][7]) magnitudes += 32'(8'(-Coefficients[k]));
      else if (!negative_only) magnitudes += 32'(Coefficients[k]);
    end
    return magnitudes;
  endfunction

  localparam int unsigned Bits = field_pkg::bits_of(768'(Modulus));
  localparam int unsigned Range = magnitudes(1'b0);
  localparam int unsigned SumBits = Bits + $clog2(Range + 1);
  localparam bit [SumBits-1:0] M = SumBits'(Modulus);
  localparam bit [SumBits-1:0] Offset = SumBits'(magnitudes(1'b1)) * M;
  if (Range < 1 || Range > 64 || Width > 768 || Modulus < 3) begin : gen_bad
    $fatal(1, "mod_linear: coefficients of 1 to 64 together and a prime are allowed");
  end

  logic [Terms-1:0][SumBits-1:0] multiple;
  for (genvar k = 0; k < Terms; k++) begin : gen_term
    localparam bit Negative = Coefficients[k][7];
    localparam bit [7:0] Magnitude = Negative ? 8'(-Coefficients[k]) : Coefficients[k];
    if (Magnitude == 0) begin : gen_nothing
      assign multiple[k] = '0;
      logic unused_low;
      assign unused_low = ^x_i[k][Bits-1:0];
    end else begin : gen_multiple
      logic [SumBits-1:0] magnitude;
      const_mul #(
        .Width(Bits),
        .ConstantWidth(8),
        .Constant(Magnitude),
        .OutWidth(SumBits)
      ) u_multiple (
        .clk_i(1'b0),
        .x_i  (x_i[k][Bits-1:0]),
        .p_o  (magnitude)
      );
      assign multiple[k] = Negative ? -magnitude : magnitude;
    end
    if (Bits < Width) begin : gen_unused
      logic unused_x;
      assign unused_x = ^x_i[k][Width-1:Bits];
    end
  end

  logic [SumBits-1:0] v;
  always_comb begin
    v = Offset;
    for (int unsigned k = 0; k < Terms; k++) v += multiple[k];
  end

  // reached[j]: the quotient is j or more.
  logic [Range:0] reached;
  assign reached[0] = 1'b1;
  assign reached[Range] = 1'b0;
  for (genvar j = 1; j < Range; j++) begin : gen_threshold
    localparam bit [SumBits-1:0] Above = SumBits'(j) * M + (SumBits'(1) << (Bits - 1)) - 1'b1;
    assign reached[j] = v[SumBits-1:Bits-1] >= Above[SumBits-1:Bits-1];
  end

  logic [SumBits-1:0] lower;
  logic [SumBits-1:0] upper;
  always_comb begin
    lower = '0;
    upper = '0;
    for (int unsigned j = 0; j < Range; j++) begin
      if (reached[j] && !reached[j+1]) begin
        lower |= SumBits'(j) * M;
        upper |= SumBits'(j + 1) * M;
      end
    end
  end

  logic [Bits-1:0] remainder;
  logic [  Bits:0] reduced;
  assign remainder = v[Bits-1:0] - lower[Bits-1:0];
  assign reduced   = v[Bits:0] - upper[Bits:0];
  always_ff @(posedge clk_i) begin
    p_o <= Width'(reduced[Bits] ? remainder : reduced[Bits-1:0]);
  end

endmodule
