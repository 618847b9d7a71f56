/// The multipliers of the reduction in mont_reconf: L, H, A and B of three slices.
///
///   x, y --[ ]--> p      L  p mod 2^Word, zeros above
///                        H  p truncated by mul_msb, from bit Word - c up, zeros below
///                        A  whole
///                        B  whole
///
/// Without `Truncated` L and H are whole products too, and serve any purpose. The correction of
/// mul_msb fits a whole product as well: z + q M is 0 mod 2^Word, so its parts below bit Word - c
/// add up to 0, or to a carry into bits that are all ones.
///
/// Latency : 1
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mont_reconf_muls #(
  parameter int unsigned Word = 128,
  parameter field_pkg::mont_reconf_cfg_t Cfg = field_pkg::MONT_RECONF_CELLS,
  parameter bit Truncated = 1'b1
) (
  input logic clk_i,
  input logic [2:0][3:0][Word-1:0] x_i,
  input logic [2:0][3:0][Word-1:0] y_i,
  output logic [2:0][3:0][2*Word-1:0] p_o
);

  localparam int unsigned Kept = arith_pkg::mul_msb_correction(Word, 32'(Cfg.msb_levels));

  // Few of a kind: a hierarchical synthesis makes each once.
  for (genvar i = 0; i < 3; i++) begin : gen_slice
    for (genvar n = 0; n < 4; n++) begin : gen_mul
      if (Truncated && n == 0) begin : gen_low
        logic [Word-1:0] product;
        (* keep_hierarchy *)
        mul_lsb #(
          .Width(Word),
          .Splits(32'(Cfg.lsb_splits)),
          .Cfg(field_pkg::reconf_lsb(Cfg))
        ) u_mul (
          .clk_i,
          .a_i(x_i[i][n]),
          .b_i(y_i[i][n]),
          .p_o(product)
        );
        assign p_o[i][n] = (2 * Word)'(product);
      end else if (Truncated && n == 1) begin : gen_high
        logic [Word+Kept-1:0] product;
        (* keep_hierarchy *)
        mul_msb #(
          .Width(Word),
          .Levels(32'(Cfg.msb_levels)),
          .Cfg(field_pkg::reconf_msb(Cfg))
        ) u_mul (
          .clk_i,
          .a_i(x_i[i][n]),
          .b_i(y_i[i][n]),
          .p_o(product)
        );
        assign p_o[i][n] = {product, (Word - Kept)'(0)};
      end else begin : gen_whole
        (* keep_hierarchy *)
        int_mul #(
          .WidthA(Word),
          .WidthB(Word),
          .Cfg(field_pkg::reconf_full(Cfg))
        ) u_mul (
          .clk_i,
          .a_i(x_i[i][n]),
          .b_i(y_i[i][n]),
          .p_o(p_o[i][n])
        );
      end
    end
  end

endmodule
