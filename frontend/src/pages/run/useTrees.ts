// Which trees of a run are drawn: of one rail or of all rails of a job, asked for when they are.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { runs } from "../../api/calls";
import { keys } from "../../api/queries";
import type { Run } from "../../api/types";
import type { Scene } from "../../canvas/types";
import { type DrawnTrees, drawnTrees, type EndsOf } from "./trees";

/** A job, and one of its rails; null is all of them. */
export interface TreeChoice {
  job: string;
  rail: string | null;
}

export interface Trees {
  /** What can be chosen; empty where no rail has a tree, or the run has not finished. */
  offered: readonly { choice: TreeChoice; label: string }[];
  chosen: TreeChoice | null;
  choose(choice: TreeChoice | null): void;
  drawn: DrawnTrees | null;
  error: unknown;
  /** The colour of the job, as a token. */
  colour: string;
  title: string;
}

export const MOST_COLOURS = 8;

export function useTrees(run: Run, scene: Scene): Trees {
  const [chosen, choose] = useState<TreeChoice | null>(null);
  const jobs = run.summary?.jobs ?? [];
  const asked = useQuery({
    queryKey: [...keys.run(run.id), "trees", chosen?.job, chosen?.rail],
    queryFn: () => runs.trees(run.id, chosen?.job, chosen?.rail ?? undefined),
    enabled: chosen !== null && run.status === "finished",
    staleTime: Number.POSITIVE_INFINITY,
  });
  const row = Math.max(
    0,
    jobs.findIndex(({ id }) => id === chosen?.job),
  );
  const colour = row % MOST_COLOURS;
  const trees = chosen === null ? undefined : asked.data?.trees;
  const drawn = useMemo(
    () => (trees ? drawnTrees(trees, colour, endsIn(scene)) : null),
    [trees, colour, scene],
  );
  const offered = jobs.flatMap((job) => {
    const rooted = job.rails.filter((rail) => rail.root !== null);
    const called = jobs.length > 1 ? `${job.name || job.id}, ` : "";
    const all = { choice: { job: job.id, rail: null }, label: `${called}all ${rooted.length} rails` };
    const each = rooted.map(({ name }) => ({
      choice: { job: job.id, rail: name },
      label: `${called}${name}`,
    }));
    return rooted.length > 1 ? [all, ...each] : each;
  });
  return {
    offered,
    chosen,
    choose,
    drawn,
    error: asked.error,
    colour: `var(--job-${colour + 1})`,
    title: titleOf(chosen, offered.find(({ choice }) => isSameChoice(choice, chosen))?.label, drawn),
  };
}

export function isSameChoice(one: TreeChoice, other: TreeChoice | null): boolean {
  return one.job === other?.job && one.rail === other.rail;
}

function endsIn({ cableIds, deviceIds, from, to }: Scene): EndsOf {
  const rows = new Map(cableIds.map((id, row) => [id, row]));
  return (cable) => {
    const row = rows.get(cable);
    return row === undefined ? [] : [deviceIds[from[row]], deviceIds[to[row]]];
  };
}

/** A tree over which nothing went is drawn with its copies: nobody knows a rate. */
function titleOf(chosen: TreeChoice | null, label: string | undefined, drawn: DrawnTrees | null): string {
  const isIdle = drawn?.legend.every((row) => row.label.includes("×"));
  const trees = chosen?.rail === null ? "Trees" : "Tree";
  return `${trees} of ${label ?? "a rail"}, ${isIdle ? "never granted: copies" : "GB/s on average, each way"}`;
}
