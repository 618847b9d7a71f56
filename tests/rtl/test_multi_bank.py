"""The multi-bank NTT engine: results, and every clock of its schedule."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass, field
from functools import cache

import pytest
from campaign import ALL_FIELDS
from fields import FIELDS, Field, mod_mul_cfg

from proofsmith.rtl import Simulation, Unit, build, sources, synthesis

BUTTERFLIES, BEAT, MAX_LOG2 = 4, 2, 8
#: Kernels and twiddle multipliers of each; the engine of the wide field is small to build.
SHAPES = {"GOLDILOCKS": (4, 8), "BN254_FR": (2, 4)}
CFG = mod_mul_cfg("MONT_LBFP")
TWIDDLES, VECTOR, SEEDS, STARTS = range(4)


@dataclass(frozen=True)
class Pass:
    """What is done to each line."""

    log2_size: int
    inverse: bool = False
    before: bool = False
    hadamard: bool = False
    after: bool = False

    @property
    def size(self) -> int:
        return 1 << self.log2_size

    @property
    def bits(self) -> int:
        """The fields of `line_pass_t`."""
        flags = (self.inverse, self.before, self.hadamard, self.after)
        return sum(flag << (3 - k) for k, flag in enumerate(flags)) | self.log2_size << 4


@cache
def engine(name: str) -> Simulation:
    number, (kernels, multipliers) = FIELDS[name], SHAPES[name]
    line_bits = (kernels - 1).bit_length()
    beat = {"line": line_bits, "index": MAX_LOG2}
    twiddles = f"{{}}, {kernels}, {multipliers}"
    latency = f"field_pkg::mod_mul_latency(twiddle_pkg::TWIDDLE_MUL, {number.enum})"
    return build(
        Unit(
            name=f"multi_bank_{name.lower()}",
            module="multi_bank_engine",
            parameters={
                "Cfg": CFG,
                "Field": number.enum,
                "Lines": str(kernels),
                "Butterflies": str(BUTTERFLIES),
                "Multipliers": str(multipliers),
                "MaxLog2": str(MAX_LOG2),
                "Beat": str(BEAT),
            },
            inputs={"pass_i": 9, "load_valid_i": 1, "load_last_i": 1}
            | {f"load_{port}_i": BEAT * bits for port, bits in beat.items()}
            | {"load_data_i": BEAT * number.width, "store_read_i": 1, "store_done_i": 1}
            | {f"store_{port}_i": BEAT * bits for port, bits in beat.items()}
            | {"table_valid_i": 1, "table_i": 2, "table_index_i": 16}
            | {"table_data_i": number.width},
            outputs={"load_ready_o": 1, "store_ready_o": 1, "issue_o": 23}
            | {"store_data_o": BEAT * number.width},
            reset=True,
            constants={
                "latency": f"multi_bank_pkg::engine_latency({CFG}, {number.enum})",
                "store_latency": "ntt_pkg::STORE_LATENCY",
                "radix_bits": f"field_pkg::mod_mul_radix_bits({CFG}, {number.enum})",
            }
            | {
                f"twiddle_cycles_{log2}": "twiddle_pkg::twiddle_cycles("
                + twiddles.format(log2)
                + f", {latency})"
                for log2 in range(4, MAX_LOG2 + 1)
            },
        )
    )


def reverse(value: int, bits: int) -> int:
    return int(f"{value:0{bits}b}"[::-1], 2)


def root_of_unity(number: Field, log2: int) -> int:
    """An element of order 2^log2."""
    odd = (number.modulus - 1) >> number.two_adicity
    for base in range(2, 50):
        root = pow(base, odd << (number.two_adicity - log2), number.modulus)
        if pow(root, 1 << (log2 - 1), number.modulus) == number.modulus - 1:
            return root
    raise AssertionError(number.name)


@dataclass
class Tables:
    """What the host writes, in standard form."""

    root: int
    vector: list[int]
    seeds: list[int]
    starts: list[int]


def expected(line: list[int], number: int, tables: Tables, what: Pass, modulus: int) -> list[int]:
    """A line through its pass, by definition."""
    n, log2 = what.size, what.log2_size

    def times(values: list[int], factors: list[int]) -> list[int]:
        return [a * b % modulus for a, b in zip(values, factors, strict=True)]

    if what.before:
        line = times(line, tables.vector[:n])
    root = pow(tables.root, -1, modulus) if what.inverse else tables.root
    powers = [pow(root, k, modulus) for k in range(n)]
    order = [reverse(place, log2) for place in range(n)]
    if what.inverse:
        line = [line[place] for place in order]
    line = [sum(x * powers[i * k % n] for i, x in enumerate(line)) % modulus for k in range(n)]
    line = times(line, [pow(n, -1, modulus)] * n) if what.inverse else [line[k] for k in order]
    if what.hadamard:
        seed, start = tables.seeds[number], tables.starts[number]
        # The powers go with the natural order of the elements.
        exponents = range(n) if what.inverse else order
        line = times(line, [start * pow(seed, k, modulus) for k in exponents])
    if what.after:
        line = times(line, tables.vector[:n])
    return line


@dataclass
class Schedule:
    """When the engine does what in a pass that begins at cycle `now`, from its formulas."""

    what: Pass
    latency: int
    twiddle_cycles: int
    now: int
    issues: dict[int, tuple[str, int, int]] = field(default_factory=dict)
    loaded: list[int] = field(default_factory=list)
    stored: list[int] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    free: int = 0
    generated: list[int] = field(default_factory=list)
    released: list[int] = field(default_factory=list)

    def load_ready(self, batch: int, cycle: int) -> bool:
        """Whether `batch` may be loaded; those before are."""
        return batch < 2 or (len(self.done) > batch - 2 and self.done[batch - 2] <= cycle)

    def store_ready(self, batch: int, cycle: int) -> bool:
        return len(self.done) > batch and self.done[batch] <= cycle

    def update(self) -> None:
        """Issues the next batch if it is known when."""
        batch = len(self.done)
        if len(self.loaded) <= batch or (batch >= 2 and len(self.stored) <= batch - 2):
            return
        start = max(self.now, self.free, self.loaded[batch] + 1)
        if batch >= 2:
            start = max(start, self.stored[batch - 2] + 1)
        what, latency = self.what, self.latency
        products = what.size // BUTTERFLIES
        stage = products // 2

        def issue(kind: str, number: int, groups: int) -> None:
            for group in range(groups):
                assert start + group not in self.issues
                self.issues[start + group] = (kind, number, group)

        if what.before:
            issue("product", 0, products)
            start += max(products, stage + latency)
        for number in range(what.log2_size):
            issue("butterfly", number, stage)
            last = number == what.log2_size - 1
            start += stage if last else max(stage, stage // 2 + latency)
        if what.hadamard or what.after:
            start += max(0, latency - stage)
        if what.hadamard:
            # The twiddles of the next two batches are made ahead.
            begin = self.generated[-1] if self.generated else self.now
            if batch >= 2:
                begin = max(begin, self.released[batch - 2] + 1)
            self.generated.append(begin + self.twiddle_cycles)
            start = max(start, self.generated[batch])
            issue("product", 0, products)
            self.released.append(start + products - 1)
            start += max(products, latency) if what.after else products
        if what.after:
            issue("product", 0, products)
            start += products
        self.free = start
        self.done.append(start + latency)


class Bench:
    """Drives an engine; collects a value of each input for each cycle."""

    def __init__(self, name: str, seed: str) -> None:
        self.field, self.sim = FIELDS[name], engine(name)
        self.lines = SHAPES[name][0]
        self.rng = random.Random(f"{name} {seed}")
        self.inputs: dict[str, list[int]] = {port: [] for port in self.sim.unit.inputs}
        self.ready: dict[int, tuple[bool, bool]] = {}
        self.issues: dict[int, tuple[str, int, int]] = {}
        self.results: dict[int, tuple[Pass, list[int]]] = {}

    @property
    def cycle(self) -> int:
        return len(self.inputs["pass_i"])

    def clock(self, **given: int) -> None:
        """A cycle: what is not given is not valid, and its data garbage."""
        for port, bits in self.sim.unit.inputs.items():
            control = port == "pass_i" or port.endswith(("valid_i", "last_i", "read_i", "done_i"))
            value = 0 if control else self.rng.getrandbits(bits)
            self.inputs[port].append(given.get(port, value))

    def write(self, kind: int, index: int, value: int) -> None:
        form = (value << self.sim.constants["radix_bits"]) % self.field.modulus
        self.clock(table_valid_i=1, table_i=kind, table_index_i=index, table_data_i=form)

    def write_roots(self) -> dict[int, int]:
        """The twiddles of all lengths; returns their roots."""
        modulus, roots = self.field.modulus, {}
        for log2 in range(4, MAX_LOG2 + 1):
            half = 1 << (log2 - 1)
            roots[log2] = root_of_unity(self.field, log2)
            for entry in range(1, half):
                self.write(TWIDDLES, half + entry, pow(roots[log2], entry, modulus))
        return roots

    def write_factors(self, root: int, lines: int) -> Tables:
        """The other tables, of so many lines."""
        modulus = self.field.modulus

        def some(count: int) -> list[int]:
            return [self.rng.randrange(modulus) for _ in range(count)]

        tables = Tables(root, some(1 << MAX_LOG2), some(lines), some(lines))
        for kind, values in (
            (VECTOR, tables.vector),
            (SEEDS, tables.seeds),
            (STARTS, tables.starts),
        ):
            for index, value in enumerate(values):
                self.write(kind, index, value)
        return tables

    def beats(self, what: Pass) -> list[list[tuple[int, int]]]:
        """(line, index) of a batch in beats, by rows or by columns, in any order."""
        lines, indices = range(self.lines), range(what.size)
        if self.rng.random() < 0.5:
            beats = [
                [(line, index + k) for k in range(BEAT)]
                for line in lines
                for index in indices[::BEAT]
            ]
        else:
            beats = [
                [(line + k, index) for k in range(BEAT)]
                for index in indices
                for line in lines[::BEAT]
            ]
        self.rng.shuffle(beats)
        return beats

    def run_pass(self, what: Pass, tables: Tables, batches: int, eager: float) -> None:
        """All batches of a pass; the mover works in a cycle with the chance `eager`."""
        rng, width = self.rng, self.field.width
        schedule = Schedule(
            what,
            self.sim.constants["latency"],
            self.sim.constants[f"twiddle_cycles_{what.log2_size}"],
            self.cycle,
        )
        data = [
            [
                [rng.randrange(self.field.modulus) for _ in range(what.size)]
                for _ in range(self.lines)
            ]
            for _ in range(batches)
        ]
        results = [
            [
                expected(line, batch * self.lines + k, tables, what, self.field.modulus)
                for k, line in enumerate(lines)
            ]
            for batch, lines in enumerate(data)
        ]

        def pack(values: list[int], bits: int) -> int:
            return sum(value << (bits * k) for k, value in enumerate(values))

        def place(prefix: str, beat: list[tuple[int, int]]) -> dict[str, int]:
            lines, indices = zip(*beat, strict=True)
            return {
                f"{prefix}_line_i": pack(list(lines), (self.lines - 1).bit_length()),
                f"{prefix}_index_i": pack(list(indices), MAX_LOG2),
            }

        loading, storing = self.beats(what), self.beats(what)
        read = False
        while len(schedule.stored) < batches:
            given = {"pass_i": what.bits}
            to_load, to_store = len(schedule.loaded), len(schedule.stored)
            ready = (
                schedule.load_ready(to_load, self.cycle),
                schedule.store_ready(to_store, self.cycle),
            )
            self.ready[self.cycle] = ready
            if ready[0] and to_load < batches and rng.random() < eager:
                beat = loading.pop()
                values = [data[to_load][line][index] for line, index in beat]
                given |= place("load", beat)
                given |= {"load_valid_i": 1, "load_data_i": pack(values, width)}
                if not loading:
                    given["load_last_i"] = 1
                    schedule.loaded.append(self.cycle)
                    loading = self.beats(what)
            if ready[1] and read:
                # The last read may be in the cycle of `store_done_i`, or before it.
                given["store_done_i"] = 1
                schedule.stored.append(self.cycle)
                storing, read = self.beats(what), False
            elif ready[1] and rng.random() < eager:
                beat = storing.pop()
                given |= {"store_read_i": 1} | place("store", beat)
                values = [results[to_store][line][index] for line, index in beat]
                self.results[self.cycle] = what, values
                if not storing:
                    read = rng.random() < 0.5
                    if not read:
                        given["store_done_i"] = 1
                        schedule.stored.append(self.cycle)
                        storing = self.beats(what)
            self.clock(**given)
            schedule.update()
        self.issues |= schedule.issues

    def check(self) -> None:
        for _ in range(8):
            self.clock()
        outputs = self.sim.run(self.inputs)
        for cycle, ready in self.ready.items():
            seen = bool(outputs["load_ready_o"][cycle]), bool(outputs["store_ready_o"][cycle])
            assert seen == ready, cycle
        for cycle, word in enumerate(outputs["issue_o"]):
            group, stage = word & 0xFFFF, word >> 16 & 31
            kind = ("", "product", "butterfly")[word >> 21]
            wanted = self.issues.get(cycle, ("", 0, 0))
            assert (kind, stage if kind == "butterfly" else 0, group if kind else 0) == wanted, (
                cycle
            )
        mask = (1 << self.field.width) - 1
        for cycle, (what, values) in self.results.items():
            word = outputs["store_data_o"][cycle + self.sim.constants["store_latency"]]
            seen_values = [word >> (self.field.width * k) & mask for k in range(BEAT)]
            assert seen_values == values, (cycle, what)


RUNS: list[tuple[str, range | tuple[int, ...]]] = [("GOLDILOCKS", range(4, MAX_LOG2 + 1))]
if ALL_FIELDS:
    RUNS.append(("BN254_FR", (5,)))


@pytest.mark.parametrize(("name", "lengths"), RUNS)
def test_passes(name: str, lengths: range | tuple[int, ...]) -> None:
    """Every length, in both directions, with every choice of products, one pass after the other."""
    bench = Bench(name, "passes")
    roots = bench.write_roots()
    batches = 4
    for log2 in lengths:
        for inverse in (False, True):
            for flags in range(8):
                what = Pass(log2, inverse, bool(flags & 1), bool(flags & 2), bool(flags & 4))
                if log2 > 6 and flags not in (0, 3, 7):
                    continue
                tables = bench.write_factors(roots[log2], batches * bench.lines)
                bench.run_pass(what, tables, batches, bench.rng.choice((0.3, 0.9, 1.0)))
                bench.clock()
    bench.check()
    print(f"{bench.cycle} cycles, {bench.sim.cycles_per_second:.0f} a second")


def test_latencies_of_the_description() -> None:
    """What the model takes from `uninm.toml` is what the hardware has."""
    description = sources.root().parent / "accelerators" / "uninm.toml"
    described = tomllib.loads(description.read_text(encoding="utf-8"))["ntt"]
    enum = FIELDS["BN254_FR"].enum
    constants = synthesis.constants(
        Unit(
            name="multi_bank_latencies",
            module="multi_bank_engine",
            constants={
                "latency": f"multi_bank_pkg::engine_latency({CFG}, {enum})",
                "twiddle_latency": f"field_pkg::mod_mul_latency(twiddle_pkg::TWIDDLE_MUL, {enum})",
            },
        )
    )
    assert described["butterfly_latency"] == constants["latency"]
    assert described["twiddle_multiplier_interval"] == constants["twiddle_latency"]
