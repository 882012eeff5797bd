import { expect, test } from "vitest";
import { algorithmOf, COLLECTIVES, fitting } from "./algorithms";
import { DEFAULTS, scenarioName } from "./settings";

test("an algorithm stays when the collective changes, unless it does not do the new one", () => {
  expect(fitting("reduce-scatter", "halving-doubling")).toBe("halving-doubling");
  expect(fitting("broadcast", "bruck")).toBe("ring");
  expect(fitting("all-to-all", "in-network")).toBe("direct");
  expect(fitting("send-recv", "ring")).toBe("direct");
});

test("rings of an all-to-all are called what they are, and so is Bruck's way without bytes", () => {
  expect(algorithmOf("all-to-all", "ring").label).toBe("All at once");
  expect(algorithmOf("barrier", "bruck").label).toBe("Dissemination");
  expect(algorithmOf("all-to-all", "bruck").label).toBe("Bruck");
  expect(algorithmOf("broadcast", "ring").label).toBe("Chain");
  expect(algorithmOf("barrier", "ring").says).toBe("A token goes around the ring twice.");
});

test("every collective has an algorithm, and a name of a run that tells them apart", () => {
  const names = Object.entries(COLLECTIVES).flatMap(([collective, { by }]) =>
    by.map((algorithm) => {
      const settings = { ...DEFAULTS, collective: collective as keyof typeof COLLECTIVES, algorithm };
      return `${collective}: ${scenarioName(settings)}`;
    }),
  );
  expect(new Set(names).size).toBe(names.length);
});
