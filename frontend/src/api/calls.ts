// The calls of the API, one function each, by noun.
import { expand } from "../fabric/groups";
import type { SavedOperation } from "../fabric/operations";
import { api, formOf, must } from "./client";
import { keepFile } from "./files";
import type {
  Amendments,
  AuditQuery,
  ColumnMap,
  Comparison,
  DeviceType,
  Fabric,
  FabricDocument,
  FabricOperations,
  PriceList,
  Run,
  RunPage,
  RunStatus,
  ScenarioDocument,
  SeriesByName,
  WaysComparison,
  WorkloadDocument,
} from "./types";

// The client's types lose the length of tuples; the schema's own have it, hence the casts of runs.

const at = (object_id: string) => ({ path: { object_id } });
const ofRun = (run_id: string) => ({ path: { run_id } });

export const fabrics = {
  list: (limit = 24) => must(api.GET("/api/v1/fabrics", { params: { query: { limit } } })),
  /** The newest revision: asked for in groups, for a large one is small then. */
  get: async (id: string): Promise<Fabric> => {
    const answer = await must(api.GET("/api/v1/fabrics/{object_id}/grouped", { params: at(id) }));
    return { ...answer, document: expand(answer.document) };
  },
  /** What the newest revision comes to, without its document. */
  state: (id: string) => must(api.GET("/api/v1/fabrics/{object_id}/state", { params: at(id) })),
  /** Change a revision by operations: all of them are saved, or none. */
  operate: (id: string, revision: number, operations: readonly SavedOperation[]) =>
    must(
      api.POST("/api/v1/fabrics/{object_id}/operations", {
        params: { ...at(id), header: { "If-Match": `"${revision}"` } },
        // The generated types call the kinds of a request by the names of their shapes.
        body: { operations } as unknown as FabricOperations,
      }),
    ),
  /** What led to the newest revision. */
  newestChange: async (id: string) => {
    const params = { ...at(id), query: { limit: 1 } };
    return (await must(api.GET("/api/v1/fabrics/{object_id}/operations", { params }))).results.at(0);
  },
  revision: (id: string, number: number) =>
    must(
      api.GET("/api/v1/fabrics/{object_id}/revisions/{number}", {
        params: { path: { object_id: id, number } },
      }),
    ),
  create: (name: string, document: FabricDocument) =>
    must(api.POST("/api/v1/fabrics", { body: { name, document } })),
  save: (id: string, revision: number, change: { name?: string; document: FabricDocument }) =>
    must(
      api.PUT("/api/v1/fabrics/{object_id}", {
        params: { ...at(id), header: { "If-Match": `"${revision}"` } },
        body: change,
      }),
    ),
  remove: (id: string) => must(api.DELETE("/api/v1/fabrics/{object_id}", { params: at(id) })),
  /** Keep the newest revision as files of another tool; the answer is the file's name. */
  exported: (id: string, format: string) =>
    keepFile(
      api.GET("/api/v1/fabrics/{object_id}/export", {
        params: { ...at(id), query: { format } },
        parseAs: "blob",
      }),
    ),
  bill: (id: string, price_list?: string) =>
    must(api.GET("/api/v1/fabrics/{object_id}/bill", { params: { ...at(id), query: { price_list } } })),
  /** Keep the bill of materials as a table. */
  billTable: (id: string, price_list?: string) =>
    keepFile(
      api.GET("/api/v1/fabrics/{object_id}/bill.csv", {
        params: { ...at(id), query: { price_list } },
        parseAs: "blob",
      }),
    ),
  /** What each tier carries and, where halves are named, what gets between them at most. */
  cuts: (id: string, a?: string, b?: string) =>
    must(api.GET("/api/v1/fabrics/{object_id}/cuts", { params: { ...at(id), query: { a, b } } })),
  placement: (id: string) => must(api.GET("/api/v1/fabrics/{object_id}/placement", { params: at(id) })),
};

export const imports = {
  preview: (files: readonly File[], amendments?: Amendments, columns?: ColumnMap | null) =>
    must(
      api.POST("/api/v1/imports", {
        body: { file: [] },
        bodySerializer: () =>
          formOf(files, {
            ...(amendments && { amendments: JSON.stringify(amendments) }),
            ...(columns && { columns: JSON.stringify(columns) }),
          }),
      }),
    ),
};

export const exportFormats = () => must(api.GET("/api/v1/exports"));

export const catalogue = {
  get: () => must(api.GET("/api/v1/catalogue")),
};

// A person keeps few enough of each for one answer.
const ALL = { params: { query: { limit: 500 } } };

export const deviceTypes = {
  list: () => must(api.GET("/api/v1/device-types", ALL)),
  create: (document: DeviceType) => must(api.POST("/api/v1/device-types", { body: { document } })),
  save: (id: string, document: DeviceType) =>
    must(api.PUT("/api/v1/device-types/{object_id}", { params: at(id), body: { document } })),
  remove: (id: string) => must(api.DELETE("/api/v1/device-types/{object_id}", { params: at(id) })),
};

export const priceLists = {
  list: () => must(api.GET("/api/v1/price-lists", ALL)),
  /** Read a table of prices; nothing is kept. */
  read: (file: File) =>
    must(api.POST("/api/v1/price-lists/read", { body: { file: "" }, bodySerializer: () => formOf([file]) })),
  create: (document: PriceList) => must(api.POST("/api/v1/price-lists", { body: { document } })),
  save: (id: string, document: PriceList) =>
    must(api.PUT("/api/v1/price-lists/{object_id}", { params: at(id), body: { document } })),
  remove: (id: string) => must(api.DELETE("/api/v1/price-lists/{object_id}", { params: at(id) })),
};

