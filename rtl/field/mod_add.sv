/// Sum of two elements of a prime field, a + b mod M, one a clock.
///
///   a, b --(+)--- a + b ------.
///       '--(+)--- a + b - M --[select]--[ ]-- sum
///
/// a, b < M; sum < M.
///
/// Latency : field_pkg::MOD_ADD_LATENCY
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mod_add #(
  parameter int unsigned Width = 254,
  parameter bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(curves_pkg::BN254_FQ))
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] sum_o
);

  if (Modulus < 3) begin : gen_bad
    $fatal(1, "mod_add: the modulus must be an odd prime");
  end

  logic [Width-1:0] sum;
  add_reduce #(
    .Bits(Width)
  ) u_sum (
    .modulus_i(Modulus),
    .u_i({1'b0, a_i}),
    .v_i({1'b0, b_i}),
    .carry_i(1'b0),
    .p_o(sum)
  );
  always_ff @(posedge clk_i) sum_o <= sum;

endmodule
