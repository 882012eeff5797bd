#!/bin/sh
# Checks every law on new random examples and every reader on mutated files, round after round: tools/fuzz.sh ROUNDS [SEED of the first round].
# Ends at the first round that fails; the same seed draws the same examples again.
rounds=${1:-10}
seed=${2:-$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}
python=$(pwd)/.venv/bin/python
last=$((seed + rounds - 1))
while [ "$seed" -le "$last" ]; do
    echo "== fuzz: seed $seed (make fuzz ROUNDS=1 SEED=$seed draws the same)"
    "$python" -m pytest -n 2 -m hypothesis --hypothesis-profile=fuzz --hypothesis-seed="$seed" tests || exit 1
    (
        cd frontend || exit 1
        # shellcheck disable=SC2046  # one argument a file
        FUZZ_SEED=$seed FUZZ_RUNS=2000 npx --no-install vitest run --testTimeout=0 $(grep -rl --include='*.test.ts*' fast-check src)
    ) || exit 1
    # Of each reader's mutated files, 10,000 a round.
    "$python" -m tests.fuzz --first $((seed * 10000)) --count 10000 || exit 1
    seed=$((seed + 1))
done
