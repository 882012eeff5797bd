// What the ruler beside the drawing says: names and counts of the tiers, and the ratio between two of them.
import { type FabricDocument, portsOf, speedOf } from "./document";
import { rowsByTier, type Structure } from "./structure";

const numbers = new Intl.NumberFormat();
const ratios = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Name a tier as the document does, else by its place above the hosts. */
export function tierName(tier: number, top: number, given: readonly string[] = []): string {
  if (tier < 0) return "No host reached";
  if (tier === 0) return "Hosts";
  const name = given[tier - 1];
  if (name) return name[0].toUpperCase() + name.slice(1);
  if (top > 3) return `Tier ${tier}`;
  return ["Leaf", "Spine", "Core"][tier - 1];
}

/** Return for each tier how many there are of what: "9 × 64 × 400G", or only the count where they differ. */
export function tiersSay(
  { devices, device_types }: FabricDocument,
  { tier, isServer }: Structure,
): Map<number, string> {
  const types = new Map(device_types.map((type) => [type.id, type]));
  const says = new Map<number, string>();
  for (const [each, rows] of rowsByTier({ tier })) {
    const ports = rows.map((row) => {
      const type = types.get(devices[row].type);
      return type ? portsOf(type) : [];
    });
    const count = ports[0].length;
    const gbps = ports[0][0]?.gbps ?? null;
    const alike = ports.every((all) => all.length === count && all.every((port) => port.gbps === gbps));
    const adapters = ports.reduce((sum, all) => sum + all.length, 0);
    if (alike && gbps !== null)
      says.set(each, `${numbers.format(rows.length)} × ${count} × ${numbers.format(gbps)}G`);
    else if (isServer[rows[0]])
      says.set(each, `${numbers.format(rows.length)}, ${numbers.format(adapters)} adapters`);
    else says.set(each, `${numbers.format(rows.length)} ${rows.length === 1 ? "switch" : "switches"}`);
  }
  return says;
}

export interface Gap {
  upper: number;
  lower: number;
  title: string;
  says: string[];
}

/**
 * Return what stands between each two tiers. Between switches: what comes up from below against what goes
 * up, by capacity (by count where a speed is unknown). Above the hosts: the count of cables.
 */
export function gapsOf(document: FabricDocument, structure: Structure): Gap[] {
  const down = new Array<Sum>(structure.top + 1).fill({ count: 0, gbps: 0 });
  const up = [...down];
  const types = new Map(document.device_types.map((type) => [type.id, type]));
  const portsAt = document.devices.map((device) => {
    const type = types.get(device.type);
    return type ? portsOf(type) : [];
  });
  document.cables.forEach((cable, row) => {
    const a = structure.from[row];
    const b = structure.to[row];
    if (a < 0 || b < 0) return;
    const low = Math.min(structure.tier[a], structure.tier[b]);
    const high = Math.max(structure.tier[a], structure.tier[b]);
    if (low < 0 || low === high) return;
    const gbps = speedOf(
      cable,
      portsAt[a][structure.portPlace[2 * row]],
      portsAt[b][structure.portPlace[2 * row + 1]],
    );
    up[low] = plus(up[low], gbps);
    down[high] = plus(down[high], gbps);
  });
  const gaps: Gap[] = [];
  for (let upper = structure.top; upper > 1; upper--)
    gaps.push(ratioOf(upper, down[upper - 1], up[upper - 1]));
  if (structure.top > 0) {
    const count = down[1].count;
    const adapters = portsAt.reduce(
      (sum, ports, row) => sum + (structure.isServer[row] ? ports.length : 0),
      0,
    );
    const says = adapters > count ? [`of ${numbers.format(adapters)} adapters`] : [];
    gaps.push({
      upper: 1,
      lower: 0,
      title: `${numbers.format(count)} ${count === 1 ? "cable" : "cables"}`,
      says,
    });
  }
  return gaps;
}

interface Sum {
  count: number;
  gbps: number | null;
}

function plus(sum: Sum, gbps: number | null): Sum {
  return { count: sum.count + 1, gbps: sum.gbps === null || gbps === null ? null : sum.gbps + gbps };
}

function ratioOf(upper: number, down: Sum, up: Sum): Gap {
  const known = down.gbps !== null && up.gbps !== null;
  const ratio = known ? (down.gbps ?? 0) / (up.gbps || Number.NaN) : down.count / (up.count || Number.NaN);
  const says = [`${numbers.format(down.count)} down`, `${numbers.format(up.count)} up`];
  if (!known) says.push("by count");
  return {
    upper,
    lower: upper - 1,
    title: Number.isFinite(ratio) ? `${ratios.format(ratio)} : 1` : "",
    says,
  };
}
