"""The generator that brings arkworks' values to the hardware: constants and points."""

import shutil
import subprocess
from pathlib import Path


def rtlgen(*arguments: str) -> str:
    """What `proofsmith-rtlgen` prints, built first where it is not."""
    cargo = shutil.which("cargo")
    assert cargo is not None, "cargo is missing: arkworks' values come from a Rust program"
    run = [cargo, "run", "--release", "--locked", "--quiet", "--package", "proofsmith-rtlgen"]
    root = Path(__file__).parents[2]
    written = subprocess.run([*run, "--", *arguments], cwd=root, capture_output=True, text=True)
    assert written.returncode == 0, written.stderr
    return written.stdout
