// How collectives are laid out, and what the choice of an algorithm goes by: defaults, and what matters when.
import type { Algorithm, Collective, ScenarioDocument } from "../../api/types";

export type Layout = ScenarioDocument["collectives"];
export type Tuning = ScenarioDocument["tuning"];

export const LAYOUT: Layout = { chunks: 32, root: 0, rails: null, rail_affinity: true, pxn: false };

export const TUNING: Tuning = {
  generation: "hopper",
  processor: "intel",
  channels: 16,
  collnet: true,
};

/** The settings of the layout that have a say in a collective by an algorithm. */
export function matterOf(collective: Collective, algorithm: Algorithm): (keyof Layout)[] {
  const matter: (keyof Layout)[] = ["rails"];
  if (collective === "all-to-all") return [...matter, "pxn"];
  matter.push("rail_affinity");
  const isRooted = collective === "broadcast" || collective === "reduce";
  if (isRooted) matter.push("root");
  if (algorithm === "double-tree" || (isRooted && algorithm !== "in-network")) matter.push("chunks");
  return matter;
}

/** A layout without what has no say. */
export function layoutOf(layout: Layout, collective: Collective, algorithm: Algorithm): Layout {
  const matter = matterOf(collective, algorithm);
  return { ...LAYOUT, ...Object.fromEntries(matter.map((setting) => [setting, layout[setting]])) };
}

/** How many of some settings differ from their defaults. */
export function changedFrom<T extends object>(given: T, defaults: T, settings: readonly (keyof T)[]): number {
  return settings.filter((setting) => given[setting] !== defaults[setting]).length;
}
