// What a tooltip says of a device, a cable or a trunk.
import type { Picture } from "./paint/picture";
import { SERVER, UNKNOWN } from "./types";

const numbers = new Intl.NumberFormat();

export function percent(byte: number): string {
  return byte === UNKNOWN ? "unknown" : `${Math.round((byte / 254) * 100)} %`;
}

export function describeDevice({ scene, mode, values, utilisation }: Picture, device: number): string[] {
  const gpus = scene.gpus[device];
  const lines = [scene.names[device]];
  const holds = scene.kinds[device] === SERVER && gpus > 0 ? `, ${gpus} GPUs` : "";
  if (scene.details[device]) lines.push(scene.details[device] + holds);
  if (mode === "load" && utilisation) {
    let worst = -1;
    for (let cable = 0; cable < scene.from.length; cable++) {
      const here = scene.from[cable] === device || scene.to[cable] === device;
      if (here && values[cable] !== UNKNOWN) worst = Math.max(worst, values[cable]);
    }
    if (worst >= 0) lines.push(`worst cable ${percent(worst)}`);
  }
  return lines;
}

export function describeCable(picture: Picture, cable: number): string[] {
  const { scene, mode, utilisation, values } = picture;
  const a = scene.ports[2 * cable];
  const b = scene.ports[2 * cable + 1];
  const gbps = scene.gbps[cable];
  const speed = Number.isNaN(gbps) ? "speed unknown" : `${numbers.format(gbps)} Gb/s`;
  const lines = [`${a} – ${b}`];
  if (mode === "load" && utilisation) {
    lines.push(`${speed}, → ${percent(utilisation[2 * cable])}, ← ${percent(utilisation[2 * cable + 1])}`);
  } else if (mode === "delta" && values[cable] !== UNKNOWN) {
    const change = Math.round(((values[cable] - 127) / 127) * picture.fullChange * 100);
    lines.push(`${speed}, ${change > 0 ? "+" : ""}${change} points`);
  } else lines.push(speed);
  const tree = picture.tree?.cables.get(cable);
  return [...lines, ...(tree ? [tree.says] : []), ...(picture.cableLabels.get(cable) ?? [])];
}

export function describeTrunk(
  picture: Picture,
  upper: string,
  lower: string,
  cables: ArrayLike<number>,
): string[] {
  const lines = [`${lower} – ${upper}`, ...inAll(picture, cables)];
  if (picture.mode !== "load") return lines;
  const worst = worstOf(picture, cables);
  return worst < 0 ? lines : [...lines, `worst ${percent(worst)}`];
}

/** Counts by tier, what leaves it, and what is wrong in it. */
export function describeBody(picture: Picture, frame: number): string[] {
  const { scene, deviceMarks } = picture;
  const { name, devices } = scene.frames[frame];
  const counts = scene.rows
    .map((row) => ({ row, count: devices.filter((device) => scene.tiers[device] === row.tier).length }))
    .filter(({ count }) => count > 0)
    .map(({ row, count }) => `${numbers.format(count)} × ${row.name.toLowerCase()}`);
  const inside = new Set(devices);
  const leaving: number[] = [];
  for (let cable = 0; cable < scene.from.length; cable++) {
    if (inside.has(scene.from[cable]) !== inside.has(scene.to[cable])) leaving.push(cable);
  }
  const lines = [name, counts.join(", "), ...inAll(picture, leaving).map((line) => `${line} out of it`)];
  for (const mark of ["error", "warning"] as const) {
    const count = devices.filter((device) => deviceMarks.get(device) === mark).length;
    if (count > 0) lines.push(`${numbers.format(count)} with ${mark === "error" ? "an error" : "a warning"}`);
  }
  const worst = picture.mode === "load" ? worstOf(picture, leaving) : -1;
  return worst < 0 ? lines : [...lines, `worst of these ${percent(worst)}`];
}

/** "128 cables, 51.2 Tb/s", with how many speeds are unknown. */
function inAll({ scene }: Picture, cables: ArrayLike<number>): string[] {
  let gbps = 0;
  let unknown = 0;
  for (let place = 0; place < cables.length; place++) {
    const speed = scene.gbps[cables[place]];
    if (Number.isNaN(speed)) unknown++;
    else gbps += speed;
  }
  const count = `${numbers.format(cables.length)} ${cables.length === 1 ? "cable" : "cables"}`;
  if (cables.length === 0) return [count];
  if (unknown === cables.length) return [`${count}, speed unknown`];
  const sum = gbps >= 10_000 ? `${numbers.format(gbps / 1000)} Tb/s` : `${numbers.format(gbps)} Gb/s`;
  return [`${count}, ${sum}${unknown > 0 ? `, ${numbers.format(unknown)} of unknown speed` : ""}`];
}

function worstOf({ values }: Picture, cables: ArrayLike<number>): number {
  let worst = -1;
  for (let place = 0; place < cables.length; place++) {
    const value = values[cables[place]];
    if (value !== UNKNOWN) worst = Math.max(worst, value);
  }
  return worst;
}
