"""The additions that the point adders are tested against obey the formulas of their curves."""

from typing import Any

import pytest
from fields import CURVES, add
from points import Addition, Point, additions
from projective import Element, times

COUNT = 200
MODULI = {curve.name: curve.base_field.modulus for curve in CURVES}
GROUPS = ["bn254_g1", "bn254_g2", "bls12_381_g1", "bls12_381_g2", "bls12_377_g1", "mnt4_753_g1"]


@pytest.mark.parametrize("group", [*GROUPS, "bls12_377_edwards"])
def test_every_special_pair_is_there(group: str) -> None:
    zero = (0, 1) if group == "bls12_377_edwards" else None
    found = additions(group, COUNT)
    random = found[-COUNT:]
    special = {
        "O+O": [a for a in found if a.p == a.q == a.r == zero],
        "P+O": [a for a in found if a.p == a.r != a.q == zero],
        "O+Q": [a for a in found if a.q == a.r != a.p == zero],
        "P+P": [a for a in found if a.p == a.q != a.r != zero],
        "P+(-P)": [a for a in found if a.p != a.q and a.r == zero],
    }
    assert {name: len(pairs) for name, pairs in special.items()} == {
        "O+O": 2,
        "P+O": 4 + 17,
        "O+Q": 4 + 17,
        "P+P": 4 + 17,
        "P+(-P)": 4 + 2,
    }
    assert len(found) == 5**2 + 18**2 + COUNT
    assert len({point for a in random for point in (a.p, a.q, a.r)}) == 3 * COUNT


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.name)
def test_sums_of_g1(curve: Any) -> None:
    for addition in additions(f"{curve.name.lower()}_g1", COUNT):
        assert addition.r == add(addition.p, addition.q, curve.a, curve.base_field.modulus)


def test_sums_on_the_edwards_curve() -> None:
    """-x^2 + y^2 = 1 + d x^2 y^2; the sums by its law of addition."""
    modulus = MODULI["BLS12_377"]
    found = additions("bls12_377_edwards", COUNT)
    (x, y), *_ = [a.p for a in found if a.p not in (None, (0, 1))]
    d = (y * y - x * x - 1) * pow(x * y, -2, modulus) % modulus
    for addition in found:
        assert addition.p is not None and addition.q is not None and addition.r is not None
        (x1, y1), (x2, y2), (x3, y3) = addition.p, addition.q, addition.r
        cross = d * x1 * x2 * y1 * y2
        assert ((1 + cross) * x3 - (x1 * y2 + y1 * x2)) % modulus == 0
        assert ((1 - cross) * y3 - (y1 * y2 + x1 * x2)) % modulus == 0


@pytest.mark.parametrize("curve", ["BN254", "BLS12_381"])
def test_sums_of_g2(curve: str) -> None:
    """P, Q and -(P + Q) lie on the twist, and on one line."""
    modulus = MODULI[curve]

    def product(a: Element, b: Element) -> Element:
        return times(a, b, modulus)

    def difference(a: Element, b: Element) -> Element:
        return (a[0] - b[0]) % modulus, (a[1] - b[1]) % modulus

    def coefficient(point: tuple[Any, Any]) -> Element:
        x, y = point
        return difference(product(y, y), product(x, product(x, x)))

    def on_a_line(a: Addition) -> bool:
        if a.p is None or a.q is None or a.r is None:
            return True
        (x1, y1), (x2, y2), (x3, y3) = a.p, a.q, a.r
        y3 = difference((0, 0), y3)
        left = product(difference(y2, y1), difference(x3, x1))
        return left == product(difference(y3, y1), difference(x2, x1))

    found = additions(f"{curve.lower()}_g2", COUNT)
    points: set[Point] = {point for a in found for point in (a.p, a.q, a.r)}
    (b,) = {coefficient(point) for point in points if point is not None}
    # The twists are b / (9 + u) and 4 (1 + u).
    assert product(b, (9, 1)) == (3, 0) if curve == "BN254" else b == (4, 4)
    assert all(map(on_a_line, found))


def test_a_group_that_is_none() -> None:
    with pytest.raises(AssertionError, match="no group `bn254_gt`; the groups are bn254_g1, "):
        additions("bn254_gt", 1)
