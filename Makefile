# All commands of the project; `make help` lists them. Needs Python 3.11 or newer and make; the rest is set up in .venv.

PYTHON ?= python3
VENV ?= .venv
GAMES ?= 100000
KILLS ?= 50
LADDER_GAMES ?= 400
ARGS ?=

BIN := $(VENV)/bin
PAGE := src/kingdom_builder/web/index.html
PUZZLES := src/kingdom_builder/puzzles/puzzles.jsonl.gz
NODE_MODULES := frontend/node_modules/.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
NPM := $(BIN)/python frontend/build.py npm
# A test process runs whole modules, so that the tests of a module share its servers; tests/conftest.py orders them.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder
# Install the programs that tests need on the system, if the user may; say so before.
SERVICES := $(BIN)/python -m tests.services
# Scripts import packages that lie beside them: from tests.reference import score
SCRIPT := PYTHONPATH=. $(BIN)/python
UV_VERSION := 0.13.7

# Tests start hundreds of Python processes: without cached bytecode each of them compiles all modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

# Set up the virtual environment again if its Python has been removed.
$(shell test -x $(BIN)/python || rm -f $(VENV)/installed $(VENV)/bench-installed $(VENV)/ppo-installed)

.PHONY: help
help: ## list the commands
	@awk -F ':.*## ' '/^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*## / { printf "  make %-19s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo 'ARGS passes options on: make test-quick ARGS="-k canoe"'

##@ Play

.PHONY: play
play: $(VENV)/installed page kernel ## start a server on this machine and open the page
	@$(BIN)/kingdom-builder serve $(ARGS)

.PHONY: page
page: $(PAGE) ## build the page from frontend/

.PHONY: kernel
kernel: $(VENV)/installed ## compile the kernel from native/ if there is a C++ compiler; everything works without it
	@$(BIN)/python native/build.py

##@ Test

.PHONY: test
test: $(VENV)/installed $(VENV)/ppo-installed page kernel ## run all tests; says what it installs on the system for them
	@$(SERVICES)
	$(PYTEST) $(ARGS)

.PHONY: test-quick
test-quick: $(VENV)/installed $(NODE_MODULES) kernel ## run doctests, golden games, rules, sets, table core and the page's unit tests
	$(PYTEST) -m 'not slow and not service and not browser' $(ARGS)

.PHONY: test-slow
test-slow: $(VENV)/installed $(VENV)/ppo-installed kernel ## run the reference, properties, bots, arena and environments
	$(PYTEST) -m 'slow and not service and not browser' $(ARGS)

.PHONY: test-services
test-services: $(VENV)/installed page kernel ## run the tests with databases, server processes, faults and browsers
	@$(SERVICES)
	$(PYTEST) -m 'service or browser' $(ARGS)

.PHONY: test-page
test-page: $(NODE_MODULES) ## run the page's unit tests alone
	$(NPM) run --silent test

.PHONY: faults
faults: $(VENV)/installed kernel ## kill the server KILLS times (50) under load, and cause all other faults
	@$(SERVICES)
	KILLS=$(KILLS) $(BIN)/python -m pytest tests/server/faults $(ARGS)

.PHONY: image-steps
image-steps: $(VENV)/installed ## run the steps of deploy/Dockerfile in a clean folder, and its server as its user
	$(BIN)/python -m tests.deploy.image $(ARGS)

.PHONY: soak
soak: $(VENV)/installed kernel ## play GAMES random games (100000) and check each
	$(SCRIPT) tests/soak.py --games $(GAMES) $(ARGS)

.PHONY: soak-kernel
soak-kernel: $(VENV)/installed ## play GAMES random games (100000) in Python and in the kernel and compare them
	$(SCRIPT) tests/soak.py --kernel --games $(GAMES) $(ARGS)

.PHONY: mutate-kernel
mutate-kernel: $(VENV)/installed ## plant wrong rules in the kernel and report after how many games each is found
	$(SCRIPT) tests/kernel/mutations.py $(ARGS)

##@ Check

.PHONY: check check-format check-lint check-types check-layers check-engine-names check-page
check: check-format check-lint check-types check-layers check-engine-names check-page ## check format, lint, types, layers, names in the engine and the page

check-format: $(VENV)/installed
	$(BIN)/python -m ruff format --check .

check-lint: $(VENV)/installed
	$(BIN)/python -m ruff check .

check-types: $(VENV)/installed
	$(BIN)/python -m mypy

check-layers: $(VENV)/installed
	$(BIN)/lint-imports --no-logo

check-engine-names: $(VENV)/installed
	$(BIN)/python -m tests.engine_names

check-page: $(NODE_MODULES)
	$(BIN)/python frontend/generate.py --check
	$(NPM) run --silent check

.PHONY: format
format: $(VENV)/installed ## format the code and fix what the linter can fix
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

##@ Generate

