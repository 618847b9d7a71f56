"""The twisted Edwards adders of BLS12-377, against sums of points by arkworks."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from campaign import ALL_FIELDS, POINT_PAIRS
from fields import FIELDS, mod_mul_cfg
from points import Addition, Point, additions

from proofsmith.rtl import Simulation, Unit, build

M, WIDTH = FIELDS["BLS12_377_FQ"].modulus, FIELDS["BLS12_377_FQ"].width
KINDS = ["MONT_KARATSUBA", "BARRETT"]

Affine = tuple[int, int]


@pytest.mark.parametrize("kind", KINDS if ALL_FIELDS else ["MONT_KARATSUBA"])
def test_extended(kind: str) -> None:
    """Q extended or affine, at random, in one stream."""
    unit = simulation("padd_edwards", kind, {"affine_i": 1, "p_i": 4 * WIDTH, "q_i": 4 * WIDTH})
    rng = random.Random(kind)
    radix = 1 << unit.constants["radix_bits"]
    sums = additions("bls12_377_edwards", POINT_PAIRS)
    operations = []
    for addition in sums:
        p, q = affine(addition.p), affine(addition.q)
        is_affine = rng.getrandbits(1)
        second = [*scaled(q, radix), *garbage(rng)] if is_affine else extended(q, radix, rng)
        operations.append((is_affine, packed(extended(p, radix, rng)), packed(second)))
    check(unit, operations, sums, rng)


@pytest.mark.parametrize("kind", KINDS if ALL_FIELDS else ["MONT_KARATSUBA"])
def test_mixed(kind: str) -> None:
    """Q precomputed."""
    unit = simulation("padd_edwards_mixed", kind, {"p_i": 4 * WIDTH, "q_i": 3 * WIDTH})
    rng = random.Random(kind)
    radix = 1 << unit.constants["radix_bits"]
    sums = additions("bls12_377_edwards", POINT_PAIRS)
    d = coefficient(sums)
    operations = []
    for addition in sums:
        p, (x, y) = affine(addition.p), affine(addition.q)
        second = scaled((y - x, y + x, 2 * d * x * y), radix)
        operations.append((packed(extended(p, radix, rng)), packed(second)))
    check(unit, operations, sums, rng)


def simulation(module: str, kind: str, inputs: dict[str, int]) -> Simulation:
    cfg = mod_mul_cfg(kind)
    return build(
        Unit(
            name=f"{module}_{kind.lower()}",
            module=module,
            parameters={"Cfg": cfg, "Curve": "curves_pkg::BLS12_377"},
            inputs={"valid_i": 1, **inputs},
            outputs={"valid_o": 1, "r_o": 4 * WIDTH},
            reset=True,
            constants={
                "latency": f"padd_pkg::{module}_latency({cfg}, curves_pkg::BLS12_377)",
                "radix_bits": f"field_pkg::mod_mul_radix_bits({cfg}, curves_pkg::BLS12_377_FQ)",
            },
        )
    )


def check(
    unit: Simulation,
    operations: Sequence[tuple[int, ...]],
    sums: Sequence[Addition],
    rng: random.Random,
) -> None:
    """Send operations, one a clock with bubbles of garbage, and compare the points."""
    ports = {port: bits for port, bits in unit.unit.inputs.items() if port != "valid_i"}
    latency = unit.constants["latency"]
    rows: list[tuple[int, ...]] = []
    places = []

    def bubble() -> None:
        rows.append((0, *(rng.getrandbits(bits) for bits in ports.values())))

    for operation in operations:
        while rng.random() < 0.1:
            bubble()
        places.append(len(rows))
        rows.append((1, *operation))
    for _ in range(latency + 1):
        bubble()
    outputs = unit.run(
        {port: [row[index] for row in rows] for index, port in enumerate(("valid_i", *ports))}
    )

    found = [cycle for cycle, valid in enumerate(outputs["valid_o"]) if valid]
    assert found == [place + latency for place in places]
    shrink = pow(1 << unit.constants["radix_bits"], -1, M)
    for cycle, addition in zip(found, sums, strict=True):
        coordinates = unpacked(outputs["r_o"][cycle])
        assert max(coordinates) < M, addition
        x3, y3, z3, t3 = (coordinate * shrink % M for coordinate in coordinates)
        x, y = affine(addition.r)
        assert z3 != 0, addition
        assert (x3, y3) == (x * z3 % M, y * z3 % M), addition
        assert t3 * z3 % M == x3 * y3 % M, addition


def affine(point: Point) -> Affine:
    """A point of the curve; every one has coordinates, the neutral one too."""
    match point:
        case (int(x), int(y)):
            return x, y
    raise AssertionError(f"{point} has no x and y")


def coefficient(sums: Sequence[Addition]) -> int:
    """d of -x^2 + y^2 = 1 + d x^2 y^2, from a point of the curve."""
    x, y = next(affine(addition.p) for addition in sums if affine(addition.p)[0] != 0)
    return (y * y - x * x - 1) * pow(x * x * y * y, -1, M) % M


def extended(point: Affine, radix: int, rng: random.Random) -> list[int]:
    """X, Y, Z and T for a random Z, in the form of the multiplier."""
    x, y = point
    z = rng.choice((1, M - 1, *(rng.randrange(1, M) for _ in range(6))))
    return scaled((x * z, y * z, z, x * y * z), radix)


def scaled(values: Sequence[int], radix: int) -> list[int]:
    return [value * radix % M for value in values]


def garbage(rng: random.Random) -> list[int]:
    """What stands in place of Z and T."""
    return [rng.getrandbits(WIDTH) for _ in range(2)]


def packed(coordinates: Sequence[int]) -> int:
    return sum(value << WIDTH * index for index, value in enumerate(coordinates))


def unpacked(point: int) -> list[int]:
    return [point >> WIDTH * index & (1 << WIDTH) - 1 for index in range(4)]
