"""The standard-form multiplier with tables, against integers."""

import random

import pytest
from campaign import ALL_FIELDS, OPERATIONS
from fields import FIELDS, literal
from operands import check_pipeline, exhaustive, pairs

from proofsmith.rtl import Simulation, Unit, build

#: Fields of the paper, and one whose modulus has all ones at its top.
FIELD_NAMES = list(FIELDS) if ALL_FIELDS else ["BN254_FQ", "BLS12_381_FQ", "GOLDILOCKS"]


def simulation(modulus: int, chunk_bits: int, fan_in: int, width: int | None = None) -> Simulation:
    bits = modulus.bit_length()
    width = width or bits
    return build(
        Unit(
            name=f"standard_lut_{bits}_{chunk_bits}_{fan_in}",
            module="standard_lut",
            parameters={
                "Width": str(width),
                "Modulus": literal(modulus, width),
                "ChunkBits": str(chunk_bits),
                "FanIn": str(fan_in),
            },
            inputs={"a_i": width, "b_i": width},
            outputs={"p_o": width},
            constants={
                "latency": f"field_pkg::standard_lut_latency({bits}, {chunk_bits}, {fan_in})"
            },
        )
    )


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_fields(name: str) -> None:
    field, rng = FIELDS[name], random.Random(name)
    operands = pairs(field.modulus, OPERATIONS // len(FIELD_NAMES), rng)
    # As for an FPGA and as for gates.
    chunk_bits, fan_in = (6, 4) if name == "BN254_FQ" else (4, 8)
    unit = simulation(field.modulus, chunk_bits, fan_in, field.width)
    check_pipeline(unit, operands, lambda a, b: a * b % field.modulus, rng)


@pytest.mark.parametrize(
    ("modulus", "chunk_bits", "fan_in"), [(131, 2, 2), (251, 3, 4), (509, 6, 3), (257, 8, 4)]
)
def test_every_pair(modulus: int, chunk_bits: int, fan_in: int) -> None:
    rng = random.Random(modulus)
    operands = list(exhaustive(modulus))
    unit = simulation(modulus, chunk_bits, fan_in)
    check_pipeline(unit, operands, lambda a, b: a * b % modulus, rng)
