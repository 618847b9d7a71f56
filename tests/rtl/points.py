"""Points and their sums from arkworks, to test the point adders against."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from rtlgen import rtlgen

#: Affine coordinates, None for infinity. A coordinate is an int, over Fq2 the pair (c0, c1).
Point = tuple[Any, Any] | None


@dataclass(frozen=True)
class Addition:
    """r = p + q."""

    p: Point
    q: Point
    r: Point


@functools.cache
def additions(group: str, count: int) -> list[Addition]:
    """Every special pair of a group, then so many random ones; the same ones each time.

    The special pairs are all of O, P, -P, Q, -Q of random P and Q, and all of O, the generator's
    negative, and its multiples by 1 to 16.

    Args:
        group: bn254_g1, bn254_g2, bls12_381_g1, bls12_381_g2, bls12_377_g1, mnt4_753_g1; or
            bls12_377_edwards, whose neutral point is (0, 1) and not None.
        count: How many random pairs.
    """
    lines = rtlgen("points", group, str(count)).splitlines()
    return [Addition(*map(_point, line.split(" "))) for line in lines]


def _point(text: str) -> Point:
    if text == "-":
        return None
    values = [int(value, 16) for value in text.split(",")]
    if len(values) == 4:
        return (values[0], values[1]), (values[2], values[3])
    return values[0], values[1]
