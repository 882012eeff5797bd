#!/bin/sh
# Prints in one line what this machine lacks to build Twinloom, or nothing.
if [ -z "$(sh tools/python.sh)" ]; then
    found=$(python3 --version 2>/dev/null || echo "no python3")
    echo "Twinloom needs Python 3.11 to 3.13, found $found; install one or name it with PYTHON=/path/to/python3.12"
    exit 0
fi
found=$(node --version 2>/dev/null)
case "$found" in
    "") echo "Twinloom needs Node 20.19 or newer, found no node on PATH; install it from nodejs.org or your packages" ; exit 0 ;;
esac
if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
    echo "Twinloom needs Node 20.19 or newer, found $found; update it"
fi
