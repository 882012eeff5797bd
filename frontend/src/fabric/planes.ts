// Planes: parts of a fabric that no cable between switches connects; an adapter with cables into two can use both.
import type { FabricDocument } from "./document";
import { structureOf } from "./structure";

/** On how many planes an adapter has cables, at most; a block of ports on a server is one adapter. */
export function mostPlanes(document: FabricDocument): number {
  const { from, to, isServer, neighbours, portPlace } = structureOf(document);
  const plane = planesOf(isServer, neighbours);
  const types = new Map(document.device_types.map((type) => [type.id, type]));
  const adapters = new Map<string, Set<number>>();
  const look = (server: number, place: number, other: number) => {
    if (server < 0 || other < 0 || !isServer[server] || isServer[other]) return;
    const blocks = types.get(document.devices[server].type)?.ports ?? [];
    let end = 0;
    const block = blocks.findIndex(({ count }) => {
      end += count;
      return place < end;
    });
    const adapter = `${server} ${block}`;
    adapters.set(adapter, (adapters.get(adapter) ?? new Set()).add(plane[other]));
  };
  for (let cable = 0; cable < from.length; cable++) {
    look(from[cable], portPlace[2 * cable], to[cable]);
    look(to[cable], portPlace[2 * cable + 1], from[cable]);
  }
  return Math.max(0, ...[...adapters.values()].map((planes) => planes.size));
}

/** The plane of each switch by row, -1 for servers. */
function planesOf(isServer: Uint8Array, neighbours: readonly number[][]): Int32Array {
  const plane = new Int32Array(isServer.length).fill(-1);
  let count = 0;
  for (let row = 0; row < plane.length; row++) {
    if (isServer[row] || plane[row] >= 0) continue;
    const open = [row];
    plane[row] = count;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const next of neighbours[at]) {
        if (isServer[next] || plane[next] >= 0) continue;
        plane[next] = count;
        open.push(next);
      }
    }
    count++;
  }
  return plane;
}
