"""mont_lbfp with two moduli, chosen for each operation, and exhaustively at 8 bits."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS, literal
from operands import exhaustive, pairs

from proofsmith.rtl import Simulation, Unit, build

CURVES = ["BLS12_381", "BLS12_377", "BN254"]
#: Its latencies are those of this unit.
UNINM = Path(__file__).parents[2] / "accelerators" / "uninm.toml"


def dual(name: str, first: str, second: str) -> Unit:
    """Two fields of 5 (256-bit) or 6 digits (384-bit)."""
    parameters: dict[str, str] = {}
    for prefix, field in (("", first), ("Second", second)):
        width = FIELDS[field].width
        parameters |= {
            f"{prefix}Digits": f"field_pkg::lbfp_digits({width})",
            f"{prefix}Modulus": f"{width}'(curves_pkg::modulus(curves_pkg::{field}))",
            f"{prefix}NegInv": f"{width}'(curves_pkg::neg_inv(curves_pkg::{field}))",
        }
    width, second_width = FIELDS[first].width, FIELDS[second].width
    return Unit(
        name=name,
        module="mont_lbfp",
        parameters=parameters,
        inputs={"second_i": 1, "a_i": width, "b_i": width},
        outputs={"p_o": width, "p_second_o": second_width},
        clock=True,
        reset=False,
        constants={
            "latency": f"field_pkg::mont_lbfp_latency(field_pkg::lbfp_digits({width}))",
            "second": f"field_pkg::mont_lbfp_latency(field_pkg::lbfp_digits({second_width}))",
        },
    )


def check(
    simulation: Simulation,
    operations: list[tuple[int, int, int]],
    moduli: tuple[int, int],
    radix_bits: tuple[int, int],
) -> None:
    """One operation a clock, of either modulus; each leaves by its own port at its own latency."""
    latencies = simulation.constants["latency"], simulation.constants["second"]
    padded = operations + [(0, 0, 0)] * max(latencies)
    columns = [list(column) for column in zip(*padded, strict=True)]
    outputs = simulation.run(dict(zip(("second_i", "a_i", "b_i"), columns, strict=True)))
    inverses = [
        pow(1 << bits, -1, modulus) for bits, modulus in zip(radix_bits, moduli, strict=True)
    ]
    for cycle, (second, a, b) in enumerate(operations):
        found = outputs["p_second_o" if second else "p_o"][cycle + latencies[second]]
        assert found == a * b * inverses[second] % moduli[second], (cycle, second)


@pytest.mark.parametrize("curve", CURVES if ALL_FIELDS else CURVES[:1])
def test_both_fields_of_a_curve_one_operation_a_clock(curve: str) -> None:
    first, second = FIELDS[f"{curve}_FQ"], FIELDS[f"{curve}_FR"]
    simulation = build(dual(f"mont_lbfp_{curve.lower()}", first.name, second.name))
    described = tomllib.loads(UNINM.read_text(encoding="utf-8"))["multiplier"]
    latencies = {384: described["latency_fq"], 256: described["latency_fr"]}
    assert simulation.constants == {
        "latency": latencies[first.width],
        "second": latencies[second.width],
    }
    rng = random.Random(curve)
    operations = []
    for choice, field in enumerate((first, second)):
        # Operands below 2 M where the header allows them.
        limit = 2 * field.modulus if 8 * field.modulus <= 1 << field.width else field.modulus
        products = pairs(field.modulus, OPERATIONS, rng, limit)
        # Low words of zero in each digit's place: the digit t of S is 0 there.
        products += [
            (rng.randrange(field.modulus) >> low << low, rng.randrange(field.modulus))
            for low in (32, 64, 112, 176, 256)
            if low < field.bits
            for _ in range(20)
        ]
        operations += [(choice, a, b) for a, b in products]
    rng.shuffle(operations)
    check(
        simulation,
        operations,
        (first.modulus, second.modulus),
        (first.width, second.width),
    )


@pytest.mark.parametrize(("first", "second"), [(113, 13), (127, 7)])
def test_small_moduli_exhaustively(first: int, second: int) -> None:
    """8 bits in digits of 2, 3 and 3; the second modulus uses the first two of them."""
    digits = {"": (3, 8, first), "Second": (2, 5, second)}
    parameters = {"Radices": "{50'd0, 10'd3, 10'd3, 10'd2}"}
    for prefix, (count, bits, modulus) in digits.items():
        parameters |= {
            f"{prefix}Digits": str(count),
            f"{prefix}Modulus": literal(modulus, bits),
            f"{prefix}NegInv": literal(-pow(modulus, -1, 1 << bits) % (1 << bits), bits),
        }
    unit = Unit(
        name=f"mont_lbfp_{first}_{second}",
        module="mont_lbfp",
        parameters=parameters,
        inputs={"second_i": 1, "a_i": 8, "b_i": 8},
        outputs={"p_o": 8, "p_second_o": 5},
        clock=True,
        reset=False,
        constants={
            "latency": "field_pkg::mont_lbfp_latency(3)",
            "second": "field_pkg::mont_lbfp_latency(2)",
        },
    )
    operations = [(0, a, b) for a, b in exhaustive(first)]
    operations += [(1, a, b) for a, b in exhaustive(second)]
    random.Random(first).shuffle(operations)
    check(build(unit), operations, (first, second), (8, 5))
