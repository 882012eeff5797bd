// Names on and under devices: as much as there is room for, and never over each other.
import { SERVER } from "../types";
import { font, type Pen, type Picture, type Spot, seamed, spotOf, widthOf } from "./picture";

const NO_LABEL_BELOW = 8; // px of room
const SHORT_BELOW = 56;
const LINE = 13;
const PAD = 6;
const MOST_NAMED = 12; // of a selection; more names would lie over each other

/** Draw the names of the devices in sight. */
export function drawLabels(pen: Pen, picture: Picture, seen: number[]): void {
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  if (picture.level !== "pods" || picture.scene.bodies) {
    const { scene } = picture;
    const short = tiersInShort(pen, picture, seen);
    const taken = new Lanes();
    for (const device of seen) {
      const spot = spotOf(picture, device);
      const texts =
        short.has(scene.tiers[device]) && !picture.selectedDevices.has(device)
          ? [scene.shorts[device]]
          : [scene.names[device], scene.shorts[device]];
      if (scene.kinds[device] === SERVER) drawUnder(pen, picture, device, spot, texts, taken);
      else drawInside(pen, picture, device, spot, texts);
    }
  }
  drawNotes(pen, picture);
  if (picture.selectedDevices.size <= MOST_NAMED) {
    for (const device of picture.selectedDevices) drawFullName(pen, picture, device);
  }
}

/** A selected switch keeps its whole name: under it, where it does not fit in. */
function drawFullName(pen: Pen, picture: Picture, device: number): void {
  const { scene, theme } = picture;
  if (scene.kinds[device] === SERVER && picture.level !== "pods") return;
  const spot = spotOf(picture, device);
  font(pen, theme, 500);
  if (picture.level !== "pods" && widthOf(pen, scene.names[device]) <= spot.w - PAD && spot.h >= 11) return;
  pen.textAlign = "center";
  seamed(
    pen,
    picture,
    scene.names[device],
    spot.x + spot.w / 2,
    spot.y + spot.h + LINE + 3,
    theme.colours.text1,
  );
}

/** Return the tiers in which some name does not fit: all of their names are short then, to read as a row. */
function tiersInShort(pen: Pen, picture: Picture, seen: number[]): Set<number> {
  const { scene, theme } = picture;
  const short = new Set<number>();
  font(pen, theme, 500);
  for (const device of seen) {
    const tier = scene.tiers[device];
    if (short.has(tier)) continue;
    if (widthOf(pen, scene.names[device]) > spotOf(picture, device).w - PAD) short.add(tier);
  }
  return short;
}

/** The name within a switch, then the ports as a second line. */
function drawInside(pen: Pen, picture: Picture, device: number, spot: Spot, texts: string[]): void {
  const { scene, theme } = picture;
  if (spot.w < NO_LABEL_BELOW || spot.h < 11) return;
  const detail = scene.details[device];
  font(pen, theme);
  const isRoomy = spot.w >= SHORT_BELOW && spot.h >= 2 * LINE + 1;
  const two = isRoomy && detail !== "" && widthOf(pen, detail) <= spot.w - PAD;
  font(pen, theme, 500, isRoomy ? 12 : 11);
  const name = fitting(pen, texts, spot.w - (spot.w < 24 ? 2 : PAD));
  if (!name) return;
  const middle = spot.x + spot.w / 2;
  const centre = spot.y + spot.h / 2;
  pen.fillStyle = theme.colours.text1;
  pen.fillText(name, middle, two ? centre - 1.5 : centre + 4.5);
  if (!two) return;
  font(pen, theme);
  pen.fillStyle = theme.colours.text3;
  pen.fillText(detail, middle, centre + LINE - 2);
}

/** The name under a host, where the row below leaves room and no neighbour has taken it. */
function drawUnder(
  pen: Pen,
  picture: Picture,
  device: number,
  spot: Spot,
  texts: string[],
  taken: Lanes,
): void {
  const { scene, theme } = picture;
  const { selectedDevices, deviceMarks } = picture;
  const isNamed = selectedDevices.has(device) && selectedDevices.size <= MOST_NAMED;
  const always = isNamed || deviceMarks.has(device);
  if (!always && (spot.w < NO_LABEL_BELOW || picture.camera.zoom < 0.7)) return;
  font(pen, theme, always ? 500 : 400);
  const room = spot.w + 3;
  const text = always ? scene.names[device] : fitting(pen, texts, room);
  if (!text) return;
  const half = widthOf(pen, text) / 2;
  const middle = spot.x + spot.w / 2;
  const baseline = spot.y + spot.h + (always ? 16 : 11);
  if (!taken.take(baseline, middle - half, middle + half) && !always) return;
  const colour = deviceMarks.get(device) === "warning" ? theme.colours.warn : theme.colours.text3;
  if (always) seamed(pen, picture, text, middle, baseline, colour);
  else {
    pen.fillStyle = colour;
    pen.fillText(text, middle, baseline);
  }
}

/** Return the first text that is not wider than the room, or null. */
function fitting(pen: Pen, texts: string[], room: number): string | null {
  return texts.find((text) => text !== "" && widthOf(pen, text) <= room) ?? null;
}

/** Words over a device, such as the root of an aggregation tree; its top edge is then 3 px. */
function drawNotes(pen: Pen, picture: Picture): void {
  const { theme } = picture;
  font(pen, theme);
  pen.textAlign = "center";
  for (const [device, note] of picture.deviceNotes) {
    const spot = spotOf(picture, device);
    const colour = note.tone === "fault" ? theme.colours.fault : theme.colours.text2;
    pen.fillStyle = note.tone === "fault" ? theme.colours.fault : theme.colours.text1;
    pen.fillRect(spot.x, spot.y, spot.w, 3);
    seamed(pen, picture, note.says, spot.x + spot.w / 2, spot.y - 7, colour);
  }
}

/** Text lines that already hold something, so that no two names overlap. */
export class Lanes {
  private readonly lanes = new Map<number, [number, number][]>();

  /** Take the room from `left` to `right` on a line; false when some of it is taken. */
  take(line: number, left: number, right: number): boolean {
    const lane = this.lanes.get(line) ?? [];
    this.lanes.set(line, lane);
    if (lane.some(([from, until]) => left < until + 2 && right > from - 2)) return false;
    lane.push([left, right]);
    return true;
  }
}
