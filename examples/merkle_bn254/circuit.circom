pragma circom 2.1.0;

include "../merkle.circom";

component main {public [root]} = MerkleMember(12);
