// Import: what a file was understood as, before anything is saved. What is wrong stays on the page with its lines.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { columnMaps, deviceTypes, fabrics, imports } from "../../api/calls";
import { asProblem } from "../../api/problems";
import { keys } from "../../api/queries";
import type { Amendments, ColumnMap, Reading } from "../../api/types";
import { TopBar } from "../../app/TopBar";
import { partNumberOf } from "../../catalogue/draft";
import { counted, duration, whole } from "../../numbers/format";
import { DropZone, useFileDrop } from "../../parts/DropZone";
import { countOf } from "../../parts/Findings";
import { Empty, ProblemSays } from "../../parts/Says";
import { NO_AMENDMENTS } from "./amendments";
import { ColumnMapper } from "./ColumnMapper";
import { takeOver } from "./handed_over";
import styles from "./import.module.css";
import { Preview } from "./Preview";
import { type SourceFile, sourceOf } from "./source_lines";
import { CABLE_LIST, formatName, holdsTypesAlone } from "./understood";

/** A name for the fabric from the name of its first file. */
export function nameFrom(file: string): string {
  const stem = file.replace(/\.gz$/, "").replace(/\.[^.]+$/, "");
  return stem.replace(/[_-]+/g, " ").trim() || "Imported fabric";
}

function summaryOf({ switches, links }: Reading): string {
  return `Import ${counted(switches, "switch", "switches")}, ${counted(links, "cable")}`;
}

const COUNTS = [
  ["switches", "switches"],
  ["hosts", "hosts"],
  ["adapters", "adapters"],
  ["links", "cables"],
] as const;

/** What is counted of a reading, with what it was before the amendments; of server types, what they hold. */
function countsOf(reading: Reading): [what: string, now: number, before: number | undefined][] {
  if (!holdsTypesAlone(reading))
    return COUNTS.map(([fact, what]) => [what, reading[fact], reading.before?.[fact]]);
  const { device_types } = reading.document;
  const gpus = device_types.reduce((sum, type) => sum + type.gpus, 0);
  const adapters = device_types.reduce((sum, type) => sum + type.ports.length, 0);
  return [
    ["server types", device_types.length, undefined],
    ["GPUs", gpus, undefined],
    ["adapters", adapters, undefined],
  ];
}

interface Read {
  reading: Reading;
  sources: SourceFile[];
  seconds: number;
}

/** Files as they are told apart by their content, or lists of cables with these columns. */
interface Given {
  files: File[];
  columns: ColumnMap | null;
}

async function readFiles({ files, columns }: Given): Promise<Read> {
  const began = performance.now();
  const [reading, sources] = await Promise.all([
    imports.preview(files, undefined, columns),
    Promise.all(files.map((file) => sourceOf(file))),
  ]);
  return { reading, sources, seconds: (performance.now() - began) / 1e3 };
}

