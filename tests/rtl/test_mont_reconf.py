"""The reconfigurable Montgomery multiplier in every mode, against integers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS
from operands import check_pipeline, corners, exhaustive, pairs

from proofsmith.rtl import Simulation, Unit, build

LATENCIES = {1: 6, 2: 12, 3: 17}
LANES = {1: 6, 2: 2, 3: 1}
SAMPLE = ["BLS12_381_FQ", "BLS12_377_FQ", "BN254_FR", "BN254_FQ", "BLS12_381_FR", "P128"]
FIELD_NAMES = [*SAMPLE, "BLS12_377_FR"] if ALL_FIELDS else ["BLS12_381_FQ", "BN254_FR", "P128"]


def simulation(word: int = 128, levels: int = 2, splits: int = 1, msb: int = 3) -> Simulation:
    return build(
        Unit(
            name=f"mont_reconf_{word}_{levels}{splits}{msb}",
            module="mont_reconf",
            parameters={
                "Word": str(word),
                "Cfg": f"{{3'd{levels}, 2'd{splits}, 3'd{msb}, 1'd0}}",
            },
            inputs={
                "words_i": 2,
                "modulus_i": 3 * word,
                "neg_inv_i": word,
                "x_i": 6 * word,
                "y_i": 6 * word,
            },
            outputs={"z_o": 6 * word},
            constants={
                f"latency_{words}": f"field_pkg::mont_reconf_latency({words})"
                for words in (1, 2, 3)
            }
            | {f"lanes_{words}": f"field_pkg::mont_reconf_lanes({words})" for words in (1, 2, 3)},
        )
    )


def configuration(modulus: int, word: int, words: int) -> dict[str, int]:
    """The inputs that do not change while operations are in flight."""
    one = 1 << word
    return {
        "words_i": words,
        "modulus_i": modulus,
        "neg_inv_i": -pow(modulus, -1, one) % one,
    }


def join(values: Sequence[int], bits: int) -> int:
    return sum(value << bits * lane for lane, value in enumerate(values))


def split(value: int, bits: int, lanes: int) -> list[int]:
    return [value >> bits * lane & (1 << bits) - 1 for lane in range(lanes)]


def model(modulus: int, word: int, words: int) -> Callable[[int, int], int]:
    """What comes out in all lanes."""
    bits, lanes = word * words, LANES[words]
    inverse = pow(1 << bits, -1, modulus)

    def product(x: int, y: int) -> int:
        sides = zip(split(x, bits, lanes), split(y, bits, lanes), strict=True)
        return join([a * b * inverse % modulus for a, b in sides], bits)

    return product


def check(
    unit: Simulation,
    modulus: int,
    word: int,
    words: int,
    operands: list[tuple[int, int]],
    rng: random.Random,
) -> None:
    """Send pairs of operands through the lanes, and neighbours of other lanes with them."""
    bits, lanes = word * words, LANES[words]
    operands = operands + operands[: -len(operands) % lanes]
    sets = [operands[start : start + lanes] for start in range(0, len(operands), lanes)]
    rng.shuffle(sets)
    joined = [(join([x for x, _ in s], bits), join([y for _, y in s], bits)) for s in sets]
    check_pipeline(
        unit,
        joined,
        model(modulus, word, words),
        rng,
        latency=LATENCIES[words],
        constant_inputs=configuration(modulus, word, words),
    )


def test_latency_and_lanes() -> None:
    constants = simulation().constants
    for words, latency in LATENCIES.items():
        assert constants[f"latency_{words}"] == latency
        assert constants[f"lanes_{words}"] == LANES[words]


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_fields(name: str) -> None:
    field, rng = FIELDS[name], random.Random(name)
    words = field.width // 128
    operands = pairs(field.modulus, OPERATIONS, rng)
    check(simulation(), field.modulus, 128, words, operands, rng)


@pytest.mark.parametrize("words", [1, 2, 3])
def test_extreme_moduli(words: int) -> None:
    """Moduli with words of ones and of zeros, the least and the greatest."""
    rng, one = random.Random(words), 1 << 128 * words
    moduli = {one - 1, one // 2 + 1, one - (1 << 64) + 1, (1 << 64) + 1, 3}
    moduli |= {(value | 1) % one for value in corners(one)[:: 97 // words]}
    for modulus in sorted(moduli - {1}):
        check(simulation(), modulus, 128, words, pairs(modulus, 20, rng)[::7], rng)


@pytest.mark.parametrize("msb", [1, 2, 3])
def test_words_of_8_bits(msb: int) -> None:
    """Every pair of operands of one word; those of two words and a sample of three."""
    rng, unit = random.Random(msb), simulation(8, 1, 1, msb)
    for modulus in (3, 127, 129, 251, 253, 255):
        check(unit, modulus, 8, 1, list(exhaustive(modulus)), rng)
    for modulus in (257, 0x8001, 0xFF01, 0xFFFF, 0x00FF):
        check(unit, modulus, 8, 2, pairs(modulus, OPERATIONS // 50, rng), rng)
    for modulus in (0x10001, 0x800001, 0xFF0001, 0xFFFFFF, 0xFFFF, 0xFF):
        check(unit, modulus, 8, 3, pairs(modulus, OPERATIONS // 50, rng), rng)


def test_words_of_64_bits() -> None:
    """Words of another size: 192 bits."""
    rng, unit = random.Random(64), simulation(64, 1, 1, 4)
    for words in (1, 2, 3):
        modulus = rng.getrandbits(64 * words) | 1 << 64 * words - 1 | 1
        check(unit, modulus, 64, words, pairs(modulus, OPERATIONS // 50, rng), rng)


def test_change_of_mode() -> None:
    """A mode may follow another as soon as the last operation has come out."""
    rng, unit, word = random.Random(5), simulation(8, 1, 1, 2), 8
    rows: list[dict[str, int]] = []
    expected: dict[int, tuple[int, int]] = {}
    for _ in range(300):
        words = rng.choice([1, 2, 3])
        bits, lanes = word * words, LANES[words]
        modulus = rng.randrange(3, 1 << bits, 2)
        fixed, product = configuration(modulus, word, words), model(modulus, word, words)
        for _ in range(rng.randrange(1, 6)):
            x, y = (join([rng.randrange(modulus) for _ in range(lanes)], bits) for _ in "xy")
            expected[len(rows) + LATENCIES[words]] = product(x, y), lanes * bits
            rows.append(fixed | {"x_i": x, "y_i": y})
        for _ in range(LATENCIES[words]):
            garbage = {port: rng.getrandbits(6 * word) for port in ("x_i", "y_i")}
            rows.append(fixed | garbage)
    found = unit.run({port: [row[port] for row in rows] for port in unit.unit.inputs})["z_o"]
    for cycle, (value, bits) in expected.items():
        assert found[cycle] % (1 << bits) == value
