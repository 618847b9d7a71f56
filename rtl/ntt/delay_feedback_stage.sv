/// A stage of `delay_feedback`: butterflies of elements that are Half apart, one element a slot.
///
///                 .----------------------------------------------------------.
///                 '--> [Half words] --+--(+)--[ ]--[delay]-------- second --. |
///                                     |--(-)--[ ]-------------- second --.  | |
///   data_i -------------+----------------[ ]---------------------- first +--|-'
///                       '--> (+), (-) |                                     |
///                                     '--[ ]--[x w]--------------- behind --+---- data_o
///
/// In the first half of a block the elements go to the memory. In the second, the butterfly's sums
/// go on and its differences take the place of the elements that it took from there; in the half
/// behind it they leave the memory and are multiplied. So the memory holds Half words and no more,
/// and adders and multiplier work half of the time.
///
/// Source: the pipeline of PipeZK, as reorder, section IV-C, replicates it. With the product behind
/// the memory, not before it, the memory's delay does not have to hold the multiplier's as well.
///
/// The lines of a batch run in step and share control and twiddles. Twiddle i is w^i with w of
/// order 2 Half, in the multiplier's form.
///
/// Latency : stream_pkg::stage_latency(DELAY_FEEDBACK, Cfg, Field), and Half slots
/// Reset : of control, not of data
/// Handshake : slots a multiple of stream_pkg::slot_clocks(Cfg, Field, Interval) apart; valid_i only
///             with slot_i; blocks of 2 Half elements come whole
/// Model : crates/sim/src/ntt/stream.rs
module delay_feedback_stage #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BN254_FR,
  parameter int unsigned Lines = 1,
  parameter int unsigned Half = 8,
  parameter int unsigned Interval = 1,
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
  input  logic [    Lines-1:0][Width-1:0] data_i,
  /// A butterfly starts.
  output logic                            butterfly_o,
  output logic                            slot_o,
  output logic                            valid_o,
  output logic [    Lines-1:0][Width-1:0] data_o
);

  localparam int unsigned Clocks = stream_pkg::slot_clocks(Cfg, Field, Interval);
  localparam int unsigned MulLatency = field_pkg::mod_mul_latency(Cfg, Field);
  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  if (!field_pkg::SUMS_TAKE_A_CLOCK) begin : gen_bad_sums
    $fatal(1, "delay_feedback_stage: sums are counted as one clock");
  end

  logic second;
  logic behind;
  logic [IndexBits-1:0] behind_index;
  stream_halves #(
    .Half(Half)
  ) u_halves (
    .clk_i,
    .rst_ni,
    .slot_i,
    .valid_i,
    .second_o(second),
    .behind_o(behind),
    .behind_index_o(behind_index)
  );
  assign butterfly_o = second;

  // Bits of control with the sums, and with the results.
  logic slot_q;
  logic behind_q;
  logic second_q;
  always_ff @(posedge clk_i) second_q <= second;
  delay_valid #(
    .Depth(1)
  ) u_slot_q (
    .clk_i,
    .rst_ni,
    .valid_i(slot_i),
    .valid_o(slot_q)
  );
  delay_valid #(
    .Depth(1)
  ) u_behind_q (
    .clk_i,
    .rst_ni,
    .valid_i(behind),
    .valid_o(behind_q)
  );
  delay_valid #(
    .Depth(1 + MulLatency)
  ) u_slot (
    .clk_i,
    .rst_ni,
    .valid_i(slot_i),
    .valid_o(slot_o)
  );
  delay_valid #(
    .Depth(1 + MulLatency)
  ) u_valid (
    .clk_i,
    .rst_ni,
    .valid_i(second || behind),
    .valid_o
  );

  logic [Width-1:0] twiddle;
  ram_1r1w #(
    .Width(Width),
    .Depth(Half)
  ) u_twiddles (
    .clk_i,
    .write_i(table_write_i),
    .write_address_i(table_index_i),
    .data_i(table_data_i),
    .read_address_i(behind_index),
    .q_o(twiddle)
  );

  // Words enter the memory a clock behind their slot.
  logic [Lines-1:0][Width-1:0] waits;
  logic [Lines-1:0][Width-1:0] waited;
  if (Clocks > 1) begin : gen_memory
    stream_delay #(
      .Width(Lines * Width),
      .Slots(Half)
    ) u_waiting (
      .clk_i,
      .rst_ni,
      .slot_i(slot_q),
      .data_i(waits),
      .data_o(waited)
    );
  end else begin : gen_memory_ahead
    // The next slot may be in that clock already: what it takes is one word ahead, and is held
    // should it come later.
    logic [Lines-1:0][Width-1:0] ahead;
    logic [Lines-1:0][Width-1:0] held_q;
    stream_delay #(
      .Width(Lines * Width),
      .Slots(Half - 1)
    ) u_waiting (
      .clk_i,
      .rst_ni,
      .slot_i(slot_q),
      .data_i(waits),
      .data_o(ahead)
    );
    always_ff @(posedge clk_i) if (slot_q) held_q <= ahead;
    assign waited = slot_q ? ahead : held_q;
  end

  for (genvar l = 0; l < Lines; l++) begin : gen_line
    logic [Width-1:0] data_q;
    logic [Width-1:0] waited_q;
    logic [Width-1:0] total;
    logic [Width-1:0] difference;
    logic [Width-1:0] upper;
    logic [Width-1:0] lower;
    logic lower_valid;
    always_ff @(posedge clk_i) begin
      data_q   <= data_i[l];
      waited_q <= waited[l];
    end
    mod_add #(
      .Width(Width)
    ) u_add (
      .clk_i,
      .modulus_i(Modulus),
      .a_i(waited[l]),
      .b_i(data_i[l]),
      .sum_o(total)
    );
    mod_sub #(
      .Width(Width)
    ) u_sub (
      .clk_i,
      .modulus_i(Modulus),
      .a_i(waited[l]),
      .b_i(data_i[l]),
      .difference_o(difference)
    );
    assign waits[l] = second_q ? difference : data_q;
    mod_mul #(
      .Cfg  (Cfg),
      .Field(Field)
    ) u_mul (
      .clk_i,
      .rst_ni,
      .valid_i(behind_q),
      .a_i(waited_q),
      .b_i(twiddle),
      .valid_o(lower_valid),
      .p_o(lower)
    );
    delay_line #(
      .Width(Width),
      .Depth(MulLatency)
    ) u_upper (
      .clk_i,
      .d_i(total),
      .q_o(upper)
    );
    assign data_o[l] = lower_valid ? lower : upper;
  end

endmodule
