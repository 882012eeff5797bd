// What a person says of a fabric that its files do not, as rules that are applied before it is saved.
import type { Amendments, Reading, SpeedRule } from "../../api/types";

export const NO_AMENDMENTS: Amendments = {
  speeds: [],
  exclude: [],
  tier_names: [],
  oversubscription: [],
  neutral_names: false,
};

/** How many rules there are. */
export function ruleCount(amendments: Amendments): number {
  const { speeds, exclude, tier_names, oversubscription, neutral_names } = amendments;
  const named = tier_names.some((name) => name !== "") ? 1 : 0;
  return speeds.length + exclude.length + named + oversubscription.length + (neutral_names ? 1 : 0);
}

/** Where a rule of speeds holds: everywhere, between two tiers ("0-1"), at a model or a port. */
export type Where = "all" | "model" | "port" | `${number}-${number}`;

export function whereOf(rule: SpeedRule): Where {
  if (rule.model !== null) return "model";
  if (rule.port !== null) return "port";
  return rule.tiers ? `${rule.tiers[0]}-${rule.tiers[1]}` : "all";
}

/** The rule at another place; a new pattern takes everything until it is typed. */
export function placed(rule: SpeedRule, where: Where): SpeedRule {
  const bare = { ...rule, tiers: null, model: null, port: null };
  if (where === "all") return bare;
  if (where === "model" || where === "port") return { ...bare, [where]: "*" };
  return { ...bare, tiers: where.split("-").map(Number) };
}

/** The names of the tiers that reach a host, from the hosts upwards; tier 0 is the hosts. */
export function tiersOf(reading: Pick<Reading, "tier_facts">): string[] {
  return ["hosts", ...reading.tier_facts.filter((fact) => fact.tier > 0).map((fact) => fact.name)];
}

/** Every place that a rule of speeds can name, in words. */
export function placesOf(tiers: readonly string[]): { value: Where; label: string }[] {
  const pairs = tiers.slice(1).map((name, below) => ({
    value: `${below}-${below + 1}` as Where,
    label: `${tiers[below]} – ${name}`,
  }));
  return [
    { value: "all", label: "all cables" },
    ...pairs,
    { value: "model", label: "a model" },
    { value: "port", label: "a port" },
  ];
}

/** Patterns as they were typed, in lines or between commas. */
export function patternsIn(text: string): string[] {
  return text
    .split(/[\n,]+/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
}

/** The ratio of a tier's trunks, null while none is stated. */
export function ratioOf(amendments: Amendments, tier: number): number | null {
  return amendments.oversubscription.find((rule) => rule.tier === tier)?.ratio ?? null;
}

export function withRatio(amendments: Amendments, tier: number, ratio: number | null): Amendments {
  const others = amendments.oversubscription.filter((rule) => rule.tier !== tier);
  const all = ratio === null ? others : [...others, { tier, ratio }];
  return { ...amendments, oversubscription: all.sort((one, other) => one.tier - other.tier) };
}

/** The names of `count` tiers with one changed; no name at all is an empty list. */
export function withTierName(amendments: Amendments, count: number, row: number, name: string): Amendments {
  const names = Array.from({ length: count }, (_, tier) => amendments.tier_names[tier] ?? "");
  names[row] = name.trim();
  return { ...amendments, tier_names: names.some((each) => each !== "") ? names : [] };
}
