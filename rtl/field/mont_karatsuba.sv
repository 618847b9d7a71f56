/// Montgomery multiplier of one Karatsuba product and constant reductions, p = a b / R mod M.
///
/// Ours: the product costs what Karatsuba's method makes of it in full, which a product cut in
/// digits for an interleaved reduction cannot; the reduction clears few wide digits of it with the
/// constant multipliers of uninm, section 3.3 (`mont_reduce_const`):
///
///   a, b --[ int_mul ]--[ u(0) ]--[ S(1) ]-- ... --[ u(n-2) ]--[ S(n-1) ]--[ mont_last_digit ]-- p
///   S(0) = a b    S(i) = (S(i-1) >> Radix(i-1)) + u(i-1)
///
/// The digits do not shrink, so that few quotients need be reduced
/// (`field_pkg::mont_quotient_bounded`). R is the product of the digits, 2^Width. Operands: a, b
/// below 2^(bits of M + 1) with a b <= R M / 2, or a b < R M where 2 M > R (a and b below M always
/// are, below 2 M where 8 M <= R). Result: [0, M).
///
/// Latency : field_pkg::mont_karatsuba_latency(Width, Digits)
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mont_karatsuba #(
  parameter int unsigned Width = 384,
  parameter int unsigned Digits = 3,
  /// Bits of each digit, digit 0 lowest.
  parameter bit [7:0][9:0] Radices = field_pkg::karatsuba_radices(Width),
  parameter bit [Width-1:0] Modulus = 3,
  /// -1 / Modulus mod 2^Width.
  parameter bit [Width-1:0] NegInv = 1,
  /// Products in DSP tiles.
  parameter bit Tiles = 1'b0
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  if (Digits < 1 || Digits > 8 || Width != field_pkg::digits_sum(
          Radices, Digits
      ) || !field_pkg::radices_grow(
          Radices, Digits
      )) begin : gen_bad
    $fatal(1, "mont_karatsuba: 1 to 8 digits that do not shrink, of Width bits together");
  end
  // The operands are as wide as two moduli, not as the container.
  localparam int unsigned Used = field_pkg::bits_of(
      768'(Modulus)
  ) + 1 < Width ? field_pkg::bits_of(
      768'(Modulus)
  ) + 1 : Width;

  logic [2*Used-1:0] product;
  (* keep_hierarchy *)
  int_mul #(
    .WidthA(Used),
    .WidthB(Used),
    .Cfg(field_pkg::karatsuba_product(Width, Tiles))
  ) u_product (
    .clk_i,
    .a_i(a_i[Used-1:0]),
    .b_i(b_i[Used-1:0]),
    .p_o(product)
  );
  if (Used < Width) begin : gen_unused
    logic unused_high;
    assign unused_high = ^{a_i[Width-1:Used], b_i[Width-1:Used]};
  end

  for (genvar i = 0; i < Digits; i++) begin : gen_digit
    localparam int unsigned Bits = field_pkg::karatsuba_bits(Width, Used, Radices, i);
    logic [Bits-1:0] sum;
    if (i == 0) begin : gen_first
      assign sum = product;
    end else begin : gen_next
      localparam int unsigned Radix = 32'(Radices[i-1]);
      localparam int unsigned Before = field_pkg::karatsuba_bits(Width, Used, Radices, i - 1);
      logic [Before-1:0] previous;
      logic [Width+Radix-1:0] multiple_d;
      logic [Width+Radix-1:0] multiple_q;
      logic [Before-Radix-1:0] high_q;
      logic carry_d;
      logic carry_q;
      assign previous = gen_digit[i-1].sum;
      mont_reduce_const #(
        .Width(Width),
        .Radix(Radix),
        .Modulus(Modulus),
        .NegInv(NegInv[Radix-1:0]),
        .Bounded(field_pkg::mont_quotient_bounded(
            Width, field_pkg::digits_sum(Radices, i - 1), Radix, Modulus[Width-1]
        )),
        .Registered(1'b1)
      ) u_multiple (
        .clk_i,
        .t_i(previous[Radix-1:0]),
        .u_o(multiple_d),
        .carry_o(carry_d)
      );
      delay_line #(
        .Width(Before - Radix),
        .Depth(3)
      ) u_high (
        .clk_i,
        .d_i(previous[Before-1:Radix]),
        .q_o(high_q)
      );
      always_ff @(posedge clk_i) begin
        multiple_q <= multiple_d;
        carry_q    <= carry_d;
        sum        <= Bits'(high_q) + Bits'(multiple_q) + Bits'(carry_q);
      end
    end
  end

  localparam int unsigned Last = 32'(Radices[Digits-1]);
  // S(n-1) < 2^Last M: what is above is 0.
  localparam int unsigned LastBits = field_pkg::karatsuba_bits(Width, Used, Radices, Digits - 1);
  logic [LastBits+Width+Last:0] last;
  assign last = (LastBits + Width + Last + 1)'(gen_digit[Digits-1].sum);
  (* keep_hierarchy *)
  mont_last_digit #(
    .Width(Width),
    .Radix(Last),
    .Modulus(Modulus),
    .NegInv(NegInv[Last-1:0]),
    .Registered(1'b1)
  ) u_last (
    .clk_i,
    .s_i(last[Width+Last:0]),
    .p_o
  );
  logic unused_last;
  assign unused_last = ^last[LastBits+Width+Last:Width+Last+1];

endmodule
