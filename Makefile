# make play   install into .venv and open the menu; make play ARGS="play prime-rumble"
# make test   install what the tests need and run them all
# make lint   ruff and mypy
# make bench  measure start-up and playouts against others, as ratios from one run
# make docs   write docs/cli.md anew from --help

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WORKERS ?= auto

.PHONY: play test lint bench docs clean

play: .venv/core
	@$(BIN)/lastpick $(ARGS)

test: .venv/test
	$(BIN)/python -m pytest -n $(WORKERS) $(ARGS)

lint: .venv/lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/bench .venv/test
	$(BIN)/python tools/bench.py
	$(BIN)/python tools/bench_oracle.py

docs: .venv/core
	$(BIN)/python tools/cli_reference.py > docs/cli.md

clean:
	find src -name '*.so' -delete
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

KERNELS := $(shell find src -name '*.pxd')

.venv/core: pyproject.toml setup.py $(KERNELS) $(KERNELS:.pxd=.py)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Lastpick needs Python 3.11 or newer; name one with: make PYTHON=python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing Lastpick into .venv ..."
	@$(PIP) install --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/test .venv/lint .venv/bench: .venv/%: .venv/core
	@echo "Installing what make $* needs ..."
	@$(PIP) install --editable '.[$*]'
	@touch $@
