import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toScreen } from "./camera";
import { Eye } from "./eye";

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

const NONE = { left: 0, top: 0, right: 0, bottom: 0 };

/** Devices of 10 by 10 at these places. */
const boxes = (...places: [number, number][]) =>
  Float32Array.from(places.flatMap(([x, y]) => [x, y, 10, 10]));

function eyeIn(room: { width: number; height: number }): Eye {
  const eye = new Eye(room, () => undefined);
  eye.setInsets(NONE);
  return eye;
}

test("the first fabric is shown whole", () => {
  const eye = eyeIn({ width: 500, height: 500 });
  eye.setBoxes(boxes([0, 0], [990, 990]));
  expect(eye.camera).toEqual({ x: 0, y: 0, zoom: 0.5 });
});

test("a whole view stays whole when the room shrinks; one that a hand moved keeps its middle", () => {
  const room = { width: 500, height: 500 };
  const eye = eyeIn(room);
  eye.setBoxes(boxes([0, 0], [990, 990]));
  room.width = 250;
  eye.roomChanged(500, 500);
  expect(eye.camera.zoom).toBe(0.25);
  eye.panBy(10, 0);
  const { x, y } = eye.camera;
  room.width = 350;
  eye.roomChanged(250, 500);
  expect(eye.camera).toEqual({ x: x + 50, y, zoom: 0.25 });
});

test("a device more does not move the view, another fabric is shown whole", () => {
  const eye = eyeIn({ width: 500, height: 500 });
  eye.setBoxes(new Float32Array(0));
  const blank = eye.camera;
  eye.setBoxes(boxes([3000, 3000]));
  expect(eye.camera).toEqual(blank);
  eye.setBoxes(boxes([0, 0], [100, 100], [500, 500], [990, 990]));
  expect(eye.camera.zoom).toBe(0.5);
});

test("with reduced motion a flight arrives at once", () => {
  const eye = eyeIn({ width: 500, height: 500 });
  eye.setBoxes(boxes([0, 0], [990, 990]));
  eye.flightMs = 0;
  eye.flyToRows([1]);
  expect(toScreen(eye.camera, 995, 995)[0]).toBeCloseTo(250, 6);
});

test("what is stepped to comes 60 px inside", () => {
  const eye = eyeIn({ width: 500, height: 500 });
  eye.setBoxes(boxes([0, 0], [990, 990]));
  eye.lookFrom({ x: 0, y: 0, zoom: 1 });
  eye.keepInSight(1);
  expect(toScreen(eye.camera, 995, 995)).toEqual([440, 440]);
});
