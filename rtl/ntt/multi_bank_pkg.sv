/// Schedule of `multi_bank_engine`.
// No unit uses all of a package.
// verilator lint_off UNUSEDPARAM
package multi_bank_pkg;

  /// What a batch goes through, in order.
  typedef enum logic [1:0] {
    /// Products before the first stage; the first stage where there are none.
    PART_BEFORE,
    PART_STAGES,
    PART_HADAMARD,
    PART_AFTER
  } part_e;

  /// Clocks from the issue of a group to the one that may read its results: bank read, butterfly,
  /// bank write.
  function automatic int unsigned engine_latency(field_pkg::mod_mul_cfg_t cfg,
                                                 curves_pkg::field_e field);
    return 1 + ntt_pkg::butterfly_latency(cfg, field, 1'b1) + 1;
  endfunction

  /// Groups of an element-wise product.
  function automatic int unsigned products(int unsigned log2_size, int unsigned butterflies);
    return (1 << log2_size) / butterflies;
  endfunction

  /// Groups of a stage.
  function automatic int unsigned groups(int unsigned log2_size, int unsigned butterflies);
    return products(log2_size, butterflies) / 2;
  endfunction

  function automatic int unsigned larger(int unsigned a, int unsigned b);
    return a > b ? a : b;
  endfunction

  /// Clocks from the start of a product to that of the first stage, whose first group needs elements
  /// half a line apart.
  function automatic int unsigned product_to_stage(int unsigned log2_size, int unsigned butterflies,
                                                   int unsigned latency);
    return larger(products(log2_size, butterflies), groups(log2_size, butterflies) + latency);
  endfunction

  /// Clocks from the start of a stage to that of the next.
  function automatic int unsigned stage_to_stage(int unsigned log2_size, int unsigned butterflies,
                                                 int unsigned latency);
    return larger(groups(log2_size, butterflies), groups(log2_size, butterflies) / 2 + latency);
  endfunction

  /// Clocks from the start of the last stage to a product, which reads in order what it writes.
  function automatic int unsigned stage_to_product(int unsigned log2_size, int unsigned butterflies,
                                                   int unsigned latency);
    return larger(groups(log2_size, butterflies), latency);
  endfunction

  /// Clocks from the start of a product to that of the next.
  function automatic int unsigned product_to_product(
      int unsigned log2_size, int unsigned butterflies, int unsigned latency);
    return larger(products(log2_size, butterflies), latency);
  endfunction

endpackage
// verilator lint_on UNUSEDPARAM
