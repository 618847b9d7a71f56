/// Where the operands or results of a group of parallel butterflies lie in a bank group.
///
/// Element x of a line of 2^l is in bank x mod b + b (x[log2 b] ^ x[l-1]), at x / 2b, of 2b banks for
/// b butterflies. So what butterflies read or write lies in different banks in either layout:
///
///   apart    : butterfly i, of group i / b, has elements i and i + 2^(l-1)
///   together : 2i and 2i + 1
///   product  : element i alone
///
/// In a group that is `crossed`, the lower half of the banks has what belongs to the upper.
///
/// Source: uninm, section 4.2, figure 8 ("address generators").
///
/// Latency : none, combinational
/// Reset : none
/// Handshake : none
/// Model : none
module multi_bank_address #(
  parameter int unsigned Butterflies = 4,
  parameter int unsigned MaxLog2 = 12,
  parameter int unsigned GroupBits = MaxLog2 - $clog2(Butterflies),
  parameter int unsigned AddressBits = GroupBits - 1
) (
  input  logic [          4:0]                  log2_size_i,
  input  logic                                  together_i,
  input  logic                                  product_i,
  input  logic [GroupBits-1:0]                  group_i,
  output logic                                  crossed_o,
  // Of the lower and of the upper half of the banks.
  output logic [          1:0][AddressBits-1:0] address_o
);

  // The highest bit of an element's group is bit `top` of the group; in address, top - 1.
  logic [4:0] top;
  logic [AddressBits-1:0] half;
  logic [AddressBits-1:0] row;
  assign top  = log2_size_i - 5'(MaxLog2 - GroupBits) - 5'd1;
  assign half = AddressBits'(1) << (top - 5'd1);
  assign row  = group_i[GroupBits-1:1];

  always_comb begin
    if (product_i) begin
      crossed_o = group_i[0] ^ 1'(group_i >> top);
      address_o = {2{row}};
    end else if (together_i) begin
      crossed_o = 1'(group_i >> (top - 5'd1));
      address_o = {2{AddressBits'(group_i)}};
    end else begin
      crossed_o = group_i[0];
      address_o = crossed_o ? {row, row | half} : {row | half, row};
    end
  end

endmodule
