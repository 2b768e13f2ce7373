# Every target sets up what it needs in .venv from a bare python3 (3.11 or newer); the second call finds it ready.
# PYTHON=/path/to/python make test     uses another interpreter
# make test ARGS="tests/trees -x"      hands arguments on

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
LOCK   := requirements/lock.txt
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
# One install line for all groups: the package in place, every version from the lock.
INSTALL := $(PIP) install --constraint $(LOCK) --build-constraint $(LOCK) --editable .
ARGS   ?=

.DEFAULT_GOAL := help
.PHONY: help demo test fresh matrix odd parity faults plain checked fuzz browser ecosystem lint format bench studies docs coverage figures lock clean

help: ## say what the targets do
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: $(VENV)/.ready-run ## fit a forest on a bundled table, beside scikit-learn's
	@$(BIN)/hedgerow demo $(ARGS)

test: $(VENV)/.ready-dev ## run all tests, doctests and documentation examples
	@$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

fresh: $(VENV)/.ready-dev ## run the tests that draw their examples, with examples that no run has seen
	@HYPOTHESIS_PROFILE=fresh $(BIN)/python -m pytest -m hypothesis -n 2 --dist worksteal $(ARGS)

matrix: ## run the kernel tests and try every public name with the oldest and the newest versions
	@$(PYTHON) tools/matrix.py $(ARGS)

odd: $(VENV)/.ready-dev ## try every estimator with every odd input (10 minutes; ARGS: names of estimators)
	@$(BIN)/python -m tests.matrix $(ARGS)

parity: $(VENV)/.ready-dev ## run scikit-learn's own tests with our classes (ARGS: words in names of files; -h)
	@$(BIN)/python -m tests.parity $(ARGS)

faults: $(VENV)/.ready-dev ## kill, interrupt and starve verbs and fits, at hundreds of moments (an hour; ARGS: names of verbs)
	@$(BIN)/python -m tests.faults $(ARGS)
	@HEDGEROW_FAULTS=whole $(BIN)/python -m pytest tests/faults

browser: $(VENV)/.ready-dev $(VENV)/.ready-browser ## open the report in Chromium and use every control
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { \
	  echo "make browser needs Chromium: install it (the package chromium on Debian)." >&2; exit 1; }
	@$(BIN)/python -m pytest tests/report/test_browser.py $(ARGS)

ecosystem: $(VENV)/.ready-dev $(VENV)/.ready-ecosystem ## try the packages that people use beside this one, and write docs/ecosystem.md
	@$(BIN)/python -m tests.ecosystem $(ARGS)

lint: $(VENV)/.ready-dev ## style, types and import directions
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

format: $(VENV)/.ready-dev ## put the code in the house style
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/.ready-bench ## measure against the peers, in one run
	@$(BIN)/python -m benchmarks $(ARGS)

studies: $(VENV)/.ready-bench ## do the statistical studies again (an hour)
	@$(BIN)/python -m studies $(ARGS)

docs: $(VENV)/.ready-docs ## build the site into docs/_build/html
	@$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html $(ARGS)
	@echo "docs/_build/html/index.html"

# The kernels lean on some parts of Numba that are not public, and must do without them on another version.
plain: $(VENV)/.ready-dev ## test the kernels with the public parts of Numba alone
	@HEDGEROW_PLAIN_PIECES=1 $(BIN)/python -m pytest tests/kernels -n 2 --dist worksteal $(ARGS)

# The same kernels with every access checked: what would read or write outside an array is an IndexError.
checked: $(VENV)/.ready-dev ## test kernels, trees and model files with bounds checked
	@HEDGEROW_CHECKED=1 $(BIN)/python -m pytest tests/kernels tests/trees tests/saving/test_fuzz.py -n 2 --dist worksteal $(ARGS)

fuzz: $(VENV)/.ready-dev ## mutate model files for an hour (ARGS="--files 10000 --seed 7 --keep FOLDER")
	@$(BIN)/python -m tests.saving.fuzz --seconds 3600 $(ARGS)

# Compiled code is invisible to coverage, so the kernels' own tests run a second time as plain Python.
coverage: $(VENV)/.ready-dev ## tests with coverage; the kernels with the JIT off
	@$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report= $(ARGS)
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/kernels -n 2 --cov --cov-append --cov-report=term --cov-report=html $(ARGS)

figures: $(VENV)/.ready-run ## draw the figures of the README and the guide again
	@mkdir -p docs/images
	@$(BIN)/python examples/plot_relevance.py docs/images/relevance.png
	@$(BIN)/python examples/plot_diversity.py docs/images
	@for each in which_features_matter more_genes_than_samples local_relevance shapley_values learning_forest masking \
    switch; do \
	  $(BIN)/python examples/plot_$$each.py docs/images || exit 1; done

lock: $(VENV)/.ready-pip ## resolve every version again (ARGS=--keep: as few changes as possible)
	@$(BIN)/python tools/lock.py $(ARGS)

clean: ## remove everything that was built
	rm -rf $(VENV) .venv-matrix-* build dist htmlcov .coverage .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf docs/_build docs/gallery/generated docs/api docs/methods.md docs/sg_execution_times.rst
	find src tests benchmarks studies -name __pycache__ -prune -exec rm -rf {} +

# Set-up: one stamp per dependency group, older than what it was made from means once more.

$(VENV)/.ready-pip: | $(VENV)/pyvenv.cfg
	@$(PIP) install --constraint $(LOCK) pip
	@touch $@

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "hedgerow needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1 || true)." >&2; \
	  echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Setting up $(VENV) (once)"
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "'$(PYTHON) -m venv' failed: install the venv module of your Python (python3-venv on Debian)." >&2; \
	  rm -rf $(VENV); exit 1; }

$(VENV)/.ready-run: $(VENV)/.ready-pip pyproject.toml $(LOCK)
	@echo "Installing hedgerow (a minute or two, once)"
	@$(INSTALL)
	@touch $@

$(VENV)/.ready-dev $(VENV)/.ready-browser $(VENV)/.ready-bench $(VENV)/.ready-docs $(VENV)/.ready-ecosystem: \
$(VENV)/.ready-%: $(VENV)/.ready-pip pyproject.toml $(LOCK)
	@echo "Installing the $* tools (a minute or two, once)"
	@$(INSTALL) --group $*
	@touch $@
