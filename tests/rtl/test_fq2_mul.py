"""Products in Fq2 on three multipliers, and on one that serves Fq as well."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS, Field
from operands import corners
from projective import Element, times

from proofsmith.rtl import Simulation, Unit, build

#: Those in which -1 is no square.
FIELD_NAMES = ["BN254_FQ", "BLS12_381_FQ"] if ALL_FIELDS else ["BN254_FQ"]


def simulation(module: str, field: Field) -> Simulation:
    arguments = f"field_pkg::MOD_MUL_DEFAULT, {field.enum}"
    controls = {"valid_i": 1} | ({"fq2_i": 1} if module == "fq2_mul_shared" else {})
    return build(
        Unit(
            name=f"{module}_{field.name.lower()}",
            module=module,
            parameters={"Field": field.enum},
            inputs=controls | dict.fromkeys(("a_i", "b_i"), 2 * field.width),
            outputs={"valid_o": 1, "p_o": 2 * field.width},
            reset=True,
            constants={
                "latency": f"field_pkg::{module}_latency({arguments})",
                "radix_bits": f"field_pkg::mod_mul_radix_bits({arguments})",
            },
        )
    )


def pack(element: Element, width: int) -> int:
    return sum(component << (k * width) for k, component in enumerate(element))


def check(
    sim: Simulation,
    field: Field,
    work: Sequence[tuple[Element, Element]],
    occupied: Sequence[int],
    rng: random.Random,
) -> None:
    """Products in Fq2, or in Fq where one on the shared multiplier occupies a single clock."""
    latency, modulus, width = sim.constants["latency"], field.modulus, field.width
    starts, now = [], 0
    for clocks in occupied:
        now += rng.choice((0, 0, 0, 0, 1, 4))
        starts.append(now)
        now += clocks
    length = now + latency + 1
    inputs = {
        port: [rng.getrandbits(bits) for _ in range(length)]
        for port, bits in sim.unit.inputs.items()
    }
    inputs["valid_i"] = [0] * length
    for start, (a, b), clocks in zip(starts, work, occupied, strict=True):
        given = {"valid_i": 1, "a_i": pack(a, width), "b_i": pack(b, width)}
        if "fq2_i" in inputs:
            given["fq2_i"] = int(clocks == 3)
        for port, value in given.items():
            inputs[port][start] = value
    out = sim.run(inputs)
    assert out["valid_o"] == [0] * latency + inputs["valid_i"][: length - latency]
    inverse = pow(2, -sim.constants["radix_bits"], modulus)
    for start, (a, b), clocks in zip(starts, work, occupied, strict=True):
        in_fq = "fq2_i" in inputs and clocks == 1
        product = (*times(a[:1], b[:1], modulus), 0) if in_fq else times(a, b, modulus)
        wanted = tuple(c * inverse % modulus for c in product)
        assert out["p_o"][start + latency] == pack(wanted, width), (a, b, in_fq)


def operands(field: Field, count: int, rng: random.Random) -> list[tuple[Element, Element]]:
    special = corners(field.modulus)

    def component() -> int:
        return rng.choice((rng.choice(special), rng.randrange(field.modulus)))

    return [((component(), component()), (component(), component())) for _ in range(count)]


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_one_a_clock(name: str) -> None:
    field, rng = FIELDS[name], random.Random(name)
    work = operands(field, OPERATIONS, rng)
    check(simulation("fq2_mul", field), field, work, [1] * len(work), rng)


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_shared_with_fq(name: str) -> None:
    field, rng = FIELDS[name], random.Random(name)
    work = operands(field, OPERATIONS // 2, rng)
    occupied = [rng.choice((1, 3)) for _ in work]
    check(simulation("fq2_mul_shared", field), field, work, occupied, rng)
