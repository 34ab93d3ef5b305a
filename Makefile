# Tracegrade.  `make serve` and `make test` are all a fresh machine needs; `make help` lists the rest.
#
#   WHEEL=path.whl   serve or test this wheel instead of the clone's source
#   HOST= PORT=      where `make serve` listens
#   TESTS=           what `make test` hands to pytest, for instance TESTS="tests/unit -k compare"

PYTHON ?= python3
WHEEL ?=
TESTS ?=

VENV := $(if $(WHEEL),.venv-wheel,.venv)
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCKED := $(PIP) install --require-hashes
APP := $(if $(WHEEL),wheel-app,$(STAMP)-app)
FRONTEND := $(shell find frontend -name node_modules -prune -o -type f -print 2>/dev/null)

# Nothing of the clone may shadow an installed wheel, in this process or in those it starts.
export PYTHONSAFEPATH = 1
unexport PYTHONPATH PYTHONHOME

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test test-full lint format wheel frontend lock clean wheel-app

help:
	@echo "make serve     install what the site needs and serve it on 127.0.0.1:8000"
	@echo "make test      install what the tests need and run them"
	@echo "make test-full run the long tests that make test leaves out"
	@echo "make lint      ruff, mypy --strict, import contracts"
	@echo "make format    let ruff format and fix what it can"
	@echo "make wheel     build dist/tracegrade-*.whl, with the front end in it"
	@echo "make frontend  rebuild the front end when it changed"
	@echo "make lock      resolve requirements/*.lock anew"
	@echo "make clean     remove what was built, and the environments"

serve: $(STAMP)-run $(APP)
	@exec $(BIN)/tracegrade serve $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

test: $(STAMP)-dev $(APP)
	$(BIN)/pytest $(if $(WHEEL),--installed) $(TESTS)

test-full: $(STAMP)-dev $(APP)
	$(BIN)/pytest -m full $(if $(WHEEL),--installed) $(TESTS)

lint: $(STAMP)-dev $(STAMP)-app
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --platform darwin $(ON_EVERY_SYSTEM)
	$(BIN)/mypy --platform win32 $(ON_EVERY_SYSTEM)
	$(BIN)/lint-imports

format: $(STAMP)-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What has to work where there is no Linux; the rest of the sandbox need only be importable.
ON_EVERY_SYSTEM = --follow-imports silent -p app -m sandbox.cold -m sandbox.streams \
  -m sandbox.unprotected -m sandbox.unprotected_child

wheel: $(STAMP)-build
	$(PIP) wheel --no-build-isolation --no-deps --wheel-dir dist .
	@ls -1t dist/tracegrade-*.whl | head -n 1

frontend: $(STAMP)-build
	$(BIN)/python hatch_build.py

$(STAMP)-venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Tracegrade needs Python 3.11 or newer: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "$(PYTHON) has no venv module: apt-get install python3-venv" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@touch $@

$(STAMP)-run: requirements/run.lock $(STAMP)-venv
	$(LOCKED) -r requirements/run.lock
	@touch $@

$(STAMP)-build: requirements/build.lock $(STAMP)-venv
	$(LOCKED) -r requirements/build.lock
	@touch $@

$(STAMP)-dev: requirements/dev.lock $(STAMP)-run $(STAMP)-build
	$(LOCKED) -r requirements/dev.lock
	@touch $@

$(STAMP)-app: pyproject.toml hatch_build.py $(FRONTEND) $(STAMP)-run $(STAMP)-build
	$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

# The wheel's own bytes are its stamp: two wheels may have one name, and an older one may come back.
wheel-app: $(STAMP)-run
	@test -f "$(WHEEL)" || { echo "there is no wheel at $(WHEEL)" >&2; exit 1; }
	@sha256sum "$(WHEEL)" | cmp -s - $(STAMP)-app \
	  || { $(PIP) install --no-deps --force-reinstall "$(WHEEL)" && sha256sum "$(WHEEL)" > $(STAMP)-app; }

# uv, because one lock must hold for several versions of Python and processors.
RESOLVE = .venv-lock/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 \
  --fork-strategy fewest --generate-hashes --no-annotate --no-header --no-emit-index-url \
  --no-emit-find-links --strip-extras --upgrade

lock:
	test -x .venv-lock/bin/python || $(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --upgrade uv
	$(RESOLVE) -o requirements/run.lock pyproject.toml
	$(RESOLVE) -o requirements/build.lock --group pyproject.toml:build
	$(RESOLVE) -o requirements/dev.lock pyproject.toml \
	  --group pyproject.toml:dev --group pyproject.toml:build \
	  --constraint requirements/run.lock --constraint requirements/build.lock

clean:
	rm -rf .venv .venv-wheel .venv-lock build dist app/web/static/dist
	find . -name __pycache__ -prune -exec rm -rf {} +
