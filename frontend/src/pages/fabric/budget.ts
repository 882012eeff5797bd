// The port budget of one device: what its ports are used for, at which speed, and towards whom.

import type { DeviceType } from "../../api/types";
import type { Scene } from "../../canvas/types";

export interface Side {
  ports: number;
  /** Sum of the known speeds. */
  gbps: number;
  unknown: number;
}

export interface Neighbour {
  row: number;
  cables: number;
  /** The speeds that occur, ascending; null is unknown. */
  speeds: (number | null)[];
  up: boolean;
}

export interface Budget {
  total: number;
  /** Speed of the ports where all agree, else null. */
  portGbps: number | null;
  down: Side;
  up: Side;
  free: number;
  neighbours: Neighbour[];
}

export function portCount(type: DeviceType | undefined): number {
  return type?.ports.reduce((sum, block) => sum + block.count, 0) ?? 0;
}

function portSpeed(type: DeviceType | undefined): number | null {
  const speeds = new Set(type?.ports.map((block) => block.gbps));
  return speeds.size === 1 ? ([...speeds][0] ?? null) : null;
}

export function budgetOf(scene: Scene, row: number, type: DeviceType | undefined): Budget {
  const down: Side = { ports: 0, gbps: 0, unknown: 0 };
  const up: Side = { ports: 0, gbps: 0, unknown: 0 };
  const neighbours = new Map<number, Neighbour>();
  for (let cable = 0; cable < scene.cableIds.length; cable++) {
    const isFrom = scene.from[cable] === row;
    if (!isFrom && scene.to[cable] !== row) continue;
    const other = isFrom ? scene.to[cable] : scene.from[cable];
    const isUp = scene.tiers[other] > scene.tiers[row];
    const side = isUp ? up : down;
    const gbps = scene.gbps[cable];
    side.ports++;
    if (Number.isNaN(gbps)) side.unknown++;
    else side.gbps += gbps;
    const entry = neighbours.get(other) ?? { row: other, cables: 0, speeds: [], up: isUp };
    entry.cables++;
    const speed = Number.isNaN(gbps) ? null : gbps;
    if (!entry.speeds.includes(speed)) entry.speeds.push(speed);
    neighbours.set(other, entry);
  }
  const total = portCount(type);
  return {
    total,
    portGbps: portSpeed(type),
    down,
    up,
    free: Math.max(0, total - down.ports - up.ports),
    neighbours: [...neighbours.values()]
      .map((each) => ({ ...each, speeds: each.speeds.sort((a, b) => (a ?? 0) - (b ?? 0)) }))
      .sort((a, b) => scene.tiers[b.row] - scene.tiers[a.row] || a.row - b.row),
  };
}

/** Capacity down over capacity up, null where nothing leads up. */
export function oversubscription({ down, up }: Budget): number | null {
  return up.gbps > 0 && down.gbps > 0 ? down.gbps / up.gbps : null;
}

/** What stands between two tiers, from the top down: "Leaf to spine", "1.02 : 1", "542 down, 532 up". */
export function gapsInWords(scene: Scene): { between: string; title: string; says: string }[] {
  const rows = [...scene.rows].sort((a, b) => a.y - b.y);
  return scene.gaps.map((gap) => {
    const above = rows.findLast((row) => row.y < (gap.top + gap.bottom) / 2);
    const below = rows.find((row) => row.y > (gap.top + gap.bottom) / 2);
    const between = `${below?.name ?? ""} to ${above?.name.toLowerCase() ?? ""}`;
    return { between, title: gap.title, says: gap.says.join(", ") };
  });
}
