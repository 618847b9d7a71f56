/// The last digit of a Montgomery reduction by a constant modulus, and the final subtraction.
///
/// Source: uninm, algorithm 3, lines 15 to 21; both S(n) and S(n) - M are formed, one is taken.
///
///   s --[ q ]--[ q M >> Radix ]--[ S(n) = (s + q M) >> Radix; p = S(n) or S(n) - M ]
///
/// Operand: s < 2^(Width + Radix + 1) with S(n) < 2 M. Result: [0, M).
///
/// Latency : field_pkg::MONT_LAST_DIGIT_LATENCY, two more with Registered
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mont_last_digit #(
  parameter int unsigned Width = 384,
  parameter int unsigned Radix = 128,
  parameter bit [Width-1:0] Modulus = 3,
  /// -1 / Modulus mod 2^Radix.
  parameter bit [Radix-1:0] NegInv = 1,
  /// A clock more in each of the constant multipliers.
  parameter bit Registered = 1'b0
) (
  input  logic                 clk_i,
  input  logic [Width+Radix:0] s_i,
  output logic [    Width-1:0] p_o
);

  if (Radix'(Modulus * Width'(NegInv)) != '1) begin : gen_bad
    $fatal(1, "mont_last_digit: NegInv is not -1 / Modulus mod 2^%0d", Radix);
  end

  logic [Radix-1:0] quotient_d;
  logic [Radix-1:0] quotient_q;
  logic [  Width:0] high_q;
  const_mul #(
    .Width(Radix),
    .ConstantWidth(Radix),
    .Constant(NegInv),
    .OutWidth(Radix),
    .Registered(Registered)
  ) u_quotient (
    .clk_i,
    .x_i(s_i[Radix-1:0]),
    .p_o(quotient_d)
  );
  // What is dropped below 2^Radix is 0 or a carry.
  logic [Width:0] high_d;
  assign high_d = s_i[Width+Radix:Radix] + (Width + 1)'(|s_i[Radix-1:0]);
  delay_line #(
    .Width(Width + 1),
    .Depth(1 + 32'(Registered))
  ) u_high (
    .clk_i,
    .d_i(high_d),
    .q_o(high_q)
  );
  always_ff @(posedge clk_i) quotient_q <= quotient_d;

  logic [Width+Radix-1:0] multiple_d;
  logic [Width-1:0] multiple_q;
  logic [Width:0] addend_q;
  const_mul #(
    .Width(Radix),
    .ConstantWidth(Width),
    .Constant(Modulus),
    .Registered(Registered)
  ) u_multiple (
    .clk_i,
    .x_i(quotient_q),
    .p_o(multiple_d)
  );
  delay_line #(
    .Width(Width + 1),
    .Depth(1 + 32'(Registered))
  ) u_addend (
    .clk_i,
    .d_i(high_q),
    .q_o(addend_q)
  );
  always_ff @(posedge clk_i) multiple_q <= multiple_d[Width+Radix-1:Radix];

  logic [  Width:0] reduced;
  logic [Width+1:0] difference;
  assign reduced = addend_q + (Width + 1)'(multiple_q);
  assign difference = (Width + 2)'(addend_q) + (Width + 2)'(multiple_q) - (Width + 2)'(Modulus);
  always_ff @(posedge clk_i)
    p_o <= difference[Width+1] ? reduced[Width-1:0] : difference[Width-1:0];

  logic unused_low;
  assign unused_low = ^{multiple_d[Radix-1:0], reduced[Width], difference[Width]};

endmodule
