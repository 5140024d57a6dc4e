# `make try` and `make test` need Python 3.11 or newer and nothing else: they set up .venv by themselves.
# PYTHON=/path/to/python chooses the interpreter.

SHELL := /bin/sh
.DEFAULT_GOAL := help
PY := .venv/bin/python

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | expand -t 10

try: .venv/try.done ## Try the bot in the browser, without Discord
	@$(PY) -m bot try $(ARGS)

run: .venv/run.done ## Run the bot on Discord (needs .env)
	@exec $(PY) -m bot run

test: .venv/dev.done ## Run all tests
	@$(PY) -m pytest $(ARGS)

check: .venv/dev.done ## Format, lint, types, content, locks, schemas: changes nothing
	@$(PY) -m ruff format --check .
	@$(PY) -m ruff check .
	@$(PY) -m mypy
	@$(PY) -m bot check --strict
	@$(PY) tools/lock.py --check
	@$(PY) tools/schemas.py --check

fix: .venv/dev.done ## Format, mend what can be mended, write the schemas anew
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .
	@$(PY) tools/schemas.py

lock: .venv/dev.done ## Resolve the requirements anew
	@$(PY) tools/lock.py

clean: ## Remove what set-up made; data/ stays
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Each stamp depends on its lock, so a changed lock is installed and an unchanged one costs nothing.
# A larger set of requirements satisfies a smaller one.
.venv/%.done: requirements/%.txt tools/setup.sh
	@sh tools/setup.sh $*

.PHONY: help try run test check fix lock clean
