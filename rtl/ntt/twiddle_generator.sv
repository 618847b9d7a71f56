/// The multipliers and banks of one line of `twiddle_engine`, which says what they do when.
///
///   first --.
///           +--> a --(*)--.   twiddles f s^k; each multiplier goes on from its own last one,
///     .-----'    |        |   or in a doubling from one with a lower k
///     |    power-'        |
///     |   .----------[+---+----> 4 banks ----> words_o
///     '---+---------------'
///
/// In doubling i the multiplier m of 2^i .. 2^(i+1) - 1 makes f s^m of the f s^(m - 2^i) that
/// is held for it and of s^(2^i), and multiplier 0 squares that power. Afterwards all multiply by
/// s^Multipliers. Results stay at the multipliers for a round, in which four a clock are written.
///
/// Latency : 1 clock from read_address_i to words_o, field_pkg::mod_mul_latency to done_o
/// Reset : of the multipliers' control
/// Handshake : none
/// Model : none
module twiddle_generator #(
  parameter curves_pkg::field_e Field = curves_pkg::BLS12_381_FR,
  parameter int unsigned Multipliers = 8,
  /// Words of a bank.
  parameter int unsigned Depth = 2048,
  parameter int unsigned Width = curves_pkg::field_width(Field),
  localparam int unsigned AddressBits = $clog2(Depth),
  localparam int unsigned Phases = Multipliers / 4,
  localparam int unsigned PhaseBits = Phases > 1 ? $clog2(Phases) : 1
) (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,
  // The seed s and the first twiddle f.
  input  logic                                    load_i,
  input  logic [      Width-1:0]                  seed_i,
  input  logic [      Width-1:0]                  first_i,
  // A round of products.
  input  logic [Multipliers-1:0]                  issue_i,
  input  logic                                    doubling_i,
  // The result of multiplier 0 is the power to multiply by.
  input  logic                                    squared_i,
  output logic                                    done_o,
  // Four results to the banks: a bank takes that of multiplier 4 phase + source.
  input  logic                                    write_i,
  input  logic [  PhaseBits-1:0]                  write_phase_i,
  input  logic [            3:0][            1:0] write_source_i,
  input  logic [            3:0][AddressBits-1:0] write_address_i,
  // f takes the place of the result of multiplier 0.
  input  logic                                    opening_i,
  input  logic [            3:0][AddressBits-1:0] read_address_i,
  output logic [            3:0][      Width-1:0] words_o
);

  // Instances share their code.
  /*verilator no_inline_module*/

  logic [Width-1:0] first_q;
  logic [Width-1:0] power_q;
  logic [Width-1:0] power;
  logic [Multipliers-1:0][Width-1:0] product;
  logic [Multipliers-1:0][Width-1:0] twiddle;
  logic [Multipliers-1:0] done;
  assign done_o = done[0];
  assign power  = squared_i ? product[0] : power_q;
  always_comb begin
    twiddle = product;
    if (opening_i) twiddle[0] = first_q;
  end
  always_ff @(posedge clk_i) begin
    power_q <= load_i ? seed_i : power;
    if (load_i) first_q <= first_i;
  end

  for (genvar m = 0; m < Multipliers; m++) begin : gen_mul
    logic [Width-1:0] a;
    if (m == 0) begin : gen_square
      assign a = doubling_i ? power : twiddle[0];
    end else begin : gen_product
      assign a = doubling_i ? twiddle[m-(1<<($clog2(m+1)-1))] : twiddle[m];
    end
    (* keep_hierarchy *)
    mod_mul #(
      .Cfg  (twiddle_pkg::TWIDDLE_MUL),
      .Field(Field)
    ) u_mul (
      .clk_i,
      .rst_ni,
      .valid_i(issue_i[m]),
      .a_i(a),
      .b_i(power),
      .valid_o(done[m]),
      .p_o(product[m])
    );
  end

  logic [3:0][Width-1:0] four;
  assign four = twiddle[4*32'(write_phase_i)+:4];
  for (genvar b = 0; b < 4; b++) begin : gen_bank
    ram_1r1w #(
      .Width(Width),
      .Depth(Depth)
    ) u_bank (
      .clk_i,
      .write_i,
      .write_address_i(write_address_i[b]),
      .data_i(four[write_source_i[b]]),
      .read_address_i(read_address_i[b]),
      .q_o(words_o[b])
    );
  end

  logic unused_done;
  assign unused_done = ^done;

endmodule
