/// Montgomery product a * b / 2^Width mod M, one digit of a a clock, quotient decoupled.
///
/// uninm, algorithm 3 with equal radices, section 4.2 and figure 10(b). The multiple of M that
/// clears a digit is added a clock after the digit's product, so that the product with b and the
/// two constant products work side by side:
///
///   start, a, b --[select]--(*)-------------(+)--[s]--.
///                                            |        |
///        .-- low digit t --(* M')--(* M)-----'        |
///        |----- high part, t != 0 ----------'         |
///        |       '--[add_reduce]--[ ]-- p             |
///        '--------------------------------------------'
///
/// The last multiple of M is added, and M subtracted, beside the first digit of the next product:
/// a product takes a clock more than a has digits, and a new one starts every `Width / Digit`.
///
/// Section 3.3's merged product t K, K = (M' M + 1) / 2^Digit, in place of both constant products
/// does not help here: it stands for a multiple of M that is longer by a digit, so that neither of
/// the last two sums may use it, and the datapath would need both.
///
/// Any a < 2^Width, b < M; p < M.
///
/// Latency : field_pkg::mont_digit_serial_latency(Width, Digit)
/// Reset : rst_ni, synchronous, valid only
/// Handshake : start_i at most once in field_pkg::mont_digit_serial_interval(Width, Digit) clocks;
///     p_o is the product from valid_o to the next valid_o
/// Model : none
module mont_digit_serial #(
  parameter int unsigned Width = 256,
  parameter int unsigned Digit = 32,
  parameter bit [Width-1:0] Modulus = '1,
  parameter bit [Digit-1:0] NegInv = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             start_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic             valid_o,
  output logic [Width-1:0] p_o
);

  localparam int unsigned Digits = Width / Digit;
  localparam int unsigned Bits = $clog2(Modulus);
  if (Digits < 2 || Width % Digit != 0) begin : gen_bad
    $fatal(1, "mont_digit_serial: %0d bits are not two or more digits of %0d", Width, Digit);
  end
  if (Digit'(Modulus * Width'(NegInv)) != '1) begin : gen_bad_inverse
    $fatal(1, "mont_digit_serial: NegInv is not -1 / Modulus modulo 2^%0d", Digit);
  end

  // Bit i is set i clocks after a start.
  logic [Digits+1:1] token_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) token_q <= '0;
    else token_q <= {token_q[Digits:1], start_i};
  end
  assign valid_o = token_q[Digits+1];

  logic [Width-Digit-1:0] a_q;
  logic [Bits-1:0] b_q;
  logic [Digit-1:0] digit;
  logic [Bits-1:0] b;
  assign digit = start_i ? a_i[Digit-1:0] : a_q[Digit-1:0];
  assign b = start_i ? b_i[Bits-1:0] : b_q;
  always_ff @(posedge clk_i) begin
    a_q <= start_i ? a_i[Width-1:Digit] : a_q >> Digit;
    b_q <= b;
  end

  // s < 2^Digit b + M
  localparam int unsigned SumBits = Digit + Bits + 1;
  logic [SumBits-1:0] s_q;
  logic [Bits:0] high;
  assign high = s_q[SumBits-1:Digit];

  logic [Digit+Bits-1:0] multiple;
  logic carry;
  mont_reduce_const #(
    .Width  (Bits),
    .Radix  (Digit),
    .Modulus(Modulus[Bits-1:0]),
    .NegInv (NegInv),
    .Bounded(1'b1)
  ) u_multiple (
    .clk_i,
    .t_i(s_q[Digit-1:0]),
    .u_o(multiple),
    .carry_o(carry)
  );

  logic [SumBits-1:0] product;
  assign product = SumBits'(digit) * SumBits'(b);
  always_ff @(posedge clk_i) begin
    if (start_i) s_q <= product;
    else begin
      s_q <= product + SumBits'(high) + SumBits'(multiple[Bits-1:0]) + SumBits'(carry);
    end
  end

  logic [Bits-1:0] p_d;
  logic [Bits-1:0] p_q;
  add_reduce #(
    .Bits(Bits)
  ) u_last (
    .modulus_i(Modulus[Bits-1:0]),
    .u_i(high),
    .v_i({1'b0, multiple[Bits-1:0]}),
    .carry_i(carry),
    .p_o(p_d)
  );
  always_ff @(posedge clk_i) if (token_q[Digits]) p_q <= p_d;
  assign p_o = Width'(p_q);

  logic unused;
  assign unused = ^{b_i, multiple[Digit+Bits-1:Bits]};

endmodule
