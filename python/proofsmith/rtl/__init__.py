"""The hardware units in `rtl/`: simulation, lint and synthesis."""

from proofsmith.rtl.simulation import Simulation, build
from proofsmith.rtl.sources import RtlError
from proofsmith.rtl.unit import Unit

__all__ = ["RtlError", "Simulation", "Unit", "build"]
