// The small dump that is written out by rule for the Python tests: 4 leaves, 2 spines, 6 hosts of 2 adapters.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./studio";

export function smallDump(): Buffer {
  return execFileSync(join(ROOT, ".venv/bin/python"), ["-m", "tests.system.dump"], { cwd: ROOT });
}
