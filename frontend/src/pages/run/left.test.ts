import { expect, test } from "vitest";
import type { JobSummary, RunSummary } from "../../api/types";
import { figuresLeft } from "./left";

const tail = { count: 200, unit: "s", mean: 2, p50: 2, p99: 3, p999: null, p9999: null, max: 4 };
const job = {
  id: "train",
  iterations: 200,
  iterations_done: 150,
  iteration: tail,
  communication: { ...tail, p50: 1 },
  rails: [
    {
      name: "rail 1",
      members: 8,
      root: "spine-1",
      granted: 3,
      fell_back: 1,
      waited: 0,
      protocol: "streaming",
      rate: 5e9,
      says: "busy",
    },
  ],
} as unknown as JobSummary;
const flows = { started: 9, finished: 7, completion: tail, slowdown: tail, buckets: [] };
const summary = (...jobs: JobSummary[]) => ({ jobs, flows }) as unknown as RunSummary;

test("a run whose frames are gone keeps the figures of its only job", () => {
  const figures = figuresLeft(summary(job));
  expect(figures?.iterations).toEqual({ done: 150, total: 200 });
  expect([figures?.iteration.p50, figures?.communication.p50, figures?.flows.finished]).toEqual([2, 1, 7]);
  expect(figures?.rails).toMatchObject([{ job: "train", root: "spine-1", granted: 3, fell_back: 1 }]);
});

test("the jobs of one run are not mixed up to one tail", () => {
  expect(figuresLeft(summary(job, job))).toBeNull();
  expect(figuresLeft(summary())).toBeNull();
});
