/// Unsigned integer product of any widths, p = a * b, one a clock.
///
/// The operands are split `Cfg.levels` times by Karatsuba's method (reconf, section II-C), the
/// outermost time in three parts where `Cfg.split3` is set (reconf, equation 10):
///
///   a, b --> part sums --[reg_pre]--> products (recursive) --> recombination --[reg_post]--> p
///
///   two parts    p0 = a0 b0, p1 = a1 b1, p01 = (a0 + a1)(b0 + b1);   a0 b1 + a1 b0 = p01 - p0 - p1
///   three parts  p0, p1, p2, p01, p02, p12 likewise
///
/// Below the last level stands a plain product, which synthesis maps to DSP tiles or to Booth
/// recoding. Of operands of very different widths the wider is cut into blocks as wide as the
/// narrower first. Any a < 2^WidthA and b < 2^WidthB.
///
/// The module instantiates itself: a design's top must not be an int_mul.
///
/// Latency : arith_pkg::int_mul_latency(WidthA, WidthB, Cfg)
/// Reset : none, data only
/// Handshake : none
/// Model : none
module int_mul #(
  parameter int unsigned WidthA = 64,
  parameter int unsigned WidthB = 64,
  parameter arith_pkg::int_mul_cfg_t Cfg = arith_pkg::INT_MUL_PLAIN
) (
  input  logic                     clk_i,
  input  logic [       WidthA-1:0] a_i,
  input  logic [       WidthB-1:0] b_i,
  output logic [WidthA+WidthB-1:0] p_o
);

  localparam int unsigned Narrow = WidthA < WidthB ? WidthA : WidthB;
  localparam int unsigned Wide = WidthA < WidthB ? WidthB : WidthA;
  localparam bit Rectangular = arith_pkg::int_mul_is_rectangular(WidthA, WidthB, Cfg);

  if (Rectangular) begin : gen_rectangular
    localparam int unsigned Blocks = (Wide + Narrow - 1) / Narrow;
    localparam arith_pkg::int_mul_cfg_t Inner = arith_pkg::int_mul_block(Cfg);
    logic [Narrow-1:0] narrow;
    logic [  Wide-1:0] wide;
    if (WidthA < WidthB) begin : gen_a_narrow
      assign narrow = a_i;
      assign wide   = b_i;
    end else begin : gen_b_narrow
      assign narrow = b_i;
      assign wide   = a_i;
    end
    // Sum i holds blocks 0 to i; the bits below a block are final before it is added.
    for (genvar i = 0; i < Blocks; i++) begin : gen_block
      localparam int unsigned Low = (i * Wide) / Blocks;
      localparam int unsigned Part = ((i + 1) * Wide) / Blocks - Low;
      logic [    Narrow+Part-1:0] product;
      logic [Low+Narrow+Part-1:0] acc;
      int_mul #(
        .WidthA(Narrow),
        .WidthB(Part),
        .Cfg(Inner)
      ) u_product (
        .clk_i,
        .a_i(narrow),
        .b_i(wide[Low+:Part]),
        .p_o(product)
      );
      if (i == 0) begin : gen_first
        assign acc = product;
      end else begin : gen_next
        assign acc[Low-1:0] = gen_block[i-1].acc[Low-1:0];
        assign acc[Low+Narrow+Part-1:Low] =
            product + (Narrow + Part)'(gen_block[i-1].acc[Low+Narrow-1:Low]);
      end
    end
    delay_line #(
      .Width(WidthA + WidthB),
      .Depth(32'(Cfg.reg_sum))
    ) u_sum (
      .clk_i,
      .d_i(gen_block[Blocks-1].acc),
      .q_o(p_o)
    );
  end else if (Cfg.levels == 0) begin : gen_plain
    logic [WidthA+WidthB-1:0] product;
    if (Cfg.tiles) begin : gen_tiles
      int_mul_tiles #(
        .WidthA(WidthA),
        .WidthB(WidthB)
      ) u_tiles (
        .a_i,
        .b_i,
        .p_o(product)
      );
    end else if (WidthA < WidthB) begin : gen_recode_a
      // Booth recodes the right operand; the narrower one saves up to a quarter of the area.
      assign product = (WidthA + WidthB)'(b_i) * (WidthA + WidthB)'(a_i);
    end else begin : gen_recode_b
      assign product = (WidthA + WidthB)'(a_i) * (WidthA + WidthB)'(b_i);
    end
    delay_line #(
      .Width(WidthA + WidthB),
      .Depth(32'(Cfg.reg_leaf))
    ) u_product (
      .clk_i,
      .d_i(product),
      .q_o(p_o)
    );
  end else if (Cfg.split3) begin : gen_three
    localparam arith_pkg::int_mul_cfg_t Inner = arith_pkg::int_mul_inner(Cfg);
    // Between registers: synthesis may map equal ones once. Only attributes read it.
    // verilator lint_off UNUSEDPARAM
    localparam bit Leaf = Inner.levels == 0 && Inner.reg_leaf && Cfg.reg_pre[0];
    // verilator lint_on UNUSEDPARAM
    localparam int unsigned Part = (Wide + 2) / 3;
    localparam int unsigned TopA = WidthA - 2 * Part;
    localparam int unsigned TopB = WidthB - 2 * Part;
    localparam int unsigned Sums = 3 * (Part + 1);
    if (Narrow <= 2 * Part) begin : gen_bad
      $fatal(1, "int_mul: operands of %0d and %0d bits cannot be split in three", WidthA, WidthB);
    end
    // {x1 + x2, x0 + x2, x0 + x1}
    function automatic logic [Sums-1:0] part_sums(logic [Part-1:0] x0, logic [Part-1:0] x1,
                                                  logic [Part-1:0] x2);
      return {
        (Part + 1)'(x1) + (Part + 1)'(x2),
        (Part + 1)'(x0) + (Part + 1)'(x2),
        (Part + 1)'(x0) + (Part + 1)'(x1)
      };
    endfunction
    logic [WidthA+Sums-1:0] a_parts;
    logic [WidthB+Sums-1:0] b_parts;
    delay_line #(
      .Width(WidthA + Sums),
      .Depth(32'(Cfg.reg_pre[0]))
    ) u_a_parts (
      .clk_i,
      .d_i({part_sums(a_i[Part-1:0], a_i[2*Part-1:Part], Part'(a_i[WidthA-1:2*Part])), a_i}),
      .q_o(a_parts)
    );
    delay_line #(
      .Width(WidthB + Sums),
      .Depth(32'(Cfg.reg_pre[0]))
    ) u_b_parts (
      .clk_i,
      .d_i({part_sums(b_i[Part-1:0], b_i[2*Part-1:Part], Part'(b_i[WidthB-1:2*Part])), b_i}),
      .q_o(b_parts)
    );
    logic [2*Part-1:0] p0;
    logic [2*Part-1:0] p1;
    logic [TopA+TopB-1:0] p2;
    logic [2*Part+1:0] p01;
    logic [2*Part+1:0] p02;
    logic [2*Part+1:0] p12;
    (* keep_hierarchy = Leaf *)
    int_mul #(
      .WidthA(Part),
      .WidthB(Part),
      .Cfg(Inner)
    ) u_p0 (
      .clk_i,
      .a_i(a_parts[0+:Part]),
      .b_i(b_parts[0+:Part]),
      .p_o(p0)
    );
    (* keep_hierarchy = Leaf *)
    int_mul #(
      .WidthA(Part),
      .WidthB(Part),
      .Cfg(Inner)
    ) u_p1 (
      .clk_i,
      .a_i(a_parts[Part+:Part]),
      .b_i(b_parts[Part+:Part]),
      .p_o(p1)
    );
    (* keep_hierarchy = Leaf *)
    int_mul #(
      .WidthA(TopA),
      .WidthB(TopB),
      .Cfg(Inner)
    ) u_p2 (
      .clk_i,
      .a_i(a_parts[2*Part+:TopA]),
      .b_i(b_parts[2*Part+:TopB]),
      .p_o(p2)
    );
    (* keep_hierarchy = Leaf *)
    int_mul #(
      .WidthA(Part + 1),
      .WidthB(Part + 1),
      .Cfg(Inner)
    ) u_p01 (
      .clk_i,
      .a_i(a_parts[WidthA+:Part+1]),
      .b_i(b_parts[WidthB+:Part+1]),
      .p_o(p01)
    );
    (* keep_hierarchy = Leaf *)
    int_mul #(
      .WidthA(Part + 1),
      .WidthB(Part + 1),
      .Cfg(Inner)
    ) u_p02 (
      .clk_i,
      .a_i(a_parts[WidthA+Part+1+:Part+1]),
      .b_i(b_parts[WidthB+Part+1+:Part+1]),
      .p_o(p02)
    );
    (* keep_hierarchy = Leaf *)
    int_mul #(
      .WidthA(Part + 1),
      .WidthB(Part + 1),
      .Cfg(Inner)
    ) u_p12 (
      .clk_i,
      .a_i(a_parts[WidthA+2*(Part+1)+:Part+1]),
      .b_i(b_parts[WidthB+2*(Part+1)+:Part+1]),
      .p_o(p12)
    );
    // Coefficients of 2^Part, 2^(2 Part), 2^(3 Part); none is negative.
    localparam int unsigned Mid = 2 * Part + 2;
    logic [Mid-1:0] z1;
    logic [Mid-1:0] z2;
    logic [Mid-1:0] z3;
    assign z1 = p01 - Mid'(p0) - Mid'(p1);
    assign z2 = p02 - Mid'(p0) - Mid'(p2) + Mid'(p1);
    assign z3 = p12 - Mid'(p1) - Mid'(p2);
    localparam int unsigned High = WidthA + WidthB - Part;
    logic [High-1:0] high;
    assign high = {p2, (2 * Part)'(0), p0[2*Part-1:Part]} + High'(z1) + (High'(z2) << Part)
        + (High'(z3) << (2 * Part));
    delay_line #(
      .Width(WidthA + WidthB),
      .Depth(32'(Cfg.reg_post[0]))
    ) u_result (
      .clk_i,
      .d_i({high, p0[Part-1:0]}),
      .q_o(p_o)
    );
  end else begin : gen_two
    localparam arith_pkg::int_mul_cfg_t Inner = arith_pkg::int_mul_inner(Cfg);
    // Between registers: synthesis may map equal ones once. Only attributes read it.
    // verilator lint_off UNUSEDPARAM
    localparam bit Leaf = Inner.levels == 0 && Inner.reg_leaf && Cfg.reg_pre[0];
    // verilator lint_on UNUSEDPARAM
    localparam int unsigned Part = (Wide + 1) / 2;
    localparam int unsigned TopA = WidthA - Part;
    localparam int unsigned TopB = WidthB - Part;
    if (Narrow <= Part) begin : gen_bad
      $fatal(1, "int_mul: operands of %0d and %0d bits cannot be split in two", WidthA, WidthB);
    end
    logic [WidthA+Part:0] a_parts;
    logic [WidthB+Part:0] b_parts;
    delay_line #(
      .Width(WidthA + Part + 1),
      .Depth(32'(Cfg.reg_pre[0]))
    ) u_a_parts (
      .clk_i,
      .d_i({(Part + 1)'(a_i[Part-1:0]) + (Part + 1)'(a_i[WidthA-1:Part]), a_i}),
      .q_o(a_parts)
    );
    delay_line #(
      .Width(WidthB + Part + 1),
      .Depth(32'(Cfg.reg_pre[0]))
    ) u_b_parts (
      .clk_i,
      .d_i({(Part + 1)'(b_i[Part-1:0]) + (Part + 1)'(b_i[WidthB-1:Part]), b_i}),
      .q_o(b_parts)
    );
    logic [2*Part-1:0] p0;
    logic [TopA+TopB-1:0] p1;
    logic [2*Part+1:0] p01;
    (* keep_hierarchy = Leaf *)
    int_mul #(
      .WidthA(Part),
      .WidthB(Part),
      .Cfg(Inner)
    ) u_p0 (
      .clk_i,
      .a_i(a_parts[0+:Part]),
      .b_i(b_parts[0+:Part]),
      .p_o(p0)
    );
    (* keep_hierarchy = Leaf *)
    int_mul #(
      .WidthA(TopA),
      .WidthB(TopB),
      .Cfg(Inner)
    ) u_p1 (
      .clk_i,
      .a_i(a_parts[Part+:TopA]),
      .b_i(b_parts[Part+:TopB]),
      .p_o(p1)
    );
    (* keep_hierarchy = Leaf *)
    int_mul #(
      .WidthA(Part + 1),
      .WidthB(Part + 1),
      .Cfg(Inner)
    ) u_p01 (
      .clk_i,
      .a_i(a_parts[WidthA+:Part+1]),
      .b_i(b_parts[WidthB+:Part+1]),
      .p_o(p01)
    );
    localparam int unsigned Mid = 2 * Part + 2;
    localparam int unsigned High = WidthA + WidthB - Part;
    logic [ Mid-1:0] z1;
    logic [High-1:0] high;
    assign z1   = p01 - Mid'(p0) - Mid'(p1);
    assign high = {p1, p0[2*Part-1:Part]} + High'(z1);
    delay_line #(
      .Width(WidthA + WidthB),
      .Depth(32'(Cfg.reg_post[0]))
    ) u_result (
      .clk_i,
      .d_i({high, p0[Part-1:0]}),
      .q_o(p_o)
    );
  end

endmodule
