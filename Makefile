# Every target sets up .venv itself if it is missing or out of date.
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
WORKERS ?= auto

.PHONY: help play run test check format words bench constraints clean
.DELETE_ON_ERROR:

help: ## show this list
	@grep -hE '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 20

play: $(VENV)/.playground ## run the bot in a page of your browser, without a token (ARGS="--players 2")
	@$(BIN)/phase10 play $(ARGS)

run: $(VENV)/.playground ## run the bot on Discord; needs DISCORD_TOKEN in the environment or in .env
	@$(BIN)/phase10 run

# Without compiled files each of the tests' processes would compile the whole program.
# The tests of one file share servers, databases and browsers, so a file is not split.
test: $(VENV)/.dev ## run all tests, including those in a browser if a Chromium is found
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(ARGS)

check: $(VENV)/.dev ## check lint, format, types, imports and names
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m scripts.structure

format: $(VENV)/.dev ## format the source
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

words: $(VENV)/.dev ## check all languages, give them new messages, write templates; ARGS=--complete before a release
	@$(BIN)/python -m scripts.translations $(or $(ARGS),build/words)

bench: $(VENV)/.bench ## measure each part next to its floor
	@$(BIN)/python -m bench $(ARGS)

constraints: ## write constraints.txt anew, with the newest versions that pyproject.toml allows
	@rm -rf build/newest && python3 -m venv build/newest
	@build/newest/bin/pip install --quiet --disable-pip-version-check hatchling audioop-lts -e '.[dev,playground]'
	@{ grep '^#' constraints.txt; build/newest/bin/pip freeze --exclude-editable | sort -f; } > build/constraints
	@mv build/constraints constraints.txt && rm -rf build/newest

clean: ## remove the environment and all build products
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/.%: pyproject.toml constraints.txt $(BIN)/python
	@echo "Setting up $(VENV) ($*), which takes about a minute, on a slow machine five …"
	@$(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt -e '.[$*]'
	@touch $@

# A name on the PATH may be a shim without a Python, so each one is tried.
$(BIN)/python:
	@set -e; found=; \
	for python in $(PYTHON) python3.13 python3.12 python3.11 python3.14 python3 python; do \
	  if $$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	  then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "Python 3.11 or newer with its venv module is needed; none was found (on Debian and Ubuntu: apt install python3 python3-venv)." >&2; \
	  exit 1; \
	fi; \
	rm -rf $(VENV); $$found -m venv $(VENV)
