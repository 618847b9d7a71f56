/// NTT pipeline with one butterfly unit for each round and data reordering between rounds.
///
///   pair a slot --> [round of n/2] --> [n/4] --> ... --> [1] --> pair a slot
///   (i, i + n/2)    memory of n/2       n/4                     (2i, 2i + 1) of bit-reversed order
///
/// Source: reorder, section III-C, figures 7 to 9. A round starts when half of the block before is
/// done, and all rounds work all of the time: a line takes T = n/2 slots and lines follow each other
/// without a gap, half of what `delay_feedback` takes; from end to end a line takes 2 T. Lines of
/// 2^log2_i elements enter at their first round, past the longer ones; log2_i is steady while any is
/// inside.
///
/// Table entry h + i is root_(2h)^i in the multiplier's form, for each round of halves h and i < h;
/// the inverse transform is that of the inverse roots, without a factor.
///
/// Latency : stream_pkg::kernel_latency(REORDER, Cfg, Field, log2_i), and n/2 - 1 slots
/// Reset : of control, not of data
/// Handshake : slots a multiple of field_pkg::mod_mul_interval(Cfg, Field) apart, and until the last
///             result is out; valid_i only with slot_i
/// Model : crates/sim/src/ntt/stream.rs
module reorder #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BN254_FR,
  parameter int unsigned Lines = 1,
  parameter int unsigned MaxLog2 = 12,
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
  input  logic [  Lines-1:0][Width-1:0] upper_i,
  input  logic [  Lines-1:0][Width-1:0] lower_i,
  /// A pair enters the last round.
  output logic                          last_o,
  output logic                          valid_o,
  output logic [  Lines-1:0][Width-1:0] upper_o,
  output logic [  Lines-1:0][Width-1:0] lower_o
);

  // Round k has halves of 2^k.
  logic [MaxLog2:0] slot;
  logic [MaxLog2:0] valid;
  logic [MaxLog2:0][Lines-1:0][Width-1:0] upper;
  logic [MaxLog2:0][Lines-1:0][Width-1:0] lower;
  assign slot[MaxLog2]  = 1'b0;
  assign valid[MaxLog2] = 1'b0;
  assign upper[MaxLog2] = upper_i;
  assign lower[MaxLog2] = lower_i;
  for (genvar k = 0; k < MaxLog2; k++) begin : gen_round
    localparam int unsigned IndexBits = k > 0 ? k : 1;
    logic first;
    assign first = log2_i == 5'(k + 1);
    reorder_round #(
      .Cfg  (Cfg),
      .Field(Field),
      .Lines(Lines),
      .Half (1 << k)
    ) u_round (
      .clk_i,
      .rst_ni,
      .table_write_i(table_write_i && table_index_i[MaxLog2-1:k] == (MaxLog2 - k)'(1)),
      .table_index_i(IndexBits'(table_index_i - MaxLog2'(1 << k))),
      .table_data_i,
      .slot_i(first ? slot_i : slot[k+1]),
      .valid_i(first ? valid_i : valid[k+1]),
      .upper_i(first ? upper_i : upper[k+1]),
      .lower_i(first ? lower_i : lower[k+1]),
      .slot_o(slot[k]),
      .valid_o(valid[k]),
      .upper_o(upper[k]),
      .lower_o(lower[k])
    );
  end
  assign last_o  = log2_i == 1 ? valid_i : valid[1];
  assign valid_o = valid[0];
  assign upper_o = upper[0];
  assign lower_o = lower[0];

  logic unused_slot;
  assign unused_slot = slot[0];

endmodule
