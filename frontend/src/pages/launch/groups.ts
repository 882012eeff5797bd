// Several jobs alike and the hosts of each: all on the same, or each on some of its own; and none on an edge server.
import type { RunSettings } from "./settings";

export type Sharing = "same" | "in-turn" | "blocks";

/** The hosts that jobs can stand on: all of the default placement, or less of them. */
export interface Standing {
  hosts: readonly string[];
  isDefault: boolean;
}

/** A host that may be an edge server, by its id and tags. */
interface Tagged {
  id: string;
  tags: readonly string[];
}

type Who = Pick<RunSettings, "algorithm" | "aggregation" | "groups" | "hosts">;

/** The hosts of each of `count` jobs; none stands for the default placement, which all share. */
export function grouped({ hosts, isDefault }: Standing, count: number, sharing: Sharing): string[][] {
  if (count === 1 || sharing === "same")
    return Array.from({ length: count }, () => (isDefault ? [] : [...hosts]));
  const size = Math.floor(hosts.length / count);
  return Array.from({ length: count }, (_, job) =>
    sharing === "blocks"
      ? hosts.slice(job * size, (job + 1) * size)
      : hosts.filter((_, row) => row % count === job && row < size * count),
  );
}

/** How jobs share these hosts; null where it is by none of the ways. */
export function sharingOf(groups: RunSettings["groups"], standing: Standing): Sharing | null {
  const said = JSON.stringify(groups);
  const ways: readonly Sharing[] = ["same", "in-turn", "blocks"];
  return ways.find((way) => JSON.stringify(grouped(standing, groups.length, way)) === said) ?? null;
}

/** The hosts that jobs take: those placed by default, without edge servers, and so many as are asked for. */
export function standingOf(who: Who, placed: readonly string[], all: readonly Tagged[]): Standing {
  const serving = serversOf(who, all);
  const free = placed.filter((host) => !serving.has(host));
  return {
    hosts: who.hosts === null ? free : free.slice(0, who.hosts),
    isDefault: free.length === placed.length,
  };
}

function serversOf({ algorithm, aggregation }: Who, all: readonly Tagged[]): ReadonlySet<string> {
  const chosen = algorithm === "edge-servers" ? aggregation.servers.hosts : null;
  if (chosen?.by === "list") return new Set(chosen.hosts);
  const tag = chosen?.by === "tag" ? chosen.tag : null;
  return new Set(tag === null ? [] : all.filter(({ tags }) => tags.includes(tag)).map(({ id }) => id));
}

/** Settings with the hosts of their jobs as they were shared before; what was given by hand stays. */
export function regrouped<T extends Who>(
  before: Who,
  after: T,
  placed: readonly string[],
  all: readonly Tagged[],
): T {
  const sharing = sharingOf(before.groups, standingOf(before, placed, all));
  if (!placed.length || sharing === null) return after;
  return { ...after, groups: grouped(standingOf(after, placed, all), after.groups.length, sharing) };
}
