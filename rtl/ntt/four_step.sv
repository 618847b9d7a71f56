/// Controller of the four-step NTT: two passes over a matrix in memory.
///
///   start --> [pass 0] --> [pass 1] --> done      a pass: load, transform and store all batches
///
/// N = rows x columns points, log2 of the rows the smaller half (uninm, section 4.2, Algorithm 4).
/// Forward: rows with the Hadamard products behind them, then columns; inverse: columns with the
/// products behind them, then rows. On a coset the rows carry one more product, before their forward
/// or behind their inverse transform. The first pass reads at `first_base_i` and writes at
/// `second_base_i`, the second pass back; it begins when the first is stored. The bases are multiples
/// of a burst, 64 bytes.
///
/// Latency : `busy_o` rises 1 clock after `start_i` and falls 1 clock after the last store
/// Reset : of control
/// Handshake : `start_i` only while not busy; its operands are taken with it
/// Model : sim::ntt::passes
module four_step (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       start_i,
  input  logic                       inverse_i,
  input  logic                       coset_i,
  input  logic                [ 4:0] log2_size_i,
  input  logic                [39:0] first_base_i,
  input  logic                [39:0] second_base_i,
  input  logic                [39:0] factors_base_i,
  output logic                       busy_o,
  output logic                       pass_start_o,
  output logic                       columns_o,
  output ntt_pkg::line_pass_t        pass_o,
  output logic                [ 4:0] log_rows_o,
  output logic                [ 4:0] log_columns_o,
  output logic                [39:0] load_base_o,
  output logic                [39:0] store_base_o,
  output logic                [39:0] factors_base_o,
  input  logic                       pass_done_i
);

  logic second_q;
  logic inverse_q;
  logic coset_q;
  logic [4:0] log2_size_q;
  logic [1:0][39:0] bases_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_o <= 1'b0;
      pass_start_o <= 1'b0;
      second_q <= 1'b0;
    end else begin
      pass_start_o <= start_i || (pass_done_i && !second_q);
      if (start_i) begin
        busy_o   <= 1'b1;
        second_q <= 1'b0;
      end else if (pass_done_i) begin
        busy_o   <= !second_q;
        second_q <= 1'b1;
      end
      assert (!start_i || !busy_o)
      else $error("four_step: started while busy");
    end
    if (start_i) begin
      inverse_q      <= inverse_i;
      coset_q        <= coset_i;
      log2_size_q    <= log2_size_i;
      bases_q        <= {second_base_i, first_base_i};
      factors_base_o <= factors_base_i;
    end
  end

  assign columns_o = second_q != inverse_q;
  assign log_rows_o = log2_size_q >> 1;
  assign log_columns_o = log2_size_q - log_rows_o;
  assign load_base_o = bases_q[second_q];
  assign store_base_o = bases_q[!second_q];
  assign pass_o = '{
          log2_size: columns_o ? log_rows_o : log_columns_o,
          inverse: inverse_q,
          product_before: coset_q && !columns_o && !inverse_q,
          hadamard: busy_o && !second_q,
          product_after: coset_q && !columns_o && inverse_q
      };

endmodule