.PHONY: types
types: $(NODE_MODULES) ## generate frontend/src/generated and the tables of docs/research.md from the Python code
	$(BIN)/python frontend/generate.py

.PHONY: golden
golden: $(VENV)/installed ## record again the golden games that no longer fit, and the values of their positions
	$(SCRIPT) tests/golden/make.py $(ARGS)
	$(SCRIPT) tests/bots/values.py

.PHONY: ladder
ladder: $(VENV)/installed kernel ## play the matches of the ladder that ladder/ does not have yet
	$(BIN)/kingdom-builder arena --ladder ladder --games $(LADDER_GAMES) --report ladder/report.html $(ARGS)

.PHONY: statistics
statistics: $(VENV)/installed kernel ## play the games of the statistics that build/statistics/ does not have yet, and write the shipped summary
	$(BIN)/kingdom-builder statistics collect --into build/statistics \
		--summary src/kingdom_builder/statistics/summary.json $(ARGS)

.PHONY: puzzles
puzzles: $(VENV)/installed kernel ## search puzzles until the package has 1,000; those of other bots are valued again; goes on where it stopped
	$(BIN)/kingdom-builder puzzles mine build/puzzles --earlier $(PUZZLES) $(ARGS)
	cp build/puzzles/puzzles.jsonl.gz $(PUZZLES)

.PHONY: network
network: $(VENV)/ppo-installed kernel ## train the network of examples/network_bot.py again, as build/network.npz
	mkdir -p build
	$(SCRIPT) examples/train_network.py --decisions 1400000 --seed 1 --out build/network.npz $(ARGS)

.PHONY: screenshots
screenshots: $(VENV)/installed page ## take the screenshots in docs/screenshots
	@$(SERVICES)
	$(BIN)/python -m tests.web.screenshots docs/screenshots

.PHONY: lock
lock: $(VENV)-lock/installed ## resolve requirements/*.in to requirements/*.txt (ARGS=--upgrade for new versions)
	$(COMPILE) pyproject.toml --extra server --output-file requirements/server.txt
	$(COMPILE) pyproject.toml --extra server --extra arena --extra train --extra rl --extra openspiel requirements/dev.in --output-file requirements/dev.txt
	$(COMPILE) requirements/bench.in --output-file requirements/bench.txt
	$(COMPILE) --no-deps requirements/bench-gym.in --output-file requirements/bench-gym.txt
	$(COMPILE) --no-deps requirements/ppo.in --output-file requirements/ppo.txt
	$(COMPILE) requirements/node.in --output-file requirements/node.txt

