/// Constants and latencies of the point adders in this folder. `cfg` and the base field of `curve`
/// are those of their `mod_mul`.
// No unit uses all of a package, nor a function all options of a unit.
// verilator lint_off UNUSEDPARAM
// verilator lint_off UNUSEDSIGNAL
package padd_pkg;

  /// Latency of the multiplications in the base field of a curve.
  function automatic int unsigned mul_latency(field_pkg::mod_mul_cfg_t cfg,
                                              curves_pkg::curve_e curve);
    return field_pkg::mod_mul_latency(cfg, curves_pkg::base_field(curve));
  endfunction

endpackage
// verilator lint_on UNUSEDSIGNAL
// verilator lint_on UNUSEDPARAM
