#!/bin/sh
# Makes .venv and installs one set of locked requirements into it: run, try or dev.
set -eu
set_=$1
cd "$(dirname "$0")/.."

fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

if ! { [ -x .venv/bin/python ] && fits .venv/bin/python; }; then
    found=
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        if fits "$python"; then found=$python; break; fi
    done
    if [ -z "$found" ]; then
        have=$("${PYTHON:-python3}" --version 2>&1 | tail -n 1) || have="no Python"
        echo "quizbot needs Python 3.11 or newer; found: ${have:-no Python}. Install one, or name it: make try PYTHON=/path/to/python3.12" >&2
        exit 78
    fi
    rm -rf .venv
    if ! "$found" -m venv .venv >.setup.log 2>&1; then
        rm -rf .venv
        echo "$found cannot make a virtual environment: $(tail -n 1 .setup.log). On Debian and Ubuntu: apt install python3-venv" >&2
        exit 78
    fi
    rm -f .setup.log
fi

echo "Setting up ($set_) …"
if ! .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
    -r "requirements/$set_.txt" 2>.setup.log; then
    cat .setup.log >&2
    rm -f .setup.log
    echo "The requirements could not be installed; see above. Is there a connection to the package index?" >&2
    exit 1
fi
rm -f .setup.log
touch ".venv/$set_.done"
# dev holds everything of try, and try everything of run
case $set_ in
    dev) touch .venv/try.done .venv/run.done ;;
    try) touch .venv/run.done ;;
esac
