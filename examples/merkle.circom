pragma circom 2.1.0;

include "mimc5.circom";

// "I know a leaf of the tree with this root": only the root is public.
//
// leaf      the secret leaf
// sibling   the neighbour at each height, from the leaves up
// isRight   1 where our node is the right child, else 0; constrained to be a bit
template MerkleMember(depth) {
    signal input root;
    signal input leaf;
    signal input sibling[depth];
    signal input isRight[depth];

    signal node[depth + 1];
    signal swap[depth];
    component hash[depth];

    node[0] <== leaf;
    for (var i = 0; i < depth; i++) {
        isRight[i] * (isRight[i] - 1) === 0;
        swap[i] <== isRight[i] * (sibling[i] - node[i]);

        hash[i] = Mimc5Compress();
        hash[i].left <== node[i] + swap[i];
        hash[i].right <== sibling[i] - swap[i];
        node[i + 1] <== hash[i].out;
    }
    node[depth] === root;
}
