"""The exceptions that proofsmith raises; every one is a `ProofsmithError` with one clear line."""

from proofsmith._core import AcceleratorError, InputError, ProofsmithError

__all__ = ["AcceleratorError", "InputError", "ProofsmithError"]
