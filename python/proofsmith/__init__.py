"""Groth16 proofs of circom circuits on cycle-exact models of published ZK accelerators."""

from proofsmith import _core
from proofsmith.accelerator import Accelerator, accelerators, load_accelerator
from proofsmith.api import msm, ntt, prove, setup, verify
from proofsmith.errors import AcceleratorError, InputError, ProofsmithError
from proofsmith.results import KernelResult, ProveResult, Result, Setting
from proofsmith.runs import DramStats, KernelRun, Phase, SimStats, Totals, Utilisation

__version__ = _core.VERSION
__commit__ = _core.COMMIT

__all__ = [
    "Accelerator",
    "AcceleratorError",
    "DramStats",
    "InputError",
    "KernelResult",
    "KernelRun",
    "Phase",
    "ProofsmithError",
    "ProveResult",
    "Result",
    "Setting",
    "SimStats",
    "Totals",
    "Utilisation",
    "__commit__",
    "__version__",
    "accelerators",
    "load_accelerator",
    "msm",
    "ntt",
    "prove",
    "setup",
    "verify",
]
