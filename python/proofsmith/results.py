"""What the functions of the package return."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, ClassVar

from proofsmith import _core
from proofsmith.accelerator import Accelerator
from proofsmith.runs import KernelRun, Totals

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a result depends on, besides its input files.

    `engine` is `cpu` or `sim`; `mode` is `functional` (the model computed the values) or `timing`
    (the CPU computed the values, the model ran on indices to count cycles). `accelerator` is
    `None` for the CPU engine. `seed` is `None` when the randomness came from the system.
    """

    engine: str
    mode: str
    curve: str
    accelerator: Accelerator | None
    seed: int | None

    def to_dict(self) -> Json:
        """Plain data for JSON, with the version and commit of this build."""
        return {
            "version": _core.VERSION,
            "commit": _core.COMMIT,
            "engine": self.engine,
            "mode": self.mode if self.accelerator else None,
            "curve": self.curve,
            "accelerator": self.accelerator.parameters if self.accelerator else None,
            "seed": self.seed,
        }

    def caveats(self, runs: tuple[KernelRun, ...], host_work: str = "") -> list[str]:
        """What a reader must know before any number; ignored DRAM comes first.

        `host_work` is what the CPU does besides kernels.
        """
        notes = []
        if self.accelerator and self.accelerator.ignores_dram:
            notes.append(
                "DRAM is ignored: memory 'ideal' has no latency and no bandwidth limit, "
                "so no real card reaches these figures."
            )
        modelled = [run for run in runs if run.sim is not None]
        alone = [run.name for run in modelled if run.sim and not run.sim.verified_against_rtl]
        if alone:
            of = (
                "these cycles"
                if len(alone) == len(modelled)
                else f"the cycles of {', '.join(alone)}"
            )
            notes.append(f"Model only: no lockstep run against RTL stands behind {of}.")
        if self.accelerator and self.mode == "timing":
            notes.append(
                "Timing mode: the model counted cycles on indices alone; values come from the CPU."
            )
        on_cpu = [run.name for run in runs if run.sim is None]
        if self.accelerator and on_cpu:
            besides = f"; {host_work} as well" if host_work else ""
            notes.append(f"On the CPU, not on the accelerator: {', '.join(on_cpu)}{besides}.")
            if not self.accelerator.has_msm and any(run.is_msm for run in runs):
                notes.append(f"{self.accelerator.name} has no MSM engine: its MSMs run on the CPU.")
        return notes


@dataclass(frozen=True, kw_only=True)
class Result:
    """What every result carries: how it was made, the kernels it took, this machine's time."""

    host_work: ClassVar[str] = ""

    setting: Setting
    runs: tuple[KernelRun, ...]
    wall_s: float

    @property
    def totals(self) -> Totals:
        """Sums over the kernels that ran on the accelerator."""
        return Totals.of(self.runs)

    @property
    def title(self) -> str:
        """One line for the head of a report."""
        raise NotImplementedError

    @property
    def facts(self) -> dict[str, str]:
        """What was computed, for the head of a report."""
        return {"Curve": self.setting.curve}

    @property
    def caveats(self) -> list[str]:
        """What a reader must know before any number; ignored DRAM comes first."""
        return self.setting.caveats(self.runs, self.host_work)

    def to_dict(self) -> Json:
        """Plain data for JSON: configuration, version, commit, seed, kernels and totals."""
        return {
            **self.setting.to_dict(),
            "caveats": self.caveats,
            "wall_s": self.wall_s,
            "totals": asdict(self.totals),
            "runs": [run.to_dict() for run in self.runs],
        }

    def report(self) -> str:
        """Return a self-contained HTML page."""
        from proofsmith.report import render  # plotly takes a while to import

        return render(self)

    def trace(self) -> Json:
        """Return Chrome trace events; Perfetto opens them."""
        from proofsmith.trace import build

        return build(self)

    def _repr_html_(self) -> str:
        from proofsmith.report import summary

        return summary(self)


@dataclass(frozen=True, kw_only=True)
class ProveResult(Result):
    """A proof that passed the verifier, and what it took.

    The three `_json` texts are byte for byte what snarkjs would write. `wires` counts the
    circuit's wires, `domain` the points of its NTTs.
    """

    host_work: ClassVar[str] = "reading files, the constraint products and the final check"

    proof_json: str
    public_json: str
    verification_key_json: str
    wires: int
    domain: int

    @cached_property
    def proof(self) -> Json:
        """The proof as snarkjs' object: pi_a, pi_b, pi_c, protocol, curve."""
        proof: Json = json.loads(self.proof_json)
        return proof

    @cached_property
    def public(self) -> list[str]:
        """Public signals, decimal strings."""
        public: list[str] = json.loads(self.public_json)
        return public

    @cached_property
    def verification_key(self) -> Json:
        """The verification key as snarkjs' object."""
        key: Json = json.loads(self.verification_key_json)
        return key

    @property
    def title(self) -> str:
        """One line for the head of a report."""
        return "Groth16 proof"

    @property
    def facts(self) -> dict[str, str]:
        """What was proved, for the head of a report."""
        return {
            **super().facts,
            "Circuit": f"{self.wires:,} wires, domain {size_text(self.domain)}",
            "Public signals": str(len(self.public)),
        }

    @property
    def caveats(self) -> list[str]:
        """What a reader must know before any number; ignored DRAM comes first."""
        seeded = "Explicit seed: for tests only, the randomness that hides the witness is known."
        return super().caveats + ([] if self.setting.seed is None else [seeded])

    def to_dict(self) -> Json:
        """Everything as plain data for JSON."""
        circuit = {"wires": self.wires, "domain": self.domain}
        return {**super().to_dict(), **circuit, "proof": self.proof, "public": self.public}


@dataclass(frozen=True, kw_only=True)
class KernelResult(Result):
    """One kernel alone.

    `output` is the result in little-endian standard form: scalars of 32 bytes for an NTT, x||y for
    an MSM (zeros for infinity); `None` in timing mode, which computes no values. `matches_cpu` is
    set when a check against the CPU engine was asked for.
    """

    output: bytes | None
    matches_cpu: bool | None = None

    @property
    def run(self) -> KernelRun:
        """The kernel's record."""
        return self.runs[0]

    @property
    def title(self) -> str:
        """One line for the head of a report."""
        return f"{self.run.title} of {size_text(self.run.size)}"

    @property
    def facts(self) -> dict[str, str]:
        """What was computed, for the head of a report."""
        check = {None: "not asked for", True: "equal to the CPU engine", False: "DIFFERS"}
        return {**super().facts, "Check": check[self.matches_cpu]}

    def to_dict(self) -> Json:
        """Everything but the output as plain data for JSON."""
        return {**super().to_dict(), "matches_cpu": self.matches_cpu}


def size_text(size: int) -> str:
    """Return `2^k` for powers of two from 2^10, else the number with separators."""
    log2 = size.bit_length() - 1
    return f"2^{log2}" if log2 >= 10 and size == 1 << log2 else f"{size:,}"
