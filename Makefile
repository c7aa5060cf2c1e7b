# `make play` and `make test` are all a newcomer needs: they set up what they use.
BIN := .venv/bin
JOBS ?= auto
# Tests start hundreds of Python processes. Where the environment forbids to keep bytecode, each would compile the package.
unexport PYTHONDONTWRITEBYTECODE
# The same examples of property tests each time; pytest by itself draws new ones.
PYTEST = CI=1 $(BIN)/pytest -n $(JOBS) --dist worksteal
QUICK := $(addprefix tests/,edition geometry rules record wire tables charts test_golden.py test_properties.py) README.md
TYPES := web/src/protocol
# What the rulebook, the lessons and the puzzles in the page are written from.
BOOK := $(shell find $(addprefix src/nouvelle_france/,edition geometry rules wire rulebook lessons puzzles) -type f -not -name "*.pyc")

.DEFAULT_GOAL := help
.PHONY: help setup page site play serve terminal test test-quick test-all test-page compiled check types format bench bench-page bench-server screenshots fuzz lock dist test-install test-elsewhere test-lowest sizes clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

setup: .venv/dev.stamp  ## everything for playing, testing and developing, in .venv

page: .venv/page.stamp  ## build the page of the browser

site: .venv/page.stamp  ## the game as a folder of files for any host, into site/ (SITE=DIR for another)
	@$(BIN)/nouvelle-france site $(or $(SITE),site)

play: .venv/page.stamp  ## set up, start the server and open the game in the browser (PLAY="--port 9000" for more)
	@$(BIN)/nouvelle-france serve --open $(PLAY)

serve: .venv/page.stamp  ## the same without opening it: tables over the network (SERVE="--port 9000" for more)
	@$(BIN)/nouvelle-france serve $(SERVE)

terminal: .venv/app.stamp  ## play in the terminal (PLAY="--players 3 --bots greedy,random" for more)
	@$(BIN)/nouvelle-france play $(PLAY)

test: .venv/dev.stamp .venv/page.stamp web/node_modules/.package-lock.json  ## set up and run every check and test
	@$(MAKE) --no-print-directory -j 2 compiled check test-page  # one after another, they would leave a core idle
	$(PYTEST) -m "not large"

test-quick: .venv/dev.stamp  ## the inner loop, a minute: rules, records, tables and other logic; no browser, no server
	$(PYTEST) $(QUICK)

test-all: .venv/dev.stamp .venv/page.stamp web/node_modules/.package-lock.json  ## the same as test with every language on every page and more games of each kind
	@$(MAKE) --no-print-directory -j 2 compiled check test-page
	$(PYTEST) --games 40 --core-games 4000 --env-games 10000 --pure-games 1000 --kills 50 --timeout 0

test-page: .venv/page.stamp  ## the tests of the page's own logic
	$(BIN)/python hatch_build.py test

test-install: .venv/dev.stamp .venv/page.stamp  ## the wheel in clean environments on every Python there is, played in Chromium (downloads much)
	$(BIN)/pytest tests/install --timeout 0

test-elsewhere: .venv/dev.stamp compiled  ## the tests of all that works on Windows and macOS, without what those systems have not
	PYTHONPATH=tests/absent ABSENT=windows $(PYTEST) -m "not large" tests
	PYTHONPATH=tests/absent ABSENT=macos $(PYTEST) -m "not large" tests/bots tests/cli tests/pool

test-lowest: .venv/dev.stamp  ## the tests with the oldest versions of everything that pyproject.toml allows
	$(BIN)/pip install --quiet uv
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv-lowest
	$(BIN)/uv pip compile --quiet --resolution lowest-direct --extra bots --extra plots --extra postgres --extra push pyproject.toml -o .venv-lowest/lowest.txt
	$(BIN)/uv pip install --quiet --python .venv-lowest/bin/python --editable . --group test -r .venv-lowest/lowest.txt
	.venv-lowest/bin/python -m tests.core
	CI=1 .venv-lowest/bin/pytest -n $(JOBS) --dist worksteal -m "not large" tests --ignore tests/web --ignore tests/envs --ignore tests/install --ignore tests/pool/test_cluster.py

compiled: .venv/dev.stamp
	$(BIN)/python -m tests.core  # before the tests' workers would wait for each other
	$(BIN)/python -m tests.envs

