"""One test of both streaming kernels: results, and the clock of each of them."""

from __future__ import annotations

import random

from fields import FIELDS
from operands import corners
from streams import Kernel, reversed_bits

from proofsmith.rtl import Unit, build

#: Lines of a length in a run.
LINES = 7


def unit(kernel: Kernel) -> Unit:
    bus = kernel.lines * kernel.width
    pair = kernel.elements == 2
    arguments = f"{kernel.cfg}, {FIELDS[kernel.field].enum}"
    parameters = {
        "Cfg": kernel.cfg,
        "Field": FIELDS[kernel.field].enum,
        "Lines": str(kernel.lines),
        "MaxLog2": str(kernel.max_log2),
    }
    organisation = f"stream_pkg::{kernel.organisation}"
    return Unit(
        name=kernel.name,
        module=kernel.organisation.lower(),
        parameters=parameters | ({} if pair else {"Interval": str(kernel.interval)}),
        inputs={"log2_i": 5, "table_write_i": 1, "table_index_i": kernel.max_log2}
        | {"table_data_i": kernel.width, "slot_i": 1, "valid_i": 1}
        | ({"upper_i": bus, "lower_i": bus} if pair else {"data_i": bus}),
        outputs={"last_o": 1, "valid_o": 1}
        | ({"upper_o": bus, "lower_o": bus} if pair else {"data_o": bus}),
        reset=True,
        constants={
            "stage": f"stream_pkg::stage_latency({organisation}, {arguments})",
            "clocks": f"stream_pkg::slot_clocks({arguments}, {kernel.interval})",
            "radix_bits": f"field_pkg::mod_mul_radix_bits({arguments})",
        },
    )


def check(kernel: Kernel) -> None:
    """Lines of every length, close to each other and apart, with slots held back at random."""
    sim, rng = build(unit(kernel)), random.Random(kernel.name)
    clocks, stage_latency = sim.constants["clocks"], sim.constants["stage"]
    special = corners(kernel.modulus)
    inputs: dict[str, list[int]] = {port: [] for port in sim.unit.inputs}
    data_ports = ("data_i",) if kernel.elements == 1 else ("upper_i", "lower_i")

    def clock(**given: int) -> None:
        for port, bits in sim.unit.inputs.items():
            quiet = port in ("table_write_i", "slot_i", "valid_i")
            inputs[port].append(given.get(port, 0 if quiet else rng.getrandbits(bits)))

    for index, twiddle in kernel.twiddles(sim.constants["radix_bits"]).items():
        clock(table_write_i=1, table_index_i=index, table_data_i=twiddle)

    #: Clock, elements that come out of each line.
    expected: dict[int, list[list[int]]] = {}
    last_stage: set[int] = set()
    for log2_size in range(1, kernel.max_log2 + 1):
        size = 1 << log2_size
        slots = size // kernel.elements
        issued: list[int] = []
        starts: list[tuple[int, list[list[int]]]] = []

        def slot(
            held_back: bool, given: list[int], log2_size: int = log2_size, times: list[int] = issued
        ) -> None:
            for _ in range(clocks * rng.choice((0, 0, 0, 1, 4)) if held_back else 0):
                clock(log2_i=log2_size)
            times.append(len(inputs["slot_i"]))
            ports = dict(zip(data_ports, given, strict=False))
            clock(log2_i=log2_size, slot_i=1, valid_i=int(bool(given)), **ports)
            for _ in range(clocks - 1):
                clock(log2_i=log2_size)

        for number in range(LINES):
            # The first lines come without a gap, and their slots at full rate.
            busy = number < 3
            for _ in range(0 if busy else rng.choice((0, 1, 2, rng.randrange(2 * slots)))):
                slot(True, [])
            lines = [
                [
                    rng.choice((rng.choice(special), rng.randrange(kernel.modulus)))
                    for _ in range(size)
                ]
                for _ in range(kernel.lines)
            ]
            starts.append((len(issued), lines))
            for place in range(slots):
                pair = range(place, size, slots)
                slot(not busy, [kernel.pack([line[at] for line in lines]) for at in pair])
        for _ in range(slots):
            slot(True, [])
        for _ in range((log2_size + 1) * stage_latency):
            clock(log2_i=log2_size)
        for start, lines in starts:
            results = [kernel.transform(line) for line in lines]
            for index in range(slots):
                time = issued[start + slots - 1 + index] + log2_size * stage_latency
                first = kernel.elements * index
                places = [reversed_bits(first + k, log2_size) for k in range(kernel.elements)]
                expected[time] = [[line[place] for line in results] for place in places]
                if kernel.elements == 2 or index % 2 == 0:
                    last_stage.add(time - stage_latency)

    out = sim.run(inputs)
    assert {time for time, valid in enumerate(out["valid_o"]) if valid} == expected.keys()
    assert {time for time, valid in enumerate(out["last_o"]) if valid} == last_stage
    for time, elements in expected.items():
        for port, values in zip(list(sim.unit.outputs)[2:], elements, strict=True):
            assert kernel.unpack(out[port][time]) == values, (kernel.name, port, time)
