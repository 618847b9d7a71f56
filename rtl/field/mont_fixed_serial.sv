/// Montgomery product a * b / 2^Width mod M, fixed radix, one digit of a a clock on one datapath.
///
/// uninm, algorithm 2: baselines 1.1 and 1.3 of table 8 (Digit 16 and 32), 2.1 and 2.3 with
/// `ConstMul`. The clock of start_i takes the lowest digit; that of the last digit also subtracts
/// M, in parallel with its addition.
///
///   start, a, b --[select]--(*)--[step]--(+)---------.
///       a, b, s -----'             '--[add_reduce]--[select]--[s]-- p
///        '---------------------------------------------------'
///
/// Any a < 2^Width, b < M; p < M. Without `ConstMul` the modulus and -1/M mod 2^Digit stand at
/// modulus_i and neg_inv_i and do not change, any odd M no longer than `Modulus`; with it these
/// ports are not read.
///
/// Latency : field_pkg::mont_fixed_serial_latency(Width, Digit)
/// Reset : rst_ni, synchronous, valid only
/// Handshake : start_i at most once in field_pkg::mont_fixed_serial_interval(Width, Digit) clocks;
///     p_o is the product while valid_o is set
/// Model : none
module mont_fixed_serial #(
  parameter int unsigned Width = 256,
  parameter int unsigned Digit = 32,
  parameter bit [Width-1:0] Modulus = '1,
  parameter bit [Digit-1:0] NegInv = 1,
  parameter bit ConstMul = 1'b0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] modulus_i,
  input  logic [Digit-1:0] neg_inv_i,
  input  logic             start_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic             valid_o,
  output logic [Width-1:0] p_o
);

  localparam int unsigned Digits = Width / Digit;
  localparam int unsigned Bits = $clog2(Modulus);
  if (Digits < 2 || Width % Digit != 0) begin : gen_bad
    $fatal(1, "mont_fixed_serial: %0d bits are not two or more digits of %0d", Width, Digit);
  end

  logic [Bits-1:0] modulus;
  assign modulus = ConstMul ? Modulus[Bits-1:0] : modulus_i[Bits-1:0];

  // Bit i is set i clocks after a start.
  logic [Digits:1] token_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) token_q <= '0;
    else token_q <= {token_q[Digits-1:1], start_i};
  end
  assign valid_o = token_q[Digits];

  logic [Width-Digit-1:0] a_q;
  logic [Bits-1:0] b_q;
  logic [Bits:0] s_q;
  logic [Bits:0] u;
  logic [Bits:0] v;
  logic carry;
  logic [Bits-1:0] reduced;
  logic [Digit-1:0] digit;
  logic [Bits-1:0] b;
  assign digit = start_i ? a_i[Digit-1:0] : a_q[Digit-1:0];
  assign b = start_i ? b_i[Bits-1:0] : b_q;
  mont_step #(
    .Width(Width),
    .Digit(Digit),
    .Modulus(Modulus),
    .NegInv(NegInv),
    .ConstMul(ConstMul)
  ) u_step (
    .modulus_i(modulus),
    .neg_inv_i,
    .s_i(start_i ? '0 : s_q),
    .product_i((Digit + Bits)'(digit) * (Digit + Bits)'(b)),
    .u_o(u),
    .v_o(v),
    .carry_o(carry)
  );
  add_reduce #(
    .Bits(Bits)
  ) u_last (
    .modulus_i(modulus),
    .u_i(u),
    .v_i(v),
    .carry_i(carry),
    .p_o(reduced)
  );

  always_ff @(posedge clk_i) begin
    a_q <= start_i ? a_i[Width-1:Digit] : a_q >> Digit;
    b_q <= b;
    s_q <= token_q[Digits-1] ? {1'b0, reduced} : u + v + (Bits + 1)'(carry);
  end
  assign p_o = Width'(s_q[Bits-1:0]);
  logic unused;
  assign unused = ^{modulus_i, b_i};

endmodule
