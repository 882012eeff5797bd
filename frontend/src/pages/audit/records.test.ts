import { expect, test } from "vitest";
import type { AuditRecord } from "../../api/types";
import { figuresOf, fileHref, NO_FILTER, pagesOf, queryOf, timeSays } from "./records";

const RECORD: AuditRecord = {
  at_s: 0.0204501,
  job: "1",
  tenant: "",
  rail: "rail 2",
  iteration: 0,
  decision: "wait",
  root: "spine-2",
  switches: ["leaf-2", "spine-2"],
  ports: ["leaf-2/p1"],
  port_count: 26,
  operation: "all-reduce",
  dtype: "",
  protocol: "streaming",
  members: 24,
  bytes: 2 ** 28,
  waited_s: 0,
  reason: "held",
};

test("what is not asked for is not in the address, and words are", () => {
  expect(queryOf(NO_FILTER)).toEqual({});
  expect(fileHref("r", { ...NO_FILTER, decision: "wait", text: " leaf-1 held " }, "csv")).toBe(
    "/api/v1/runs/r/audit/file?decision=wait&text=leaf-1+held&form=csv",
  );
});

test("a record is told without what it does not say", () => {
  const labels = figuresOf(RECORD, "job 1").map(([label]) => label);
  expect(labels).not.toContain("Tenant");
  expect(labels).not.toContain("Waited");
  expect(
    figuresOf({ ...RECORD, waited_s: 1e-3 }, "job 1").find(([label]) => label === "Waited"),
  ).toBeDefined();
  expect(figuresOf(RECORD, "job 1").find(([label]) => label === "Iteration")?.[1]).toBe("1");
});

test("times of one collective can be told apart", () => {
  expect(timeSays(0.0204501)).toBe("20.450 ms");
});

test("rows in sight stand on pages that are asked for", () => {
  expect(pagesOf(0, 30, 200)).toEqual([0]);
  expect(pagesOf(190, 420, 200)).toEqual([0, 1, 2]);
  expect(pagesOf(0, -1, 200)).toEqual([]);
});
