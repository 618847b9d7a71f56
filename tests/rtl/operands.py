"""Operands for the tests of modular units: corners, random values, and bubbles between them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from proofsmith.rtl import Simulation

_WORD = 64


def corners(modulus: int, limit: int | None = None) -> list[int]:
    """Values below `limit` (the modulus unless given) that break arithmetic.

    They are the ends of the range and of the multiples of the modulus in it, all-ones words, words
    of zeros at the bottom or alone at the top, single bits and their neighbours.
    """
    limit = limit or modulus
    bits = modulus.bit_length()
    values = {edge + step for edge in range(0, limit + 1, modulus) for step in (-2, -1, 0, 1, 2)}
    values |= {limit - 1, modulus // 2, modulus // 2 + 1}
    ones = (1 << _WORD) - 1
    for low in range(0, bits, _WORD):
        values |= {ones << low, (1 << low) - 1, modulus >> low << low, modulus % (1 << low)}
    for shift in range(bits + 1):
        values |= {1 << shift, (1 << shift) - 1, modulus - (1 << shift)}
    return sorted(value for value in values if 0 <= value < limit)


def pairs(
    modulus: int, count: int, rng: random.Random, limit: int | None = None
) -> list[tuple[int, int]]:
    """Pairs of operands below `limit`: `count` random ones, and about as many from the corners.

    Every pair of the boldest corners is there; each other corner meets a random partner.
    """
    limit = limit or modulus
    special = corners(modulus, limit)
    bold = [value for value in special if min(value % modulus, -value % modulus) < 3]
    found = list(product(bold, bold))
    for value in special:
        other = rng.choice(special)
        found += [(value, value), (value, other), (other, value)]
        found += [(value, rng.randrange(limit)), (rng.randrange(limit), value)]
    found += [(rng.randrange(limit), rng.randrange(limit)) for _ in range(count)]
    return found


def exhaustive(modulus: int, limit: int | None = None) -> Iterator[tuple[int, int]]:
    """Every pair of operands below `limit`, the modulus unless given."""
    return product(range(limit or modulus), range(limit or modulus))


def check_pipeline(
    simulation: Simulation,
    operands: Sequence[Sequence[int]],
    expected: Callable[..., int | tuple[int, ...]],
    rng: random.Random,
    *,
    latency: int | None = None,
    bubbles: float = 0.1,
    constant_inputs: Mapping[str, int] | None = None,
) -> None:
    """Send operands down a fixed-latency pipeline, one a clock, and compare what comes out.

    `operands` hold a value for each input port that is not in `constant_inputs`, in order;
    `expected` makes of them the values of the output ports, in order. Between operations stand
    bubbles of garbage: values of all ones, or any value at all that the ports can take. The latency
    is the constant `latency` of the unit, unless given.
    """
    unit = simulation.unit
    latency = simulation.constants["latency"] if latency is None else latency
    fixed = constant_inputs or {}
    ports = [port for port in unit.inputs if port not in fixed]
    rows: list[Sequence[int]] = []
    places = []
    for values in operands:
        while rng.random() < bubbles:
            rows.append([_garbage(unit.inputs[port], rng) for port in ports])
        places.append(len(rows))
        rows.append(values)
    # The last results come out under garbage.
    rows += [[_garbage(unit.inputs[port], rng) for port in ports] for _ in range(latency)]
    inputs = {
        port: list(column) for port, column in zip(ports, zip(*rows, strict=True), strict=True)
    }
    inputs |= {port: [value] * len(rows) for port, value in fixed.items()}
    outputs = simulation.run(inputs)
    columns = [outputs[port] for port in unit.outputs]
    for place, values in zip(places, operands, strict=True):
        wanted = expected(*values)
        wanted = wanted if isinstance(wanted, tuple) else (wanted,)
        found = tuple(column[place + latency] for column in columns)
        assert found == wanted, (
            f"{unit.name} of {[hex(value) for value in values]}: "
            f"{[hex(value) for value in found]}, not {[hex(value) for value in wanted]}"
        )


def _garbage(bits: int, rng: random.Random) -> int:
    return rng.choice(((1 << bits) - 1, rng.getrandbits(bits)))
