"""Truncated high words: the product itself, and the exact correction of a Montgomery step."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from campaign import OPERATIONS
from operands import check_pipeline, corners

from proofsmith.rtl import Simulation, Unit, build


def unit(width: int, levels: int, karatsuba: int = 1, registers: tuple[int, int] = (1, 0)) -> Unit:
    leaf, post = registers
    cfg = f"{{3'd{karatsuba}, 1'd{leaf}, 1'd{post}, 1'd0}}"
    return Unit(
        name=f"mul_msb_{width}_{levels}_{karatsuba}_{leaf}{post}",
        module="mul_msb",
        parameters={"Width": str(width), "Levels": str(levels), "Cfg": cfg},
        inputs={"a_i": width, "b_i": width},
        outputs={"p_o": width + (width >> levels)},
        constants={"latency": f"arith_pkg::trunc_mul_latency({cfg})"},
    )


def truncated(a: int, b: int, omitted: list[int]) -> int:
    """The product as reconf defines it: equation 4 without x0 y0 at each level."""
    if not omitted:
        return a * b
    low, *rest = omitted
    a1, a0 = divmod(a, 1 << low)
    b1, b0 = divmod(b, 1 << low)
    mixed = truncated(a1, b0, rest) + truncated(a0, b1, rest)
    return (a1 * b1 << 2 * low) + (mixed << low)


def msb(a: int, b: int, width: int, levels: int) -> int:
    lows = [(width // 2 - 1) >> level for level in range(levels)]
    return truncated(a, b, lows) >> width - (width >> levels)


def step_operands(width: int, moduli: Iterable[int], lows: Iterable[int]) -> list[tuple[int, int]]:
    """The quotients of Montgomery steps: (q, m) for each low word z, q = -z / m mod 2^width."""
    one = 1 << width
    lows = list(lows)
    return [(-z * pow(m, -1, one) % one, m) for m in moduli for z in lows]


def check_steps(
    simulation: Simulation, width: int, levels: int, operands: list[tuple[int, int]]
) -> None:
    """A step from truncated words and the OR of the discarded bits is exact."""
    kept = width >> levels
    latency = simulation.constants["latency"]
    columns = list(zip(*operands, strict=True))
    inputs = {"a_i": [*columns[0], *[0] * latency], "b_i": [*columns[1], *[0] * latency]}
    found = simulation.run(inputs)["p_o"][latency:]
    for (q, m), p in zip(operands, found, strict=True):
        z = -q * m % (1 << width)
        correction = z % (1 << width - kept) != 0
        step = ((z >> width - kept) + p >> kept) + correction
        assert step == (z + q * m) >> width, f"{simulation.unit.name}: z = {z:#x}, m = {m:#x}"


def structured(width: int) -> list[int]:
    """The trap: nothing is discarded from 0, from a low word of zeros, from a bit near the top."""
    found = set(corners(1 << width))
    for high in range(1, 32):
        found |= {high << shift for shift in range(width - 4)}
        found |= {(1 << width) - (high << shift) for shift in range(width - 4)}
    return sorted(value for value in found if value < 1 << width)


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_every_step_of_bytes(levels: int) -> None:
    simulation = build(unit(8, levels))
    operands = step_operands(8, range(1, 256, 2), range(256))
    check_steps(simulation, 8, levels, operands)
    check_pipeline(simulation, operands, lambda a, b: msb(a, b, 8, levels), random.Random(levels))


@pytest.mark.parametrize("levels", [1, 2, 3, 4])
def test_words_of_16_bits(levels: int) -> None:
    """Every low word for a sample of moduli."""
    rng = random.Random(levels)
    moduli = [1, 3, 0x7FFF, 0x8001, 0xFFFF, *(rng.randrange(1, 1 << 16, 2) for _ in range(3))]
    operands = step_operands(16, moduli, range(1 << 16))
    check_steps(build(unit(16, levels)), 16, levels, operands)


@pytest.mark.parametrize(
    ("width", "levels"), [(64, 1), (64, 4), (128, 1), (128, 2), (128, 3), (128, 4)]
)
def test_words(width: int, levels: int) -> None:
    rng = random.Random(width + levels)
    one = 1 << width
    simulation = build(unit(width, levels, 2, (1, 1)))
    moduli = [1, one - 1, one // 2 + 1, rng.randrange(1, one, 2)]
    operands = step_operands(width, moduli, structured(width))
    operands += [
        pair
        for _ in range(OPERATIONS // 100)
        for pair in step_operands(
            width, [rng.randrange(1, one, 2)], (rng.randrange(one) for _ in range(50))
        )
    ]
    check_steps(simulation, width, levels, operands)
    check_pipeline(
        simulation,
        operands[:: len(operands) // 5000 + 1],
        lambda a, b: msb(a, b, width, levels),
        rng,
    )


def test_a_constant_correction_is_wrong() -> None:
    """Theorem 1 adds 1 always: one too many for each of these low words."""
    width, levels = 128, 3
    simulation = build(unit(width, levels, 2, (1, 1)))
    modulus = (1 << width) - 0x10001 | 1
    kept = width >> levels
    operands = step_operands(width, [modulus], (0, 1 << width - 1, 1 << width - kept))
    latency = simulation.constants["latency"]
    found = simulation.run(
        {
            "a_i": [q for q, _ in operands] + [0] * latency,
            "b_i": [m for _, m in operands] + [0] * latency,
        }
    )["p_o"][latency:]
    for (q, m), p in zip(operands, found, strict=True):
        z = -q * m % (1 << width)
        assert ((z >> width - kept) + p >> kept) + 1 == ((z + q * m) >> width) + 1
