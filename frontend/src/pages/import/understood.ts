// What was understood, as rows of words and counts.
import type { FabricDocument, Reading } from "../../api/types";
import { plain, wireRate } from "../../numbers/format";

export interface UnderstoodRow {
  says: string;
  count: number | null;
}

const FORMAT_NAMES: Record<string, string> = {
  ibnetdiscover: "an ibnetdiscover dump",
  "ibnetdiscover-p": "a port list of ibnetdiscover -p",
  iblinkinfo: "the links that iblinkinfo prints",
  "opensm-subnet": "a subnet list of OpenSM",
  fabric: "a fabric document",
};

export function formatName(format: string): string {
  return FORMAT_NAMES[format] ?? format;
}

const TIER_NAMES = ["Leaf", "Spine", "Core"];

/** The name of a tier of switches, counted from the hosts. */
export function tierName(tier: number, tiers: number): string {
  if (tiers === 1) return "Switch";
  return TIER_NAMES[tier] ?? `Tier ${tier + 1}`;
}

function aggregating(document: FabricDocument): number {
  const types = new Map(document.device_types.map((type) => [type.id, type]));
  return document.devices.filter((device) => {
    const type = types.get(device.type);
    return type?.kind === "switch" && (device.aggregation ?? type.aggregation).profile !== "none";
  }).length;
}

function hostsByAdapters(document: FabricDocument): [number, number][] {
  const servers = new Set(
    document.device_types.filter((type) => type.kind === "server").map((type) => type.id),
  );
  const hosts = new Set(
    document.devices.filter((device) => servers.has(device.type)).map((device) => device.id),
  );
  const adapters = new Map<string, Set<string>>([...hosts].map((id) => [id, new Set<string>()]));
  for (const cable of document.cables) {
    for (const address of [cable.a, cable.b]) {
      adapters.get(address.split("/")[0])?.add(address);
    }
  }
  const counts = new Map<number, number>();
  for (const ends of adapters.values()) counts.set(ends.size, (counts.get(ends.size) ?? 0) + 1);
  return [...counts].sort((one, other) => other[0] - one[0]);
}

export function understood(reading: Reading): UnderstoodRow[] {
  const rows: UnderstoodRow[] = reading.tiers.map((count, tier) => ({
    says: `${tierName(tier, reading.tiers.length)} switches, by their place between hosts and spines`,
    count,
  }));
  const able = aggregating(reading.document);
  if (able)
    rows.push({ says: "Switches that aggregate in the network (SHARP), as an attribute", count: able });
  for (const [gbps, count] of Object.entries(reading.links_by_gbps)) {
    const speed = Number(gbps);
    rows.push({
      says: Number.isFinite(speed) ? `Cables at ${wireRate(speed)}` : "Cables of unknown speed",
      count,
    });
  }
  for (const [adapters, count] of hostsByAdapters(reading.document)) {
    rows.push({
      says: `Hosts with ${plain(adapters)} ${adapters === 1 ? "adapter" : "adapters"} connected`,
      count,
    });
  }
  const { cables, latency } = reading.document;
  if (cables.length && !cables.some((cable) => cable.length_m !== null)) {
    const assumed = `${plain(latency.assumed_length_m)} m each are assumed for the latency`;
    rows.push({ says: `Not in this file: the length of the cables; ${assumed}`, count: null });
  }
  return rows;
}
