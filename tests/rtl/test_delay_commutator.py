"""The delay-commutator NTT engine: values against integers, and every cycle of its schedule."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from campaign import ALL_FIELDS
from fields import FIELDS, is_prime

from proofsmith.rtl import Simulation, Unit, build

MUL_LATENCY = {1: 6, 2: 12, 3: 17}
LANES = {1: 6, 2: 2, 3: 1}
BATCHES, STORE_LATENCY = 4, 2
TWIDDLES, VECTOR = 0, 1
IDLE = {"load_valid_i": 0, "load_last_i": 0, "store_read_i": 0, "store_done_i": 0}


@dataclass(frozen=True)
class Engine:
    """Parameters of the unit."""

    word: int
    max_log2: int
    pipelines: int = 2
    beat: int = 4

    def elements(self, words: int) -> int:
        """What a beat holds: 4 elements of 16 bytes, or all that the port has room for."""
        return {1: 4, 2: 2, 3: 1}[words] if self.beat == 4 else self.beat

    def lines(self, words: int) -> int:
        return self.pipelines * LANES[words]

    @property
    def line_bits(self) -> int:
        return (6 * self.pipelines - 1).bit_length()

    def build(self) -> Simulation:
        width, word, beat = 3 * self.word, self.word, self.beat
        levels = 2 if word == 128 else 1
        return build(
            Unit(
                name=f"delay_commutator_{word}_{self.max_log2}_{self.pipelines}_{beat}",
                module="delay_commutator_engine",
                parameters={
                    "Word": str(word),
                    "Cfg": f"{{3'd{levels}, 2'd1, 3'd3, 1'd0}}",
                    "Pipelines": str(self.pipelines),
                    "MaxLog2": str(self.max_log2),
                    "Beat": str(beat),
                    "Batches": str(BATCHES),
                },
                inputs={
                    "pass_i": 9,
                    "words_i": 2,
                    "modulus_i": width,
                    "neg_inv_i": word,
                    "load_valid_i": 1,
                    "load_last_i": 1,
                    "load_factor_i": 1,
                    "load_mask_i": beat,
                    "load_line_i": beat * self.line_bits,
                    "load_index_i": beat * self.max_log2,
                    "load_data_i": beat * width,
                    "store_read_i": 1,
                    "store_line_i": beat * self.line_bits,
                    "store_index_i": beat * self.max_log2,
                    "store_done_i": 1,
                    "table_valid_i": 1,
                    "table_i": 2,
                    "table_index_i": 16,
                    "table_data_i": width,
                },
                outputs={
                    "load_ready_o": 1,
                    "store_ready_o": 1,
                    "store_data_o": beat * width,
                    "issue_o": 23,
                },
                reset=True,
                constants={
                    f"latency_{words}_{log2}": (
                        f"delay_commutator_pkg::batch_latency({words}, {log2})"
                    )
                    for words in MUL_LATENCY
                    for log2 in range(1, self.max_log2 + 1)
                },
            )
        )


def batch_latency(words: int, log2_size: int) -> int:
    """From the first issue of a batch to its complete results, as the header counts it."""
    stages = (log2_size + 1) * (1 + MUL_LATENCY[words])
    return stages + 2 * ((1 << log2_size) - 1) + 1


@dataclass(frozen=True)
class Pass:
    """What is done with some batches of lines."""

    words: int
    modulus: int
    log2_size: int
    batches: int
    before: bool = False
    hadamard: bool = False
    after: bool = False
    columns: bool = False
    #: The chance of a pause in a clock of loading or storing.
    pauses: float = 0.0
    #: Lines from this one on are loaded with anything and not stored.
    used: int = 12

    @property
    def size(self) -> int:
        return 1 << self.log2_size

    @property
    def packed(self) -> int:
        products = self.before << 2 | self.hadamard << 1 | self.after
        return self.log2_size << 4 | products


class Schedule:
    """The registers of the engine that tell when something happens."""

    def __init__(self, work: Pass) -> None:
        self.size = work.size
        self.results_after = batch_latency(work.words, work.log2_size)
        self.factors_after = self.results_after - 1 - MUL_LATENCY[work.words]
        self.now = self.index = self.loaded = self.issued = self.factors = self.complete = 0
        self.factors_at: deque[int] = deque()
        self.results_at: deque[int] = deque()

    @property
    def load_ready(self) -> bool:
        return self.loaded < 2 and self.factors < BATCHES

    @property
    def store_ready(self) -> bool:
        return self.complete > 0

    @property
    def issue(self) -> int | None:
        """The index that is issued in this clock."""
        if self.index or (self.loaded and self.issued < BATCHES):
            return self.index
        return None

    def clock(self, load_last: bool, store_done: bool) -> None:
        index = self.issue
        if index == 0:
            self.issued += 1
            self.factors_at.append(self.now + self.factors_after)
            self.results_at.append(self.now + self.results_after)
        if index is not None:
            self.index = (index + 1) % self.size
            self.loaded -= self.index == 0
        self.now += 1
        if self.factors_at and self.factors_at[0] == self.now:
            self.factors_at.popleft()
            self.factors -= 1
        if self.results_at and self.results_at[0] == self.now:
            self.results_at.popleft()
            self.complete += 1
        self.loaded += load_last
        self.factors += load_last
        self.issued -= store_done
        self.complete -= store_done


def root_of_unity(modulus: int, log2_size: int) -> int:
    """An element whose order is 2^log2_size."""
    for base in range(2, 100):
        root = pow(base, (modulus - 1) >> log2_size, modulus)
        if pow(root, 1 << log2_size - 1, modulus) == modulus - 1:
            return root
    raise ValueError(f"no root of order 2^{log2_size}")


def transform(line: list[int], root: int, modulus: int) -> list[int]:
    powers = [pow(root, k, modulus) for k in range(len(line))]
    return [
        sum(x * powers[i * k % len(line)] for i, x in enumerate(line)) % modulus
        for k in range(len(line))
    ]


@dataclass
class Stimulus:
    """Inputs of all cycles, and the outputs that they must give."""

    engine: Engine
    rng: random.Random
    rows: list[dict[str, int]] = field(default_factory=list)
    expected: list[tuple[bool, bool, int | None]] = field(default_factory=list)
    stored: dict[int, tuple[int, int]] = field(default_factory=dict)
    issues: int = 0

    def beats(self, work: Pass, lines: int) -> list[list[tuple[int, int]]]:
        """The (line, index) of the elements of all beats of a batch, in some order."""
        count = self.engine.elements(work.words)
        if work.columns:
            beats = [
                [(x, index) for x in range(line, min(line + count, lines))]
                for index in range(work.size)
                for line in range(0, lines, count)
            ]
        else:
            beats = [
                [(line, index + k) for k in range(min(count, work.size))]
                for line in range(lines)
                for index in range(0, work.size, count)
            ]
        if work.pauses:
            self.rng.shuffle(beats)
        return beats

    def pack(self, beat: list[tuple[int, int]], prefix: str) -> dict[str, int]:
        engine = self.engine
        return {
            f"{prefix}_line_i": sum(x << k * engine.line_bits for k, (x, _) in enumerate(beat)),
            f"{prefix}_index_i": sum(x << k * engine.max_log2 for k, (_, x) in enumerate(beat)),
        }

    def values(self, beat: list[tuple[int, int]], lines: list[list[int]]) -> int:
        width = 3 * self.engine.word
        return sum(lines[line][index] << k * width for k, (line, index) in enumerate(beat))

    def run_pass(self, work: Pass) -> None:
        """Tables, then batches as fast as engine and pauses allow."""
        engine, rng, modulus = self.engine, self.rng, work.modulus
        one = 1 << engine.word
        form = (1 << engine.word * work.words) % modulus
        fixed = {
            "pass_i": work.packed,
            "words_i": work.words,
            "modulus_i": modulus,
            "neg_inv_i": -pow(modulus, -1, one) % one,
        }
        longest = root_of_unity(modulus, engine.max_log2)
        vector = [rng.randrange(modulus) for _ in range(work.size)]
        tables = [(VECTOR, i, value) for i, value in enumerate(vector)]
        for log2_half in range(engine.max_log2):
            root = pow(longest, 1 << engine.max_log2 - 1 - log2_half, modulus)
            for i in range(1 << log2_half):
                tables.append((TWIDDLES, (1 << log2_half) + i, pow(root, i, modulus)))
        schedule = Schedule(work)

        def clock(row: dict[str, int]) -> None:
            issue = schedule.issue
            self.issues += issue is not None
            self.expected.append((schedule.load_ready, schedule.store_ready, issue))
            self.rows.append(fixed | row)
            schedule.clock(bool(row.get("load_last_i")), bool(row.get("store_done_i")))

        for which, index, value in tables:
            clock(
                {
                    "table_valid_i": 1,
                    "table_i": which,
                    "table_index_i": index,
                    "table_data_i": value * form % modulus,
                }
            )

        results: deque[list[list[int]]] = deque()
        root = pow(longest, 1 << engine.max_log2 - work.log2_size, modulus)
        count = engine.lines(work.words)
        used = min(work.used, count)

        def batch() -> Iterator[dict[str, int]]:
            """The beats of a new batch; its results are put down beside."""
            whole = 1 << engine.word * work.words
            limits = [modulus] * used + [whole] * (count - used)
            lines = [[rng.randrange(limit) for _ in range(work.size)] for limit in limits]
            factors = [[rng.randrange(limit) for _ in range(work.size)] for limit in limits]
            moves = [(beat, lines, 0) for beat in self.beats(work, count)]
            if work.hadamard:
                formed = [[x * form % modulus for x in line] for line in factors[:used]]
                formed += factors[used:]
                moves += [(beat, formed, 1) for beat in self.beats(work, count)]
                if work.pauses:
                    rng.shuffle(moves)
            for k, (beat, source, factor) in enumerate(moves):
                yield self.pack(beat, "load") | {
                    "load_valid_i": 1,
                    "load_last_i": int(k + 1 == len(moves)),
                    "load_factor_i": factor,
                    "load_mask_i": (1 << len(beat)) - 1,
                    "load_data_i": self.values(beat, source),
                }
            done = []
            for line, factor_line in zip(lines[:used], factors[:used], strict=True):
                if work.before:
                    line = [x * y % modulus for x, y in zip(line, vector, strict=True)]
                line = transform(line, root, modulus)
                for enabled, other in ((work.hadamard, factor_line), (work.after, vector)):
                    if enabled:
                        line = [x * y % modulus for x, y in zip(line, other, strict=True)]
                done.append(line)
            results.append(done)

        loads: Iterator[dict[str, int]] | None = None
        stores: deque[list[tuple[int, int]]] = deque()
        loaded = stored = 0
        while stored < work.batches:
            row: dict[str, int] = {}
            if loads is None and loaded < work.batches and schedule.load_ready:
                loads, loaded = batch(), loaded + 1
            if loads is not None and rng.random() >= work.pauses:
                row |= next(loads)
                if row["load_last_i"]:
                    assert next(loads, None) is None
                    loads = None
            if not stores and schedule.store_ready:
                stores = deque(self.beats(work, used))
            if stores and rng.random() >= work.pauses:
                beat = stores.popleft()
                row |= self.pack(beat, "store") | {"store_read_i": 1}
                self.stored[len(self.rows) + STORE_LATENCY] = (
                    len(beat),
                    self.values(beat, results[0]),
                )
                if not stores:
                    row["store_done_i"] = 1
                    results.popleft()
                    stored += 1
            clock(row)

    def check(self, simulation: Simulation) -> None:
        rows = self.rows + [self.rows[-1] | IDLE] * STORE_LATENCY
        found = simulation.run(
            {port: [row.get(port, 0) for row in rows] for port in simulation.unit.inputs}
        )
        for cycle, (load_ready, store_ready, issue) in enumerate(self.expected):
            group = 0 if issue is None else 1 << 22 | issue
            assert (
                found["load_ready_o"][cycle],
                found["store_ready_o"][cycle],
                found["issue_o"][cycle],
            ) == (load_ready, store_ready, group), cycle
        width = 3 * self.engine.word
        for cycle, (count, value) in self.stored.items():
            assert found["store_data_o"][cycle] % (1 << count * width) == value, cycle


GOLDILOCKS = 2**64 - 2**32 + 1
#: A field of each width for words of 32 bits, with roots of order 2^20 at least.
SMALL = {
    1: 15 * 2**27 + 1,
    2: GOLDILOCKS,
    3: next(p for p in range(2**96 - 2**20 + 1, 0, -(2**20)) if is_prime(p)),
}
PRODUCTS = [
    {},
    {"before": True},
    {"hadamard": True},
    {"before": True, "hadamard": True},
    {"after": True},
]


def run(engine: Engine, passes: list[Pass], seed: int) -> Stimulus:
    stimulus = Stimulus(engine, random.Random(seed))
    for work in passes:
        stimulus.run_pass(work)
    stimulus.check(engine.build())
    return stimulus


def test_latency() -> None:
    engine = Engine(word=32, max_log2=6)
    constants = engine.build().constants
    for words in MUL_LATENCY:
        for log2_size in range(1, 7):
            assert constants[f"latency_{words}_{log2_size}"] == batch_latency(words, log2_size)


@pytest.mark.parametrize("words", [1, 2, 3])
def test_all_lengths(words: int) -> None:
    """Lines of all lengths, from beats in any order, with each set of products."""
    passes = [
        Pass(
            words,
            SMALL[words],
            log2_size,
            batches=3,
            columns=bool((log2_size + k) % 2),
            pauses=0.2 * (k % 3),
            **PRODUCTS[k],
        )
        for log2_size in range(1, 7)
        for k in range(len(PRODUCTS))
    ]
    run(Engine(word=32, max_log2=6), passes, words)


def test_change_of_mode() -> None:
    """Passes of other words, modulus and length follow each other without reset."""
    rng = random.Random(5)
    passes = [
        Pass(words, SMALL[words], rng.randrange(2, 6), 2, **rng.choice(PRODUCTS))
        for words in rng.choices([1, 2, 3], k=12)
    ]
    run(Engine(word=32, max_log2=6), passes, 5)


@pytest.mark.parametrize(("words", "used"), [(1, 1), (1, 5), (1, 11), (2, 1), (2, 3), (3, 1)])
def test_lines_without_a_use(words: int, used: int) -> None:
    """What is in them, even if it is above the modulus, stays out of the others."""
    work = Pass(words, SMALL[words], 4, 6, hadamard=True, columns=used > 3, used=used)
    run(Engine(word=32, max_log2=6), [work], used)


if ALL_FIELDS:  # other engines, those with words of 128 bits take minutes to build

    @pytest.mark.parametrize("words", [1, 2, 3])
    def test_without_gaps(words: int) -> None:
        """Rows that come faster than they are issued, an element of each line a clock."""
        engine, batches, size = Engine(word=32, max_log2=6, pipelines=1, beat=8), 12, 64
        stimulus = run(engine, [Pass(words, SMALL[words], 6, batches)], words)
        groups = [issue for _, _, issue in stimulus.expected]
        first = groups.index(0)
        # A batch's results have room if those of the batch BATCHES before it have been stored.
        store = engine.lines(words) * size // engine.beat
        without = batches if batch_latency(words, 6) + store <= BATCHES * size else BATCHES
        assert without == (BATCHES if words == 3 else batches)
        assert groups[first : first + without * size] == list(range(size)) * without
        assert stimulus.issues == batches * size
        assert not all(load_ready for load_ready, _, _ in stimulus.expected)

    @pytest.mark.parametrize("words", [1, 2, 3])
    def test_memories_run_full(words: int) -> None:
        """Short lines, whose results and factors wait for the pipeline."""
        engine = Engine(word=32, max_log2=6, pipelines=1, beat=8)
        for pauses in (0.0, 0.5):
            work = Pass(words, SMALL[words], 3, 30, hadamard=True, columns=True, pauses=pauses)
            run(engine, [work], words)

    @pytest.mark.parametrize(("name", "words"), [("P128", 1), ("BN254_FR", 2), ("BLS12_377_FQ", 3)])
    def test_fields(name: str, words: int) -> None:
        engine = Engine(word=128, max_log2=3, pipelines=1)
        passes = [
            Pass(words, FIELDS[name].modulus, log2_size, 3, pauses=0.1, **products)
            for log2_size in (2, 3)
            for products in PRODUCTS
        ]
        run(engine, passes, words)
