"""How long the tests of the hardware units run."""

import os

#: Random operations for each unit; `make verify` asks for more.
OPERATIONS = int(os.environ.get("PROOFSMITH_RTL_OPERATIONS", "100000"))

#: Whether to cover every field that a unit serves, and not only a sample.
ALL_FIELDS = os.environ.get("PROOFSMITH_RTL_FIELDS") == "all"

#: Random pairs of points for each point adder; `make verify` asks for more.
POINT_PAIRS = int(os.environ.get("PROOFSMITH_RTL_POINT_PAIRS", "1000"))
