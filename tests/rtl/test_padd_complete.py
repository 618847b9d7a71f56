"""Complete point addition in G1 and G2, against arkworks' affine sums."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from campaign import ALL_FIELDS, POINT_PAIRS
from fields import FIELDS, Field, mod_mul_cfg
from points import Addition, additions
from projective import Bus

from proofsmith.rtl import Simulation, Unit, build


def simulation(curve: str, kind: str = "MONT_KARATSUBA", *, g2: bool = False) -> Simulation:
    cfg = mod_mul_cfg(kind)
    field = FIELDS[f"{curve}_FQ"]
    point = 3 * field.width * (2 if g2 else 1)
    return build(
        Unit(
            name=f"padd_complete_{curve}_{kind}_{int(g2)}".lower(),
            module="padd_complete",
            parameters={"Cfg": cfg, "Curve": f"curves_pkg::{curve}", "G2": f"1'b{int(g2)}"},
            inputs={"valid_i": 1, "g2_i": 1, "p_i": point, "q_i": point},
            outputs={"valid_o": 1, "r_o": point},
            reset=True,
            constants={
                "latency": f"padd_pkg::padd_complete_latency({cfg}, curves_pkg::{curve}, "
                f"1'b{int(g2)})",
                "radix_bits": f"field_pkg::mod_mul_radix_bits({cfg}, {field.enum})",
            },
        )
    )


def check(
    sim: Simulation, field: Field, work: Sequence[tuple[Addition, int]], rng: random.Random
) -> None:
    """Send additions in G1 (degree 1) and G2 as close as the unit takes them, with bubbles."""
    bus, latency = Bus(sim, field, rng), sim.constants["latency"]
    starts, now = [], 0
    for _, degree in work:
        now += rng.choice((0, 0, 0, 0, 0, 1, 2, 5))
        starts.append(now)
        now += 1 if degree == 1 else 3
    length = now + latency
    bits = sim.unit.inputs["p_i"]
    garbage = [rng.getrandbits(bits) for _ in range(16)]
    valid, g2 = [0] * length, [rng.getrandbits(1) for _ in range(length)]
    p, q = ([rng.choice(garbage) for _ in range(length)] for _ in range(2))
    for start, (addition, degree) in zip(starts, work, strict=True):
        valid[start], g2[start] = 1, degree - 1
        p[start] = bus.projective(addition.p, degree)
        q[start] = bus.projective(addition.q, degree)
    out = sim.run({"valid_i": valid, "g2_i": g2, "p_i": p, "q_i": q})
    assert out["valid_o"] == [0] * latency + valid[: length - latency]
    for start, (addition, degree) in zip(starts, work, strict=True):
        bus.check(out["r_o"][start + latency], degree, addition)


UNITS = [("BN254", "MONT_KARATSUBA"), ("BLS12_381", "MONT_KARATSUBA")]
if ALL_FIELDS:
    UNITS += [("BLS12_377", "MONT_KARATSUBA"), ("MNT4_753", "MONT_KARATSUBA")]
    UNITS += [("BN254", kind) for kind in ("MONT_LBFP", "STANDARD_LUT", "BARRETT")]


@pytest.mark.parametrize(("curve", "kind"), UNITS)
def test_g1(curve: str, kind: str) -> None:
    rng = random.Random(f"{curve} {kind}")
    work = [(addition, 1) for addition in additions(f"{curve.lower()}_g1", POINT_PAIRS)]
    check(simulation(curve, kind), FIELDS[f"{curve}_FQ"], work, rng)


@pytest.mark.parametrize("curve", ["BN254", "BLS12_381"] if ALL_FIELDS else ["BN254"])
def test_g1_and_g2_share_the_multipliers(curve: str) -> None:
    rng = random.Random(curve)
    g1 = [(addition, 1) for addition in additions(f"{curve.lower()}_g1", POINT_PAIRS)]
    g2 = [(addition, 2) for addition in additions(f"{curve.lower()}_g2", POINT_PAIRS)]
    work = g1 + g2
    rng.shuffle(work)
    assert {(a, b) for (_, a), (_, b) in pairwise(work)} == {(1, 1), (1, 2), (2, 1), (2, 2)}
    check(simulation(curve, g2=True), FIELDS[f"{curve}_FQ"], work, rng)
