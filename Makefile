# `make try` and `make test` need Python 3.11 or newer and nothing else: they set up .venv by themselves.
# PYTHON=/path/to/python chooses the interpreter.

SHELL := /bin/sh
.DEFAULT_GOAL := help
PY := .venv/bin/python
# Takes no time when the installed requirements are those of the lock.
SETUP := @sh tools/setup.sh

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | expand -t 10

try: ## Try the bot in the browser, without Discord
	$(SETUP) try
	@$(PY) -m bot try $(ARGS)

run: ## Run the bot on Discord (needs .env)
	$(SETUP) run
	@exec $(PY) -m bot run

test: ## Run all tests
	$(SETUP) dev
	@$(PY) -m pytest --numprocesses 2 --dist loadfile $(ARGS)

faults: ## Let everything fail, in many rounds (half an hour); prints a table
	$(SETUP) dev
	@$(PY) -m tools.faults $(ARGS)

check: ## Content, format, lint, types, locks, schemas: changes nothing
	$(SETUP) dev
	@$(PY) -m bot check --strict
	@$(PY) -m ruff format --check .
	@$(PY) -m ruff check .
	@$(PY) -m mypy
	@$(PY) tools/lock.py --check
	@$(PY) tools/schemas.py --check

fix: ## Format, mend what can be mended, write the schemas anew
	$(SETUP) dev
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .
	@$(PY) tools/schemas.py

bench: ## Measure speed as ratios; ARGS="click store" for some (see docs/performance.md)
	$(SETUP) dev
	@$(PY) -m bench $(ARGS)

lock: ## Resolve the requirements anew
	$(SETUP) dev
	@$(PY) tools/lock.py

clean: ## Remove what set-up made; data/ stays
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

.PHONY: help try run test faults check fix bench lock clean
