"""Registry, lint, synthesis and tables of the hardware units."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from proofsmith import accelerator, cli
from proofsmith.rtl import (
    RtlError,
    Unit,
    characterization,
    export,
    hierarchy,
    lint,
    registry,
    sources,
    synthesis,
)
from proofsmith.rtl.liberty import Liberty

RTL = Path(__file__).parents[2] / "rtl"
Captured = pytest.CaptureFixture[str]

# Delay and slew are linear in the load: 0.02 + 10 * load and 0.01 + 5 * load, whatever the slew.
TABLES = "".join(
    f"""
    {table}(grid) {{
      values("{low}, {low}", \\
             "{high}, {high}");
    }}"""
    for table, low, high in (
        ("cell_rise", 0.02, 1.02),
        ("cell_fall", 0.02, 1.02),
        ("rise_transition", 0.01, 0.51),
        ("fall_transition", 0.01, 0.51),
    )
)
FUNCTIONS = {
    "INV": ("A", "(!A)", 2),
    "INV_BIG": ("A", "A'", 8),
    "BUF": ("A", "A", 3),
    "NAND2": ("AB", "!(A B)", 4),
    "NOR2": ("AB", "(!(A+B))", 4),
}


def liberty(path: Path) -> Path:
    """A library in which every delay can be worked out by hand."""
    cells = ""
    for name, (inputs, function, area) in FUNCTIONS.items():
        cells += f"cell ({name}) {{\n  area : {area};\n"
        for pin in inputs:
            cells += f"  pin({pin}) {{ direction : input; capacitance : 0.002; }}\n"
        cells += f'  pin(Y) {{ direction : output; function : "{function}"; max_capacitance : 1;\n'
        for pin in inputs:
            cells += (
                f'    timing() {{ related_pin : "{pin}"; timing_sense : negative_unate;{TABLES} }}'
            )
        cells += "  }\n}\n"
    cells += f"""
