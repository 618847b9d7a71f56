"""The Montgomery multiplier with one shared multiplier, against integers."""

import random

import montgomery
import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS, literal
from operands import exhaustive, pairs

from proofsmith.rtl import RtlError, Simulation, Unit, build

#: BN254 and BLS12-381 as in the paper.
FIELD_NAMES = list(FIELDS) if ALL_FIELDS else ["BN254_FR", "BLS12_381_FQ"]


def simulation(modulus: int, width: int, part_bits: int) -> Simulation:
    return build(
        Unit(
            name=f"mont_shared_{width}_{modulus % 2**16:x}",
            module="mont_shared",
            parameters={
                "Width": str(width),
                "PartBits": str(part_bits),
                "Modulus": literal(modulus, width),
                "NegInv": literal(montgomery.neg_inv(modulus, width), width),
            },
            inputs={"valid_i": 1, "a_i": width, "b_i": width},
            outputs={"ready_o": 1, "valid_o": 1, "p_o": width},
            reset=True,
            constants={
                "latency": "field_pkg::MONT_SHARED_LATENCY",
                "interval": "field_pkg::MONT_SHARED_INTERVAL",
            },
        )
    )


def check(
    unit: Simulation, operands: list[tuple[int, int]], modulus: int, rng: random.Random
) -> None:
    """Enter operations wherever the input is free, mostly at once, with garbage between them."""
    width, latency = unit.unit.inputs["a_i"], unit.constants["latency"]
    entered: dict[int, tuple[int, int]] = {}
    cycle = 0
    for pair in operands:
        while {cycle - 2, cycle - 4} & entered.keys() or rng.random() < 0.1:
            cycle += 1
        entered[cycle] = pair
        cycle += 1
    cycles = cycle + latency
    garbage = (1 << width) - 1
    outputs = unit.run(
        {
            "valid_i": [int(cycle in entered) for cycle in range(cycles)],
            **{
                port: [
                    entered[cycle][side] if cycle in entered else rng.randrange(garbage + 1)
                    for cycle in range(cycles)
                ]
                for side, port in enumerate(("a_i", "b_i"))
            },
        }
    )
    for cycle in range(cycles):
        free = not {cycle - 2, cycle - 4} & entered.keys()
        assert outputs["ready_o"][cycle] == free
        assert outputs["valid_o"][cycle] == (cycle - latency in entered)
        if cycle - latency in entered:
            a, b = entered[cycle - latency]
            assert outputs["p_o"][cycle] == montgomery.product(a, b, modulus, width), (a, b)


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_fields(name: str) -> None:
    field, rng = FIELDS[name], random.Random(name)
    operands = pairs(field.modulus, OPERATIONS // len(FIELD_NAMES), rng)
    # The first operand may be anything that its port takes.
    operands += [(rng.getrandbits(field.width), b) for _, b in operands[:1000]]
    check(simulation(field.modulus, field.width, 64), operands, field.modulus, rng)


@pytest.mark.parametrize(("modulus", "width", "part_bits"), [(251, 8, 4), (509, 12, 4)])
def test_every_pair(modulus: int, width: int, part_bits: int) -> None:
    rng = random.Random(modulus)
    check(simulation(modulus, width, part_bits), list(exhaustive(modulus)), modulus, rng)


def test_one_operation_every_third_clock() -> None:
    unit = simulation(251, 8, 4)
    interval, cycles = unit.constants["interval"], 3000
    starts = [int(cycle % interval == 0) for cycle in range(cycles)]
    outputs = unit.run({"valid_i": starts, "a_i": [7] * cycles, "b_i": [9] * cycles})
    assert interval == 3
    assert sum(outputs["valid_o"]) == sum(starts[: -unit.constants["latency"]])


@pytest.mark.parametrize("distance", [2, 4])
def test_collision_is_an_error(distance: int) -> None:
    starts = [int(cycle in (5, 5 + distance)) for cycle in range(20)]
    with pytest.raises(RtlError, match="assertion failed"):
        simulation(251, 8, 4).run({"valid_i": starts, "a_i": [7] * 20, "b_i": [9] * 20})
