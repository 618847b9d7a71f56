"""The digit-level models against division, the proofs of their ranges, and errors of the paper."""

import random

import montgomery
import pytest
from fields import FIELDS

BLS12_381_FR = FIELDS["BLS12_381_FR"].modulus
BLS12_381_FQ = FIELDS["BLS12_381_FQ"].modulus
MIXED = {BLS12_381_FR: (32, 32, 48, 64, 80), BLS12_381_FQ: (32, 32, 48, 64, 80, 128)}
CASES = [
    *((modulus, digits) for modulus, digits in MIXED.items()),
    (BLS12_381_FR, (32,) * 8),
    (BLS12_381_FQ, (16,) * 24),
    (251, (4, 4)),
    (255, (8,)),
    (129, (2, 1, 5)),
]


def operands(modulus: int, digits: tuple[int, ...], count: int) -> list[tuple[int, int]]:
    draw = random.Random(1)
    bits = sum(digits)
    corners_a = [0, 1, modulus - 1, modulus, (1 << bits) - 1, 1 << bits - 1]
    corners_b = [0, 1, modulus - 1, (1 << bits) % modulus]
    return [(a, b) for a in corners_a for b in corners_b] + [
        (draw.getrandbits(bits), draw.randrange(modulus)) for _ in range(count)
    ]


@pytest.mark.parametrize(("modulus", "digits"), CASES)
def test_both_algorithms_agree_with_division(modulus: int, digits: tuple[int, ...]) -> None:
    for a, b in operands(modulus, digits, 300):
        last = montgomery.quotient_decoupled(a, b, modulus, digits)[-1]
        assert montgomery.high_radix(a, b, modulus, digits)[-1] == last
        assert last < 2 * modulus
        assert last % modulus == montgomery.product(a, b, modulus, sum(digits))


@pytest.mark.parametrize(("modulus", "digits"), CASES)
def test_sums_fit_a_digit_more_than_the_modulus(modulus: int, digits: tuple[int, ...]) -> None:
    limits = montgomery.sum_limits(modulus - 1, modulus, digits)
    for limit, bits in zip(limits, [*digits, 0], strict=True):
        assert limit < (modulus - 1 << bits) + modulus
    assert limits[-1] < 2 * modulus


@pytest.mark.parametrize("modulus", MIXED)
def test_last_sum_of_reduced_operands_is_below_one_and_a_half_moduli(modulus: int) -> None:
    assert 2 * (modulus * modulus + (modulus << sum(MIXED[modulus]))) < 3 * (
        modulus << sum(MIXED[modulus])
    )


@pytest.mark.parametrize(("modulus", "digits"), CASES)
def test_a_digit_can_be_made_to_leave_no_quotient(modulus: int, digits: tuple[int, ...]) -> None:
    draw = random.Random(2)
    for step, bits in enumerate(digits):
        a, b = draw.getrandbits(sum(digits)), draw.randrange(1, modulus, 2)
        a = montgomery.with_zero_digit(a, b, modulus, digits, step)
        assert montgomery.quotient_decoupled(a, b, modulus, digits)[step] % (1 << bits) == 0


@pytest.mark.parametrize(("modulus", "digits"), MIXED.items())
def test_remainder_by_the_next_radix_is_wrong(modulus: int, digits: tuple[int, ...]) -> None:
    """Algorithm 3, line 9 prints S mod R_i for t: the carry goes wrong, R_(i-1) is right."""
    step = digits.index(48)
    a, b = (1 << sum(digits)) - 1, modulus - 2
    a = montgomery.with_zero_digit(a, b, modulus, digits, step)
    total = montgomery.quotient_decoupled(a, b, modulus, digits)[step]
    assert total % (1 << digits[step]) == 0
    assert total % (1 << digits[step + 1]) != 0


@pytest.mark.parametrize("bits", [8, 32, 48, 128])
@pytest.mark.parametrize("modulus", MIXED)
def test_merged_constant_product(modulus: int, bits: int) -> None:
    """Section 3.3 prints t (M'M >> r) + t - 1 for (t M' M) >> r: wrong for t = 0."""
    inverse = montgomery.neg_inv(modulus, bits)
    factor = montgomery.merged_factor(modulus, bits)
    draw = random.Random(3)
    for t in [0, 1, 2, (1 << bits) - 1, *(draw.getrandbits(bits) for _ in range(100))]:
        right = t * inverse * modulus >> bits
        assert (t * (inverse * modulus >> bits) + t - 1 == right) == (t != 0)
        assert t * factor - (t != 0) == right


@pytest.mark.parametrize(("modulus", "digits"), CASES)
def test_merged_steps_widen_the_range(modulus: int, digits: tuple[int, ...]) -> None:
    merged = range(len(digits) - 1)
    for a, b in operands(modulus, digits, 100):
        last = montgomery.quotient_decoupled(a, b, modulus, digits, merged)[-1]
        assert last < 3 * modulus
        assert last % modulus == montgomery.product(a, b, modulus, sum(digits))


def test_equal_radices_with_merged_steps_need_two_subtractions() -> None:
    digits = (4, 4)
    sums = {
        montgomery.quotient_decoupled(a, b, 251, digits, [0])[-1]
        for a in range(256)
        for b in range(251)
    }
    assert max(sums) >= 2 * 251
