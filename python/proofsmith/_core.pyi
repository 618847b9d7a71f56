"""The Rust half of proofsmith. Private: use the functions of the package."""

import os
from collections.abc import Callable, Sequence
from typing import TypedDict

VERSION: str
COMMIT: str
SETUP_WARNING: str

_Path = str | os.PathLike[str]
_Progress = Callable[[int, int, str], None]

class ProofsmithError(Exception): ...
class InputError(ProofsmithError): ...
class AcceleratorError(ProofsmithError): ...

class Proved(TypedDict):
    """JSON texts as snarkjs writes them, the kernel runs as a JSON array, sizes."""

    curve: str
    wires: int
    domain: int
    proof: str
    public: str
    verification_key: str
    runs: str

def accelerator_names() -> list[str]: ...
def accelerator(name: str, overrides: list[str], memory: str | None = None) -> tuple[str, str]: ...
def cosim_workloads(
    name: str, accelerator_toml: str | None, cycles: int, seed: int
) -> list[str]: ...
def cosim(
    name: str,
    workload: int,
    library: _Path,
    inputs: Sequence[tuple[str, int]],
    outputs: Sequence[tuple[str, int]],
    accelerator_toml: str | None,
    cycles: int,
    seed: int,
) -> tuple[int, str | None]: ...
def prove(
    zkey: _Path,
    wtns: _Path,
    r1cs: _Path | None,
    accelerator_toml: str | None,
    timing: bool,
    seed: int | None,
    progress: _Progress | None,
) -> Proved: ...
def verify(verification_key: _Path, public: _Path, proof: _Path) -> bool: ...
def setup(r1cs: _Path, zkey: _Path, seed: int | None) -> str: ...
def ntt(
    curve: str,
    source: int | _Path,
    seed: int,
    inverse: bool,
    coset: bool,
    accelerator_toml: str | None,
    timing: bool,
    progress: _Progress | None,
) -> tuple[bytes | None, str]: ...
def msm(
    curve: str,
    source: int | _Path,
    points: _Path | None,
    seed: int,
    accelerator_toml: str | None,
    timing: bool,
    progress: _Progress | None,
) -> tuple[bytes | None, str]: ...
