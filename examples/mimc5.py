"""MiMC-5 over a prime field, in plain integers, and the rule for its round constants.

One round is ``x -> (x + k + c_i)^5``; after the last round the key is added once more. The
exponent 5 is a permutation of both scalar fields used here (3 divides r - 1, 5 does not), and 110
rounds are ceil(log_5 r) for both: the algebraic degree then covers the field.

Constants: ``c_i`` is the top 253 bits of SHA-256("proofsmith/mimc5/" + i in decimal). They are
below both moduli, so one table serves both curves.

Run as a program, it prints the circom file with the constants.
"""

from hashlib import sha256

ROUNDS = 110

SCALAR_FIELDS = {
    "bn254": 0x30644E72E131A029B85045B68181585D2833E84879B9709143E1F593F0000001,
    "bls12_381": 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001,
}


def field_element(label: str) -> int:
    """A number below 2^253, hence below both moduli, from the SHA-256 of ``label``."""
    return int.from_bytes(sha256(label.encode()).digest(), "big") >> 3


CONSTANTS = [field_element(f"proofsmith/mimc5/{i}") for i in range(ROUNDS)]


def encrypt(key: int, x: int, modulus: int) -> int:
    """The MiMC-5 block cipher."""
    for constant in CONSTANTS:
        x = pow(x + key + constant, 5, modulus)
    return (x + key) % modulus


def compress(left: int, right: int, modulus: int) -> int:
    """Two field elements to one: Miyaguchi-Preneel, E_left(right) + left + right."""
    return (encrypt(left, right, modulus) + left + right) % modulus


def circom_constants() -> str:
    """The text of ``mimc5_constants.circom``."""
    body = ",\n".join(f"        {constant}" for constant in CONSTANTS)
    return (
        "pragma circom 2.1.0;\n\n"
        "// Written by mimc5.py, which states the rule; do not edit.\n"
        f"function mimc5_constants() {{\n    return [\n{body}\n    ];\n}}\n"
    )


if __name__ == "__main__":
    print(circom_constants(), end="")
