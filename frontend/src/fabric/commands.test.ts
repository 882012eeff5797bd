import { expect, test } from "vitest";
import { addDevice, type Command, changeType, connect, setInside } from "./commands";
import { type Device, type DeviceType, type FabricDocument, UNKNOWN_FIGURES } from "./document";
import { Ids } from "./ids";
import { apply } from "./operations";
import { isRefusal, type Refusal } from "./ports";
import { railOptimised } from "./samples";

const PLAIN = { profile: "none", reducer_gbps: null, limits: null } as const;

function type(id: string, ports: [name: string, count: number, gbps: number | null][]): DeviceType {
  const blocks = ports.map(([name, count, gbps]) => ({ name, count, gbps }));
  return {
    id,
    kind: "switch",
    name: "",
    ports: blocks,
    gpus: 0,
    aggregation: PLAIN,
    ...UNKNOWN_FIGURES,
    source: "",
  };
}

function device(id: string, of: string): Device {
  return { id, type: of, name: "", group: null, tags: [], x: null, y: null, aggregation: null };
}

function sheet(types: DeviceType[], devices: Device[]): FabricDocument {
  const { latency } = railOptimised(1, 1, 1, 1);
  return {
    format: 1,
    kind: "fabric",
    name: "",
    device_types: types,
    devices,
    cables: [],
    latency,
    tier_names: [],
    accepted: [],
  };
}

function after(document: FabricDocument, command: Command | Refusal): FabricDocument {
  if (isRefusal(command)) throw new Error(command.refused);
  return apply(document, command.operation).document;
}

const MIXED = [
  type("m", [
    ["q", 2, 200],
    ["p", 2, 400],
  ]),
  type("f", [["p", 2, 400]]),
  type("u", [["p", 1, null]]),
];

test("a cable takes the first free ports of one speed, though others come before them", () => {
  const document = sheet(MIXED, [device("one", "m"), device("two", "f")]);
  const [cable] = after(document, connect(document, new Ids(), ["one"], ["two"])).cables;
  expect(cable).toEqual({ id: "c1", a: "one/p1", b: "two/p1", gbps: 400, length_m: null, medium: null });
});

test("where no speeds agree it takes the first free ports, and its speed is unknown", () => {
  const document = sheet(MIXED, [device("one", "m"), device("two", "u")]);
  const [cable] = after(document, connect(document, new Ids(), ["one"], ["two"])).cables;
  expect(cable).toMatchObject({ a: "one/q1", b: "two/p", gbps: null });
});

test("when no port is free the words name the device and count its ports", () => {
  const document = sheet(MIXED, [device("one", "f"), device("two", "f"), device("three", "f")]);
  const full = after(document, connect(document, new Ids(), ["one"], ["two"], 2));
  expect(connect(full, new Ids(), ["three"], ["two"])).toEqual({
    refused: "two has no free port: all 2 are taken.",
  });
});

test("two groups are connected each to each, all or none", () => {
  const four = ["a", "b", "c", "d"].map((id) => device(id, "f"));
  const document = sheet(MIXED, four);
  const both = after(document, connect(document, new Ids(), ["a", "b"], ["c", "d"]));
  expect(both.cables).toHaveLength(4);
  expect(isRefusal(connect(both, new Ids(), ["a"], ["c", "d"]))).toBe(true);
});

test("a device is not connected to itself", () => {
  const document = sheet(MIXED, [device("one", "f")]);
  expect(connect(document, new Ids(), ["one"], ["one"])).toEqual({
    refused: "A cable joins two devices: one is one.",
  });
});

test("a changed type keeps the ports that it has too, and finds others for the rest", () => {
  const types = [
    type("old", [
      ["p", 2, 400],
      ["x", 1, 400],
    ]),
    type("new", [["p", 4, 400]]),
    type("small", [["p", 2, 400]]),
  ];
  const document = sheet(types, [device("one", "old"), device("two", "old")]);
  const cabled = after(document, connect(document, new Ids(), ["one"], ["two"], 3));
  const changed = after(cabled, changeType(cabled, "one", "new"));
  expect(changed.cables.map((cable) => cable.a)).toEqual(["one/p1", "one/p2", "one/p3"]);
  expect(changed.cables.map((cable) => cable.b)).toEqual(["two/p1", "two/p2", "two/x"]);
  expect(changeType(cabled, "one", "small")).toEqual({ refused: "one has 3 cables; small has 2 ports." });
});

test("a device of a type that the fabric lacks brings the type, and undoing takes both away", () => {
  const before = sheet([type("m", [["p", 1, 100]])], []);
  const added = addDevice(before, new Ids(), type("new", [["q", 2, 400]]), { x: 1, y: 2 });
  if (isRefusal(added)) throw new Error(added.refused);
  const { document, inverse } = apply(before, added.operation);
  expect(document.device_types.map(({ id }) => id)).toEqual(["m", "new"]);
  expect(document.devices.map((each) => each.type)).toEqual(["new"]);
  expect(apply(document, inverse).document).toEqual(before);
});

test("a device of a type that the fabric has leaves the types as they are", () => {
  const before = sheet([type("m", [["p", 1, 100]])], []);
  const added = after(before, addDevice(before, new Ids(), type("m", [["q", 9, 400]]), { x: 1, y: 2 }));
  expect(added.device_types).toEqual(before.device_types);
});

test("the inside of servers is said for the types that are named, and the number of their GPUs where it is unknown", () => {
  const scale_up = { gbps: 3600, efficiency: 0.82, adds: true, adding_efficiency: 0.85, source: "" };
  const known = { ...type("known", []), kind: "server" as const, gpus: 4 };
  const unknown = { ...type("unknown", []), kind: "server" as const };
  const other = { ...type("other", []), kind: "server" as const };
  const document = sheet([known, unknown, other], []);
  const command = setInside(document, ["known", "unknown"], { as: "DGX H100", gpus: 8, scale_up });
  const made = apply(document, command.operation);
  expect(made.document.device_types.map((each) => [each.gpus, each.scale_up])).toEqual([
    [4, scale_up],
    [8, scale_up],
    [0, null],
  ]);
  expect(command.says).toBe("Inside of 2 types as DGX H100");
  expect(apply(made.document, made.inverse).document).toEqual(document);
});
