/// NTT accelerator: the four-step method on delay-commutator pipelines with reconfigurable multipliers.
///
///   start, AXI <--> four_step_master <--> delay_commutator_engine
///
/// Source: reconf, section V-E. Words, the words of an element, is fixed here because the movers are
/// made for it: elements of 16, 32 or 64 bytes. The tiled matrix needs batches of a power of two
/// lines, so that with two pipelines there are 8, 4 or 2, and of the twelve lanes for one word four
/// stay idle. Natural order in and out, forward and inverse. Sizes N with 2^floor(log2 N / 2) from
/// Tile to 2^MaxLog2 for the longer side. Elements in standard form, tables and factors in Montgomery
/// form; the tables, as `delay_commutator_engine` has them, are written while not busy, and the
/// factors, in which the inverse has 1/N, lie in memory from `factors_base_i`.
///
/// Latency : by the model
/// Reset : of control, not of data
/// Handshake : `start_i` while not busy, with modulus and its -1/M mod 2^Word until the end; AXI4 of
///             four_step_master
/// Model : sim::ntt::NttModel
module ntt_delay_commutator #(
  parameter int unsigned Word = 128,
  parameter int unsigned Words = 2,
  parameter field_pkg::mont_reconf_cfg_t Cfg = field_pkg::MONT_RECONF_CELLS,
  parameter int unsigned Pipelines = 2,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned Tile = 16,
  localparam int unsigned Width = 3 * Word
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        start_i,
  input  logic                        inverse_i,
  input  logic                        coset_i,
  input  logic            [      4:0] log2_size_i,
  input  logic            [     39:0] first_base_i,
  input  logic            [     39:0] second_base_i,
  input  logic            [     39:0] factors_base_i,
  input  logic            [Width-1:0] modulus_i,
  input  logic            [ Word-1:0] neg_inv_i,
  output logic                        busy_o,
  input  logic                        table_valid_i,
  input  ntt_pkg::table_e             table_i,
  input  logic            [     15:0] table_index_i,
  input  logic            [Width-1:0] table_data_i,
  output logic                        arvalid_o,
  input  logic                        arready_i,
  output logic            [     39:0] araddr_o,
  output logic            [     15:0] arid_o,
  input  logic                        rvalid_i,
  input  logic            [     15:0] rid_i,
  input  logic            [    511:0] rdata_i,
  output logic                        awvalid_o,
  input  logic                        awready_i,
  output logic            [     39:0] awaddr_o,
  output logic                        wvalid_o,
  input  logic                        wready_i,
  output logic            [    511:0] wdata_o,
  input  logic                        bvalid_i,
  output ntt_pkg::issue_t             issue_o
);

  localparam int unsigned Beat = 4 >> (Words - 1);
  localparam int unsigned Lines = Pipelines * Beat;
  localparam int unsigned LineBits = $clog2(Lines);
  // The engine's memories have at least two parts.
  localparam int unsigned Parts = Beat == 1 ? 2 : Beat;
  localparam int unsigned EngineLineBits = $clog2(6 * Pipelines);
  if (Words < 1 || Words > 3 || 512 / Beat < Words * Word) begin : gen_bad
    $fatal(1, "ntt_delay_commutator: elements of one to three words in 512 / %0d bits", Beat);
  end

  ntt_pkg::line_pass_t line_pass;
  logic load_ready;
  logic load_valid;
  logic load_last;
  logic load_factor;
  logic [Beat-1:0][LineBits-1:0] load_line;
  logic [Beat-1:0][MaxLog2-1:0] load_index;
  logic [Beat-1:0][Words*Word-1:0] load_data;
  logic store_ready;
  logic store_read;
  logic store_done;
  logic [Beat-1:0][LineBits-1:0] store_line;
  logic [Beat-1:0][MaxLog2-1:0] store_index;
  logic [Beat-1:0][Words*Word-1:0] store_data;
  four_step_master #(
    .Width(Words * Word),
    .Lines(Lines),
    .Beat(Beat),
    .Tile(Tile),
    .MaxLog2(MaxLog2),
    .Factors(1'b1)
  ) u_master (
    .clk_i,
    .rst_ni,
    .start_i,
    .inverse_i,
    .coset_i,
    .log2_size_i,
    .first_base_i,
    .second_base_i,
    .factors_base_i,
    .busy_o,
    .pass_o(line_pass),
    .load_ready_i(load_ready),
    .load_valid_o(load_valid),
    .load_last_o(load_last),
    .load_factor_o(load_factor),
    .load_line_o(load_line),
    .load_index_o(load_index),
    .load_data_o(load_data),
    .store_ready_i(store_ready),
    .store_read_o(store_read),
    .store_line_o(store_line),
    .store_index_o(store_index),
    .store_data_i(store_data),
    .store_done_o(store_done),
    .arvalid_o,
    .arready_i,
    .araddr_o,
    .arid_o,
    .rvalid_i,
    .rid_i,
    .rdata_i,
    .awvalid_o,
    .awready_i,
    .awaddr_o,
    .wvalid_o,
    .wready_i,
    .wdata_o,
    .bvalid_i
  );

  logic [Parts-1:0][EngineLineBits-1:0] engine_load_line;
  logic [Parts-1:0][MaxLog2-1:0] engine_load_index;
  logic [Parts-1:0][Width-1:0] engine_load_data;
  logic [Parts-1:0][EngineLineBits-1:0] engine_store_line;
  logic [Parts-1:0][MaxLog2-1:0] engine_store_index;
  logic [Parts-1:0][Width-1:0] engine_store_data;
  for (genvar k = 0; k < Parts; k++) begin : gen_part
    if (k < Beat) begin : gen_used
      assign engine_load_line[k] = EngineLineBits'(load_line[k]);
      assign engine_load_index[k] = load_index[k];
      assign engine_load_data[k] = Width'(load_data[k]);
      assign engine_store_line[k] = EngineLineBits'(store_line[k]);
      assign engine_store_index[k] = store_index[k];
      assign store_data[k] = engine_store_data[k][Words*Word-1:0];
    end else begin : gen_unused
      assign engine_load_line[k]   = '0;
      assign engine_load_index[k]  = '0;
      assign engine_load_data[k]   = '0;
      assign engine_store_line[k]  = '0;
      assign engine_store_index[k] = '0;
    end
  end

  delay_commutator_engine #(
    .Word(Word),
    .Cfg(Cfg),
    .Pipelines(Pipelines),
    .MaxLog2(MaxLog2),
    .Beat(Parts)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .pass_i(line_pass),
    .words_i(2'(Words)),
    .modulus_i,
    .neg_inv_i,
    .load_ready_o(load_ready),
    .load_valid_i(load_valid),
    .load_last_i(load_last),
    .load_factor_i(load_factor),
    .load_mask_i(Parts'((1 << Beat) - 1)),
    .load_line_i(engine_load_line),
    .load_index_i(engine_load_index),
    .load_data_i(engine_load_data),
    .store_ready_o(store_ready),
    .store_read_i(store_read),
    .store_line_i(engine_store_line),
    .store_index_i(engine_store_index),
    .store_data_o(engine_store_data),
    .store_done_i(store_done),
    .table_valid_i,
    .table_i,
    .table_index_i,
    .table_data_i,
    .issue_o
  );

  logic unused_data;
  assign unused_data = ^engine_store_data;

endmodule
