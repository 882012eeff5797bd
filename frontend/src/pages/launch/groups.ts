// Several jobs alike and the hosts of each: all on the same, or each on some of its own.

export type Sharing = "same" | "in-turn" | "blocks";

export type Groups = readonly (readonly string[])[];

/** The hosts of each of `count` jobs; none stands for the default placement, which all share. */
export function grouped(hosts: readonly string[], count: number, sharing: Sharing): string[][] {
  if (count === 1 || sharing === "same") return Array.from({ length: count }, () => []);
  const size = Math.floor(hosts.length / count);
  return Array.from({ length: count }, (_, job) =>
    sharing === "blocks"
      ? hosts.slice(job * size, (job + 1) * size)
      : hosts.filter((_, row) => row % count === job && row < size * count),
  );
}

/** How jobs share these hosts; null where it is by none of the ways. */
export function sharingOf(groups: Groups, hosts: readonly string[]): Sharing | null {
  const said = JSON.stringify(groups);
  const ways: readonly Sharing[] = ["same", "in-turn", "blocks"];
  return ways.find((way) => JSON.stringify(grouped(hosts, groups.length, way)) === said) ?? null;
}
