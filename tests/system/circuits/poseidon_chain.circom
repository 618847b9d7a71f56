pragma circom 2.1.0;

include "poseidon.circom";

// Poseidon of two, then of its result and the third input, and so on.
template Chain(n) {
    signal input in[n + 1];
    signal output out[n];

    component hash[n];
    for (var i = 0; i < n; i++) {
        hash[i] = Poseidon(2);
        hash[i].inputs[0] <== i == 0 ? in[0] : hash[i - 1].out;
        hash[i].inputs[1] <== in[i + 1];
        out[i] <== hash[i].out;
    }
}

component main = Chain(3);
