/// Sum of two elements of a prime field, a + b mod M, one a clock.
///
///   a, b --(+)--- a + b ------.
///       '--(+)--- a + b - M --[select]--[ ]-- sum
///
/// a, b < M; sum < M. M is `modulus_i` of the same clock.
///
/// Latency : field_pkg::MOD_ADD_LATENCY
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mod_add #(
  parameter int unsigned Width = 256
) (
  input  logic             clk_i,
  input  logic [Width-1:0] modulus_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] sum_o
);

  logic [Width-1:0] sum;
  add_reduce #(
    .Bits(Width)
  ) u_sum (
    .modulus_i(modulus_i),
    .u_i({1'b0, a_i}),
    .v_i({1'b0, b_i}),
    .carry_i(1'b0),
    .p_o(sum)
  );
  always_ff @(posedge clk_i) sum_o <= sum;

endmodule
