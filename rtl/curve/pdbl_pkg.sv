/// The program of `pdbl_folded`, when its steps begin, and its latency.
// No unit uses all of a package, nor a function all of its arguments.
// verilator lint_off UNUSEDPARAM
// verilator lint_off UNUSEDSIGNAL
package pdbl_pkg;

  /// What a step does; SKIP is no step.
  typedef enum logic [1:0] {
    SKIP,
    MUL,
    ADD,
    SUB
  } op_e;

  /// Registers: X, Y, Z hold the point when the program begins, F, Y, Z when it ends.
  typedef enum logic [2:0] {
    X,
    Y,
    Z,
    A,
    B,
    C,
    F
  } reg_e;

  localparam int unsigned REGISTERS = 7;

  /// `target` = `left` op `right`.
  typedef struct packed {
    op_e  op;
    reg_e target;
    reg_e left;
    reg_e right;
  } step_t;

  localparam int unsigned STEPS = 23;

  /// A step of the doubling in Jacobian coordinates: C = Y^4, X = 4 X Y^2, A = 3 X^2 + a Z^4,
  /// F = A^2 - 2 X, Y = A (X - F) - 8 C, Z = 2 Y Z; a is 0 or 2. The order is such that the
  /// products of a level follow each other into the multiplier.
  function automatic step_t step(int unsigned index, curves_pkg::curve_e curve);
    op_e mul_z;
    op_e add_z;
    mul_z = curves_pkg::curve_a(curve) == 0 ? SKIP : MUL;
    add_z = curves_pkg::curve_a(curve) == 0 ? SKIP : ADD;
    case (index)
      0: return '{MUL, B, Y, Y};
      1: return '{MUL, A, X, X};
      2: return '{mul_z, F, Z, Z};
      3: return '{MUL, Z, Y, Z};
      4: return '{MUL, C, B, B};
      5: return '{MUL, X, X, B};
      6: return '{mul_z, F, F, F};
      7: return '{ADD, B, A, A};
      8: return '{ADD, A, A, B};
      9: return '{add_z, A, A, F};
      10: return '{add_z, A, A, F};
      11: return '{MUL, F, A, A};
      12: return '{ADD, Z, Z, Z};
      13: return '{ADD, X, X, X};
      14: return '{ADD, X, X, X};
      15: return '{SUB, F, F, X};
      16: return '{SUB, F, F, X};
      17: return '{SUB, X, X, F};
      18: return '{MUL, X, A, X};
      19: return '{ADD, C, C, C};
      20: return '{ADD, C, C, C};
      21: return '{ADD, C, C, C};
      22: return '{SUB, Y, X, C};
      default: return '{SKIP, X, X, X};
    endcase
  endfunction

  /// All steps.
  function automatic step_t [STEPS-1:0] steps(curves_pkg::curve_e curve);
    for (int unsigned s = 0; s < STEPS; s++) steps[s] = step(s, curve);
    return steps;
  endfunction

  /// Clocks of an operation between the registers of its operands and that of its result.
  function automatic int unsigned op_latency(op_e op, field_pkg::mod_mul_cfg_t cfg,
                                             curves_pkg::curve_e curve);
    case (op)
      MUL: return padd_pkg::mul_latency(cfg, curve);
      ADD: return field_pkg::MOD_ADD_LATENCY;
      SUB: return field_pkg::MOD_SUB_LATENCY;
      default: return 0;
    endcase
  endfunction

  /// The clock in which each step reads its registers, and in which all are done, at index STEPS.
  /// A step begins when those before have begun and its registers are written.
  function automatic bit [STEPS:0][15:0] schedule(field_pkg::mod_mul_cfg_t cfg,
                                                  curves_pkg::curve_e curve);
    bit [7:0][15:0] ready;
    bit [15:0] now;
    step_t one;
    ready = '0;
    now = '0;
    schedule = '0;
    for (int unsigned s = 0; s < STEPS; s++) begin
      one = step(s, curve);
      if (one.op != SKIP) begin
        if (ready[one.left] > now) now = ready[one.left];
        if (ready[one.right] > now) now = ready[one.right];
        if (ready[one.target] > now) now = ready[one.target];
        schedule[s] = now;
        ready[one.target] = now + 16'd2 + 16'(op_latency(one.op, cfg, curve));
        now = now + 16'd1;
      end
    end
    for (int unsigned r = 0; r < REGISTERS; r++) begin
      if (ready[r] > schedule[STEPS]) schedule[STEPS] = ready[r];
    end
    return schedule;
  endfunction

  /// The last clock in which the target of each step has its old value.
  function automatic bit [STEPS-1:0][15:0] written(field_pkg::mod_mul_cfg_t cfg,
                                                   curves_pkg::curve_e curve);
    bit [STEPS:0][15:0] begins;
    begins = schedule(cfg, curve);
    for (int unsigned s = 0; s < STEPS; s++) begin
      written[s] = begins[s] + 16'd1 + 16'(op_latency(step(s, curve).op, cfg, curve));
    end
    return written;
  endfunction

  /// Latency of `pdbl_folded`.
  function automatic int unsigned pdbl_folded_latency(field_pkg::mod_mul_cfg_t cfg,
                                                      curves_pkg::curve_e curve);
    bit [STEPS:0][15:0] times;
    times = schedule(cfg, curve);
    return 32'(times[STEPS]) + 1;
  endfunction

  /// Clocks from one doubling of `pdbl_folded` to the next, if its results are taken at once.
  function automatic int unsigned pdbl_folded_interval(field_pkg::mod_mul_cfg_t cfg,
                                                       curves_pkg::curve_e curve);
    return pdbl_folded_latency(cfg, curve) + 1;
  endfunction

  /// Clocks in which `padd_jacobian_separate` does a doubling at least, while some wait: the hole
  /// for its result goes through the adder.
  function automatic int unsigned separate_interval(field_pkg::mod_mul_cfg_t cfg,
                                                    curves_pkg::curve_e curve);
    int unsigned doubling;
    int unsigned addition;
    doubling = pdbl_folded_latency(cfg, curve);
    addition = padd_pkg::padd_jacobian_latency(cfg, curve) + 1;
    return (doubling > addition ? doubling : addition) + 1;
  endfunction

endpackage
// verilator lint_on UNUSEDSIGNAL
// verilator lint_on UNUSEDPARAM
