/// Element-wise products of some elements, or the elements themselves, so many clocks later.
///
///   data_i --+-- x factor_i --+-- data_o
///            '---[delay]------'
///
/// Latency : field_pkg::mod_mul_latency(Cfg, Field)
/// Reset : of the multiplier's control
/// Handshake : valid_i a multiple of field_pkg::mod_mul_interval(Cfg, Field) apart; product_i steady
///             while any element is inside
/// Model : none
module stream_product #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BN254_FR,
  parameter int unsigned Elements = 1,
  parameter int unsigned Width = curves_pkg::field_width(Field)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           product_i,
  input  logic                           valid_i,
  input  logic [Elements-1:0][Width-1:0] data_i,
  input  logic [Elements-1:0][Width-1:0] factor_i,
  output logic [Elements-1:0][Width-1:0] data_o
);

  for (genvar e = 0; e < Elements; e++) begin : gen_element
    logic [Width-1:0] same;
    logic [Width-1:0] product;
    logic unused_valid;
    delay_line #(
      .Width(Width),
      .Depth(field_pkg::mod_mul_latency(Cfg, Field))
    ) u_same (
      .clk_i,
      .d_i(data_i[e]),
      .q_o(same)
    );
    mod_mul #(
      .Cfg  (Cfg),
      .Field(Field)
    ) u_mul (
      .clk_i,
      .rst_ni,
      .valid_i(valid_i && product_i),
      .a_i(data_i[e]),
      .b_i(factor_i[e]),
      .valid_o(unused_valid),
      .p_o(product)
    );
    assign data_o[e] = product_i ? product : same;
  end

endmodule
