#!/bin/sh
# Prints the path of a Chromium for the browser tests; as root on Debian with none, installs the package.
if [ -n "${CHROMIUM:-}" ]; then
    [ -x "$CHROMIUM" ] && { echo "$CHROMIUM"; exit 0; }
    echo "CHROMIUM names $CHROMIUM, which cannot be run" >&2
    exit 2
fi
find_one() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return 0
    done
    return 1
}
find_one && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "no Chromium found: installing the package chromium" >&2
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q chromium; } >/dev/null 2>&1
    find_one && exit 0
fi
echo "the browser tests need Chromium: install the package chromium, or name a browser with CHROMIUM=/path" >&2
exit 2
