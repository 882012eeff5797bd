// What was understood, in groups of rows: a count, what is counted, and why it is so.
import type { FabricDocument, Reading } from "../../api/types";
import { portsText } from "../../catalogue/entries";
import { counted, plain, whole, wireRate } from "../../numbers/format";

export interface UnderstoodRow {
  says: string;
  count: number | null;
  /** Why, or what more there is to know of it. */
  why?: string;
}

export interface UnderstoodGroup {
  title: string;
  rows: UnderstoodRow[];
}

const FORMAT_NAMES: Record<string, string> = {
  ibnetdiscover: "an ibnetdiscover dump",
  "ibnetdiscover-p": "a port list of ibnetdiscover -p",
  iblinkinfo: "the links that iblinkinfo prints",
  "opensm-subnet": "a subnet list of OpenSM",
  slurm: "a Slurm topology",
  simai: "a SimAI topology",
  hpcc: "an HPCC topology",
  htsim: "an htsim topology",
  "astra-network": "a network of ASTRA-sim",
  graphml: "a GraphML graph",
  "node-link": "a graph in node-link JSON",
  "sonic-config": "a SONiC config_db",
  "sonic-minigraph": "a SONiC minigraph",
  air: "an NVIDIA Air topology",
  "topology-dot": "a topology.dot of PTM or Air",
  containerlab: "a containerlab topology",
  lldp: "LLDP neighbours",
  netbox: "devices and cables of NetBox",
  "cable-list": "a list of cables",
  avd: "Arista AVD’s list of links",
  "sonic-lab": "links of a SONiC lab",
  "nccl-topology": "an NCCL topology: one server",
  fabric: "a fabric document",
};

/** The format whose columns are told by its headers, or by a person. */
export const CABLE_LIST = "cable-list";

/** Whether the files describe kinds of servers and no fabric. */
export function holdsTypesAlone({ document }: Reading): boolean {
  return document.devices.length === 0 && document.device_types.length > 0;
}

export function formatName(format: string): string {
  return FORMAT_NAMES[format] ?? format;
}

const MOST_NAMES = 4;

/** "a, b, c, d and 12 more", by the names of the devices. */
export function listed(ids: readonly string[], document: FabricDocument): string {
  const shown = new Set(ids.slice(0, MOST_NAMES));
  const names = new Map<string, string>();
  for (const device of document.devices) if (shown.has(device.id)) names.set(device.id, device.name);
  const words = [...shown].map((id) => names.get(id) || id).join(", ");
  return ids.length > MOST_NAMES ? `${words} and ${whole(ids.length - MOST_NAMES)} more` : words;
}

function aggregating(document: FabricDocument): number {
  const types = new Map(document.device_types.map((type) => [type.id, type]));
  return document.devices.filter((device) => {
    const type = types.get(device.type);
    return type?.kind === "switch" && (device.aggregation ?? type.aggregation).profile !== "none";
  }).length;
}

function devices(reading: Reading): UnderstoodRow[] {
  const rows: UnderstoodRow[] = reading.devices.map((fact) => ({
    says: fact.name || fact.type,
    count: fact.count,
    why: fact.kind,
  }));
  const able = aggregating(reading.document);
  if (able) rows.push({ says: "Switches that aggregate in the network (SHARP)", count: able });
  return rows;
}

function upper(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function tiers(reading: Reading): UnderstoodRow[] {
  return reading.tier_facts.map((fact) => {
    const ways = [
      fact.cables_down && `${whole(fact.cables_down)} down`,
      fact.cables_up && `${whole(fact.cables_up)} up`,
    ].filter(Boolean);
    const cables = ways.length ? `; cables: ${ways.join(", ")}` : "";
    return { says: upper(fact.name), count: fact.switches, why: `${fact.why}${cables}` };
  });
}

function speeds(reading: Reading): UnderstoodRow[] {
  const rows: UnderstoodRow[] = Object.entries(reading.links_by_gbps).map(([gbps, count]) => {
    const speed = Number(gbps);
    const ports = reading.ports_by_gbps[gbps];
    return {
      says: Number.isFinite(speed) ? `Cables at ${wireRate(speed)}` : "Cables of unknown speed",
      count,
      why: ports ? `of ${counted(ports, "such port")}` : undefined,
    };
  });
  const { cables, latency } = reading.document;
  if (cables.length && !cables.some((cable) => cable.length_m !== null)) {
    const assumed = `${plain(latency.assumed_length_m)} m each are assumed for the latency`;
    rows.push({ says: "Length of the cables", count: null, why: `not in this file: ${assumed}` });
  }
  return rows;
}

function rails(reading: Reading): UnderstoodRow[] {
  const { document } = reading;
  const rows: UnderstoodRow[] = Object.entries(reading.hosts_by_adapters)
    .sort((one, other) => Number(other[0]) - Number(one[0]))
    .map(([adapters, count]) => ({
      says: `Hosts with ${plain(Number(adapters))} ${adapters === "1" ? "adapter" : "adapters"}`,
      count,
    }));
  for (const [row, rail] of reading.rails.entries()) {
    const position = rail.adapters.map((adapter) => plain(adapter)).join(", ");
    const nouns = rail.adapters.length === 1 ? "adapter" : "adapters";
    rows.push({
      says: `Rail ${plain(row + 1)}, hosts on it`,
      count: rail.hosts,
      why: `${nouns} ${position}, all on the same ${counted(rail.leaves.length, "leaf", "leaves")}`,
    });
  }
  if (reading.hosts_off_rails.length)
    rows.push({
      says: "Hosts left out of the rails",
      count: reading.hosts_off_rails.length,
      why: `another number of adapters than most: ${listed(reading.hosts_off_rails, document)}`,
    });
  if (reading.hosts_astray.length)
    rows.push({
      says: "Hosts cabled astray",
      count: reading.hosts_astray.length,
      why: `an adapter on a leaf of another rail: ${listed(reading.hosts_astray, document)}`,
    });
  if (!reading.rails.length && reading.hosts)
    rows.push({
      says: "Rails",
      count: null,
      why: "none: positions share their leaves, or hosts have one adapter",
    });
  return rows;
}

function servers(reading: Reading): UnderstoodRow[] {
  if (!holdsTypesAlone(reading)) return [];
  return reading.document.device_types.flatMap((type) => [
    { says: "GPUs", count: type.gpus },
    { says: "Adapters", count: type.ports.length, why: `ports: ${portsText(type.ports)}` },
  ]);
}

export function understood(reading: Reading): UnderstoodGroup[] {
  const unread: UnderstoodRow[] = reading.lines_unread
    ? [{ says: "Lines not understood", count: reading.lines_unread, why: "the findings say which" }]
    : [];
  return [
    { title: "Tiers, from the cabling", rows: tiers(reading) },
    { title: "Cables", rows: speeds(reading) },
    { title: "Hosts and rails", rows: rails(reading) },
    { title: "Devices", rows: devices(reading) },
    { title: "Inside the server", rows: servers(reading) },
    { title: "Files", rows: unread },
  ].filter((group) => group.rows.length > 0);
}
