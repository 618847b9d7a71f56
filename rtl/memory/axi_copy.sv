/// Copies bursts of 64 bytes in memory, as they come: the smallest master of AXI4.
///
///   from + 64 i --> AR     R --[fifo]--> AW, W to + 64 id     B --[count]--> done_o
///
/// Channel c of C copies the bursts c, C + c, 2 C + c, ...: `bursts_i` of them. A read carries the
/// number of its burst, which finds the place of the copy whatever the order of the answers is. A
/// read is asked for only while the queue has room for its data, so that R and B are always taken.
/// The inputs that say what to copy are steady from reset on.
///
/// Latency : 2 clocks from data on R to data on W
/// Reset : of control, not of data; the copy begins behind it
/// Handshake : AXI4 with bursts of one beat
/// Model : crates/cosim/src/workloads/axi_copy.rs
module axi_copy #(
  parameter int unsigned Channels = 2,
  parameter int unsigned Depth = 16
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic [        39:0]        from_i,
  input  logic [        39:0]        to_i,
  input  logic [        15:0]        bursts_i,
  output logic                       done_o,
  output logic [Channels-1:0]        arvalid_o,
  output logic [Channels-1:0][ 39:0] araddr_o,
  output logic [Channels-1:0][ 15:0] arid_o,
  input  logic [Channels-1:0]        arready_i,
  input  logic [Channels-1:0]        rvalid_i,
  input  logic [Channels-1:0][ 15:0] rid_i,
  input  logic [Channels-1:0][511:0] rdata_i,
  output logic [Channels-1:0]        awvalid_o,
  output logic [Channels-1:0][ 39:0] awaddr_o,
  input  logic [Channels-1:0]        awready_i,
  output logic [Channels-1:0]        wvalid_o,
  output logic [Channels-1:0][511:0] wdata_o,
  input  logic [Channels-1:0]        wready_i,
  input  logic [Channels-1:0]        bvalid_i
);

  localparam int unsigned CountBits = $clog2(Depth + 1);
  logic [Channels-1:0] done;
  assign done_o = &done;

  for (genvar c = 0; c < Channels; c++) begin : gen_channel
    logic [15:0] asked_q, answered_q;
    logic [15:0] id;
    /// Bursts asked for and not yet written.
    logic [CountBits-1:0] held_q;
    logic asks, writes, room, waits;

    assign arvalid_o[c] = rst_ni && asked_q != bursts_i && held_q != CountBits'(Depth);
    assign araddr_o[c] = from_i + 40'(64 * (Channels * 32'(asked_q) + c));
    assign arid_o[c] = asked_q;
    assign awaddr_o[c] = to_i + 40'(64 * (Channels * 32'(id) + c));
    assign asks = arvalid_o[c] && arready_i[c];
    assign done[c] = answered_q == bursts_i;
    fifo #(
      .Width(16 + 512),
      .Depth(Depth)
    ) u_fifo (
      .clk_i,
      .rst_ni,
      .valid_i(rvalid_i[c]),
      .ready_o(room),
      .data_i ({rid_i[c], rdata_i[c]}),
      .valid_o(waits),
      .ready_i(writes),
      .data_o ({id, wdata_o[c]})
    );

    axi_write u_write (
      .clk_i,
      .rst_ni,
      .valid_i  (waits),
      .awvalid_o(awvalid_o[c]),
      .awready_i(awready_i[c]),
      .wvalid_o (wvalid_o[c]),
      .wready_i (wready_i[c]),
      .taken_o  (writes)
    );

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        {asked_q, answered_q, held_q} <= '0;
      end else begin
        asked_q <= asked_q + 16'(asks);
        answered_q <= answered_q + 16'(bvalid_i[c]);
        held_q <= held_q + CountBits'(asks) - CountBits'(writes);
        assert (room || !rvalid_i[c]);
      end
    end
  end

endmodule
