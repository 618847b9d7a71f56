"""Area and delay of a unit by Yosys: UltraScale+ primitives, or gates of a Liberty file."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from proofsmith.rtl import hierarchy, sources
from proofsmith.rtl.liberty import Liberty
from proofsmith.rtl.registry import Entry
from proofsmith.rtl.sources import RtlError
from proofsmith.rtl.unit import TOP, Unit

Step = Callable[[str], None]

#: Seconds for one unit on one target. A flattened 384-bit multiplier takes minutes and some GB.
TIMEOUT_S = 3600
DEBIAN_PACKAGE = "qflow-tech-osu018"
_OSU018 = Path("usr/share/qflow/tech/osu018/osu018_stdcells.lib")

#: `synth` and the default `abc` script do not end on wide multipliers; these passes do.
ASIC_PASSES = (
    *("opt", "wreduce", "peepopt", "opt_clean", "booth", "alumacc", "maccmap", "opt"),
    *("memory", "opt", "techmap", "opt -fast", "opt_clean"),
)
ABC_SCRIPT = (
    *("strash", "balance", "rewrite", "refactor", "balance", "amap -m", "buffer -c", "topo"),
    *("upsize", "dnsize", "stime -p", "print_stats"),
)
#: The equivalence check after mapping, of multipliers, does not end.
NO_VERIFY = "scratchpad -set abc9.verify 0"
XCUP_PASS = "synth_xilinx -family xcup -noiopad -noclkbuf"  # noqa: S105

# Yosys does not return to Python before it ends, so signals must kill it, and it must not outlive
# the program. The peak includes abc, a process of its own.
_RUNNER = """
import ctypes, resource, signal, sys
from pyosys import libyosys
signal.signal(signal.SIGINT, signal.SIG_DFL)
if sys.platform == "linux":
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
libyosys.run_pass("script " + sys.argv[1], libyosys.Design())
peaks = (resource.getrusage(who).ru_maxrss
         for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print("\\npeak_kib", max(peaks))
"""
_STEP = re.compile(r"^[\d.]+ Executing (\S+) pass")
_DELAY = re.compile(r"Delay = *([\d.]+) ps")
_LEVELS = re.compile(r"\blev = *(\d+)")
_CONSTANT = re.compile(r"^  connect \\(\w+) (?:32'([01]{32})|(-?\d+))$", re.MULTILINE)


def default_liberty(directory: Path | None = None) -> Path:
    """Where Debian installs OSU018, or where `make liberty` unpacks it."""
    build = (directory or sources.root()).parent / "build" / "liberty"
    for base in (Path("/"), build):
        if (base / _OSU018).exists():
            return base / _OSU018
    raise RtlError(
        f"OSU018 is missing: run `make liberty`, install Debian's {DEBIAN_PACKAGE}, "
        "or name a library with --liberty"
    )


def xcup(entry: Entry, directory: Path | None = None, step: Step | None = None) -> dict[str, Any]:
    """Primitives of UltraScale+: shift registers and LUT memories stand apart from LUTs.

    `lut` is the sum over LUT1 to LUT6, unplaced: nothing is packed in pairs.
    """
    with _Work(entry, directory or sources.root(), step or _silent) as work:
        flatten = "" if entry.hierarchical else " -flatten"
        work.run([NO_VERIFY, *work.front_end(), f"{XCUP_PASS}{flatten} -top {TOP}", work.stat("")])
        cells = work.cells()

        def count(*prefixes: str) -> int:
            return sum(number for cell, number in cells.items() if cell.startswith(prefixes))

        return {
            "lut": count("LUT", "INV"),
            "srl": count("SRL"),
            "lutram": count("RAM32", "RAM64", "RAM128", "RAM256", "RAM512"),
            "ff": count("FD"),
            "carry4": count("CARRY"),
            "mux": count("MUXF"),
            "dsp48e2": count("DSP48E2"),
            "bram18": count("RAMB18") + 2 * count("RAMB36"),
            **work.effort(),
        }


def asic(
    entry: Entry, library: Liberty, directory: Path | None = None, step: Step | None = None
) -> dict[str, Any]:
    """Gate equivalents and the longest path between registers, without wires.

    A gate equivalent is a two-input NAND. `logic_ns` is the path through the gates, with the load
    that the first of them is to its register; `period_ns` adds clock-to-q and setup. Inputs and
    outputs count as registers. A hierarchical unit has the longest path inside any one module.
    """
    with _Work(entry, directory or sources.root(), step or _silent) as work:
        script, constraints = work.path / "script.abc", work.path / "constraints"
        script.write_text("\n".join(ABC_SCRIPT) + "\n")
        constraints.write_text(
            f"set_driving_cell {library.buffer}\nset_load {library.flop_load_pf * 1000:.2f}\n"
        )
        liberty = f"-liberty {library.path.resolve()}"
        log = work.run(
            [
                *work.front_end(),
                *ASIC_PASSES,
                f"dfflibmap {liberty}",
                f"abc {liberty} -constr {constraints} -script {script}",
                "opt_clean",
                work.stat(liberty),
            ]
        )
        cells = work.cells()
        unmapped = [cell for cell in cells if cell not in library.cells]
        if unmapped:
            raise RtlError(f"{entry.unit.name}: {library.name} has no cell for {unmapped[0]}")
        sequential = [cell for cell in cells if library.is_sequential(cell)]
        area = {cell: library.area(library.cells[cell]) * n for cell, n in cells.items()}
        sequential_area = sum(area[cell] for cell in sequential)
        flops = [library.flop(cell) for cell in sequential]
        logic_ns = max(map(float, _DELAY.findall(log)), default=0.0) / 1000
        period_ns = logic_ns
        if flops:
            period_ns += max(flop.clock_to_q_ns for flop in flops)
            period_ns += max(flop.setup_ns for flop in flops)
        return {
            "area": round(sum(area.values())),
            "ge": round(sum(area.values()) / library.nand2_area),
            "sequential_ge": round(sequential_area / library.nand2_area),
            "combinational_ge": round((sum(area.values()) - sequential_area) / library.nand2_area),
            "logic_ns": round(logic_ns, 3),
            "logic_fo4": round(logic_ns / library.fo4_ns, 1),
            "period_ns": round(period_ns, 3),
            "levels": max(map(int, _LEVELS.findall(log)), default=0),
            **work.effort(),
        }


def constants(unit: Unit, directory: Path | None = None) -> dict[str, int]:
    """The values of the unit's constants."""
    if not unit.constants:
        return {}
    ports = ",\n".join(f"  output logic [31:0] {name}" for name in unit.constants)
    assigns = "".join(
        f"  assign {name} = 32'({value});\n" for name, value in unit.constants.items()
    )
    text = f"module {TOP} (\n{ports}\n);\n{assigns}endmodule\n"
    with _Work(unit, directory or sources.root(), _silent, text) as work:
        work.run([*work.front_end(), "opt_clean", f"write_rtlil {work.path / 'constants.il'}"])
        found = _CONSTANT.findall((work.path / "constants.il").read_text())
    values = {name: int(bits, 2) if bits else int(number) for name, bits, number in found}
    return {name: (values[name] ^ 1 << 31) - (1 << 31) for name in unit.constants}


def yosys_version() -> str:
    """Version of the installed pyosys."""
    try:
        return distribution("pyosys").version
    except PackageNotFoundError:
        raise RtlError("Yosys is missing: pip install 'proofsmith[rtl]'") from None


def _silent(_step: str) -> None:
    pass


class _Work:
    """A directory with the sources of one unit, in which Yosys runs."""

    def __init__(
        self, entry: Entry | Unit, directory: Path, step: Step, text: str | None = None
    ) -> None:
        self.unit = entry.unit if isinstance(entry, Entry) else entry
        self.hierarchical = isinstance(entry, Entry) and entry.hierarchical
        self.step = step
        text = text or self.unit.synthesis_wrapper()
        self.files = sources.used(text, directory)
        yosys_version()
        self._temporary = tempfile.TemporaryDirectory(prefix="proofsmith-")
        self.path = Path(self._temporary.name)
        self.wrapper = self.path / f"{TOP}.sv"
        self.wrapper.write_text(text)
        self.seconds = 0.0
        self.peak_mib = 0

    def __enter__(self) -> _Work:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._temporary.cleanup()

    def front_end(self) -> list[str]:
        """Commands that read the sources; a hierarchical unit shares its equal modules."""
        includes = "".join(
            f" -I {path}"
            for path in sorted({file.parent for file in self.files if file.suffix == ".svh"})
        )
        names = " ".join(str(path) for path in self.files if path.suffix == ".sv")
        keep = " --keep-hierarchy" if self.hierarchical else ""
        # The wrapper's ports are vectors, those of a unit may be enums.
        options = f"--relax-enum-conversions{keep}{includes}"
        read = [f"read_slang {options} --top {TOP} {names} {self.wrapper}"]
        read += [
            "hierarchy -check",
            "proc",
            "chformal -remove",
            "flatten -noscopeinfo",
            "opt_clean",
        ]
        if not self.hierarchical:
            return read
        whole, shared = self.path / "whole.il", self.path / "shared.il"
        self.run([*read, f"write_rtlil {whole}"])
        shared.write_text(hierarchy.share(whole.read_text()))
        return [f"read_rtlil {shared}", f"hierarchy -check -top {TOP}"]

    def stat(self, options: str) -> str:
        """A command that counts cells for `cells`."""
        return f"tee -q -o {self.path / 'stat.json'} stat -json -top {TOP} {options}"

    def cells(self) -> Counter[str]:
        """Cells by type in the whole design, every instance of a module counted."""
        modules = json.loads((self.path / "stat.json").read_text())["modules"]
        known = {name.removeprefix("\\"): one for name, one in modules.items()}

        def count(module: str) -> Counter[str]:
            total: Counter[str] = Counter()
            for cell, number in known[module]["num_cells_by_type"].items():
                name = cell.removeprefix("\\")
                if name in known:
                    for inner, times in count(name).items():
                        total[inner] += number * times
                else:
                    total[name] += number
            return total

        return count(TOP)

    def run(self, commands: Sequence[str]) -> str:
        """Run Yosys and return its log; its first error becomes the exception."""
        script = self.path / "script.ys"
        script.write_text("".join(f"{command}\n" for command in commands))
        log, begin = [], time.monotonic()
        with subprocess.Popen(
            [sys.executable, "-c", _RUNNER, str(script)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, "TMPDIR": str(self.path)},
        ) as process:
            watchdog = threading.Timer(TIMEOUT_S, process.kill)
            watchdog.start()
            for line in process.stdout or ():
                log.append(line)
                if match := _STEP.search(line):
                    self.step(match[1])
            watchdog.cancel()
        self.seconds += time.monotonic() - begin
        if time.monotonic() - begin >= TIMEOUT_S:
            raise RtlError(f"{self.unit.name}: Yosys took over {TIMEOUT_S} s")
        if process.returncode or not log or not log[-1].startswith("peak_kib"):
            errors = [line for line in log if "error:" in line.lower()]
            last = errors[0] if errors else (log[-1] if log else "no output")
            killed = " (killed; out of memory?)" if process.returncode < 0 else ""
            raise RtlError(f"{self.unit.name}: {last.strip()}{killed}")
        self.peak_mib = max(self.peak_mib, int(log[-1].split()[1]) // 1024)
        return "".join(log)

    def effort(self) -> dict[str, Any]:
        """What the synthesis took, and how it was done."""
        return {
            "hierarchical": self.hierarchical,
            "seconds": round(self.seconds),
            "peak_mib": self.peak_mib,
        }
