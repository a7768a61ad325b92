# Everything a user or developer types. `make help` lists the targets.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: help install run test test-slow test-gui docs pictures check lint format types bench tune ffo clean clean-cache
.DEFAULT_GOAL := help

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

$(VENV)/run: setup.cfg pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . >&2
	@touch $@

$(VENV)/dev: setup.cfg pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' >&2
	@touch $@ $(VENV)/run

install: $(VENV)/dev  ## set up .venv with everything a developer needs

run: $(VENV)/run  ## set up what is needed, then speak GTP on standard input and output
	@$(BIN)/othello warmup >&2
	@exec $(BIN)/othello gtp

test: $(VENV)/dev  ## set up what is needed, then run the test suite
	@$(BIN)/python -m othello warmup >&2
	@$(BIN)/python -m pytest

test-slow: $(VENV)/dev  ## the tests that take long: deep perft, FFO 40-59
	@$(BIN)/python -m pytest -m slow

check: $(VENV)/dev lint types test  ## what a reviewer runs: lint, format, types, layers, tests

test-gui: $(VENV)/dev  ## whole games in Quarry, on a screen in memory
	@$(BIN)/python -m othello warmup >&2
	@$(BIN)/python -m pytest -m gui tests/gui

docs: $(VENV)/dev  ## renew the tables of README and docs/ that come from the code
	@$(BIN)/python -m tests.docs

pictures: $(VENV)/dev  ## make the pictures in docs/ again; needs Chromium
	@$(BIN)/python -m tests.pictures

lint: $(VENV)/dev  ## lint and formatting
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: $(VENV)/dev  ## put the code into the house format
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format .

types: $(VENV)/dev  ## mypy --strict
	@$(BIN)/mypy

bench: $(VENV)/run  ## node signature and speed
	@$(BIN)/othello bench

tune: $(VENV)/dev  ## solve the tuning set; ARGS="--against FILE" compares runs
	@$(BIN)/python -m tests.benchmarks.solving tests/data/tuning/tuning.obf $(ARGS)

ffo: $(VENV)/dev  ## solve FFO 20-39, likewise
	@$(BIN)/python -m tests.benchmarks.solving tests/data/ffo/fforum-20-39.obf $(ARGS)

clean:  ## remove what was installed and built
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

clean-cache: $(VENV)/run  ## remove compiled kernels
	@$(BIN)/othello warmup --clear
