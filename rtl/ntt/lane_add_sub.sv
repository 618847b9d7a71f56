/// Sum or difference modulo M in each lane of `mont_reconf`, one a clock.
///
///   a, +-b ------------(+)---- a +- b -----------.
///      '----[3:2]------(+)---- a +- b -+ M --[select]--[ ]-- result
///            -+M
///
/// Six words as in mont_reconf_core: one lane of three, two of two or six of one. The carries of both
/// sums go from word to word inside a lane and end at its border; the carry out of a lane's last word
/// selects the result for all its words. The + 1 of either complement enters the second sum at the
/// place that the shifted carries of the row of full adders leave free.
///
/// Operands and result are below the modulus in each lane; modulus_i has zeros above its lane. Words
/// without a lane are not defined.
///
/// Latency : delay_commutator_pkg::LANE_ADD_SUB_LATENCY
/// Reset : none, data only
/// Handshake : none
/// Model : none
module lane_add_sub #(
  parameter int unsigned Word = 128
) (
  input  logic              clk_i,
  input  logic [       1:0] words_i,
  input  logic [3*Word-1:0] modulus_i,
  input  logic              subtract_i,
  input  logic [6*Word-1:0] a_i,
  input  logic [6*Word-1:0] b_i,
  output logic [6*Word-1:0] result_o
);

  if (delay_commutator_pkg::LANE_ADD_SUB_LATENCY != 1) begin : gen_bad_latency
    $fatal(1, "lane_add_sub: a sum takes one clock");
  end

  localparam int unsigned Words = 6;
  logic [6*Word-1:0] moduli;
  lane_spread #(
    .Word(Word)
  ) u_moduli (
    .words_i,
    .element_i(modulus_i),
    .lanes_o  (moduli)
  );

  logic [Words-1:0][Word-1:0] a;
  logic [Words-1:0][Word-1:0] b;
  logic [Words-1:0][Word-1:0] m;
  logic [Words-1:0][Word-1:0] majority;
  assign a = a_i;
  assign b = b_i ^ {6 * Word{subtract_i}};
  assign m = moduli ^ {6 * Word{!subtract_i}};
  assign majority = (a & b) | ((a | b) & m);

  // What enters word w from the word below, or from the border of a lane.
  logic [Words:0] linked;
  assign linked = words_i == 2'd3 ? 7'b0000110 : words_i == 2'd2 ? 7'b0001010 : 7'b0000000;
  logic [Words-1:0] carry;
  logic [Words-1:0] reduced_carry;
  logic [Words-1:0] take_reduced;
  logic [Words-1:0][Word-1:0] plain;
  logic [Words-1:0][Word-1:0] reduced;
  for (genvar w = 0; w < Words; w++) begin : gen_word
    logic carry_in;
    logic reduced_carry_in;
    logic shifted_in;
    if (w == 0) begin : gen_first
      assign {carry_in, reduced_carry_in, shifted_in} = {subtract_i, 1'b0, 1'b1};
    end else begin : gen_next
      assign {carry_in, reduced_carry_in, shifted_in} = linked[w]
          ? {carry[w-1], reduced_carry[w-1], majority[w-1][Word-1]} : {subtract_i, 1'b0, 1'b1};
    end
    assign {carry[w], plain[w]} = {1'b0, a[w]} + {1'b0, b[w]} + (Word + 1)'(carry_in);
    assign {reduced_carry[w], reduced[w]} = {1'b0, a[w] ^ b[w] ^ m[w]}
        + {1'b0, majority[w][Word-2:0], shifted_in} + (Word + 1)'(reduced_carry_in);
  end

  // A sum is reduced where it is not below M, a difference where it is negative.
  for (genvar w = 0; w < Words; w++) begin : gen_select
    logic here;
    assign here = subtract_i ? !carry[w] : majority[w][Word-1] || reduced_carry[w];
    if (w == Words - 1) begin : gen_last
      assign take_reduced[w] = here;
    end else begin : gen_below
      assign take_reduced[w] = linked[w+1] ? take_reduced[w+1] : here;
    end
    always_ff @(posedge clk_i) begin
      result_o[w*Word+:Word] <= take_reduced[w] ? reduced[w] : plain[w];
    end
  end

  logic unused;
  assign unused = linked[0] ^ linked[Words];

endmodule
