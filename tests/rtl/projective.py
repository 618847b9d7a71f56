"""Points in homogeneous projective coordinates, as the units that add them completely take them."""

from __future__ import annotations

import random

from fields import Field
from points import Addition

from proofsmith.rtl import Simulation

#: Elements are tuples of components here, one in Fq and two in Fq2.
Element = tuple[int, ...]


def times(a: Element, b: Element, modulus: int) -> Element:
    """The product in Fq, or in Fq[u] / (u^2 + 1)."""
    if len(a) == 1:
        return (a[0] * b[0] % modulus,)
    return (a[0] * b[0] - a[1] * b[1]) % modulus, (a[0] * b[1] + a[1] * b[0]) % modulus


def element(coordinate: int | tuple[int, int]) -> Element:
    return coordinate if isinstance(coordinate, tuple) else (coordinate,)


class Bus:
    """How the points of a unit travel: {Z, Y, X}, each {c1, c0} in a unit that serves G2."""

    def __init__(self, sim: Simulation, field: Field, rng: random.Random) -> None:
        self.field, self.rng = field, rng
        self.degree = sim.unit.inputs["p_i"] // (3 * field.width)
        self.form = pow(2, sim.constants["radix_bits"], field.modulus)

    def projective(self, point: object, degree: int) -> int:
        """A random representative, of a point in G1 (`degree` 1) or G2."""
        modulus = self.field.modulus
        z = tuple(self.rng.randrange(1, modulus) for _ in range(degree))
        if point is None:
            coordinates = [(0,) * degree, z, (0,) * degree]
        else:
            assert isinstance(point, tuple)
            coordinates = [times(element(c), z, modulus) for c in point] + [z]
        # What a unit for G2 must ignore in G1.
        ignored = [self.rng.randrange(modulus) for _ in range(self.degree - degree)]
        words = [
            word
            for coordinate in coordinates
            for word in [*(c * self.form % modulus for c in coordinate), *ignored]
        ]
        return sum(word << (k * self.field.width) for k, word in enumerate(words))

    def coordinates(self, bus: int, degree: int) -> list[Element]:
        """X, Y, Z, still in the form of the multiplier."""
        mask = (1 << self.field.width) - 1
        words = [bus >> (k * self.field.width) & mask for k in range(3 * self.degree)]
        assert all(word < self.field.modulus for word in words)
        elements = [
            tuple(words[k : k + self.degree]) for k in range(0, 3 * self.degree, self.degree)
        ]
        assert all(not any(e[degree:]) for e in elements), "c1 of a result in G1"
        return [e[:degree] for e in elements]

    def check(self, bus: int, degree: int, addition: Addition) -> None:
        """Compare a result with the affine sum."""
        x, y, z = self.coordinates(bus, degree)
        if addition.r is None:
            assert not any(x) and any(y) and not any(z), addition
        else:
            assert any(z), addition
            wanted = [times(element(c), z, self.field.modulus) for c in addition.r]
            assert [x, y] == wanted, addition
