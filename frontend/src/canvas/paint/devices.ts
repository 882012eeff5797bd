// Switches and hosts as boxes, in as much detail as there is room for.
import { SERVER } from "../types";
import { edge, isInSight, type Pen, type Picture, type Spot, spotOf } from "./picture";

const NICS_FROM = 6; // px of width: a host shows a strip of adapters
const GPUS_FROM = 13; // px of width: and its GPUs

/** Draw all devices in sight; in the far view only those that are chosen or marked (cells are the raster's). */
export function drawDevices(pen: Pen, picture: Picture): number[] {
  const { scene } = picture;
  const { bodies } = scene;
  const seen: number[] = [];
  if (picture.level === "pods" && !bodies) {
    for (const device of picture.selectedDevices) {
      const spot = spotOf(picture, device);
      pen.fillStyle = picture.theme.colours.accentSoft;
      pen.fillRect(spot.x, spot.y, spot.w, spot.h);
      drawChosen(pen, picture, spot);
    }
    for (const device of picture.deviceMarks.keys()) outline(pen, picture, device);
    return [...picture.selectedDevices];
  }
  const spots: Spot[] = [];
  for (let device = 0; device < scene.deviceIds.length; device++) {
    if (bodies && !bodies.open[device]) continue;
    const spot = spotOf(picture, device);
    if (!isInSight(picture, spot, 20)) continue;
    seen.push(device);
    spots.push(spot);
  }
  drawBodies(pen, picture, seen, spots);
  drawTierEdges(pen, picture, seen, spots);
  drawInsides(pen, picture, seen, spots);
  for (const device of seen) outline(pen, picture, device);
  return seen;
}

/** Fill and edge every box; one path for all of them. */
function drawBodies(pen: Pen, { theme, selectedDevices }: Picture, seen: number[], spots: Spot[]): void {
  pen.fillStyle = theme.colours.device;
  for (const { x, y, w, h } of spots) pen.fillRect(x, y, w, h);
  pen.fillStyle = theme.colours.accentSoft;
  spots.forEach(({ x, y, w, h }, place) => {
    if (selectedDevices.has(seen[place])) pen.fillRect(x, y, w, h);
  });
  pen.fillStyle = theme.colours.deviceEdge;
  for (const { x, y, w, h } of spots) {
    pen.fillRect(x, y, w, 1);
    pen.fillRect(x, y + h - 1, w, 1);
    pen.fillRect(x, y, 1, h);
    pen.fillRect(x + w - 1, y, 1, h);
  }
}

function drawTierEdges(pen: Pen, { scene, theme }: Picture, seen: number[], spots: Spot[]): void {
  seen.forEach((device, place) => {
    if (scene.kinds[device] === SERVER) return;
    const { x, y, w, h } = spots[place];
    const tier = scene.tiers[device];
    pen.fillStyle = tier < 0 ? theme.colours.deviceEdge : theme.tiers[Math.min(3, tier)];
    pen.fillRect(x, y, w, h < 8 ? 1 : 2);
  });
}

/** Adapters, the bar between the GPUs, and the GPUs of hosts. */
function drawInsides(pen: Pen, { scene, theme }: Picture, seen: number[], spots: Spot[]): void {
  seen.forEach((device, place) => {
    const spot = spots[place];
    if (scene.kinds[device] !== SERVER || spot.w < NICS_FROM) return;
    pen.fillStyle = theme.colours.deviceEdge;
    if (spot.w < GPUS_FROM) {
      pen.fillRect(spot.x + 2, spot.y + 2, spot.w - 4, Math.max(2, Math.round(spot.h * 0.12)));
      return;
    }
    drawAdapters(pen, spot, scene.adapters[device]);
    if (scene.gpus[device] > 0) drawGpus(pen, spot, scene.gpus[device], theme.colours.line2, theme);
  });
}

function drawAdapters(pen: Pen, spot: Spot, count: number): void {
  if (count === 0) return;
  const room = (spot.w - 4) / count;
  const wide = Math.max(1, Math.min(12, room * 0.7));
  const high = Math.max(3, Math.round(spot.h * 0.09));
  for (let adapter = 0; adapter < count; adapter++) {
    pen.fillRect(spot.x + 2 + room * (adapter + 0.5) - wide / 2, spot.y + 2, wide, high);
  }
}

