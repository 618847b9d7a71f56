/// Hadamard twiddles of a batch of lines, generated on the fly: f s^k of each line, k below its
/// length, from a seed s and a first twiddle f.
///
///   table --> seeds, firsts --a line a clock--> twiddle_generator, one a line --> twiddles_o
///             of all lines                      two buffers each
///
/// Source: uninm, section 4.2, figure 10(a): generators beside each other on one seed memory, each
/// of digit-serial multipliers and four banks. Everything is in the multipliers' Montgomery form.
///
/// Multiplier m makes k = m, m + Multipliers, and so on, all in rounds of one product each. The
/// first log2(Multipliers) rounds double what is there, and with it the power to multiply by:
///
///   round   | multiplier 0   1        2, 3            4 .. 7              8 multipliers
///   0       | s s            f s
///   1       | s^2 s^2                 f s^(0,1) s^2
///   2       | s^4 s^4                                 f s^(0..3) s^4
///   3       | f s^8          f s s^8  f s^(2,3) s^8   f s^(4..7) s^8
///
/// A round starts when the one before is done, and its results are written meanwhile. Place p of a
/// line has k = bit_reverse(p), after an inverse transform k = p. The four places of a group then
/// have the same low bits of k, its row, and all values of the two top ones; or they are neighbours
/// in k, with different rows, as the four results that are written. The skew of the banks keeps
/// both free of conflicts:
///   bank = top ^ {row[0], row[1]}.
///
/// A line is of 2^2 to 2^MaxLog2.
///
/// Latency : twiddle_pkg::twiddle_cycles from start_i to filled_o; 1 clock from read_group_i to
///     twiddles_o
/// Reset : of control
/// Handshake : start_i only with ready_o, release_i only with filled_o; both are functions of
///     registers. A group is read from the oldest filled buffer. pass_i is steady while a buffer is
///     filled or being filled
/// Model : crates/sim/src/ntt/twiddle.rs
module twiddle_engine #(
  parameter curves_pkg::field_e Field = curves_pkg::BLS12_381_FR,
  parameter int unsigned Lines = 4,
  parameter int unsigned Multipliers = 8,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned Width = curves_pkg::field_width(Field)
) (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,
  input  ntt_pkg::line_pass_t                               pass_i,
  // The next batch: lines of the matrix from this one on.
  input  logic                                              start_i,
  input  logic                [       15:0]                 first_line_i,
  output logic                                              ready_o,
  output logic                                              filled_o,
  input  logic                                              release_i,
  // Places 4 group to 4 group + 3.
  input  logic                [MaxLog2-3:0]                 read_group_i,
  output logic                [  Lines-1:0][3:0][Width-1:0] twiddles_o,
  // TABLE_SEEDS and TABLE_STARTS, by lines of the matrix.
  input  logic                                              table_valid_i,
  input  ntt_pkg::table_e                                   table_i,
  input  logic                [       15:0]                 table_index_i,
  input  logic                [  Width-1:0]                 table_data_i
);

  localparam int unsigned Levels = $clog2(Multipliers);
  localparam int unsigned Latency = field_pkg::mod_mul_latency(twiddle_pkg::TWIDDLE_MUL, Field);
  localparam int unsigned Phases = Multipliers / 4;
  localparam int unsigned PhaseBits = Phases > 1 ? $clog2(Phases) : 1;
  localparam int unsigned RowBits = MaxLog2 - 2;
  if (Multipliers < 4 || Multipliers != 1 << Levels) begin : gen_bad_multipliers
    $fatal(1, "twiddle_engine: multipliers are a power of two from four on");
  end
  if (Phases > Latency) begin : gen_bad_latency
    $fatal(1, "twiddle_engine: a round is too short to write its results");
  end
  if (MaxLog2 < 4 || MaxLog2 > 16 || MaxLog2 < Levels) begin : gen_bad_size
    $fatal(1, "twiddle_engine: MaxLog2 is from 4 to 16, and the multipliers have work");
  end

  // What follows from the length of a line; a register, since all that follows is steady.
  logic [4:0] log2_size_q;
  logic [RowBits-1:0] row_mask_q;
  logic [MaxLog2-1:0] doublings_q, rounds_q;
  always_ff @(posedge clk_i) begin
    log2_size_q <= pass_i.log2_size;
    row_mask_q <= {RowBits{1'b1}} >> (5'(MaxLog2) - pass_i.log2_size);
    doublings_q <= MaxLog2'(twiddle_pkg::twiddle_doublings(32'(pass_i.log2_size), Multipliers));
    rounds_q <= MaxLog2'(twiddle_pkg::twiddle_rounds(32'(pass_i.log2_size), Multipliers));
  end

  // Seeds: a line a clock, each in its generator two clocks later.
  logic [MaxLog2-1:0] line, line_q;
  logic [Lines-1:0] load_q;
  logic begin_q;
  logic [Width-1:0] seed, first;
  assign line = start_i ? MaxLog2'(first_line_i) : line_q;
  always_ff @(posedge clk_i) begin
    line_q <= line + 1'b1;
    if (!rst_ni) {begin_q, load_q} <= '0;
    else {begin_q, load_q} <= {load_q, start_i};
  end
  ram_1r1w #(
    .Width(Width),
    .Depth(1 << MaxLog2)
  ) u_seeds (
    .clk_i,
    .write_i(table_valid_i && table_i == ntt_pkg::TABLE_SEEDS),
    .write_address_i(MaxLog2'(table_index_i)),
    .data_i(table_data_i),
    .read_address_i(line),
    .q_o(seed)
  );
  ram_1r1w #(
    .Width(Width),
    .Depth(1 << MaxLog2)
  ) u_starts (
    .clk_i,
    .write_i(table_valid_i && table_i == ntt_pkg::TABLE_STARTS),
    .write_address_i(MaxLog2'(table_index_i)),
    .data_i(table_data_i),
    .read_address_i(line),
    .q_o(first)
  );

  // Rounds. When one may start, `round_q` is how many are done.
  logic [MaxLog2-1:0] round_q;
  logic done, issue, doubling;
  logic [Multipliers-1:0] issues;
  assign issue = begin_q || (done && round_q != rounds_q);
  assign doubling = round_q < doublings_q;
  always_ff @(posedge clk_i) begin
    if (start_i) round_q <= '0;
    else if (issue) round_q <= round_q + 1'b1;
  end
  assign issues[0] = issue;
  for (genvar m = 1; m < Multipliers; m++) begin : gen_issue
    assign issues[m] = issue && (!doubling || round_q == MaxLog2'($clog2(m + 1) - 1));
  end

  // Results: four a clock from the end of a round on.
  logic [  RowBits-1:0] quad_q;
  logic [PhaseBits-1:0] phase_q;
  logic write, last;
  logic write_buffer_q, read_buffer_q;
  assign write = (done && !doubling) || phase_q != 0;
  assign last  = write && quad_q == row_mask_q;
  always_ff @(posedge clk_i) begin
    if (start_i) quad_q <= '0;
    else quad_q <= quad_q + RowBits'(write);
    if (!rst_ni) phase_q <= '0;
    else if (last || phase_q == PhaseBits'(Phases - 1)) phase_q <= '0;
    else phase_q <= phase_q + PhaseBits'(write);
  end

  function automatic logic [1:0] reversed(logic [1:0] pair);
    return {pair[0], pair[1]};
  endfunction

  function automatic logic [1:0] bank_of(logic [MaxLog2-1:0] k, logic [1:0] row);
    return 2'(k >> (log2_size_q - 5'd2)) ^ reversed(row);
  endfunction

  logic [3:0][1:0] write_source;
  logic [3:0][RowBits:0] write_address;
  always_comb begin
    logic [MaxLog2-1:0] k;
    logic [RowBits-1:0] row;
    logic [1:0] bank;
    write_source  = '0;
    write_address = '0;
    for (int unsigned i = 0; i < 4; i++) begin
      k = {quad_q, 2'(i)};
      row = RowBits'(k) & row_mask_q;
      bank = bank_of(k, row[1:0]);
      write_source[bank] = 2'(i);
      write_address[bank] = {write_buffer_q, row};
    end
  end

  // Buffers.
  logic busy_q;
  logic [1:0] filled_q;
  assign ready_o  = !busy_q && filled_q != 2'd2;
  assign filled_o = filled_q != 2'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      filled_q <= '0;
      {write_buffer_q, read_buffer_q} <= '0;
    end else begin
      busy_q <= start_i || (busy_q && !last);
      filled_q <= filled_q + 2'(last) - 2'(release_i);
      write_buffer_q <= write_buffer_q ^ last;
      read_buffer_q <= read_buffer_q ^ release_i;
      assert (!start_i || ready_o)
      else $error("twiddle_engine: started while not ready");
      assert (!release_i || filled_o)
      else $error("twiddle_engine: released what is not filled");
    end
  end

  logic [3:0][1:0] read_source, read_source_q;
  logic [3:0][RowBits:0] read_address;
  always_comb begin
    logic [MaxLog2-1:0] place;
    logic [MaxLog2-1:0] k;
    logic [RowBits-1:0] row;
    read_source  = '0;
    read_address = '0;
    for (int unsigned j = 0; j < 4; j++) begin
      place = {read_group_i, 2'(j)};
      for (int unsigned i = 0; i < MaxLog2; i++) k[i] = place[MaxLog2-1-i];
      k = pass_i.inverse ? place : k >> (5'(MaxLog2) - log2_size_q);
      row = RowBits'(k) & row_mask_q;
      read_source[j] = bank_of(k, row[1:0]);
      read_address[read_source[j]] = {read_buffer_q, row};
    end
  end
  always_ff @(posedge clk_i) read_source_q <= read_source;

  logic [Lines-1:0] line_done;
  logic [Lines-1:0][3:0][Width-1:0] words;
  assign done = line_done[0];
  for (genvar l = 0; l < Lines; l++) begin : gen_line
    twiddle_generator #(
      .Field(Field),
      .Multipliers(Multipliers),
      .Depth(2 << RowBits)
    ) u_generator (
      .clk_i,
      .rst_ni,
      .load_i(load_q[l]),
      .seed_i(seed),
      .first_i(first),
      .issue_i(issues),
      .doubling_i(doubling),
      .squared_i(done && round_q <= doublings_q),
      .done_o(line_done[l]),
      .write_i(write),
      .write_phase_i(phase_q),
      .write_source_i(write_source),
      .write_address_i(write_address),
      .opening_i(quad_q == '0),
      .read_address_i(read_address),
      .words_o(words[l])
    );
    for (genvar j = 0; j < 4; j++) begin : gen_place
      assign twiddles_o[l][j] = words[l][read_source_q[j]];
    end
  end

  logic unused;
  assign unused = ^{pass_i, first_line_i, table_index_i, line_done};

endmodule
