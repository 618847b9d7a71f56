"""Hadamard twiddles made from seeds, batch after batch, with buffers held for random times."""

from __future__ import annotations

import random

import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS, Field
from operands import corners

from proofsmith.rtl import Simulation, Unit, build

LINES, MAX_LOG2 = 4, 8
SIZES = range(2, MAX_LOG2 + 1)
#: Lines of the matrix that have seeds.
TABLE = 32
SEEDS, STARTS = 2, 3
#: Clocks from the start of a batch to its filled buffer, for lines of 2^2, 2^3 and so on.
CYCLES = {
    ("GOLDILOCKS", 4): [12, 15, 21, 33, 57, 105, 201],
    ("GOLDILOCKS", 8): [12, 16, 19, 25, 37, 61, 109],
    ("BN254_FR", 4): [24, 33, 51, 87, 159, 303, 591],
    ("BN254_FR", 8): [24, 34, 43, 61, 97, 169, 313],
}


def simulation(field: Field, multipliers: int) -> Simulation:
    cfg = f"twiddle_pkg::TWIDDLE_MUL, {field.enum}"
    latency = f"field_pkg::mod_mul_latency({cfg})"
    return build(
        Unit(
            name=f"twiddle_engine_{field.name.lower()}_{multipliers}",
            module="twiddle_engine",
            parameters={
                "Field": field.enum,
                "Lines": f"{LINES}",
                "Multipliers": f"{multipliers}",
                "MaxLog2": f"{MAX_LOG2}",
            },
            inputs={"pass_i": 9, "start_i": 1, "first_line_i": 16, "release_i": 1}
            | {"read_group_i": MAX_LOG2 - 2, "table_valid_i": 1, "table_i": 2}
            | {"table_index_i": 16, "table_data_i": field.width},
            outputs={"ready_o": 1, "filled_o": 1, "twiddles_o": LINES * 4 * field.width},
            reset=True,
            constants={"radix_bits": f"field_pkg::mod_mul_radix_bits({cfg})"}
            | {
                f"cycles_{size}": f"twiddle_pkg::twiddle_cycles({size}, {LINES}, {multipliers}, "
                f"{latency})"
                for size in SIZES
            },
        )
    )


@pytest.mark.parametrize(
    ("name", "multipliers"), CYCLES if ALL_FIELDS else [("GOLDILOCKS", 4), ("GOLDILOCKS", 8)]
)
def test_batches(name: str, multipliers: int) -> None:
    field, rng = FIELDS[name], random.Random(f"{name} {multipliers}")
    sim = simulation(field, multipliers)
    assert [sim.constants[f"cycles_{size}"] for size in SIZES] == CYCLES[name, multipliers]
    for size in SIZES:
        for inverse in (False, True):
            check(sim, field, size, inverse, rng)


def check(sim: Simulation, field: Field, size: int, inverse: bool, rng: random.Random) -> None:
    cycles = sim.constants[f"cycles_{size}"]
    groups = (1 << size) // 4
    special = corners(field.modulus)
    tables = {
        table: [
            rng.choice((rng.choice(special), rng.randrange(field.modulus))) for _ in range(TABLE)
        ]
        for table in (SEEDS, STARTS)
    }

    # Writes of tables of both kinds and of others, in any order.
    writes = [(table, line, word) for table in tables for line, word in enumerate(tables[table])]
    writes += [(rng.randrange(2), line, rng.getrandbits(field.width)) for line in range(TABLE)]
    rng.shuffle(writes)

    def wait() -> int:
        return rng.choice((0, 0, 1, rng.randrange(2 * cycles)))

    # When each batch starts, is filled and is released; and what is read in a clock.
    starts: list[int] = []
    filled: list[int] = []
    released: list[int] = []
    lines: list[int] = []
    reads: dict[int, tuple[int, int]] = {}
    for batch in range(OPERATIONS // len(SIZES) // (2 * LINES << size)):
        free = max(
            filled[-1:] + [r + 1 for r in released[batch - 2 : batch - 1]], default=len(writes)
        )
        starts.append(free + wait())
        filled.append(starts[-1] + cycles)
        lines.append(rng.randrange(TABLE - LINES + 1))
        now = max([filled[-1]] + [r + 1 for r in released[-1:]]) + wait()
        for group in rng.sample(range(groups), groups):
            now += rng.randrange(8) == 0
            reads[now] = (batch, group)
            now += 1
        released.append(now - 1 + wait())
    length = released[-1] + 2

    inputs = {
        port: [rng.getrandbits(bits) for _ in range(length)]
        for port, bits in sim.unit.inputs.items()
    }
    inputs["pass_i"] = [size << 4 | inverse << 3 | rng.getrandbits(3)] * length
    for port, clocks in (
        ("start_i", starts),
        ("release_i", released),
        ("table_valid_i", range(len(writes))),
    ):
        inputs[port] = [0] * length
        for clock in clocks:
            inputs[port][clock] = 1
    for clock, write in enumerate(writes):
        for port, value in zip(("table_i", "table_index_i", "table_data_i"), write, strict=True):
            inputs[port][clock] = value
    for clock, line in zip(starts, lines, strict=True):
        inputs["first_line_i"][clock] = line
    for clock, (_, group) in reads.items():
        inputs["read_group_i"][clock] = group
    out = sim.run(inputs)

    ready, full, busy, count = [], [], False, 0
    at_start, at_filled, at_release = set(starts), set(filled), set(released)
    for clock in range(length):
        if clock in at_filled:
            busy, count = False, count + 1
        count -= clock - 1 in at_release
        busy |= clock - 1 in at_start
        ready.append(int(not busy and count < 2))
        full.append(int(count > 0))
    assert out["ready_o"] == ready, size
    assert out["filled_o"] == full, size

    # Montgomery form of f s^k, from those of f and s.
    scale = pow(1 << sim.constants["radix_bits"], -1, field.modulus)
    seeds, firsts = tables[SEEDS], tables[STARTS]
    for clock, (batch, group) in reads.items():
        found = out["twiddles_o"][clock + 1]
        for index in range(4 * LINES):
            line, place = lines[batch] + index // 4, 4 * group + index % 4
            k = place if inverse else int(f"{place:0{size}b}"[::-1], 2)
            wanted = firsts[line] * pow(seeds[line] * scale, k, field.modulus) % field.modulus
            word = found >> (field.width * index) & (1 << field.width) - 1
            assert word == wanted, (size, batch, line, place)
