"""Driver of units that take an operation with start_i and tell its result with valid_o."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from proofsmith.rtl import Simulation


def check_serial(
    simulation: Simulation,
    operands: Sequence[tuple[int, int]],
    expected: Callable[[int, int], int],
    rng: random.Random,
    *,
    gap: int = 0,
    holds: bool = False,
    constant_inputs: Mapping[str, int] | None = None,
) -> None:
    """Start operations a_i, b_i and compare each p_o, and each clock's valid_o.

    Starts stand the unit's interval apart, plus up to `gap` clocks. Between them the operands are
    garbage. With `holds` a result must stay until the next one.
    """
    unit, constants = simulation.unit, simulation.constants
    columns: dict[str, list[int]] = {"start_i": [], "a_i": [], "b_i": []}
    places = []
    for a, b in operands:
        places.append(len(columns["start_i"]))
        idle = constants["interval"] - 1 + rng.randrange(gap + 1)
        columns["start_i"] += [1] + [0] * idle
        columns["a_i"] += [a] + [rng.getrandbits(unit.inputs["a_i"])] * idle
        columns["b_i"] += [b] + [rng.getrandbits(unit.inputs["b_i"])] * idle
    cycles = len(columns["start_i"]) + constants["latency"] + 1
    for values in columns.values():
        values += [0] * (cycles - len(values))
    fixed = {port: [value] * cycles for port, value in (constant_inputs or {}).items()}
    outputs = simulation.run(columns | fixed)
    done = [place + constants["latency"] for place in places]
    valid = [cycle for cycle, bit in enumerate(outputs["valid_o"]) if bit]
    late = next((pair for pair in zip(valid, done, strict=False) if pair[0] != pair[1]), None)
    assert late is None, f"{unit.name}: valid_o in cycle {late[0]}, not {late[1]}"
    assert len(valid) == len(done), f"{unit.name}: valid_o {len(valid)} times, not {len(done)}"
    for (a, b), cycle, following in zip(operands, done, [*done[1:], cycles], strict=True):
        wanted = expected(a, b)
        for place in range(cycle, following if holds else cycle + 1):
            found = outputs["p_o"][place]
            assert found == wanted, f"{unit.name} of {a:#x}, {b:#x}: {found:#x}, not {wanted:#x}"
