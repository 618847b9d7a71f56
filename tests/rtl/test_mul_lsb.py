"""Low words of products against Python's."""

from __future__ import annotations

import random

import pytest
from campaign import OPERATIONS
from operands import check_pipeline, exhaustive, pairs

from proofsmith.rtl import Unit, build


def unit(width: int, splits: int, levels: int, registers: tuple[int, int], tiles: int = 0) -> Unit:
    leaf, post = registers
    cfg = f"{{3'd{levels}, 1'd{leaf}, 1'd{post}, 1'd{tiles}}}"
    return Unit(
        name=f"mul_lsb_{width}_{splits}_{levels}_{leaf}{post}{tiles}",
        module="mul_lsb",
        parameters={"Width": str(width), "Splits": str(splits), "Cfg": cfg},
        inputs={"a_i": width, "b_i": width},
        outputs={"p_o": width},
        constants={"latency": f"arith_pkg::trunc_mul_latency({cfg})"},
    )


@pytest.mark.parametrize("registers", [(0, 0), (1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize(("splits", "levels"), [(1, 0), (1, 1)])
def test_every_pair_of_bytes(splits: int, levels: int, registers: tuple[int, int]) -> None:
    simulation = build(unit(8, splits, levels, registers))
    check_pipeline(
        simulation, list(exhaustive(256)), lambda a, b: a * b % 256, random.Random(1), bubbles=0.02
    )


@pytest.mark.parametrize(
    ("width", "splits", "levels", "tiles"),
    [(128, 1, 1, 0), (128, 2, 2, 1), (127, 2, 0, 0), (64, 1, 0, 1), (17, 2, 0, 0)],
)
def test_low_words(width: int, splits: int, levels: int, tiles: int) -> None:
    rng = random.Random(width)
    simulation = build(unit(width, splits, levels, (1, 0), tiles))
    check_pipeline(
        simulation,
        pairs(1 << width, OPERATIONS, rng),
        lambda a, b: a * b % (1 << width),
        rng,
    )
