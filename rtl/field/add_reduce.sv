/// A sum of two words and a carry, less the modulus unless it is below it.
///
/// The last step of a Montgomery product. The difference does not wait for the sum: a row of full
/// adders puts -M in front of an adder of its own.
///
///   u, v ------------(+)--- sum ---------.
///      '--[3:2]--(+)------- sum - M --[select]-- p
///          -M                 '-- sign --'
///
/// M is odd and has $clog2(M) = Bits bits; u + v + carry < 2M; p < M.
///
/// Latency : 0, combinational
/// Reset : none
/// Handshake : none
/// Model : none
module add_reduce #(
  parameter int unsigned Bits = 255
) (
  input  logic [Bits-1:0] modulus_i,
  input  logic [  Bits:0] u_i,
  input  logic [  Bits:0] v_i,
  input  logic            carry_i,
  output logic [Bits-1:0] p_o
);

  // Two's complement: u + v + carry - M = (u ^ v ^ ~M) + 2 maj(u, v, ~M) + carry + 1.
  logic [  Bits:0] not_modulus;
  logic [Bits-1:0] majority;
  logic [Bits-1:0] sum;
  logic [  Bits:0] difference;
  assign not_modulus = ~{1'b0, modulus_i};
  assign majority = Bits'((u_i & v_i) | ((u_i | v_i) & not_modulus));
  assign sum = Bits'(u_i + v_i + (Bits + 1)'(carry_i));
  assign difference = (u_i ^ v_i ^ not_modulus) + {majority, carry_i} + (Bits + 1)'(1);
  assign p_o = difference[Bits] ? sum : difference[Bits-1:0];

endmodule
