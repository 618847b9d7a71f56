"""Every kind of modular multiplier through `mod_mul`, over one template for all fields."""

from __future__ import annotations

import random

import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS, mod_mul_cfg
from operands import pairs

from proofsmith.rtl import Unit, build

#: Kind, digit, const_mul and the fields that a quick run tries; the large ones of a kind are in
#: its own test.
KINDS: dict[str, tuple[str, int, bool, tuple[str, ...]]] = {
    "lbfp": ("MONT_LBFP", 0, False, ("BN254_FQ", "GOLDILOCKS", "P128")),
    "karatsuba": (
        "MONT_KARATSUBA",
        0,
        False,
        ("BLS12_381_FR", "BLS12_381_FQ", "GOLDILOCKS", "P128"),
    ),
    "fixed": ("MONT_FIXED", 32, True, ("GOLDILOCKS",)),
    "fixed_serial": ("MONT_FIXED_SERIAL", 32, False, ("GOLDILOCKS",)),
    "reconf": ("MONT_RECONF", 0, False, ("P128",)),
    "shared": ("MONT_SHARED", 0, False, ("P128",)),
    "barrett": ("BARRETT", 0, False, ("GOLDILOCKS",)),
    "standard_lut": ("STANDARD_LUT", 0, False, ("GOLDILOCKS",)),
    "digit_serial": ("MONT_DIGIT_SERIAL", 32, False, ("BN254_FR",)),
}
#: Those that can be cut to DSP tiles.
TILED = ("lbfp", "karatsuba", "reconf", "shared", "barrett", "standard_lut")


@pytest.mark.parametrize(
    ("kind", "field", "tiles"),
    [
        *(
            (kind, field, 0)
            for kind in KINDS
            for field in (FIELDS if ALL_FIELDS else KINDS[kind][3])
        ),
        *((kind, field, 1) for kind in TILED for field in (FIELDS if ALL_FIELDS else ("P128",))),
    ],
)
def test_products(kind: str, field: str, tiles: int) -> None:
    name, digit, const_mul, _ = KINDS[kind]
    modulus, width = FIELDS[field].modulus, FIELDS[field].width
    cfg = mod_mul_cfg(name, digit, int(const_mul), tiles)
    arguments = f"{cfg}, curves_pkg::{field}"
    unit = Unit(
        name=f"mod_mul_{kind}_{field.lower()}_{tiles}",
        module="mod_mul",
        parameters={"Cfg": cfg, "Field": f"curves_pkg::{field}"},
        inputs={"valid_i": 1, "a_i": width, "b_i": width},
        outputs={"valid_o": 1, "p_o": width},
        clock=True,
        reset=True,
        constants={
            "latency": f"field_pkg::mod_mul_latency({arguments})",
            "interval": f"field_pkg::mod_mul_interval({arguments})",
            "radix_bits": f"field_pkg::mod_mul_radix_bits({arguments})",
        },
    )
    simulation = build(unit)
    latency, interval = simulation.constants["latency"], simulation.constants["interval"]
    rng = random.Random(f"{kind} {field}")
    operations = pairs(modulus, OPERATIONS // interval, rng)
    # Operations as close as the unit takes them, and now and then a random gap of garbage.
    cycles: dict[int, tuple[int, int]] = {}
    now = 0
    for operation in operations:
        now += interval * rng.choice((0, 0, 0, 0, 1, 2, 3 * latency))
        cycles[now] = operation
        now += interval
    length = now + latency + 1
    garbage = [rng.getrandbits(width) for _ in range(64)]
    inputs = {
        "valid_i": [int(cycle in cycles) for cycle in range(length)],
        "a_i": [cycles[c][0] if c in cycles else garbage[c % 64] for c in range(length)],
        "b_i": [cycles[c][1] if c in cycles else garbage[c % 61] for c in range(length)],
    }
    outputs = simulation.run(inputs)
    done = {cycle for cycle, valid in enumerate(outputs["valid_o"]) if valid}
    assert done == {cycle + latency for cycle in cycles}
    scale = pow(1 << simulation.constants["radix_bits"], -1, modulus)
    for cycle, (a, b) in cycles.items():
        assert outputs["p_o"][cycle + latency] == a * b * scale % modulus, (kind, field, cycle)