export const columnMaps = {
  list: () => must(api.GET("/api/v1/column-maps", ALL)),
  /** Headers, first rows and the guess of each file that is a table. */
  heads: (files: readonly File[]) =>
    must(api.POST("/api/v1/column-maps/read", { body: { file: [] }, bodySerializer: () => formOf(files) })),
  create: (document: ColumnMap) => must(api.POST("/api/v1/column-maps", { body: { document } })),
  save: (id: string, document: ColumnMap) =>
    must(api.PUT("/api/v1/column-maps/{object_id}", { params: at(id), body: { document } })),
  remove: (id: string) => must(api.DELETE("/api/v1/column-maps/{object_id}", { params: at(id) })),
};

export const forwardingTables = {
  /** Read dumps of forwarding tables for the newest revision of a fabric. */
  read: (fabric: string, files: readonly File[]) =>
    must(
      api.POST("/api/v1/forwarding-tables", {
        body: { file: [], fabric },
        bodySerializer: () => formOf(files, { fabric }),
      }),
    ),
};

export const templates = {
  list: () => must(api.GET("/api/v1/templates")),
  generate: (name: string, parameters: Record<string, number | string>, signal?: AbortSignal) =>
    must(api.POST("/api/v1/templates/{name}", { params: { path: { name } }, body: { parameters }, signal })),
};

export const workloads = {
  get: (id: string) => must(api.GET("/api/v1/workloads/{object_id}", { params: at(id) })),
  create: (name: string, document: WorkloadDocument) =>
    must(api.POST("/api/v1/workloads", { body: { name, document } })),
};

export const scenarios = {
  create: (name: string, document: ScenarioDocument) =>
    must(api.POST("/api/v1/scenarios", { body: { name, document } })),
};

export const runs = {
  list: (query: { status?: RunStatus; limit?: number; offset?: number } = {}) =>
    must(api.GET("/api/v1/runs", { params: { query } })) as Promise<RunPage>,
  get: (id: string) => must(api.GET("/api/v1/runs/{run_id}", { params: ofRun(id) })) as Promise<Run>,
  create: (body: { fabric: string; workload: string; scenario: string; seed?: number; name?: string }) =>
    must(api.POST("/api/v1/runs", { body })) as Promise<Run>,
  cancel: (id: string) => must(api.POST("/api/v1/runs/{run_id}/cancel", { params: ofRun(id) })),
  remove: (id: string) => must(api.DELETE("/api/v1/runs/{run_id}", { params: ofRun(id) })),
  frames: (id: string) => must(api.GET("/api/v1/runs/{run_id}/frames", { params: ofRun(id) })),
  record: (id: string) =>
    must<unknown>(
      api.GET("/api/v1/runs/{run_id}/frames/record", { params: ofRun(id), parseAs: "arrayBuffer" }),
    ) as Promise<ArrayBuffer>,
  audit: (id: string, query: AuditQuery) =>
    must(api.GET("/api/v1/runs/{run_id}/audit", { params: { ...ofRun(id), query } })),
  trees: (id: string, job?: string, rail?: string) =>
    must(api.GET("/api/v1/runs/{run_id}/trees", { params: { ...ofRun(id), query: { job, rail } } })),
  // The answer is one of three shapes; which one is decided by the name.
  series: <N extends keyof SeriesByName>(id: string, name: N) =>
    must(api.GET("/api/v1/runs/{run_id}/series", { params: { ...ofRun(id), query: { name } } })) as Promise<
      SeriesByName[N]
    >,
};

export const compare = (ids: readonly string[]) =>
  must(api.GET("/api/v1/compare", { params: { query: { runs: ids.join(",") } } })) as Promise<Comparison>;

const ofComparison = (comparison_id: string) => ({ path: { comparison_id } });
/** Of a run, or of three documents. */
export type Compared = { run: string } | { fabric: string; workload: string; scenario: string };

export const comparisons = {
  list: () => must(api.GET("/api/v1/comparisons", { params: { query: { limit: 100 } } })),
  get: (id: string) =>
    must(
      api.GET("/api/v1/comparisons/{comparison_id}", { params: ofComparison(id) }),
    ) as Promise<WaysComparison>,
  /** Start a run for every way that fits. */
  create: (of: Compared, seed?: number) => must(api.POST("/api/v1/comparisons", { body: { ...of, seed } })),
  cancel: (id: string) =>
    must(api.POST("/api/v1/comparisons/{comparison_id}/cancel", { params: ofComparison(id) })),
  remove: (id: string) =>
    must(api.DELETE("/api/v1/comparisons/{comparison_id}", { params: ofComparison(id) })),
  /** Keep the table as a file for slides. */
  table: (id: string, format: "csv" | "markdown") =>
    keepFile(
      api.GET("/api/v1/comparisons/{comparison_id}", {
        params: { ...ofComparison(id), query: { format } },
        parseAs: "blob",
      }),
    ),
  ladder: (id: string) =>
    must(api.GET("/api/v1/comparisons/{comparison_id}/ladder", { params: ofComparison(id) })),
  /** Keep the ladder as Markdown. */
  ladderText: (id: string) =>
    keepFile(
      api.GET("/api/v1/comparisons/{comparison_id}/ladder", {
        params: { ...ofComparison(id), query: { format: "markdown" } },
        parseAs: "blob",
      }),
    ),
};
