# Commands for developers. `make help` lists the targets.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)

.PHONY: help install run test coverage test-slow site faults test-gui test-browser test-site fuzz mutate affected checked checked-threads check lint format types bench tune ffo versus-edax versus-tree docs lines man reference ship pictures package wheels release clean clean-cache
.DEFAULT_GOAL := help

# Hundreds of tests start a process, which would compile all of its Python again in an environment that sets this variable.
unexport PYTHONDONTWRITEBYTECODE

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 17

# A failed first attempt may have left an environment without pip, without Python, or with an old Python.
define environment
	@$(BIN)/python -c "import sys; sys.exit(sys.version_info < (3, 11))" >/dev/null 2>&1 && \
		{ $(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null 2>&1; } || \
		$(PYTHON) -m venv $$(test ! -f $(VENV)/pyvenv.cfg || echo --clear) $(VENV) >&2
endef

# The sizes are from docs/install.md.
define announce
	@echo "Installing into $(VENV): pip downloads $$(sed -n 's/^| `$(1)`[^|]*| \([0-9]* MB\).*/\1/p' docs/install.md)," \
		"which takes a minute or more, once." >&2
endef

# The build tools are installed in the environment, so that they are not downloaded for each build. Without a
# system linker, ziglang links the machine code.
define install
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'setuptools>=77' \
		$$(command -v ld >/dev/null || command -v ld.lld >/dev/null || echo ziglang) >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable '$(1)' >&2
endef

$(VENV)/run: setup.cfg setup.py pyproject.toml
	$(call announce,make run)
	$(environment)
	$(call install,.[compile])
	@touch $@

$(VENV)/dev: setup.cfg setup.py pyproject.toml
	$(call announce,make test)
	$(environment)
	$(call install,.[dev])
	@touch $@ $(VENV)/run

install: $(VENV)/dev  ## install everything for development into .venv

run: $(VENV)/run  ## install into .venv, then speak GTP on standard input and output
	@$(BIN)/othello warmup >&2
	@exec $(BIN)/othello gtp

# Of the version whose files othello site accepts.
PYODIDE := build/node_modules/pyodide
PYODIDE_VERSION = $$(sed -n 's/^PYODIDE_VERSION.*"\(.*\)"/\1/p' othello/web/site.py)

$(PYODIDE)/package.json: othello/web/site.py
	@npm install --silent --no-save --prefix build "pyodide@$(PYODIDE_VERSION)"
	@touch $@

# One more than processors, since many tests wait for a process. Each file runs in one process, which
# makes its module's fixtures once.
TESTERS = $$($(BIN)/python -c "import os; print((os.cpu_count() or 1) + 1)")

test: $(VENV)/dev  ## install for development, then run the tests
	@$(BIN)/othello warmup >&2
	@sed -n 's/.*`make test` takes \(.*\)\. Tests that.*/The tests take \1./p' CONTRIBUTING.md
	@$(BIN)/python -m pytest -n $(TESTERS) --dist loadfile

coverage: $(VENV)/dev  ## run the tests, and compare the branches they reach with floors; RAISE=1 raises the floors
	@$(BIN)/othello warmup >&2
	@$(BIN)/python -m pytest -n $(TESTERS) --dist loadfile \
		--cov --cov-report=json:build/coverage.json --cov-report=html:build/coverage
	@$(BIN)/python -m tools.floors build/coverage.json $(if $(RAISE),--raise)

test-slow: $(VENV)/dev  ## run the tests that take minutes, and the tests of real time
	@$(BIN)/othello warmup >&2
	@$(BIN)/python -m pytest -o faulthandler_timeout=3600 -m "slow or timing"

faults: $(VENV)/dev  ## test each command that writes with failing system calls; needs strace
	@$(BIN)/othello warmup >&2
	@$(BIN)/python -m pytest -rs -n auto -m slow tests/faults/test_injected.py

test-gui: $(VENV)/dev  ## play whole games in Quarry, on a virtual screen
	@$(BIN)/othello warmup >&2
	@$(BIN)/python -m pytest -m gui tests/gui

test-browser: $(VENV)/dev  ## test the page of othello web in Chromium; skipped without Chromium
	@$(BIN)/othello warmup >&2
	@$(BIN)/python -m pytest -rs -n $(TESTERS) --dist worksteal -m "browser and not slow" tests/web tests/review tests/test_svg.py

test-site: $(VENV)/dev $(PYODIDE)/package.json  ## test the static site in Chromium; needs npm, takes minutes
	@$(BIN)/othello warmup >&2
	@$(BIN)/python -m pytest -rs -m slow tests/web/test_site.py tests/web/test_page_site.py

check: lint types coverage  ## check style, format and types, and run the tests with coverage

lint: $(VENV)/dev  ## check style, format and spelling
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/codespell *.md Makefile setup.py docs gtp othello tools

format: $(VENV)/dev  ## format the code, and fix style where that is safe
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format .

# TypeScript reads the page's scripts, which declare types only in comments. Without npm or a network, a message
# reports that they are not checked.
TYPESCRIPT := build/typescript-7.0.2
TSC := $(TYPESCRIPT)/node_modules/.bin/tsc

types: $(VENV)/dev  ## check types with mypy --strict, also for Windows, and the page's types with npm
	@$(BIN)/mypy
	@$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32
	@$(BIN)/python -m pytest -q -m slow tests/test_typing.py
	@test -x $(TSC) || { command -v npm >/dev/null && npm install --silent --no-save --fetch-retries=0 \
		--fetch-timeout=20000 --prefix $(TYPESCRIPT) $(subst -,@,$(notdir $(TYPESCRIPT))); } || true
	@if test -x $(TSC); then $(TSC) -p tools/types/page.json && $(TSC) -p tools/types/worker.json; \
		else echo "npm cannot install TypeScript here: the types of the page are not checked." >&2; fi

fuzz: $(VENV)/dev  ## fuzz all readers for SECONDS=60 each, one with TARGET=sgf, or kernels with KERNELS=1000000 boards
ifdef KERNELS
	@$(BIN)/python -m tests.fuzz.kernels $(KERNELS)
else
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]' >&2
	@$(BIN)/python -m tests.fuzz $(or $(SECONDS),60) $(TARGET)
