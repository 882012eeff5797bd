# Twinloom: `make run` starts the studio, `make test` checks everything. Plain `make` lists the targets.
.DEFAULT_GOAL := help
.PHONY: help setup run test lint contracts types test-python test-typescript test-system test-browser \
        fuzz bench bench-studio validation api lock clean format

VENV := .venv
PY := $(VENV)/bin/python
lacking = $(shell sh tools/lacking.sh)
require = $(if $(lacking),$(error $(lacking)))
page_sources := $(shell find frontend/src frontend/public -type f 2>/dev/null) \
    frontend/package.json frontend/vite.config.ts frontend/tsconfig.json

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 26

setup: $(VENV)/.complete frontend/dist/.complete $(VENV)/.kernels ## install, build the page, compile the kernels

$(VENV)/.complete: requirements.lock
	$(require)
	@test -x $(PY) || $$(sh tools/python.sh) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

frontend/node_modules/.complete: frontend/package-lock.json
	$(require)
	cd frontend && npm ci --no-fund --no-audit --loglevel=error
	@touch $@

frontend/dist/.complete: frontend/node_modules/.complete $(page_sources)
	cd frontend && npm run --silent build
	@touch $@

$(VENV)/.kernels: $(VENV)/.complete simcore/kernels.py \
    $(shell find simcore/solver simcore/engine simcore/routing simcore/folding simcore/traffic -name '*.py' 2>/dev/null)
	$(PY) -c "from simcore.simulate import warm_up; warm_up()"
	@touch $@

run: setup ## start the studio and print the link that signs you in
	@exec $(PY) manage.py up

# One line a stage with its time, so that a slow stage is seen where it begins; what needs one core runs in pairs.
define stage
	@start=$$(date +%s); $(MAKE) --no-print-directory -j2 -Otarget $(1); code=$$?; \
	echo "== $(1): $$(( $$(date +%s) - start )) s"; exit $$code
endef

test: ## lint, contracts, types, Python, TypeScript, system and browser tests
	$(call stage,setup)
	$(call stage,lint contracts types test-typescript)
	$(call stage,test-python)
	$(call stage,test-system)
	$(call stage,test-browser)

lint: setup ## ruff and biome
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	cd frontend && npm run --silent lint

contracts: setup ## import contracts, and that the API's schema and types are current
	$(VENV)/bin/lint-imports --no-cache
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) manage.py spectacular --fail-on-warn --validate --format openapi-json --file /dev/stdout | cmp - frontend/openapi.json
	cd frontend && npx --no-install openapi-typescript openapi.json --default-non-nullable=false 2>/dev/null | cmp - src/generated/api.ts

types: setup ## mypy --strict on simcore, tsc on the page
	$(PY) -m mypy
	cd frontend && npm run --silent check

test-python: setup ## Python tests without worker and broker
	$(PY) -m pytest -n 2 -m "not system" tests

test-typescript: setup ## TypeScript tests
	cd frontend && npm test --silent

test-system: setup ## tests against a real worker, broker and server
	$(PY) -m pytest -n 2 --dist loadfile -m system tests

test-browser: setup ## what a person does, in a real Chromium
	@chromium=$$(sh tools/chromium.sh) || exit 2; cd frontend && CHROMIUM="$$chromium" npx --no-install playwright test

fuzz: setup ## check every law on new random examples, ROUNDS times (10)
	sh tools/fuzz.sh "$(ROUNDS)" "$(SEED)"

bench: setup ## measure solver, live path and canvas against their bars
	@missed=0; $(PY) -m benchmarks || missed=1; \
	$(MAKE) --no-print-directory bench-studio || missed=1; exit $$missed

bench-studio: setup ## measure canvas, live path and large fabrics in headless Chromium
	@chromium=$$(sh tools/chromium.sh) || exit 2; export CHROMIUM="$$chromium"; cd frontend; missed=0; \
	node bench/canvas.mjs || missed=1; \
	npx --no-install playwright test -c bench/playwright.config.ts || missed=1; exit $$missed

validation: setup ## hold the model to its catalogue, and write docs/model/validation.md
	$(PY) -m validation

api: setup ## write the API's schema and the page's types from it
	$(PY) manage.py spectacular --fail-on-warn --validate --format openapi-json --file frontend/openapi.json
	cd frontend && npm run --silent types

format: setup ## format Python and TypeScript
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	cd frontend && npm run --silent format

lock: ## resolve requirements.in for all platforms, with hashes (needs uv)
	uv pip compile requirements.in --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-annotate --custom-compile-command "make lock" -q -o requirements.lock

clean: ## remove what was built and installed (keeps .run, where the studio's work lies)
	rm -rf $(VENV) frontend/node_modules frontend/dist simcore/__pycache__ simcore/*/__pycache__
