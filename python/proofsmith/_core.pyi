"""The Rust half of proofsmith. Private: use the functions of the package."""

from collections.abc import Callable
from typing import TypedDict

VERSION: str
COMMIT: str
SETUP_WARNING: str

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
def prove(
    zkey: str,
    wtns: str,
    r1cs: str | None,
    accelerator_toml: str | None,
    timing: bool,
    seed: int | None,
    progress: _Progress | None,
) -> Proved: ...
def verify(verification_key: str, public: str, proof: str) -> bool: ...
def setup(r1cs: str, zkey: str, seed: int | None) -> str: ...
def ntt(
    curve: str,
    source: int | str,
    seed: int,
    inverse: bool,
    coset: bool,
    accelerator_toml: str | None,
    timing: bool,
    progress: _Progress | None,
) -> tuple[bytes | None, str]: ...
def msm(
    curve: str,
    source: int | str,
    points: str | None,
    seed: int,
    accelerator_toml: str | None,
    timing: bool,
    progress: _Progress | None,
) -> tuple[bytes | None, str]: ...