endif

mutate: $(VENV)/dev  ## change the product in SAMPLE=200 places, one at a time, and print the changes no test notices
	@$(BIN)/python -m tools.mutation --sample $(or $(SAMPLE),200) --seed $(or $(SEED),1) \
		$(if $(AGAINST),--against $(AGAINST))

affected: $(VENV)/dev  ## run the tests that the edits since SINCE=COMMIT may break, in about 20 seconds; RECORD=1 records
	@$(BIN)/othello warmup >&2
	@$(BIN)/python -m tools.affected $(if $(SINCE),--since $(SINCE)) $(if $(RECORD),--record)

checked: $(VENV)/dev  ## run the machine code with memory checks; STEPS="bench fuzz tests/lab" chooses steps
	@$(BIN)/python -m tools.checked $(STEPS)

checked-threads: $(VENV)/dev  ## search for data races in the machine code; needs clang
	@$(BIN)/python -m tools.checked --form thread $(STEPS)

bench: $(VENV)/run  ## print the node count and speed of fixed searches
	@$(BIN)/othello bench

tune: $(VENV)/dev  ## solve the tuning set; ARGS="--against FILE" compares runs
	@$(BIN)/python -m tools.benchmarks.solving tests/data/tuning/tuning.obf $(ARGS)

ffo: $(VENV)/dev  ## solve FFO 20-39; ARGS as for tune
	@$(BIN)/python -m tools.benchmarks.solving tests/data/ffo/fforum-20-39.obf $(ARGS)

versus-edax: $(VENV)/dev  ## compare with Edax; EDAX="PROGRAM..." ARGS=FILE.obf, see tools/benchmarks/versus_edax.py
	@$(BIN)/python -m tools.benchmarks.versus_edax $(EDAX) $(ARGS)

versus-tree: $(VENV)/dev  ## compare times with another source tree; OTHELLO=PROGRAM ARGS=FILE.obf
	@$(BIN)/python -m tools.benchmarks.versus_tree $(OTHELLO) $(ARGS)

docs: $(VENV)/dev  ## update the generated tables in README and docs/, and the list of public names
	@$(BIN)/python -m tools.docs
	@$(BIN)/python -m tools.interface

# Counted through git, and in the folder gtp/ itself, because a search does not follow the link othello/gtp.
lines:  ## count the lines of the product (Python, page), tests and tools
	@count() { echo "$$(git ls-files -z "$$@" | xargs -0 cat | wc -l) $$1"; }; \
		count 'othello/*.py' 'gtp/*.py' setup.py | sed 's/ .*/ product: Python of othello\/, gtp\/ and setup.py/'; \
		count '*.js' '*.css' '*.html' ':!tests' ':!docs' | sed 's/ .*/ product: page/'; \
		count 'tests/*.py' | sed 's/ .*/ tests/'; \
		count 'tools/*.py' | sed 's/ .*/ tools/'

man: $(VENV)/dev  ## write manual pages for all commands to build/man, for system packages
	@$(BIN)/python -m tools.manual build/man

reference: $(VENV)/dev  ## write the library reference, from its docstrings, to build/reference
	@$(BIN)/python -m tools.reference

ship: $(VENV)/dev  ## put a new network, NETWORK=FILE, into the package, and update what depends on it
	@$(BIN)/python -m tools.ship $(NETWORK)

pictures: $(VENV)/dev  ## redraw the pictures in docs/; needs Chromium
	@$(BIN)/python -m tools.pictures

package: $(VENV)/dev  ## build the packages in dist/, and try the wheel in a new environment
	@$(BIN)/python -m tools.package

wheels: $(VENV)/dev  ## build the wheels for all systems in dist/
	@$(BIN)/python -m tools.package --wheels

release: $(VENV)/dev  ## build and check everything that a release publishes, in dist/, and publish nothing
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[release]' >&2
	@$(BIN)/python -m tools.release

site: $(VENV)/dev $(PYODIDE)/package.json  ## write the page with its engine, for any host, to build/site; needs npm
	@$(BIN)/othello site -o build/site --pyodide $(PYODIDE)
	@echo "Try it: $(PYTHON) -m http.server --bind 127.0.0.1 --directory build/site"

clean:  ## remove the environment and all build files
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

clean-cache: $(VENV)/run  ## remove the machine code compiled on this computer
	@$(BIN)/othello warmup --clear
