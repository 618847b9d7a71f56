"""Small combinations of elements, against integers."""

import random
from collections.abc import Iterable, Sequence
from itertools import product

import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS, literal
from operands import check_pipeline, corners, pairs

from proofsmith.rtl import Unit, build

#: Primes just above and just below a power of two, of which every operand is tried.
SMALL = [
    (65537, (2,)),
    (65521, (-1,)),
    (65537, (64,)),
    (65537, (-64,)),
    (251, (1, -1)),
    (251, (9, -1)),
    (257, (33, -31)),
    (257, (-8, -3)),
    (31, (5, 0, -2)),
    (37, (-21, 1, 42)),
]
FIELD_NAMES = list(FIELDS) if ALL_FIELDS else ["BLS12_381_FQ", "MNT4_753_FQ"]


@pytest.mark.parametrize(("modulus", "coefficients"), SMALL)
def test_every_operand(modulus: int, coefficients: Sequence[int]) -> None:
    check(modulus, coefficients, product(range(modulus), repeat=len(coefficients)))


@pytest.mark.parametrize("coefficients", [(12,), (9, -1), (-40, 3, 21)])
@pytest.mark.parametrize("name", FIELD_NAMES)
def test_fields(name: str, coefficients: Sequence[int]) -> None:
    modulus, rng = FIELDS[name].modulus, random.Random(f"{name} {coefficients}")
    special = corners(modulus)
    operands: list[tuple[int, ...]] = []
    for pair in pairs(modulus, OPERATIONS // 20, rng):
        others = (rng.choice((rng.randrange(modulus), rng.choice(special))) for _ in coefficients)
        operands.append((*pair, *others)[: len(coefficients)])
    check(modulus, coefficients, operands)


def check(modulus: int, coefficients: Sequence[int], operands: Iterable[Sequence[int]]) -> None:
    bits, terms = modulus.bit_length(), len(coefficients)
    # A container wider than the modulus, whose highest bits mean nothing.
    width = bits + 3
    packed_coefficients = sum(c % 256 << 8 * k for k, c in enumerate(coefficients))
    signs = "_".join(f"{'m' * (c < 0)}{abs(c)}" for c in coefficients)
    simulation = build(
        Unit(
            name=f"mod_linear_{bits}_{signs}",
            module="mod_linear",
            parameters={
                "Width": str(width),
                "Modulus": literal(modulus, width),
                "Terms": str(terms),
                "Coefficients": literal(packed_coefficients, 8 * terms),
            },
            inputs={"x_i": terms * width},
            outputs={"p_o": width},
            constants={"latency": "field_pkg::MOD_LINEAR_LATENCY"},
        )
    )

    def expected(packed: int) -> int:
        elements = [packed >> width * k & (1 << width) - 1 for k in range(terms)]
        return sum(c * x for c, x in zip(coefficients, elements, strict=True)) % modulus

    rows = [(sum(x << width * k for k, x in enumerate(values)),) for values in operands]
    check_pipeline(simulation, rows, expected, random.Random(f"{modulus} {coefficients}"))
