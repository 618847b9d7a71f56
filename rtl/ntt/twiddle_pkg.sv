/// Schedule of the generators of Hadamard twiddles.
// No unit uses all of a package.
// verilator lint_off UNUSEDPARAM
package twiddle_pkg;

  /// Their multiplier. Products that depend on each other follow at its latency, which at 256 bits
  /// is the nine clocks of uninm, figure 10.
  localparam field_pkg::mod_mul_cfg_t TWIDDLE_MUL = '{
      kind: field_pkg::MONT_DIGIT_SERIAL,
      digit: 8'd32,
      const_mul: 1'b0,
      tiles: 1'b0
  };

  /// Rounds that double the twiddles at hand, until each multiplier has its own or there are no
  /// more.
  function automatic int unsigned twiddle_doublings(int unsigned log2_size,
                                                    int unsigned multipliers);
    return log2_size < $clog2(multipliers) ? log2_size : $clog2(multipliers);
  endfunction

  /// Rounds of products for a line of 2^log2_size.
  function automatic int unsigned twiddle_rounds(int unsigned log2_size, int unsigned multipliers);
    int unsigned doublings;
    doublings = twiddle_doublings(log2_size, multipliers);
    return doublings + (1 << (log2_size - doublings)) - 1;
  endfunction

  /// Clocks from `start_i` of `twiddle_engine` to the first in which that buffer counts as filled:
  /// a seed a clock and a register, the rounds, and the last results, four a clock.
  function automatic int unsigned twiddle_cycles(int unsigned log2_size, int unsigned lines,
                                                 int unsigned multipliers, int unsigned latency);
    return lines + 1 + latency * twiddle_rounds(log2_size, multipliers) +
        (1 << twiddle_doublings(log2_size, multipliers)) / 4;
  endfunction

endpackage
// verilator lint_on UNUSEDPARAM
