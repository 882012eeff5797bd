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
  return [...lines, ...(picture.cableLabels.get(cable) ?? [])];
}

export function describeTrunk(
  picture: Picture,
  upper: string,
  lower: string,
  cables: ArrayLike<number>,
): string[] {
  const lines = [`${lower} – ${upper}`];
  const count = `${numbers.format(cables.length)} ${cables.length === 1 ? "cable" : "cables"}`;
  if (picture.mode !== "load") return [...lines, count];
  let worst = -1;
  for (let place = 0; place < cables.length; place++) {
    const value = picture.values[cables[place]];
    if (value !== UNKNOWN) worst = Math.max(worst, value);
  }
  return [...lines, worst < 0 ? count : `${count}, worst ${percent(worst)}`];
}
