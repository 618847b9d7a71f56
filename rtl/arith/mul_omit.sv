/// Unsigned product without some of its low partial products, the recursion of mul_msb.
///
/// Left out are the product of the low Omit bits of both operands, and beside this block, on both
/// sides, the same with half of Omit, down to the last level:
///
///        b:  high        Omit/2   Omit     0
///   a: high +-------------+-------+--------+
///           |             |       :        |     a1 b   the rows above Omit, by recursion
///    Omit/2 |             |     +-+--------+
///           |             |     | left out |
///      Omit |       +-----+-----+----------+
///           |       | out |    left out    |     a0 b1  the rows below, by recursion
///         0 +-------+-----+----------------+
///
///   a, b --> 2^Levels products --[reg_leaf]--> sum --> p
///
/// Any a < 2^WidthA and b < 2^WidthB; p is at most a b, and exact where Levels is 0.
/// The module instantiates itself: a design's top must not be a mul_omit.
///
/// Latency : arith_pkg::trunc_mul_latency(Cfg), with Cfg.reg_post 0
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mul_omit #(
  parameter int unsigned WidthA = 65,
  parameter int unsigned WidthB = 63,
  parameter int unsigned Omit = 31,
  parameter int unsigned Levels = 2,
  parameter arith_pkg::trunc_mul_cfg_t Cfg = '0
) (
  input  logic                     clk_i,
  input  logic [       WidthA-1:0] a_i,
  input  logic [       WidthB-1:0] b_i,
  output logic [WidthA+WidthB-1:0] p_o
);

  if (Levels == 0 || Omit == 0) begin : gen_full
    localparam arith_pkg::int_mul_cfg_t Full = arith_pkg::trunc_mul_full(Cfg);
    int_mul #(
      .WidthA(WidthA),
      .WidthB(WidthB),
      .Cfg(Full)
    ) u_product (
      .clk_i,
      .a_i,
      .b_i,
      .p_o
    );
  end else begin : gen_split
    localparam arith_pkg::trunc_mul_cfg_t Inner = arith_pkg::trunc_mul_inner(Cfg);
    localparam int unsigned Upper = WidthA + WidthB - Omit;
    if (WidthA <= Omit || WidthB <= Omit) begin : gen_bad
      $fatal(1, "mul_omit: nothing remains of %0d and %0d bits", WidthA, WidthB);
    end
    logic [ Upper-1:0] rows_above;
    logic [WidthB-1:0] rows_below;
    mul_omit #(
      .WidthA(WidthA - Omit),
      .WidthB(WidthB),
      .Omit(Omit / 2),
      .Levels(Levels - 1),
      .Cfg(Inner)
    ) u_above (
      .clk_i,
      .a_i(a_i[WidthA-1:Omit]),
      .b_i,
      .p_o(rows_above)
    );
    mul_omit #(
      .WidthA(Omit),
      .WidthB(WidthB - Omit),
      .Omit(Omit / 2),
      .Levels(Levels - 1),
      .Cfg(Inner)
    ) u_below (
      .clk_i,
      .a_i(a_i[Omit-1:0]),
      .b_i(b_i[WidthB-1:Omit]),
      .p_o(rows_below)
    );
    assign p_o = {rows_above + Upper'(rows_below), Omit'(0)};
  end

endmodule
