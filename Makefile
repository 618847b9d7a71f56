# make demo and make test set up everything they need; nothing asks a question.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUST_SOURCES := $(shell find crates accelerators -name '*.rs' -o -name '*.toml') Cargo.toml Cargo.lock
EXAMPLE := examples/merkle_bn254

# The variables that maturin sets, so that cargo and maturin build the binding once.
export PYO3_BUILD_EXTENSION_MODULE := 1
export PYO3_PYTHON := $(abspath $(BIN))/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help setup demo test lint bench verify fuzz lock clean

help:  ## Show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

setup: $(VENV)/.built  ## Make .venv with the proofsmith command in it

$(VENV)/.locked: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --require-hashes --requirement requirements.lock
	touch $@

$(VENV)/.built: $(VENV)/.locked $(RUST_SOURCES) pyproject.toml
	PATH="$(abspath $(BIN)):$$PATH" VIRTUAL_ENV=$(abspath $(VENV)) PIP_QUIET=1 \
		maturin develop --release --locked
	touch $@

demo: setup  ## Prove a real circuit on the modelled accelerator, into demo/
	mkdir -p demo
	$(BIN)/proofsmith setup $(EXAMPLE)/circuit.r1cs demo/circuit.zkey
	$(BIN)/proofsmith prove demo/circuit.zkey $(EXAMPLE)/witness.wtns \
		--engine sim --accelerator uninm --mode functional --r1cs $(EXAMPLE)/circuit.r1cs \
		--proof demo/proof.json --public demo/public.json --vk demo/verification_key.json \
		--report demo/report.html --trace demo/trace.json
	$(BIN)/proofsmith verify demo/verification_key.json demo/public.json demo/proof.json

test: setup node  ## Pass every test
	cargo test --release --locked --workspace
	$(BIN)/pytest

lint: setup  ## Check format, lints, types and that the lock files are current
	cargo fmt --all --check
	cargo clippy --release --locked --workspace --all-targets -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	git diff --exit-code -- Cargo.lock requirements.lock

verify: demo  ## Have snarkjs check the demo's proof as well
	$(MAKE) --no-print-directory node
	$(NODE_PATH_PREFIX) npx --prefix tests/system snarkjs groth16 verify \
		demo/verification_key.json demo/public.json demo/proof.json

clean:  ## Remove everything that was built
	rm -rf target $(VENV) node_modules demo build python/proofsmith/*.so
