/// NTT engine of pipelines with a butterfly unit for each stage: the lines of a batch each have one.
///
///   load --> [input memory, 2 batches] --[x vector]--> pipeline --[x factor or vector]--.
///        '-> [factors, 3 batches] ------------------------------------'                 |
///   store <------------------------------------ [output memory, 2 batches] <------------'
///
/// A pipeline is `delay_feedback` or `reorder`. The input memory is read in the order that it wants,
/// and the output memory is written in natural order. `stream_control` says when; the lines of a
/// batch run in step. Loading, transforming and storing overlap.
///
/// Twiddles: table entry h + i is root_(2h)^i in the multiplier's form, h a power of two, i < h; for
/// the inverse transform, of the inverse root. Nothing is halved: a factor 1/n is the host's to put
/// into factors or vector. Hadamard factors come from memory as well: with `load_factor_i` a beat
/// holds factors, not data, of the same batch, of results in natural order. A vector of
/// 2^log2_size entries multiplies the elements of each line, before the first stage or behind the
/// last. A pass has one of `product_before` and `product_after`, and one of `hadamard` and
/// `product_after`, at most; lines have at least 4 elements.
///
/// Source: reorder, sections III-C and III-D: sub-tasks that follow each other without a gap, in
/// identical pipelines side by side (table III).
///
/// Several stages work in a clock; `issue_o` is of the first and of the last. Entry 0: in this clock
/// an element or pair goes in that starts a butterfly of stage 0, `group` its number in the line.
/// Entry 1: in this clock a butterfly of the last stage starts. Products keep step with them and are
/// not told.
///
/// Latency : stream_pkg::engine_latency(Organisation, Cfg, Field, log2_size) from the slot of a
///           batch's last element or pair to the write of its first results; see stream_control
/// Reset : of control, not of data
/// Handshake : line engine: load and store of whole batches, see ntt_pkg
/// Model : crates/sim/src/ntt/stream.rs
module stream_engine #(
  parameter stream_pkg::organisation_e Organisation = stream_pkg::REORDER,
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BN254_FR,
  /// Clocks of a slot, unless the multiplier needs more.
  parameter int unsigned Interval = 1,
  parameter int unsigned Lines = 4,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned Beat = 2,
  parameter int unsigned Width = curves_pkg::field_width(Field),
  parameter int unsigned LineBits = Lines > 1 ? $clog2(Lines) : 1
) (
  input  logic                                          clk_i,
  input  logic                                          rst_ni,
  input  ntt_pkg::line_pass_t                           pass_i,
  output logic                                          load_ready_o,
  input  logic                                          load_valid_i,
  input  logic                                          load_last_i,
  input  logic                                          load_factor_i,
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
  output ntt_pkg::issue_t     [      1:0]               issue_o
);

  localparam bit Pairs = Organisation == stream_pkg::REORDER;
  localparam int unsigned Elements = stream_pkg::slot_elements(Organisation);
  localparam int unsigned Clocks = stream_pkg::slot_clocks(Cfg, Field, Interval);
  localparam int unsigned MulLatency = field_pkg::mod_mul_latency(Cfg, Field);
  localparam int unsigned FactorBits = $clog2(stream_pkg::FACTOR_BUFFERS);
  if (Beat == 0 || Beat > 2 || MaxLog2 < 2 || MaxLog2 > 16 || Lines == 0) begin : gen_bad
    $fatal(1, "stream_engine: one or two elements in a beat, lines of 4 to 65536");
  end

  logic [4:0] log2_size;
  logic [MaxLog2-1:0] half;
  logic [MaxLog2-1:0] last_position;
  assign log2_size = pass_i.log2_size;
  assign half = MaxLog2'(1) << (log2_size - 5'd1);
  assign last_position = Pairs ? half - 1'b1 : (half - 1'b1) | half;

  // The places of element or pair `index`, and the index with its lowest `bits` bits reversed.
  function automatic logic [Elements-1:0][MaxLog2-1:0] with_partner(logic [MaxLog2-1:0] index,
                                                                    logic [MaxLog2-1:0] away);
    for (int unsigned e = 0; e < Elements; e++) with_partner[e] = e == 0 ? index : index | away;
  endfunction
  function automatic logic [MaxLog2-1:0] reversed(logic [MaxLog2-1:0] index, logic [4:0] bits);
    logic [MaxLog2-1:0] mirrored;
    for (int unsigned b = 0; b < MaxLog2; b++) mirrored[b] = index[MaxLog2-1-b];
    return mirrored >> (5'(MaxLog2) - bits);
  endfunction

  logic slot;
  logic valid;
  logic last;
  logic done;
  logic [MaxLog2-1:0] position;
  stream_control #(
    .MaxLog2(MaxLog2),
    .Clocks (Clocks)
  ) u_control (
    .clk_i,
    .rst_ni,
    .last_position_i(last_position),
    .factors_i(pass_i.hadamard),
    .load_last_i,
    .done_i(done),
    .store_done_i,
    .load_ready_o,
    .store_ready_o,
    .slot_o(slot),
    .valid_o(valid),
    .position_o(position),
    .last_o(last)
  );

  logic result_valid;
  logic result_last;
  // Which buffers the ends of each memory are at.
  logic load_buffer_q, input_buffer_q, output_buffer_q, store_buffer_q;
  logic [FactorBits-1:0] load_factors_q, factors_q;
  function automatic logic [FactorBits-1:0] next(logic [FactorBits-1:0] buffer);
    return buffer == FactorBits'(stream_pkg::FACTOR_BUFFERS - 1) ? '0 : buffer + 1'b1;
  endfunction
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {load_buffer_q, input_buffer_q, output_buffer_q, store_buffer_q} <= '0;
      {load_factors_q, factors_q} <= '0;
    end else begin
      if (load_last_i) begin
        load_buffer_q  <= !load_buffer_q;
        load_factors_q <= next(load_factors_q);
      end
      if (last) input_buffer_q <= !input_buffer_q;
      if (done) output_buffer_q <= !output_buffer_q;
      // Results are multiplied before those in front of them are written.
      if (result_valid && result_last) factors_q <= next(factors_q);
      if (store_done_i) store_buffer_q <= !store_buffer_q;
      assert (!load_valid_i || load_ready_o)
      else $error("stream_engine: loaded while not ready");
      assert (!(store_read_i || store_done_i) || store_ready_o)
      else $error("stream_engine: stored while not ready");
      assert (!pass_i.product_after || !(pass_i.hadamard || pass_i.product_before))
      else $error("stream_engine: a product behind the last stage beside another");
    end
  end

  logic [Beat-1:0][Lines-1:0] load_data_write;
  logic [Beat-1:0][Lines-1:0] load_factor_write;
  logic [Beat-1:0][Lines-1:0][Width-1:0] load_words;
  logic [Beat-1:0][Lines-1:0] store_lines;
  always_comb begin
    for (int unsigned e = 0; e < Beat; e++) begin
      for (int unsigned l = 0; l < Lines; l++) begin
        load_data_write[e][l] = load_valid_i && !load_factor_i && load_line_i[e] == LineBits'(l);
        load_factor_write[e][l] = load_valid_i && load_factor_i && load_line_i[e] == LineBits'(l);
        load_words[e][l] = load_data_i[e];
        store_lines[e][l] = store_read_i && store_line_i[e] == LineBits'(l);
      end
    end
  end

  logic [Elements-1:0][Lines-1:0][Width-1:0] loaded;
  stream_memory #(
    .Width(Width),
    .Lines(Lines),
    .MaxLog2(MaxLog2),
    .WritePorts(Beat),
    .ReadPorts(Elements)
  ) u_input (
    .clk_i,
    .log2_i(log2_size),
    .write_i(load_data_write),
    .write_buffer_i(load_buffer_q),
    .write_index_i(load_index_i),
    .data_i(load_words),
    .read_i('1),
    .read_buffer_i(input_buffer_q),
    .read_index_i(with_partner(position, half)),
    .q_o(loaded)
  );

  // The vector, a copy for each element of a slot.
  logic [Elements-1:0][MaxLog2-1:0] vector_index;
  logic [Elements-1:0][  Width-1:0] vector;
  for (genvar e = 0; e < Elements; e++) begin : gen_vector
    ram_1r1w #(
      .Width(Width),
      .Depth(1 << MaxLog2)
    ) u_vector (
      .clk_i,
      .write_i(table_valid_i && table_i == ntt_pkg::TABLE_VECTOR),
      .write_address_i(table_index_i[MaxLog2-1:0]),
      .data_i(table_data_i),
      .read_address_i(vector_index[e]),
      .q_o(vector[e])
    );
  end

  // Bits of control behind the input memory, and in front of the pipeline.
  logic slot_first;
  logic valid_first;
  logic valid_loaded;
  delay_valid #(
    .Depth(1 + MulLatency)
  ) u_slot_first (
    .clk_i,
    .rst_ni,
    .valid_i(slot),
    .valid_o(slot_first)
  );
  delay_valid #(
    .Depth(1 + MulLatency)
  ) u_valid_first (
    .clk_i,
    .rst_ni,
    .valid_i(valid),
    .valid_o(valid_first)
  );
  delay_valid #(
    .Depth(1)
  ) u_valid_loaded (
    .clk_i,
    .rst_ni,
    .valid_i(valid),
    .valid_o(valid_loaded)
  );

  logic [Elements-1:0][Lines-1:0][Width-1:0] first;
  logic [Elements-1:0][Lines-1:0][Width-1:0] vectors;
  for (genvar e = 0; e < Elements; e++) begin : gen_vectors
    for (genvar l = 0; l < Lines; l++) begin : gen_line
      assign vectors[e][l] = vector[e];
    end
  end
  stream_product #(
    .Cfg(Cfg),
    .Field(Field),
    .Elements(Elements * Lines)
  ) u_before (
    .clk_i,
    .rst_ni,
    .product_i(pass_i.product_before),
    .valid_i  (valid_loaded),
    .data_i   (loaded),
    .factor_i (vectors),
    .data_o   (first)
  );

  logic table_twiddles;
  logic last_stage;
  logic [Elements-1:0][Lines-1:0][Width-1:0] result;
  assign table_twiddles = table_valid_i && table_i == ntt_pkg::TABLE_TWIDDLES;
  if (Pairs) begin : gen_reorder
    reorder #(
      .Cfg(Cfg),
      .Field(Field),
      .Lines(Lines),
      .MaxLog2(MaxLog2)
    ) u_kernel (
      .clk_i,
      .rst_ni,
      .log2_i(log2_size),
      .table_write_i(table_twiddles),
      .table_index_i(table_index_i[MaxLog2-1:0]),
      .table_data_i,
      .slot_i(slot_first),
      .valid_i(valid_first),
      .upper_i(first[0]),
      .lower_i(first[Elements-1]),
      .last_o(last_stage),
      .valid_o(result_valid),
      .upper_o(result[0]),
      .lower_o(result[Elements-1])
    );
  end else begin : gen_delay_feedback
    delay_feedback #(
      .Cfg(Cfg),
      .Field(Field),
      .Lines(Lines),
      .MaxLog2(MaxLog2),
      .Interval(Interval)
    ) u_kernel (
      .clk_i,
      .rst_ni,
      .log2_i(log2_size),
      .table_write_i(table_twiddles),
      .table_index_i(table_index_i[MaxLog2-1:0]),
      .table_data_i,
      .slot_i(slot_first),
      .valid_i(valid_first),
      .data_i(first[0]),
      .last_o(last_stage),
      .valid_o(result_valid),
      .data_o(result[0])
    );
  end

  // Results: factors are read, and then the product goes to the memory.
  logic [MaxLog2-1:0] result_position_q;
  logic [Elements-1:0][MaxLog2-1:0] result_index;
  logic result_valid_q;
  logic [Elements-1:0][Lines-1:0][Width-1:0] result_q;
  logic [Elements-1:0][Lines-1:0][Width-1:0] factor;
  assign result_last = result_position_q == last_position;
  assign result_index = with_partner(
      reversed(result_position_q, Pairs ? log2_size - 5'd1 : log2_size), half
  );
  assign vector_index = pass_i.product_before ? with_partner(position, half) : result_index;
  always_ff @(posedge clk_i) begin
    result_q <= result;
    if (!rst_ni) result_position_q <= '0;
    else if (result_valid) begin
      result_position_q <= result_last ? '0 : result_position_q + 1'b1;
    end
  end
  stream_memory #(
    .Width(Width),
    .Lines(Lines),
    .MaxLog2(MaxLog2),
    .Buffers(stream_pkg::FACTOR_BUFFERS),
    .WritePorts(Beat),
    .ReadPorts(Elements)
  ) u_factors (
    .clk_i,
    .log2_i(log2_size),
    .write_i(load_factor_write),
    .write_buffer_i(load_factors_q),
    .write_index_i(load_index_i),
    .data_i(load_words),
    .read_i('1),
    .read_buffer_i(factors_q),
    .read_index_i(result_index),
    .q_o(factor)
  );

  logic [Elements-1:0][Lines-1:0][Width-1:0] written;
  logic [Elements-1:0][MaxLog2-1:0] written_index;
  logic written_valid;
  logic written_last;
  delay_valid #(
    .Depth(1)
  ) u_result_valid (
    .clk_i,
    .rst_ni,
    .valid_i(result_valid),
    .valid_o(result_valid_q)
  );
  delay_valid #(
    .Depth(1 + MulLatency)
  ) u_written_valid (
    .clk_i,
    .rst_ni,
    .valid_i(result_valid),
    .valid_o(written_valid)
  );
  delay_line #(
    .Width(Elements * MaxLog2 + 1),
    .Depth(1 + MulLatency)
  ) u_written_index (
    .clk_i,
    .d_i({result_index, result_last}),
    .q_o({written_index, written_last})
  );
  assign done = written_valid && written_last;
  stream_product #(
    .Cfg(Cfg),
    .Field(Field),
    .Elements(Elements * Lines)
  ) u_behind (
    .clk_i,
    .rst_ni,
    .product_i(pass_i.hadamard || pass_i.product_after),
    .valid_i  (result_valid_q),
    .data_i   (result_q),
    .factor_i (pass_i.hadamard ? factor : vectors),
    .data_o   (written)
  );

  logic [Beat-1:0][Lines-1:0][Width-1:0] stored;
  stream_memory #(
    .Width(Width),
    .Lines(Lines),
    .MaxLog2(MaxLog2),
    .WritePorts(Elements),
    .ReadPorts(Beat)
  ) u_output (
    .clk_i,
    .log2_i(log2_size),
    .write_i({Elements * Lines{written_valid}}),
    .write_buffer_i(output_buffer_q),
    .write_index_i(written_index),
    .data_i(written),
    .read_i(store_lines),
    .read_buffer_i(store_buffer_q),
    .read_index_i(store_index_i),
    .q_o(stored)
  );
  logic [Beat-1:0][LineBits-1:0] store_line_q;
  always_ff @(posedge clk_i) begin
    store_line_q <= store_line_i;
    for (int unsigned e = 0; e < Beat; e++) store_data_o[e] <= stored[e][store_line_q[e]];
  end

  // Numbers of butterflies of the first and of the last stage.
  logic [MaxLog2-1:0] first_group;
  logic [MaxLog2-1:0] last_group_q;
  assign first_group = position & ~half;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) last_group_q <= '0;
    else if (last_stage) last_group_q <= last_group_q == half - 1'b1 ? '0 : last_group_q + 1'b1;
  end
  always_comb begin
    issue_o = '0;
    issue_o[0].butterflies = valid && (Pairs || (position & half) != 0);
    issue_o[0].group = 16'(first_group);
    issue_o[1].butterflies = last_stage;
    issue_o[1].stage = log2_size - 5'd1;
    issue_o[1].group = 16'(last_group_q);
  end

  // The twiddles tell the direction.
  logic unused_inputs;
  assign unused_inputs = ^{pass_i.inverse, table_index_i};

endmodule
