/// Gentleman-Sande butterfly: u + v and (u - v) w, or for the inverse transform their halves.
///
///   u, v --(+)--[1/2 or 1]--[delay]-- upper
///     '----(-)--[x w]--[1/2 or 1]---- lower
///
/// Source: uninm, section 4.2, figure 7 (c); `pe` is the same unit inside an array that adds points
/// as well. Operands and results are below the modulus; w in the multiplier's form, u and v in any.
/// With v = 0 and `inverse_i` = 0 the lower result is the product u w. Without Halves, `inverse_i`
/// is ignored and no halving unit is built.
///
/// Latency : ntt_pkg::butterfly_latency(Cfg, Field, Halves)
/// Reset : of valid bits, not of data
/// Handshake : field_pkg::mod_mul_interval(Cfg, Field) apart, as `valid_i` tells the multiplier
/// Model : none
module butterfly #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BLS12_381_FR,
  parameter bit Halves = 1'b1,
  parameter int unsigned Width = curves_pkg::field_width(Field)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             valid_i,
  input  logic             inverse_i,
  input  logic [Width-1:0] u_i,
  input  logic [Width-1:0] v_i,
  input  logic [Width-1:0] w_i,
  output logic             valid_o,
  output logic [Width-1:0] upper_o,
  output logic [Width-1:0] lower_o
);

  if (!field_pkg::SUMS_TAKE_A_CLOCK) begin : gen_bad_sums
    $fatal(1, "butterfly: sums are counted as one clock");
  end
  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  localparam int unsigned MulLatency = field_pkg::mod_mul_latency(Cfg, Field);

  logic [Width-1:0] added;
  logic [Width-1:0] difference;
  logic [Width-1:0] w_q;
  logic [Width-1:0] product;
  logic valid_q;
  logic mul_valid;
  always_ff @(posedge clk_i) w_q <= w_i;
  delay_valid #(
    .Depth(field_pkg::MOD_SUB_LATENCY)
  ) u_valid (
    .clk_i,
    .rst_ni,
    .valid_i,
    .valid_o(valid_q)
  );
  mod_add #(
    .Width(Width)
  ) u_add (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(u_i),
    .b_i(v_i),
    .sum_o(added)
  );
  mod_sub #(
    .Width(Width)
  ) u_sub (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(u_i),
    .b_i(v_i),
    .difference_o(difference)
  );
  mod_mul #(
    .Cfg  (Cfg),
    .Field(Field)
  ) u_mul (
    .clk_i,
    .rst_ni,
    .valid_i(valid_q),
    .a_i(difference),
    .b_i(w_q),
    .valid_o(mul_valid),
    .p_o(product)
  );

  if (Halves) begin : gen_halves
    // The sum is halved early, so that one delay carries either.
    logic [1:0] inverse;
    logic [1:0][Width-1:0] whole;
    logic [1:0][Width-1:0] result;
    delay_line #(
      .Width(1),
      .Depth(1)
    ) u_inverse_upper (
      .clk_i,
      .d_i(inverse_i),
      .q_o(inverse[0])
    );
    delay_line #(
      .Width(1),
      .Depth(MulLatency)
    ) u_inverse_lower (
      .clk_i,
      .d_i(inverse[0]),
      .q_o(inverse[1])
    );
    assign whole = {product, added};
    for (genvar k = 0; k < 2; k++) begin : gen_result
      logic [Width-1:0] half;
      logic [Width-1:0] whole_q;
      logic inverse_q;
      mod_halve #(
        .Width(Width)
      ) u_halve (
        .clk_i,
        .modulus_i(Modulus),
        .a_i(whole[k]),
        .half_o(half)
      );
      always_ff @(posedge clk_i) begin
        whole_q   <= whole[k];
        inverse_q <= inverse[k];
      end
      assign result[k] = inverse_q ? half : whole_q;
    end
    delay_line #(
      .Width(Width),
      .Depth(MulLatency)
    ) u_upper (
      .clk_i,
      .d_i(result[0]),
      .q_o(upper_o)
    );
    assign lower_o = result[1];
    delay_valid #(
      .Depth(field_pkg::MOD_HALVE_LATENCY)
    ) u_valid_halved (
      .clk_i,
      .rst_ni,
      .valid_i(mul_valid),
      .valid_o
    );
  end else begin : gen_whole
    delay_line #(
      .Width(Width),
      .Depth(MulLatency)
    ) u_upper (
      .clk_i,
      .d_i(added),
      .q_o(upper_o)
    );
    assign lower_o = product;
    assign valid_o = mul_valid;
    logic unused_inverse;
    assign unused_inverse = inverse_i;
  end

endmodule
