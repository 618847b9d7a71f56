/// Table of a few bits' residues, y = x 2^Weight mod M.
///
/// A table of 2^Bits entries, in which each bit of y is a function of Bits bits: one LUT6 a bit
/// where Bits is 6 (ifzkp, section IV-B4, after Ozturk).
///
/// Any x; y < M.
///
/// Latency : 0, combinational
/// Reset : none
/// Handshake : none
/// Model : none
module reduce_table #(
  parameter int unsigned Bits = 6,
  parameter int unsigned Width = 254,
  parameter bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(curves_pkg::BN254_FQ)),
  parameter int unsigned Weight = 254
) (
  input  logic [ Bits-1:0] x_i,
  output logic [Width-1:0] y_o
);

  if (Bits > 10) begin : gen_bad
    $fatal(1, "reduce_table: a table of %0d address bits is too large", Bits);
  end

  typedef bit [2**Bits-1:0][Width-1:0] rom_t;

  // (a + b) mod M of residues.
  function automatic bit [Width-1:0] add(bit [Width-1:0] a, bit [Width-1:0] b);
    bit [Width:0] sum;
    sum = {1'b0, a} + {1'b0, b};
    return Width'(sum >= {1'b0, Modulus} ? sum - {1'b0, Modulus} : sum);
  endfunction

  function automatic rom_t residues();
    bit [Width-1:0] step;
    step = Width'(1);
    for (int unsigned i = 0; i < Weight; i++) step = add(step, step);
    residues[0] = '0;
    for (int unsigned x = 1; x < 2 ** Bits; x++) residues[x] = add(residues[x-1], step);
  endfunction

  localparam rom_t Residues = residues();
  assign y_o = Residues[x_i];

endmodule
