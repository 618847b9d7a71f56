/// Twice a point of y^2 = x^3 + a x + b, a = 0 or 2, in Jacobian coordinates {Z, Y, X}, on one
/// multiplier, one adder and one subtractor: the folded doubler of ifzkp (section IV-B2).
///
///            .---[mod_mul]---.
///   file --[ ]---[mod_add]---+-- file         7 registers, one step of `pdbl_pkg` begins a clock
///            '---[mod_sub]---'
///
/// The schedule follows from the program and the multiplier's latency: the multiplier is pipelined
/// and the seven products lie on three levels, or nine on four where a != 0.
///
/// Coordinates are in [0, M), in the form of the multiplier. Infinity, Z = 0, stays infinity.
///
/// Latency : pdbl_pkg::pdbl_folded_latency(Cfg, Curve), then the result waits for ready_i;
///           the next doubling begins pdbl_pkg::pdbl_folded_interval(Cfg, Curve) after this one
/// Reset : of control bits
/// Handshake : valid/ready
/// Model : none
module pdbl_folded #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::curve_e Curve = curves_pkg::BN254,
  parameter int unsigned Width = curves_pkg::field_width(curves_pkg::base_field(Curve))
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  output logic                  ready_o,
  input  logic [2:0][Width-1:0] p_i,
  output logic                  valid_o,
  input  logic                  ready_i,
  output logic [2:0][Width-1:0] r_o
);

  localparam curves_pkg::field_e Field = curves_pkg::base_field(Curve);
  localparam bit [Width-1:0] Modulus = Width'(curves_pkg::modulus(Field));
  localparam int unsigned Steps = pdbl_pkg::STEPS;
  localparam pdbl_pkg::step_t [Steps-1:0] Program = pdbl_pkg::steps(Curve);
  localparam bit [Steps:0][15:0] Schedule = pdbl_pkg::schedule(Cfg, Curve);
  localparam bit [Steps-1:0][15:0] Written = pdbl_pkg::written(Cfg, Curve);
  localparam int unsigned ClockBits = $clog2(32'(Schedule[Steps]) + 1);
  if (curves_pkg::curve_a(Curve) != 0 && curves_pkg::curve_a(Curve) != 2) begin : gen_bad_curve
    $fatal(1, "pdbl_folded: a is 0 or 2");
  end
  if (field_pkg::mod_mul_interval(Cfg, Field) != 1) begin : gen_bad_multiplier
    $fatal(1, "pdbl_folded: the multiplier takes no operation a clock");
  end

  logic busy_q;
  logic [ClockBits-1:0] clock_q;
  assign ready_o = !busy_q;
  assign valid_o = busy_q && clock_q == ClockBits'(Schedule[Steps]);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) busy_q <= 1'b0;
    else if (valid_i && ready_o) busy_q <= 1'b1;
    else if (valid_o && ready_i) busy_q <= 1'b0;
    if (!rst_ni || !busy_q) clock_q <= '0;
    else if (!valid_o) clock_q <= clock_q + 1'b1;
  end

  // What the step that begins reads, and which results are written, by unit.
  localparam int unsigned Registers = pdbl_pkg::REGISTERS;
  logic [Registers-1:0] read_left, read_right;
  logic [Registers-1:0][3:0] write;
  always_comb begin
    read_left = '0;
    read_right = '0;
    write = '0;
    for (int unsigned s = 0; s < Steps; s++) begin
      if (Program[s].op != pdbl_pkg::SKIP) begin
        if (clock_q == ClockBits'(Schedule[s])) begin
          read_left[Program[s].left]   = 1'b1;
          read_right[Program[s].right] = 1'b1;
        end
        if (clock_q == ClockBits'(Written[s])) begin
          write[Program[s].target][Program[s].op] = 1'b1;
        end
      end
    end
  end

  logic [Registers-1:0][Width-1:0] file_q;
  logic [3:0][Width-1:0] result;
  logic [Width-1:0] left, right, left_q, right_q;
  always_comb begin
    left  = '0;
    right = '0;
    for (int unsigned r = 0; r < Registers; r++) begin
      left |= file_q[r] & {Width{read_left[r]}};
      right |= file_q[r] & {Width{read_right[r]}};
    end
  end
  always_ff @(posedge clk_i) begin
    left_q  <= left;
    right_q <= right;
    if (ready_o) file_q[2:0] <= p_i;
    for (int unsigned r = 0; r < Registers; r++) begin
      for (int unsigned unit = 0; unit < 4; unit++) begin
        if (write[r][unit]) file_q[r] <= result[unit];
      end
    end
  end
  assign r_o = {file_q[pdbl_pkg::Z], file_q[pdbl_pkg::Y], file_q[pdbl_pkg::F]};

  logic unused_valid;
  assign result[pdbl_pkg::SKIP] = '0;
  (* keep_hierarchy *)
  mod_mul #(
    .Cfg  (Cfg),
    .Field(Field)
  ) u_mul (
    .clk_i,
    .rst_ni,
    .valid_i(busy_q),
    .a_i(left_q),
    .b_i(right_q),
    .valid_o(unused_valid),
    .p_o(result[pdbl_pkg::MUL])
  );
  mod_add #(
    .Width(Width)
  ) u_add (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(left_q),
    .b_i(right_q),
    .sum_o(result[pdbl_pkg::ADD])
  );
  mod_sub #(
    .Width(Width)
  ) u_sub (
    .clk_i,
    .modulus_i(Modulus),
    .a_i(left_q),
    .b_i(right_q),
    .difference_o(result[pdbl_pkg::SUB])
  );

endmodule
