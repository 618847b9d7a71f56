/// A pulse that goes beside an operation of `mont_reconf`, whose latency depends on the mode.
///
///   pulse_i --[Extra]--[ ]-- ... --.-- ... --.-- ...    a tap for each mode
///                                  '---------'-- pulse_o
///
/// Latency : Extra + field_pkg::mont_reconf_latency(words_i)
/// Reset : all bits
/// Handshake : none
/// Model : none
module mont_reconf_pulse #(
  parameter int unsigned Extra = 0
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [1:0] words_i,
  input  logic       pulse_i,
  output logic       pulse_o
);

  localparam int unsigned Longest = Extra + field_pkg::mont_reconf_latency(3);
  logic [Longest-1:0] pulse_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) pulse_q <= '0;
    else pulse_q <= Longest'({pulse_q, pulse_i});
  end
  always_comb begin
    case (words_i)
      2'd1: pulse_o = pulse_q[Extra+field_pkg::mont_reconf_latency(1)-1];
      2'd2: pulse_o = pulse_q[Extra+field_pkg::mont_reconf_latency(2)-1];
      default: pulse_o = pulse_q[Extra+field_pkg::mont_reconf_latency(3)-1];
    endcase
  end

endmodule
