#!/bin/sh
# Find a Python that can run the project and let install.py prepare .venv with it.
# Usage: sh requirements/install.sh base|test|dev|production. PYTHON=... names the interpreter to use.
set -eu
cd "$(dirname "$0")/.."

fits='import sys; sys.exit(sys.version_info < (3, 11))'
complete='import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))'

if [ -n "${PYTHON:-}" ]; then
    if ! "$PYTHON" -c "$fits" 2>/dev/null; then
        found=$("$PYTHON" -c 'import platform; print(platform.python_version())' 2>/dev/null || echo "no Python that runs")
        echo "Cirulla needs Python 3.11 or newer; PYTHON=$PYTHON is $found." >&2
        exit 1
    fi
    exec "$PYTHON" -I requirements/install.py --with-this-python "$@"
fi

for check in "$complete" "$fits"; do
    for name in python3.13 python3.12 python3.11 python3; do
        if "$name" -c "$check" 2>/dev/null; then
            exec "$name" -I requirements/install.py "$@"
        fi
    done
done

found=$(python3 -c 'import platform; print("python3 is " + platform.python_version())' 2>/dev/null || echo "there is no python3")
echo "Cirulla needs Python 3.11 or newer, and $found. Install one (Debian: apt install python3 python3-venv), or name one with make PYTHON=/path/to/python3.12." >&2
exit 1