cell (DFF) {{
  area : 16;
  ff (IQ, IQN) {{ next_state : "D"; clocked_on : "CK"; }}
  pin(CK) {{ direction : input; clock : true; capacitance : 0.003; }}
  pin(D) {{ direction : input; capacitance : 0.004;
    timing() {{ related_pin : "CK"; timing_type : setup_rising;
      rise_constraint(check) {{ values("0.1, 0.1", "0.1, 0.1"); }}
      fall_constraint(check) {{ values("0.2, 0.2", "0.2, 0.2"); }} }} }}
  pin(Q) {{ direction : output; function : "IQ"; max_capacitance : 1;
    timing() {{ related_pin : "CK"; timing_type : rising_edge;{TABLES} }} }}
}}
"""
    path.write_text(
        "/* a comment { */\nlibrary(tiny) {\n  delay_model : table_lookup;\n"
        '  time_unit : "1ns";\n  capacitive_load_unit (1, pf);\n'
        "  lu_table_template(grid) { variable_1 : total_output_net_capacitance;\n"
        '    variable_2 : input_net_transition; index_1 ("0, 0.1"); index_2 ("0, 1"); }\n'
        "  lu_table_template(check) { variable_1 : related_pin_transition;\n"
        '    variable_2 : constrained_pin_transition; index_1 ("0, 1"); index_2 ("0, 1"); }\n'
        f"{cells}}}\n"
    )
    return path


@pytest.fixture
def library(tmp_path: Path) -> Liberty:
    return Liberty(liberty(tmp_path / "tiny.lib"))


def checkout(directory: Path, **modules: str) -> Path:
    rtl = directory / "rtl"
    rtl.mkdir()
    for name, text in modules.items():
        (rtl / f"{name}.sv").write_text(text)
    return rtl


def entry(
    module: str, bits: int, *, clock: bool = True, hierarchical: bool = False
) -> registry.Entry:
    unit = Unit(module, module, inputs={"a_i": bits}, outputs={"y_o": bits}, clock=clock)
    return registry.Entry(unit, 1, registry.TARGETS, hierarchical, "")


def test_the_sources_of_a_module_come_after_what_they_need(tmp_path: Path) -> None:
    rtl = checkout(
        tmp_path,
        a_pkg="package a_pkg; endpackage",
        leaf="module leaf; leaf u_self (); // unrelated\n localparam X = a_pkg::Y; endmodule",
        unrelated="module unrelated; endmodule",
        middle="module middle; /* unrelated */ leaf u_leaf (); endmodule",
    )
    names = [path.stem for path in sources.used("middle u_middle ();", rtl)]
    assert names == ["a_pkg", "leaf", "middle"]
    (rtl / "sub").mkdir()
    (rtl / "sub" / "leaf.sv").write_text("")
    with pytest.raises(RtlError, match="has the same name"):
        sources.used("middle", rtl)


GOOD = 'module = "m"\ninputs = { a_i = 1 }\noutputs = { y_o = 1 }\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[x]\n" + GOOD + "modul = 1", "unknown key 'modul'"),
        ('[x]\ninputs = { a_i = 1 }\nmodule = "m"', "outputs is missing"),
        ("[x]\n" + GOOD + 'clock = "yes"', "clock must be true or false"),
        ("[x]\n" + GOOD + "interval = true", "interval must be an integer"),
        ("[x]\n" + GOOD + "interval = 0", "interval must be at least 1"),
        ("[x]\n" + GOOD + "parameters = { Width = 3 }", "parameters.Width must be a string"),
        ("[x]\n" + GOOD.replace("a_i = 1", "a_i = 0"), "inputs.a_i must be a number of bits"),
        ("[x]\n" + GOOD.replace("a_i = 1", ""), "inputs is empty"),
        ("x = 1", "is not a table"),
        ("[x", "units.toml: "),
    ],
)
def test_the_registry_refuses(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "units.toml").write_text(text)
    with pytest.raises(RtlError, match=r"units\.toml") as error:
        registry.load(tmp_path)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_the_registry_of_this_checkout() -> None:
    entries = registry.load(RTL)
    assert entries
    with pytest.raises(RtlError, match="no unit 'nope'"):
        registry.select(entries, ["nope"])
    first = next(iter(entries))
    assert list(registry.select(entries, [first])) == [first]
    assert registry.select(entries, []) == entries


HEADER = "/// Adds one.\n///\n/// Latency : 0\n/// Reset : none\n/// Handshake : none\n"
CLEAN = HEADER + (
    "/// Model : none\nmodule inc (\n  input  logic [7:0] a_i,\n  output logic [7:0] y_o\n);\n\n"
    "  assign y_o = a_i + 8'd1;\n\nendmodule\n"
)


def test_lint(tmp_path: Path) -> None:
    rtl = checkout(tmp_path, inc=CLEAN)
    for name in (lint.RULES, lint.LAYOUT):
        (rtl / name).write_text((RTL / name).read_text())
    (rtl / "units.toml").write_text(
        '[inc]\nmodule = "inc"\nclock = false\ninputs = { a_i = 8 }\noutputs = { y_o = 8 }\n'
    )
    assert lint.lint(rtl) == []
    bad = CLEAN.replace("/// Model : none\n", "").replace("8'd1;", "9'd1; ")
    (rtl / "inc.sv").write_text(bad)
    complaints = lint.lint(rtl)
    for expected in ("'/// Model : ...'", "no-trailing-spaces", "Verible's layout", "WIDTHTRUNC"):
        assert sum(expected in line for line in complaints) == 1, (expected, complaints)
    lint.layout(rtl)
    assert not any("layout" in line for line in lint.lint(rtl))


def test_liberty(library: Liberty) -> None:
    assert (library.name, library.nand2_area, library.buffer) == ("tiny", 4.0, "BUF")
    assert library.fo4_ns == pytest.approx(0.02 + 10 * 4 * 0.002)
    flop = library.flop("DFF")
    assert (flop.clock_to_q_ns, flop.setup_ns) == pytest.approx((0.02, 0.2))
    assert library.flop_load_pf == 0.004
    assert library.is_sequential("DFF")
    assert not library.is_sequential("INV")


@pytest.mark.parametrize("text", ["", "library(x) {", "library(x) { cell (Y) { area : 1; } }", "{"])
def test_a_bad_liberty_file_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "bad.lib").write_text(text)
    with pytest.raises(RtlError, match=r"bad\.lib: not a Liberty file"):
        Liberty(tmp_path / "bad.lib")
    with pytest.raises(RtlError, match="No such file"):
        Liberty(tmp_path / "missing.lib")


INVERT = """
module invert (input logic clk_i, input logic [9:0] a_i, output logic [9:0] y_o);
  logic [9:0] a_q;
  always_ff @(posedge clk_i) begin
    a_q <= a_i;
    y_o <= ~a_q;
  end
