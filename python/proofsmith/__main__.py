"""`python -m proofsmith`."""

from proofsmith.cli import main

main()
