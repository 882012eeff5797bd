import { expect, test, vi } from "vitest";
import { faultLabel, faultMoments, share } from "./faults";

vi.stubGlobal("navigator", { language: "en-US" });
const fault = (cable: string, at_ms: number, until_ms: number | null = null, rate_share = 0.25) => ({
  cable,
  switch: null,
  at_ms,
  until_ms,
  rate_share,
});

test("faults that begin together are one moment, and what ends is mended", () => {
  expect(faultMoments([fault("a", 500), fault("b", 500), fault("c", 100, 900)])).toEqual([
    { atS: 0.1, says: "Fault: one cable at 25 %" },
    { atS: 0.5, says: "Fault: 2 cables at 25 %" },
    { atS: 0.9, says: "Cable mended" },
  ]);
});

test("cables and switches that fail together are told apart", () => {
  const out = { ...fault("", 500, 900, 0), cable: null, switch: "spine-1" };
  expect(faultMoments([fault("a", 500, 900, 0), fault("b", 500, null, 0), out])).toEqual([
    { atS: 0.5, says: "Fault: 2 cables down, one switch down" },
    { atS: 0.9, says: "Cable mended, switch back" },
  ]);
});

test("a degraded cable says both rates", () => {
  expect(faultLabel(fault("a", 0), 400, 15.85)).toBe("100 of 400 Gb/s, since 15.85 s");
  expect(faultLabel(fault("a", 0), null, null)).toBe("at 25 %");
  expect(faultLabel(fault("a", 0, null, 0), 400, 3)).toBe("down, since 3 s");
  expect(share(0.125)).toBe("12.5 %");
});
