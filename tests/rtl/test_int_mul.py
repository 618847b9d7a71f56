"""Integer products against Python's."""

from __future__ import annotations

import random

import pytest
from campaign import OPERATIONS
from operands import check_pipeline, exhaustive, pairs

from proofsmith.rtl import Unit, build

#: The fields of `int_mul_cfg_t` and their bits.
FIELDS = {
    "levels": 3,
    "split3": 1,
    "reg_pre": 8,
    "reg_leaf": 1,
    "reg_post": 8,
    "reg_sum": 1,
    "tiles": 1,
}


def unit(width_a: int, width_b: int, name: str = "plain", **config: int) -> Unit:
    fields = (f"{bits}'d{config.get(field, 0)}" for field, bits in FIELDS.items())
    cfg = "{" + ", ".join(fields) + "}"
    return Unit(
        name=f"int_mul_{width_a}x{width_b}_{name}",
        module="int_mul",
        parameters={"WidthA": str(width_a), "WidthB": str(width_b), "Cfg": cfg},
        inputs={"a_i": width_a, "b_i": width_b},
        outputs={"p_o": width_a + width_b},
        constants={"latency": f"arith_pkg::int_mul_latency({width_a}, {width_b}, {cfg})"},
    )


@pytest.mark.parametrize(
    ("levels", "split3", "tiles"), [(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0), (2, 1, 1)]
)
def test_every_pair_of_bytes(levels: int, split3: int, tiles: int) -> None:
    simulation = build(
        unit(
            8,
            8,
            f"{levels}{split3}{tiles}",
            levels=levels,
            split3=split3,
            tiles=tiles,
            reg_leaf=1,
            reg_pre=1,
        )
    )
    check_pipeline(
        simulation, list(exhaustive(256)), lambda a, b: a * b, random.Random(1), bubbles=0.02
    )


@pytest.mark.parametrize(
    ("width_a", "width_b", "config"),
    [
        (128, 128, {"levels": 3, "reg_leaf": 1, "reg_post": 1}),
        (129, 127, {"levels": 2, "reg_pre": 3, "reg_leaf": 1, "reg_post": 3}),
        (384, 384, {"levels": 3, "split3": 1, "reg_pre": 1, "reg_leaf": 1, "reg_post": 1}),
        (80, 384, {"levels": 1, "reg_leaf": 1, "reg_sum": 1}),
        (384, 100, {"levels": 2, "reg_leaf": 1}),
        (65, 65, {"tiles": 1, "reg_leaf": 1}),
        (20, 95, {"tiles": 1}),
    ],
)
def test_products(width_a: int, width_b: int, config: dict[str, int]) -> None:
    rng = random.Random(width_a + width_b)
    name = "_".join(f"{key}{value}" for key, value in config.items())
    operands = [
        (a % (1 << width_a), b % (1 << width_b))
        for a, b in pairs(1 << max(width_a, width_b), OPERATIONS // 4, rng)
    ]
    simulation = build(unit(width_a, width_b, name, **config))
    check_pipeline(simulation, operands, lambda a, b: a * b, rng)
