"""The twiddles of every stage, group, length and direction: conflicts of banks would show."""

from __future__ import annotations

import random

import pytest

from proofsmith.rtl import Unit, build

MAX_LOG2, WIDTH = 12, 64
ONE, MODULUS = 0x123456789ABC, 0xFEDCBA9876543211


def reverse(value: int, bits: int) -> int:
    return int(f"{value:0{bits}b}"[::-1], 2) if bits else 0


@pytest.mark.parametrize("butterflies", [2, 4, 8])
def test_every_group(butterflies: int) -> None:
    group_bits = MAX_LOG2 - 1 - (butterflies - 1).bit_length()
    sim = build(
        Unit(
            name=f"twiddle_table_{butterflies}",
            module="twiddle_table",
            parameters={
                "Width": str(WIDTH),
                "Butterflies": str(butterflies),
                "MaxLog2": str(MAX_LOG2),
                "One": f"{WIDTH}'d{ONE}",
                "Modulus": f"{WIDTH}'d{MODULUS}",
            },
            inputs={"log2_size_i": 5, "inverse_i": 1, "stage_i": 5, "group_i": group_bits}
            | {"write_i": 1, "index_i": MAX_LOG2, "data_i": WIDTH},
            outputs={"twiddles_o": butterflies * WIDTH},
        )
    )
    rng = random.Random(butterflies)
    words = [rng.getrandbits(WIDTH) for _ in range(1 << MAX_LOG2)]
    rows = [
        {"write_i": 1, "index_i": index, "data_i": words[index]}
        for index in rng.sample(range(len(words)), len(words))
    ]
    lengths = range((4 * butterflies).bit_length() - 1, MAX_LOG2 + 1)
    asked: dict[int, list[int]] = {}
    for log2 in lengths:
        half = 1 << (log2 - 1)
        for inverse in (0, 1):
            for stage in range(log2):
                for group in range(half // butterflies):
                    wanted = []
                    for i in range(group * butterflies, (group + 1) * butterflies):
                        exponent = reverse(i, log2 - 1) if inverse else i
                        exponent = exponent >> stage << stage
                        if exponent == 0:
                            wanted.append(MODULUS - ONE if inverse else ONE)
                        else:
                            wanted.append(words[half + (half - exponent if inverse else exponent)])
                    asked[len(rows)] = wanted
                    rows.append(
                        {"log2_size_i": log2, "inverse_i": inverse}
                        | {"stage_i": stage, "group_i": group}
                    )
    rows.append({})
    inputs = {
        port: [row.get(port, rng.getrandbits(bits) if port == "data_i" else 0) for row in rows]
        for port, bits in sim.unit.inputs.items()
    }
    found = sim.run(inputs)["twiddles_o"]
    mask = (1 << WIDTH) - 1
    for cycle, wanted in asked.items():
        seen = [found[cycle + 1] >> (WIDTH * k) & mask for k in range(butterflies)]
        assert seen == wanted, rows[cycle]
