/// Modular multiplier of any kind for any field: the one entry through which other units use them.
///
///   valid_i, a_i, b_i --> the kind's own pipeline --> valid_o, p_o
///
/// Kinds, options, latency, interval and form are in `field_pkg`: Montgomery kinds give
/// a b / 2^mod_mul_radix_bits mod M, the others (radix bits 0) a b mod M. Operands and result are
/// in [0, M), in the field's container; some kinds take more, see theirs.
///
/// Latency : field_pkg::mod_mul_latency(Cfg, Field)
/// Reset : of valid bits and of what counts digits, not of data
/// Handshake : operations a multiple of field_pkg::mod_mul_interval(Cfg, Field) apart; no ready
/// Model : none
module mod_mul #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BLS12_381_FQ,
  parameter int unsigned Width = curves_pkg::field_width(Field)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             valid_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic             valid_o,
  output logic [Width-1:0] p_o
);

  // Instances share their code.
  /*verilator no_inline_module*/

  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  localparam bit [Width-1:0] NegInv = Width'(curves_pkg::neg_inv(Field));
  localparam int unsigned Digit = Cfg.digit == 0 ? 1 : 32'(Cfg.digit);
  localparam bit Serial =
      Cfg.kind == field_pkg::MONT_FIXED_SERIAL || Cfg.kind == field_pkg::MONT_DIGIT_SERIAL;
  localparam bit InDigits = Serial || Cfg.kind == field_pkg::MONT_FIXED;
  localparam bit HasConstMul = Cfg.kind == field_pkg::MONT_FIXED ||
      Cfg.kind == field_pkg::MONT_FIXED_SERIAL || Cfg.kind == field_pkg::BARRETT;
  localparam bit HasTiles = !InDigits;
  if ((Cfg.digit != 0) != InDigits || Width % Digit != 0 || (Cfg.const_mul && !HasConstMul) ||
      (Cfg.tiles && !HasTiles)) begin : gen_bad_options
    $fatal(1, "mod_mul: an option that the kind does not have, or a digit that does not divide");
  end
  if (Width != curves_pkg::field_width(Field)) begin : gen_bad
    $fatal(1, "mod_mul: Width follows from Field");
  end

  // Serial kinds say themselves when they are done.
  logic serial_valid;
  if (field_pkg::mod_mul_interval(Cfg, Field) == 1) begin : gen_pipelined
    delay_valid #(
      .Depth(field_pkg::mod_mul_latency(Cfg, Field))
    ) u_valid (
      .clk_i,
      .rst_ni,
      .valid_i,
      .valid_o
    );
    logic unused_serial;
    assign unused_serial = serial_valid;
  end else begin : gen_serial
    assign valid_o = serial_valid;
  end

  if (Cfg.kind == field_pkg::MONT_LBFP) begin : gen_mont_lbfp
    logic unused_second;
    mont_lbfp #(
      .Digits (field_pkg::lbfp_digits(Width)),
      .Radices(field_pkg::lbfp_radices(Width)),
      .Modulus(Modulus),
      .NegInv (NegInv),
      .Tiles  (Cfg.tiles)
    ) u_mul (
      .clk_i,
      .second_i  (1'b0),
      .a_i,
      .b_i,
      .p_o,
      .p_second_o(unused_second)
    );
    assign serial_valid = 1'b0;
  end else if (Cfg.kind == field_pkg::MONT_KARATSUBA) begin : gen_mont_karatsuba
    mont_karatsuba #(
      .Width  (Width),
      .Digits (field_pkg::karatsuba_digits(Width)),
      .Modulus(Modulus),
      .NegInv (NegInv),
      .Tiles  (Cfg.tiles)
    ) u_mul (
      .clk_i,
      .a_i,
      .b_i,
      .p_o
    );
    assign serial_valid = 1'b0;
  end else if (Cfg.kind == field_pkg::MONT_FIXED) begin : gen_mont_fixed
    mont_fixed #(
      .Width(Width),
      .Digit(Digit),
      .Modulus(Modulus),
      .NegInv(NegInv[Digit-1:0]),
      .ConstMul(Cfg.const_mul)
    ) u_mul (
      .clk_i,
      .modulus_i(Modulus),
      .neg_inv_i(NegInv[Digit-1:0]),
      .a_i,
      .b_i,
      .p_o
    );
    assign serial_valid = 1'b0;
  end else if (Cfg.kind == field_pkg::MONT_FIXED_SERIAL) begin : gen_mont_fixed_serial
    mont_fixed_serial #(
      .Width(Width),
      .Digit(Digit),
      .Modulus(Modulus),
      .NegInv(NegInv[Digit-1:0]),
      .ConstMul(Cfg.const_mul)
    ) u_mul (
      .clk_i,
      .rst_ni,
      .modulus_i(Modulus),
      .neg_inv_i(NegInv[Digit-1:0]),
      .start_i  (valid_i),
      .a_i,
      .b_i,
      .valid_o  (serial_valid),
      .p_o
    );
  end else if (Cfg.kind == field_pkg::MONT_DIGIT_SERIAL) begin : gen_mont_digit_serial
    mont_digit_serial #(
      .Width  (Width),
      .Digit  (Digit),
      .Modulus(Modulus),
      .NegInv (NegInv[Digit-1:0])
    ) u_mul (
      .clk_i,
      .rst_ni,
      .start_i(valid_i),
      .a_i,
      .b_i,
      .valid_o(serial_valid),
      .p_o
    );
  end else if (Cfg.kind == field_pkg::MONT_RECONF && Width > 384) begin : gen_mont_reconf_768
    localparam int unsigned Word = Width / 6;
    logic [20*Word-1:0] lanes;
    mont_reconf_768 #(
      .Word(Word),
      .Cfg (field_pkg::mod_mul_reconf(Word, Cfg.tiles))
    ) u_mul (
      .clk_i,
      .words_i(3'd6),
      .modulus_i(Modulus),
      .neg_inv_i(NegInv[Word-1:0]),
      .x_i((20 * Word)'(a_i)),
      .y_i((20 * Word)'(b_i)),
      .z_o(lanes)
    );
    assign p_o = lanes[Width-1:0];
    logic unused_lanes;
    assign unused_lanes = ^lanes[20*Word-1:Width];
    assign serial_valid = 1'b0;
  end else if (Cfg.kind == field_pkg::MONT_RECONF) begin : gen_mont_reconf
    // One lane of a container of one, two or three words; the others are tied off.
    localparam int unsigned Word = Width <= 128 ? Width : 128;
    localparam int unsigned Words = Width / Word;
    logic [6*Word-1:0] lanes;
    mont_reconf #(
      .Word(Word),
      .Cfg (field_pkg::mod_mul_reconf(Word, Cfg.tiles))
    ) u_mul (
      .clk_i,
      .words_i(2'(Words)),
      .modulus_i((3 * Word)'(Modulus)),
      .neg_inv_i(NegInv[Word-1:0]),
      .x_i((6 * Word)'(a_i)),
      .y_i((6 * Word)'(b_i)),
      .z_o(lanes)
    );
    assign p_o = lanes[Width-1:0];
    logic unused_lanes;
    assign unused_lanes = ^lanes[6*Word-1:Width];
    assign serial_valid = 1'b0;
  end else if (Cfg.kind == field_pkg::MONT_SHARED) begin : gen_mont_shared
    logic unused_ready;
    mont_shared #(
      .Width(Width),
      .PartBits(Width < 64 ? Width : 64),
      .Modulus(Modulus),
      .NegInv(NegInv),
      .Tiles(Cfg.tiles)
    ) u_mul (
      .clk_i,
      .rst_ni,
      .valid_i,
      .ready_o(unused_ready),
      .a_i,
      .b_i,
      .valid_o(serial_valid),
      .p_o
    );
  end else if (Cfg.kind == field_pkg::BARRETT) begin : gen_barrett
    barrett #(
      .Width(Width),
      .Modulus(Modulus),
      .ConstMul(Cfg.const_mul),
      .Tiles(Cfg.tiles)
    ) u_mul (
      .clk_i,
      .a_i,
      .b_i,
      .p_o
    );
    assign serial_valid = 1'b0;
  end else if (Cfg.kind == field_pkg::STANDARD_LUT) begin : gen_standard_lut
    standard_lut #(
      .Width(Width),
      .Modulus(Modulus),
      .ChunkBits(field_pkg::standard_lut_chunk_bits(Cfg.tiles)),
      .FanIn(field_pkg::standard_lut_fan_in(Cfg.tiles)),
      .Tiles(Cfg.tiles)
    ) u_mul (
      .clk_i,
      .a_i,
      .b_i,
      .p_o
    );
    assign serial_valid = 1'b0;
  end else begin : gen_unknown
    $fatal(1, "mod_mul: no such kind");
    assign serial_valid = 1'b0;
    assign p_o = '0;
  end

endmodule
