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

endpackage
