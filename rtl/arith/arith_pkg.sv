/// Options and latencies of the integer arithmetic.
// No unit uses all of a package, nor a function all options of a unit.
// verilator lint_off UNUSEDPARAM
// verilator lint_off UNUSEDSIGNAL
package arith_pkg;

  /// How an `int_mul` splits its operands and where it keeps registers.
  typedef struct packed {
    /// Levels of Karatsuba splitting, 0 to 7; below them a plain product (DSP tiles or Booth).
    logic [2:0] levels;
    /// The outermost level splits in three (six products) and not in two (three products).
    logic       split3;
    /// Bit i: level i (0 is the outermost) registers the sums of its operand parts.
    logic [7:0] reg_pre;
    /// The plain products are registered.
    logic       reg_leaf;
    /// Bit i: level i registers its result.
    logic [7:0] reg_post;
    /// A rectangular product registers the sum of its square blocks.
    logic       reg_sum;
    /// The plain products are cut to the tiles of an FPGA's DSP blocks.
    logic       tiles;
  } int_mul_cfg_t;

  /// Operands of an unsigned product in a DSP48E2, bits.
  localparam int unsigned TILE_WIDE = 26;
  localparam int unsigned TILE_NARROW = 17;

  /// A plain product, not registered.
  localparam int_mul_cfg_t INT_MUL_PLAIN = '0;

  /// Whether `int_mul` cuts the wider operand into blocks as wide as the narrower.
  function automatic bit int_mul_is_rectangular(int unsigned width_a, int unsigned width_b,
                                                int_mul_cfg_t cfg);
    int unsigned narrow;
    int unsigned wide;
    narrow = width_a < width_b ? width_a : width_b;
    wide   = width_a < width_b ? width_b : width_a;
    return cfg.levels != 0 && 2 * wide > 3 * narrow;
  endfunction

  /// Latency of `int_mul`, clocks.
  function automatic int unsigned int_mul_latency(int unsigned width_a, int unsigned width_b,
                                                  int_mul_cfg_t cfg);
    int unsigned clocks;
    clocks = 32'(cfg.reg_leaf);
    for (int unsigned l = 0; l < 32'(cfg.levels); l++) begin
      clocks += 32'(cfg.reg_pre[l]) + 32'(cfg.reg_post[l]);
    end
    if (int_mul_is_rectangular(width_a, width_b, cfg)) clocks += 32'(cfg.reg_sum);
    return clocks;
  endfunction

  /// The configuration of the square blocks of a rectangular product.
  function automatic int_mul_cfg_t int_mul_block(int_mul_cfg_t cfg);
    int_mul_block = cfg;
    int_mul_block.reg_sum = 1'b0;
    return int_mul_block;
  endfunction

  /// The configuration of the products inside the outermost level.
  function automatic int_mul_cfg_t int_mul_inner(int_mul_cfg_t cfg);
    int_mul_inner = cfg;
    int_mul_inner.levels = cfg.levels - 3'd1;
    int_mul_inner.split3 = 1'b0;
    int_mul_inner.reg_pre = cfg.reg_pre >> 1;
    int_mul_inner.reg_post = cfg.reg_post >> 1;
    int_mul_inner.reg_sum = 1'b0;
    return int_mul_inner;
  endfunction

  /// Digits of a constant's non-adjacent form that are not 0, of those below 2^1534.
  function automatic int unsigned naf_weight(bit [1535:0] constant);
    return $countones((constant + (constant << 1)) ^ constant);
  endfunction

  /// Latency of `add_wide`, clocks.
  function automatic int unsigned add_wide_latency(int unsigned stages);
    return stages;
  endfunction

  /// How a `mul_lsb` or `mul_msb` forms its products and where it keeps registers.
  typedef struct packed {
    /// Levels of Karatsuba splitting in the largest full product inside, 0 to 7. A product of half
    /// the width has one level less.
    logic [2:0] levels;
    /// The plain products are registered.
    logic       reg_leaf;
    /// The result is registered.
    logic       reg_post;
    /// The plain products are cut to the tiles of an FPGA's DSP blocks.
    logic       tiles;
  } trunc_mul_cfg_t;

  /// Latency of `mul_lsb` and `mul_msb`, clocks.
  function automatic int unsigned trunc_mul_latency(trunc_mul_cfg_t cfg);
    return 32'(cfg.reg_leaf) + 32'(cfg.reg_post);
  endfunction

  /// The full products inside a truncated one.
  function automatic int_mul_cfg_t trunc_mul_full(trunc_mul_cfg_t cfg);
    trunc_mul_full = INT_MUL_PLAIN;
    trunc_mul_full.levels = cfg.levels;
    trunc_mul_full.reg_leaf = cfg.reg_leaf;
    trunc_mul_full.tiles = cfg.tiles;
    return trunc_mul_full;
  endfunction

  /// The truncated products inside a truncated one.
  function automatic trunc_mul_cfg_t trunc_mul_inner(trunc_mul_cfg_t cfg);
    trunc_mul_inner = cfg;
    trunc_mul_inner.levels = cfg.levels == 0 ? 3'd0 : cfg.levels - 3'd1;
    trunc_mul_inner.reg_post = 1'b0;
    return trunc_mul_inner;
  endfunction

  /// c, the bits that `mul_msb` keeps below the high word: the h + 1 of reconf's theorem 1.
  function automatic int unsigned mul_msb_correction(int unsigned width, int unsigned levels);
    return width >> levels;
  endfunction

endpackage
// verilator lint_on UNUSEDSIGNAL
// verilator lint_on UNUSEDPARAM
