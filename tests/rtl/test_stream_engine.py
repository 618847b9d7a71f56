"""The streaming engine: results of passes, and in every clock what it says and issues."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass
from itertools import pairwise

import pytest
from campaign import ALL_FIELDS
from fields import FIELDS
from operands import corners
from streams import Kernel

from proofsmith.rtl import Simulation, Unit, build

TWIDDLES, VECTOR = 0, 1
STORE_LATENCY = 2

KERNELS = [
    Kernel("DELAY_FEEDBACK", "GOLDILOCKS", "MONT_LBFP", 2, 8),
    Kernel("REORDER", "GOLDILOCKS", "MONT_LBFP", 2, 8),
    Kernel("DELAY_FEEDBACK", "GOLDILOCKS", "MONT_SHARED", 1, 8),
    Kernel("REORDER", "GOLDILOCKS", "MONT_SHARED", 4, 8),
    Kernel("REORDER", "BN254_FR", "MONT_SHARED", 2, 4),
]
if not ALL_FIELDS:
    KERNELS = KERNELS[1:3]


@dataclass(frozen=True)
class Pass:
    """What a pass does with its lines, and how fast the memory is: chances of a beat in a clock."""

    log2_size: int
    batches: int
    load: float
    store: float
    inverse: bool = False
    product_before: bool = False
    hadamard: bool = False
    product_after: bool = False

    @property
    def bits(self) -> int:
        flags = (self.inverse, self.product_before, self.hadamard, self.product_after)
        return self.log2_size << 4 | sum(flag << (3 - k) for k, flag in enumerate(flags))


class Schedule:
    """When the engine does what, from when batches are loaded and stored."""

    def __init__(self, kernel: Kernel, given: Pass, constants: dict[str, int]) -> None:
        self.pairs = kernel.elements == 2
        self.hadamard, self.log2_size = given.hadamard, given.log2_size
        self.clocks = constants["clocks"]
        butterfly, stage = constants["butterfly"], constants["stage"]
        self.slots = (1 << given.log2_size) // kernel.elements
        self.to_last_stage = butterfly + (given.log2_size - 1) * stage
        self.to_result = constants[f"latency_{given.log2_size}"]
        assert self.to_result == 2 * butterfly + given.log2_size * stage
        self.now = 0
        self.next_slot = 0
        self.loaded = self.out = self.complete = self.position = self.left = 0
        self.done: deque[int] = deque()
        self.last_stage: dict[int, int] = {}

    def outputs(self) -> tuple[int, int, int]:
        """load_ready_o, store_ready_o and issue_o of this clock."""
        half = 1 << (self.log2_size - 1)
        issue = 0
        if self.goes_in() and (self.pairs or self.position >= half):
            issue |= 1 << 22 | self.position % half
        group = self.last_stage.get(self.now)
        if group is not None:
            issue |= (1 << 22 | (self.log2_size - 1) << 16 | group) << 23
        factors = not self.hadamard or self.loaded + self.out < 3
        return int(self.loaded < 2 and factors), int(self.complete > 0), issue

    def may_slot(self) -> bool:
        idle = self.position == 0 and self.out == 0
        return idle or (self.now - self.next_slot) % self.clocks == 0

    def goes_in(self) -> bool:
        room = self.out + self.complete < 2 or self.position < self.slots - 1
        return self.may_slot() and self.loaded > 0 and room

    def clock(self, load_last: bool, store_done: bool) -> None:
        goes_in, comes_out = self.goes_in(), None
        if goes_in:
            self.position += 1
            if self.position == self.slots:
                self.position, self.left = 0, self.slots
                self.loaded -= 1
                self.out += 1
        if self.left and (goes_in or (self.may_slot() and not self.loaded)):
            comes_out = self.slots - self.left
            self.left -= 1
            if self.left == 0:
                self.done.append(self.now + self.to_result)
            if self.pairs or comes_out % 2 == 0:
                self.last_stage[self.now + self.to_last_stage] = comes_out >> (not self.pairs)
        if goes_in or comes_out is not None:
            self.next_slot = self.now + self.clocks
        if self.done and self.done[0] == self.now:
            self.done.popleft()
            self.out -= 1
            self.complete += 1
        self.loaded += load_last
        self.complete -= store_done
        self.now += 1


def events(issue: int) -> int:
    """issue_o without stage and group where nothing is issued."""
    of_entry = (1 << 23) - 1
    entries = (issue & of_entry, issue >> 23)
    first, last = (entry if entry >> 22 else 0 for entry in entries)
    return first | last << 23


def simulation(kernel: Kernel) -> Simulation:
    beat = {"line": max((kernel.lines - 1).bit_length(), 1), "index": kernel.max_log2}
    arguments = f"{kernel.cfg}, {FIELDS[kernel.field].enum}"
    of_kind = f"stream_pkg::{kernel.organisation}, {arguments}"
    return build(
        Unit(
            name=f"stream_engine_{kernel.name}",
            module="stream_engine",
            parameters={
                "Organisation": f"stream_pkg::{kernel.organisation}",
                "Cfg": kernel.cfg,
                "Field": FIELDS[kernel.field].enum,
                "Interval": str(kernel.interval),
                "Lines": str(kernel.lines),
                "MaxLog2": str(kernel.max_log2),
            },
            inputs={"pass_i": 9, "load_valid_i": 1, "load_last_i": 1, "load_factor_i": 1}
            | {f"load_{name}_i": 2 * bits for name, bits in beat.items()}
            | {"load_data_i": 2 * kernel.width, "store_read_i": 1, "store_done_i": 1}
            | {f"store_{name}_i": 2 * bits for name, bits in beat.items()}
            | {"table_valid_i": 1, "table_i": 2, "table_index_i": 16}
            | {"table_data_i": kernel.width},
            outputs={"load_ready_o": 1, "store_ready_o": 1, "issue_o": 46}
            | {"store_data_o": 2 * kernel.width},
            reset=True,
            constants={
                "clocks": f"stream_pkg::slot_clocks({arguments}, {kernel.interval})",
                "butterfly": f"ntt_pkg::butterfly_latency({arguments}, 1'b0)",
                "stage": f"stream_pkg::stage_latency({of_kind})",
                "radix_bits": f"field_pkg::mod_mul_radix_bits({arguments})",
            }
            | {
                f"latency_{log2_size}": f"stream_pkg::engine_latency({of_kind}, {log2_size})"
                for log2_size in range(2, kernel.max_log2 + 1)
            },
        )
    )


class Bench:
    """Inputs of a run, clock by clock, and what its outputs must be."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.sim = simulation(kernel)
        self.rng = random.Random(kernel.name)
        self.special = corners(kernel.modulus)
        self.inputs: dict[str, list[int]] = {port: [] for port in self.sim.unit.inputs}
        self.said: list[tuple[int, int, int]] = []
        #: Clock, data of a beat.
        self.stored: dict[int, int] = {}
        self.pass_bits = 2 << 4

    def element(self) -> int:
        kernel, rng = self.kernel, self.rng
        return rng.choice((rng.choice(self.special), rng.randrange(kernel.modulus)))

    def clock(self, **given: int) -> None:
        quiet = ("load_valid_i", "load_last_i", "store_read_i", "store_done_i", "table_valid_i")
        for port, bits in self.sim.unit.inputs.items():
            value = 0 if port in quiet else self.rng.getrandbits(bits)
            self.inputs[port].append(given.get(port, value))
        self.inputs["pass_i"][-1] = self.pass_bits

    def idle(self) -> None:
        """A clock between two passes."""
        self.said.append((1, 0, 0))

    def table(self, kind: int, entries: dict[int, int]) -> None:
        for index, value in entries.items():
            self.idle()
            self.clock(table_valid_i=1, table_i=kind, table_index_i=index, table_data_i=value)

    def beats(self, size: int) -> list[list[tuple[int, int]]]:
        """Lines and indices of the beats of a batch, as rows or as columns."""
        lines = range(self.kernel.lines)
        rows = [[(line, k), (line, k + 1)] for line in lines for k in range(0, size, 2)]
        columns = [[(line, k), (line + 1, k)] for k in range(size) for line in lines[:-1:2]]
        beats = self.rng.choice((rows, columns or rows))
        if self.rng.random() < 0.5:
            self.rng.shuffle(beats)
        return beats

    def ports(self, beat: list[tuple[int, int]], direction: str) -> dict[str, int]:
        places = {"line": [line for line, _ in beat], "index": [index for _, index in beat]}
        given = {}
        for name, values in places.items():
            bits = self.sim.unit.inputs[f"{direction}_{name}_i"] // 2
            given[f"{direction}_{name}_i"] = values[0] | values[1] << bits
        return given

    def run_pass(self, given: Pass) -> None:
        """Loads all batches and stores all results, as the schedule allows."""
        kernel, rng, size = self.kernel, self.rng, 1 << given.log2_size
        modulus, form = kernel.modulus, self.sim.constants["radix_bits"]
        schedule = Schedule(kernel, given, self.sim.constants)
        vector = [self.element() for _ in range(size)]
        self.table(VECTOR, {k: kernel.in_form(value, form) for k, value in enumerate(vector)})
        self.pass_bits = given.bits
        results: deque[list[list[int]]] = deque()
        loading: list[tuple[list[tuple[int, int]], int, dict[str, int]]] = []
        storing: list[list[tuple[int, int]]] = []
        to_load = to_store = given.batches
        while to_store:
            said = schedule.outputs()
            self.said.append(said)
            ports: dict[str, int] = {}
            if said[0] and not loading and to_load:
                data = [[self.element() for _ in range(size)] for _ in range(kernel.lines)]
                factors = [[self.element() for _ in range(size)] for _ in range(kernel.lines)]
                expected = []
                for line, factor in zip(data, factors, strict=True):
                    before = vector if given.product_before else [1] * size
                    after = vector if given.product_after else factor if given.hadamard else None
                    points = [a * b % modulus for a, b in zip(line, before, strict=True)]
                    values = kernel.transform(points, given.inverse)
                    after = after or [1] * size
                    expected.append([a * b % modulus for a, b in zip(values, after, strict=True)])
                results.append(expected)
                beats = [(beat, 0, data) for beat in self.beats(size)]
                if given.hadamard:
                    scaled = [[kernel.in_form(value, form) for value in line] for line in factors]
                    beats += [(beat, 1, scaled) for beat in self.beats(size)]
                    if rng.random() < 0.5:
                        rng.shuffle(beats)
                loading = [
                    (beat, factor, {"load_data_i": self.bus([words[a][b] for a, b in beat])})
                    for beat, factor, words in beats
                ]
                to_load -= 1
            load_last = store_done = False
            if loading and rng.random() < given.load:
                beat, of_factors, words_of_beat = loading.pop(0)
                load_last = not loading
                ports |= self.ports(beat, "load") | words_of_beat
                ports |= {"load_valid_i": 1, "load_last_i": int(load_last)}
                ports |= {"load_factor_i": of_factors}
            if said[1] and not storing:
                storing = self.beats(size)
            if storing and rng.random() < given.store:
                beat = storing.pop(0)
                store_done = not storing
                ports |= self.ports(beat, "store") | {"store_read_i": 1}
                ports |= {"store_done_i": int(store_done)}
                time = len(self.said) - 1 + STORE_LATENCY
                self.stored[time] = self.bus([results[0][line][index] for line, index in beat])
                if store_done:
                    results.popleft()
                    to_store -= 1
            self.clock(**ports)
            schedule.clock(load_last, store_done)
        for _ in range(rng.randrange(1, 5)):
            self.idle()
            self.clock()

    def bus(self, values: list[int]) -> int:
        return values[0] | values[1] << self.kernel.width

    def check(self) -> None:
        for _ in range(STORE_LATENCY):
            self.idle()
            self.clock()
        out = self.sim.run(self.inputs)
        issued = [events(issue) for issue in out["issue_o"]]
        seen = zip(out["load_ready_o"], out["store_ready_o"], issued, strict=True)
        for time, (said, expected) in enumerate(zip(seen, self.said, strict=True)):
            assert said == expected, (self.kernel.name, time)
        for time, data in self.stored.items():
            assert out["store_data_o"][time] == data, (self.kernel.name, time)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_passes(kernel: Kernel) -> None:
    """Passes of all lengths with all products, of which memory or pipelines set the pace."""
    bench = Bench(kernel)
    kinds: list[dict[str, bool]] = [
        {"hadamard": True},
        {},
        {"product_before": True, "hadamard": True},
        {"product_after": True},
        {"product_before": True},
    ]
    paces = [(1.0, 1.0), (0.5, 1.0), (1.0, 0.2), (0.1, 0.7)]
    radix_bits = bench.sim.constants["radix_bits"]
    number = 0
    for inverse in (False, True):
        bench.table(TWIDDLES, kernel.twiddles(radix_bits, inverse))
        for log2_size in range(2, kernel.max_log2 + 1):
            for _ in range(2 if log2_size < kernel.max_log2 else len(kinds)):
                load, store = paces[number % len(paces)]
                batches = 12 if log2_size < 6 else 5
                kind = kinds[number % len(kinds)]
                bench.run_pass(Pass(log2_size, batches, load, store, inverse, **kind))
                number += 1
    bench.check()


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
def test_batches_follow_without_gap(kernel: Kernel) -> None:
    """With lines long enough, batches that are there in time take their slots and no more."""
    sim = simulation(kernel)
    given = Pass(kernel.max_log2, 8, 1.0, 1.0)
    schedule = Schedule(kernel, given, sim.constants)
    inputs: dict[str, list[int]] = {port: [] for port in sim.unit.inputs}
    last_loaded = 0
    for _ in range(given.batches * schedule.slots * schedule.clocks * 2):
        ready, complete, _ = schedule.outputs()
        load = int(ready and last_loaded < given.batches)
        last_loaded += load
        ports = {"load_valid_i": load, "load_last_i": load, "store_done_i": complete}
        ports["pass_i"] = given.bits
        for port, column in inputs.items():
            column.append(ports.get(port, 0))
        schedule.clock(bool(load), bool(complete))
    issued = sim.run(inputs)["issue_o"]
    starts = [time for time, issue in enumerate(issued) if issue >> 22 & 1 and not issue & 0xFFFF]
    assert len(starts) == given.batches
    # Short lines wait for room instead: results stay in the engine for as long as its latency.
    if schedule.slots * schedule.clocks > schedule.to_result:
        assert {b - a for a, b in pairwise(starts)} == {schedule.slots * schedule.clocks}
