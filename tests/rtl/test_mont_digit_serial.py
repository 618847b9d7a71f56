"""mont_digit_serial against Python integers."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import montgomery
import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS, literal
from serial import check_serial

from proofsmith.rtl import RtlError, Simulation, Unit, build

NAMES = ["BLS12_381_FR", "BLS12_381_FQ"]
if ALL_FIELDS:
    NAMES += ["BN254_FR", "BN254_FQ", "BLS12_377_FR", "BLS12_377_FQ"]


def unit(width: int, digit: int, modulus: int) -> Unit:
    return Unit(
        name=f"mont_digit_serial_{modulus.bit_length()}_{digit}",
        module="mont_digit_serial",
        parameters={
            "Width": str(width),
            "Digit": str(digit),
            "Modulus": literal(modulus, width),
            "NegInv": literal(montgomery.neg_inv(modulus, digit), digit),
        },
        inputs={"start_i": 1, "a_i": width, "b_i": width},
        outputs={"valid_o": 1, "p_o": width},
        reset=True,
        constants={
            "latency": f"field_pkg::mont_digit_serial_latency({width}, {digit})",
            "interval": f"field_pkg::mont_digit_serial_interval({width}, {digit})",
        },
    )


def check(simulation: Simulation, modulus: int, operands: list[tuple[int, int]]) -> None:
    rng = random.Random(5)
    unit_radix = pow(1 << simulation.unit.inputs["a_i"], -1, modulus)

    def expected(a: int, b: int) -> int:
        return a * b * unit_radix % modulus

    half = len(operands) // 2
    check_serial(simulation, operands[:half], expected, rng, holds=True)
    check_serial(simulation, operands[half:], expected, rng, gap=3, holds=True)


@pytest.mark.parametrize("name", NAMES)
def test_fields(name: str) -> None:
    field = FIELDS[name]
    simulation = build(unit(field.width, 32, field.modulus))
    digits = (32,) * (field.width // 32)
    operands = montgomery.operations(field.modulus, digits, OPERATIONS, random.Random(6))
    check(simulation, field.modulus, operands)


def test_a_256_bit_product_takes_9_clocks() -> None:
    simulation = build(unit(256, 32, FIELDS["BLS12_381_FR"].modulus))
    assert simulation.constants == {"latency": 9, "interval": 8}


@pytest.mark.parametrize("digit", [2, 4])
@pytest.mark.parametrize("modulus", [251, 255])
def test_every_8_bit_operation(digit: int, modulus: int) -> None:
    simulation = build(unit(8, digit, modulus))
    check(simulation, modulus, list(product(range(256), range(modulus))))


@pytest.mark.parametrize("digit", [4, 8])
def test_16_bit_operations(digit: int) -> None:
    modulus = 65521
    simulation = build(unit(16, digit, modulus))
    operands = montgomery.operations(
        modulus, (digit,) * (16 // digit), OPERATIONS, random.Random(9)
    )
    check(simulation, modulus, operands)


def test_bad_parameters_are_refused() -> None:
    modulus = FIELDS["BLS12_381_FR"].modulus
    with pytest.raises(RtlError, match="256 bits are not two or more digits of 24"):
        build(unit(256, 24, modulus))
    good = unit(256, 32, modulus)
    with pytest.raises(RtlError, match="NegInv is not"):
        build(replace(good, parameters={**good.parameters, "NegInv": "32'h1"}))
