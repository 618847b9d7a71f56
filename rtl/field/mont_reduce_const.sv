/// One digit of a Montgomery reduction by a constant modulus: (u + carry) 2^Radix = t + q M.
///
/// The digit t of S is cleared by adding q M with q = -t / M mod 2^Radix; then S advances to
/// (S >> Radix) + u + carry. Two ways, both of constant multipliers (uninm, section 3.3); the one
/// with fewer digits in non-adjacent form is taken:
///
///   separate  q = t M' mod 2^Radix, u = q M >> Radix, carry = t != 0     M' = -1 / M mod 2^Radix
///   merged    u = t K, K = (M' M + 1) >> Radix                        a quotient t M', not reduced
///
/// The paper writes the merged form as t (M' M >> Radix) + t - 1 and adds (t != 0): that is t K
/// where t != 0, and -1 where t = 0, a wrong line. In the separate form u <= M; in the merged form
/// u < 2^Radix M, no wider than the next partial product, but it may not end a reduction:
/// `Bounded` asks for the separate form. Any t < 2^Radix.
///
/// Latency : 2 with Registered, else 0
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mont_reduce_const #(
  parameter int unsigned Width = 384,
  parameter int unsigned Radix = 32,
  parameter bit [Width-1:0] Modulus = 3,
  /// -1 / Modulus mod 2^Radix.
  parameter bit [Radix-1:0] NegInv = 1,
  parameter bit Bounded = 1'b0,
  /// Two clocks; else none, and clk_i is not read.
  parameter bit Registered = 1'b0
) (
  input  logic                   clk_i,
  input  logic [      Radix-1:0] t_i,
  output logic [Width+Radix-1:0] u_o,
  output logic                   carry_o
);

  localparam int unsigned Full = Width + Radix;
  localparam bit [Full-1:0] Product = Full'(NegInv) * Full'(Modulus);
  localparam bit [Width-1:0] Merged = Width'((Product + Full'(1)) >> Radix);
  if (Product[Radix-1:0] != '1) begin : gen_bad
    $fatal(1, "mont_reduce_const: NegInv is not -1 / Modulus mod 2^%0d", Radix);
  end

  // A truncated product has half of the additions of a full one.
  localparam bit Separate = Bounded || 2 * arith_pkg::naf_weight(
      1536'(Modulus)
  ) + arith_pkg::naf_weight(
      1536'(NegInv)
  ) < 2 * arith_pkg::naf_weight(
      1536'(Merged)
  );

  if (Separate) begin : gen_separate
    logic [Radix-1:0] quotient;
    logic [ Full-1:0] multiple;
    const_mul #(
      .Width(Radix),
      .ConstantWidth(Radix),
      .Constant(NegInv),
      .OutWidth(Radix),
      .Registered(Registered)
    ) u_quotient (
      .clk_i,
      .x_i(t_i),
      .p_o(quotient)
    );
    const_mul #(
      .Width(Radix),
      .ConstantWidth(Width),
      .Constant(Modulus),
      .Registered(Registered)
    ) u_multiple (
      .clk_i,
      .x_i(quotient),
      .p_o(multiple)
    );
    assign u_o = Full'(multiple[Full-1:Radix]);
    delay_line #(
      .Width(1),
      .Depth(Registered ? 2 : 0)
    ) u_carry (
      .clk_i,
      .d_i(|t_i),
      .q_o(carry_o)
    );
    logic unused_low;
    assign unused_low = ^multiple[Radix-1:0];
  end else begin : gen_merged
    logic [Radix-1:0] t;
    delay_line #(
      .Width(Radix),
      .Depth(32'(Registered))
    ) u_t (
      .clk_i,
      .d_i(t_i),
      .q_o(t)
    );
    const_mul #(
      .Width(Radix),
      .ConstantWidth(Width),
      .Constant(Merged),
      .Registered(Registered)
    ) u_multiple (
      .clk_i,
      .x_i(t),
      .p_o(u_o)
    );
    assign carry_o = 1'b0;
  end

endmodule
