/// Shuffle between the banks of a line and the butterflies: two layers, two inputs a multiplexer.
///
///   banks   8 --[halves crossed or not]--[apart or together]-- 4 upper, 4 lower      ToBanks = 0
///   4 upper, 4 lower --[apart or together]--[halves crossed or not]-- 8   banks      ToBanks = 1
///
/// Layouts are those of `multi_bank_address`; apart: upper operands are the lower half, lower
/// operands the upper half; together: pairs of neighbours. It is the same for each stage.
///
/// Source: uninm, section 4.2, figure 8.
///
/// Latency : none, combinational
/// Reset : none
/// Handshake : none
/// Model : none
module multi_bank_shuffle #(
  parameter int unsigned Width = 256,
  parameter int unsigned Butterflies = 4,
  parameter bit ToBanks = 1'b0
) (
  input  logic                                crossed_i,
  input  logic                                together_i,
  // Banks, or upper and then lower operands.
  input  logic [2*Butterflies-1:0][Width-1:0] words_i,
  output logic [2*Butterflies-1:0][Width-1:0] words_o
);

  localparam int unsigned B = Butterflies;
  logic [2*B-1:0][Width-1:0] middle;

  for (genvar k = 0; k < 2 * B; k++) begin : gen_word
    if (ToBanks) begin : gen_to_banks
      assign middle[k]  = together_i ? words_i[k/2+(k%2)*B] : words_i[k];
      assign words_o[k] = crossed_i ? middle[(k+B)%(2*B)] : middle[k];
    end else begin : gen_to_butterflies
      assign middle[k]  = crossed_i ? words_i[(k+B)%(2*B)] : words_i[k];
      assign words_o[k] = together_i ? middle[2*(k%B)+k/B] : middle[k];
    end
  end

endmodule
