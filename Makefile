# Everything a contributor or a player runs. Needs Python 3.11 or newer and make; the rest is set up in .venv.

PYTHON ?= python3
VENV ?= .venv
GAMES ?= 100000
KILLS ?= 50
LADDER_GAMES ?= 400
ARGS ?=

BIN := $(VENV)/bin
PAGE := src/kingdom_builder/web/index.html
NODE_MODULES := frontend/node_modules/.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# A script of ours finds the packages beside it: from tests.reference import score
SCRIPT := PYTHONPATH=. $(BIN)/python
UV_VERSION := 0.13.7

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

# A virtual environment whose Python has since been removed is set up anew.
$(shell test -x $(BIN)/python || rm -f $(VENV)/installed $(VENV)/bench-installed $(VENV)/ppo-installed)

.PHONY: help
help: ## list what make can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'More words for a command go in ARGS: make test ARGS="-k canoe"'

.PHONY: play
play: $(VENV)/installed page ## play in the browser: starts a server on this machine and opens the page
	@$(BIN)/kingdom-builder serve $(ARGS)

.PHONY: page
page: $(PAGE) ## build the page from frontend/

.PHONY: test
test: $(VENV)/installed $(VENV)/ppo-installed page ## run all tests; installs PostgreSQL, Redis, faketime and Chromium for them where it may
	@$(BIN)/python -m tests.services
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

.PHONY: check check-format check-lint check-types check-layers check-page
check: check-format check-lint check-types check-layers check-page ## check format, lint, types and layers

check-format: $(VENV)/installed
	$(BIN)/python -m ruff format --check .

check-lint: $(VENV)/installed
	$(BIN)/python -m ruff check .

check-types: $(VENV)/installed
	$(BIN)/python -m mypy

check-layers: $(VENV)/installed
	$(BIN)/lint-imports --no-logo

check-page: $(NODE_MODULES)
	$(BIN)/python frontend/generate.py --check
	$(BIN)/python frontend/build.py npm run --silent check

.PHONY: types
types: $(NODE_MODULES) ## bring frontend/src/generated in line with the Python code
	$(BIN)/python frontend/generate.py

.PHONY: format
format: $(VENV)/installed ## rewrite the code in the house format
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

.PHONY: bench
bench: $(VENV)/bench-installed ## measure the engine and its faces for researchers, beside those of other games
	$(SCRIPT) benchmarks/run.py $(ARGS)
	$(SCRIPT) benchmarks/env.py $(ARGS)

.PHONY: bench-instructions
bench-instructions: $(VENV)/installed ## count machine instructions per decision with valgrind (installs it where it may)
	@command -v valgrind >/dev/null || ! test -x /usr/bin/apt-get || { \
		echo 'Installing the Debian package valgrind on this system...'; \
		apt-get update -qq >/dev/null && apt-get install -y -qq --no-install-recommends valgrind >/dev/null; }
	$(BIN)/python benchmarks/instructions.py $(ARGS)

.PHONY: bench-server
bench-server: $(VENV)/installed ## measure the server under load, on SQLite and PostgreSQL
	@$(BIN)/python -m tests.services
	$(SCRIPT) benchmarks/server.py $(ARGS)

.PHONY: bench-page
bench-page: $(VENV)/installed page ## measure the page in a browser: bytes, start, clicks, frames
	@$(BIN)/python -m tests.services
	$(SCRIPT) benchmarks/page.py $(ARGS)

.PHONY: screenshots
screenshots: $(VENV)/installed page ## take the pictures of the page anew, into docs/screenshots
	@$(BIN)/python -m tests.services
	$(BIN)/python -m tests.web.screenshots docs/screenshots

.PHONY: bench-arena
bench-arena: $(VENV)/installed ## measure the arena on one core, all cores and through Ray
	$(SCRIPT) benchmarks/arena.py $(ARGS)

.PHONY: bench-env
bench-env: $(VENV)/bench-installed ## measure the faces for reinforcement learning, beside other games
	$(SCRIPT) benchmarks/env.py $(ARGS)

.PHONY: ladder
ladder: $(VENV)/installed ## play each bot against the one below, into ladder/; what is there is not played again
	$(BIN)/kingdom-builder arena --ladder ladder --games $(LADDER_GAMES) --report ladder/report.html $(ARGS)

.PHONY: faults
faults: $(VENV)/installed ## pull the server's plug KILLS times (50) under load, and all other faults
	@$(BIN)/python -m tests.services
	KILLS=$(KILLS) $(BIN)/python -m pytest tests/server/faults $(ARGS)

.PHONY: soak
soak: $(VENV)/installed ## play GAMES random games (100000) and check each
	$(SCRIPT) tests/soak.py --games $(GAMES) $(ARGS)

.PHONY: golden
golden: $(VENV)/installed ## record the golden games anew, after a rule has changed
	$(SCRIPT) tests/golden/make.py $(ARGS)

.PHONY: lock
lock: $(VENV)-lock/installed ## bring requirements/*.txt in line with *.in (ARGS=--upgrade for new versions)
	$(COMPILE) pyproject.toml --extra server --output-file requirements/server.txt
	$(COMPILE) pyproject.toml --extra server --extra arena --extra train --extra rl --extra openspiel requirements/dev.in --output-file requirements/dev.txt
	$(COMPILE) requirements/bench.in --output-file requirements/bench.txt
	$(COMPILE) --no-deps requirements/bench-gym.in --output-file requirements/bench-gym.txt
	$(COMPILE) --no-deps requirements/ppo.in --output-file requirements/ppo.txt
	$(COMPILE) requirements/node.in --output-file requirements/node.txt

.PHONY: clean
clean: ## remove everything that make has made
	rm -rf $(VENV) $(VENV)-lock $(VENV).flock build dist frontend/node_modules src/kingdom_builder/web .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The page: built with Node from the PATH if it is new enough, else with one from requirements/node.txt.
PAGE_SOURCES := $(shell find frontend -path frontend/node_modules -prune -o -type f -print)

$(NODE_MODULES): frontend/package-lock.json frontend/build.py $(VENV)/installed
	@! $(BIN)/python frontend/build.py needs-node || { \
		echo 'Adding Node, which builds the page...'; $(PIP) install --require-hashes -r requirements/node.txt; }
	@echo 'Installing what the page is built with...'
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

# Two makes at once must not set up one environment together: the second waits, then finds the work done.
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
	@echo 'Adding the engines that the benchmarks compare with...'
	@$(PIP) install --require-hashes --no-build-isolation -r requirements/bench.txt
	@$(PIP) install --require-hashes --no-deps -r requirements/bench-gym.txt
	@touch $@

# Without it one test is skipped. Where pip finds no PyTorch for the CPU, PIP_EXTRA_INDEX_URL can name PyTorch's own index.
$(VENV)/ppo-installed: $(VENV)/installed requirements/ppo.txt requirements/torch.txt
	@echo 'Adding PyTorch for the CPU, which the training example needs...'
	@$(PIP) install --require-hashes --no-deps -r requirements/torch.txt -r requirements/ppo.txt || \
		echo 'There is no PyTorch for the CPU to be had here: the test of the training example will be skipped.'
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
