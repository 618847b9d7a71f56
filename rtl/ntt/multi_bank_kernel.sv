/// One line of `multi_bank_engine`: four bank groups, two shuffles and the butterflies.
///
///          .--------------------------------------------------------------------.
///          '-> [bank group 0..3] --[shuffle]-- u, v --[butterflies]--[shuffle]--'
///     load --------^    '------------------------- store
///
/// A group that is issued reads one bank group and writes another, a latency later: butterflies
/// in constant geometry (`multi_bank_address`; forward: read apart, write together; inverse the
/// other way round), or products, in which the lower operands are 0 and the lower results count.
/// Inverse butterflies get their operands exchanged, for twiddles without their sign.
///
/// Source: uninm, section 4.2, figures 7 and 8, Algorithms 5 and 6.
///
/// Latency : multi_bank_pkg::engine_latency from issue to the first read that sees the results; operands of
///     the butterflies and `twiddles_i` are 1 clock behind the issue; 1 from `store_index_i` to
///     `store_data_o`
/// Reset : of valid bits
/// Handshake : none
/// Model : sim::ntt::multi_bank
module multi_bank_kernel #(
  parameter field_pkg::mod_mul_cfg_t Cfg = field_pkg::MOD_MUL_DEFAULT,
  parameter curves_pkg::field_e Field = curves_pkg::BLS12_381_FR,
  parameter int unsigned Butterflies = 4,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned Beat = 2,
  parameter int unsigned Width = curves_pkg::field_width(Field),
  parameter int unsigned GroupBits = MaxLog2 - $clog2(Butterflies)
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  input  logic [            4:0]              log2_size_i,
  input  logic                                inverse_i,
  input  logic                                issue_i,
  input  logic                                product_i,
  input  logic [  GroupBits-1:0]              group_i,
  input  logic [            1:0]              source_i,
  input  logic [            1:0]              target_i,
  input  logic [Butterflies-1:0][  Width-1:0] twiddles_i,
  input  logic [            1:0]              load_target_i,
  input  logic [       Beat-1:0]              load_valid_i,
  input  logic [       Beat-1:0][MaxLog2-1:0] load_index_i,
  input  logic [       Beat-1:0][  Width-1:0] load_data_i,
  input  logic [            1:0]              store_source_i,
  input  logic [       Beat-1:0]              store_read_i,
  input  logic [       Beat-1:0][MaxLog2-1:0] store_index_i,
  output logic [       Beat-1:0][  Width-1:0] store_data_o
);

  // Instances share their code.
  /*verilator no_inline_module*/

  localparam int unsigned B = Butterflies;
  localparam int unsigned Low = $clog2(B);
  localparam int unsigned AddressBits = GroupBits - 1;
  localparam int unsigned ButterflyLatency = ntt_pkg::butterfly_latency(Cfg, Field, 1'b1);
  typedef logic [AddressBits-1:0] address_t;
  typedef logic [Width-1:0] word_t;
  typedef logic [Low:0] bank_t;

  // Loads and stores.
  function automatic bank_t bank(logic [MaxLog2-1:0] index, logic [4:0] log2_size);
    return {index[Low] ^ 1'(index >> (log2_size - 5'd1)), index[Low-1:0]};
  endfunction

  logic [2*B-1:0] load_mask;
  address_t [2*B-1:0] load_address, store_address;
  word_t [2*B-1:0] load_word;
  bank_t [Beat-1:0] store_bank, store_bank_q;
  logic [1:0] store_source_q;
  always_comb begin
    load_mask = '0;
    load_address = '0;
    load_word = '0;
    store_address = '0;
    for (int unsigned i = 0; i < Beat; i++) begin
      store_bank[i] = bank(store_index_i[i], log2_size_i);
      if (store_read_i[i]) store_address[store_bank[i]] = store_index_i[i][MaxLog2-1:Low+1];
      for (int unsigned k = 0; k < 2 * B; k++) begin
        if (load_valid_i[i] && bank(load_index_i[i], log2_size_i) == bank_t'(k)) begin
          load_mask[k] = 1'b1;
          load_address[k] = load_index_i[i][MaxLog2-1:Low+1];
          load_word[k] = load_data_i[i];
        end
      end
    end
  end
  always_ff @(posedge clk_i) begin
    store_bank_q   <= store_bank;
    store_source_q <= store_source_i;
  end

  // What was issued, at the butterflies' operands and at their results.
  logic valid_q, write;
  logic product_q, write_product;
  logic [GroupBits-1:0] group_q, write_group;
  logic [1:0] source_q, target_q, write_target;
  logic crossed, crossed_q;
  always_ff @(posedge clk_i) begin
    {product_q, group_q, target_q} <= {product_i, group_i, target_i};
    {source_q, crossed_q} <= {source_i, crossed};
  end
  delay_valid #(
    .Depth(1)
  ) u_valid (
    .clk_i,
    .rst_ni,
    .valid_i(issue_i),
    .valid_o(valid_q)
  );
  delay_valid #(
    .Depth(ButterflyLatency)
  ) u_write (
    .clk_i,
    .rst_ni,
    .valid_i(valid_q),
    .valid_o(write)
  );
  delay_line #(
    .Width(1 + GroupBits + 2),
    .Depth(ButterflyLatency)
  ) u_target (
    .clk_i,
    .d_i({product_q, group_q, target_q}),
    .q_o({write_product, write_group, write_target})
  );

  address_t [1:0] read_address, write_address;
  logic write_crossed;
  multi_bank_address #(
    .Butterflies(B),
    .MaxLog2(MaxLog2)
  ) u_read_address (
    .log2_size_i,
    .together_i(inverse_i),
    .product_i,
    .group_i,
    .crossed_o (crossed),
    .address_o (read_address)
  );
  multi_bank_address #(
    .Butterflies(B),
    .MaxLog2(MaxLog2)
  ) u_write_address (
    .log2_size_i,
    .together_i(!inverse_i),
    .product_i(write_product),
    .group_i(write_group),
    .crossed_o(write_crossed),
    .address_o(write_address)
  );

  // Banks. A product writes only the half that its elements are in.
  word_t [2*B-1:0] read_words, store_words, write_words;
  logic [2*B-1:0] write_mask;
  address_t [2*B-1:0] read_addresses, write_addresses;
  for (genvar k = 0; k < 2 * B; k++) begin : gen_bank_address
    assign read_addresses[k] = read_address[k/B];
    assign write_addresses[k] = write_address[k/B];
    assign write_mask[k] = !write_product || write_crossed == 1'(k / B);
  end
  word_t [3:0][2*B-1:0] words;
  for (genvar g = 0; g < 4; g++) begin : gen_group
    bank_group #(
      .Width(Width),
      .Banks(2 * B),
      .Depth(1 << AddressBits)
    ) u_banks (
      .clk_i,
      .compute_read_i(issue_i && source_i == 2'(g)),
      .compute_read_address_i(read_addresses),
      .compute_write_i(write && write_target == 2'(g)),
      .compute_mask_i(write_mask),
      .compute_write_address_i(write_addresses),
      .compute_data_i(write_words),
      .move_read_address_i(store_address),
      .move_write_i(load_target_i == 2'(g)),
      .move_mask_i(load_mask),
      .move_write_address_i(load_address),
      .move_data_i(load_word),
      .words_o(words[g])
    );
  end
  assign read_words  = words[source_q];
  assign store_words = words[store_source_q];
  for (genvar i = 0; i < Beat; i++) begin : gen_store
    assign store_data_o[i] = store_words[store_bank_q[i]];
  end

  // Butterflies.
  word_t [2*B-1:0] operands, results;
  multi_bank_shuffle #(
    .Width(Width),
    .Butterflies(B),
    .ToBanks(1'b0)
  ) u_read_shuffle (
    .crossed_i(crossed_q),
    .together_i(inverse_i && !product_q),
    .words_i(read_words),
    .words_o(operands)
  );
  logic [B-1:0] unused_valid;
  for (genvar j = 0; j < B; j++) begin : gen_butterfly
    logic exchange;
    assign exchange = inverse_i && !product_q;
    (* keep_hierarchy *)
    butterfly #(
      .Cfg  (Cfg),
      .Field(Field)
    ) u_butterfly (
      .clk_i,
      .rst_ni,
      .valid_i(valid_q),
      .inverse_i(inverse_i && !product_q),
      .u_i(exchange ? operands[B+j] : operands[j]),
      .v_i(product_q ? '0 : exchange ? operands[j] : operands[B+j]),
      .w_i(twiddles_i[j]),
      .valid_o(unused_valid[j]),
      .upper_o(results[j]),
      .lower_o(results[B+j])
    );
  end
  multi_bank_shuffle #(
    .Width(Width),
    .Butterflies(B),
    .ToBanks(1'b1)
  ) u_write_shuffle (
    .crossed_i(write_crossed ^ write_product),
    .together_i(!inverse_i && !write_product),
    .words_i(results),
    .words_o(write_words)
  );

  logic unused;
  assign unused = ^unused_valid;

endmodule