check: .venv/dev.stamp web/node_modules/.package-lock.json  ## lint, formatting, strict types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m nouvelle_france.protocol.typescript --check $(TYPES)
	$(BIN)/python hatch_build.py check  # the same of the page: lint, formatting, strict types, rooms

types: .venv/dev.stamp  ## write the page's types anew from the models of the protocol
	$(BIN)/python -m nouvelle_france.protocol.typescript $(TYPES)

format: .venv/dev.stamp web/node_modules/.package-lock.json  ## put the code into the house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python hatch_build.py format

bench: .venv/dev.stamp .venv/page.stamp .venv-peers/peers.stamp  ## measure speed (figures are kept in docs/benchmarks.md)
	$(BIN)/python -m benchmarks

screenshots: .venv/dev.stamp .venv/page.stamp  ## pictures of the main screens, in three languages, into screenshots/
	$(BIN)/python -m tests.web.screenshots screenshots

bench-page: .venv/dev.stamp .venv/page.stamp  ## measure the page in a real browser
	$(BIN)/python -m benchmarks.page

bench-server: .venv/dev.stamp  ## measure the server under load, on SQLite and PostgreSQL (long)
	$(BIN)/python -m benchmarks.server

fuzz: .venv/dev.stamp  ## hundreds of games against the independent replayer, thousands of the core, 1,000 of pure levels, 500 kills of the server, attacks on it (long)
	$(BIN)/pytest -n $(JOBS) tests/test_independent.py --games 400 --timeout 0
	$(BIN)/pytest -n $(JOBS) tests/core/test_differential.py --core-games 20000 --timeout 0
	$(BIN)/pytest -n $(JOBS) tests/bots/test_pure.py --pure-games 1000 --timeout 0
	$(BIN)/pytest -n $(JOBS) tests/server/test_kills.py --kills 250 --timeout 0
	$(BIN)/pytest tests/server/attacks --attack-seconds 30 --timeout 0  # alone: delays are measured

dist: .venv/dev.stamp .venv/page.stamp  ## wheel and source distribution, into dist/
	rm -rf dist
	NOUVELLE_FRANCE_PAGE=built $(BIN)/hatchling build -d dist

sizes: dist  ## how large each kind of install is (figures are kept in docs/install.md)
	$(BIN)/python -m benchmarks.sizes dist

lock: .venv/dev.stamp  ## write the pinned requirements anew from pyproject.toml
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --generate-hashes --universal --python-version 3.11 \
	  --custom-compile-command "make lock" pyproject.toml --extra bots --extra push --group build -o requirements/app.txt
	$(BIN)/uv pip compile --quiet --generate-hashes --universal --python-version 3.11 \
	  --custom-compile-command "make lock" pyproject.toml --all-extras --group dev -o requirements/dev.txt
	printf '%s\n' "catanatron==3.2.*" "pettingzoo==1.27.*" pygame chess "pgx==2.6.*" | $(BIN)/uv pip compile --quiet --generate-hashes --universal --python-version 3.11 \
	  --custom-compile-command "make lock" - -o requirements/peers.txt

clean:  ## remove everything that was made
	rm -rf web/node_modules web/rulebook web/lessons web/puzzles src/nouvelle_france/server/page src/nouvelle_france/browser/pyodide site .venv .venv-lowest .venv-peers .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build

.venv/bin/python:
	@PYTHON="$(PYTHON)" sh tools/make-venv .venv

.venv/app.stamp: .venv/bin/python pyproject.toml requirements/app.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/app.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

.venv/page.stamp: web/node_modules/.package-lock.json hatch_build.py $(BOOK) $(shell find web \( -path web/node_modules -o -path web/rulebook -o -path web/lessons -o -path web/puzzles \) -prune -o -type f -print)
	$(BIN)/python hatch_build.py
	@touch $@

web/node_modules/.package-lock.json: .venv/app.stamp web/package.json web/package-lock.json
	$(BIN)/python hatch_build.py install
	@touch $@

.venv/dev.stamp: .venv/app.stamp requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

.venv-peers/peers.stamp: requirements/peers.txt
	@PYTHON="$(PYTHON)" sh tools/make-venv .venv-peers
	.venv-peers/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/peers.txt
	@touch $@
