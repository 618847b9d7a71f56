/// NTT accelerator: the four-step method on multi-bank kernels.
///
///   start, AXI <--> four_step_master <--> multi_bank_engine
///
/// Source: uninm, section 4.2, figures 8 to 10. Forward from natural order to bit-reversed rows and
/// columns, inverse back. Sizes N with 2^floor(log2 N / 2) from the larger of Tile and 4 Butterflies,
/// to 2^MaxLog2 for the longer side. Elements in standard form, tables in the multiplier's form; the tables, as
/// `multi_bank_engine` has them, are written while not busy.
///
/// Latency : by the model
/// Reset : of control, not of data
/// Handshake : `start_i` while not busy; AXI4 of four_step_master
/// Model : sim::ntt::NttModel
module ntt_multi_bank #(
  parameter curves_pkg::field_e Field = curves_pkg::BLS12_381_FR,
  parameter field_pkg::mod_mul_cfg_t Cfg = '{kind: field_pkg::MONT_LBFP, default: 0},
  parameter int unsigned Kernels = 4,
  parameter int unsigned Butterflies = 4,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned TwiddleMultipliers = 8,
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

  localparam int unsigned LineBits = $clog2(Kernels);

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
    .Lines(Kernels),
    .Beat(Beat),
    .Tile(Tile),
    .MaxLog2(MaxLog2),
    .Factors(1'b0)
  ) u_master (
    .clk_i,
    .rst_ni,
    .start_i,
    .inverse_i,
    .coset_i,
    .log2_size_i,
    .first_base_i,
    .second_base_i,
    .factors_base_i('0),
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

  multi_bank_engine #(
    .Field(Field),
    .Cfg(Cfg),
    .Lines(Kernels),
    .Butterflies(Butterflies),
    .MaxLog2(MaxLog2),
    .Multipliers(TwiddleMultipliers),
    .Beat(Beat)
  ) u_engine (
    .clk_i,
    .rst_ni,
    .pass_i(line_pass),
    .load_ready_o(load_ready),
    .load_valid_i(load_valid),
    .load_last_i(load_last),
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

  logic unused_factor;
  assign unused_factor = load_factor;

endmodule
