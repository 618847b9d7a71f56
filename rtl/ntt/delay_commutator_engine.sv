/// Delay-commutator NTT engine: batches of lines through pipelines on reconfigurable multipliers.
///
///   load --> [lines: 2 batches] ----> delay_commutator_core --> [results: Batches] --> store
///     |                        vector ---^         ^--- vector
///     '--> [factors: Batches] ---------------------'
///
/// Source: reconf, section V-E. A batch has a line for each lane: with two pipelines twelve of one
/// word, four of two or two of three. Words, modulus and its -1/M mod 2^Word change between passes.
/// Natural order in and out: results are written to their places in the line. The inverse transform
/// is the forward one with inverse roots; 1/N is left to the Hadamard factors.
///
/// Hadamard factors come with the batch, like its data, in beats with `load_factor_i`, and in any
/// order with them. The vector of the coset products is one for all lines. The products behind the
/// transform are done by the multipliers of the last stage, which have no twiddles: by a factor, by
/// the vector or by 1, so a pass has not both. Those before it have multipliers of their own, as a
/// forward pass has them and Hadamard products.
///
/// Tables: TABLE_TWIDDLES entry h + i is root^i of the lines of 2h elements (h a power of two, i < h),
/// for all lengths in use; entry 1, which is 1, always. TABLE_VECTOR entry i is of place i. All in
/// Montgomery form of mont_reconf with these words.
///
/// A batch starts in the clock after its last beat, or when the one before has been issued, if the
/// memory of its results is free. An element of each line is issued in each clock; `issue_o` tells it
/// as a group of butterflies of stage 0 with the element's index, and nothing of the other stages,
/// which follow at fixed distances. Results stay for as long as two batches are in the pipeline, and
/// factors wait for as long, so those memories hold Batches, 4 for work without gaps.
///
/// A beat has Beat elements where `load_mask_i` says so: 4, 2 or 1 of 16, 32 or 64 bytes.
///
/// Latency : delay_commutator_pkg::batch_latency from the first issue to store_ready_o
/// Reset : of control
/// Handshake : line engine
/// Model : sim::ntt::delay_commutator
module delay_commutator_engine #(
  parameter int unsigned Word = 128,
  parameter field_pkg::mont_reconf_cfg_t Cfg = field_pkg::MONT_RECONF_CELLS,
  parameter int unsigned Pipelines = 2,
  parameter int unsigned MaxLog2 = 10,
  parameter int unsigned Beat = 4,
  parameter int unsigned Batches = 4,
  localparam int unsigned Lines = 6 * Pipelines,
  localparam int unsigned LineBits = $clog2(Lines),
  localparam int unsigned Width = 3 * Word
) (
  input  logic                                          clk_i,
  input  logic                                          rst_ni,
  input  ntt_pkg::line_pass_t                           pass_i,
  input  logic                [      1:0]               words_i,
  input  logic                [Width-1:0]               modulus_i,
  input  logic                [ Word-1:0]               neg_inv_i,
  output logic                                          load_ready_o,
  input  logic                                          load_valid_i,
  input  logic                                          load_last_i,
  input  logic                                          load_factor_i,
  input  logic                [ Beat-1:0]               load_mask_i,
  input  logic                [ Beat-1:0][LineBits-1:0] load_line_i,
  input  logic                [ Beat-1:0][ MaxLog2-1:0] load_index_i,
  input  logic                [ Beat-1:0][   Width-1:0] load_data_i,
  output logic                                          store_ready_o,
  input  logic                                          store_read_i,
  input  logic                [ Beat-1:0][LineBits-1:0] store_line_i,
  input  logic                [ Beat-1:0][ MaxLog2-1:0] store_index_i,
  output logic                [ Beat-1:0][   Width-1:0] store_data_o,
  input  logic                                          store_done_i,
  input  logic                                          table_valid_i,
  input  ntt_pkg::table_e                               table_i,
  input  logic                [     15:0]               table_index_i,
  input  logic                [Width-1:0]               table_data_i,
  output ntt_pkg::issue_t                               issue_o
);

  localparam int unsigned BatchBits = $clog2(Batches);
  localparam int unsigned CountBits = $clog2(Batches + 1);
  if (Batches < 2) begin : gen_bad
    $fatal(1, "delay_commutator_engine: results of %0d batches", Batches);
  end

  logic [MaxLog2-1:0] last_index;
  assign last_index = ~({MaxLog2{1'b1}} << pass_i.log2_size);

  // Numbers of batches: loaded and not all issued; issued, at least in part, and not stored; loaded
  // and not all their factors read; complete and not stored.
  logic [1:0] loaded_q;
  logic [CountBits-1:0] issued_q;
  logic [CountBits-1:0] factors_q;
  logic [CountBits-1:0] complete_q;
  // The batch, modulo Batches, that is at each place.
  logic [BatchBits-1:0] load_batch_q;
  logic issue_batch_q;
  logic [BatchBits-1:0] factor_batch_q;
  logic [BatchBits-1:0] result_batch_q;
  logic [BatchBits-1:0] store_batch_q;

  logic issue;
  logic issue_first;
  logic issue_last;
  logic [MaxLog2-1:0] issue_index_q;
  assign issue_first = issue_index_q == 0 && loaded_q != 0 && issued_q != CountBits'(Batches);
  assign issue = issue_index_q != 0 || issue_first;
  assign issue_last = issue && issue_index_q == last_index;

  logic factor_first;
  logic factor_last;
  logic [MaxLog2-1:0] factor_place;
  logic result_first;
  logic result;
  logic result_last;
  logic [MaxLog2-1:0] result_place;

  assign load_ready_o = loaded_q != 2'd2 && factors_q != CountBits'(Batches);
  assign store_ready_o = complete_q != 0;
  assign issue_o = '{
          butterflies: issue,
          products: 1'b0,
          stage: '0,
          group: issue ? 16'(issue_index_q) : '0
      };

  logic load_last;
  assign load_last = load_valid_i && load_last_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      loaded_q <= '0;
      issued_q <= '0;
      factors_q <= '0;
      complete_q <= '0;
      load_batch_q <= '0;
      issue_batch_q <= '0;
      factor_batch_q <= '0;
      result_batch_q <= '0;
      store_batch_q <= '0;
      issue_index_q <= '0;
    end else begin
      loaded_q   <= loaded_q + 2'(load_last) - 2'(issue_last);
      issued_q   <= issued_q + CountBits'(issue_first) - CountBits'(store_done_i);
      factors_q  <= factors_q + CountBits'(load_last) - CountBits'(factor_last);
      complete_q <= complete_q + CountBits'(result_last) - CountBits'(store_done_i);
      if (load_last) load_batch_q <= load_batch_q + 1'b1;
      if (issue_last) issue_batch_q <= !issue_batch_q;
      if (factor_last) factor_batch_q <= factor_batch_q + 1'b1;
      if (result_last) result_batch_q <= result_batch_q + 1'b1;
      if (store_done_i) store_batch_q <= store_batch_q + 1'b1;
      if (issue) issue_index_q <= issue_last ? '0 : issue_index_q + 1'b1;
      assert (!load_valid_i || load_ready_o)
      else $error("delay_commutator_engine: loaded while not ready");
      assert (!(store_read_i || store_done_i) || store_ready_o)
      else $error("delay_commutator_engine: stored while not ready");
      assert (!pass_i.product_after || !(pass_i.hadamard || pass_i.product_before))
      else $error("delay_commutator_engine: a product behind the last stage beside another");
    end
  end

  // Places of a bit-reversed line.
  function automatic logic [MaxLog2-1:0] reversed(logic [MaxLog2-1:0] place, logic [4:0] log2_size);
    logic [MaxLog2-1:0] index;
    for (int unsigned k = 0; k < MaxLog2; k++) index[k] = place[MaxLog2-1-k];
    return index >> (5'(MaxLog2) - log2_size);
  endfunction
  logic [MaxLog2-1:0] factor_index;
  assign factor_index = reversed(factor_place, pass_i.log2_size);

  // Lines, and what they are multiplied by.
  logic start_q;
  logic [Width-1:0] one_q;
  logic [Width-1:0] vector;
  logic [6*Word-1:0] vectors;
  logic [6*Word-1:0] ones;
  logic [Pipelines-1:0][6*Word-1:0] lines;
  logic [Pipelines-1:0][6*Word-1:0] factors;
  logic [Pipelines-1:0][6*Word-1:0] after;
  logic [Pipelines-1:0][6*Word-1:0] results;
  delay_valid #(
    .Depth(delay_commutator_pkg::LINE_MEMORY_LATENCY)
  ) u_start (
    .clk_i,
    .rst_ni,
    .valid_i(issue_first),
    .valid_o(start_q)
  );
  delay_commutator_load #(
    .Word(Word),
    .Pipelines(Pipelines),
    .MaxLog2(MaxLog2),
    .Beat(Beat),
    .Buffers(2)
  ) u_lines (
    .clk_i,
    .words_i,
    .valid_i(load_valid_i && !load_factor_i),
    .buffer_i(load_batch_q[0]),
    .mask_i(load_mask_i),
    .line_i(load_line_i),
    .index_i(load_index_i),
    .data_i(load_data_i),
    .read_buffer_i(issue_batch_q),
    .read_index_i(issue_index_q),
    .lanes_o(lines)
  );
  delay_commutator_load #(
    .Word(Word),
    .Pipelines(Pipelines),
    .MaxLog2(MaxLog2),
    .Beat(Beat),
    .Buffers(Batches)
  ) u_factors (
    .clk_i,
    .words_i,
    .valid_i(load_valid_i && load_factor_i),
    .buffer_i(load_batch_q),
    .mask_i(load_mask_i),
    .line_i(load_line_i),
    .index_i(load_index_i),
    .data_i(load_data_i),
    .read_buffer_i(factor_batch_q),
    .read_index_i(factor_index),
    .lanes_o(factors)
  );

  // Only one product of a pass is by the vector.
  logic twiddle_write;
  assign twiddle_write = table_valid_i && table_i == ntt_pkg::TABLE_TWIDDLES;
  ram_1r1w #(
    .Width(Width),
    .Depth(1 << MaxLog2)
  ) u_vector (
    .clk_i,
    .write_i(table_valid_i && table_i == ntt_pkg::TABLE_VECTOR),
    .write_address_i(table_index_i[MaxLog2-1:0]),
    .data_i(table_data_i),
    .read_address_i(pass_i.product_before ? issue_index_q : factor_index),
    .q_o(vector)
  );
  always_ff @(posedge clk_i) if (twiddle_write && table_index_i == 16'd1) one_q <= table_data_i;
  lane_spread #(
    .Word(Word)
  ) u_vectors (
    .words_i,
    .element_i(vector),
    .lanes_o  (vectors)
  );
  lane_spread #(
    .Word(Word)
  ) u_ones (
    .words_i,
    .element_i(one_q),
    .lanes_o  (ones)
  );
  assign after = pass_i.hadamard ? factors : {Pipelines{pass_i.product_after ? vectors : ones}};

  delay_commutator_core #(
    .Word(Word),
    .Cfg(Cfg),
    .Pipelines(Pipelines),
    .MaxLog2(MaxLog2)
  ) u_core (
    .clk_i,
    .rst_ni,
    .words_i,
    .modulus_i,
    .neg_inv_i,
    .log2_size_i(pass_i.log2_size),
    .twiddle_write_i(twiddle_write),
    .twiddle_index_i(table_index_i[MaxLog2-1:0]),
    .twiddle_i(table_data_i),
    .start_i(start_q),
    .data_i(lines),
    .before_i(pass_i.product_before ? vectors : ones),
    .due_o(factor_first),
    .after_i(after),
    .start_o(result_first),
    .data_o(results)
  );

  logic unused_factor;
  delay_commutator_count #(
    .Bits(MaxLog2)
  ) u_factor (
    .clk_i,
    .rst_ni,
    .start_i(factor_first),
    .last_index_i(last_index),
    .active_o(unused_factor),
    .index_o(factor_place),
    .last_o(factor_last)
  );
  delay_commutator_count #(
    .Bits(MaxLog2)
  ) u_result (
    .clk_i,
    .rst_ni,
    .start_i(result_first),
    .last_index_i(last_index),
    .active_o(result),
    .index_o(result_place),
    .last_o(result_last)
  );
  delay_commutator_store #(
    .Word(Word),
    .Pipelines(Pipelines),
    .MaxLog2(MaxLog2),
    .Beat(Beat),
    .Buffers(Batches)
  ) u_results (
    .clk_i,
    .words_i,
    .write_i(result),
    .write_buffer_i(result_batch_q),
    .write_index_i(reversed(result_place, pass_i.log2_size)),
    .lanes_i(results),
    .buffer_i(store_batch_q),
    .line_i(store_line_i),
    .index_i(store_index_i),
    .data_o(store_data_o)
  );

  logic unused;
  assign unused = ^{table_index_i, pass_i.inverse};

endmodule
