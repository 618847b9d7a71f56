"""curves_pkg.sv is what its generator writes, and says what the formulas of the curves say."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from fields import CURVES, FIELDS, Curve, Field, is_prime, multiply
from points import additions
from rtlgen import rtlgen

from proofsmith.rtl import Unit, build

BITS = 768

Value = Callable[[str, str], int]


@pytest.fixture(scope="module")
def value() -> Value:
    """A function of the package, evaluated as a constant expression of Verilator's."""
    calls = [
        f"{function}(curves_pkg::{name})"
        for names, functions in (
            (
                FIELDS,
                "field_bits field_width two_adicity modulus neg_inv mont_r mont_r2 two_adic_root",
            ),
            (
                [curve.name for curve in CURVES],
                "base_field scalar_field curve_a curve_b generator_x generator_y"
                " curve_b_g2_c0 curve_b_g2_c1 edwards_2d",
            ),
        )
        for function in functions.split()
        for name in names
    ]
    words = range(0, BITS, 32)
    constants = {
        f"{call} {word}": f"{BITS}'(curves_pkg::{call}) >> {word}"
        for call in calls
        for word in words
    }
    found = build(
        Unit(
            name="curves_pkg",
            module="delay_line",
            inputs={"d_i": 1},
            outputs={"q_o": 1},
            constants=constants,
        )
    ).constants

    def joined(function: str, name: str) -> int:
        call = f"{function}(curves_pkg::{name})"
        return sum(found[f"{call} {word}"] % 2**32 << word for word in words)

    return joined


def test_generated_anew_it_is_the_same() -> None:
    package = Path(__file__).parents[2] / "rtl" / "field" / "curves_pkg.sv"
    assert rtlgen() == package.read_text()


@pytest.mark.parametrize("field", FIELDS.values(), ids=list(FIELDS))
def test_field(field: Field, value: Value) -> None:
    modulus, power = field.modulus, 1 << field.width
    assert is_prime(modulus)
    assert value("modulus", field.name) == modulus
    assert value("field_bits", field.name) == field.bits
    assert value("field_width", field.name) == field.width
    assert value("two_adicity", field.name) == field.two_adicity
    assert value("neg_inv", field.name) == -pow(modulus, -1, 1 << BITS) % (1 << BITS)
    assert value("mont_r", field.name) == power % modulus
    assert value("mont_r2", field.name) == power * power % modulus
    root = value("two_adic_root", field.name)
    assert root < modulus
    assert pow(root, 1 << (field.two_adicity - 1), modulus) == modulus - 1


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.name)
def test_curve(curve: Curve, value: Value) -> None:
    field, names = curve.base_field, list(FIELDS)
    a, b = value("curve_a", curve.name), value("curve_b", curve.name)
    x, y = value("generator_x", curve.name), value("generator_y", curve.name)
    assert names[value("base_field", curve.name)] == field.name
    assert names[value("scalar_field", curve.name)] == curve.scalar_field.name
    assert a == curve.a
    assert curve.b is None or b == curve.b
    assert max(b, x, y) < field.modulus
    assert (x**3 + a * x + b - y**2) % field.modulus == 0
    assert multiply(curve.scalar_field.modulus, (x, y), a, field.modulus) is None


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.name)
def test_twist(curve: Curve, value: Value) -> None:
    """G2 of BN254 has b / (9 + u), that of BLS12-381 has b (1 + u), where u^2 = -1."""
    modulus = curve.base_field.modulus
    c0, c1 = value("curve_b_g2_c0", curve.name), value("curve_b_g2_c1", curve.name)
    assert max(c0, c1) < modulus
    if curve.name == "BN254":
        assert ((9 * c0 - c1) % modulus, (9 * c1 + c0) % modulus) == (curve.b, 0)
    elif curve.name == "BLS12_381":
        assert c0 == c1 == curve.b
    else:
        assert c0 == c1 == 0


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.name)
def test_edwards_form(curve: Curve, value: Value) -> None:
    """y^2 = x^3 + 1 has the form of d = 7 + 4 sqrt(3), where the points tell which root it is."""
    twice_d, modulus = value("edwards_2d", curve.name), curve.base_field.modulus
    if curve.name != "BLS12_377":
        assert twice_d == 0
        return
    assert twice_d < modulus
    assert ((twice_d - 14) ** 2 - 4 * 48) % modulus == 0
    for addition in additions("bls12_377_edwards", 10):
        assert addition.r is not None
        x, y = addition.r
        assert (2 * (y * y - x * x - 1) - twice_d * x * x * y * y) % modulus == 0


def test_p128_is_the_largest_of_its_kind() -> None:
    candidates: Iterable[int] = range(2**128 - 2**32 + 1, FIELDS["P128"].modulus, -(2**32))
    assert not any(is_prime(candidate) for candidate in candidates)
    assert FIELDS["P128"].two_adicity == 32
