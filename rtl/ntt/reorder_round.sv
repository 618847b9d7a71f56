/// A round of `reorder`: butterflies of the pairs of blocks of 2 Half elements, and what puts their
/// results in the order of the next round's pairs.
///
///   pair a slot --[ ]--> butterfly --> reorder_memory of Half / 2 --> pair a slot
///     index --> twiddles --'           none in the last round, Half = 1
///
/// The lines of a batch run in step and share control and twiddles. Twiddle i is w^i with w of
/// order 2 Half, in the multiplier's form.
///
/// Source: reorder, section III-C, figures 7 to 9.
///
/// Latency : stream_pkg::stage_latency(REORDER, Cfg, Field), and Half / 2 slots
/// Reset : of control, not of data
/// Handshake : slots a multiple of field_pkg::mod_mul_interval(Cfg, Field) apart; valid_i only with
///             slot_i; blocks of Half pairs come whole
/// Model : crates/sim/src/ntt/stream.rs
module reorder_round #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BN254_FR,
  parameter int unsigned Lines = 1,
  parameter int unsigned Half = 8,
  parameter int unsigned Width = curves_pkg::field_width(Field),
  parameter int unsigned IndexBits = Half > 1 ? $clog2(Half) : 1
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  logic                            table_write_i,
  input  logic [IndexBits-1:0]            table_index_i,
  input  logic [    Width-1:0]            table_data_i,
  input  logic                            slot_i,
  input  logic                            valid_i,
  input  logic [    Lines-1:0][Width-1:0] upper_i,
  input  logic [    Lines-1:0][Width-1:0] lower_i,
  output logic                            slot_o,
  output logic                            valid_o,
  output logic [    Lines-1:0][Width-1:0] upper_o,
  output logic [    Lines-1:0][Width-1:0] lower_o
);

  logic [IndexBits-1:0] index_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) index_q <= '0;
    else if (valid_i) index_q <= index_q == IndexBits'(Half - 1) ? '0 : index_q + 1'b1;
  end

  logic [Width-1:0] twiddle;
  ram_1r1w #(
    .Width(Width),
    .Depth(Half)
  ) u_twiddles (
    .clk_i,
    .write_i(table_write_i),
    .write_address_i(table_index_i),
    .data_i(table_data_i),
    .read_address_i(index_q),
    .q_o(twiddle)
  );
  logic valid_q;
  delay_valid #(
    .Depth(1)
  ) u_valid_q (
    .clk_i,
    .rst_ni,
    .valid_i,
    .valid_o(valid_q)
  );
  delay_valid #(
    .Depth(stream_pkg::stage_latency(stream_pkg::REORDER, Cfg, Field))
  ) u_slot (
    .clk_i,
    .rst_ni,
    .valid_i(slot_i),
    .valid_o(slot_o)
  );

  logic [Lines-1:0] valid;
  logic [Lines-1:0][Width-1:0] upper;
  logic [Lines-1:0][Width-1:0] lower;
  for (genvar l = 0; l < Lines; l++) begin : gen_line
    logic [Width-1:0] u_q;
    logic [Width-1:0] v_q;
    always_ff @(posedge clk_i) begin
      u_q <= upper_i[l];
      v_q <= lower_i[l];
    end
    butterfly #(
      .Cfg(Cfg),
      .Field(Field),
      .Halves(1'b0)
    ) u_butterfly (
      .clk_i,
      .rst_ni,
      .valid_i(valid_q),
      .inverse_i(1'b0),
      .u_i(u_q),
      .v_i(v_q),
      .w_i(twiddle),
      .valid_o(valid[l]),
      .upper_o(upper[l]),
      .lower_o(lower[l])
    );
  end
  logic unused_valid;
  assign unused_valid = ^valid;

  if (Half == 1) begin : gen_last
    assign valid_o = valid[0];
    assign upper_o = upper;
    assign lower_o = lower;
  end else begin : gen_reorder
    reorder_memory #(
      .Width(Lines * Width),
      .Half (Half / 2)
    ) u_reorder (
      .clk_i,
      .rst_ni,
      .slot_i (slot_o),
      .valid_i(valid[0]),
      .upper_i(upper),
      .lower_i(lower),
      .valid_o,
      .upper_o,
      .lower_o
    );
  end

endmodule
