/// One digit of a Montgomery product, (s + digit * b + q * M) / 2^Digit, as two words and a carry.
///
/// uninm, algorithm 2, lines 3 to 5 [KKAK96]. The low digits of the sum cancel, so that only their
/// carry is left, which is 0 if that of s + digit * b is 0 and else 1:
///
///   digit * b --(+)-- low digit t --(* M')-- q --(* M)-- high part -- v
///               /|         '-- t != 0 -- carry
///   s ---------' '--- high part -- u
///
/// `ConstMul` makes the products with M' = -1/M mod 2^Digit and M of shifts and additions
/// (baselines 2.x of uninm, table 8); otherwise they are products with modulus_i and neg_inv_i
/// (baselines 1.x), any odd M no longer than `Modulus`.
/// If digit < 2^Digit, b < M and s < M + b, then u + v + carry < M + b too.
///
/// Latency : 0, combinational
/// Reset : none
/// Handshake : none
/// Model : none
module mont_step #(
  parameter int unsigned Width = 256,
  parameter int unsigned Digit = 32,
  parameter bit [Width-1:0] Modulus = '1,
  parameter bit [Digit-1:0] NegInv = 1,
  parameter bit ConstMul = 1'b0,
  localparam int unsigned Bits = $clog2(Modulus)
) (
  input  logic [      Bits-1:0] modulus_i,
  input  logic [     Digit-1:0] neg_inv_i,
  input  logic [        Bits:0] s_i,
  input  logic [Digit+Bits-1:0] product_i,
  output logic [        Bits:0] u_o,
  output logic [        Bits:0] v_o,
  output logic                  carry_o
);

  if (ConstMul && Digit'(Modulus * Width'(NegInv)) != '1) begin : gen_bad
    $fatal(1, "mont_step: NegInv is not -1 / Modulus modulo 2^%0d", Digit);
  end

  // s + digit b < M + 2^Digit b < 2^(Digit + Bits + 1)
  localparam int unsigned SumBits = Digit + Bits + 1;
  logic [SumBits-1:0] sum;
  assign sum = SumBits'(product_i) + SumBits'(s_i);

  if (ConstMul) begin : gen_constant
    logic [Digit+Bits-1:0] u;
    mont_reduce_const #(
      .Width  (Bits),
      .Radix  (Digit),
      .Modulus(Modulus[Bits-1:0]),
      .NegInv (NegInv),
      .Bounded(1'b1)
    ) u_multiple (
      .clk_i(1'b0),
      .t_i  (sum[Digit-1:0]),
      .u_o  (u),
      .carry_o
    );
    assign v_o = {1'b0, u[Bits-1:0]};
    logic unused;
    assign unused = ^{modulus_i, neg_inv_i, u[Digit+Bits-1:Bits]};
  end else begin : gen_general
    logic [Digit-1:0] q;
    logic [Digit+Bits-1:0] multiple;
    assign q = sum[Digit-1:0] * neg_inv_i;
    assign multiple = (Digit + Bits)'(q) * (Digit + Bits)'(modulus_i);
    assign v_o = {1'b0, multiple[Digit+Bits-1:Digit]};
    assign carry_o = |sum[Digit-1:0];
    logic unused;
    assign unused = ^multiple[Digit-1:0];
  end

  assign u_o = sum[SumBits-1:Digit];

endmodule
