"""The fields and curves of curves_pkg.sv, from the formulas of their families.

Each curve follows from one parameter of its family; nothing here comes from arkworks.
"""

from __future__ import annotations

from dataclasses import dataclass

_CONTAINERS = (64, 128, 256, 384, 768)


@dataclass(frozen=True)
class Field:
    """A prime field of `curves_pkg`."""

    name: str
    modulus: int

    @property
    def bits(self) -> int:
        return self.modulus.bit_length()

    @property
    def width(self) -> int:
        """Bits of the container that elements travel in."""
        return next(width for width in _CONTAINERS if width >= self.bits)

    @property
    def two_adicity(self) -> int:
        below = self.modulus - 1
        return (below & -below).bit_length() - 1

    @property
    def enum(self) -> str:
        """The field's value of `curves_pkg::field_e`."""
        return f"curves_pkg::{self.name}"


def literal(value: int, bits: int) -> str:
    """A SystemVerilog constant of so many bits."""
    return f"{bits}'h{value:x}"


def mod_mul_cfg(kind: str, digit: int = 0, const_mul: int = 0, tiles: int = 0) -> str:
    """A `mod_mul_cfg_t` of `field_pkg`."""
    options = f"field_pkg::{kind}, 8'd{digit}, 1'b{const_mul}, 1'b{tiles}"
    return f"field_pkg::mod_mul_cfg_t'({{{options}}})"


def is_prime(number: int) -> bool:
    """Miller-Rabin with 40 bases: wrong for a composite with a chance below 4^-40."""
    if number < 2 or number % 2 == 0:
        return number == 2
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in range(2, 42):
        power = pow(base, odd, number)
        if base % number == 0 or power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def _bn(u: int) -> tuple[int, int]:
    """(r, q) of the Barreto-Naehrig curve of parameter u."""
    r = 36 * u**4 + 36 * u**3 + 18 * u**2 + 6 * u + 1
    return r, r + 6 * u**2


def _bls12(x: int) -> tuple[int, int]:
    """(r, q) of the Barreto-Lynn-Scott curve of embedding degree 12 and parameter x."""
    r = x**4 - x**2 + 1
    return r, (x - 1) ** 2 * r // 3 + x


def _mnt4(x: int) -> tuple[int, int]:
    """(r, q) of the Miyaji-Nakabayashi-Takano curve of embedding degree 4 and parameter x."""
    return x**2 + 1, x**2 + x + 1


_BN254 = _bn(0x44E992B44A6909F1)
_BLS12_381 = _bls12(-0xD201000000010000)
_BLS12_377 = _bls12(0x8508C00000000001)
_MNT4_753 = _mnt4(
    -0x15474B1D641A3FD86DCBCEE5DCDA7FE51852C8CBE26E600733B714AA43C31A66B0344C4E2C428B07A7713041BA18000
)

FIELDS = {
    field.name: field
    for field in (
        Field("BN254_FR", _BN254[0]),
        Field("BN254_FQ", _BN254[1]),
        Field("BLS12_381_FR", _BLS12_381[0]),
        Field("BLS12_381_FQ", _BLS12_381[1]),
        Field("BLS12_377_FR", _BLS12_377[0]),
        Field("BLS12_377_FQ", _BLS12_377[1]),
        Field("MNT4_753_FR", _MNT4_753[0]),
        Field("MNT4_753_FQ", _MNT4_753[1]),
        Field("P128", 2**128 - 9 * 2**32 + 1),
        Field("GOLDILOCKS", 2**64 - 2**32 + 1),
    )
}


@dataclass(frozen=True)
class Curve:
    """G1 of a curve of `curves_pkg`: y^2 = x^3 + a x + b."""

    name: str
    a: int
    b: int | None
    scalar_field: Field
    base_field: Field


CURVES = [
    Curve("BN254", 0, 3, FIELDS["BN254_FR"], FIELDS["BN254_FQ"]),
    Curve("BLS12_381", 0, 4, FIELDS["BLS12_381_FR"], FIELDS["BLS12_381_FQ"]),
    Curve("BLS12_377", 0, 1, FIELDS["BLS12_377_FR"], FIELDS["BLS12_377_FQ"]),
    # b has no formula; that a point of the right order lies on the curve settles it.
    Curve("MNT4_753", 2, None, FIELDS["MNT4_753_FR"], FIELDS["MNT4_753_FQ"]),
]


def multiply(scalar: int, point: tuple[int, int], a: int, modulus: int) -> tuple[int, int] | None:
    """A multiple of an affine point; None is the point at infinity. Independent of b."""
    total: tuple[int, int] | None = None
    for digit in bin(scalar)[2:]:
        total = add(total, total, a, modulus)
        if digit == "1":
            total = add(total, point, a, modulus)
    return total


def add(
    p: tuple[int, int] | None, q: tuple[int, int] | None, a: int, modulus: int
) -> tuple[int, int] | None:
    """The sum of two affine points; None is the point at infinity. Independent of b."""
    if p is None or q is None:
        return p or q
    (x1, y1), (x2, y2) = p, q
    if x1 == x2 and (y1 + y2) % modulus == 0:
        return None
    if p == q:
        slope = (3 * x1 * x1 + a) * pow(2 * y1, -1, modulus) % modulus
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, modulus) % modulus
    x = (slope * slope - x1 - x2) % modulus
    return x, (slope * (x1 - x) - y1) % modulus
