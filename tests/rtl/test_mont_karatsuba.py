"""mont_karatsuba at small moduli exhaustively, and above the modulus as its header allows."""

from __future__ import annotations

import random

import pytest
from campaign import OPERATIONS
from fields import FIELDS, literal
from operands import check_pipeline, exhaustive, pairs

from proofsmith.rtl import RtlError, Unit, build


def unit(modulus: int, width: int, digits: str, radices: str) -> Unit:
    return Unit(
        name=f"mont_karatsuba_{modulus % 65536:x}_{width}",
        module="mont_karatsuba",
        parameters={
            "Width": str(width),
            "Digits": digits,
            "Radices": radices,
            "Modulus": literal(modulus, width),
            "NegInv": literal(-pow(modulus, -1, 1 << width) % (1 << width), width),
        },
        inputs={"a_i": width, "b_i": width},
        outputs={"p_o": width},
        clock=True,
        reset=False,
        constants={"latency": f"field_pkg::mont_karatsuba_latency({width}, {digits})"},
    )


def small(modulus: int, *radices: int) -> Unit:
    """8 bits in these digits."""
    listed = ", ".join(f"10'd{radix}" for radix in reversed(radices))
    return unit(modulus, 8, str(len(radices)), f"80'({{{listed}}})")


@pytest.mark.parametrize(
    ("modulus", "radices"), [(251, (3, 5)), (127, (3, 5)), (61, (2, 2, 4)), (113, (8,))]
)
def test_small_moduli_exhaustively(modulus: int, radices: tuple[int, ...]) -> None:
    inverse = pow(256, -1, modulus)
    check_pipeline(
        build(small(modulus, *radices)),
        list(exhaustive(modulus)),
        lambda a, b: a * b * inverse % modulus,
        random.Random(modulus),
    )


def test_operands_below_two_moduli_and_the_latency() -> None:
    field = FIELDS["BN254_FQ"]
    simulation = build(
        unit(
            field.modulus,
            256,
            "field_pkg::karatsuba_digits(256)",
            "field_pkg::karatsuba_radices(256)",
        )
    )
    assert simulation.constants["latency"] == 12
    inverse = pow(1 << 256, -1, field.modulus)
    # a b <= R M / 2 holds for a < 2 M, b < M: 2 M is 0.38 R.
    rng = random.Random(1)
    operands = [
        (a, b % field.modulus) for a, b in pairs(field.modulus, OPERATIONS, rng, 2 * field.modulus)
    ]
    check_pipeline(simulation, operands, lambda a, b: a * b * inverse % field.modulus, rng)


def test_digits_that_shrink_are_refused() -> None:
    with pytest.raises(RtlError, match="do not shrink"):
        build(small(61, 4, 2, 2))
