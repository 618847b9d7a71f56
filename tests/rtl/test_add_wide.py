"""add_wide against Python integers."""

from __future__ import annotations

import random
from itertools import product

import pytest
from campaign import OPERATIONS
from operands import check_pipeline

from proofsmith.rtl import RtlError, Unit, build


def unit(width: int, stages: int) -> Unit:
    return Unit(
        name=f"add_wide_{width}_{stages}",
        module="add_wide",
        parameters={"Width": str(width), "Stages": str(stages)},
        inputs={"a_i": width, "b_i": width, "carry_i": 1},
        outputs={"sum_o": width + 1},
        constants={"latency": f"arith_pkg::add_wide_latency({stages})"},
    )


def total(a: int, b: int, carry: int) -> int:
    return a + b + carry


@pytest.mark.parametrize(("width", "stages"), [(256, 1), (384, 2), (381, 4), (768, 7)])
def test_wide_sums(width: int, stages: int) -> None:
    rng = random.Random(1)
    ones = (1 << width) - 1
    special = {0, 1, ones, ones - 1, ones // 3}
    special |= {1 << bit for bit in range(width)} | {ones >> bit for bit in range(width)}
    operands = [(a, b, carry) for a in special for b in (0, 1, ones, ones ^ a) for carry in (0, 1)]
    operands += [
        (rng.getrandbits(width), rng.getrandbits(width), rng.getrandbits(1))
        for _ in range(OPERATIONS)
    ]
    simulation = build(unit(width, stages))
    assert simulation.constants["latency"] == stages
    check_pipeline(simulation, operands, total, rng)


@pytest.mark.parametrize("stages", [1, 2, 3, 8])
def test_every_8_bit_sum(stages: int) -> None:
    operands = list(product(range(256), range(256), range(2)))
    check_pipeline(build(unit(8, stages)), operands, total, random.Random(2))


@pytest.mark.parametrize("stages", [0, 9])
def test_bad_parameters_are_refused(stages: int) -> None:
    with pytest.raises(RtlError):
        build(unit(8, stages))
