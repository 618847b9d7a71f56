/// Low word of an unsigned product, p = a b mod 2^Width, one a clock.
///
/// Karatsuba's method in three parts without the products of the high half (reconf, section III-C):
/// five products and not six, the parts as wide as a third of the word:
///
///   z0 = p0 = x0 y0            full
///   z1 = p01 - p0 - p1         p01 = (x0 + x1)(y0 + y1), p1 = x1 y1, both full
///   z2 = p1 + x0 y2 + x2 y0    two low products, each split again (Splits - 1)
///
///   a, b --> part sums --> products --[reg_leaf]--> z0 + z1 2^Part + z2 2^(2 Part) --[reg_post]--> p
///
/// The paper forms z2 as p02 - p0 - p2 + p1. That takes two products as well, but p02 is wider and
/// subtractions follow; of x0 y2 and x2 y0 only the low Width - 2 Part bits are ever formed.
/// Any a, b < 2^Width. The module instantiates itself: a design's top must not be a mul_lsb.
///
/// Latency : arith_pkg::trunc_mul_latency(Cfg)
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mul_lsb #(
  parameter int unsigned Width = 128,
  parameter int unsigned Splits = 1,
  parameter arith_pkg::trunc_mul_cfg_t Cfg = '0
) (
  input  logic             clk_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  logic [Width-1:0] p;

  if (Splits == 0) begin : gen_plain
    logic [Width-1:0] product;
    if (Cfg.tiles) begin : gen_tiles
      logic [Width-1:0] unused_high;
      int_mul_tiles #(
        .WidthA(Width),
        .WidthB(Width)
      ) u_tiles (
        .a_i,
        .b_i,
        .p_o({unused_high, product})
      );
    end else begin : gen_whole
      assign product = a_i * b_i;
    end
    delay_line #(
      .Width(Width),
      .Depth(32'(Cfg.reg_leaf))
    ) u_product (
      .clk_i,
      .d_i(product),
      .q_o(p)
    );
  end else begin : gen_three
    localparam int unsigned Part = (Width + 2) / 3;
    localparam int unsigned Top = Width - 2 * Part;
    localparam int unsigned High = Width - Part;
    localparam arith_pkg::int_mul_cfg_t Full = arith_pkg::trunc_mul_full(Cfg);
    localparam arith_pkg::trunc_mul_cfg_t Inner = arith_pkg::trunc_mul_inner(Cfg);
    if (Width < 5) begin : gen_bad
      $fatal(1, "mul_lsb: a word of %0d bits cannot be split in three", Width);
    end
    logic [2*Part-1:0] p0;
    logic [2*Part-1:0] p1;
    logic [2*Part+1:0] p01;
    logic [   Top-1:0] x0y2;
    logic [   Top-1:0] x2y0;
    int_mul #(
      .WidthA(Part),
      .WidthB(Part),
      .Cfg(Full)
    ) u_p0 (
      .clk_i,
      .a_i(a_i[Part-1:0]),
      .b_i(b_i[Part-1:0]),
      .p_o(p0)
    );
    int_mul #(
      .WidthA(Part),
      .WidthB(Part),
      .Cfg(Full)
    ) u_p1 (
      .clk_i,
      .a_i(a_i[2*Part-1:Part]),
      .b_i(b_i[2*Part-1:Part]),
      .p_o(p1)
    );
    int_mul #(
      .WidthA(Part + 1),
      .WidthB(Part + 1),
      .Cfg(Full)
    ) u_p01 (
      .clk_i,
      .a_i((Part + 1)'(a_i[Part-1:0]) + (Part + 1)'(a_i[2*Part-1:Part])),
      .b_i((Part + 1)'(b_i[Part-1:0]) + (Part + 1)'(b_i[2*Part-1:Part])),
      .p_o(p01)
    );
    mul_lsb #(
      .Width(Top),
      .Splits(Splits - 1),
      .Cfg(Inner)
    ) u_x0y2 (
      .clk_i,
      .a_i(a_i[Top-1:0]),
      .b_i(b_i[Width-1:2*Part]),
      .p_o(x0y2)
    );
    mul_lsb #(
      .Width(Top),
      .Splits(Splits - 1),
      .Cfg(Inner)
    ) u_x2y0 (
      .clk_i,
      .a_i(a_i[Width-1:2*Part]),
      .b_i(b_i[Top-1:0]),
      .p_o(x2y0)
    );
    logic [2*Part+1:0] z1;
    logic [Top-1:0] z2;
    logic [High-1:0] high;
    assign z1 = p01 - (2 * Part + 2)'(p0) - (2 * Part + 2)'(p1);
    assign z2   = p1[Top-1:0] + x0y2 + x2y0;
    assign high = {z2, p0[2*Part-1:Part]} + High'(z1);
    assign p    = {high, p0[Part-1:0]};
    logic unused_z1;
    assign unused_z1 = ^z1[2*Part+1:High];
  end

  delay_line #(
    .Width(Width),
    .Depth(32'(Cfg.reg_post))
  ) u_result (
    .clk_i,
    .d_i(p),
    .q_o(p_o)
  );

endmodule
