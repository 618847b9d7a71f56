"""Montgomery multiplication digit by digit, on integers: what the units compute inside.

Every intermediate sum is checked against the bound that the widths of the hardware rest on.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from operands import corners


def neg_inv(modulus: int, bits: int) -> int:
    """-1 / modulus, modulo 2^bits."""
    return -pow(modulus, -1, 1 << bits) % (1 << bits)


def high_radix(a: int, b: int, modulus: int, digits: Sequence[int]) -> list[int]:
    """The sums S of uninm's algorithm 2, after each digit of `a` of the given bits, before line 7.

    Any digits of `a`; b < modulus. The last sum is below 2 modulus and congruent to
    a b / 2^(bits of all digits).
    """
    total, sums = 0, []
    for position, bits in _positions(digits):
        total += (a >> position) % (1 << bits) * b
        quotient = total * neg_inv(modulus, bits) % (1 << bits)
        total, rest = divmod(total + quotient * modulus, 1 << bits)
        assert rest == 0
        assert total < modulus + b
        sums.append(total)
    return sums


def quotient_decoupled(
    a: int, b: int, modulus: int, digits: Sequence[int], merged: Sequence[int] = ()
) -> list[int]:
    """The sums S^(0) to S^(n) of uninm's algorithm 3, with radices 2^r for each r in `digits`.

    Any `a` and any radices, equal or mixed; b < modulus. S^(n) is congruent to
    a b / 2^(bits of all digits), and below 2 modulus if nothing is merged. The steps in `merged`
    take the product t K of section 3.3 (see `merged_factor`) for the multiple of the modulus: it is
    longer by a digit, so the last step must not, and one before it loosens the range of S^(n).
    """
    limits = sum_limits(b, modulus, digits, merged)
    sums = [a % (1 << digits[0]) * b]
    for step, bits in enumerate(digits):
        total = sums[-1]
        low, high = total % (1 << bits), total >> bits
        if step in merged:
            total = high + low * merged_factor(modulus, bits)
        else:
            quotient = low * neg_inv(modulus, bits) % (1 << bits)
            # The low digits of both summands are 0, or cancel with a carry.
            total = high + (quotient * modulus >> bits) + (low != 0)
        for position, width in _positions(digits)[step + 1 : step + 2]:
            total += (a >> position) % (1 << width) * b
        sums.append(total)
    assert all(total <= limit for total, limit in zip(sums, limits, strict=True))
    return sums


def sum_limits(
    b: int, modulus: int, digits: Sequence[int], merged: Sequence[int] = ()
) -> list[int]:
    """What S^(0) to S^(n) of `quotient_decoupled` do not exceed for any `a`.

    Without `merged` they are below 2^r b + modulus, and S^(n) below b + modulus.
    """
    limits = [((1 << digits[0]) - 1) * b]
    for step, bits in enumerate(digits):
        largest = (1 << bits) - 1
        if step in merged:
            limit = (limits[-1] >> bits) + largest * merged_factor(modulus, bits)
        else:
            limit = limits[-1] + largest * modulus >> bits
        if step + 1 < len(digits):
            limit += ((1 << digits[step + 1]) - 1) * b
        limits.append(limit)
    return limits


def product(a: int, b: int, modulus: int, bits: int) -> int:
    """The reduced Montgomery product a b / 2^bits, by division."""
    return a * b * pow(1 << bits, -1, modulus) % modulus


def merged_factor(modulus: int, bits: int) -> int:
    """K = (M' M + 1) / 2^bits with M' = -1/M: t + (t M') M = t K 2^bits for every t."""
    return neg_inv(modulus, bits) * modulus + 1 >> bits


def with_zero_digit(a: int, b: int, modulus: int, digits: Sequence[int], step: int) -> int:
    """`a` with its digit `step` such that the quotient of that step is 0; odd b."""
    position, bits = _positions(digits)[step]
    cleared = a & ~((1 << bits) - 1 << position)
    rest = quotient_decoupled(cleared, b, modulus, digits)[step]
    return cleared | -rest * pow(b, -1, 1 << bits) % (1 << bits) << position


def operations(
    modulus: int, digits: Sequence[int], count: int, rng: random.Random
) -> list[tuple[int, int]]:
    """Pairs of any `a` of the digits' bits and b < modulus: corners, `count` random ones, and some
    that leave a quotient of 0 in one digit or in a run of digits.
    """
    limit = 1 << sum(digits)
    special_a, special_b = corners(modulus, limit), corners(modulus)
    bold = [value for value in special_a if min(value % modulus, -value % modulus) < 3]
    found = [(a, b) for a in (*bold, limit - 1) for b in special_b]
    found += [(a, rng.choice(special_b)) for a in special_a]
    found += [(a, rng.randrange(modulus)) for a in special_a]
    for first in range(len(digits)):
        for last in range(first, len(digits)):
            a, b = rng.randrange(limit), rng.randrange(1, modulus, 2)
            for step in range(first, last + 1):
                a = with_zero_digit(a, b, modulus, digits, step)
            found.append((a, b))
    found += [(rng.randrange(limit), rng.randrange(modulus)) for _ in range(count)]
    return found


def _positions(digits: Sequence[int]) -> list[tuple[int, int]]:
    return [(sum(digits[:index]), bits) for index, bits in enumerate(digits)]
