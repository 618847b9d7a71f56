"""Modular sum, difference and half, against integers."""

import random
from collections.abc import Callable

import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS
from operands import check_pipeline, corners, exhaustive, pairs

from proofsmith.rtl import Simulation, Unit, build

MODELS: dict[str, Callable[[int, int, int], int]] = {
    "mod_add": lambda a, b, modulus: (a + b) % modulus,
    "mod_sub": lambda a, b, modulus: (a - b) % modulus,
}
RESULTS = {"mod_add": "sum_o", "mod_sub": "difference_o", "mod_halve": "half_o"}
#: Every width, and moduli far below and just below a power of two.
FIELD_NAMES = (
    list(FIELDS) if ALL_FIELDS else ["BN254_FQ", "BLS12_381_FQ", "MNT4_753_FQ", "GOLDILOCKS"]
)
SMALL = [251, 257]


def simulation(module: str, modulus: int) -> Simulation:
    bits = modulus.bit_length()
    operands = ["modulus_i", "a_i", *(["b_i"] if module in MODELS else [])]
    return build(
        Unit(
            name=f"{module}_{bits}",
            module=module,
            parameters={"Width": str(bits)},
            inputs=dict.fromkeys(operands, bits),
            outputs={RESULTS[module]: bits},
            constants={"latency": f"field_pkg::{module.upper()}_LATENCY"},
        )
    )


@pytest.mark.parametrize("module", MODELS)
@pytest.mark.parametrize("name", FIELD_NAMES)
def test_fields(module: str, name: str) -> None:
    modulus, rng = FIELDS[name].modulus, random.Random(f"{module} {name}")
    operands = pairs(modulus, OPERATIONS // len(FIELD_NAMES), rng)
    model = MODELS[module]
    check_pipeline(
        simulation(module, modulus),
        operands,
        lambda a, b: model(a, b, modulus),
        rng,
        constant_inputs={"modulus_i": modulus},
    )


@pytest.mark.parametrize("module", MODELS)
@pytest.mark.parametrize("modulus", SMALL)
def test_every_pair(module: str, modulus: int) -> None:
    model, rng = MODELS[module], random.Random(modulus)
    operands = list(exhaustive(modulus))
    check_pipeline(
        simulation(module, modulus),
        operands,
        lambda a, b: model(a, b, modulus),
        rng,
        constant_inputs={"modulus_i": modulus},
    )


@pytest.mark.parametrize("modulus", [*SMALL, *(FIELDS[name].modulus for name in FIELD_NAMES)])
def test_halve(modulus: int) -> None:
    rng = random.Random(modulus)
    count = OPERATIONS // len(FIELD_NAMES)
    values = range(modulus) if modulus < 2**16 else corners(modulus)
    operands = [(value,) for value in values]
    operands += [(rng.randrange(modulus),) for _ in range(count)]
    half = (modulus + 1) // 2
    check_pipeline(
        simulation("mod_halve", modulus),
        operands,
        lambda a: a * half % modulus,
        rng,
        constant_inputs={"modulus_i": modulus},
    )
