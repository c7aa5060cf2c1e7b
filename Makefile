# `make play` and `make test` are all a newcomer needs: they set up what they use.
BIN := .venv/bin
JOBS ?= auto

.DEFAULT_GOAL := help
.PHONY: help setup play test check format bench fuzz lock clean

help:  ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: .venv/dev.stamp  ## everything for playing, testing and developing, in .venv

play: .venv/app.stamp  ## set up and play (PLAY="--players 3 --bots greedy,random" for more)
	@$(BIN)/nouvelle-france play $(PLAY)

test: .venv/dev.stamp check  ## set up and run every check and test
	$(BIN)/pytest -n $(JOBS)

check: .venv/dev.stamp  ## lint, formatting, strict types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev.stamp  ## put the code into the house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/dev.stamp  ## measure speed (figures are kept in docs/benchmarks.md)
	$(BIN)/python -m benchmarks

fuzz: .venv/dev.stamp  ## hundreds of games of every kind against the independent re-player (long)
	$(BIN)/pytest -n $(JOBS) tests/test_independent.py --games 400 --timeout 0

lock: .venv/dev.stamp  ## write the pinned requirements anew from pyproject.toml
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --generate-hashes --universal --python-version 3.11 \
	  --custom-compile-command "make lock" pyproject.toml --group build -o requirements/app.txt
	$(BIN)/uv pip compile --quiet --generate-hashes --universal --python-version 3.11 \
	  --custom-compile-command "make lock" pyproject.toml --group dev -o requirements/dev.txt

clean:  ## remove everything that was made
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build

.venv/bin/python:
	@PYTHON="$(PYTHON)" sh tools/make-venv .venv

.venv/app.stamp: .venv/bin/python pyproject.toml requirements/app.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/app.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev.stamp: .venv/app.stamp requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@
