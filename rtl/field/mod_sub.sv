/// Difference of two elements of a prime field, a - b mod M, one a clock.
///
/// Both candidates are formed side by side; a row of full adders puts M in front of the second
/// adder.
///
///   a, -b ------------(+)--- a - b ------.
///      '--[3:2]--(+)-------- a - b + M --[select]--[ ]-- difference
///           M                 '- borrow of a - b -'
///
/// a, b < M; difference < M. M is `modulus_i` of the same clock.
///
/// Latency : field_pkg::MOD_SUB_LATENCY
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mod_sub #(
  parameter int unsigned Width = 256
) (
  input  logic             clk_i,
  input  logic [Width-1:0] modulus_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] difference_o
);

  // a - b + M = (a ^ ~b ^ M) + 2 maj(a, ~b, M) + 1, modulo 2^Width.
  logic [Width-1:0] not_b;
  logic [Width-1:0] majority;
  logic [  Width:0] negative;
  logic [Width-1:0] positive;
  assign not_b = ~b_i;
  assign majority = (a_i & not_b) | ((a_i | not_b) & modulus_i);
  assign negative = {1'b0, a_i} - {1'b0, b_i};
  assign positive = (a_i ^ not_b ^ modulus_i) + {majority[Width-2:0], 1'b1};
  always_ff @(posedge clk_i) difference_o <= negative[Width] ? positive : negative[Width-1:0];

  logic unused_majority;
  assign unused_majority = majority[Width-1];

endmodule
