/// Truncated high word of an unsigned product, for Montgomery reduction, one a clock.
///
/// Source: reconf, section III-B and theorem 1. Width is k = 2^Levels (h + 1), Levels 1 to 4, and
/// c = h + 1 bits are kept below the high word:
///
///   p = floor(trunc(a, b) / 2^(k-c)),    R_1 = k/2 - 1,    R_l = floor(R_1 / 2^(l-1))
///
/// where trunc leaves out the products of the low R_l bits at each level l. With a = a1 2^R_1 + a0,
/// a1 b1 is whole, by Karatsuba, a1 b0 and a0 b1 are truncated in turn (mul_omit), a0 b0 is left out:
///
///   a, b --> products --[reg_leaf]--> (a1 b1) 2^(2 R_1) + (a1 b0 + a0 b1) 2^R_1 --[reg_post]--> p
///
/// With q = z (-1/m) mod 2^k and a double word z, a Montgomery step is then
///
///   (z + q m) / 2^k = floor((floor(z / 2^(k-c)) + p) / 2^c) + correction
///   correction = |z[k-c-1:0]
///
/// The theorem sets the correction to 1, "omitted parts are impossible to be 0". They are 0 exactly
/// where the discarded bits of z are: then q, a multiple of z mod 2^k, ends in as many zeros, and
/// every part of q that trunc leaves out lies among these, below bit R_1 + ... + R_L = k-c-L. So a
/// zero operand, or a single bit in the top c bits, would give a wrong result with a constant.
/// Where anything is left out, between 1 and 2^k is missing from a multiple of 2^k: one too few.
/// The bits of trunc below 2^(k-c) may go, as z - z mod 2^(k-c) has none to carry with.
///
/// Any a, b < 2^Width.
///
/// Latency : arith_pkg::trunc_mul_latency(Cfg)
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mul_msb #(
  parameter int unsigned Width = 128,
  parameter int unsigned Levels = 3,
  parameter arith_pkg::trunc_mul_cfg_t Cfg = '0,
  localparam int unsigned Correction = arith_pkg::mul_msb_correction(Width, Levels)
) (
  input  logic                        clk_i,
  input  logic [           Width-1:0] a_i,
  input  logic [           Width-1:0] b_i,
  output logic [Width+Correction-1:0] p_o
);

  if (Levels < 1 || Levels > 4 || Width != Correction << Levels || Width < 4) begin : gen_bad
    $fatal(1, "mul_msb: a word of %0d bits has no %0d levels", Width, Levels);
  end

  localparam arith_pkg::int_mul_cfg_t Full = arith_pkg::trunc_mul_full(Cfg);
  localparam arith_pkg::trunc_mul_cfg_t Inner = arith_pkg::trunc_mul_inner(Cfg);
  localparam int unsigned Low = Width / 2 - 1;
  localparam int unsigned High = Width - Low;

  logic [2*High-1:0] high;
  logic [ Width-1:0] high_low;
  logic [ Width-1:0] low_high;
  int_mul #(
    .WidthA(High),
    .WidthB(High),
    .Cfg(Full)
  ) u_high (
    .clk_i,
    .a_i(a_i[Width-1:Low]),
    .b_i(b_i[Width-1:Low]),
    .p_o(high)
  );
  mul_omit #(
    .WidthA(High),
    .WidthB(Low),
    .Omit(Low / 2),
    .Levels(Levels - 1),
    .Cfg(Inner)
  ) u_high_low (
    .clk_i,
    .a_i(a_i[Width-1:Low]),
    .b_i(b_i[Low-1:0]),
    .p_o(high_low)
  );
  mul_omit #(
    .WidthA(Low),
    .WidthB(High),
    .Omit(Low / 2),
    .Levels(Levels - 1),
    .Cfg(Inner)
  ) u_low_high (
    .clk_i,
    .a_i(a_i[Low-1:0]),
    .b_i(b_i[Width-1:Low]),
    .p_o(low_high)
  );

  // From 2^Low up.
  localparam int unsigned Upper = 2 * Width - Low;
  logic [Upper-1:0] upper;
  assign upper = {high, Low'(0)} + Upper'(high_low) + Upper'(low_high);

  logic [Width-Correction-Low-1:0] unused_upper;
  assign unused_upper = upper[Width-Correction-Low-1:0];

  delay_line #(
    .Width(Width + Correction),
    .Depth(32'(Cfg.reg_post))
  ) u_result (
    .clk_i,
    .d_i(upper[Upper-1:Width-Correction-Low]),
    .q_o(p_o)
  );

endmodule
