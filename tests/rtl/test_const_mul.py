"""Products with constants against Python's."""

from __future__ import annotations

import random

import pytest
from campaign import OPERATIONS
from fields import FIELDS, literal
from operands import check_pipeline, corners

from proofsmith.rtl import Simulation, Unit, build


def simulation(
    width: int, constant: int, low: int | None = None, registered: int = 0
) -> Simulation:
    """The whole product or its low bits."""
    bits = constant.bit_length()
    out = low or width + bits
    return build(
        Unit(
            name=f"const_mul_{width}_{bits}_{constant % 2**32:x}_{out}_{registered}",
            module="const_mul",
            parameters={
                "Width": str(width),
                "ConstantWidth": str(bits),
                "Constant": literal(constant, bits),
                "OutWidth": str(out),
                "Registered": f"1'd{registered}",
            },
            inputs={"x_i": width},
            outputs={"p_o": out},
            constants={"latency": str(registered)},
        )
    )


@pytest.mark.parametrize("constant", [1, 2, 3, 7, 11, 128, 171, 219, 255])
def test_every_byte(constant: int) -> None:
    check_pipeline(
        simulation(8, constant),
        [(x,) for x in range(256)],
        lambda x: x * constant,
        random.Random(constant),
    )


@pytest.mark.parametrize(
    ("width", "constant"),
    [
        (64, FIELDS["BLS12_381_FQ"].modulus),
        (128, FIELDS["BN254_FR"].modulus),
        (384, FIELDS["BLS12_377_FQ"].modulus),
        (80, FIELDS["BLS12_381_FR"].modulus >> 32),
        (32, (1 << 96) - 1),
        (32, (1 << 95) + 1),
    ],
)
def test_constants(width: int, constant: int) -> None:
    rng = random.Random(width)
    operands = [(x,) for x in corners(1 << width)]
    operands += [(rng.getrandbits(width),) for _ in range(OPERATIONS // 5)]
    check_pipeline(simulation(width, constant), operands, lambda x: x * constant, rng)


@pytest.mark.parametrize("registered", [0, 1])
@pytest.mark.parametrize("low", [5, 12])
def test_low_bits_of_every_byte(low: int, registered: int) -> None:
    for constant in (107, 255):
        check_pipeline(
            simulation(8, constant, low, registered),
            [(x,) for x in range(256)],
            lambda x, constant=constant: x * constant % (1 << low),
            random.Random(low),
        )


def test_low_word_of_a_quotient() -> None:
    """By -1 mod 2^64 it is the negative."""
    rng = random.Random(64)
    operands = [(x,) for x in corners(1 << 64)]
    operands += [(rng.getrandbits(64),) for _ in range(OPERATIONS // 5)]
    unit = simulation(64, (1 << 64) - 1, 64, 1)
    check_pipeline(unit, operands, lambda x: -x % (1 << 64), rng)
