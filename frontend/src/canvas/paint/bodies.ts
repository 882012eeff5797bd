// What the pods view writes on its bodies: name, counts, tier, the selection, and the worst mark of what is inside.
import { drawFinding, outline } from "./devices";
import { edge, font, isInSight, type Pen, type Picture, type Spot, spotOf, widthOf } from "./picture";

const LINE = 14;
const PAD = 6;
const INSIDE_FROM = 13; // px of room over the cells: the name stands there, else beside the body
const COUNTS_FROM = 12;
const MARKED_CELL = 8; // px: a larger cell carries its own mark
const TITLE = 24; // world units over the cells of a body
const FOOT = 22;

/** Return where a body stands on the screen, in whole px. */
export function frameSpot({ scene, camera }: Picture, frame: number): Spot {
  const { x, y, w, h } = scene.frames[frame];
  const left = Math.round(x * camera.zoom + camera.x);
  const top = Math.round(y * camera.zoom + camera.y);
  return {
    x: left,
    y: top,
    w: Math.round((x + w) * camera.zoom + camera.x) - left,
    h: Math.round((y + h) * camera.zoom + camera.y) - top,
  };
}

export function drawPods(pen: Pen, picture: Picture): void {
  const { scene, selectedDevices, theme } = picture;
  const { bodies } = scene;
  if (!bodies) return;
  const chosen = new Int32Array(scene.frames.length);
  for (const device of selectedDevices) if (bodies.frameOf[device] >= 0) chosen[bodies.frameOf[device]]++;
  scene.frames.forEach((frame, place) => {
    const spot = frameSpot(picture, place);
    if (!isInSight(picture, spot, 40)) return;
    const tier = bodies.tiers[place];
    pen.fillStyle = tier < 0 ? theme.colours.deviceEdge : theme.tiers[Math.min(3, tier)];
    pen.fillRect(spot.x, spot.y, spot.w, 2);
    drawTitle(pen, picture, place, spot);
    if (chosen[place] === frame.devices.length) edge(pen, spot, theme.colours.accent, 2);
  });
  drawChosenCells(pen, picture, chosen);
  drawMarks(pen, picture);
}

/** Name and count in the body where they fit, else the name under a pod and over a plane. */
function drawTitle(pen: Pen, picture: Picture, place: number, spot: Spot): void {
  const { scene, theme, camera } = picture;
  const { name, says } = scene.frames[place];
  const isPod = scene.bodies?.pods[place];
  const isInside = TITLE * camera.zoom >= INSIDE_FROM;
  font(pen, theme, 500, isInside ? 12 : 11);
  pen.textBaseline = "alphabetic";
  const room = isInside ? spot.w - 2 * PAD : spot.w + 3;
  const digits = name.replace(/^\D+(?=\d)/, "");
  const shown = [name, digits.replace(" to ", "–")].find((text) => widthOf(pen, text) <= room);
  pen.fillStyle = theme.colours.text1;
  if (shown && isInside) {
    pen.textAlign = "left";
    pen.fillText(shown, spot.x + PAD, spot.y + Math.round((TITLE * camera.zoom + LINE) / 2) - 2);
  } else if (shown) {
    pen.textAlign = "center";
    pen.fillText(shown, spot.x + spot.w / 2, isPod ? spot.y + spot.h + LINE : spot.y - 5);
  }
  font(pen, theme);
  if (FOOT * camera.zoom < COUNTS_FROM || says === "" || widthOf(pen, says) > spot.w - 2 * PAD) return;
  pen.fillStyle = theme.colours.text3;
  if (isPod) {
    pen.textAlign = "left";
    pen.fillText(says, spot.x + PAD, spot.y + spot.h - Math.round((FOOT * camera.zoom - LINE) / 2) - 4);
    return;
  }
  font(pen, theme, 500, 12);
  const taken = shown ? widthOf(pen, shown) : 0;
  font(pen, theme);
  if (taken + widthOf(pen, says) + 3 * PAD > spot.w) return;
  pen.textAlign = "right";
  pen.fillText(says, spot.x + spot.w - PAD, spot.y + Math.round((TITLE * camera.zoom + LINE) / 2) - 2);
}

/** Cells that are chosen by themselves, not with all of their body. */
function drawChosenCells(pen: Pen, picture: Picture, chosen: Int32Array): void {
  const { scene, selectedDevices, theme } = picture;
  if (!scene.bodies) return;
  for (const device of selectedDevices) {
    const frame = scene.bodies.frameOf[device];
    if (scene.bodies.open[device] || frame < 0 || chosen[frame] === scene.frames[frame].devices.length)
      continue;
    const spot = spotOf(picture, device);
    if (isInSight(picture, spot)) edge(pen, spot, theme.colours.accent, 2, 3);
  }
}

/** The worst mark in a closed body lies on it; large cells carry their own. */
function drawMarks(pen: Pen, picture: Picture): void {
  const { scene, deviceMarks, theme } = picture;
  const { bodies } = scene;
  if (!bodies) return;
  const worst = new Map<number, "error" | "warning" | "fault">();
  for (const [device, mark] of deviceMarks) {
    if (bodies.open[device] || mark === "note") continue;
    if (spotOf(picture, device).w >= MARKED_CELL) outline(pen, picture, device);
    const frame = bodies.frameOf[device];
    const broken = mark === "out" || mark === "fault" ? "fault" : mark;
    const known = worst.get(frame);
    if (!known || broken === "fault" || (broken === "error" && known === "warning")) worst.set(frame, broken);
  }
  for (const [frame, mark] of worst) {
    const spot = frameSpot(picture, frame);
    if (mark === "fault") edge(pen, spot, theme.colours.fault, 1.5, 1);
    else drawFinding(pen, picture, spot, mark);
  }
}
