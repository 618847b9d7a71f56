/// NTT pipeline with one butterfly unit and one feedback memory for each stage.
///
///   element a slot --> [stage of n/2] --> [n/4] --> ... --> [1] --> element a slot
///   natural order      memory of n/2       n/4             1       bit-reversed order
///
/// Source: PipeZK's NTT module, as reorder, section IV-C, replicates it: what `reorder` is measured
/// against. A line takes n slots, and as its first result leaves in the slot of its last element,
/// twice that from end to end. Lines may follow each other without a gap; each unit works half of
/// the time. Lines of 2^log2_i elements enter at their first stage, past the longer ones; log2_i is
/// steady while any is inside.
///
/// Table entry h + i is root_(2h)^i in the multiplier's form, for each stage of halves h and i < h;
/// the inverse transform is that of the inverse roots, without a factor.
///
/// Latency : stream_pkg::kernel_latency(DELAY_FEEDBACK, Cfg, Field, log2_i), and n - 1 slots
/// Reset : of control, not of data
/// Handshake : slots a multiple of stream_pkg::slot_clocks(Cfg, Field, Interval) apart, and until
///             the last result is out; valid_i only with slot_i
/// Model : crates/sim/src/ntt/stream.rs
module delay_feedback #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BN254_FR,
  parameter int unsigned Lines = 1,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned Interval = 1,
  parameter int unsigned Width = curves_pkg::field_width(Field)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [        4:0]            log2_i,
  input  logic                          table_write_i,
  input  logic [MaxLog2-1:0]            table_index_i,
  input  logic [  Width-1:0]            table_data_i,
  input  logic                          slot_i,
  input  logic                          valid_i,
  input  logic [  Lines-1:0][Width-1:0] data_i,
  /// A butterfly of the last stage starts.
  output logic                          last_o,
  output logic                          valid_o,
  output logic [  Lines-1:0][Width-1:0] data_o
);

  // Stage k has halves of 2^k.
  logic [MaxLog2:0] slot;
  logic [MaxLog2:0] valid;
  logic [MaxLog2:0][Lines-1:0][Width-1:0] data;
  logic [MaxLog2-1:0] butterfly;
  assign slot[MaxLog2]  = 1'b0;
  assign valid[MaxLog2] = 1'b0;
  assign data[MaxLog2]  = data_i;
  for (genvar k = 0; k < MaxLog2; k++) begin : gen_stage
    localparam int unsigned IndexBits = k > 0 ? k : 1;
    logic first;
    assign first = log2_i == 5'(k + 1);
    delay_feedback_stage #(
      .Cfg(Cfg),
      .Field(Field),
      .Lines(Lines),
      .Half(1 << k),
      .Interval(Interval)
    ) u_stage (
      .clk_i,
      .rst_ni,
      .table_write_i(table_write_i && table_index_i[MaxLog2-1:k] == (MaxLog2 - k)'(1)),
      .table_index_i(IndexBits'(table_index_i - MaxLog2'(1 << k))),
      .table_data_i,
      .slot_i(first ? slot_i : slot[k+1]),
      .valid_i(first ? valid_i : valid[k+1]),
      .data_i(first ? data_i : data[k+1]),
      .butterfly_o(butterfly[k]),
      .slot_o(slot[k]),
      .valid_o(valid[k]),
      .data_o(data[k])
    );
  end
  assign last_o  = butterfly[0];
  assign valid_o = valid[0];
  assign data_o  = data[0];

  logic unused_inner;
  assign unused_inner = ^{slot[0], butterfly};

endmodule
