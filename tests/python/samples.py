"""Results shaped as the Rust side reports them, with figures that are easy to check by hand."""

from __future__ import annotations

from typing import Any

from proofsmith.accelerator import load_accelerator
from proofsmith.results import ProveResult, Setting
from proofsmith.runs import KernelRun


def sim(cycles: int = 8000, memory: str = "DDR4-3200 x1", clock_mhz: int = 800) -> dict[str, Any]:
    """A kernel of three phases: half the slots used, 80 % of the accesses row hits."""
    ideal = memory == "ideal"
    return {
        "accelerator": "uninm",
        "clock_mhz": clock_mhz,
        "cycles": cycles,
        "phases": [
            {"name": "load", "cycles": cycles // 4},
            {"name": "compute", "cycles": cycles // 2},
            {"name": "drain", "cycles": cycles - cycles // 4 - cycles // 2},
        ],
        "utilisation": {"unit": "butterfly", "units": 2, "used": cycles, "slots": 2 * cycles},
        "bubbles": [["memory", cycles // 2], ["pipeline fill", cycles - cycles // 2]],
        "dram": {
            "memory": memory,
            "read_bytes": 0 if ideal else 64 * cycles // 8,
            "write_bytes": 0 if ideal else 64 * cycles // 16,
            "row_hits": 0 if ideal else 80,
            "row_misses": 0 if ideal else 20,
            "stall_cycles": 0 if ideal else cycles // 2,
        },
        "verified_against_rtl": False,
    }


def run(label: str, kernel: str, size: int, stats: dict[str, Any] | None) -> dict[str, Any]:
    """One kernel call."""
    return {
        "label": label,
        "kernel": kernel,
        "size": size,
        "engine": "uninm" if stats else "cpu",
        "wall_s": 0.25,
        "sim": stats,
    }


def proof_runs(memory: str = "DDR4-3200 x1", has_msm: bool = True) -> tuple[KernelRun, ...]:
    """The kernels of one small proof; B2 runs on the CPU, without an MSM engine all MSMs do."""
    calls = [
        run(f"{direction} {name}", kernel, 4096, sim(8000, memory))
        for name in "abc"
        for direction, kernel in (("iNTT", "intt"), ("coset NTT", "coset_ntt"))
    ]
    calls += [
        run(name, "msm_g1", 4000, sim(80_000, memory) if has_msm else None)
        for name in ("A", "B1", "C", "H")
    ]
    calls.append(run("B2", "msm_g2", 4000, None))
    return tuple(KernelRun.from_dict(call) for call in calls)


def prove_result(
    memory: str = "DDR4-3200", seed: int | None = None, accelerator_name: str = "uninm"
) -> ProveResult:
    """A whole result; the proof is made up, nothing here checks it."""
    accelerator = load_accelerator(accelerator_name, memory=memory)
    return ProveResult(
        setting=Setting("sim", "functional", "BN254", accelerator, seed),
        runs=proof_runs(accelerator.memory, accelerator.has_msm),
        wall_s=1.5,
        proof_json='{\n "pi_a": ["1", "2", "1"],\n "curve": "bn128"\n}',
        public_json='[\n "7"\n]',
        verification_key_json='{\n "nPublic": 1\n}',
        wires=4000,
        domain=4096,
    )