/** How many lines the files have together; null where one is not shown as text. */
function lineCount(sources: readonly SourceFile[]): number | null {
  const counts = sources.map((source) => source.lines?.length ?? null);
  return counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

export default function ImportPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [files, setFiles] = useState<File[]>([]);
  const [name, setName] = useState("");
  const [isNamed, setNamed] = useState(false);
  const [amendments, setAmendments] = useState(NO_AMENDMENTS);
  // The files as the rules leave them. While others are tried, or when they are refused, the last answer stays.
  const [amended, setAmended] = useState<Reading | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  // What the person says of the columns, and whether they are at it.
  const [columns, setColumns] = useState<ColumnMap | null>(null);
  const [isMapping, setMapping] = useState(false);
  const heads = useMutation({ mutationFn: columnMaps.heads, onSuccess: () => setMapping(true) });
  const preview = useMutation({
    mutationFn: readFiles,
    onSuccess: (done, given) => {
      setRead(done);
      setColumns(given.columns);
      setAmendments(NO_AMENDMENTS);
      setAmended(null);
      setMapping(false);
    },
    onError: (error, given) => {
      if (!given.columns && asProblem(error).status === 400) heads.mutate(given.files);
    },
  });
  const amend = useMutation({
    mutationFn: (rules: Amendments) => imports.preview(files, rules, columns),
    onSuccess: setAmended,
  });
  const save = useMutation({
    mutationFn: (reading: Reading) => {
      const title = name.trim() || nameFrom(files[0].name);
      return fabrics.create(title, { ...reading.document, name: title });
    },
    onSuccess: (fabric) => {
      client.setQueryData(keys.fabric(fabric.id), fabric);
      void client.invalidateQueries({ queryKey: keys.fabrics, exact: true });
      navigate(`/f/${fabric.id}`);
    },
  });
  const addTypes = useMutation({
    mutationFn: async ({ document }: Reading) => {
      const title = name.trim() || nameFrom(files[0].name);
      const types = document.device_types.map((type, row) => {
        const called = row === 0 ? title : `${title} ${row + 1}`;
        return { ...type, name: called, id: partNumberOf(called) };
      });
      for (const type of types) await deviceTypes.create(type);
      return types[0].id;
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.deviceTypes }),
    onSuccess: (id) => navigate(`/catalogue?item=${encodeURIComponent(id)}`),
  });
  const leave = () => {
    setRead(null);
    setColumns(null);
    setMapping(false);
    preview.reset();
    heads.reset();
  };
  const take = (chosen: File[]) => {
    setFiles(chosen);
    setName(nameFrom(chosen[0].name));
    setNamed(false);
    save.reset();
    addTypes.reset();
    amend.reset();
    leave();
    preview.mutate({ files: chosen, columns: null });
  };
  const change = (rules: Amendments) => {
    // A file's name may be the client's: with neutral names it is no name for the fabric.
    if (!isNamed) setName(rules.neutral_names ? "Imported fabric" : nameFrom(files[0].name));
    setAmendments(rules);
    amend.mutate(rules);
  };
  const taken = useRef(false);
  useEffect(() => {
    if (taken.current) return;
    taken.current = true;
    const waiting = takeOver();
    if (waiting.length) take(waiting);
  });
  const { handlers } = useFileDrop(take);
  const reading = amended ?? read?.reading;
  const errors = reading ? countOf(reading.findings, "error") : 0;
  const lines = read ? lineCount(read.sources) : null;
  const nothing = reading?.links === 0;
  const isTypes = reading !== undefined && holdsTypesAlone(reading);
  const tables = heads.data?.tables;
  const fileNames = files.map((file) => file.name).join(", ");
  return (
    <div className={`app ${styles.app}`} {...handlers}>
      <TopBar
        title="Import"
        crumb={<h1>Import</h1>}
        actions={<span className="saved">Nothing is saved until you import</span>}
      />
      <main className={isMapping && tables ? styles.mapping : read ? styles.page : styles.asking}>
        {isMapping && tables && (
          <ColumnMapper
            tables={tables}
            columns={columns}
            why={preview.variables?.columns ? preview.error : null}
            pending={preview.isPending}
            onRead={(map) => preview.mutate({ files, columns: map })}
            onBack={read ? () => setMapping(false) : null}
            onOther={leave}
          />
        )}
        {!isMapping && !read && (
          <div className={styles.ask}>
            {preview.isPending || heads.isPending ? (
              <p className="t-2" role="status">
                Reading {fileNames}
              </p>
            ) : (
              <>
                {preview.isError && (
                  <ProblemSays error={preview.error}>
                    <p className="t-2">
                      {files.length > 1
                        ? `${fileNames} were not imported. Choose others, or the same ones once they are mended.`
                        : `${fileNames} was not imported. Choose another file, or the same one once it is mended.`}
                    </p>
                  </ProblemSays>
                )}
                <Empty title="Which fabric?">
                  <p>
                    Dumps of InfiniBand tools such as <span className="code">ibnetdiscover</span>, lists of
                    cables, LLDP neighbours, SONiC and Slurm configurations, files of labs and simulators:
                    what a file is, is seen from its content. Tiers and rails are found from the cabling,
                    never from names.
                  </p>
                </Empty>
                <DropZone label="Choose files" onFiles={take}>
                  <b className="strong">Drop files here.</b>{" "}
                  <span className="t-2">One, or all that belong together; plain or gzipped.</span>
                </DropZone>
              </>
            )}
          </div>
        )}
        {!isMapping && read && reading && (
          <>
            <header className={styles.head}>
              <div>
                <h2>Understood as {formatName(reading.format)}</h2>
                <p className="t-2">
                  {fileNames}
                  {lines !== null && `, ${counted(lines, "line")}`}, read in {duration(read.seconds)}
                  {reading.format === CABLE_LIST && (
                    <>
                      {columns ? ". Columns as you said: " : ". Columns guessed by their headers: "}
                      <button type="button" className="link" onClick={() => heads.mutate(files)}>
                        {columns ? "change them" : "look and change"}
                      </button>
                    </>
                  )}
                </p>
                {heads.isError && <ProblemSays error={heads.error} />}
              </div>
              <dl className={styles.counts}>
                {countsOf(reading).map(([what, now, before]) => (
                  <div key={what}>
                    <dd>{whole(now)}</dd>
                    <dt>
                      {what}
                      {before !== undefined && before !== now && `, of ${whole(before)}`}
                    </dt>
                  </div>
                ))}
              </dl>
            </header>
            <Preview
              reading={reading}
              files={read.sources}
              amendments={amendments}
              trying={amend.isPending}
              refused={amend.error}
              onAmend={change}
            />
            <footer className={styles.foot}>
              <label htmlFor="fabric-name" className="small t-2">
                Name
              </label>
              <div className="box" style={{ width: 280, height: 28 }}>
                <input
                  id="fabric-name"
                  value={name}
                  maxLength={200}
                  onChange={(event) => {
                    setName(event.target.value);
                    setNamed(true);
                  }}
                />
              </div>
              {errors > 0 && !isTypes && (
                <span className="small t-2">
                  With {counted(errors, "error")} it is kept as a draft: it can be drawn, not yet run.
                </span>
              )}
              {isTypes && (
                <span className="small t-2">
                  It is then in the catalogue and in the palette of every fabric.
                </span>
              )}
              {save.isError && <ProblemSays error={save.error} />}
              {addTypes.isError && <ProblemSays error={addTypes.error} />}
              <span className="grow" />
              <button type="button" className="btn" onClick={leave}>
                Another file
              </button>
              {isTypes ? (
                <button
                  type="button"
                  className="btn main"
                  disabled={addTypes.isPending}
                  onClick={() => addTypes.mutate(reading)}
                >
                  {reading.document.device_types.length === 1
                    ? "Add as server type"
                    : `Add ${counted(reading.document.device_types.length, "server type")}`}
                </button>
              ) : (
                <button
                  type="button"
                  className="btn main"
                  disabled={save.isPending || amend.isPending || amend.isError || nothing}
                  onClick={() => save.mutate(reading)}
                >
                  {nothing ? "Nothing to import: no cable was read" : summaryOf(reading)}
                </button>
              )}
            </footer>
          </>
        )}
      </main>
    </div>
  );
}
