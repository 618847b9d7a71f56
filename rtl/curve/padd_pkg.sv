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

  // padd_complete

  /// Modular adders of `padd_complete_flow`, for each component of a coordinate.
  localparam int unsigned COMPLETE_ADDERS = 12;

  /// Its modular subtractors, beside those in the middle of the formula.
  localparam int unsigned COMPLETE_SUBTRACTORS = 2;

  /// Its multipliers: two more where a != 0, for a b3 that is not small.
  function automatic int unsigned complete_multipliers(curves_pkg::curve_e curve);
    return curves_pkg::curve_a(curve) == 0 ? 12 : 14;
  endfunction

  /// a, where it is small.
  function automatic bit signed [7:0] complete_a(curves_pkg::curve_e curve);
    return 8'(curves_pkg::curve_a(curve));
  endfunction

  /// b3 = 3 b, where it is small.
  function automatic bit signed [7:0] complete_b3(curves_pkg::curve_e curve);
    return 8'(3 * curves_pkg::curve_b(curve));
  endfunction

  /// Any b3, in the form of the multiplier.
  function automatic bit [767:0] complete_b3_form(field_pkg::mod_mul_cfg_t cfg,
                                                  curves_pkg::curve_e curve);
    bit [769:0] b3;
    bit [769:0] modulus;
    modulus = 770'(curves_pkg::modulus(curves_pkg::base_field(curve)));
    b3 = 770'(curves_pkg::curve_b(curve));
    b3 = (b3 + b3 + b3) % modulus;
    return field_pkg::in_form(768'(b3), cfg, curves_pkg::base_field(curve));
  endfunction

  /// Whether `padd_complete` serves G2 of a curve.
  function automatic bit complete_has_g2(curves_pkg::curve_e curve);
    return curve == curves_pkg::BN254 || curve == curves_pkg::BLS12_381;
  endfunction

  /// B3 of G2, {c1, c0}: b3 = B3 / Xi = 9 / (9 + u) for BN254, 12 (1 + u) for BLS12-381.
  function automatic bit signed [1:0][7:0] complete_g2_b3(curves_pkg::curve_e curve);
    return curve == curves_pkg::BN254 ? {8'sd0, 8'sd9} : {8'sd12, 8'sd12};
  endfunction

  /// Xi of G2, {c1, c0}.
  function automatic bit signed [1:0][7:0] complete_g2_xi(curves_pkg::curve_e curve);
    return curve == curves_pkg::BN254 ? {8'sd1, 8'sd9} : {8'sd0, 8'sd1};
  endfunction

  /// Latency of `padd_complete_flow` with multipliers of a latency: sums and products, two clocks
  /// of sums or a product by b3, products, sums.
  function automatic int unsigned complete_flow_latency(curves_pkg::curve_e curve,
                                                        int unsigned multiplication);
    return curves_pkg::curve_a(curve) == 0 ? 2 * multiplication + 3 : 3 * multiplication + 4;
  endfunction

  /// Latency of `padd_complete`, in G1 and, where asked for, in G2.
  function automatic int unsigned padd_complete_latency(field_pkg::mod_mul_cfg_t cfg,
                                                        curves_pkg::curve_e curve, bit g2);
    return complete_flow_latency(
        curve,
        g2 ? field_pkg::fq2_mul_shared_latency(
            cfg, curves_pkg::base_field(curve)
        ) : mul_latency(
            cfg, curve)
    );
  endfunction

  // pe_array

  /// Elements of `pe_array`.
  localparam int unsigned PE_ARRAY_ELEMENTS = 16;

  /// Their multiplier, for Fq and Fr.
  localparam field_pkg::mod_mul_cfg_t PE_MUL = '{kind: field_pkg::MONT_LBFP, default: '0};

  /// Latency of a butterfly of `pe`: difference, product, half.
  function automatic int unsigned butterfly_latency(curves_pkg::field_e fr);
    return field_pkg::MOD_SUB_LATENCY + field_pkg::mod_mul_latency(PE_MUL, fr) +
        field_pkg::MOD_HALVE_LATENCY;
  endfunction

  /// Latency of a point addition in `pe_array`.
  function automatic int unsigned pe_array_point_latency(curves_pkg::curve_e curve);
    return complete_flow_latency(curve, mul_latency(PE_MUL, curve));
  endfunction

  // padd_edwards, padd_edwards_mixed

  /// Latency of `padd_edwards`.
  function automatic int unsigned padd_edwards_latency(field_pkg::mod_mul_cfg_t cfg,
                                                       curves_pkg::curve_e curve);
    return 3 * mul_latency(cfg, curve) + field_pkg::MOD_ADD_LATENCY;
  endfunction

  /// Latency of `padd_edwards_mixed`.
  function automatic int unsigned padd_edwards_mixed_latency(field_pkg::mod_mul_cfg_t cfg,
                                                             curves_pkg::curve_e curve);
    return 2 * (mul_latency(cfg, curve) + field_pkg::MOD_ADD_LATENCY);
  endfunction

  // padd_jacobian, padd_jacobian_separate

  /// Clocks until `padd_jacobian_pipe` knows whether its operands are equal: operands put in order,
  /// two products, differences.
  function automatic int unsigned jacobian_equal_latency(field_pkg::mod_mul_cfg_t cfg,
                                                         curves_pkg::curve_e curve);
    return 1 + 2 * mul_latency(cfg, curve) + field_pkg::MOD_SUB_LATENCY;
  endfunction

  /// Latency of `padd_jacobian` and `padd_jacobian_pipe`: the join, three products, sums.
  function automatic int unsigned padd_jacobian_latency(field_pkg::mod_mul_cfg_t cfg,
                                                        curves_pkg::curve_e curve);
    return jacobian_equal_latency(cfg, curve) + 1 + 3 * mul_latency(cfg, curve) +
        field_pkg::MOD_LINEAR_LATENCY + field_pkg::MOD_SUB_LATENCY;
  endfunction

  /// Latency of `padd_jacobian_separate` for points that are not equal: a register at the output.
  function automatic int unsigned padd_jacobian_separate_latency(field_pkg::mod_mul_cfg_t cfg,
                                                                 curves_pkg::curve_e curve);
    return padd_jacobian_latency(cfg, curve) + 1;
  endfunction

  /// Places that `padd_jacobian_separate` has unless told: those of the operations on their way to
  /// being known, and at least sixteen.
  function automatic int unsigned jacobian_queue_depth(field_pkg::mod_mul_cfg_t cfg,
                                                       curves_pkg::curve_e curve);
    return 32'd1 << $clog2(jacobian_equal_latency(cfg, curve) + 16);
  endfunction

endpackage
// verilator lint_on UNUSEDSIGNAL
// verilator lint_on UNUSEDPARAM
