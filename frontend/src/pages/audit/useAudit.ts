// The records of a run's audit, page by page as they come in sight, and how many there are of each decision.
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { runs } from "../../api/calls";
import { keys } from "../../api/queries";
import type { AuditDecision, AuditRecord } from "../../api/types";
import { type AuditFilter, DECISIONS, pagesOf, queryOf } from "./records";

const PAGE = 200;

export interface Audit {
  /** Of all that pass the filter; null before it is known. */
  count: number | null;
  at(row: number): AuditRecord | undefined;
  error: unknown;
}

/** The records from `first` to `last` of those that pass a filter, and the first page in any case. */
export function useAudit(run: string, filter: AuditFilter, first: number, last: number): Audit {
  const pages = [...new Set([0, ...pagesOf(first, last, PAGE)])];
  const asked = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...keys.run(run), "audit", queryOf(filter), page],
      queryFn: () => runs.audit(run, { ...queryOf(filter), limit: PAGE, offset: page * PAGE }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return {
    count: asked[0].data?.count ?? null,
    at: (row) => asked[pages.indexOf(Math.floor(row / PAGE))]?.data?.results[row % PAGE],
    error: asked.find(({ error }) => error)?.error ?? null,
  };
}

/** How many records of each decision pass the rest of a filter. */
export function useDecisionCounts(run: string, filter: AuditFilter): Partial<Record<AuditDecision, number>> {
  const decisions = Object.keys(DECISIONS) as AuditDecision[];
  const asked = useQueries({
    queries: decisions.map((decision) => ({
      queryKey: [...keys.run(run), "audit", queryOf({ ...filter, decision }), "count"],
      queryFn: async () => (await runs.audit(run, { ...queryOf({ ...filter, decision }), limit: 1 })).count,
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: keepPreviousData,
    })),
  });
  return Object.fromEntries(decisions.map((decision, row) => [decision, asked[row].data]));
}
