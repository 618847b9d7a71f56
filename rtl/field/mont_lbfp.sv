/// Load-balanced fully pipelined Montgomery multiplier, p = a b / R mod M, for one or two moduli.
///
/// Source: uninm, algorithm 3, figure 4, section 3.3. The multiplicand is cut in digits of mixed
/// radix, small ones first, so that the wide products stand where few words are in flight; the
/// quotient of digit i - 1 and the product of digit i are formed in the same clock:
///
///   S(0) = a0 b    S(i) = (S(i-1) + q(i-1) M) / R(i-1) + ai b
///   S(n) = (S(n-1) + q(n-1) M) / R(n-1)
///
///   a, b -[S(0)]-[S(1)]- ... -[S(n-1)]-[q(n-1)]-[S(n)]-[p]      n + 3 registers
///
/// The quotients and their multiples are constant multipliers (`mont_reduce_const`); the last
/// digit takes two clocks, since there q must be below R(n-1). `second_i` chooses between the two
/// moduli for each operation: the first takes all Digits, the second the first SecondDigits of
/// them, and they share the products. A result leaves by the port of its modulus, at that
/// modulus's latency, so any mix of the two may enter.
///
/// The paper's line 9 takes t mod R(i); it must be R(i-1). Table 7 numbers radices from 1 and has
/// misprints; the constants here are computed from the modulus.
///
/// R is the product of the digits used. Operands: a < R, b < 2^Width with
/// a b <= R M / 2, or a b < R M where 2 M > R (a and b below M always are, below 2 M where
/// 8 M <= R). Result: [0, M).
///
/// Latency : field_pkg::mont_lbfp_latency(Digits), and of SecondDigits for the second modulus
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mont_lbfp #(
  parameter int unsigned Digits = 6,
  /// Bits of each digit, digit 0 lowest.
  parameter bit [7:0][9:0] Radices = {
    10'd0, 10'd0, 10'd128, 10'd80, 10'd64, 10'd48, 10'd32, 10'd32
  },
  parameter int unsigned Width = field_pkg::digits_sum(Radices, Digits),
  parameter bit [Width-1:0] Modulus = 3,
  /// -1 / Modulus mod 2^Width.
  parameter bit [Width-1:0] NegInv = 1,
  /// 0 for one modulus.
  parameter int unsigned SecondDigits = 0,
  parameter int unsigned SecondWidth = SecondDigits == 0 ? 1 : field_pkg::digits_sum(
      Radices, SecondDigits
  ),
  parameter bit [SecondWidth-1:0] SecondModulus = 1,
  parameter bit [SecondWidth-1:0] SecondNegInv = 1,
  /// Products in DSP tiles.
  parameter bit Tiles = 1'b0
) (
  input  logic                   clk_i,
  input  logic                   second_i,
  input  logic [      Width-1:0] a_i,
  input  logic [      Width-1:0] b_i,
  output logic [      Width-1:0] p_o,
  output logic [SecondWidth-1:0] p_second_o
);

  // Instances share their code.
  /*verilator no_inline_module*/

  localparam bit Dual = SecondDigits != 0;
  if (Digits < 2 || Digits > 8 || (Dual && (SecondDigits < 2 || SecondDigits > Digits)))
  begin : gen_bad_digits
    $fatal(1, "mont_lbfp: 2 to 8 digits are allowed, and for the second modulus no more");
  end
  if (Width != field_pkg::digits_sum(
          Radices, Digits
      ) || !field_pkg::radices_grow(
          Radices, Digits
      )) begin : gen_bad_width
    $fatal(1, "mont_lbfp: digits must not shrink, and have Width bits together");
  end

  // Stage i holds S(i), the multiplier and the digits of the multiplicand still to come.
  for (genvar i = 0; i < Digits; i++) begin : gen_digit
    localparam int unsigned Radix = 32'(Radices[i]);
    localparam int unsigned Low = field_pkg::digits_sum(Radices, i);
    // A partial product and the multiple of M below it, and a carry.
    localparam int unsigned Bits = Width + Radix + 1;
    logic [      Width-1:0] b;
    logic [  Width-Low-1:0] digits;
    logic                   second;
    logic [Width+Radix-1:0] product;
    logic [       Bits-1:0] sum_d;
    logic [       Bits-1:0] sum_q;
    int_mul #(
      .WidthA(Radix),
      .WidthB(Width),
      .Cfg(field_pkg::lbfp_product(Radix, Tiles))
    ) u_product (
      .clk_i,
      .a_i(digits[Radix-1:0]),
      .b_i(b),
      .p_o(product)
    );
    if (i == 0) begin : gen_first
      assign b      = b_i;
      assign digits = a_i;
      assign second = second_i;
      assign sum_d  = Bits'(product);
    end else begin : gen_next
      localparam int unsigned Last = 32'(Radices[i-1]);
      logic [  Width+Last:0] previous;
      logic [Width+Last-1:0] multiple;
      assign previous = gen_digit[i-1].sum_q;
      delay_line #(
        .Width(2 * Width - Low + 1),
        .Depth(1)
      ) u_operands (
        .clk_i,
        .d_i({
          gen_digit[i-1].second, gen_digit[i-1].digits[Width-Low+Last-1:Last], gen_digit[i-1].b
        }),
        .q_o({second, digits, b})
      );
      logic [Width+Last-1:0] multiple_first;
      logic carry_first;
      logic carry;
      mont_reduce_const #(
        .Width  (Width),
        .Radix  (Last),
        .Modulus(Modulus),
        .NegInv (NegInv[Last-1:0]),
        .Bounded(field_pkg::mont_quotient_bounded(Width, Low - Last, Last, Modulus[Width-1]))
      ) u_first (
        .clk_i,
        .t_i(previous[Last-1:0]),
        .u_o(multiple_first),
        .carry_o(carry_first)
      );
      if (Dual && i < SecondDigits) begin : gen_dual
        logic [SecondWidth+Last-1:0] multiple_second;
        logic carry_second;
        mont_reduce_const #(
          .Width(SecondWidth),
          .Radix(Last),
          .Modulus(SecondModulus),
          .NegInv(SecondNegInv[Last-1:0]),
          .Bounded(field_pkg::mont_quotient_bounded(
              SecondWidth, Low - Last, Last, SecondModulus[SecondWidth-1]
          ))
        ) u_second (
          .clk_i,
          .t_i(previous[Last-1:0]),
          .u_o(multiple_second),
          .carry_o(carry_second)
        );
        assign multiple = second ? (Width + Last)'(multiple_second) : multiple_first;
        assign carry = second ? carry_second : carry_first;
      end else begin : gen_single
        assign multiple = multiple_first;
        assign carry = carry_first;
      end
      // The multiple comes last.
      assign sum_d =
          (Bits'(product) + Bits'(previous[Width+Last:Last]) + Bits'(carry)) + Bits'(multiple);
    end
    always_ff @(posedge clk_i) sum_q <= sum_d;
    logic unused_last;
    assign unused_last = second;
  end

  localparam int unsigned LastRadix = 32'(Radices[Digits-1]);
  (* keep_hierarchy *)
  mont_last_digit #(
    .Width  (Width),
    .Radix  (LastRadix),
    .Modulus(Modulus),
    .NegInv (NegInv[LastRadix-1:0])
  ) u_last (
    .clk_i,
    .s_i(gen_digit[Digits-1].sum_q),
    .p_o
  );

  if (Dual) begin : gen_second
    localparam int unsigned Radix = 32'(Radices[SecondDigits-1]);
    logic [Width+Radix:0] sum;
    assign sum = gen_digit[SecondDigits-1].sum_q;
    if (SecondWidth < Width) begin : gen_unused
      logic unused_high;
      assign unused_high = ^sum[Width+Radix:SecondWidth+Radix+1];
    end
    (* keep_hierarchy *)
    mont_last_digit #(
      .Width  (SecondWidth),
      .Radix  (Radix),
      .Modulus(SecondModulus),
      .NegInv (SecondNegInv[Radix-1:0])
    ) u_last (
      .clk_i,
      .s_i(sum[SecondWidth+Radix:0]),
      .p_o(p_second_o)
    );
  end else begin : gen_no_second
    logic unused_second;
    assign unused_second = second_i;
    assign p_second_o = '0;
  end

endmodule