.PHONY: clean
clean: ## remove everything that make has made
	rm -rf $(VENV) $(VENV)-lock $(VENV).flock build dist frontend/node_modules src/kingdom_builder/web src/kingdom_builder/kernel/*.so .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

##@ Measure

.PHONY: bench
bench: $(VENV)/bench-installed kernel ## measure the engine and the environments, beside other games
	$(SCRIPT) benchmarks/run.py $(ARGS)
	$(SCRIPT) benchmarks/env.py $(ARGS)

.PHONY: bench-instructions
bench-instructions: $(VENV)/installed kernel ## count machine instructions per decision with valgrind; says if it installs it
	@command -v valgrind >/dev/null || ! test -x /usr/bin/apt-get || { \
		echo 'Installing the Debian package valgrind on this system...'; \
		apt-get update -qq >/dev/null && apt-get install -y -qq --no-install-recommends valgrind >/dev/null; }
	$(BIN)/python benchmarks/instructions.py $(ARGS)

.PHONY: bench-env
bench-env: $(VENV)/bench-installed kernel ## measure the environments for reinforcement learning, beside other games
	$(SCRIPT) benchmarks/env.py $(ARGS)

.PHONY: bench-arena
bench-arena: $(VENV)/installed kernel ## measure the arena on one core, on all cores and through Ray
	$(SCRIPT) benchmarks/arena.py $(ARGS)

.PHONY: bench-models
bench-models: $(VENV)/bench-installed kernel ## compare models for what the evaluation of the bots misses
	$(BIN)/kingdom-builder train build/models --network 2000 --seed 951
	$(SCRIPT) benchmarks/models.py build/models/valued.jsonl

.PHONY: validate-review
validate-review: $(VENV)/installed kernel ## time game reviews, and check 200 mistakes at ten times the budget
	$(SCRIPT) benchmarks/review.py $(ARGS)

.PHONY: bench-server
bench-server: $(VENV)/installed kernel ## measure the server under load, on SQLite and PostgreSQL
	@$(SERVICES)
	$(SCRIPT) benchmarks/server.py $(ARGS)

.PHONY: bench-idle
bench-idle: $(VENV)/installed kernel ## measure what tables cost at which nobody moves, with several server processes
	@$(SERVICES)
	$(SCRIPT) benchmarks/idle.py $(ARGS)

.PHONY: bench-attacks
bench-attacks: $(VENV)/installed kernel ## measure how long people wait for bots while somebody attacks the server
	$(SCRIPT) benchmarks/attacks.py $(ARGS)

.PHONY: bench-store
bench-store: $(VENV)/installed kernel ## measure lists, the start and archiving with 100000 stored games
	$(SCRIPT) benchmarks/store.py $(ARGS)

.PHONY: bench-backup
bench-backup: $(VENV)/installed kernel ## measure export and import of 100000 games: time and memory
	$(SCRIPT) benchmarks/backup.py $(ARGS)

.PHONY: bench-memory
bench-memory: $(VENV)/installed kernel ## run 10000 whole games through one server and print its memory
	$(SCRIPT) benchmarks/memory.py $(ARGS)

.PHONY: bench-page
bench-page: $(VENV)/installed page kernel ## measure the page in a browser: bytes, start, clicks, frames
	@$(SERVICES)
	$(SCRIPT) benchmarks/page.py $(ARGS)

# Set-up. The page is built with Node from the PATH if it is new enough, else with the one of requirements/node.txt.
PAGE_SOURCES := $(shell find frontend -path frontend/node_modules -prune -o -type f -print)

$(NODE_MODULES): frontend/package-lock.json frontend/build.py $(VENV)/installed
	@! $(BIN)/python frontend/build.py needs-node || { \
		echo 'Installing Node in $(VENV) to build the page...'; $(PIP) install --require-hashes -r requirements/node.txt; }
	@echo 'Installing the npm packages of the page...'
	@$(BIN)/python frontend/build.py install
	@touch $@

$(PAGE): $(PAGE_SOURCES) $(NODE_MODULES)
	@echo 'Building the page...'
	@$(BIN)/python frontend/build.py
	@touch $@

COMPILE = $(VENV)-lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(ARGS)

$(VENV)-lock/installed: Makefile | python-ready
	@$(PYTHON) -m venv --clear $(VENV)-lock
	@$(VENV)-lock/bin/python -m pip --disable-pip-version-check --quiet install uv==$(UV_VERSION)
	@touch $@

# Only one make sets up an environment at a time: a second one waits and then finds it ready.
FLOCK := $(shell command -v flock)
ifneq ($(if $(LOCKED),,$(FLOCK)),)

$(VENV)/installed: pyproject.toml requirements/dev.txt | python-ready
	+@$(FLOCK) $(VENV).flock $(MAKE) --no-print-directory LOCKED=yes $@

$(VENV)/bench-installed: $(VENV)/installed requirements/bench.txt requirements/bench-gym.txt
	+@$(FLOCK) $(VENV).flock $(MAKE) --no-print-directory LOCKED=yes $@

$(VENV)/ppo-installed: $(VENV)/installed requirements/ppo.txt requirements/torch.txt
	+@$(FLOCK) $(VENV).flock $(MAKE) --no-print-directory LOCKED=yes $@

else

$(VENV)/installed: pyproject.toml requirements/dev.txt | python-ready
	@echo 'Setting up $(VENV), which takes a minute the first time...'
	@test -f $@ || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# Without build isolation, so that chess, which has no wheel, is built by the setuptools of requirements/dev.txt.
$(VENV)/bench-installed: $(VENV)/installed requirements/bench.txt requirements/bench-gym.txt
	@echo 'Installing the engines that the benchmarks compare with...'
	@$(PIP) install --require-hashes --no-build-isolation -r requirements/bench.txt
	@$(PIP) install --require-hashes --no-deps -r requirements/bench-gym.txt
	@touch $@

# If it fails a few tests are skipped. Where pip finds no PyTorch for the CPU, name PyTorch's index in PIP_EXTRA_INDEX_URL.
$(VENV)/ppo-installed: $(VENV)/installed requirements/ppo.txt requirements/torch.txt
	@echo 'Installing PyTorch for the CPU for the training examples...'
	@$(PIP) install --require-hashes --no-deps -r requirements/torch.txt -r requirements/ppo.txt || \
		echo 'pip found no PyTorch for the CPU: the tests of the training examples will be skipped.'
	@touch $@

endif

.PHONY: python-ready
python-ready:
	@test -f $(VENV)/installed || { \
	command -v '$(PYTHON)' >/dev/null 2>&1 || { \
		echo 'Kingdom Builder needs Python 3.11 or newer, and there is no "$(PYTHON)" here: install Python, or name it: make PYTHON=...' >&2; exit 1; }; \
	'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || { \
		echo 'Kingdom Builder needs Python 3.11 or newer, and "$(PYTHON)" is' \
			"$$('$(PYTHON)' --version 2>&1 | head -n 1): install a newer one, or name it: make PYTHON=..." >&2; exit 1; }; \
	'$(PYTHON)' -c 'import ensurepip, venv' >/dev/null 2>&1 || { \
		echo '"$(PYTHON)" cannot make a virtual environment: install its venv module (on Debian and Ubuntu: apt install python3-venv)' >&2; exit 1; }; \
	}