endmodule
"""


def test_gates_and_delay_can_be_worked_out(tmp_path: Path, library: Liberty) -> None:
    found = synthesis.asic(entry("invert", 10), library, checkout(tmp_path, invert=INVERT))
    # Ten inverters of area 2 between twenty flip-flops of area 16.
    assert (found["area"], found["ge"]) == (340, 85)
    assert (found["sequential_ge"], found["combinational_ge"]) == (80, 5)
    assert found["levels"] == 1
    # A buffer's delay by its load stands for the register's; an inverter drives the next one.
    logic = 10 * 0.002 + 0.02 + 10 * 0.004
    assert found["logic_ns"] == pytest.approx(logic, abs=0.001)
    assert found["period_ns"] == pytest.approx(logic + 0.02 + 0.2, abs=0.001)
    assert found["logic_fo4"] == pytest.approx(logic / 0.1, abs=0.1)


LINE = """
module line (input logic clk_i, input logic [63:0] a_i, output logic [63:0] y_o);
  logic [31:0] a_q, b_q, c_q, d_q;
  logic [63:0] p_q;
  always_ff @(posedge clk_i) begin
    a_q <= a_i[31:0];
    b_q <= a_q;
    c_q <= b_q;
    d_q <= c_q;
    p_q <= 64'(a_i[63:48]) * 64'(a_i[15:0]);
  end
  assign y_o = p_q ^ {32'd0, d_q};
endmodule
"""


def test_ultrascale_shift_registers_are_not_hidden(tmp_path: Path) -> None:
    found = synthesis.xcup(entry("line", 64), checkout(tmp_path, line=LINE))
    assert (found["srl"], found["dsp48e2"]) == (32, 1)
    assert found["lut"] == 32
    assert found["ff"] < 4 * 32  # fewer than the line's registers


TRIPLE = "module triple (input logic [7:0] x_i, output logic [7:0] y_o); assign y_o = x_i * 8'd3;"
QUAD = """
module quad (input logic [31:0] a_i, output logic [31:0] y_o);
  for (genvar i = 0; i < 4; i++) begin : gen_part
    triple u_triple (.x_i(a_i[8*i+:8]), .y_o(y_o[8*i+:8]));
  end
endmodule
"""


def test_a_hierarchical_unit_synthesises_equal_modules_once(
    tmp_path: Path, library: Liberty
) -> None:
    rtl = checkout(tmp_path, triple=f"(* keep_hierarchy *) {TRIPLE} endmodule", quad=QUAD)
    steps: list[str] = []
    whole, flat = (
        synthesis.asic(
            entry("quad", 32, clock=False, hierarchical=kept), library, rtl, steps.append
        )
        for kept in (True, False)
    )
    assert whole["hierarchical"] and not flat["hierarchical"]
    assert whole["area"] % 4 == 0
    assert whole["area"] == pytest.approx(flat["area"], rel=0.1)
    assert {"HIERARCHY", "ABC"} <= set(steps)


def test_equal_modules_become_one() -> None:
    text = """attribute \\src "a.sv:1"
module \\top
  cell \\x$1 \\u_1
  end
  cell \\x$2 \\u_2
  end
end
attribute \\src "a.sv:2"
module \\x$1
  attribute \\src "a.sv:3"
  cell \\leaf$1 \\u
  end
end
module \\x$2
  attribute \\src "a.sv:4"
  cell \\leaf$2 \\u
  end
end
module \\leaf$1
  wire \\a
end
module \\leaf$2
  wire \\a
end
"""
    shared = hierarchy.share(text)
    assert shared.count("\nmodule ") == 3
    assert shared.count("cell \\x$1 ") == 2
    assert "$2" not in shared


def test_made_up_names_are_no_difference_and_other_parts_are() -> None:
    def module(name: str, add: int, mul: int, leaf: str, connected: str = "$add") -> str:
        add_name, mul_name = f"$add${add}_Y", f"$mul${mul}_Y"
        to = add_name if connected == "$add" else mul_name
        return (
            f"module \\{name}\n  wire {add_name}\n  wire {mul_name}\n  cell \\leaf${leaf} \\u\n"
            f"    connect \\A {to}\n  end\nend\n"
        )

    leaves = "module \\leaf$1\n  wire \\a\nend\nmodule \\leaf$2\n  wire \\b\nend\n"
    # Where two names have the same number in one module, they may have two in the other.
    text = leaves + module("x", 5, 6, "1") + module("y", 7, 7, "1") + module("z", 5, 6, "2")
    text += module("v", 5, 6, "1", connected="$mul")
    shared = hierarchy.share(text)
    assert "module \\v\n" in shared
    assert "module \\x\n" in shared
    assert "module \\y\n" not in shared
    assert "module \\z\n" in shared


def test_constants(tmp_path: Path) -> None:
    rtl = checkout(tmp_path, c_pkg="package c_pkg; localparam int X = 70000; endpackage")
    unit = Unit("c", "c", constants={"x": "c_pkg::X", "y": "-3", "z": "c_pkg::X > 1"})
    assert synthesis.constants(unit, rtl) == {"x": 70000, "y": -3, "z": 1}


def test_an_error_of_yosys_names_the_place(tmp_path: Path) -> None:
    rtl = checkout(tmp_path, broken="module broken (input logic a_i); endmodule")
    with pytest.raises(RtlError, match=r"^broken: .*port 'y_o' does not exist") as error:
        synthesis.xcup(entry("broken", 1, clock=False), rtl)
    assert "\n" not in str(error.value)


def record(**figures: int) -> dict[str, Any]:
    known = {"lut": 1, "ff": 2, "carry4": 3, "dsp48e2": 4, "srl": 5, "lutram": 6}
    known["bram18"] = 0
    return {
        "module": "mod_add",
        "parameters": {"Width": "8"},
        "interval": 2,
        "constants": {"latency": 3},
        "xcup": {**known, "hierarchical": True, **figures},
    }


def test_other_entries_and_targets_stay(tmp_path: Path) -> None:
    path = tmp_path / "docs" / "c.json"
    characterization.merge(path, {"b": record(), "a": record()})
    gates = {key: value for key, value in record().items() if key != "xcup"}
    characterization.merge(path, {"b": {**gates, "asic": {"ge": 9}}})
    read = characterization.read(path)
    assert list(read) == ["a", "b"]
    assert read["b"]["xcup"]["lut"] == 1
    assert read["b"]["asic"] == {"ge": 9}
    characterization.merge(path, {"b": {**gates, "parameters": {"Width": "9"}}})
    assert "xcup" not in characterization.read(path)["b"]
    path.write_text("[]")
    with pytest.raises(RtlError, match="not a characterization"):
        characterization.read(path)


def test_the_tables_of_a_page_are_replaced(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    begin = "<!-- characterization of arith field: begin -->"
    page.write_text(f"before\n{begin}\nold\n{characterization.END}\nafter\n")
    asic = {"liberty": "tiny", "ge": 2000, "sequential_ge": 500, "logic_ns": 1.5, "logic_fo4": 15}
    asic |= {"levels": 7, "period_ns": 2.0, "hierarchical": False}
    units = {"mul": record(lut=1234), "add": {**record(), "asic": asic}}
    units["elsewhere"] = {**record(), "module": "delay_line"}
    assert characterization.pages(tmp_path) == [page]
    for _ in range(2):
        characterization.render(page, units)
    lines = page.read_text().splitlines()
    assert "old" not in lines
    assert not any("elsewhere" in line for line in lines)
    assert (lines[0], lines[-1]) == ("before", "after")
    assert "| `mul` (hierarchical) | 3 | 2 | 1,234 | 2 | 3 | 4 | 5 | 6 |" in lines
    expected = "| 3 | 2 | 2.0 | 0.5 | 1.50 | 15.0 | 7 | 2.00 | 125,000 |"
    assert f"| `add` (hierarchical) {expected}" in lines
    for text in ("no markers", begin):
        page.write_text(text)
        with pytest.raises(RtlError, match="is missing"):
            characterization.render(page, units)


def test_an_accelerator_becomes_a_package(tmp_path: Path, capsys: Captured) -> None:
    assert cli.run(["rtl", "export", "uninm", "--set", "msm.window_bits=7"]) == 0
    text = capsys.readouterr().out
    assert "localparam int unsigned MSM_WINDOW_BITS = 7;" in text
    assert text == export.package(
        accelerator.load_accelerator("uninm", overrides=["msm.window_bits=7"])
    )
    path = tmp_path / "uninm_pkg.sv"
    path.write_text(text)
    kernels = Unit("k", "k", constants={"kernels": "uninm_pkg::NTT_KERNELS"})
    assert synthesis.constants(kernels, tmp_path) == {"kernels": 4}


def test_synth_writes_figures_and_prints_tables(
    tmp_path: Path, library: Liberty, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    rtl = checkout(tmp_path, invert=INVERT)
    (rtl / "units.toml").write_text(
        '[invert]\nmodule = "invert"\ninputs = { a_i = 10 }\noutputs = { y_o = 10 }\n'
        'constants = { latency = "1 + 1" }\n'
    )
    monkeypatch.setattr(sources, "root", lambda: rtl)
    output = tmp_path / "c.json"
    arguments = ["rtl", "synth", "invert", "--target", "asic", "--output", str(output)]
    assert cli.run([*arguments, "--liberty", str(library.path)]) == 0
    assert "| `invert` | 2 | 1 | 0.1 |" in capsys.readouterr().out
    figures = json.loads(output.read_text())["units"]["invert"]["asic"]
    assert (figures["ge"], figures["liberty"]) == (85, "tiny")
    assert figures["liberty_sha256"] == library.sha256
    output.write_text("nonsense")
    assert cli.run([*arguments, "--liberty", str(library.path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_missing_cells_are_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(synthesis, "_OSU018", Path("no/such/file.lib"))
    with pytest.raises(RtlError, match="make liberty"):
        synthesis.default_liberty(tmp_path / "rtl")


def test_failed_unit_tests_are_exit_code_1_and_none_of_a_name_2(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = []
    codes = iter((0, 1, 5))

    def run(command: list[str], **_options: object) -> subprocess.CompletedProcess[str]:
        calls.append(command)
        return subprocess.CompletedProcess(command, next(codes))

    monkeypatch.setattr(subprocess, "run", run)
    assert cli.run(["rtl", "test"]) == 0
    assert cli.run(["rtl", "test", "barrett"]) == 1
    assert cli.run(["rtl", "test", "nothing"]) == 2
    assert calls[2][-2:] == ["-k", "nothing"]
