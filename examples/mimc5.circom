pragma circom 2.1.0;

include "mimc5_constants.circom";

// The MiMC-5 block cipher: 110 rounds of x -> (x + k + c_i)^5, then + k.
// Three constraints a round; mimc5.py has the same in integers.
template Mimc5() {
    signal input k;
    signal input x;
    signal output out;

    var ROUNDS = 110;
    var c[ROUNDS] = mimc5_constants();

    signal state[ROUNDS + 1];
    signal square[ROUNDS];
    signal fourth[ROUNDS];

    state[0] <== x;
    for (var i = 0; i < ROUNDS; i++) {
        // The sum stays an expression: as a signal it would cost a constraint of its own.
        square[i] <== (state[i] + k + c[i]) * (state[i] + k + c[i]);
        fourth[i] <== square[i] * square[i];
        state[i + 1] <== fourth[i] * (state[i] + k + c[i]);
    }
    out <== state[ROUNDS] + k;
}

// Two field elements to one (Miyaguchi-Preneel): E_left(right) + left + right.
template Mimc5Compress() {
    signal input left;
    signal input right;
    signal output out;

    component cipher = Mimc5();
    cipher.k <== left;
    cipher.x <== right;
    out <== cipher.out + left + right;
}
