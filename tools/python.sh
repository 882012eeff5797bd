#!/bin/sh
# Prints the first Python 3.11, 3.12 or 3.13 that works, or nothing.
for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python; do
    [ -n "$candidate" ] || continue
    if "$candidate" -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
        command -v "$candidate"
        exit 0
    fi
done
