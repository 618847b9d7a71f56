pragma circom 2.1.0;

// A key of this circuit has what snarkjs' keys have at their worst: x occurs only in A and the
// one weight only in B, so that nearly all points of the B1 and B2 sections are at infinity.
template WeightedSum(n) {
    signal input weight;
    signal input offset;
    signal input x[n];
    signal output sum;
    signal output square;

    signal part[n + 1];
    part[0] <== offset;
    for (var i = 0; i < n; i++) {
        part[i + 1] <== (x[i] + part[i]) * (weight + i);
    }
    sum <== part[n];
    square <== part[n] * part[n];
}

component main {public [weight, offset]} = WeightedSum(600);
