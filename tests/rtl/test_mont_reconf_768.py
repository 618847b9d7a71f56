"""The reconfigurable Montgomery multiplier of up to six words in every mode, against integers."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS
from operands import corners, exhaustive, pairs
from test_mont_reconf import configuration

from proofsmith.rtl import Simulation, Unit, build

LATENCIES = {1: 6, 2: 12, 3: 17, 6: 33}
#: Where the lanes begin in the words of the operands and the result.
LANES = {
    1: list(range(20)),
    2: [0, 2, 6, 8, 12, 14],
    3: [0, 6, 12],
    6: [0],
}
FIELD_NAMES = ["MNT4_753_FQ", "BLS12_381_FQ", "BN254_FR", "P128"]
FIELD_NAMES += ["MNT4_753_FR"] if ALL_FIELDS else []


def simulation(word: int, levels: int, splits: int, msb: int) -> Simulation:
    return build(
        Unit(
            name=f"mont_reconf_768_{word}_{levels}{splits}{msb}",
            module="mont_reconf_768",
            parameters={
                "Word": str(word),
                "Cfg": f"{{3'd{levels}, 2'd{splits}, 3'd{msb}, 1'd0}}",
            },
            inputs={
                "words_i": 3,
                "modulus_i": 6 * word,
                "neg_inv_i": word,
                "x_i": 20 * word,
                "y_i": 20 * word,
            },
            outputs={"z_o": 20 * word},
            constants={
                f"latency_{words}": f"field_pkg::mont_reconf_768_latency({words})"
                for words in LATENCIES
            }
            | {f"lanes_{words}": f"field_pkg::mont_reconf_768_lanes({words})" for words in LANES},
        )
    )


def small(msb: int = 2) -> Simulation:
    """Words of 8 bits."""
    return simulation(8, 1, 1, msb)


def wide() -> Simulation:
    """Words of 128 bits."""
    return simulation(128, 2, 1, 3)


def join(values: Sequence[int], word: int, words: int) -> int:
    return sum(value << word * low for value, low in zip(values, LANES[words], strict=True))


def split(number: int, word: int, words: int) -> list[int]:
    return [number >> word * low & (1 << word * words) - 1 for low in LANES[words]]


def check(
    unit: Simulation,
    modulus: int,
    word: int,
    words: int,
    sets: list[list[tuple[int, int]]],
    rng: random.Random,
) -> None:
    """Send sets of operands, a pair for each lane, with bubbles between and garbage beside them."""
    inverse = pow(1 << word * words, -1, modulus)
    ones = (1 << word * words) - 1
    beside = (1 << 20 * word) - 1 - join([ones] * len(LANES[words]), word, words)
    rows: list[tuple[int, int]] = []
    expected: dict[int, list[int]] = {}
    for operands in sets:
        while rng.random() < 0.1:
            rows.append((rng.getrandbits(20 * word), rng.getrandbits(20 * word)))
        expected[len(rows) + LATENCIES[words]] = [x * y * inverse % modulus for x, y in operands]
        x, y = (join([pair[side] for pair in operands], word, words) for side in (0, 1))
        rows.append((x | rng.getrandbits(20 * word) & beside, y | rng.choice((0, beside))))
    rows += [(0, 0)] * LATENCIES[words]
    fixed = configuration(modulus, word, words)
    inputs = {port: [value] * len(rows) for port, value in fixed.items()}
    inputs |= {"x_i": [x for x, _ in rows], "y_i": [y for _, y in rows]}
    found = unit.run(inputs)["z_o"]
    for cycle, wanted in expected.items():
        assert split(found[cycle], word, words) == wanted, (hex(modulus), words, cycle)


def check_pairs(
    unit: Simulation,
    modulus: int,
    word: int,
    words: int,
    operands: list[tuple[int, int]],
    rng: random.Random,
) -> None:
    """Deal pairs of operands to the lanes."""
    lanes = len(LANES[words])
    rng.shuffle(operands)
    sets = [
        [operands[(start + lane) % len(operands)] for lane in range(lanes)]
        for start in range(0, len(operands), lanes)
    ]
    check(unit, modulus, word, words, sets, rng)


def test_latency_and_lanes() -> None:
    constants = small().constants
    for words, latency in LATENCIES.items():
        assert constants[f"latency_{words}"] == latency
        assert constants[f"lanes_{words}"] == len(LANES[words])


def test_single_words_exhaustively() -> None:
    """Every pair of operands in every lane of one word."""
    rng = random.Random(1)
    for modulus in (3, 129, 255):
        every = list(exhaustive(modulus))
        rng.shuffle(every)
        sets = [
            [every[(t + 101 * lane) % len(every)] for lane in range(20)] for t in range(len(every))
        ]
        check(small(), modulus, 8, 1, sets, rng)


@pytest.mark.parametrize("msb", [1, 2, 3])
@pytest.mark.parametrize("words", [1, 2, 3, 6])
def test_words_of_8_bits(words: int, msb: int) -> None:
    """The least and the greatest moduli, those with words of ones and of zeros, and any."""
    rng, one = random.Random(10 * words + msb), 1 << 8 * words
    moduli = {3, 0xFF, one - 1, one - 3, one // 2 + 1, one - 255, one - (1 << 4 * words) + 1}
    moduli |= {rng.randrange(one // 2, one) | 1 for _ in range(4)}
    moduli |= {rng.randrange(6, one) >> rng.randrange(8 * words - 2) | 3 for _ in range(8)}
    for modulus in sorted(moduli - {1}):
        operands = pairs(modulus, OPERATIONS // 50, rng)
        check_pairs(small(msb), modulus, 8, words, operands, rng)


def test_change_of_mode() -> None:
    """A mode may follow another as soon as the last operation has come out."""
    rng, unit, word = random.Random(5), small(), 8
    rows: list[dict[str, int]] = []
    expected: dict[int, tuple[int, list[int]]] = {}
    for _ in range(300):
        words = rng.choice(list(LANES))
        modulus = rng.randrange(3, 1 << word * words, 2)
        fixed, inverse = configuration(modulus, word, words), pow(1 << word * words, -1, modulus)
        for _ in range(rng.randrange(1, 6)):
            x, y = ([rng.randrange(modulus) for _ in LANES[words]] for _ in "xy")
            products = [a * b * inverse % modulus for a, b in zip(x, y, strict=True)]
            expected[len(rows) + LATENCIES[words]] = words, products
            rows.append(fixed | {"x_i": join(x, word, words), "y_i": join(y, word, words)})
        for _ in range(LATENCIES[words]):
            rows.append(fixed | {port: rng.getrandbits(20 * word) for port in ("x_i", "y_i")})
    found = unit.run({port: [row[port] for row in rows] for port in unit.unit.inputs})["z_o"]
    for cycle, (words, products) in expected.items():
        assert split(found[cycle], word, words) == products


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_fields(name: str) -> None:
    field, rng = FIELDS[name], random.Random(name)
    operands = pairs(field.modulus, OPERATIONS // 10, rng)
    check_pairs(wide(), field.modulus, 128, field.width // 128, operands, rng)


@pytest.mark.parametrize("words", [1, 2, 3, 6])
def test_extreme_moduli(words: int) -> None:
    """Moduli with words of ones and of zeros, the least and the greatest."""
    rng, one = random.Random(words), 1 << 128 * words
    moduli = {one - 1, one // 2 + 1, one - (1 << 64) + 1, (1 << 64) + 1, 3}
    moduli |= {(value | 1) % one for value in corners(one)[:: 97 * words]}
    for modulus in sorted(moduli - {1}):
        check_pairs(wide(), modulus, 128, words, pairs(modulus, 20, rng)[::7], rng)
