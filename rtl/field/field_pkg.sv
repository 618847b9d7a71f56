/// Latencies, intervals and options of the modular arithmetic in this folder.
package field_pkg;

  // mont_lbfp

  /// Bits of the first `count` digits of a mixed radix, digit 0 lowest.
  function automatic int unsigned digits_sum(bit [7:0][9:0] radices, int unsigned count);
    digits_sum = 0;
    for (int unsigned i = 0; i < count; i++) digits_sum += 32'(radices[i]);
    return digits_sum;
  endfunction

  /// Clocks of `mont_last_digit`.
  localparam int unsigned MONT_LAST_DIGIT_LATENCY = 3;

  /// Clocks of `mont_lbfp` for a modulus of so many digits.
  function automatic int unsigned mont_lbfp_latency(int unsigned digits);
    return digits + MONT_LAST_DIGIT_LATENCY;
  endfunction

  /// How `mont_lbfp` forms a partial product: within one clock, by Karatsuba from 64 bits.
  function automatic arith_pkg::int_mul_cfg_t lbfp_product(int unsigned radix);
    lbfp_product = arith_pkg::INT_MUL_PLAIN;
    lbfp_product.levels = radix < 64 ? 3'd0 : radix < 128 ? 3'd1 : 3'd2;
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
  function automatic arith_pkg::int_mul_cfg_t karatsuba_product(int unsigned width);
    karatsuba_product = arith_pkg::INT_MUL_PLAIN;
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
    return arith_pkg::int_mul_latency(width, width, karatsuba_product(width)) + digits - 1
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

endpackage
