"""Adders in Jacobian coordinates: the unified pipeline, and the adder with a folded doubler."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import pytest
from campaign import ALL_FIELDS, POINT_PAIRS
from fields import CURVES as CURVE_LIST
from fields import mod_mul_cfg
from points import Addition, Point, additions

from proofsmith.rtl import Simulation, Unit, build

KARATSUBA, STANDARD_LUT = "MONT_KARATSUBA", "STANDARD_LUT"
CURVES = {curve.name: curve for curve in CURVE_LIST}
GROUPS = {name: f"{name.lower()}_g1" for name in CURVES}
TAG_BITS = 32


@dataclass(frozen=True)
class Form:
    """Elements as the multipliers have them: x R modulo M."""

    modulus: int
    width: int
    radix_bits: int

    def operand(self, point: Point, rng: random.Random) -> int:
        """A point in Jacobian coordinates {Z, Y, X} of a random Z."""
        if point is None:
            x, y, z = rng.randrange(self.modulus), rng.randrange(self.modulus), 0
        else:
            z = rng.choice((1, rng.randrange(1, self.modulus)))
            x, y = point[0] * z**2, point[1] * z**3
        inside = [(value << self.radix_bits) % self.modulus for value in (x, y, z)]
        return sum(value << self.width * index for index, value in enumerate(inside))

    def garbage(self, rng: random.Random) -> int:
        return rng.getrandbits(3 * self.width)

    def coordinates(self, packed: int) -> tuple[int, int, int]:
        inverse = pow(1 << self.radix_bits, -1, self.modulus)
        words = [packed >> self.width * index & (1 << self.width) - 1 for index in range(3)]
        assert max(words) < self.modulus
        x, y, z = (word * inverse % self.modulus for word in words)
        return x, y, z

    def is_point(self, packed: int, point: Point) -> bool:
        """Whether coordinates are those of an affine point."""
        x, y, z = self.coordinates(packed)
        if point is None or z == 0:
            return point is None and z == 0
        return (x, y) == tuple(
            value * pow(z, power, self.modulus) % self.modulus
            for value, power in zip(point, (2, 3), strict=True)
        )


def simulation(
    module: str,
    name: str,
    kind: str = KARATSUBA,
    parameters: Mapping[str, str] | None = None,
    constants: Mapping[str, str] | None = None,
) -> tuple[Simulation, Form]:
    """A unit, and the form in which it takes elements. `constants` are functions of padd_pkg."""
    field, curve = CURVES[name].base_field, f"curves_pkg::{name}"
    cfg = mod_mul_cfg(kind)
    operands = {"p_i": 3 * field.width}
    controls = {"ready_o": 1, "valid_o": 1}
    if module == "pdbl_folded":
        operands["ready_i"] = 1
    else:
        operands["q_i"] = 3 * field.width
    if module == "padd_jacobian_separate":
        operands["tag_i"] = TAG_BITS
        controls["tag_o"] = TAG_BITS
    if module == "padd_jacobian":
        del controls["ready_o"]
    unit = Unit(
        name=f"{module}_{name.lower()}_{kind.lower()}",
        module=module,
        parameters={"Cfg": cfg, "Curve": curve} | dict(parameters or {}),
        inputs={"valid_i": 1} | operands,
        outputs=controls | {"r_o": 3 * field.width},
        reset=True,
        constants={
            constant: f"{function}({cfg}, {curve})"
            for constant, function in (constants or {}).items()
        }
        | {"radix_bits": f"field_pkg::mod_mul_radix_bits({cfg}, {field.enum})"},
    )
    built = build(unit)
    return built, Form(field.modulus, field.width, built.constants["radix_bits"])


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("BN254", KARATSUBA),
        ("BN254", STANDARD_LUT),
        *(
            [("BLS12_381", kind) for kind in (KARATSUBA, STANDARD_LUT)]
            + [(name, KARATSUBA) for name in ("BLS12_377", "MNT4_753")]
            if ALL_FIELDS
            else []
        ),
    ],
)
def test_unified(name: str, kind: str) -> None:
    unit, form = simulation(
        "padd_jacobian", name, kind, constants={"latency": "padd_pkg::padd_jacobian_latency"}
    )
    latency, rng = unit.constants["latency"], random.Random(f"{name} {kind}")
    cycles: list[Addition | None] = []
    for addition in additions(GROUPS[name], POINT_PAIRS):
        while rng.random() < 0.1:
            cycles.append(None)
        cycles.append(addition)
    cycles += [None] * latency

    def column(operand: str) -> list[int]:
        return [
            form.operand(getattr(addition, operand), rng) if addition else form.garbage(rng)
            for addition in cycles
        ]

    outputs = unit.run(
        {
            "valid_i": [int(addition is not None) for addition in cycles],
            "p_i": column("p"),
            "q_i": column("q"),
        }
    )
    entered = {place: addition for place, addition in enumerate(cycles) if addition}
    valid = [place for place, bit in enumerate(outputs["valid_o"]) if bit]
    assert valid == [place + latency for place in entered]
    for place, addition in entered.items():
        assert form.is_point(outputs["r_o"][place + latency], addition.r), addition


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("BN254", {}),
        *(
            [("BN254", {"QueueDepth": "1"}), ("BLS12_381", {}), ("MNT4_753", {})]
            if ALL_FIELDS
            else []
        ),
    ],
)
def test_separate(name: str, parameters: dict[str, str]) -> None:
    """Results are matched by tags, which are the clocks in which operations were offered."""
    unit, form = simulation(
        "padd_jacobian_separate",
        name,
        parameters={"TagWidth": str(TAG_BITS)} | parameters,
        constants={
            "latency": "padd_pkg::padd_jacobian_separate_latency",
            "equal_latency": "padd_pkg::jacobian_equal_latency",
            "interval": "pdbl_pkg::separate_interval",
            "places": "padd_pkg::jacobian_queue_depth",
        },
    )
    latency, interval = unit.constants["latency"], unit.constants["interval"]
    places = int(parameters.get("QueueDepth", unit.constants["places"]))
    # The doublings, and whatever waits for them, are done by then.
    bound = unit.constants["equal_latency"] + 2 + (places + 1) * interval
    rng = random.Random(name)
    every = additions(GROUPS[name], POINT_PAIRS)
    twice = [addition for addition in every if addition.p and addition.p == addition.q]
    plain = [addition for addition in every if addition not in twice]

    def run(
        cycles: list[Addition | None],
    ) -> tuple[dict[int, Addition], list[tuple[int, int]], list[int]]:
        """What was taken at each place, the doublings (tag, place of the result), and ready_o."""
        outputs = unit.run(
            {
                "valid_i": [int(addition is not None) for addition in cycles],
                "tag_i": list(range(len(cycles))),
                **{
                    f"{operand}_i": [
                        form.operand(getattr(one, operand), rng) if one else form.garbage(rng)
                        for one in cycles
                    ]
                    for operand in ("p", "q")
                },
            }
        )
        ready = outputs["ready_o"]
        taken = {place: one for place, one in enumerate(cycles) if one and ready[place]}
        returned = [
            (tag, place)
            for place, (tag, valid) in enumerate(
                zip(outputs["tag_o"], outputs["valid_o"], strict=True)
            )
            if valid
        ]
        assert sorted(tag for tag, _ in returned) == list(taken)
        doublings = []
        for tag, place in returned:
            assert form.is_point(outputs["r_o"][place], taken[tag].r), taken[tag]
            if taken[tag] in twice:
                assert place - tag <= bound
                doublings.append((tag, place))
            else:
                assert place - tag == latency
        assert doublings == sorted(doublings)
        return taken, doublings, ready

    cycles: list[Addition | None] = []
    for addition in every:
        cycles += [*[None] * (rng.random() < 0.1), addition]
    cycles += rng.choices([None, *twice], k=10 * interval)
    cycles += rng.choices(twice, k=10 * interval)
    cycles += rng.choices([*twice, *plain[:1000]], k=10 * interval)
    crowded = len(cycles)
    quiet = len(cycles) + bound
    cycles += [None] * bound + rng.choices(plain, k=1000)
    sparse = len(cycles)
    for _ in range(20):
        cycles += [rng.choice(twice), *rng.choices(plain, k=rng.randrange(interval, 4 * interval))]
    end = len(cycles)
    cycles += [None] * bound
    taken, doublings, ready = run(cycles)
    # What was refused is offered again, and taken where the unit is idle.
    prompt = unit.constants["equal_latency"] + 2 + interval
    missing = set(every) - set(taken.values())
    again: list[Addition | None] = []
    for addition in missing:
        again += [addition, *[None] * (2 * prompt)]
    again += [None] * bound
    assert set(run(again)[0].values()) == missing

    if places <= unit.constants["equal_latency"]:
        return
    # Full rate. While doublings wait one is done in every interval, also where sums flow beside.
    assert all(ready[quiet:sparse])
    waited = [place for _, place in doublings if place < crowded][-25:]
    assert len(waited) == 25
    assert max(later - place for place, later in pairwise(waited)) <= interval
    # One among additions in every clock does not wait for them to end.
    assert sum(ready[sparse:end]) >= end - sparse - 20
    assert [place - tag <= prompt for tag, place in doublings if tag >= sparse] == [True] * 20


@pytest.mark.parametrize("name", GROUPS if ALL_FIELDS else ["BN254"])
def test_folded(name: str) -> None:
    unit, form = simulation(
        "pdbl_folded",
        name,
        constants={
            "latency": "pdbl_pkg::pdbl_folded_latency",
            "interval": "pdbl_pkg::pdbl_folded_interval",
        },
    )
    latency, rng = unit.constants["latency"], random.Random(name)
    twice = [one for one in additions(GROUPS[name], 0) if one.p == one.q]
    cycles = rng.choices(twice, k=100 * unit.constants["interval"])
    valid = [int(rng.random() < 0.9) for _ in cycles]
    ready = [int(rng.random() < 0.5) for _ in cycles]
    outputs = unit.run(
        {"valid_i": valid, "p_i": [form.operand(one.p, rng) for one in cycles], "ready_i": ready}
    )
    place = 0
    for _ in range(80):
        while not valid[place]:
            assert outputs["ready_o"][place]
            place += 1
        one, done = cycles[place], place + latency
        assert outputs["ready_o"][place]
        assert not any(outputs["ready_o"][place + 1 : done])
        assert not any(outputs["valid_o"][place:done])
        while not ready[done]:
            assert outputs["valid_o"][done]
            done += 1
        assert outputs["valid_o"][done]
        assert form.is_point(outputs["r_o"][done], one.r), one
        place = done + 1