function drawGpus(pen: Pen, spot: Spot, count: number, colour: string, theme: Picture["theme"]): void {
  const bar = Math.max(2, Math.round(spot.h * 0.05));
  const barTop = spot.y + Math.round(spot.h * 0.19);
  pen.fillStyle = colour;
  if (count > 1) pen.fillRect(spot.x + 4, barTop, spot.w - 8, bar);
  const columns = count > 1 ? 2 : 1;
  const rows = Math.ceil(count / columns);
  const top = barTop + bar + Math.max(2, spot.h * 0.05);
  const gap = Math.max(1, Math.round(spot.w * 0.07));
  const wide = (spot.w - 8 - gap * (columns - 1)) / columns;
  const high = Math.min(wide * 1.1, (spot.y + spot.h - 3 - top - gap * (rows - 1)) / rows);
  if (high < 2 || wide < 2) return;
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  for (let gpu = 0; gpu < count; gpu++) {
    const x = Math.round(spot.x + 4 + (gpu % columns) * (wide + gap)) + 0.5;
    const y = Math.round(top + Math.floor(gpu / columns) * (high + gap)) + 0.5;
    pen.strokeRect(x, y, Math.max(1, Math.round(wide) - 1), Math.max(1, Math.round(high) - 1));
    if (wide > 32 && high > 13) {
      pen.font = `400 11px ${theme.font}`;
      pen.fillStyle = theme.colours.text2;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(`GPU ${gpu}`, x + wide / 2, y + high / 2);
    }
  }
}

/** What a selection or a mark lays round and over a device. */
export function outline(pen: Pen, picture: Picture, device: number): void {
  const mark = picture.deviceMarks.get(device);
  const chosen = picture.selectedDevices.has(device);
  if (!mark && !chosen) return;
  const spot = spotOf(picture, device);
  const { colours } = picture.theme;
  if (chosen && (picture.level !== "pods" || picture.scene.bodies)) drawChosen(pen, picture, spot);
  if (mark === "fault" || mark === "out") edge(pen, spot, colours.fault, 1.5, 1);
  if (mark === "out") drawOut(pen, picture, spot);
  if (mark === "error" || mark === "warning") drawFinding(pen, picture, spot, mark);
}

/** The double frame of what is selected. */
function drawChosen(pen: Pen, { theme }: Picture, spot: Spot): void {
  edge(pen, spot, theme.colours.accent, 2);
  edge(pen, spot, theme.colours.accent, 1, 4);
}

/** A cross on the right edge: what is down is still read by its name. */
function drawOut(pen: Pen, { theme }: Picture, spot: Spot): void {
  const [x, y, size] = [spot.x + spot.w, spot.y + spot.h / 2, 5];
  pen.fillStyle = theme.colours.canvas;
  pen.fillRect(x - size - 2, y - size - 2, 2 * size + 4, 2 * size + 4);
  pen.strokeStyle = theme.colours.fault;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(x - size, y - size);
  pen.lineTo(x + size, y + size);
  pen.moveTo(x + size, y - size);
  pen.lineTo(x - size, y + size);
  pen.stroke();
}

/** A diamond stops a run, a triangle wants a look; at the upper right corner. */
export function drawFinding(pen: Pen, { theme }: Picture, spot: Spot, mark: "error" | "warning"): void {
  const x = spot.x + spot.w + 2;
  const y = spot.y - 3;
  const size = 5.5;
  pen.fillStyle = mark === "error" ? theme.colours.error : theme.colours.warn;
  pen.beginPath();
  pen.moveTo(x, y - size);
  if (mark === "error") {
    pen.lineTo(x + size, y);
    pen.lineTo(x, y + size);
    pen.lineTo(x - size, y);
  } else {
    pen.lineTo(x + size, y + size * 0.8);
    pen.lineTo(x - size, y + size * 0.8);
  }
  pen.closePath();
  pen.fill();
  pen.fillStyle = theme.colours.onMark;
  pen.fillRect(x - 0.5, y - 2.5, 1, 3.5);
  pen.fillRect(x - 0.5, y + 2, 1, 1);
}
