/// One word on AW and W of AXI4, whose two parts may be taken in different clocks.
///
///   valid_i --> awvalid_o, wvalid_o, each until it is taken --> taken_o
///
/// Latency : combinational
/// Reset : of control
/// Handshake : AXI4; the word is offered while `valid_i`, which with address and data stays until
///             `taken_o`, the clock in which the later of the two is taken
/// Model : none
module axi_write (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic valid_i,
  output logic awvalid_o,
  input  logic awready_i,
  output logic wvalid_o,
  input  logic wready_i,
  output logic taken_o
);

  logic address_taken_q;
  logic data_taken_q;
  assign awvalid_o = valid_i && !address_taken_q;
  assign wvalid_o  = valid_i && !data_taken_q;
  assign taken_o   = valid_i && (address_taken_q || awready_i) && (data_taken_q || wready_i);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      address_taken_q <= 1'b0;
      data_taken_q <= 1'b0;
    end else begin
      address_taken_q <= !taken_o && (address_taken_q || (awvalid_o && awready_i));
      data_taken_q <= !taken_o && (data_taken_q || (wvalid_o && wready_i));
    end
  end

endmodule
