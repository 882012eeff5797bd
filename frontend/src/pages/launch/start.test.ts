import { beforeEach, expect, test, vi } from "vitest";
import { DEFAULTS } from "./settings";

const asked: string[] = [];
let gone = new Set<string>();
let count = 0;

vi.mock("../../api/calls", () => {
  const create = (what: string) => () => {
    asked.push(what);
    count += 1;
    return Promise.resolve({ id: `${what}-${count}` });
  };
  return {
    workloads: { create: create("workload") },
    scenarios: { create: create("scenario") },
    runs: {
      create: async (parts: { workload: string; scenario: string }) => {
        asked.push("run");
        const { Problem } = await import("../../api/problems");
        if (gone.has(parts.workload)) throw new Problem(404, "Not found", "gone");
        return { id: "run", parts };
      },
    },
  };
});

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  gone = new Set();
  count = 0;
});

test("the same settings are made into documents once, others anew", async () => {
  const { startRun } = await import("./start");
  await startRun("f", DEFAULTS);
  await startRun("f", DEFAULTS);
  expect(asked).toEqual(["workload", "scenario", "run", "run"]);
  await startRun("f", { ...DEFAULTS, seed: 9 });
  expect(asked.slice(4)).toEqual(["scenario", "run"]);
});

test("a pair shares its workload", async () => {
  const { startBoth } = await import("./start");
  const pair = (await startBoth("f", DEFAULTS)) as unknown as { parts: { workload: string } }[];
  expect(pair[0].parts.workload).toBe(pair[1].parts.workload);
  expect(asked).toEqual(["workload", "scenario", "scenario", "run", "run"]);
});

test("documents that somebody deleted are made again", async () => {
  const { startRun } = await import("./start");
  await startRun("f", DEFAULTS);
  gone.add("workload-1");
  await startRun("f", DEFAULTS);
  expect(asked.slice(3)).toEqual(["run", "workload", "scenario", "run"]);
});

test("a fabric that is not there is said, not tried for ever", async () => {
  const { startRun } = await import("./start");
  gone = { has: () => true } as unknown as Set<string>;
  await expect(startRun("f", DEFAULTS)).rejects.toMatchObject({ status: 404 });
  expect(asked).toEqual(["workload", "scenario", "run"]);
});
