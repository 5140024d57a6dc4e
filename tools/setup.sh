#!/bin/sh
# Makes .venv and installs one set of locked requirements into it: run, try or dev. A larger set satisfies
# a smaller one, and a lock that has not changed since costs nothing.
set -eu
set_=$1
cd "$(dirname "$0")/.."

fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

if [ -x .venv/bin/python ] && fits .venv/bin/python; then
    if [ ".venv/$set_.done" -nt "requirements/$set_.txt" ]; then exit 0; fi
else
    found=
    if [ -n "${PYTHON:-}" ]; then
        if fits "$PYTHON"; then found=$PYTHON; fi
    else
        for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
            if fits "$python"; then found=$python; break; fi
        done
    fi
    if [ -z "$found" ]; then
        have=$("${PYTHON:-python3}" --version 2>/dev/null | tail -n 1) || have=
        echo "quizbot needs Python 3.11 or newer; found: ${have:-none}. Install one, or name it: make try PYTHON=/path/to/python3.12" >&2
        exit 78
    fi
    rm -rf .venv
    if ! "$found" -m venv .venv >.setup.log 2>&1; then
        rm -rf .venv .setup.log
        echo "$found cannot make a virtual environment; install its venv module (on Debian and Ubuntu: apt install python3-venv)" >&2
        exit 78
    fi
fi

echo "Setting up ($set_); the first time this takes a minute …"
if ! .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
    -r "requirements/$set_.txt" 2>.setup.log; then
    cat .setup.log >&2
    rm -f .setup.log
    echo "The requirements could not be installed; see above. Is the package index within reach?" >&2
    exit 1
fi
rm -f .setup.log
case $set_ in
    dev) touch .venv/dev.done .venv/try.done .venv/run.done ;;
    try) touch .venv/try.done .venv/run.done ;;
    *) touch ".venv/$set_.done" ;;
esac
