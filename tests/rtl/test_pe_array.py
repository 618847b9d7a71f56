"""The sixteen elements as butterflies, as a point adder, and as one after the other."""

from __future__ import annotations

import random

from campaign import OPERATIONS, POINT_PAIRS
from fields import FIELDS
from operands import corners
from points import Addition, additions
from projective import Bus

from proofsmith.rtl import Simulation, Unit, build

ELEMENTS = 16
CURVE = "BLS12_381"
FQ, FR = FIELDS[f"{CURVE}_FQ"], FIELDS[f"{CURVE}_FR"]


def simulation() -> Simulation:
    butterfly, point = ELEMENTS * FR.width, 3 * FQ.width
    return build(
        Unit(
            name=f"pe_array_{CURVE.lower()}",
            module="pe_array",
            parameters={"Curve": f"curves_pkg::{CURVE}"},
            inputs={"point_i": 1, "valid_i": 1, "inverse_i": 1}
            | dict.fromkeys(("u_i", "v_i", "w_i"), butterfly)
            | dict.fromkeys(("p_i", "q_i"), point),
            outputs={"butterfly_valid_o": 1, "upper_o": butterfly, "lower_o": butterfly}
            | {"point_valid_o": 1, "r_o": point},
            reset=True,
            constants={
                "latency": f"padd_pkg::pe_array_point_latency(curves_pkg::{CURVE})",
                "butterfly_latency": f"padd_pkg::butterfly_latency({FR.enum})",
                "radix_bits": f"field_pkg::mod_mul_radix_bits(padd_pkg::PE_MUL, {FQ.enum})",
            },
        )
    )


def pack(values: list[int]) -> int:
    return sum(value << (FR.width * k) for k, value in enumerate(values))


def unpack(bus: int) -> list[int]:
    return [bus >> (FR.width * k) & (1 << FR.width) - 1 for k in range(ELEMENTS)]


def test_modes_take_turns() -> None:
    """Phases of butterflies and of additions, each drained before the mode changes."""
    sim, rng = simulation(), random.Random(CURVE)
    latency = {0: sim.constants["butterfly_latency"], 1: sim.constants["latency"]}
    bus = Bus(sim, FQ, rng)
    sums = additions(f"{CURVE.lower()}_g1", POINT_PAIRS)
    sums = rng.sample(sums, len(sums))
    special = corners(FR.modulus)
    twiddle_form = pow(2, FR.width, FR.modulus)

    def element() -> int:
        return rng.choice((rng.choice(special), rng.randrange(FR.modulus)))

    batch = OPERATIONS // ELEMENTS // 20
    inputs: dict[str, list[int]] = {port: [] for port in sim.unit.inputs}
    points: list[tuple[int, Addition]] = []
    butterflies: list[tuple[int, list[list[int]], int]] = []

    def clock(point: int, **given: int) -> None:
        for port, bits in sim.unit.inputs.items():
            value = {"point_i": point, "valid_i": 0}.get(port, rng.getrandbits(bits))
            inputs[port].append(given.get(port, value))

    share = len(sums) // 20 + 1
    for phase in range(40):
        point = phase % 2
        for _ in range(share if point else batch):
            while rng.random() < 0.1:
                clock(point)
            start = len(inputs["valid_i"])
            if not point:
                operands = [[element() for _ in range(ELEMENTS)] for _ in range(3)]
                inverse = rng.getrandbits(1)
                butterflies.append((start, operands, inverse))
                u, v, w = operands
                twiddles = pack([value * twiddle_form % FR.modulus for value in w])
                clock(0, valid_i=1, inverse_i=inverse, u_i=pack(u), v_i=pack(v), w_i=twiddles)
            elif len(points) < len(sums):
                addition = sums[len(points)]
                points.append((start, addition))
                p, q = bus.projective(addition.p, 1), bus.projective(addition.q, 1)
                clock(1, valid_i=1, p_i=p, q_i=q)
        for _ in range(latency[point]):
            clock(point)
    assert len(points) == len(sums)

    out = sim.run(inputs)
    for starts, port, delay in (
        ([start for start, *_ in butterflies], "butterfly_valid_o", latency[0]),
        ([start for start, _ in points], "point_valid_o", latency[1]),
    ):
        cycles = [cycle for cycle, valid in enumerate(out[port]) if valid]
        assert cycles == [start + delay for start in starts]
    for start, addition in points:
        bus.check(out["r_o"][start + latency[1]], 1, addition)
    half = (FR.modulus + 1) // 2
    for start, (u, v, w), inverse in butterflies:
        end, scale = start + latency[0], half if inverse else 1
        upper = [(a + b) * scale % FR.modulus for a, b in zip(u, v, strict=True)]
        lower = [(a - b) * c * scale % FR.modulus for a, b, c in zip(u, v, w, strict=True)]
        assert (unpack(out["upper_o"][end]), unpack(out["lower_o"][end])) == (upper, lower)
