/// Puts the results of a round of butterflies in the order of the next round's pairs.
///
///   upper_i --+------ first half --+--> [Half words] --------------- upper_o
///             |   .-- second half -'
///             '---|-- second half -----------------.
///   lower_i --> [Half words] --+-------------------+---------------- lower_o
///
/// A block is 2 Half butterflies: results u_0 .., l_0 .., with the next pairs (u_i, u_(i + Half)) and
/// then (l_i, l_(i + Half)). Both elements of a pair of u are there from the second half of the block
/// on, and its pairs leave then; those of l in the half behind it, in which the next block comes in.
///
/// Source: reorder, section III-C, figure 7 ("data reordering"). The paper writes all results to a
/// memory and copies pairs to a queue as soon as they are whole. A round makes and takes one pair a
/// slot, so the pairs leave in the same slots if only what has to wait is held, in a memory of half
/// the size: the lower results for half a block, and then the first elements of each pair.
///
/// Latency : 0 clocks, and Half slots
/// Reset : of control, not of data
/// Handshake : valid_i only with slot_i; blocks come whole
/// Model : crates/sim/src/ntt/stream.rs
module reorder_memory #(
  parameter int unsigned Width = 256,
  parameter int unsigned Half  = 4
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             slot_i,
  input  logic             valid_i,
  input  logic [Width-1:0] upper_i,
  input  logic [Width-1:0] lower_i,
  output logic             valid_o,
  output logic [Width-1:0] upper_o,
  output logic [Width-1:0] lower_o
);

  localparam int unsigned IndexBits = Half > 1 ? $clog2(Half) : 1;
  logic second;
  logic behind;
  logic [IndexBits-1:0] unused_index;
  stream_halves #(
    .Half(Half)
  ) u_halves (
    .clk_i,
    .rst_ni,
    .slot_i,
    .valid_i,
    .second_o(second),
    .behind_o(behind),
    .behind_index_o(unused_index)
  );
  assign valid_o = second || behind;

  logic [Width-1:0] lower;
  stream_delay #(
    .Width(Width),
    .Slots(Half)
  ) u_lower (
    .clk_i,
    .rst_ni,
    .slot_i,
    .data_i(lower_i),
    .data_o(lower)
  );
  stream_delay #(
    .Width(Width),
    .Slots(Half)
  ) u_first (
    .clk_i,
    .rst_ni,
    .slot_i,
    .data_i(second ? lower : upper_i),
    .data_o(upper_o)
  );
  assign lower_o = second ? upper_i : lower;

endmodule
