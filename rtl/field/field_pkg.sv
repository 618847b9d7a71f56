/// Latencies, intervals and options of the modular arithmetic in this folder.
// No unit uses all of a package, nor a function all options of a unit.
// verilator lint_off UNUSEDPARAM
// verilator lint_off UNUSEDSIGNAL
package field_pkg;

  // mod_mul

  /// The modular multipliers.
  typedef enum logic [3:0] {
    MONT_LBFP,
    MONT_FIXED,
    MONT_FIXED_SERIAL,
    MONT_DIGIT_SERIAL,
    MONT_RECONF,
    MONT_SHARED,
    BARRETT,
    STANDARD_LUT,
    MONT_KARATSUBA
  } kind_e;

  /// Which multiplier, and its options.
  typedef struct packed {
    kind_e      kind;
    /// Bits of a digit: MONT_FIXED, MONT_FIXED_SERIAL, MONT_DIGIT_SERIAL; 0 elsewhere.
    logic [7:0] digit;
    /// Constant multipliers in the reduction: MONT_FIXED, MONT_FIXED_SERIAL, BARRETT.
    logic       const_mul;
    /// Products cut to DSP tiles, for FPGAs: all but the serial kinds.
    logic       tiles;
  } mod_mul_cfg_t;


  // mont_lbfp

  /// Bits of the first `count` digits of a mixed radix, digit 0 lowest.
  function automatic int unsigned digits_sum(bit [7:0][9:0] radices, int unsigned count);
    digits_sum = 0;
    for (int unsigned i = 0; i < count; i++) digits_sum += 32'(radices[i]);
    return digits_sum;
  endfunction

  /// Whether the quotient of a digit, the bits `low` to `low + radix - 1` of R = 2^width, must be
  /// reduced, in radices that do not shrink. One that is not (`mont_reduce_const`) is below
  /// 2^(2 radix) and adds less than
  /// 2^(low + 2 radix) M / R to the result: an eighth of M at most, all digits together a quarter.
  /// Moduli above R / 2 have no room for it.
  function automatic bit mont_quotient_bounded(int unsigned width, int unsigned low,
                                               int unsigned radix, bit tight);
    return tight || low + 2 * radix + 3 > width;
  endfunction

  /// Whether no digit is narrower than the one before it, as the bounds of the sums ask.
  function automatic bit radices_grow(bit [7:0][9:0] radices, int unsigned digits);
    radices_grow = radices[0] != 0;
    for (int unsigned i = 1; i < digits; i++) begin
      if (radices[i] < radices[i-1]) radices_grow = 1'b0;
    end
    return radices_grow;
  endfunction

  /// Clocks of `mont_last_digit`.
  localparam int unsigned MONT_LAST_DIGIT_LATENCY = 3;

  /// Digits of `mont_lbfp` for a container.
  function automatic int unsigned lbfp_digits(int unsigned width);
    return width <= 256 ? 5 : 6;
  endfunction

  /// Their radices: those of the paper for 256 and 384 bits, in its proportions for others.
  function automatic bit [7:0][9:0] lbfp_radices(int unsigned width);
    case (width)
      64: return {20'd0, 10'd0, 10'd20, 10'd16, 10'd12, 10'd8, 10'd8};
      128: return {20'd0, 10'd0, 10'd40, 10'd32, 10'd24, 10'd16, 10'd16};
      768: return {20'd0, 10'd256, 10'd160, 10'd128, 10'd96, 10'd64, 10'd64};
      default: return {20'd0, 10'd128, 10'd80, 10'd64, 10'd48, 10'd32, 10'd32};
    endcase
  endfunction

  /// Clocks of `mont_lbfp` for a modulus of so many digits.
  function automatic int unsigned mont_lbfp_latency(int unsigned digits);
    return digits + MONT_LAST_DIGIT_LATENCY;
  endfunction

  /// How `mont_lbfp` forms a partial product: within one clock, in DSP tiles or by Karatsuba from
  /// 64 bits.
  function automatic arith_pkg::int_mul_cfg_t lbfp_product(int unsigned radix, bit tiles);
    lbfp_product = arith_pkg::INT_MUL_PLAIN;
    lbfp_product.tiles = tiles;
    lbfp_product.levels = tiles || radix < 64 ? 3'd0 : radix < 128 ? 3'd1 : 3'd2;
    return lbfp_product;
  endfunction

  // mont_karatsuba

  /// Bits of a number.
  function automatic int unsigned bits_of(bit [767:0] number);
    bits_of = 0;
    for (int unsigned i = 0; i < 768; i++) if (number[i]) bits_of = i + 1;
    return bits_of;
  endfunction

  /// Digits that `mont_karatsuba` clears of a product.
  function automatic int unsigned karatsuba_digits(int unsigned width);
    return width <= 256 ? 2 : width <= 384 ? 3 : 4;
  endfunction

  /// Their radices, digit 0 lowest: each 8 or 16 bits wider than the one before.
  function automatic bit [7:0][9:0] karatsuba_radices(int unsigned width);
    int unsigned digits;
    int unsigned step;
    digits = karatsuba_digits(width);
    step = width < 256 ? 8 : 16;
    karatsuba_radices = '0;
    for (int unsigned i = 0; i < digits; i++) begin
      karatsuba_radices[i] = 10'(width / digits + step * i - (step * (digits - 1)) / 2);
    end
    return karatsuba_radices;
  endfunction

  /// Its integer product: leaves of about 50 bits, which fill DSP tiles, or 64 bits.
  function automatic arith_pkg::int_mul_cfg_t karatsuba_product(int unsigned width, bit tiles);
    karatsuba_product = arith_pkg::INT_MUL_PLAIN;
    karatsuba_product.tiles = tiles;
    karatsuba_product.levels =
        width <= 128 ? 3'd1 : width <= 256 ? 3'd2 : width <= 384 ? 3'd3 : 3'd4;
    karatsuba_product.reg_pre = 8'd1 << (karatsuba_product.levels - 3'd1);
    karatsuba_product.reg_leaf = 1'b1;
    karatsuba_product.reg_post = karatsuba_product.levels > 3'd2 ? 8'b0011 : 8'b0001;
    if (karatsuba_product.levels > 3'd3) karatsuba_product.reg_post = 8'b0111;
    return karatsuba_product;
  endfunction

  /// Bits of S(i).
  function automatic int unsigned karatsuba_bits(int unsigned width, int unsigned used,
                                                 bit [7:0][9:0] radices, int unsigned i);
    int unsigned high;
    int unsigned multiple;
    karatsuba_bits = 2 * used;
    for (int unsigned k = 0; k < i; k++) begin
      high           = karatsuba_bits - 32'(radices[k]);
      multiple       = width + 32'(radices[k]);
      karatsuba_bits = (high > multiple ? high : multiple) + 1;
    end
    return karatsuba_bits;
  endfunction

  /// Latency of `mont_karatsuba`.
  function automatic int unsigned mont_karatsuba_latency(int unsigned width, int unsigned digits);
    return arith_pkg::int_mul_latency(width, width, karatsuba_product(width, 1'b0)) +
        4 * (digits - 1) + MONT_LAST_DIGIT_LATENCY + 2;
  endfunction

  // mont_fixed, mont_fixed_serial, mont_digit_serial

  /// Latency of `mont_fixed`.
  function automatic int unsigned mont_fixed_latency(int unsigned width, int unsigned digit);
    return width / digit;
  endfunction

  /// Latency of `mont_fixed_serial`.
  function automatic int unsigned mont_fixed_serial_latency(int unsigned width, int unsigned digit);
    return width / digit;
  endfunction

  /// Least distance of two starts of `mont_fixed_serial`.
  function automatic int unsigned mont_fixed_serial_interval(int unsigned width,
                                                             int unsigned digit);
    return width / digit;
  endfunction

  /// Latency of `mont_digit_serial`.
  function automatic int unsigned mont_digit_serial_latency(int unsigned width, int unsigned digit);
    return width / digit + 1;
  endfunction

  /// Least distance of two starts of `mont_digit_serial`.
  function automatic int unsigned mont_digit_serial_interval(int unsigned width,
                                                             int unsigned digit);
    return width / digit;
  endfunction

  // mod_add, mod_sub, mod_linear, mod_halve

  /// Latency of `mod_add`.
  localparam int unsigned MOD_ADD_LATENCY = 1;

  /// Latency of `mod_sub`.
  localparam int unsigned MOD_SUB_LATENCY = 1;

  /// Latency of `mod_linear`.
  localparam int unsigned MOD_LINEAR_LATENCY = 1;

  /// Latency of `mod_halve`.
  localparam int unsigned MOD_HALVE_LATENCY = 1;

  /// What units check that count sums as one clock.
  localparam bit SUMS_TAKE_A_CLOCK = MOD_ADD_LATENCY == 1 && MOD_SUB_LATENCY == 1 &&
      MOD_LINEAR_LATENCY == 1 && MOD_HALVE_LATENCY == 1;

  // standard_lut, barrett, mont_shared

  /// Levels of Karatsuba's method that leave parts of at most 64 bits.
  function automatic int unsigned karatsuba_levels(int unsigned width);
    return width <= 64 ? 0 : $clog2((width + 63) / 64);
  endfunction

  /// A product whose every level is a stage.
  function automatic arith_pkg::int_mul_cfg_t wide_product(int unsigned width, bit tiles);
    wide_product = arith_pkg::INT_MUL_PLAIN;
    wide_product.tiles = tiles;
    wide_product.split3 = width > 256 && width <= 384;
    wide_product.levels = 3'(karatsuba_levels(wide_product.split3 ? 256 : width));
    wide_product.reg_pre = 8'd1;
    wide_product.reg_leaf = 1'b1;
    wide_product.reg_post = 8'hff;
    return wide_product;
  endfunction

  /// Address bits of a table in `standard_lut`. An FPGA's LUT has 6 inputs; in gates two more bits
  /// cost four times the area, and there are few different functions of 4 bits.
  function automatic int unsigned standard_lut_chunk_bits(bit tiles);
    return tiles ? 6 : 4;
  endfunction

  /// Words that `standard_lut` adds within one clock: gates add many without carries.
  function automatic int unsigned standard_lut_fan_in(bit tiles);
    return tiles ? 4 : 8;
  endfunction

  /// Chunks of the product, above its lowest bits - 1, in `standard_lut`.
  function automatic int unsigned standard_lut_chunks(int unsigned bits, int unsigned chunk_bits);
    return (bits + chunk_bits) / chunk_bits;
  endfunction

  /// Nodes of a level of a tree that adds so many words, `fan_in` a node; level 0 is the words.
  function automatic int unsigned tree_nodes(int unsigned words, int unsigned fan_in,
                                             int unsigned level);
    tree_nodes = words;
    for (int unsigned l = 0; l < level; l++) tree_nodes = (tree_nodes + fan_in - 1) / fan_in;
    return tree_nodes;
  endfunction

  /// Levels of that tree.
  function automatic int unsigned tree_levels(int unsigned words, int unsigned fan_in);
    int unsigned nodes;
    nodes = words;
    tree_levels = 0;
    while (nodes > 1) begin
      nodes = (nodes + fan_in - 1) / fan_in;
      tree_levels = tree_levels + 1;
    end
    return tree_levels;
  endfunction

  /// Latency of `standard_lut` for a modulus of so many bits: product, tables and tree, last table,
  /// result.
  function automatic int unsigned standard_lut_latency(int unsigned bits, int unsigned chunk_bits,
                                                       int unsigned fan_in);
    return arith_pkg::int_mul_latency(bits, bits, wide_product(bits, 1'b0)) + 2 +
        tree_levels(standard_lut_chunks(bits, chunk_bits) + 1, fan_in);
  endfunction

  /// Levels of truncation in the product that gives the quotient of `barrett`.
  function automatic int unsigned barrett_levels(int unsigned bits);
    return bits < 32 ? 1 : 2;
  endfunction

  /// That product.
  function automatic arith_pkg::trunc_mul_cfg_t barrett_scaled(int unsigned bits, bit tiles);
    barrett_scaled = '0;
    barrett_scaled.tiles = tiles;
    barrett_scaled.levels = 3'(karatsuba_levels(bits / 2));
    barrett_scaled.reg_leaf = 1'b1;
    return barrett_scaled;
  endfunction

  /// Times that the low product of `barrett` is split in three.
  function automatic int unsigned barrett_splits(int unsigned bits);
    return bits < 32 ? 1 : 2;
  endfunction

  /// The low product of `barrett`.
  function automatic arith_pkg::trunc_mul_cfg_t barrett_multiple(int unsigned bits, bit tiles);
    barrett_multiple = '0;
    barrett_multiple.tiles = tiles;
    barrett_multiple.levels = 3'(karatsuba_levels(bits / 3));
    barrett_multiple.reg_leaf = 1'b1;
    barrett_multiple.reg_post = 1'b1;
    return barrett_multiple;
  endfunction

  /// Clocks from the product to the quotient in `barrett`.
  function automatic int unsigned barrett_quotient_latency(int unsigned bits);
    return arith_pkg::trunc_mul_latency(barrett_scaled(bits, 1'b0)) + 1;
  endfunction

  /// Clocks from the quotient to its multiple of the modulus in `barrett`.
  function automatic int unsigned barrett_multiple_latency(int unsigned bits);
    return arith_pkg::trunc_mul_latency(barrett_multiple(bits, 1'b0));
  endfunction

  /// Latency of `barrett` for a modulus of so many bits.
  function automatic int unsigned barrett_latency(int unsigned bits);
    return arith_pkg::int_mul_latency(bits, bits, wide_product(bits, 1'b0)) +
        barrett_quotient_latency(bits) + barrett_multiple_latency(bits) + 1;
  endfunction

  /// A part of the multiplier of `mont_shared`: one product, registered.
  function automatic arith_pkg::int_mul_cfg_t shared_part(bit tiles);
    shared_part = arith_pkg::INT_MUL_PLAIN;
    shared_part.reg_leaf = 1'b1;
    shared_part.tiles = tiles;
  endfunction

  /// Latency of `mont_shared`: two clocks for each product, one for the result.
  localparam int unsigned MONT_SHARED_LATENCY = 7;

  /// `mont_shared` takes an operation every so many clocks.
  localparam int unsigned MONT_SHARED_INTERVAL = 3;

  // mont_reconf

  /// How `mont_reconf` forms its products.
  typedef struct packed {
    /// Levels of Karatsuba splitting in a full product of two words.
    logic [2:0] levels;
    /// Splits in three of the low products.
    logic [1:0] lsb_splits;
    /// Levels of the truncated high products, 1 to 4.
    logic [2:0] msb_levels;
    /// The plain products are cut to the tiles of an FPGA's DSP blocks.
    logic       tiles;
  } mont_reconf_cfg_t;

  /// Words of 128 bits in standard cells: a third level of splitting saves 2% and costs 3 ns of 15.
  localparam mont_reconf_cfg_t MONT_RECONF_CELLS = '{
      levels: 3'd2,
      lsb_splits: 2'd1,
      msb_levels: 3'd3,
      tiles: 1'b0
  };

  /// Words of 128 bits in an FPGA: a DSP block for each product of 16 to 18 bits.
  localparam mont_reconf_cfg_t MONT_RECONF_TILES = '{
      levels: 3'd3,
      lsb_splits: 2'd1,
      msb_levels: 3'd3,
      tiles: 1'b1
  };

  /// The full products of `mont_reconf`; each multiplier keeps its leaf products in registers.
  function automatic arith_pkg::int_mul_cfg_t reconf_full(mont_reconf_cfg_t cfg);
    reconf_full = arith_pkg::INT_MUL_PLAIN;
    reconf_full.levels = cfg.levels;
    reconf_full.reg_leaf = 1'b1;
    reconf_full.tiles = cfg.tiles;
  endfunction

  /// The low products of `mont_reconf`: a third of the word fits six tiles as it is.
  function automatic arith_pkg::trunc_mul_cfg_t reconf_lsb(mont_reconf_cfg_t cfg);
    reconf_lsb = reconf_msb(cfg);
    if (cfg.tiles) reconf_lsb.levels = 3'd0;
  endfunction

  /// The high products of `mont_reconf`: the largest full product in them has half the word.
  function automatic arith_pkg::trunc_mul_cfg_t reconf_msb(mont_reconf_cfg_t cfg);
    reconf_msb.levels = cfg.levels == 0 ? 3'd0 : cfg.levels - 3'd1;
    reconf_msb.reg_leaf = 1'b1;
    reconf_msb.reg_post = 1'b0;
    reconf_msb.tiles = cfg.tiles;
  endfunction

  /// Clocks to the product of three words in `mont_reconf_core`.
  localparam int unsigned RECONF_PRODUCT_LATENCY = 1 + 2 + 2;

  /// Latency of `mont_reconf` for operands of 1, 2 or 3 words.
  function automatic int unsigned mont_reconf_latency(int unsigned words);
    // Part sums, products, recombination; then low word, multiples of the modulus for each word.
    case (words)
      1: return 0 + 2 + 0 + 4;
      2: return 1 + 2 + 1 + 2 * 4;
      3: return RECONF_PRODUCT_LATENCY + 3 * 4;
      default: return 0;
    endcase
  endfunction

  /// Operations that `mont_reconf` takes a clock.
  function automatic int unsigned mont_reconf_lanes(int unsigned words);
    return 6 / (words * (words + 1) / 2);
  endfunction

  /// Latency of `mont_reconf_768` for operands of 1, 2, 3 or 6 words.
  function automatic int unsigned mont_reconf_768_latency(int unsigned words);
    // Differences of halves, products, recombination; then each word; then the last subtraction.
    return words == 6 ? 1 + RECONF_PRODUCT_LATENCY + 2 + 6 * 4 + 1 : mont_reconf_latency(words);
  endfunction

  /// Operations that `mont_reconf_768` takes a clock.
  function automatic int unsigned mont_reconf_768_lanes(int unsigned words);
    return words == 6 ? 1 : 3 * mont_reconf_lanes(words) + (words == 1 ? 2 : 0);
  endfunction

  // mod_mul

  /// The multiplier to take today: docs/multipliers.md.
  localparam mod_mul_cfg_t MOD_MUL_DEFAULT = '{
      kind: MONT_KARATSUBA,
      digit: 8'd0,
      const_mul: 1'b0,
      tiles: 1'b0
  };

  /// How `mod_mul` configures `mont_reconf`, for any word.
  function automatic mont_reconf_cfg_t mod_mul_reconf(int unsigned word, bit tiles);
    return tiles ? MONT_RECONF_TILES : MONT_RECONF_CELLS;
  endfunction

  /// Latency of `mod_mul`.
  function automatic int unsigned mod_mul_latency(mod_mul_cfg_t cfg, curves_pkg::field_e field);
    int unsigned width;
    int unsigned digit;
    width = curves_pkg::field_width(field);
    digit = 32'(cfg.digit);
    case (cfg.kind)
      MONT_LBFP: return mont_lbfp_latency(lbfp_digits(width));
      MONT_FIXED: return mont_fixed_latency(width, digit);
      MONT_FIXED_SERIAL: return mont_fixed_serial_latency(width, digit);
      MONT_DIGIT_SERIAL: return mont_digit_serial_latency(width, digit);
      MONT_KARATSUBA: return mont_karatsuba_latency(width, karatsuba_digits(width));
      MONT_RECONF: return mont_reconf_768_latency(width <= 128 ? 1 : width / 128);
      MONT_SHARED: return MONT_SHARED_LATENCY;
      BARRETT: return barrett_latency(curves_pkg::field_bits(field));
      STANDARD_LUT:
      return standard_lut_latency(
          curves_pkg::field_bits(
              field
          ),
          standard_lut_chunk_bits(
              cfg.tiles
          ),
          standard_lut_fan_in(
              cfg.tiles)
      );
      default: return 0;
    endcase
  endfunction

  /// Operations of `mod_mul` are a multiple of this apart, clocks.
  function automatic int unsigned mod_mul_interval(mod_mul_cfg_t cfg, curves_pkg::field_e field);
    int unsigned width;
    int unsigned digit;
    width = curves_pkg::field_width(field);
    digit = 32'(cfg.digit);
    case (cfg.kind)
      MONT_FIXED_SERIAL: return mont_fixed_serial_interval(width, digit);
      MONT_DIGIT_SERIAL: return mont_digit_serial_interval(width, digit);
      MONT_SHARED: return MONT_SHARED_INTERVAL;
      default: return 1;
    endcase
  endfunction

  /// `mod_mul` gives a b / 2^this mod M; 0 where the form is standard.
  function automatic int unsigned mod_mul_radix_bits(mod_mul_cfg_t cfg, curves_pkg::field_e field);
    case (cfg.kind)
      BARRETT, STANDARD_LUT: return 0;
      default: return curves_pkg::field_width(field);
    endcase
  endfunction

  /// An element as `mod_mul` has it: a 2^mod_mul_radix_bits mod M.
  function automatic bit [767:0] in_form(bit [767:0] a, mod_mul_cfg_t cfg,
                                         curves_pkg::field_e field);
    bit [768:0] modulus;
    bit [768:0] doubled;
    modulus = {1'b0, curves_pkg::modulus(field)};
    in_form = a;
    for (int unsigned i = 0; i < mod_mul_radix_bits(cfg, field); i++) begin
      doubled = {in_form, 1'b0};
      if (doubled >= modulus) doubled -= modulus;
      in_form = doubled[767:0];
    end
    return in_form;
  endfunction

  // fq2_mul, fq2_mul_shared

  /// Latency of `fq2_mul`: sums of components, product, sum and difference of products.
  function automatic int unsigned fq2_mul_latency(mod_mul_cfg_t cfg, curves_pkg::field_e field);
    return MOD_ADD_LATENCY + mod_mul_latency(cfg, field) + MOD_SUB_LATENCY;
  endfunction

  /// Latency of `fq2_mul_shared`: that of the third product, and a difference.
  function automatic int unsigned fq2_mul_shared_latency(mod_mul_cfg_t cfg,
                                                         curves_pkg::field_e field);
    return 2 + mod_mul_latency(cfg, field) + MOD_SUB_LATENCY;
  endfunction

endpackage
// verilator lint_on UNUSEDSIGNAL
// verilator lint_on UNUSEDPARAM
