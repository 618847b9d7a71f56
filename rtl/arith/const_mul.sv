/// Product of a word and a constant, p = x * Constant mod 2^OutWidth, by shifts and additions.
///
/// The constant is written in non-adjacent form (uninm, section 3.3): digits 1, 0, -1 without two
/// neighbours that are not 0, a third of them not 0 on average. The shifted words are added by a
/// balanced tree in which each sum is as wide as its digits need and no wider:
///
///   x << d0 --(+)--.
///   x << d1 --'    (+)-- p        a subtraction where the digit is -1
///   x << d2 --(+)--'
///   x << d3 --'
///
/// Any x < 2^Width; Constant from 1 to 2^ConstantWidth - 1. Digits of weight 2^OutWidth and above
/// are dropped, so the low part of a product costs what it needs: by 2^32 - 1 mod 2^32 it is -x.
///
/// Latency : 1 with Registered, else 0
/// Reset : none, data only
/// Handshake : none
/// Model : none
module const_mul #(
  parameter int unsigned Width = 32,
  parameter int unsigned ConstantWidth = 32,
  parameter bit [ConstantWidth-1:0] Constant = 1,
  parameter int unsigned OutWidth = Width + ConstantWidth,
  /// A register in the middle of the tree; else none, and clk_i is not read.
  parameter bit Registered = 1'b0
) (
  input  logic                clk_i,
  input  logic [   Width-1:0] x_i,
  output logic [OutWidth-1:0] p_o
);

  // With t = 3 c, bit i + 1 of t ^ c marks digit i; it is 1 where t has the bit, else -1.
  typedef bit [ConstantWidth+1:0] recoded_t;
  localparam recoded_t Single = recoded_t'(Constant);
  localparam recoded_t Triple = Single + (Single << 1);
  localparam recoded_t Kept = OutWidth > ConstantWidth ? '1 : ~(recoded_t'('1) << OutWidth);
  localparam recoded_t Digits = ((Triple ^ Single) >> 1) & Kept;
  localparam recoded_t Negative = (Single & ~Triple) >> 1;
  localparam int unsigned Count = $countones(Digits);
  localparam int unsigned Levels = $clog2(Count);
  if (Count == 0 || OutWidth > Width + ConstantWidth) begin : gen_bad
    $fatal(1, "const_mul: Constant must not be 0, OutWidth at most Width + ConstantWidth");
  end

  // The weight of digit k, counted among those that are not 0.
  function automatic int unsigned weight(int unsigned k);
    int unsigned seen;
    seen   = 0;
    weight = 0;
    for (int unsigned i = 0; i < ConstantWidth + 2; i++) begin
      if (Digits[i]) begin
        if (seen == k) weight = i;
        seen = seen + 1;
      end
    end
    return weight;
  endfunction

  // The root subtracts its lower half from its upper where that makes the result positive.
  localparam int unsigned Lowest = weight(0);
  localparam int unsigned UpperHalf = weight(Count > 1 ? 1 << (Levels - 1) : 0);
  localparam bit RootDiffers = Count > 1 && Negative[Lowest] && !Negative[UpperHalf];

  // With Registered, the nodes of this level are registers, and so is x for those above.
  localparam int unsigned Middle = (Levels + 1) / 2;
  logic [Width-1:0] x_late;
  delay_line #(
    .Width(Width),
    .Depth(32'(Registered))
  ) u_x (
    .clk_i,
    .d_i(x_i),
    .q_o(x_late)
  );

  logic unused_x;
  assign unused_x = ^x_late;

  // Node k of level l is the sum of digits k 2^l to (k + 1) 2^l - 1 relative to the first, in its
  // sign: then the bits below the second half pass, and nothing is negated.
  for (genvar l = 0; l <= Levels; l++) begin : gen_level
    localparam int unsigned Nodes = (Count + (1 << l) - 1) >> l;
    for (genvar k = 0; k < Nodes; k++) begin : gen_node
      localparam int unsigned First = k << l;
      localparam int unsigned Last = (k + 1) << l > Count ? Count - 1 : ((k + 1) << l) - 1;
      localparam int unsigned Exact = Width + 2 + weight(Last) - weight(First);
      localparam int unsigned Room = OutWidth - weight(First);
      localparam int unsigned Bits = Exact < Room ? Exact : Room;
      logic signed [Bits-1:0] value;
      // A parent takes a lone digit from x.
      // verilator lint_off UNUSEDSIGNAL
      logic signed [Bits-1:0] sum;
      // verilator lint_on UNUSEDSIGNAL
      if (l == 0) begin : gen_digit
        assign value = Bits'($signed({2'b00, x_i}));
      end else if (First + (1 << (l - 1)) >= Count) begin : gen_single
        assign value = Bits'(gen_level[l-1].gen_node[2*k].sum);
      end else begin : gen_pair
        localparam int unsigned Second = weight(First + (1 << (l - 1)));
        localparam int unsigned Gap = Second - weight(First);
        localparam bit Differ = Negative[Second] != Negative[weight(First)];
        // A gap may be wider than the lower sum, whose sign then fills it.
        logic signed [Bits-1:0] low;
        logic signed [Bits-Gap-1:0] high;
        // A single digit is not negative. Verilator 5.48 forgets its two leading zeros where it
        // would extend or shift a sign, so neither is asked of it.
        if (l == 1) begin : gen_low_digit
          assign low = Bits'(x_i);
        end else begin : gen_low_sum
          assign low = Bits'(gen_level[l-1].gen_node[2*k].sum);
        end
        if (Last == First + (1 << (l - 1))) begin : gen_high_digit
          assign high = (Bits - Gap)'(l > Middle ? x_late : x_i);
        end else begin : gen_high_sum
          assign high = (Bits - Gap)'(gen_level[l-1].gen_node[2*k+1].sum);
        end
        if (l == Levels && RootDiffers) begin : gen_root
          assign value = (Bits'(high) << Gap) - low;
        end else begin : gen_inner
          assign value[Gap-1:0] = low[Gap-1:0];
          assign value[Bits-1:Gap] = Differ ? low[Bits-1:Gap] - high : low[Bits-1:Gap] + high;
        end
      end
      if (Registered && l == Middle) begin : gen_register
        always_ff @(posedge clk_i) sum <= value;
      end else begin : gen_wire
        assign sum = value;
      end
    end
  end

  logic signed [OutWidth-1:0] root;
  assign root = OutWidth'(gen_level[Levels].gen_node[0].sum) << Lowest;
  assign p_o  = Negative[Lowest] && !RootDiffers ? -root : root;

endmodule
