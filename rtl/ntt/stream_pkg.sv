/// What the streaming NTT kernels and their engine share.
// No unit uses all of a package.
// verilator lint_off UNUSEDPARAM
package stream_pkg;

  /// How a pipeline of one butterfly unit for each stage gets the pairs of its stages together.
  typedef enum bit {
    /// The first element of a pair waits in a memory; an element a slot.
    DELAY_FEEDBACK,
    /// Results are put in the order of the next stage's pairs; a pair a slot.
    REORDER
  } organisation_e;

  /// Batches whose Hadamard factors an engine holds: one loads, one goes in, one comes out.
  localparam int unsigned FACTOR_BUFFERS = 3;

  /// Elements that go in and come out of a line in a slot.
  function automatic int unsigned slot_elements(organisation_e organisation);
    return organisation == REORDER ? 2 : 1;
  endfunction

  /// Clocks of a slot: what the multiplier needs, or a multiple that is as long as wished.
  function automatic int unsigned slot_clocks(field_pkg::mod_mul_cfg_t cfg,
                                              curves_pkg::field_e field, int unsigned interval);
    int unsigned least;
    least = field_pkg::mod_mul_interval(cfg, field);
    return interval > least ? (interval + least - 1) / least * least : least;
  endfunction

  /// Latency of a stage besides the slots that it makes an element wait: of
  /// `delay_feedback_stage`, a butterfly; of `reorder_round`, its twiddle's memory and a butterfly.
  function automatic int unsigned stage_latency(
      organisation_e organisation, field_pkg::mod_mul_cfg_t cfg, curves_pkg::field_e field);
    return ntt_pkg::butterfly_latency(cfg, field, 1'b0) + (organisation == REORDER ? 1 : 0);
  endfunction

  /// Latency of a kernel of lines of 2^log2_size elements. The slot of the last element or pair of
  /// a line is so many clocks ahead of that of its first results.
  function automatic int unsigned kernel_latency(organisation_e organisation,
                                                 field_pkg::mod_mul_cfg_t cfg,
                                                 curves_pkg::field_e field, int unsigned log2_size);
    return log2_size * stage_latency(organisation, cfg, field);
  endfunction

  /// Clocks from the slot of the last element or pair of a batch to that in which the engine writes
  /// its first results: memory and product, kernel, memory and product.
  function automatic int unsigned engine_latency(organisation_e organisation,
                                                 field_pkg::mod_mul_cfg_t cfg,
                                                 curves_pkg::field_e field, int unsigned log2_size);
    return kernel_latency(organisation, cfg, field, log2_size) +
        2 * (1 + field_pkg::mod_mul_latency(cfg, field));
  endfunction

endpackage
// verilator lint_on UNUSEDPARAM
