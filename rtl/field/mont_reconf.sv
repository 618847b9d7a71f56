/// Montgomery multiplier for operands of one, two or three words, chosen at run time (reconf).
///
///   x, y --> mont_reconf_core --> z
///              |        ^
///              '- muls -'        twelve multipliers of the reduction
///
/// Lanes, operands and configuration are those of mont_reconf_core.
///
/// Latency : field_pkg::mont_reconf_latency(words_i)
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mont_reconf #(
  parameter int unsigned Word = 128,
  parameter field_pkg::mont_reconf_cfg_t Cfg = field_pkg::MONT_RECONF_CELLS
) (
  input  logic              clk_i,
  input  logic [       1:0] words_i,
  input  logic [3*Word-1:0] modulus_i,
  input  logic [  Word-1:0] neg_inv_i,
  input  logic [6*Word-1:0] x_i,
  input  logic [6*Word-1:0] y_i,
  output logic [6*Word-1:0] z_o
);

  // Instances share their code.
  /*verilator no_inline_module*/

  logic [2:0][3:0][Word-1:0] mul_x;
  logic [2:0][3:0][Word-1:0] mul_y;
  logic [2:0][3:0][2*Word-1:0] mul_p;
  logic [6*Word-1:0] unused_product;
  mont_reconf_core #(
    .Word(Word),
    .Cfg (Cfg)
  ) u_core (
    .clk_i,
    .words_i,
    .modulus_i,
    .neg_inv_i,
    .x_i,
    .y_i,
    .z_o,
    .product_o(unused_product),
    .mul_x_o  (mul_x),
    .mul_y_o  (mul_y),
    .mul_p_i  (mul_p)
  );
  mont_reconf_muls #(
    .Word(Word),
    .Cfg (Cfg)
  ) u_muls (
    .clk_i,
    .x_i(mul_x),
    .y_i(mul_y),
    .p_o(mul_p)
  );

endmodule
