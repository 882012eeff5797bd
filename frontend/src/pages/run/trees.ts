// The trees of a run as they are drawn: what each cable carries each way, how wide that is, and what the legend says.
import type { StandingTree } from "../../api/types";
import type { TreeMarks } from "../../canvas/types";
import { collectiveRate, measure, plain } from "../../numbers/format";

/** One direction of a cable: copies of the vector, and their rate in bytes/s where any has gone by the tree. */
interface Way {
  copies: number;
  rate: number | null;
}

export interface Carries {
  ab: Way;
  ba: Way;
}

const NOTHING: Way = { copies: 0, rate: null };
const NARROWEST = 1.25; // px
const WIDEST = 3.75;
const MOST_ROWS = 5;

const added = (way: Way, { copies, rate }: Way): Way => ({
  copies: way.copies + copies,
  rate: rate === null ? way.rate : (way.rate ?? 0) + rate,
});

/** What each cable carries for all of these trees together. */
export function carriedBy(trees: readonly StandingTree[]): Map<string, Carries> {
  const cables = new Map<string, Carries>();
  for (const { edges } of trees)
    for (const edge of edges) {
      const old = cables.get(edge.cable) ?? { ab: NOTHING, ba: NOTHING };
      cables.set(edge.cable, { ...old, [edge.direction]: added(old[edge.direction], edge) });
    }
  return cables;
}

const larger = ({ ab, ba }: Carries): Way =>
  (ab.rate ?? 0) > (ba.rate ?? 0) || (ab.rate === ba.rate && ab.copies > ba.copies) ? ab : ba;

/** Whole numbers as they are, parts of a copy to three places. */
const copiesOf = (count: number): string => (Number.isInteger(count) ? plain(count) : measure(count));

/** "50 GB/s", "50 / 25 GB/s" where the ways differ; "2 ×" where nothing has gone by the tree. */
export function rateSays({ ab, ba }: Carries): string {
  if (ab.rate === null && ba.rate === null) {
    const [one, other] = [copiesOf(ab.copies), copiesOf(ba.copies)];
    return one === other ? `${one} ×` : `${one} / ${other} ×`;
  }
  const [one, other] = [collectiveRate(ab.rate ?? 0), collectiveRate(ba.rate ?? 0)];
  return one === other ? `${one} GB/s` : `${one} / ${other} GB/s`;
}

function copiesSay({ ab, ba }: Carries): string {
  const most = Math.max(ab.copies, ba.copies);
  return most === 1 ? "1 copy" : `${copiesOf(most)} copies`;
}

export interface LegendRow {
  label: string;
  copies: string;
  width: number;
  cables: number;
}

export interface DrawnTrees {
  marks: TreeMarks;
  /** From the widest on; the rest is counted by the last row where there are many. */
  legend: LegendRow[];
  /** The rails that each root is one of. */
  roots: ReadonlyMap<string, readonly string[]>;
  adds: number;
  passes: number;
}

/** The devices at both ends of a cable. */
export type EndsOf = (cable: string) => readonly string[];

/** How trees are drawn, in the colour of a job by its row. */
export function drawnTrees(trees: readonly StandingTree[], job: number, endsOf: EndsOf): DrawnTrees {
  const carried = carriedBy(trees);
  const amount = (each: Carries) => larger(each).rate ?? larger(each).copies;
  let most = 0;
  for (const each of carried.values()) most = Math.max(most, amount(each));
  const cables: TreeMarks["cables"] = {};
  const rows = new Map<string, LegendRow>();
  for (const [cable, each] of carried) {
    const width = NARROWEST + (WIDEST - NARROWEST) * Math.sqrt(amount(each) / (most || 1));
    const [label, copies] = [rateSays(each), copiesSay(each)];
    cables[cable] = { width: Math.round(width * 4) / 4, label, says: `tree: ${label}, ${copies}` };
    const key = `${label} ${copies}`;
    const row = rows.get(key);
    if (row) row.cables += 1;
    else rows.set(key, { label, copies, width, cables: 1 });
  }
  const adds = [...new Set(trees.flatMap((tree) => tree.adds))];
  const isAdding = new Set(adds);
  const passing = [...new Set(trees.flatMap((tree) => tree.passes_on))].filter((id) => !isAdding.has(id));
  const copies = mostCopies(carried, endsOf);
  const passes = Object.fromEntries(passing.map((id) => [id, `${copiesOf(copies.get(id) ?? 1)} ×`]));
  const legend = [...rows.values()].sort((one, other) => other.width - one.width);
  return {
    marks: { cables, adds, passes, job },
    legend: folded(legend),
    roots: rootsOf(trees),
    adds: adds.length,
    passes: passing.length,
  };
}

/** The most copies that cross a cable of each device. */
function mostCopies(carried: ReadonlyMap<string, Carries>, endsOf: EndsOf): Map<string, number> {
  const most = new Map<string, number>();
  for (const [cable, { ab, ba }] of carried)
    for (const device of endsOf(cable))
      most.set(device, Math.max(most.get(device) ?? 0, ab.copies, ba.copies));
  return most;
}

function rootsOf(trees: readonly StandingTree[]): Map<string, string[]> {
  const rails = new Map<string, string[]>();
  for (const { roots, rail } of trees)
    for (const root of roots) rails.set(root, [...(rails.get(root) ?? []), rail]);
  return rails;
}

/** At most so many rows: those that follow are one, from the widest to the narrowest of them. */
function folded(rows: readonly LegendRow[]): LegendRow[] {
  if (rows.length <= MOST_ROWS) return [...rows];
  const rest = rows.slice(MOST_ROWS - 1);
  const cables = rest.reduce((sum, row) => sum + row.cables, 0);
  const last = { ...rest[0], label: `${rest[0].label} and less`, copies: "", cables };
  return [...rows.slice(0, MOST_ROWS - 1), last];
}
