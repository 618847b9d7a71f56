"""Barrett's multiplier against integers, and the bound on its quotient at its corners."""

import random

import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS, literal
from operands import check_pipeline, corners, exhaustive, pairs

from proofsmith.rtl import Simulation, Unit, build

#: Fields of the paper, and one whose modulus has all ones at its top.
FIELD_NAMES = list(FIELDS) if ALL_FIELDS else ["BLS12_377_FQ", "MNT4_753_FQ", "GOLDILOCKS"]
#: Constant multipliers of 753 bits take minutes to compile.
CASES = [
    (name, const_mul)
    for name in FIELD_NAMES
    for const_mul in (False, True)
    if ALL_FIELDS or not (const_mul and name.startswith("MNT4"))
]
SMALL = [131, 251, 257, 509]


def simulation(modulus: int, const_mul: bool, width: int | None = None) -> Simulation:
    bits = modulus.bit_length()
    width = width or bits
    return build(
        Unit(
            name=f"barrett_{bits}_{modulus % 2**16:x}_{const_mul:d}",
            module="barrett",
            parameters={
                "Width": str(width),
                "Modulus": literal(modulus, width),
                "ConstMul": f"1'b{const_mul:d}",
            },
            inputs={"a_i": width, "b_i": width},
            outputs={"p_o": width},
            constants={"latency": f"field_pkg::barrett_latency({bits})"},
        )
    )


def quotient_defect(product: int, modulus: int, levels: int) -> int:
    """floor(T / M) - q, with q as small as the omitted partial products can make it."""
    bits = modulus.bit_length()
    omit = (bits + 3 - levels) // 2
    mu = (1 << (2 * bits + 2)) // modulus
    omitted = ((1 << levels) - 1) << (2 * omit)
    estimate = max((product >> (bits - 3)) * mu - omitted, 0) >> (bits + 5)
    return product // modulus - estimate


def quotient_corners(modulus: int) -> list[tuple[int, int]]:
    """Operands whose product is just below or just above a multiple of the modulus."""
    found = []
    for a in corners(modulus):
        if 0 < a < modulus:
            inverse = pow(a, -1, modulus)
            found += [(a, rest * inverse % modulus) for rest in (1, 2, modulus - 2, modulus - 1)]
    return found


@pytest.mark.parametrize(("name", "const_mul"), CASES)
def test_fields(name: str, const_mul: bool) -> None:
    field, rng = FIELDS[name], random.Random(name)
    operands = pairs(field.modulus, OPERATIONS // len(CASES), rng)
    operands += quotient_corners(field.modulus)
    unit = simulation(field.modulus, const_mul, field.width)
    check_pipeline(unit, operands, lambda a, b: a * b % field.modulus, rng)


@pytest.mark.parametrize("const_mul", [False, True])
@pytest.mark.parametrize("modulus", SMALL)
def test_every_pair(modulus: int, const_mul: bool) -> None:
    rng = random.Random(modulus)
    operands = list(exhaustive(modulus))
    check_pipeline(simulation(modulus, const_mul), operands, lambda a, b: a * b % modulus, rng)


def test_quotient_is_at_most_one_short() -> None:
    """The bound of the header: also reached, so that the correction is not idle."""
    seen = set()
    for modulus in SMALL:
        seen |= {quotient_defect(a * b, modulus, 1) for a, b in exhaustive(modulus)}
    for name in FIELD_NAMES:
        modulus = FIELDS[name].modulus
        products = [a * b for a, b in quotient_corners(modulus)]
        products += [(modulus - 1) ** 2 // modulus * modulus + step for step in (-1, 0, 1)]
        seen |= {quotient_defect(product, modulus, 2) for product in products}
    assert seen == {0, 1}
