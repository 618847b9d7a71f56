/// NTT accelerator: the four-step method on pipelines with a butterfly unit for each stage.
///
///   start, AXI <--> four_step_master <--> stream_engine
///
/// Source: reorder, section III; by delay feedback, the baseline of its section IV-C. Natural order in
/// and out, forward and inverse. Sizes N with 2^floor(log2 N / 2) from Tile, at least 4, to 2^MaxLog2
/// for the longer side. Elements in standard form, tables and factors in the multiplier's form; the
/// tables, as `stream_engine` has them, are written while not busy, and the factors, in which the
/// inverse has 1/N, lie in memory from `factors_base_i`.
///
/// Latency : by the model
/// Reset : of control, not of data
/// Handshake : `start_i` while not busy; AXI4 of four_step_master
/// Model : sim::ntt::NttModel
module ntt_stream #(
  parameter stream_pkg::organisation_e Organisation = stream_pkg::REORDER,
  parameter field_pkg::mod_mul_cfg_t Cfg = '{kind: field_pkg::MONT_SHARED, default: 0},
  parameter curves_pkg::field_e Field = curves_pkg::BN254_FR,
  parameter int unsigned Interval = 1,
  parameter int unsigned Lines = 2,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned Tile = 16,
  parameter int unsigned Width = curves_pkg::field_width(Field),
  parameter int unsigned Beat = 512 / Width
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
  output ntt_pkg::issue_t [      1:0] issue_o
);

  localparam int unsigned LineBits = $clog2(Lines);

  ntt_pkg::line_pass_t line_pass;
  logic load_ready;
  logic load_valid;
  logic load_last;
  logic load_factor;
  logic [Beat-1:0][LineBits-1:0] load_line;
  logic [Beat-1:0][MaxLog2-1:0] load_index;
  logic [Beat-1:0][Width-1:0] load_data;
  logic store_ready;
  logic store_read;
  logic store_done;
  logic [Beat-1:0][LineBits-1:0] store_line;
  logic [Beat-1:0][MaxLog2-1:0] store_index;
  logic [Beat-1:0][Width-1:0] store_data;
  four_step_master #(
    .Width(Width),
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

  stream_engine #(
    .Organisation(Organisation),
    .Cfg(Cfg),
    .Field(Field),
    .Interval(Interval),
    .Lines(Lines),
    .MaxLog2(MaxLog2),
    .Beat(Beat)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .pass_i(line_pass),
    .load_ready_o(load_ready),
    .load_valid_i(load_valid),
    .load_last_i(load_last),
    .load_factor_i(load_factor),
    .load_line_i(load_line),
    .load_index_i(load_index),
    .load_data_i(load_data),
    .store_ready_o(store_ready),
    .store_read_i(store_read),
    .store_line_i(store_line),
    .store_index_i(store_index),
    .store_data_o(store_data),
    .store_done_i(store_done),
    .table_valid_i,
    .table_i,
    .table_index_i,
    .table_data_i,
    .issue_o
  );

endmodule
