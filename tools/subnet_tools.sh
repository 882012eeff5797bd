#!/bin/sh
# Installs ibsim, OpenSM and the InfiniBand tools, for the tests on a simulated subnet; says so where it cannot, and ends well.
PATH=$PATH:/usr/sbin:/sbin
lacks() {
    for program in ibsim ibsim-run ibnetdiscover iblinkinfo opensm; do
        command -v "$program" >/dev/null || echo "$program"
    done
}
skip() {
    echo "== subnet tools: $1, so these are not here: $(lacks | xargs); the tests with ibsim and OpenSM will skip"
    exit 0
}
# Without a network apt-get waits and tries again for minutes.
get() {
    limit=$1
    shift
    timeout "$limit" apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=8 "$@" >/dev/null 2>&1
}
[ -n "$(lacks)" ] || exit 0
command -v apt-get >/dev/null || skip "there is no apt-get"
[ "$(id -u)" = 0 ] || skip "apt-get needs root"
start=$(date +%s)
export DEBIAN_FRONTEND=noninteractive
packages="ibsim-utils opensm infiniband-diags"
get 10 update # Old lists may do.
# shellcheck disable=SC2086  # one argument a package
get 15 install --yes --no-install-recommends --download-only $packages || skip "the packages could not be fetched"
# shellcheck disable=SC2086
get 60 install --yes --no-install-recommends --no-download $packages || skip "the packages could not be installed"
[ -z "$(lacks)" ] || skip "the packages do not hold all"
echo "== subnet tools: $(($(date +%s) - start)) s"
