/// Writes the result batches of a pass from an NTT engine to memory.
///
///   engine --> [ ][ ] --> words of a small queue --> AW, W ... B
///
/// One batch after the other. Reads of the engine are ahead of the memory by as much as the queue
/// holds. All bursts are one beat long.
///
/// Latency : 1 + STORE_LATENCY + 1 clocks from the engine's readiness to the first AW
/// Reset : of control, not of data
/// Handshake : AXI4 write channels; the answer is always taken
/// Model : sim::ntt::passes
module batch_storer #(
  parameter int unsigned Width = 256,
  parameter int unsigned Lines = 4,
  parameter int unsigned Beat = 2,
  parameter int unsigned Tile = 16,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned LineBits = $clog2(Lines)
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  input  logic                                pass_start_i,
  input  logic                                columns_i,
  input  logic [           4:0]               log_rows_i,
  input  logic [           4:0]               log_columns_i,
  input  logic [          39:0]               base_i,
  output logic                                pass_done_o,
  input  logic                                store_ready_i,
  output logic                                store_read_o,
  output logic [      Beat-1:0][LineBits-1:0] store_line_o,
  output logic [      Beat-1:0][ MaxLog2-1:0] store_index_o,
  input  logic [      Beat-1:0][   Width-1:0] store_data_i,
  output logic                                store_done_o,
  output logic                                awvalid_o,
  input  logic                                awready_i,
  output logic [          39:0]               awaddr_o,
  output logic                                wvalid_o,
  input  logic                                wready_i,
  output logic [Beat*Width-1:0]               wdata_o,
  input  logic                                bvalid_i
);

  localparam int unsigned BurstBits = MaxLog2 + $clog2(Lines / Beat);
  localparam int unsigned ElementBytes = Width / 8;
  // A word comes back to the reader's account so many clocks after its read: as many keep the
  // memory busy.
  localparam int unsigned Depth = ntt_pkg::STORE_LATENCY + 2;
  localparam int unsigned CountBits = $clog2(Depth + 1);
  localparam int unsigned PlaceBits = $clog2(Depth);

  logic running_q;
  logic storing_q;
  logic [15:0] batch_q;
  logic [15:0] batches;
  logic [BurstBits:0] read_q;
  logic [BurstBits:0] written_q;
  logic [BurstBits:0] answered_q;
  logic [BurstBits:0] bursts;
  logic start;
  logic last;
  assign batches = 16'd1 << ((columns_i ? log_columns_i : log_rows_i) - 5'(LineBits));
  assign bursts = (BurstBits + 1)'(Lines / Beat) << (columns_i ? log_rows_i : log_columns_i);
  assign start = running_q && !storing_q && !store_done_o && store_ready_i;
  assign last = bvalid_i && answered_q + 1'b1 == bursts;

  logic [CountBits-1:0] free_q;
  logic [CountBits-1:0] held_q;
  logic arrived;
  logic taken;
  assign store_read_o = storing_q && read_q != bursts && free_q != 0;
  delay_valid #(
    .Depth(ntt_pkg::STORE_LATENCY)
  ) u_arrived (
    .clk_i,
    .rst_ni,
    .valid_i(store_read_o),
    .valid_o(arrived)
  );

  logic [Depth-1:0][Beat*Width-1:0] words_q;
  logic [PlaceBits-1:0] write_q;
  logic [PlaceBits-1:0] place_q;
  assign wdata_o = words_q[place_q];
  axi_write u_write (
    .clk_i,
    .rst_ni,
    .valid_i(held_q != 0),
    .awvalid_o,
    .awready_i,
    .wvalid_o,
    .wready_i,
    .taken_o(taken)
  );
  function automatic logic [PlaceBits-1:0] next(logic [PlaceBits-1:0] place);
    return place == PlaceBits'(Depth - 1) ? '0 : place + 1'b1;
  endfunction

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      storing_q <= 1'b0;
      store_done_o <= 1'b0;
      free_q <= CountBits'(Depth);
      held_q <= '0;
      write_q <= '0;
      place_q <= '0;
    end else begin
      store_done_o <= last;
      if (start) storing_q <= 1'b1;
      if (last) storing_q <= 1'b0;
      if (pass_start_i) running_q <= 1'b1;
      free_q <= free_q + CountBits'(taken) - CountBits'(store_read_o);
      held_q <= held_q + CountBits'(arrived) - CountBits'(taken);
      if (arrived) write_q <= next(write_q);
      if (taken) place_q <= next(place_q);
    end
    if (arrived) words_q[write_q] <= store_data_i;
    if (start) begin
      read_q <= '0;
      written_q <= '0;
      answered_q <= '0;
    end else begin
      if (store_read_o) read_q <= read_q + 1'b1;
      if (taken) written_q <= written_q + 1'b1;
      if (bvalid_i) answered_q <= answered_q + 1'b1;
    end
    if (pass_start_i) batch_q <= '0;
    else if (last) batch_q <= batch_q + 1'b1;
    if (rst_ni) begin
      assert (!bvalid_i || storing_q)
      else $error("batch_storer: an answer that nobody waits for");
    end
  end
  assign pass_done_o = store_done_o && batch_q == batches;

  logic [39:0] unused_address;
  tiled_burst #(
    .Lines(Lines),
    .Beat(Beat),
    .Tile(Tile),
    .ElementBytes(ElementBytes),
    .MaxLog2(MaxLog2)
  ) u_read (
    .columns_i,
    .log_columns_i,
    .base_i,
    .batch_i(batch_q),
    .burst_i(read_q[BurstBits-1:0]),
    .address_o(unused_address),
    .line_o(store_line_o),
    .index_o(store_index_o)
  );
  logic [Beat-1:0][LineBits-1:0] unused_line;
  logic [Beat-1:0][ MaxLog2-1:0] unused_index;
  tiled_burst #(
    .Lines(Lines),
    .Beat(Beat),
    .Tile(Tile),
    .ElementBytes(ElementBytes),
    .MaxLog2(MaxLog2)
  ) u_place (
    .columns_i,
    .log_columns_i,
    .base_i,
    .batch_i(batch_q),
    .burst_i(written_q[BurstBits-1:0]),
    .address_o(awaddr_o),
    .line_o(unused_line),
    .index_o(unused_index)
  );

endmodule
