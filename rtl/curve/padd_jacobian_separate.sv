/// Sums of points in Jacobian coordinates by a pipelined adder that hands equal points to a folded
/// doubler: the pair of units that ifzkp (section IV-B2) started from. 16 multipliers and one.
///
///   tag, P, Q --[padd_jacobian_pipe]--------- P + Q ----------.
///                    '-- P = Q --[fifo]--[pdbl_folded]-- 2 P --+--[ ]-- tag, R
///
/// Points are those of `padd_jacobian`. A stream: an operation is taken in each clock with valid_i
/// and ready_o, and its result comes once, with its tag, in a clock with valid_o, which cannot be
/// refused. The results of the adder are in order. Those of the doubler come where the adder has
/// none, in order among themselves.
///
/// Nothing is lost: an operation holds one of `QueueDepth` places from where it is taken until it
/// is seen not to be a doubling, or the doubler begins it, and ready_o falls when all are held. With
/// more places than the adder needs to see equality, additions alone flow one a clock. Each
/// doubling lowers ready_o for a clock, early enough for its result to meet the hole at the output;
/// so while some wait, one is done in every pdbl_pkg::separate_interval(Cfg, Curve) clocks.
///
/// Latency : padd_pkg::padd_jacobian_separate_latency(Cfg, Curve) for points that are not equal;
///           for equal ones at most padd_pkg::jacobian_equal_latency(Cfg, Curve) + 2 and
///           QueueDepth + 1 of these intervals
/// Reset : of control bits
/// Handshake : valid/ready stream in, valid out
/// Model : none
module padd_jacobian_separate #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::curve_e Curve = curves_pkg::BN254,
  parameter int unsigned TagWidth = 16,
  parameter int unsigned QueueDepth = padd_pkg::jacobian_queue_depth(Cfg, Curve),
  parameter int unsigned Width = curves_pkg::field_width(curves_pkg::base_field(Curve))
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           valid_i,
  output logic                           ready_o,
  input  logic [TagWidth-1:0]            tag_i,
  input  logic [         2:0][Width-1:0] p_i,
  input  logic [         2:0][Width-1:0] q_i,
  output logic                           valid_o,
  output logic [TagWidth-1:0]            tag_o,
  output logic [         2:0][Width-1:0] r_o
);

  localparam int unsigned Latency = padd_pkg::padd_jacobian_latency(Cfg, Curve);
  localparam int unsigned Equal = padd_pkg::jacobian_equal_latency(Cfg, Curve);
  localparam int unsigned Doubling = pdbl_pkg::pdbl_folded_latency(Cfg, Curve);
  // From the begin of a doubling to the clock that takes nothing.
  localparam int unsigned HoleDelay = Doubling > Latency ? Doubling - Latency : 1;
  localparam int unsigned HeldBits = $clog2(QueueDepth + 1);
  if (QueueDepth == 0) begin : gen_bad
    $fatal(1, "padd_jacobian_separate: a doubling needs a place in the queue");
  end

  logic accept, equal, known, hole, sum_valid;
  logic [2:0][Width-1:0] equal_point, sum_point;
  logic [TagWidth-1:0] equal_tag, sum_tag;
  assign accept = valid_i && ready_o;
  padd_jacobian_pipe #(
    .Cfg(Cfg),
    .Curve(Curve),
    .Unified(1'b0)
  ) u_pipe (
    .clk_i,
    .rst_ni,
    .valid_i(accept),
    .p_i,
    .q_i,
    .equal_o(equal),
    .twice_o(equal_point),
    .valid_o(sum_valid),
    .r_o(sum_point)
  );
  delay_line #(
    .Width(TagWidth),
    .Depth(Equal)
  ) u_equal_tag (
    .clk_i,
    .d_i(tag_i),
    .q_o(equal_tag)
  );
  delay_line #(
    .Width(TagWidth),
    .Depth(Latency - Equal)
  ) u_sum_tag (
    .clk_i,
    .d_i(equal_tag),
    .q_o(sum_tag)
  );

  logic queue_ready, waiting, doubler_ready, begins;
  logic [2:0][Width-1:0] waiting_point, twice_point;
  logic [TagWidth-1:0] waiting_tag, twice_tag_q;
  fifo #(
    .Width(TagWidth + 3 * Width),
    .Depth(QueueDepth)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .valid_i(equal),
    .ready_o(queue_ready),
    .data_i ({equal_tag, equal_point}),
    .valid_o(waiting),
    .ready_i(doubler_ready),
    .data_o ({waiting_tag, waiting_point})
  );
  assign begins = waiting && doubler_ready;

  logic twice_valid;
  pdbl_folded #(
    .Cfg  (Cfg),
    .Curve(Curve)
  ) u_doubler (
    .clk_i,
    .rst_ni,
    .valid_i(waiting),
    .ready_o(doubler_ready),
    .p_i(waiting_point),
    .valid_o(twice_valid),
    .ready_i(!sum_valid),
    .r_o(twice_point)
  );

  // Places.
  logic [HeldBits-1:0] held_q;
  delay_valid #(
    .Depth(Equal)
  ) u_known (
    .clk_i,
    .rst_ni,
    .valid_i(accept),
    .valid_o(known)
  );
  delay_valid #(
    .Depth(HoleDelay)
  ) u_hole (
    .clk_i,
    .rst_ni,
    .valid_i(begins),
    .valid_o(hole)
  );
  assign ready_o = held_q != HeldBits'(QueueDepth) && !hole;

  always_ff @(posedge clk_i) begin
    if (begins) twice_tag_q <= waiting_tag;
    tag_o <= sum_valid ? sum_tag : twice_tag_q;
    r_o   <= sum_valid ? sum_point : twice_point;
    if (!rst_ni) begin
      held_q  <= '0;
      valid_o <= 1'b0;
    end else begin
      held_q  <= held_q + HeldBits'(accept) - HeldBits'(known && !equal) - HeldBits'(begins);
      valid_o <= sum_valid || twice_valid;
      assert (!equal || queue_ready)
      else $error("padd_jacobian_separate: the queue overflows");
    end
  end

endmodule
