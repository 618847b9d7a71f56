/// Reads the batches of a pass from memory into an NTT engine.
///
///   engine ready --> bursts of the batch --> AR ... R --> [ ] --> engine
///
/// One batch after the other: the next one is requested when the last element of the one before has
/// been handed over and the engine has room. Where `factors_i` asks for it the Hadamard factors of a
/// batch follow its data, in a matrix of the same layout at `factors_base_i`. A burst's number is its
/// AXI id, so answers may come in any order. All bursts are one beat long.
///
/// Latency : 1 clock from R to the engine; 1 clock from the engine's readiness to AR
/// Reset : of control, not of data
/// Handshake : AXI4 read channels; the answer is always taken
/// Model : sim::ntt::passes
module batch_loader #(
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
  input  logic                                factors_i,
  input  logic [          39:0]               factors_base_i,
  input  logic                                load_ready_i,
  output logic                                load_valid_o,
  output logic                                load_last_o,
  output logic                                load_factor_o,
  output logic [      Beat-1:0][LineBits-1:0] load_line_o,
  output logic [      Beat-1:0][ MaxLog2-1:0] load_index_o,
  output logic [      Beat-1:0][   Width-1:0] load_data_o,
  output logic                                arvalid_o,
  input  logic                                arready_i,
  output logic [          39:0]               araddr_o,
  output logic [          15:0]               arid_o,
  input  logic                                rvalid_i,
  input  logic [          15:0]               rid_i,
  input  logic [Beat*Width-1:0]               rdata_i
);

  localparam int unsigned BurstBits = MaxLog2 + $clog2(Lines / Beat);
  localparam int unsigned ElementBytes = Width / 8;
  if (BurstBits >= 16) begin : gen_bad
    $fatal(1, "batch_loader: a batch has more bursts than ids");
  end

  logic running_q;
  logic loading_q;
  logic [15:0] batch_q;
  logic [15:0] batches;
  // Bursts of a batch's data, a power of two, and of all that belongs to it.
  logic [BurstBits+1:0] issued_q;
  logic [BurstBits+1:0] answered_q;
  logic [BurstBits+1:0] bursts;
  logic [BurstBits+1:0] total;
  logic start;
  logic last;
  assign batches = 16'd1 << ((columns_i ? log_columns_i : log_rows_i) - 5'(LineBits));
  assign bursts = (BurstBits + 2)'(Lines / Beat) << (columns_i ? log_rows_i : log_columns_i);
  assign total = factors_i ? bursts << 1 : bursts;
  assign start = running_q && !pass_start_i && !loading_q && !load_last_o && load_ready_i &&
      batch_q != batches;
  assign last = rvalid_i && answered_q + 1'b1 == total;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      loading_q <= 1'b0;
      load_valid_o <= 1'b0;
      load_last_o <= 1'b0;
    end else begin
      load_valid_o <= rvalid_i;
      load_last_o  <= last;
      if (start) loading_q <= 1'b1;
      if (last) loading_q <= 1'b0;
      if (pass_start_i) running_q <= 1'b1;
    end
    if (start) begin
      issued_q   <= '0;
      answered_q <= '0;
    end else begin
      if (arvalid_o && arready_i) issued_q <= issued_q + 1'b1;
      if (rvalid_i) answered_q <= answered_q + 1'b1;
    end
    if (pass_start_i) batch_q <= '0;
    else if (last) batch_q <= batch_q + 1'b1;
    if (rst_ni) begin
      assert (!rvalid_i || loading_q)
      else $error("batch_loader: an answer that nobody waits for");
    end
  end

  assign arvalid_o = loading_q && issued_q != total;
  assign arid_o = 16'(issued_q[BurstBits:0]);
  logic request_factor;
  logic answer_factor;
  logic [BurstBits-1:0] place_mask;
  assign request_factor = factors_i && (issued_q & bursts) != 0;
  assign answer_factor = factors_i && (rid_i[BurstBits:0] & bursts[BurstBits:0]) != 0;
  assign place_mask = BurstBits'(bursts - 1'b1);
  logic [Beat-1:0][LineBits-1:0] unused_line;
  logic [Beat-1:0][ MaxLog2-1:0] unused_index;
  tiled_burst #(
    .Lines(Lines),
    .Beat(Beat),
    .Tile(Tile),
    .ElementBytes(ElementBytes),
    .MaxLog2(MaxLog2)
  ) u_request (
    .columns_i,
    .log_columns_i,
    .base_i(request_factor ? factors_base_i : base_i),
    .batch_i(batch_q),
    .burst_i(issued_q[BurstBits-1:0] & place_mask),
    .address_o(araddr_o),
    .line_o(unused_line),
    .index_o(unused_index)
  );

  logic [39:0] unused_address;
  logic [Beat-1:0][LineBits-1:0] line;
  logic [Beat-1:0][MaxLog2-1:0] index;
  tiled_burst #(
    .Lines(Lines),
    .Beat(Beat),
    .Tile(Tile),
    .ElementBytes(ElementBytes),
    .MaxLog2(MaxLog2)
  ) u_answer (
    .columns_i,
    .log_columns_i,
    .base_i,
    .batch_i(batch_q),
    .burst_i(rid_i[BurstBits-1:0] & place_mask),
    .address_o(unused_address),
    .line_o(line),
    .index_o(index)
  );
  always_ff @(posedge clk_i) begin
    load_factor_o <= answer_factor;
    load_line_o   <= line;
    load_index_o  <= index;
    load_data_o   <= rdata_i;
  end
  if (BurstBits < 15) begin : gen_short_ids
    logic unused_id;
    assign unused_id = ^rid_i[15:BurstBits+1];
  end

endmodule
