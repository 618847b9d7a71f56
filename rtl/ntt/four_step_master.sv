/// The four-step NTT around an engine: its controller, and the movers between engine and memory.
///
///   start --> four_step --> passes ----------.
///   AR, R --> batch_loader --> line engine --+--> batch_storer --> AW, W, B
///
/// Source: uninm, section 4.2, Algorithm 4. Where element (row, column) stands in memory is that of
/// `tiled_burst`; a beat of memory holds Beat elements. With Factors the engine takes its Hadamard
/// factors from memory: those of the first pass's results, at their places in a third matrix.
///
/// Latency : by the model
/// Reset : of control, not of data
/// Handshake : `start_i` while not busy; engines as in ntt_pkg; AXI4, a master of one beat a burst,
///             with `arlen` = `awlen` = 0, full strobes and all answers taken at once; those
///             constants have no ports, nor have the codes of errors, which are not looked at
/// Model : sim::ntt::passes
module four_step_master #(
  parameter int unsigned Width = 256,
  parameter int unsigned Lines = 4,
  parameter int unsigned Beat = 512 / Width,
  parameter int unsigned Tile = 16,
  parameter int unsigned MaxLog2 = 12,
  parameter bit Factors = 1'b0,
  parameter int unsigned LineBits = $clog2(Lines)
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,
  input  logic                                         start_i,
  input  logic                                         inverse_i,
  input  logic                                         coset_i,
  input  logic                [     4:0]               log2_size_i,
  input  logic                [    39:0]               first_base_i,
  input  logic                [    39:0]               second_base_i,
  input  logic                [    39:0]               factors_base_i,
  output logic                                         busy_o,
  // The engine.
  output ntt_pkg::line_pass_t                          pass_o,
  input  logic                                         load_ready_i,
  output logic                                         load_valid_o,
  output logic                                         load_last_o,
  output logic                                         load_factor_o,
  output logic                [Beat-1:0][LineBits-1:0] load_line_o,
  output logic                [Beat-1:0][ MaxLog2-1:0] load_index_o,
  output logic                [Beat-1:0][   Width-1:0] load_data_o,
  input  logic                                         store_ready_i,
  output logic                                         store_read_o,
  output logic                [Beat-1:0][LineBits-1:0] store_line_o,
  output logic                [Beat-1:0][ MaxLog2-1:0] store_index_o,
  input  logic                [Beat-1:0][   Width-1:0] store_data_i,
  output logic                                         store_done_o,
  // Memory.
  output logic                                         arvalid_o,
  input  logic                                         arready_i,
  output logic                [    39:0]               araddr_o,
  output logic                [    15:0]               arid_o,
  input  logic                                         rvalid_i,
  input  logic                [    15:0]               rid_i,
  input  logic                [   511:0]               rdata_i,
  output logic                                         awvalid_o,
  input  logic                                         awready_i,
  output logic                [    39:0]               awaddr_o,
  output logic                                         wvalid_o,
  input  logic                                         wready_i,
  output logic                [   511:0]               wdata_o,
  input  logic                                         bvalid_i
);

  localparam int unsigned ElementBits = 512 / Beat;
  if (Width > ElementBits) begin : gen_bad
    $fatal(1, "four_step_master: %0d elements of %0d bits in a beat", Beat, Width);
  end

  logic pass_start;
  logic pass_done;
  logic columns;
  logic [4:0] log_rows;
  logic [4:0] log_columns;
  logic [39:0] load_base;
  logic [39:0] store_base;
  logic [39:0] factors_base;
  four_step u_four_step (
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
    .pass_start_o(pass_start),
    .columns_o(columns),
    .pass_o,
    .log_rows_o(log_rows),
    .log_columns_o(log_columns),
    .load_base_o(load_base),
    .store_base_o(store_base),
    .factors_base_o(factors_base),
    .pass_done_i(pass_done)
  );

  // Elements in memory may be wider than those of the engine.
  logic [Beat-1:0][ElementBits-1:0] loaded;
  logic [Beat-1:0][ElementBits-1:0] stored;
  for (genvar k = 0; k < Beat; k++) begin : gen_element
    assign load_data_o[k] = loaded[k][Width-1:0];
    assign stored[k] = ElementBits'(store_data_i[k]);
    if (Width < ElementBits) begin : gen_narrow
      logic unused_bits;
      assign unused_bits = ^loaded[k][ElementBits-1:Width];
    end
  end

  batch_loader #(
    .Width(ElementBits),
    .Lines(Lines),
    .Beat(Beat),
    .Tile(Tile),
    .MaxLog2(MaxLog2)
  ) u_loader (
    .clk_i,
    .rst_ni,
    .pass_start_i(pass_start),
    .columns_i(columns),
    .log_rows_i(log_rows),
    .log_columns_i(log_columns),
    .base_i(load_base),
    .factors_i(Factors && pass_o.hadamard),
    .factors_base_i(factors_base),
    .load_ready_i,
    .load_valid_o,
    .load_last_o,
    .load_factor_o,
    .load_line_o,
    .load_index_o,
    .load_data_o(loaded),
    .arvalid_o,
    .arready_i,
    .araddr_o,
    .arid_o,
    .rvalid_i,
    .rid_i,
    .rdata_i
  );
  batch_storer #(
    .Width(ElementBits),
    .Lines(Lines),
    .Beat(Beat),
    .Tile(Tile),
    .MaxLog2(MaxLog2)
  ) u_storer (
    .clk_i,
    .rst_ni,
    .pass_start_i(pass_start),
    .columns_i(columns),
    .log_rows_i(log_rows),
    .log_columns_i(log_columns),
    .base_i(store_base),
    .pass_done_o(pass_done),
    .store_ready_i,
    .store_read_o,
    .store_line_o,
    .store_index_o,
    .store_data_i(stored),
    .store_done_o,
    .awvalid_o,
    .awready_i,
    .awaddr_o,
    .wvalid_o,
    .wready_i,
    .wdata_o,
    .bvalid_i
  );

endmodule
