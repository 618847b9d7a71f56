/// Modular multiplications side by side, one of each a clock.
///
///   a[k], b[k] --[mod_mul]-- p[k]      k from 0 to Count - 1
///
/// Operands and results are those of `mod_mul`.
///
/// Latency : field_pkg::mod_mul_latency(Cfg, Field)
/// Reset : of valid bits
/// Handshake : an operation a clock; no ready
/// Model : none
module mod_mul_bank #(
  parameter int unsigned Count = 2,
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BLS12_381_FQ,
  parameter int unsigned Width = curves_pkg::field_width(Field)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        valid_i,
  input  logic [Count-1:0][Width-1:0] a_i,
  input  logic [Count-1:0][Width-1:0] b_i,
  output logic                        valid_o,
  output logic [Count-1:0][Width-1:0] p_o
);

  if (field_pkg::mod_mul_interval(Cfg, Field) != 1) begin : gen_bad
    $fatal(1, "mod_mul_bank: a multiplier that takes an operation every clock");
  end

  logic [Count-1:0] valid;
  for (genvar k = 0; k < Count; k++) begin : gen_mul
    (* keep_hierarchy *)
    mod_mul #(
      .Cfg  (Cfg),
      .Field(Field)
    ) u_mul (
      .clk_i,
      .rst_ni,
      .valid_i,
      .a_i(a_i[k]),
      .b_i(b_i[k]),
      .valid_o(valid[k]),
      .p_o(p_o[k])
    );
  end
  assign valid_o = valid[0];

  logic unused_valid;
  assign unused_valid = ^valid;

endmodule
