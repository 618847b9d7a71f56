/// NTT engine of kernels beside each other, each with four bank groups for its line.
///
///   load --> | bank groups 0, 1 | <--> | butterflies |     a kernel; `Lines` of them on one
///            | bank groups 2, 3 |      |             |     twiddle_table, vector and
///                  '--> store          '-------------'     twiddle_engine
///
/// Batches of one line a kernel take turns in two pairs of bank groups; parts of a batch (product
/// before, stages, Hadamard product, product behind) read one group of the pair and write the other.
/// When a batch is done, the next but one is loaded where its last part has read, while the results
/// are stored. Part after part, and batch after batch, is issued as soon as the order of accesses
/// allows:
///
///   from the start of       to                  clocks (n = 2^log2_size, b = Butterflies, L latency)
///   a stage                 the next            max(n / 2b, n / 4b + L)
///   a product before        the first stage     max(n / b, n / 2b + L)
///   the last stage          a product behind    max(n / 2b, L), and its twiddles are there
///   a product               the next            max(n / b, L)
///   the last part           the next batch      n / 2b of a stage, n / b of a product
///   the last group + 1      the batch is done   L
///
/// The first part of a batch starts 1 clock after its last load, if the batch two before is stored.
/// Hadamard twiddles are generated from the first clock in which `pass_i` asks for them, two batches
/// ahead; they are dropped when it does not, as it must between two such passes, and while seeds are
/// written.
///
/// Order within a line: forward from natural to bit-reversed, inverse back, scaled by 1/n. Place p
/// takes entry p of the vector, and of the Hadamard twiddles f s^k the one with k = rev(p), inverse
/// k = p: the natural index either way. Twiddles of lines of n points are entries n/2 + e of
/// TABLE_TWIDDLES, root^e for 0 < e < n/2. Lines are of 2^4 to 2^MaxLog2 points. Elements of a beat
/// that are of one line lie in different banks if their indices differ modulo 4.
///
/// Source: uninm, section 4.2, figures 7, 8 and 9, Algorithms 5 and 6.
///
/// Latency : multi_bank_pkg
/// Reset : of control
/// Handshake : load, store and tables as in ntt_pkg; outputs that say ready are functions of registers
/// Model : sim::ntt::multi_bank
module multi_bank_engine #(
  parameter field_pkg::mod_mul_cfg_t Cfg = '{kind: field_pkg::MONT_LBFP, default: 0},
  parameter curves_pkg::field_e Field = curves_pkg::BLS12_381_FR,
  parameter int unsigned Lines = 4,
  parameter int unsigned Butterflies = 4,
  /// Of the generator of Hadamard twiddles, for each line.
  parameter int unsigned Multipliers = 8,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned Beat = 2,
  parameter int unsigned Width = curves_pkg::field_width(Field),
  parameter int unsigned LineBits = $clog2(Lines)
) (
  input  logic                                          clk_i,
  input  logic                                          rst_ni,
  input  ntt_pkg::line_pass_t                           pass_i,
  output logic                                          load_ready_o,
  input  logic                                          load_valid_i,
  input  logic                                          load_last_i,
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

  localparam int unsigned MinLog2 = $clog2(Butterflies) + 2;
  localparam int unsigned GroupBits = MaxLog2 - $clog2(Butterflies);
  localparam int unsigned Latency = multi_bank_pkg::engine_latency(Cfg, Field);
  // A part takes no longer than a product and half a stage.
  localparam int unsigned CountBits = $clog2((1 << GroupBits) + Latency);
  localparam bit [Width-1:0] One = Width'(field_pkg::in_form(768'd1, Cfg, Field));
  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  if (Butterflies != 4) begin : gen_bad_butterflies
    $fatal(1, "multi_bank_engine: twiddle_engine gives four places a clock");
  end
  if (Lines < 2 || Lines != 1 << LineBits || Beat > 2 * Butterflies) begin : gen_bad_beat
    $fatal(1, "multi_bank_engine: lines are a power of two; a beat is no wider than the banks");
  end
  if (MaxLog2 < MinLog2 || MaxLog2 > 16) begin : gen_bad_size
    $fatal(1, "multi_bank_engine: MaxLog2 is from log2(4 Butterflies) to 16");
  end
  if (field_pkg::mod_mul_interval(Cfg, Field) != 1) begin : gen_bad_interval
    $fatal(1, "multi_bank_engine: a butterfly takes operands each clock");
  end

  // Where batches are. A pair has the group that is loaded and read, `in`, and the other, that is
  // written and stored; they change places after every part but the last.
  logic load_pair_q, pair_q, done_pair_q, store_pair_q;
  logic [1:0] in_q;
  logic [1:0] free_q, loaded_q, result_q, stored_q;
  assign load_ready_o  = free_q[load_pair_q];
  assign store_ready_o = result_q[store_pair_q];

  // Parts of the batch under way; between batches, the first part of the next.
  multi_bank_pkg::part_e part_q, part, next;
  logic [4:0] stage_q;
  logic [CountBits-1:0] count_q, slots, interval;
  logic go, issue, first, last_slot, part_end, batch_end, last_stage, products_follow, done;
  logic filled;

  assign first = part_q == multi_bank_pkg::PART_BEFORE && count_q == '0;
  assign part = part_q == multi_bank_pkg::PART_BEFORE && !pass_i.product_before ?
      multi_bank_pkg::PART_STAGES : part_q;
  assign last_stage = stage_q + 5'd1 == pass_i.log2_size;
  assign products_follow = pass_i.hadamard || pass_i.product_after;

  always_comb begin
    next = multi_bank_pkg::PART_BEFORE;
    unique case (part)
      multi_bank_pkg::PART_BEFORE: next = multi_bank_pkg::PART_STAGES;
      multi_bank_pkg::PART_STAGES: begin
        if (!last_stage) next = multi_bank_pkg::PART_STAGES;
        else if (pass_i.hadamard) next = multi_bank_pkg::PART_HADAMARD;
        else if (pass_i.product_after) next = multi_bank_pkg::PART_AFTER;
      end
      multi_bank_pkg::PART_HADAMARD: begin
        if (pass_i.product_after) next = multi_bank_pkg::PART_AFTER;
      end
      default: next = multi_bank_pkg::PART_BEFORE;
    endcase
  end

  // Slots of the part, and clocks to the next.
  always_comb begin
    slots = '0;
    interval = '0;
    for (int unsigned l = MinLog2; l <= MaxLog2; l++) begin
      if (pass_i.log2_size == 5'(l)) begin
        slots = CountBits'(multi_bank_pkg::products(l, Butterflies));
        interval = slots;
        unique case (part)
          multi_bank_pkg::PART_BEFORE:
          interval = CountBits'(multi_bank_pkg::product_to_stage(l, Butterflies, Latency));
          multi_bank_pkg::PART_STAGES: begin
            slots = CountBits'(multi_bank_pkg::groups(l, Butterflies));
            if (!last_stage)
              interval = CountBits'(multi_bank_pkg::stage_to_stage(l, Butterflies, Latency));
            else if (products_follow)
              interval = CountBits'(multi_bank_pkg::stage_to_product(l, Butterflies, Latency));
            else interval = slots;
          end
          multi_bank_pkg::PART_HADAMARD: begin
            if (pass_i.product_after)
              interval = CountBits'(multi_bank_pkg::product_to_product(l, Butterflies, Latency));
          end
          default: interval = slots;
        endcase
      end
    end
  end

  always_comb begin
    go = 1'b1;
    if (first) go = loaded_q[pair_q] && stored_q[pair_q];
    else if (part == multi_bank_pkg::PART_HADAMARD && count_q == '0) go = filled;
  end
  assign issue = go && count_q < slots;
  assign last_slot = go && count_q == slots - 1'b1;
  assign part_end = go && count_q == interval - 1'b1;
  assign batch_end = part_end && next == multi_bank_pkg::PART_BEFORE;

  delay_valid #(
    .Depth(Latency)
  ) u_done (
    .clk_i,
    .rst_ni,
    .valid_i(batch_end),
    .valid_o(done)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {load_pair_q, pair_q, done_pair_q, store_pair_q} <= '0;
      in_q <= '0;
      free_q <= '1;
      loaded_q <= '0;
      result_q <= '0;
      stored_q <= '1;
      part_q <= multi_bank_pkg::PART_BEFORE;
      stage_q <= '0;
      count_q <= '0;
    end else begin
      if (go) count_q <= part_end ? '0 : count_q + 1'b1;
      if (part_end) begin
        part_q  <= next;
        stage_q <= part == multi_bank_pkg::PART_STAGES && !last_stage ? stage_q + 5'd1 : '0;
        if (!batch_end) in_q[pair_q] <= !in_q[pair_q];
      end
      if (load_last_i) begin
        load_pair_q <= !load_pair_q;
        free_q[load_pair_q] <= 1'b0;
        loaded_q[load_pair_q] <= 1'b1;
      end
      if (first && go) begin
        loaded_q[pair_q] <= 1'b0;
        stored_q[pair_q] <= 1'b0;
      end
      if (batch_end) pair_q <= !pair_q;
      if (done) begin
        done_pair_q <= !done_pair_q;
        free_q[done_pair_q] <= 1'b1;
        result_q[done_pair_q] <= 1'b1;
      end
      if (store_done_i) begin
        store_pair_q <= !store_pair_q;
        result_q[store_pair_q] <= 1'b0;
        stored_q[store_pair_q] <= 1'b1;
      end
      assert (!load_valid_i || load_ready_o)
      else $error("multi_bank_engine: loaded while not ready");
      assert (!load_last_i || load_valid_i)
      else $error("multi_bank_engine: a last load that is not valid");
      assert (!(store_read_i || store_done_i) || store_ready_o)
      else $error("multi_bank_engine: stored while not ready");
    end
  end

  assign issue_o = '{
          butterflies: issue && part == multi_bank_pkg::PART_STAGES,
          products: issue && part != multi_bank_pkg::PART_STAGES,
          stage: stage_q,
          group: 16'(count_q)
      };

  // Tables.
  logic [GroupBits-1:0] group;
  multi_bank_pkg::part_e part_read_q;
  assign group = GroupBits'(count_q);
  always_ff @(posedge clk_i) part_read_q <= part;

  logic [Butterflies-1:0][Width-1:0] stage_twiddles, vector;
  twiddle_table #(
    .Width(Width),
    .Butterflies(Butterflies),
    .MaxLog2(MaxLog2),
    .One(One),
    .Modulus(Modulus)
  ) u_twiddles (
    .clk_i,
    .log2_size_i(pass_i.log2_size),
    .inverse_i(pass_i.inverse),
    .stage_i(stage_q),
    .group_i(group[GroupBits-2:0]),
    .twiddles_o(stage_twiddles),
    .write_i(table_valid_i && table_i == ntt_pkg::TABLE_TWIDDLES),
    .index_i(MaxLog2'(table_index_i)),
    .data_i(table_data_i)
  );
  for (genvar j = 0; j < Butterflies; j++) begin : gen_vector
    ram_1r1w #(
      .Width(Width),
      .Depth(1 << GroupBits)
    ) u_vector (
      .clk_i,
      .write_i(table_valid_i && table_i == ntt_pkg::TABLE_VECTOR &&
               table_index_i[MaxLog2-GroupBits-1:0] == (MaxLog2-GroupBits)'(j)),
      .write_address_i(GroupBits'(table_index_i >> (MaxLog2 - GroupBits))),
      .data_i(table_data_i),
      .read_address_i(group),
      .q_o(vector[j])
    );
  end

  // Hadamard twiddles; the next batch's as soon as there is a buffer.
  logic generate_twiddles, generator_ready;
  logic [15:0] first_line_q;
  logic [Lines-1:0][Butterflies-1:0][Width-1:0] hadamard;
  assign generate_twiddles = pass_i.hadamard && generator_ready;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !pass_i.hadamard) first_line_q <= '0;
    else if (generate_twiddles) first_line_q <= first_line_q + 16'(Lines);
  end
  twiddle_engine #(
    .Field(Field),
    .Lines(Lines),
    .Multipliers(Multipliers),
    .MaxLog2(MaxLog2)
  ) u_hadamard (
    .clk_i,
    .rst_ni(rst_ni && pass_i.hadamard),
    .pass_i,
    .start_i(generate_twiddles),
    .first_line_i(first_line_q),
    .ready_o(generator_ready),
    .filled_o(filled),
    .release_i(last_slot && part == multi_bank_pkg::PART_HADAMARD),
    .read_group_i(group),
    .twiddles_o(hadamard),
    .table_valid_i,
    .table_i,
    .table_index_i,
    .table_data_i
  );

  // Kernels.
  logic [Lines-1:0][Beat-1:0][Width-1:0] store_data;
  logic [Beat-1:0][LineBits-1:0] store_line_q;
  for (genvar l = 0; l < Lines; l++) begin : gen_line
    logic [Beat-1:0] load_hit, store_hit;
    logic [Butterflies-1:0][Width-1:0] twiddles;
    for (genvar i = 0; i < Beat; i++) begin : gen_beat
      assign load_hit[i]  = load_valid_i && load_line_i[i] == LineBits'(l);
      assign store_hit[i] = store_line_i[i] == LineBits'(l);
    end
    always_comb begin
      unique case (part_read_q)
        multi_bank_pkg::PART_STAGES: twiddles = stage_twiddles;
        multi_bank_pkg::PART_HADAMARD: twiddles = hadamard[l];
        default: twiddles = vector;
      endcase
    end
    (* keep_hierarchy *)
    multi_bank_kernel #(
      .Cfg(Cfg),
      .Field(Field),
      .Butterflies(Butterflies),
      .MaxLog2(MaxLog2),
      .Beat(Beat)
    ) u_kernel (
      .clk_i,
      .rst_ni,
      .log2_size_i(pass_i.log2_size),
      .inverse_i(pass_i.inverse),
      .issue_i(issue),
      .product_i(part != multi_bank_pkg::PART_STAGES),
      .group_i(group),
      .source_i({pair_q, in_q[pair_q]}),
      .target_i({pair_q, !in_q[pair_q]}),
      .twiddles_i(twiddles),
      .load_target_i({load_pair_q, in_q[load_pair_q]}),
      .load_valid_i(load_hit),
      .load_index_i,
      .load_data_i,
      .store_source_i({store_pair_q, !in_q[store_pair_q]}),
      .store_read_i(store_hit),
      .store_index_i,
      .store_data_o(store_data[l])
    );
  end
  always_ff @(posedge clk_i) begin
    store_line_q <= store_line_i;
    for (int unsigned i = 0; i < Beat; i++) store_data_o[i] <= store_data[store_line_q[i]][i];
  end

endmodule
