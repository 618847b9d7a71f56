/// One element for all lanes of `mont_reconf`.
///
///   words_i  words of lanes_o
///   3        -- -- -- 2 1 0
///   2        -- -- 1 0 1 0
///   1        0 0 0 0 0 0
///
/// Words without a lane are zero.
///
/// Latency : 0
/// Reset : none, data only
/// Handshake : none
/// Model : none
module lane_spread #(
  parameter int unsigned Word = 128
) (
  input  logic [       1:0] words_i,
  input  logic [3*Word-1:0] element_i,
  output logic [6*Word-1:0] lanes_o
);

  always_comb begin
    case (words_i)
      2'd1: lanes_o = {6{element_i[Word-1:0]}};
      2'd2: lanes_o = {(2 * Word)'(0), {2{element_i[2*Word-1:0]}}};
      default: lanes_o = {(3 * Word)'(0), element_i};
    endcase
  end

endmodule
