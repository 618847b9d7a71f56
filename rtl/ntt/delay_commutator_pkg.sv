/// Latencies and cost of the delay-commutator NTT (`delay_commutator_core` and its engine).
// No unit uses all of a package.
// verilator lint_off UNUSEDPARAM
package delay_commutator_pkg;

  /// Latency of `lane_add_sub`.
  localparam int unsigned LANE_ADD_SUB_LATENCY = 1;

  /// Clocks from the address of a line memory to its lanes.
  localparam int unsigned LINE_MEMORY_LATENCY = 1;

  /// Latency of a stage whose operands are `half` places apart.
  function automatic int unsigned stage_latency(int unsigned words, int unsigned half);
    return half + LANE_ADD_SUB_LATENCY + field_pkg::mont_reconf_latency(words);
  endfunction

  /// Latency of `delay_commutator_core`: the input product and all stages of such a line.
  function automatic int unsigned core_latency(int unsigned words, int unsigned log2_size);
    core_latency = field_pkg::mont_reconf_latency(words);
    for (int unsigned s = 0; s < log2_size; s++) core_latency += stage_latency(words, 1 << s);
  endfunction

  /// Clocks from the issue of the first elements of a batch to the first clock in which its results
  /// are complete in `delay_commutator_engine`.
  function automatic int unsigned batch_latency(int unsigned words, int unsigned log2_size);
    return LINE_MEMORY_LATENCY + core_latency(words, log2_size) + (1 << log2_size);
  endfunction

  /// Multipliers of an engine: of each stage, and of the product before the first, in each pipeline.
  function automatic int unsigned multipliers(int unsigned pipelines, int unsigned max_log2);
    return pipelines * (max_log2 + 1);
  endfunction

  /// Bits in the memories of an engine: batches of lines (2), factors and results; both delays of the
  /// stages, but for the registers of the last; twiddles and vector.
  function automatic int unsigned memory_bits(int unsigned word, int unsigned pipelines,
                                              int unsigned max_log2, int unsigned batches);
    int unsigned places;
    int unsigned delays;
    int unsigned entries;
    places  = (2 + 2 * batches) << max_log2;
    delays  = 2 * ((1 << max_log2) - 2);
    entries = ((1 << max_log2) - 2) + (1 << max_log2);
    return 6 * word * pipelines * (places + delays) + 3 * word * entries;
  endfunction

endpackage
// verilator lint_on UNUSEDPARAM
