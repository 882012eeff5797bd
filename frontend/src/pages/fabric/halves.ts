// Halves of a fabric as a person names them: the hosts of a selection, in as few words as say them.
import type { FabricDocument } from "../../api/types";
import { type Scene, SERVER } from "../../canvas/types";

/** Return the rows of the hosts that are selected, or that hang below a switch that is, by whatever way down. */
export function hostsOf(
  scene: Pick<Scene, "deviceIds" | "kinds" | "tiers" | "from" | "to">,
  selected: readonly string[],
): number[] {
  const meant = new Set(selected);
  const below = new Map<number, number[]>();
  const under = (upper: number, lower: number) => {
    if (scene.tiers[lower] < 0 || scene.tiers[lower] >= scene.tiers[upper]) return;
    const there = below.get(upper);
    if (there) there.push(lower);
    else below.set(upper, [lower]);
  };
  for (let cable = 0; cable < scene.from.length; cable++) {
    under(scene.from[cable], scene.to[cable]);
    under(scene.to[cable], scene.from[cable]);
  }
  const reached = new Set<number>();
  const next = [...scene.deviceIds.keys()].filter((row) => meant.has(scene.deviceIds[row]));
  for (let row = next.pop(); row !== undefined; row = next.pop()) {
    if (reached.has(row)) continue;
    reached.add(row);
    if (scene.kinds[row] !== SERVER) next.push(...(below.get(row) ?? []));
  }
  return [...reached].filter((row) => scene.kinds[row] === SERVER).sort((one, other) => one - other);
}

// What would be read as the end of a name, or as a pattern.
const UNSPEAKABLE = /[,*?[\]]/;

/** Name hosts: by their group where all of its hosts are meant, else one by one by their ids. */
export function wordsFor(
  scene: Pick<Scene, "kinds">,
  { devices }: Pick<FabricDocument, "devices">,
  hosts: readonly number[],
): string {
  const size = new Map<string, number>();
  devices.forEach(({ group }, row) => {
    if (group && scene.kinds[row] === SERVER) size.set(group, (size.get(group) ?? 0) + 1);
  });
  const meant = new Map<string, number>();
  for (const row of hosts) {
    const { group } = devices[row];
    if (group) meant.set(group, (meant.get(group) ?? 0) + 1);
  }
  const isWhole = (group: string | null): group is string =>
    Boolean(group && !UNSPEAKABLE.test(group) && meant.get(group) === size.get(group));
  const words = hosts.map((row) => (isWhole(devices[row].group) ? devices[row].group : devices[row].id));
  return [...new Set(words)].join(", ");
}
