import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIGURES, type Figure, sourceOf, sourcesOf, sourceText } from "./sources";

const SWITCH =
  "Ports, height: user manual, 64 ports of 400 Gb/s in 32 OSFP cages. Power: assumption, between 700 W and " +
  "1,720 W with optics. Aggregation: SHARP Rev 3.13.0. Latency: that of the fabric (docs/latency.md).";

describe("the source of a part", () => {
  test("is told apart by figure, several figures under one label", () => {
    expect(sourcesOf(SWITCH)).toEqual({
      rest: "",
      of: {
        ports: "user manual, 64 ports of 400 Gb/s in 32 OSFP cages",
        height: "user manual, 64 ports of 400 Gb/s in 32 OSFP cages",
        power: "assumption, between 700 W and 1,720 W with optics",
        aggregation: "SHARP Rev 3.13.0",
        latency: "that of the fabric (docs/latency.md)",
      },
    });
  });

  test("marks what is an assumption, in whole or in part", () => {
    expect(sourceOf(SWITCH, "power").ground).toBe("assumed");
    expect(sourceOf(SWITCH, "ports").ground).toBe("source");
    expect(sourceOf("36,000 from a reseller; 25,000 is an assumption", "price").ground).toBe("partly");
  });

  test("without a label stands for every figure that none is named for", () => {
    const server = "NVIDIA DGX A100 user guide: 8 GPUs, 6.5 kW at most, 6U. Latency: that of the fabric.";
    expect(sourceOf(server, "power").says).toBe("NVIDIA DGX A100 user guide: 8 GPUs, 6.5 kW at most, 6U");
    expect(sourceOf(server, "latency").says).toBe("that of the fabric");
  });

  test("may name figures with commas and “and”, and call the ports of a server adapters", () => {
    const machine =
      "Cloud pages. Adapters: assumption. Power, height and price: none, the machine is rented.";
    expect(sourceOf(machine, "ports").ground).toBe("assumed");
    for (const figure of ["power", "height", "price"] as const)
      expect(sourceOf(machine, figure).says).toBe("none, the machine is rented");
  });

  test("may tell the speed of the ports, and of a cable speed and connectors, apart", () => {
    const cable = "Speed, connector, length: data sheet, 2 × 400 Gb/s. Power: assumption.";
    expect(sourceOf(cable, "connector").says).toBe("data sheet, 2 × 400 Gb/s");
    const cloud = "GPUs, ports: topology file: 4 cards. Speed: assumption, 100 Gb/s a card.";
    expect([sourceOf(cloud, "ports").ground, sourceOf(cloud, "speed").ground]).toEqual(["source", "assumed"]);
  });

  test("that is empty leaves the figures without a ground", () => {
    expect(sourceOf("", "power").ground).toBe("untold");
  });

  test("is the same after it was put together and told apart", () => {
    const words = fc.stringMatching(/^[a-z0-9]([a-z0-9 ,;()]{0,20}[a-z0-9])?$/);
    const parts = fc.dictionary(fc.constantFrom<Figure>(...FIGURES), words);
    fc.assert(
      fc.property(words, parts, (rest, of) => {
        expect(sourcesOf(sourceText(rest, of))).toEqual({ rest, of: { ...of } });
      }),
    );
  });
});
