"""mont_fixed and mont_fixed_serial against Python integers."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import montgomery
import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS, literal
from operands import check_pipeline
from serial import check_serial

from proofsmith.rtl import RtlError, Simulation, Unit, build

SERIAL = "mont_fixed_serial"
FIELD_CASES = [
    ("BLS12_381_FR", 32, True),
    ("BLS12_381_FR", 32, False),
    ("BLS12_381_FQ", 32, True),
]
if ALL_FIELDS:
    NAMES = [
        f"{curve}_{field}"
        for curve in ("BN254", "BLS12_381", "BLS12_377")
        for field in ("FR", "FQ")
    ]
    FIELD_CASES = list(product(NAMES, (16, 32), (False, True)))


def unit(
    module: str, width: int, digit: int, modulus: int, const_mul: bool, early: bool = False
) -> Unit:
    serial = module == SERIAL
    parameters = {
        "Width": str(width),
        "Digit": str(digit),
        "Modulus": literal(modulus, width),
        "NegInv": literal(montgomery.neg_inv(modulus, digit), digit),
        "ConstMul": str(int(const_mul)),
    }
    constants = {"latency": f"field_pkg::{module}_latency({width}, {digit})"}
    if serial:
        constants["interval"] = f"field_pkg::{module}_interval({width}, {digit})"
    else:
        parameters["EarlyProducts"] = str(int(early))
    return Unit(
        name=f"{module}_{modulus.bit_length()}_{digit}_{'const' if const_mul else 'ports'}",
        module=module,
        parameters=parameters,
        inputs={"modulus_i": width, "neg_inv_i": digit}
        | ({"start_i": 1} if serial else {})
        | {"a_i": width, "b_i": width},
        outputs=({"valid_o": 1} if serial else {}) | {"p_o": width},
        reset=serial,
        constants=constants,
    )


def check(simulation: Simulation, modulus: int, operands: list[tuple[int, int]]) -> None:
    """Compare products modulo `modulus`, which is the unit's own, or takes its place at a port."""
    rng = random.Random(5)
    width, digit = simulation.unit.inputs["a_i"], simulation.unit.inputs["neg_inv_i"]
    unit_radix = pow(1 << width, -1, modulus)

    def expected(a: int, b: int) -> int:
        return a * b * unit_radix % modulus

    ports = {"modulus_i": modulus, "neg_inv_i": montgomery.neg_inv(modulus, digit)}
    if simulation.unit.module == SERIAL:
        half = len(operands) // 2
        check_serial(simulation, operands[:half], expected, rng, constant_inputs=ports)
        check_serial(simulation, operands[half:], expected, rng, gap=3, constant_inputs=ports)
    else:
        check_pipeline(simulation, operands, expected, rng, constant_inputs=ports)


@pytest.mark.parametrize("module", ["mont_fixed", SERIAL])
@pytest.mark.parametrize(("name", "digit", "const_mul"), FIELD_CASES)
def test_fields(module: str, name: str, digit: int, const_mul: bool) -> None:
    field = FIELDS[name]
    simulation = build(unit(module, field.width, digit, field.modulus, const_mul))
    assert simulation.constants["latency"] == field.width // digit
    digits = (digit,) * (field.width // digit)
    rng = random.Random(6)
    check(
        simulation,
        field.modulus,
        montgomery.operations(field.modulus, digits, OPERATIONS, rng),
    )


def test_early_products() -> None:
    field = FIELDS["BLS12_381_FR"]
    simulation = build(unit("mont_fixed", 256, 32, field.modulus, True, early=True))
    assert simulation.constants["latency"] == 8
    operands = montgomery.operations(field.modulus, (32,) * 8, OPERATIONS, random.Random(7))
    check(simulation, field.modulus, operands)


@pytest.mark.parametrize("module", ["mont_fixed", SERIAL])
def test_modulus_at_the_port(module: str) -> None:
    """Without ConstMul any odd modulus will do that is no longer than the parameter."""
    simulation = build(unit(module, 256, 32, (1 << 256) - 1, False))
    rng = random.Random(8)
    for modulus in ((1 << 250) + 1, (1 << 256) - 1, FIELDS["BN254_FQ"].modulus):
        check(simulation, modulus, montgomery.operations(modulus, (32,) * 8, 300, rng))


@pytest.mark.parametrize("const_mul", [False, True])
@pytest.mark.parametrize(
    ("module", "digit"), [("mont_fixed", 4), ("mont_fixed", 8), (SERIAL, 2), (SERIAL, 4)]
)
def test_every_8_bit_operation(module: str, digit: int, const_mul: bool) -> None:
    simulation = build(unit(module, 8, digit, 255, const_mul))
    for modulus in (255,) if const_mul else (129, 251, 255):
        check(simulation, modulus, list(product(range(256), range(modulus))))


@pytest.mark.parametrize("module", ["mont_fixed", SERIAL])
@pytest.mark.parametrize("digit", [4, 8])
def test_16_bit_operations(module: str, digit: int) -> None:
    modulus = 65521
    simulation = build(unit(module, 16, digit, modulus, True))
    operands = montgomery.operations(
        modulus, (digit,) * (16 // digit), OPERATIONS, random.Random(9)
    )
    check(simulation, modulus, operands)


@pytest.mark.parametrize("module", ["mont_fixed", SERIAL])
def test_bad_parameters_are_refused(module: str) -> None:
    modulus = FIELDS["BLS12_381_FR"].modulus
    with pytest.raises(RtlError, match="256 bits are not"):
        build(unit(module, 256, 24, modulus, True))
    good = unit(module, 256, 32, modulus, True)
    with pytest.raises(RtlError, match="NegInv is not"):
        build(replace(good, parameters={**good.parameters, "NegInv": "32'h1"}))
