/// A stage of a delay-commutator NTT without its multiplier: the sums, then the differences, of
/// elements that are Half places apart.
///
///   data --.--[Half]--.--[Half]--.
///          |          |          |          sums:        place i and i + Half are at the first two
///          '----------+----------'          differences: Half clocks later, at the last two
///             select two --[+-]-- data
///
/// Source: reconf, section V-E; the commutator is that of an SDC pipeline with one element a clock in
/// and out. Each element passes the only adder twice, as a term of a sum and of a difference, so the
/// adder works in every clock and half of what comes out needs a twiddle. Nothing feeds back: two
/// delays, the switch, no valid bits. `start_i` comes with the first element of a line; the other
/// elements follow without gap; a line has 2 Half elements or a multiple of it. All lanes of all
/// pipelines go in step.
///
/// `due_o` tells that the first sum of a line is formed, `difference_o` and `index_o` which
/// difference; `data_o` follows a clock later.
///
/// Latency : Half to due_o, delay_commutator_pkg::LANE_ADD_SUB_LATENCY more to data_o
/// Reset : of control
/// Handshake : start_i, at least 2 Half clocks apart
/// Model : sim::ntt::delay_commutator
module delay_commutator_half #(
  parameter int unsigned Word = 128,
  parameter int unsigned Pipelines = 2,
  parameter int unsigned Half = 1,
  localparam int unsigned IndexBits = Half > 1 ? $clog2(Half) : 1
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic [          1:0]             words_i,
  input  logic [   3*Word-1:0]             modulus_i,
  input  logic                             start_i,
  input  logic [Pipelines-1:0][6*Word-1:0] data_i,
  output logic                             due_o,
  output logic                             difference_o,
  output logic [IndexBits-1:0]             index_o,
  output logic [Pipelines-1:0][6*Word-1:0] data_o
);

  if (Half != 1 << $clog2(Half)) begin : gen_bad
    $fatal(1, "delay_commutator_half: %0d places are no power of two", Half);
  end

  // The distance to the first sum, then the place of the line's results in their pair of halves.
  logic waiting_q;
  logic [IndexBits-1:0] wait_q;
  logic difference_q;
  logic [IndexBits-1:0] index_q;
  assign due_o = waiting_q && wait_q == 0;
  assign difference_o = difference_q && !due_o;
  assign index_o = due_o ? '0 : index_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) waiting_q <= 1'b0;
    else if (start_i) waiting_q <= 1'b1;
    else if (due_o) waiting_q <= 1'b0;
    wait_q <= start_i ? IndexBits'(Half - 1) : wait_q - 1'b1;
    if (index_o == IndexBits'(Half - 1)) begin
      index_q <= '0;
      difference_q <= !difference_o;
    end else begin
      index_q <= index_o + 1'b1;
      difference_q <= difference_o;
    end
  end

  logic [Pipelines-1:0][6*Word-1:0] once;
  logic [Pipelines-1:0][6*Word-1:0] twice;
  delay_memory #(
    .Width(Pipelines * 6 * Word),
    .Depth(Half)
  ) u_once (
    .clk_i,
    .rst_ni,
    .d_i(data_i),
    .q_o(once)
  );
  delay_memory #(
    .Width(Pipelines * 6 * Word),
    .Depth(Half)
  ) u_twice (
    .clk_i,
    .rst_ni,
    .d_i(once),
    .q_o(twice)
  );

  for (genvar p = 0; p < Pipelines; p++) begin : gen_pipeline
    lane_add_sub #(
      .Word(Word)
    ) u_add_sub (
      .clk_i,
      .words_i,
      .modulus_i,
      .subtract_i(difference_o),
      .a_i(difference_o ? twice[p] : once[p]),
      .b_i(difference_o ? once[p] : data_i[p]),
      .result_o(data_o[p])
    );
  end

endmodule
