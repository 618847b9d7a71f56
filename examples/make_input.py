"""Writes ``input.json`` and ``public.json`` of the Merkle examples.

The tree is computed here with the integer hash of ``mimc5.py``, not with the circuit: the root
that the circuit accepts is therefore an independent check of the circuit. All leaves come from a
fixed rule, so the files are the same on every run.
"""

import json
import sys
from pathlib import Path

from mimc5 import SCALAR_FIELDS, compress, field_element

DEPTH = 12
LEAF_INDEX = 0b1011_0100_1101


def tree_levels(leaves: list[int], modulus: int) -> list[list[int]]:
    """All levels of the tree, leaves first, root last."""
    levels = [leaves]
    while len(levels[-1]) > 1:
        below = levels[-1]
        levels.append([compress(*below[i : i + 2], modulus) for i in range(0, len(below), 2)])
    return levels


def write_json(path: Path, value: object) -> None:
    """Writes ``value`` as indented JSON with a final newline."""
    path.write_text(json.dumps(value, indent=1) + "\n")


def main() -> None:
    """Writes both files into the example folder named on the command line."""
    folder = Path(sys.argv[1]).resolve()
    modulus = SCALAR_FIELDS[folder.name.removeprefix("merkle_")]
    leaves = [field_element(f"proofsmith/leaf/{i}") for i in range(1 << DEPTH)]
    *levels, [root] = tree_levels(leaves, modulus)
    heights = range(DEPTH)
    inputs = {
        "root": str(root),
        "leaf": str(leaves[LEAF_INDEX]),
        "sibling": [str(levels[h][(LEAF_INDEX >> h) ^ 1]) for h in heights],
        "isRight": [str(LEAF_INDEX >> h & 1) for h in heights],
    }
    write_json(folder / "input.json", inputs)
    write_json(folder / "public.json", [str(root)])


if __name__ == "__main__":
    main()
