/// What the NTT engines and their controller tell each other.
///
/// An engine takes the lines of a pass in batches. `load_ready_o`: the next batch may be loaded; then
/// come its beats, `load_valid_i`, in any order, and `load_last_i` with the last one. An engine that
/// reads Hadamard factors takes them among the beats, marked by `load_factor_i`. `store_ready_o`: the
/// oldest batch is complete; then its beats are read, `store_read_i`, with data after STORE_LATENCY,
/// and `store_done_i` frees its memory. Both outputs are functions of registers, and fall in the clock
/// after `load_last_i` and `store_done_i` if there is no room for, or no other batch. `pass_i` is
/// steady while a batch is inside. Tables are written while none is.
// No unit uses all of a package.
// verilator lint_off UNUSEDPARAM
package ntt_pkg;

  /// What a pass does with each of its lines (rows or columns of the four-step matrix).
  typedef struct packed {
    /// log2 of the elements of a line.
    logic [4:0] log2_size;
    /// The transform is inverse.
    logic       inverse;
    /// Element-wise product with the stored vector before the first stage (coset).
    logic       product_before;
    /// Element-wise product with the twiddles of the four-step method behind the last stage.
    logic       hadamard;
    /// Element-wise product with the stored vector behind everything (coset).
    logic       product_after;
  } line_pass_t;

  /// The tables of an engine, filled by the host before a transform.
  typedef enum logic [1:0] {
    /// Entry h + i is root^i of the lines of 2h elements, h a power of two, i < h, in the
    /// multiplier's form; entry 0 is not used. Which lengths an engine needs, its header says.
    TABLE_TWIDDLES,
    /// The vector of the coset products, one entry for each place in a line.
    TABLE_VECTOR,
    /// Of each line, the seed whose powers are its Hadamard twiddles.
    TABLE_SEEDS,
    /// Of each line, the Hadamard twiddle of its first element.
    TABLE_STARTS
  } table_e;

  /// What an engine issues in a clock: of the trace that the model gives as well.
  typedef struct packed {
    /// A group of butterflies.
    logic        butterflies;
    /// A group of element-wise products.
    logic        products;
    logic [4:0]  stage;
    logic [15:0] group;
  } issue_t;

  /// Clocks from `store_read_i` of an engine to `store_data_o`.
  localparam int unsigned STORE_LATENCY = 2;

  /// Latency of `butterfly`: difference, product, and a half where it has one.
  function automatic int unsigned butterfly_latency(field_pkg::mod_mul_cfg_t cfg,
                                                    curves_pkg::field_e field, bit halves);
    return field_pkg::MOD_SUB_LATENCY + field_pkg::mod_mul_latency(cfg, field) +
        (halves ? field_pkg::MOD_HALVE_LATENCY : 0);
  endfunction

endpackage
// verilator lint_on UNUSEDPARAM
