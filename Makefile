# Everything works with Python 3.11 or newer and pip. `make` alone lists the targets.
#
#   make test PYTHON=python3.13            another interpreter
#   make test PYTHON=python3.13 VENV=.venv313   ... in its own folder

VENV ?= .venv
PYTHON ?=
BENCH ?=
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check --quiet

export PYTHONUTF8 := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint types format bench bench-speed clean

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /  \1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16

demo: $(VENV)/.package ## Compress the bundled session to a hand-off for the tester
	@$(RUN) -m uagent_memory demo

test: $(VENV)/.tools ## Run all tests
	@$(RUN) -m pytest

lint: $(VENV)/.tools ## Check style, formatting and the layer rule
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .
	@$(VENV)/bin/lint-imports

types: $(VENV)/.tools ## Check types (mypy, strict)
	@$(RUN) -m mypy

format: $(VENV)/.tools ## Format and sort imports
	@$(RUN) -m ruff check --fix --select I .
	@$(RUN) -m ruff format .

bench-speed: $(VENV)/.package ## Seconds and memory at 10k, 100k and 1M tokens
	@$(RUN) -m benchmarks speed

bench: $(VENV)/.peers ## Quality on real sessions, beside other compressors (BENCH="--quick" ...)
	@$(RUN) -m benchmarks quality --peers all $(BENCH)

clean: ## Remove the virtual environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(RUN):
	@set -eu; \
	for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
	  if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
	      >/dev/null 2>&1; then \
	    exec "$$python" -m venv --clear $(VENV); \
	  fi; \
	done; \
	echo "No Python 3.11 or newer with the venv module was found$(if $(PYTHON), as $(PYTHON))." >&2; \
	echo "Install one (Debian and Ubuntu: python3 and python3-venv)," >&2; \
	echo "or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; \
	exit 1

# The stamps stand until pyproject.toml or the pinned tools change.
$(VENV)/.package: pyproject.toml | $(RUN) same-python
	@$(PIP) install --editable .
	@touch $@

# Dependency groups need pip 25.1.
$(VENV)/.tools: pyproject.toml constraints.txt | $(RUN) same-python
	@$(PIP) install 'pip>=25.1'
	@$(PIP) install --editable . --group test --group lint --constraint constraints.txt
	@touch $@ $(VENV)/.package

# A peer that cannot be installed is named by the suite and skipped.
$(VENV)/.peers: pyproject.toml | $(VENV)/.package
	@$(PIP) install 'pip>=25.1'
	@$(PIP) install --group peers || echo "not all peers could be installed; going on without" >&2
	@touch $@

.PHONY: same-python
same-python: | $(RUN)
ifneq ($(PYTHON),)
	@version='import sys; print(sys.version_info[:2])'; \
	if [ "$$($(PYTHON) -c "$$version")" != "$$($(RUN) -c "$$version")" ]; then \
	  echo "$(VENV) was made with another Python than $(PYTHON):" \
	    "run 'make clean' first, or name another folder with VENV=..." >&2; \
	  exit 1; \
	fi
endif
