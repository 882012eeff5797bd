// Short names: what tells a device from its siblings, for places with little room.

/**
 * Return for each name the last part that differs among them, where that alone tells them apart ("leaf-1-06",
 * "leaf-2-06" give "1", "2"); else all parts that differ.
 */
export function shortNames(names: string[]): string[] {
  const split = names.map((name) => name.split(/[-_.:;/ ]+/).filter((part) => part !== ""));
  if (names.length < 2) return split.map((parts, place) => parts.at(-1) ?? names[place]);
  const alike = split.every((parts) => parts.length === split[0].length);
  if (!alike) return withoutCommonStart(names, split);
  const varying = split[0]
    .map((_, at) => at)
    .filter((at) => split.some((parts) => parts[at] !== split[0][at]));
  for (const at of [...varying].reverse()) {
    if (new Set(split.map((parts) => parts[at])).size === names.length)
      return split.map((parts) => parts[at]);
  }
  return split.map((parts) => varying.map((at) => parts[at]).join("-"));
}

/** Names of unlike build lose the parts that all of them begin with. */
function withoutCommonStart(names: string[], split: string[][]): string[] {
  const least = Math.min(...split.map((parts) => parts.length));
  let before = 0;
  while (before < least - 1 && split.every((parts) => parts[before] === split[0][before])) before++;
  return split.map((parts, place) => parts.slice(before).join("-") || names[place]);
}
