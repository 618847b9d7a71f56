/// Half of an element of a prime field, a / 2 mod M, one a clock.
///
///   a / 2, (M + 1) / 2 if a is odd --(+)--[ ]-- half
///
/// a < M; half < M. M is odd, `modulus_i` of the same clock.
///
/// Latency : field_pkg::MOD_HALVE_LATENCY
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mod_halve #(
  parameter int unsigned Width = 256
) (
  input  logic             clk_i,
  input  logic [Width-1:0] modulus_i,
  input  logic [Width-1:0] a_i,
  output logic [Width-1:0] half_o
);

  // An odd a is 2 (a >> 1) + 1, and (M + 1) / 2 is (M >> 1) + 1.
  always_ff @(posedge clk_i) begin
    half_o <= (a_i >> 1) + ((modulus_i >> 1) & {Width{a_i[0]}}) + Width'(a_i[0]);
  end

endmodule
