/// Montgomery product a * b / 2^Width mod M, fixed radix, unrolled: one a clock.
///
/// uninm, algorithm 2 and figure 3: baselines 1.0 and 1.2 of table 8 (Digit 16 and 32), 2.0 and
/// 2.2 with `ConstMul`. Each clock takes the next digit of a; the last one also subtracts M, in
/// parallel with its addition, so that the result is reduced within the latency.
///
///   a, b --(*)--[step]--[ ]--(*)--[step]--[ ]-- ... --(*)--[step, add_reduce]--[ ]-- p
///
/// The paper's baselines form all products with b in the first clock and keep each until its
/// turn: `EarlyProducts`. Keeping a and b instead takes fewer registers and a longer clock.
///
/// Any a < 2^Width, b < M; p < M. Without `ConstMul` the modulus and -1/M mod 2^Digit stand at
/// modulus_i and neg_inv_i and do not change, any odd M no longer than `Modulus`; with it these
/// ports are not read.
///
/// Latency : field_pkg::mont_fixed_latency(Width, Digit)
/// Reset : none, data only
/// Handshake : none
/// Model : none
module mont_fixed #(
  parameter int unsigned Width = 256,
  parameter int unsigned Digit = 32,
  parameter bit [Width-1:0] Modulus = '1,
  parameter bit [Digit-1:0] NegInv = 1,
  parameter bit ConstMul = 1'b0,
  parameter bit EarlyProducts = 1'b0
) (
  input  logic             clk_i,
  input  logic [Width-1:0] modulus_i,
  input  logic [Digit-1:0] neg_inv_i,
  input  logic [Width-1:0] a_i,
  input  logic [Width-1:0] b_i,
  output logic [Width-1:0] p_o
);

  localparam int unsigned Digits = Width / Digit;
  localparam int unsigned Bits = $clog2(Modulus);
  localparam int unsigned Product = Digit + Bits;
  if (Digits < 1 || Width % Digit != 0) begin : gen_bad
    $fatal(1, "mont_fixed: %0d bits are not digits of %0d", Width, Digit);
  end

  logic [Bits-1:0] modulus;
  assign modulus = ConstMul ? Modulus[Bits-1:0] : modulus_i[Bits-1:0];

  for (genvar i = 0; i < Digits; i++) begin : gen_step
    logic [     Bits:0] s;
    logic [Product-1:0] product;
    logic [     Bits:0] u;
    logic [     Bits:0] v;
    logic               carry;
    if (i == 0) begin : gen_first
      assign s = '0;
    end else begin : gen_next
      logic [Bits:0] s_q;
      always_ff @(posedge clk_i) begin
        s_q <= gen_step[i-1].u + gen_step[i-1].v + (Bits + 1)'(gen_step[i-1].carry);
      end
      assign s = s_q;
    end
    logic [Digit-1:0] digit;
    logic [Bits-1:0] b;
    logic [Product-1:0] fresh;
    // Equal in all steps: a hierarchical synthesis makes each once.
    (* keep_hierarchy *)
    int_mul #(
      .WidthA(Digit),
      .WidthB(Bits)
    ) u_product (
      .clk_i,
      .a_i(digit),
      .b_i(b),
      .p_o(fresh)
    );
    if (EarlyProducts) begin : gen_early
      assign digit = a_i[i*Digit+:Digit];
      assign b = b_i[Bits-1:0];
      delay_line #(
        .Width(Product),
        .Depth(i)
      ) u_kept (
        .clk_i,
        .d_i(fresh),
        .q_o(product)
      );
    end else begin : gen_late
      localparam int unsigned Left = Width - i * Digit;
      logic [Left-1:0] a;
      if (i == 0) begin : gen_inputs
        assign a = a_i;
        assign b = b_i[Bits-1:0];
      end else begin : gen_registers
        always_ff @(posedge clk_i) begin
          a <= gen_step[i-1].gen_late.a[Left+Digit-1:Digit];
          b <= gen_step[i-1].b;
        end
      end
      assign digit   = a[Digit-1:0];
      assign product = fresh;
    end
    (* keep_hierarchy *)
    mont_step #(
      .Width(Width),
      .Digit(Digit),
      .Modulus(Modulus),
      .NegInv(NegInv),
      .ConstMul(ConstMul)
    ) u_step (
      .modulus_i(modulus),
      .neg_inv_i,
      .s_i(s),
      .product_i(product),
      .u_o(u),
      .v_o(v),
      .carry_o(carry)
    );
  end

  logic [Bits-1:0] p_d;
  logic [Bits-1:0] p_q;
  add_reduce #(
    .Bits(Bits)
  ) u_last (
    .modulus_i(modulus),
    .u_i(gen_step[Digits-1].u),
    .v_i(gen_step[Digits-1].v),
    .carry_i(gen_step[Digits-1].carry),
    .p_o(p_d)
  );
  always_ff @(posedge clk_i) p_q <= p_d;
  assign p_o = Width'(p_q);
  logic unused;
  assign unused = ^{modulus_i, b_i};

endmodule
