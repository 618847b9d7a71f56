"""Prove, verify, set up, and run single kernels: the functions of the package."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from proofsmith import _core
from proofsmith.accelerator import DEFAULT, Accelerator, load_accelerator
from proofsmith.errors import InputError
from proofsmith.files import StrPath, atomic_outputs, write
from proofsmith.results import KernelResult, ProveResult, Setting
from proofsmith.runs import parse_runs

Progress = Callable[[int, int, str], None]
"""Called as a step begins: steps done, steps in all, what begins."""

ENGINES = ("cpu", "sim")
ELEMENT_BYTES = 96  # a kernel holds at least so much for each: its input, a copy, its output
MODES = ("functional", "timing")


def prove(
    zkey: StrPath,
    wtns: StrPath,
    *,
    engine: str = "sim",
    accelerator: str | None = None,
    memory: str | None = None,
    overrides: Sequence[str] = (),
    mode: str = "functional",
    r1cs: StrPath | None = None,
    seed: int | None = None,
    progress: Progress | None = None,
) -> ProveResult:
    """Make a Groth16 proof with circom's files and verify it before it is returned.

    Args:
        zkey: proving key, BN254 or BLS12-381.
        wtns: witness.
        engine: `sim` runs every NTT and, where it has an engine for them, every G1 MSM on the
            modelled accelerator, `cpu` on this machine.
        accelerator: built-in name (`uninm` unless given) or path of a `.toml` description; for
            `sim`.
        memory: replaces the description's DRAM: `ideal`, `DDR4-3200`, `DDR4-3200x2`,
            `DDR4-3200x4`.
        overrides: `dotted.key=value` assignments to the description.
        mode: `functional`: the model computes the proof; `timing`: the CPU computes it, the model
            runs on indices and gives the same cycles, faster.
        r1cs: the circuit, to name the constraint that a bad witness violates.
        seed: fixes the randomness, for tests only; `None` takes it from the system.
        progress: called as each step begins with steps done, steps in all and its name.

    Raises:
        InputError: a file that cannot be used, or a witness that does not satisfy the circuit.
        AcceleratorError: a wrong description, or a size the accelerator cannot execute.

    """
    model = _model(engine, mode, accelerator, memory, overrides)
    start = time.perf_counter()
    made = _core.prove(
        zkey,
        wtns,
        r1cs,
        None if model is None else model.toml,
        mode == "timing",
        seed,
        progress,
    )
    return ProveResult(
        setting=Setting(engine, mode, made["curve"], model, seed),
        runs=parse_runs(made["runs"]),
        wall_s=time.perf_counter() - start,
        proof_json=made["proof"],
        public_json=made["public"],
        verification_key_json=made["verification_key"],
        wires=made["wires"],
        domain=made["domain"],
    )


def verify(verification_key: StrPath, public: StrPath, proof: StrPath) -> bool:
    """Check a proof; all three files are JSON as snarkjs writes it.

    Raises:
        InputError: a file that is not well-formed, a point off the curve or out of the subgroup,
            a number that is not reduced, or a wrong count of public signals.

    """
    return _core.verify(verification_key, public, proof)


def setup(
    r1cs: StrPath,
    zkey: StrPath,
    *,
    verification_key: StrPath | None = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """Make a proving key for tests and demos and return its verification key.

    The key goes to the file `zkey`, the verification key also to a file if one is named.

    This is not a ceremony: whoever ran it could have kept the trapdoor and forge proofs.

    Raises:
        InputError: a circuit that cannot be used, or an output that cannot be written.

    """
    key, key_json = Path(zkey), None if verification_key is None else Path(verification_key)
    with atomic_outputs([key, key_json], inputs=[r1cs]) as temporary:
        try:
            text = _core.setup(r1cs, temporary[key], seed)
        except InputError as error:
            raise InputError(str(error).replace(str(temporary[key]), str(key))) from error
        if key_json is not None:
            write(key_json, temporary[key_json], text)
    parsed: dict[str, Any] = json.loads(text)
    return parsed


def ntt(
    *,
    size: int | None = None,
    scalars: StrPath | None = None,
    curve: str = "BN254",
    inverse: bool = False,
    coset: bool = False,
    engine: str = "sim",
    accelerator: str | None = None,
    memory: str | None = None,
    overrides: Sequence[str] = (),
    mode: str = "functional",
    seed: int = 0,
    check: bool = False,
    progress: Progress | None = None,
) -> KernelResult:
    """Run one NTT over the scalar field, natural order in and out, with circom's root of unity.

    Args:
        size: log2 of the points of a random input.
        scalars: raw input instead: 32-byte little-endian values below r, a power of two of them.
        curve: `BN254` or `BLS12-381`.
        inverse: from evaluations to coefficients.
        coset: on the coset shifted by the root of twice the order, as in Groth16.
        engine: `sim` or `cpu`.
        accelerator: built-in name (`uninm` unless given) or path of a `.toml` description; for
            `sim`.
        memory: replaces the description's DRAM.
        overrides: `dotted.key=value` assignments to the description.
        mode: `functional` computes the values; `timing` only counts cycles.
        seed: of the random input.
        check: compare the output with the CPU engine's.
        progress: in timing mode called with steps done, steps in all.

    """
    model = _model(engine, mode, accelerator, memory, overrides)
    _check_check(check, model, mode)
    source = _source(size, scalars, mode)

    def call(toml: str | None) -> tuple[bytes | None, str]:
        return _core.ntt(curve, source, seed, inverse, coset, toml, mode == "timing", progress)

    setting = Setting(engine, mode, curve, model, seed if scalars is None else None)
    return _kernel(setting, call, check)


def msm(
    *,
    size: int | None = None,
    scalars: StrPath | None = None,
    points: StrPath | None = None,
    curve: str = "BN254",
    engine: str = "sim",
    accelerator: str | None = None,
    memory: str | None = None,
    overrides: Sequence[str] = (),
    mode: str = "functional",
    seed: int = 0,
    check: bool = False,
    progress: Progress | None = None,
) -> KernelResult:
    """Run one MSM in G1; for `sim`, on an accelerator that has an MSM engine.

    Args:
        size: log2 of the terms of a random sum.
        scalars: raw input instead: 32-byte little-endian values below r.
        points: raw points to go with `scalars`: x||y, little-endian, zeros for infinity.
        curve: `BN254` or `BLS12-381`.
        engine: `sim` or `cpu`.
        accelerator: built-in name (`uninm` unless given) or path of a `.toml` description; for
            `sim`.
        memory: replaces the description's DRAM.
        overrides: `dotted.key=value` assignments to the description.
        mode: `functional` computes the sum; `timing` only counts cycles.
        seed: of the random input.
        check: compare the output with the CPU engine's.
        progress: in timing mode called with steps done, steps in all.

    """
    model = _model(engine, mode, accelerator, memory, overrides)
    _check_check(check, model, mode)
    source = _source(size, scalars, mode)
    if mode == "timing" and points is not None:
        raise InputError("points: not used in timing mode")
    if mode == "functional" and (scalars is None) != (points is None):
        raise InputError("scalars and points: give both, or neither and a size")

    def call(toml: str | None) -> tuple[bytes | None, str]:
        return _core.msm(curve, source, points, seed, toml, mode == "timing", progress)

    setting = Setting(engine, mode, curve, model, seed if scalars is None else None)
    return _kernel(setting, call, check)


def _model(
    engine: str,
    mode: str,
    accelerator: str | None,
    memory: str | None,
    overrides: Sequence[str],
) -> Accelerator | None:
    if engine not in ENGINES:
        raise InputError(f"engine '{engine}': allowed: {', '.join(ENGINES)}")
    if mode not in MODES:
        raise InputError(f"mode '{mode}': allowed: {', '.join(MODES)}")
    if engine == "sim":
        name = DEFAULT if accelerator is None else accelerator
        return load_accelerator(name, memory=memory, overrides=overrides)
    if mode == "timing" or accelerator is not None or memory is not None or overrides:
        raise InputError("engine 'cpu' takes no mode 'timing', accelerator, memory or overrides")
    return None


def _source(size: int | None, scalars: StrPath | None, mode: str) -> int | StrPath:
    if size is not None and scalars is None:
        if size < 0:
            raise InputError(f"size {size}: allowed: 0 or more")
        if mode == "functional" and size > _most_values():
            raise InputError(
                f"size: 2^{size} elements: allowed: up to 2^{_most_values()} in memory"
            )
        return size
    if scalars is not None and size is None:
        return scalars
    raise InputError("give a size (log2) or a file of scalars, one of the two")


def _most_values() -> int:
    """Log2 of the elements that this machine has the memory for."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return (memory // ELEMENT_BYTES).bit_length() - 1


def _check_check(check: bool, model: Accelerator | None, mode: str) -> None:
    if check and (model is None or mode == "timing"):
        raise InputError("check: needs engine 'sim' in mode 'functional'")


def _kernel(
    setting: Setting, call: Callable[[str | None], tuple[bytes | None, str]], check: bool
) -> KernelResult:
    start = time.perf_counter()
    output, runs = call(setting.accelerator.toml if setting.accelerator else None)
    wall_s = time.perf_counter() - start
    return KernelResult(
        setting=setting,
        runs=parse_runs(runs),
        wall_s=wall_s,
        output=output,
        matches_cpu=(call(None)[0] == output) if check else None,
    )
