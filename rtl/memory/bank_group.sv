/// Banks that hold a line for two users, who take turns: butterflies, and the mover of data.
///
///   compute addresses --.                                   .-- the word of each bank
///                       [select]--> [bank 0] ... [bank n-1] -+
///   mover's addresses --'                                   '--
///
/// Either user has the read ports while its select is there, and the write ports likewise; an
/// address for each bank. `bank_group` knows nothing of the order in a line.
///
/// Latency : 1 clock from read addresses to words
/// Reset : none, data only
/// Handshake : none
/// Model : none
module bank_group #(
  parameter int unsigned Width = 256,
  parameter int unsigned Banks = 8,
  parameter int unsigned Depth = 512,
  parameter int unsigned AddressBits = $clog2(Depth)
) (
  input  logic                              clk_i,
  // Butterflies.
  input  logic                              compute_read_i,
  input  logic [Banks-1:0][AddressBits-1:0] compute_read_address_i,
  input  logic                              compute_write_i,
  input  logic [Banks-1:0]                  compute_mask_i,
  input  logic [Banks-1:0][AddressBits-1:0] compute_write_address_i,
  input  logic [Banks-1:0][      Width-1:0] compute_data_i,
  // Mover of data.
  input  logic [Banks-1:0][AddressBits-1:0] move_read_address_i,
  input  logic                              move_write_i,
  input  logic [Banks-1:0]                  move_mask_i,
  input  logic [Banks-1:0][AddressBits-1:0] move_write_address_i,
  input  logic [Banks-1:0][      Width-1:0] move_data_i,
  output logic [Banks-1:0][      Width-1:0] words_o
);

  for (genvar k = 0; k < Banks; k++) begin : gen_bank
    ram_1r1w #(
      .Width(Width),
      .Depth(Depth)
    ) u_bank (
      .clk_i,
      .write_i((compute_write_i && compute_mask_i[k]) || (move_write_i && move_mask_i[k])),
      .write_address_i(compute_write_i ? compute_write_address_i[k] : move_write_address_i[k]),
      .data_i(compute_write_i ? compute_data_i[k] : move_data_i[k]),
      .read_address_i(compute_read_i ? compute_read_address_i[k] : move_read_address_i[k]),
      .q_o(words_o[k])
    );
  end

endmodule
