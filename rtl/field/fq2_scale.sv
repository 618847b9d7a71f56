/// A small multiple of an element or of a difference in Fq or in Fq2 = Fq[u] / (u^2 + 1), one a
/// clock: in Fq K (a - b), in Fq2 (K0 + K1 u) (a - b), chosen for each operation. Without Difference,
/// b is ignored.
///
/// Elements of Fq2 are {c1, c0}; Degree is 1 where only Fq is asked for. Elements in Fq have c1 = 0,
/// and so has the result.
///
/// a, b < M; p < M. K, K0, K1 are -127 to 127, 2 |K| and 2 |K0| + 2 |K1| at most 64
/// (half of that of an element).
///
/// Latency : field_pkg::MOD_LINEAR_LATENCY
/// Reset : none, data only
/// Handshake : none
/// Model : none
module fq2_scale #(
  parameter int unsigned Degree = 1,
  parameter int unsigned Width = 256,
  parameter bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(curves_pkg::BN254_FQ)),
  parameter bit signed [7:0] K = 8'sd1,
  parameter bit signed [7:0] K0 = 8'sd1,
  parameter bit signed [7:0] K1 = 8'sd0,
  parameter bit Difference = 1'b1
) (
  input  logic                         clk_i,
  input  logic                         fq2_i,
  input  logic [Degree-1:0][Width-1:0] a_i,
  input  logic [Degree-1:0][Width-1:0] b_i,
  output logic [Degree-1:0][Width-1:0] p_o
);

  if (Degree < 1 || Degree > 2) begin : gen_bad
    $fatal(1, "fq2_scale: degree 1 or 2");
  end

  if (K == 1 && (Degree == 1 || (K0 == 1 && K1 == 0))) begin : gen_difference
    for (genvar k = 0; k < Degree; k++) begin : gen_component
      if (Difference) begin : gen_sub
        mod_sub #(
          .Width(Width)
        ) u_difference (
          .clk_i,
          .modulus_i(Modulus),
          .a_i(a_i[k]),
          .b_i(b_i[k]),
          .difference_o(p_o[k])
        );
      end else begin : gen_element
        always_ff @(posedge clk_i) p_o[k] <= a_i[k];
        logic unused_b;
        assign unused_b = ^b_i[k];
      end
    end
    logic unused_fq2;
    assign unused_fq2 = fq2_i;
  end else if (Degree == 1) begin : gen_fq
    mod_linear #(
      .Width(Width),
      .Modulus(Modulus),
      .Terms(2),
      .Coefficients({Difference ? -K : 8'sd0, K})
    ) u_multiple (
      .clk_i,
      .x_i({b_i, a_i}),
      .p_o
    );
    logic unused_fq2;
    assign unused_fq2 = fq2_i;
  end else begin : gen_fq2
    logic fq2_q;
    logic [1:0][Width-1:0] in_fq2;
    logic [Width-1:0] in_fq;
    always_ff @(posedge clk_i) fq2_q <= fq2_i;
    for (genvar k = 0; k < 2; k++) begin : gen_component
      // (K0 + K1 u)(c0 + c1 u) = K0 c0 - K1 c1 + (K1 c0 + K0 c1) u
      localparam bit signed [7:0] OfC0 = k == 0 ? K0 : K1;
      localparam bit signed [7:0] OfC1 = k == 0 ? -K1 : K0;
      mod_linear #(
        .Width(Width),
        .Modulus(Modulus),
        .Terms(4),
        .Coefficients({Difference ? -OfC1 : 8'sd0, OfC1, Difference ? -OfC0 : 8'sd0, OfC0})
      ) u_multiple (
        .clk_i,
        .x_i({b_i[1], a_i[1], b_i[0], a_i[0]}),
        .p_o(in_fq2[k])
      );
    end
    mod_linear #(
      .Width(Width),
      .Modulus(Modulus),
      .Terms(2),
      .Coefficients({Difference ? -K : 8'sd0, K})
    ) u_in_fq (
      .clk_i,
      .x_i({b_i[0], a_i[0]}),
      .p_o(in_fq)
    );
    assign p_o[0] = fq2_q ? in_fq2[0] : in_fq;
    assign p_o[1] = fq2_q ? in_fq2[1] : '0;
  end

endmodule
