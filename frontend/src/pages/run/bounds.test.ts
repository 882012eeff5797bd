import { expect, test } from "vitest";
import type { JobSummary } from "../../api/types";
import { boundedAlike } from "./bounds";

const job = (id: string, says: string | null, p50: number | null): JobSummary =>
  ({
    id,
    name: "",
    bound: says === null ? null : { says, least_s: 1e-3, latency_s: 0, stages: [], bounded_by: says },
    communication: { p50 },
  }) as unknown as JobSummary;

test("jobs that are bounded alike and take as long are told of together, and those without a bound not", () => {
  const jobs = [
    job("1", "the adapters", 2e-3),
    job("2", "the adapters", 2e-3),
    job("3", "latency", 2e-3),
    job("4", null, 2e-3),
  ];
  expect(boundedAlike(jobs).map(({ called }) => called)).toEqual(["job 1 and job 2", "job 3"]);
});

test("another median is told by itself", () => {
  const called = boundedAlike([job("1", "latency", 1e-3), job("2", "latency", 3e-3)]).map(
    (each) => each.called,
  );
  expect(called).toEqual(["job 1", "job 2"]);
});
