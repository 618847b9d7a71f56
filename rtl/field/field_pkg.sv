/// Latencies, intervals and options of the modular arithmetic in this folder.
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
    /// Products cut to DSP tiles, for FPGAs: MONT_LBFP, MONT_KARATSUBA.
    logic       tiles;
  } mod_mul_cfg_t;


  // mont_lbfp

  /// Bits of the first `count` digits of a mixed radix, digit 0 lowest.
  function automatic int unsigned digits_sum(bit [7:0][9:0] radices, int unsigned count);
    digits_sum = 0;
    for (int unsigned i = 0; i < count; i++) digits_sum += 32'(radices[i]);
    return digits_sum;
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

  /// Their radices, digit 0 lowest: each 8 to 16 bits wider than the one before.
  function automatic bit [7:0][9:0] karatsuba_radices(int unsigned width);
    int unsigned digits;
    int unsigned step;
    digits = karatsuba_digits(width);
    step   = width < 256 ? 8 : 16;
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
    karatsuba_product.levels = width <= 128 ? 3'd1 : width <= 256 ? 3'd2 : width <= 384 ? 3'd3 : 3'd4;
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
      high     = karatsuba_bits - 32'(radices[k]);
      multiple = width + 32'(radices[k]);
      karatsuba_bits = (high > multiple ? high : multiple) + 1;
    end
    return karatsuba_bits;
  endfunction

  /// Latency of `mont_karatsuba`.
  function automatic int unsigned mont_karatsuba_latency(int unsigned width, int unsigned digits);
    return arith_pkg::int_mul_latency(width, width, karatsuba_product(width, 1'b0)) + digits - 1
        + MONT_LAST_DIGIT_LATENCY;
  endfunction

  // mont_fixed, mont_fixed_serial, mont_digit_serial

  /// Latency of `mont_fixed`.
  function automatic int unsigned mont_fixed_latency(int unsigned width, int unsigned digit);
    return width / digit;
  endfunction

  /// Latency of `mont_fixed_serial`.
  function automatic int unsigned mont_fixed_serial_latency(int unsigned width,
                                                            int unsigned digit);
    return width / digit;
  endfunction

  /// Least distance of two starts of `mont_fixed_serial`.
  function automatic int unsigned mont_fixed_serial_interval(int unsigned width,
                                                             int unsigned digit);
    return width / digit;
  endfunction

  /// Latency of `mont_digit_serial`.
  function automatic int unsigned mont_digit_serial_latency(int unsigned width,
                                                            int unsigned digit);
    return width / digit + 1;
  endfunction

  /// Least distance of two starts of `mont_digit_serial`.
  function automatic int unsigned mont_digit_serial_interval(int unsigned width,
                                                             int unsigned digit);
    return width / digit;
  endfunction

  // mod_add, mod_sub, mod_halve

  /// Latency of `mod_add`.
  localparam int unsigned MOD_ADD_LATENCY = 1;

  /// Latency of `mod_sub`.
  localparam int unsigned MOD_SUB_LATENCY = 1;

  /// Latency of `mod_halve`.
  localparam int unsigned MOD_HALVE_LATENCY = 1;

  // mod_mul

  /// The multiplier to take today: docs/multipliers.md.
  localparam mod_mul_cfg_t MOD_MUL_DEFAULT = '{
    kind: MONT_KARATSUBA,
    digit: 8'd0,
    const_mul: 1'b0,
    tiles: 1'b0
  };

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
      default: return 0;
    endcase
  endfunction

  /// Least distance of two operations of `mod_mul`, clocks.
  function automatic int unsigned mod_mul_interval(mod_mul_cfg_t cfg, curves_pkg::field_e field);
    int unsigned width;
    int unsigned digit;
    width = curves_pkg::field_width(field);
    digit = 32'(cfg.digit);
    case (cfg.kind)
      MONT_FIXED_SERIAL: return mont_fixed_serial_interval(width, digit);
      MONT_DIGIT_SERIAL: return mont_digit_serial_interval(width, digit);
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

endpackage
