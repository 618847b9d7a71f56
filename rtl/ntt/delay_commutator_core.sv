/// Delay-commutator NTT pipelines on reconfigurable multipliers.
///
///   data --[x before]--> half --[x w]--> half --[x w]--> ... --> half --[x after]--> data
///                   Half = 2^(MaxLog2-1)    2^(MaxLog2-2)          1
///
/// Source: reconf, section V-E: two pipelines of six lanes of one word, two of two or one of three.
/// Radix 2, decimation in frequency: natural order in, bit-reversed order out, an element of each lane
/// in each clock. Lines may follow each other without gap; those shorter than 2^MaxLog2 enter at a
/// later stage. A stage multiplies its differences by root^i, and its sums by root^0: the multiplier
/// is the delay beside the multiplier, whose length depends on the mode. So at most half of its
/// products are useful, as with one element a clock a stage has half a butterfly. The last stage needs
/// no twiddles; its multiplier serves the products behind the transform, one at the input those before
/// it.
///
/// All factors are in Montgomery form, 1 included. Entry h + i of the twiddle table, h a power of two
/// and i below it, is root^i of the lines of 2h elements; a stage keeps those of its h for all
/// pipelines and lanes.
///
/// start_i comes with the first element of a line, before_i with each element. due_o comes a clock
/// before after_i is needed for the first result; start_o comes with that result.
///
/// Latency : delay_commutator_pkg::core_latency(words_i, log2_size_i)
/// Reset : of control
/// Handshake : start_i, as far apart as a line is long or farther
/// Model : sim::ntt::delay_commutator
module delay_commutator_core #(
  parameter int unsigned Word = 128,
  parameter field_pkg::mont_reconf_cfg_t Cfg = field_pkg::MONT_RECONF_CELLS,
  parameter int unsigned Pipelines = 2,
  parameter int unsigned MaxLog2 = 10
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic [          1:0]             words_i,
  input  logic [   3*Word-1:0]             modulus_i,
  input  logic [     Word-1:0]             neg_inv_i,
  input  logic [          4:0]             log2_size_i,
  input  logic                             twiddle_write_i,
  input  logic [  MaxLog2-1:0]             twiddle_index_i,
  input  logic [   3*Word-1:0]             twiddle_i,
  input  logic                             start_i,
  input  logic [Pipelines-1:0][6*Word-1:0] data_i,
  input  logic [   6*Word-1:0]             before_i,
  output logic                             due_o,
  input  logic [Pipelines-1:0][6*Word-1:0] after_i,
  output logic                             start_o,
  output logic [Pipelines-1:0][6*Word-1:0] data_o
);

  if (MaxLog2 < 2) begin : gen_bad
    $fatal(1, "delay_commutator_core: lines of %0d elements", 1 << MaxLog2);
  end

  logic entered;
  logic [Pipelines-1:0][6*Word-1:0] entering;
  mont_reconf_pulse u_entered (
    .clk_i,
    .rst_ni,
    .words_i,
    .pulse_i(start_i),
    .pulse_o(entered)
  );
  for (genvar p = 0; p < Pipelines; p++) begin : gen_before
    (* keep_hierarchy *)
    mont_reconf #(
      .Word(Word),
      .Cfg (Cfg)
    ) u_mul (
      .clk_i,
      .words_i,
      .modulus_i,
      .neg_inv_i,
      .x_i(data_i[p]),
      .y_i(before_i),
      .z_o(entering[p])
    );
  end

  for (genvar s = 0; s < MaxLog2; s++) begin : gen_stage
    localparam int unsigned Half = 1 << (MaxLog2 - 1 - s);
    localparam int unsigned IndexBits = Half > 1 ? $clog2(Half) : 1;
    logic enter;
    logic start;
    logic [Pipelines-1:0][6*Word-1:0] data;
    logic due;
    logic difference;
    logic [IndexBits-1:0] index;
    logic [Pipelines-1:0][6*Word-1:0] result;
    logic [Pipelines-1:0][6*Word-1:0] factor;
    logic start_next;
    logic [Pipelines-1:0][6*Word-1:0] data_next;

    assign enter = log2_size_i == 5'(MaxLog2 - s);
    if (s == 0) begin : gen_first
      assign start = enter && entered;
      assign data  = entering;
    end else begin : gen_next
      assign start = enter ? entered : gen_stage[s-1].start_next;
      assign data  = enter ? entering : gen_stage[s-1].data_next;
    end

    delay_commutator_half #(
      .Word(Word),
      .Pipelines(Pipelines),
      .Half(Half)
    ) u_half (
      .clk_i,
      .rst_ni,
      .words_i,
      .modulus_i,
      .start_i(start),
      .data_i(data),
      .due_o(due),
      .difference_o(difference),
      .index_o(index),
      .data_o(result)
    );

    if (Half > 1) begin : gen_twiddles
      logic [3*Word-1:0] twiddle;
      logic [6*Word-1:0] twiddles;
      ram_1r1w #(
        .Width(3 * Word),
        .Depth(Half)
      ) u_twiddles (
        .clk_i,
        .write_i(twiddle_write_i && twiddle_index_i >> $clog2(Half) == 1),
        .write_address_i(twiddle_index_i[IndexBits-1:0]),
        .data_i(twiddle_i),
        .read_address_i(difference ? index : '0),
        .q_o(twiddle)
      );
      lane_spread #(
        .Word(Word)
      ) u_spread (
        .words_i,
        .element_i(twiddle),
        .lanes_o  (twiddles)
      );
      assign factor = {Pipelines{twiddles}};
    end else begin : gen_after
      assign due_o  = due;
      assign factor = after_i;
      logic unused;
      assign unused = ^{difference, index};
    end

    mont_reconf_pulse #(
      .Extra(delay_commutator_pkg::LANE_ADD_SUB_LATENCY)
    ) u_start (
      .clk_i,
      .rst_ni,
      .words_i,
      .pulse_i(due),
      .pulse_o(start_next)
    );
    for (genvar p = 0; p < Pipelines; p++) begin : gen_mul
      (* keep_hierarchy *)
      mont_reconf #(
        .Word(Word),
        .Cfg (Cfg)
      ) u_mul (
        .clk_i,
        .words_i,
        .modulus_i,
        .neg_inv_i,
        .x_i(result[p]),
        .y_i(factor[p]),
        .z_o(data_next[p])
      );
    end
  end

  assign start_o = gen_stage[MaxLog2-1].start_next;
  assign data_o  = gen_stage[MaxLog2-1].data_next;

endmodule
