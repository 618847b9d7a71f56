#!/bin/sh
# Rebuilds, in place, the committed files of the examples from their source:
#   mimc5.py -> mimc5_constants.circom        make_input.py -> input.json, public.json
#   circuit.circom -> circuit.r1cs            input.json -> witness.wtns
# Needs Node and Python 3.11+; circom2 and snarkjs are pinned in tests/system/package-lock.json.
set -eu
cd "$(dirname "$0")"
system=../tests/system
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[ -x $system/node_modules/.bin/circom2 ] || npm ci --prefix $system
PATH=$PWD/$system/node_modules/.bin:$PATH

build() { # NAME CIRCOM_PRIME
    python3 make_input.py "$1"
    # O1 keeps the linear constraints: substituted, each level's sums would be repeated in the next.
    circom2 "$1/circuit.circom" --O1 --r1cs --wasm -p "$2" -o "$work"
    mv "$work/circuit.r1cs" "$1/"
    snarkjs wtns calculate "$work/circuit_js/circuit.wasm" "$1/input.json" "$1/witness.wtns"
    snarkjs wtns check "$1/circuit.r1cs" "$1/witness.wtns"
}

python3 mimc5.py > mimc5_constants.circom
build merkle_bn254 bn128
build merkle_bls12_381 bls12381
