// What the pages keep of the server's answers, and when it is asked again.
import { QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  catalogue,
  columnMaps,
  compare,
  comparisons,
  deviceTypes,
  exportFormats,
  fabrics,
  priceLists,
  runs,
  templates,
} from "./calls";
import { Problem } from "./problems";
import type { Fabric, Run, RunStatus } from "./types";

type FabricRef = Pick<Run["fabric"], "id" | "revision">;

export const queryClient = new QueryClient({
  defaultOptions: {
    // The server may be this very machine: it answers without any network too.
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // A refusal stays one; a server that does not answer may be starting.
      retry: (count, error) =>
        count < 2 && (!(error instanceof Problem) || error.status === 0 || error.status >= 502),
    },
  },
});

export const keys = {
  fabrics: ["fabrics"] as const,
  fabric: (id: string) => ["fabrics", id] as const,
  revision: (id: string, number: number) => ["fabrics", id, "revisions", number] as const,
  placement: (id: string, revision: number) => ["fabrics", id, "placement", revision] as const,
  cuts: (id: string, revision: number) => ["fabrics", id, "cuts", revision] as const,
  bill: (id: string, list: string | undefined) => ["fabrics", id, "bill", list ?? ""] as const,
  deviceTypes: ["device types"] as const,
  priceLists: ["price lists"] as const,
  columnMaps: ["column maps"] as const,
  runs: ["runs"] as const,
  run: (id: string) => ["runs", id] as const,
  comparisons: ["comparisons"] as const,
  comparison: (id: string) => ["comparisons", id] as const,
};

export const hasEnded = (status: RunStatus): boolean => status !== "queued" && status !== "running";

export const useFabrics = () => useQuery({ queryKey: keys.fabrics, queryFn: () => fabrics.list() });

/** As many as an answer holds, once somebody asks for them. */
export const useAllFabrics = (enabled: boolean) =>
  useQuery({ queryKey: [...keys.fabrics, "all"], queryFn: () => fabrics.list(500), enabled });

export const useFabric = (id: string) =>
  useQuery({ queryKey: keys.fabric(id), queryFn: () => fabrics.get(id) });

/** A fabric as it was at a revision: it never changes, and the newest one may lie here already. */
export const revisionOptions = (client: QueryClient, { id, revision }: FabricRef) =>
  queryOptions({
    queryKey: keys.revision(id, revision),
    queryFn: () => fabrics.revision(id, revision),
    staleTime: Number.POSITIVE_INFINITY,
    initialData: () => {
      const newest = client.getQueryData<Fabric>(keys.fabric(id));
      return newest?.revision === revision ? newest : undefined;
    },
  });

/** The fabric that a run was made on, as it was then. */
export const useFabricOf = (run: Pick<Run, "fabric">) =>
  useQuery(revisionOptions(useQueryClient(), run.fabric));

export const useTemplates = () =>
  useQuery({ queryKey: ["templates"], queryFn: templates.list, staleTime: Number.POSITIVE_INFINITY });

export const useCatalogue = () =>
  useQuery({ queryKey: ["catalogue"], queryFn: catalogue.get, staleTime: Number.POSITIVE_INFINITY });

export const useOwnTypes = () => useQuery({ queryKey: keys.deviceTypes, queryFn: deviceTypes.list });

export const usePriceLists = () => useQuery({ queryKey: keys.priceLists, queryFn: priceLists.list });

export const useColumnMaps = (enabled: boolean) =>
  useQuery({ queryKey: keys.columnMaps, queryFn: columnMaps.list, enabled });

export const useExports = () =>
  useQuery({ queryKey: ["exports"], queryFn: exportFormats, staleTime: Number.POSITIVE_INFINITY });

/** The bill of the newest revision: asked each time it is looked at, for the fabric may have grown. */
export const useBill = (id: string, list: string | undefined, enabled: boolean) =>
  useQuery({ queryKey: keys.bill(id, list), queryFn: () => fabrics.bill(id, list), staleTime: 0, enabled });

/** What each tier of the newest revision carries; while the next is worked out, the last stays. */
export const useTierCuts = (id: string, revision: number) =>
  useQuery({
    queryKey: keys.cuts(id, revision),
    queryFn: () => fabrics.cuts(id),
    placeholderData: (old) => old,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const usePlacement = (id: string, revision: number, enabled: boolean) =>
  useQuery({
    queryKey: keys.placement(id, revision),
    queryFn: () => fabrics.placement(id),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });

function anyGoes(list: readonly Run[] | undefined): boolean {
  return Boolean(list?.some((run) => !hasEnded(run.status)));
}

export const useRuns = (status?: RunStatus, limit = 50) =>
  useQuery({
    queryKey: [...keys.runs, { status, limit }],
    queryFn: () => runs.list({ status, limit }),
    // The list has no wire of its own: while a run goes on it is asked again.
    refetchInterval: (query) => (anyGoes(query.state.data?.results) ? 2_000 : false),
  });

export const useRun = (id: string, refetchMs: number | false = false, enabled = true) =>
  useQuery({
    queryKey: keys.run(id),
    queryFn: () => runs.get(id),
    enabled,
    refetchInterval: (query) => (query.state.data && hasEnded(query.state.data.status) ? false : refetchMs),
  });

export const useComparison = (ids: readonly string[], enabled: boolean) =>
  useQuery({
    queryKey: ["compare", ...ids],
    queryFn: () => compare(ids),
    enabled: enabled && ids.length === 2,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useComparisons = () =>
  useQuery({
    queryKey: keys.comparisons,
    queryFn: comparisons.list,
    refetchInterval: (query) => (query.state.data?.results.some(({ running }) => running) ? 2_000 : false),
  });

/** The table of all ways: asked again while a run of it goes on. */
export const useWays = (id: string) =>
  useQuery({
    queryKey: keys.comparison(id),
    queryFn: () => comparisons.get(id),
    refetchInterval: (query) => (query.state.data?.running ? 1_000 : false),
  });

export const useLadder = (id: string) =>
  useQuery({
    queryKey: [...keys.comparison(id), "ladder"],
    queryFn: () => comparisons.ladder(id),
    refetchInterval: (query) => (query.state.data?.running ? 2_000 : false),
  });
