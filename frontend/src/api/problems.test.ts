import { describe, expect, test } from "vitest";
import { asProblem, goneSays, headAndRest, Problem, problemOf } from "./problems";

const body = {
  type: "about:blank",
  title: "The workload has errors",
  status: 400,
  detail: "2 fields are wrong.",
  errors: [
    { pointer: "/jobs/0/size_bytes", detail: "must be at least 1, got -5" },
    { pointer: "/flows", detail: "unknown key" },
  ],
};

describe("a problem", () => {
  test("is found at its field", () => {
    const problem = problemOf(400, body);
    expect(problem.at("/jobs/0/size_bytes")).toBe("must be at least 1, got -5");
    expect(problem.at("/jobs/0/iterations")).toBeUndefined();
  });

  test("at a part is found at the whole, but never at a name that only begins alike", () => {
    expect(problemOf(400, body).at("/jobs")).toBe("must be at least 1, got -5");
    expect(problemOf(400, body).at("/jobs/0/size")).toBeUndefined();
  });

  test("that no field shows is left for the panel", () => {
    expect(problemOf(400, body).elsewhere(["/jobs"])).toEqual([{ pointer: "/flows", detail: "unknown key" }]);
  });

  test("keeps the findings of a refused run", () => {
    const finding = {
      rule: "cable.dangling",
      severity: "error",
      at: "/cables/3",
      says: "…",
      objects: ["c3"],
    };
    expect(problemOf(409, { ...body, findings: [finding] }).findings).toEqual([finding]);
  });

  test("without a body says in words what the status means", () => {
    expect(problemOf(404, undefined).message).toContain("belongs to somebody else");
    expect(problemOf(502, "<html>").message).toContain("does not answer");
    expect(problemOf(418, null).message).toContain("418");
  });

  test("is made of a broken connection too", () => {
    expect(asProblem(new TypeError("Failed to fetch")).message).toContain("cannot be reached");
    const problem = new Problem(400, "a", "b");
    expect(asProblem(problem)).toBe(problem);
  });
});

test("only what was removed for its age is said instead of reported", () => {
  const detail = "the frame record of run 7 was kept for 30 days";
  expect(goneSays(problemOf(410, { title: "Gone", detail }))).toBe(detail);
  expect(goneSays(problemOf(404, { title: "Not Found", detail }))).toBeNull();
  expect(goneSays(new TypeError("fetch failed"))).toBeNull();
});

describe("what is told besides", () => {
  test("is parted from what went wrong in a long message", () => {
    const formats = "ibnetdiscover, ".repeat(20);
    expect(headAndRest(`a.json looks like JSON; formats read: ${formats}`)).toEqual([
      "a.json looks like JSON.",
      `Formats read: ${formats}`,
    ]);
  });

  test("stays with it in a short one", () => {
    expect(headAndRest("a.json is empty; give another")).toEqual(["a.json is empty; give another", ""]);
  });
});
