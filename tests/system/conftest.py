"""Fixtures that several files share."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import tools

#: The domain of weighted_sum.circom, and the smallest that the modelled accelerators transform.
POWER = 10
#: Public value and log2 of the hash iterations of a beacon; snarkjs asks for at least 10.
BEACON = ("0102030405060708090a0b0c0d0e0f", "10")
WEIGHTED_SUM_INPUT = {
    "weight": "1234567",
    "offset": "42",
    "x": [str(i * i + 1) for i in range(600)],
}


@dataclass(frozen=True)
class SnarkjsKeys:
    """A circuit with its witness, and the keys that snarkjs made for it."""

    curve: str
    r1cs: Path
    witness: Path
    #: Straight from `groth16 setup`: no contribution, sections in an odd order.
    fresh: Path
    #: After two contributions and a beacon.
    final: Path


def snarkjs_ceremony(curve: str) -> SnarkjsKeys:
    """Run phase 1 and phase 2 with snarkjs."""
    circuit = tools.circuit_with_witness("weighted_sum", curve, WEIGHTED_SUM_INPUT)
    steps = [
        f"powersoftau new {tools.SNARKJS_CURVE[curve]} {POWER} 0.ptau",
        f"powersoftau beacon 0.ptau 1.ptau {' '.join(BEACON)}",
        "powersoftau prepare phase2 1.ptau 2.ptau",
        "groth16 setup CIRCUIT 2.ptau 0.zkey",
        "zkey contribute 0.zkey 1.zkey --entropy=one --name=one",
        "zkey contribute 1.zkey 2.zkey --entropy=two --name=two",
        f"zkey beacon 2.zkey 3.zkey {' '.join(BEACON)}",
    ]

    suffixes = (".ptau", ".zkey")

    def run_steps(folder: Path) -> None:
        for step in steps:
            words = step.replace("CIRCUIT", str(circuit / "circuit.r1cs")).split()
            located = [folder / word if Path(word).suffix in suffixes else word for word in words]
            tools.succeed(tools.snarkjs(*located))

    keys = tools.cached(f"ceremony-{curve}", [*steps, circuit.name], run_steps)
    return SnarkjsKeys(
        curve=curve,
        r1cs=circuit / "circuit.r1cs",
        witness=circuit / "witness.wtns",
        fresh=keys / "0.zkey",
        final=keys / "3.zkey",
    )


@cache
def ceremonies() -> dict[str, SnarkjsKeys]:
    """Both ceremonies side by side: most of snarkjs' work here is on one core."""
    with ThreadPoolExecutor() as pool:
        keys = pool.map(snarkjs_ceremony, tools.SNARKJS_CURVE)
        return dict(zip(tools.SNARKJS_CURVE, keys, strict=True))


@pytest.fixture(params=list(tools.SNARKJS_CURVE))
def snarkjs_keys(request: pytest.FixtureRequest) -> SnarkjsKeys:
    """A key ceremony run by snarkjs, on each curve."""
    return ceremonies()[request.param]


@pytest.fixture(params=["cpu", "sim"])
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine."""
    name: str = request.param
    return name
