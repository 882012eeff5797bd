// Which examples the laws draw: the same ones every time, or new ones where `make fuzz` gives a seed and how many.
import fc from "fast-check";

const { FUZZ_SEED, FUZZ_RUNS } = process.env;
const ALWAYS = 20_261_130;

fc.configureGlobal({
  seed: FUZZ_SEED ? Number(FUZZ_SEED) : ALWAYS,
  ...(FUZZ_RUNS ? { numRuns: Number(FUZZ_RUNS) } : {}),
});
