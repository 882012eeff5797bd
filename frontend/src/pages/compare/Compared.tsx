// The comparison itself: sentence, drawing of the change, tails, figures, busiest cables, what was different.
import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router";
import { runs as calls } from "../../api/calls";
import { keys, useFabricOf } from "../../api/queries";
import type { Comparison, Run, SeriesByName } from "../../api/types";
import { FabricCanvas } from "../../canvas/FabricCanvas";
import type { Selected } from "../../canvas/types";
import type { FabricView } from "../../canvas/view";
import { DeltaLegend, deltaEnd } from "../../charts/DeltaLegend";
import { LevelLegend } from "../../charts/LevelLegend";
import { countWords, TailCompare } from "../../charts/TailCompare";
import { levels } from "../../live/frame";
import { counted, percent } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { Panel } from "../../parts/Panel";
import { SideColumn } from "../../parts/SideColumn";
import { cableName, cableWords, deviceName, directedName, useFabricScene } from "../../parts/scene";
import styles from "./compare.module.css";
import { figureRow } from "./figures";
import { HeldBack } from "./HeldBack";
import { sentenceOf } from "./sentence";
import { besides, titleOf, told, valueInWords } from "./words";

type Shown = "a" | "b" | "delta";
const SHOWN: readonly { value: Shown; label: string }[] = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
  { value: "delta", label: "B minus A" },
];

export function Compared({ comparison }: { comparison: Comparison }) {
  const { runs, figures, equal, cables } = comparison;
  const different = told(comparison.different);
  const split = runs.some((run) =>
    run.scenario.document.faults.some((fault) => fault.at_ms > 0 || fault.until_ms !== null),
  );
  const sentence = sentenceOf(comparison.sentence, besides(comparison.different), split);
  const fabric = useFabricOf(runs[1]);
  const scene = useFabricScene(fabric.data?.document);
  const nameOf = useMemo(() => {
    const names = new Map(cableWords(scene).map((cable) => [cable.id, cable.name]));
    return (id: string) => names.get(id) ?? deviceName(scene, id);
  }, [scene]);
  const series = useBothSeries(runs);
  const [view, setView] = useState<FabricView | null>(null);
  const [selected, setSelected] = useState<Selected>({ devices: [], cables: [] });
  const pickCable = (cable: string) => {
    setSelected({ devices: [], cables: [cable] });
    view?.flyTo([cable]);
  };
  return (
    <div className={styles.page} style={{ height: "100%" }}>
      <section className={styles.says} aria-label="Result">
        <div>
          <h2>
            {sentence.before}
            <b>{sentence.strong}</b>
            {sentence.after} {sentence.bound && <u>{sentence.bound}</u>}
          </h2>
          <p>{sentence.says}</p>
        </div>
        <div className={styles.runs}>
          {runs.map((run, i) => (
            <RunWords key={run.id} run={run} letter={i ? "B" : "A"} />
          ))}
        </div>
      </section>
      <div className={styles.work}>
        <div className={styles.left}>
          <Drawing
            runs={runs}
            cables={series.cables}
            view={view}
            selected={selected}
            onView={setView}
            onSelect={setSelected}
          />
          <section className={styles.chart} aria-label="Iteration time">
            <div className="panel-head">
              <h2>Iteration time, share that took t or longer</h2>
              {series.iterations && <small>{countWords(series.iterations)}</small>}
            </div>
            {series.iterations && <TailCompare samples={series.iterations} name="Iteration time" />}
          </section>
        </div>
        <SideColumn side="right" label="Figures of both runs">
          <Panel title="Figures" end="Δ of B against A">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">
                    <span className="only-read">Figure</span>
                  </th>
                  <th scope="col" className="n">
                    A
                  </th>
                  <th scope="col" className="n">
                    B
                  </th>
                  <th scope="col" className="n">
                    Δ
                  </th>
                </tr>
              </thead>
              <tbody>
                {figures.map(figureRow).map((row) => (
                  <tr key={row.key}>
                    <th scope="row" className={styles.figure}>
                      {row.title}
                    </th>
                    {row.values.map((value, i) => (
                      <td key={i ? "b" : "a"} className={value === "withheld" ? "n t-3" : "n"}>
                        {row.best === i ? <b className="strong">{value}</b> : value}
                      </td>
                    ))}
                    <td className={`n ${row.sign < 0 ? styles.less : row.sign > 0 ? styles.more : "t-3"}`}>
                      {row.delta}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Panel>
          <HeldBack
            runs={runs}
            nameOf={({ cable, direction }) => directedName(nameOf(cable), direction)}
            onPick={pickCable}
          />
          <Panel title="What was different" end={counted(different.length, "setting")}>
            <dl className="panel-body">
              {different.map((each) => (
                <div key={each.pointer} className={styles.diff}>
                  <dt title={each.pointer}>{titleOf(each)}</dt>
                  <dd>
                    {valueInWords(each.values[0], each.pointer, nameOf)} <span className="t-3">to</span>{" "}
                    {valueInWords(each.values[1], each.pointer, nameOf)}
                  </dd>
                </div>
              ))}
              {!different.length && (
                <div className={styles.diff}>
                  <dt>Different</dt>
                  <dd>nothing: both runs have the same inputs</dd>
                </div>
              )}
              <div className={styles.diff}>
                <dt>Equal</dt>
                <dd className="t-2">{equal.join(", ")}</dd>
              </div>
            </dl>
          </Panel>
          <BusiestOfBoth
            runs={runs}
            cables={cables}
            selected={selected.cables[0] ?? null}
            onPick={pickCable}
          />
        </SideColumn>
      </div>
    </div>
  );
}

function RunWords({ run, letter }: { run: Run; letter: "A" | "B" }) {
  return (
    <>
      <span className={letter === "A" ? `${styles.letter} ${styles.a}` : styles.letter}>{letter}</span>
      <b className="strong">{run.scenario.name}</b>
      <Link to={`/runs/${run.id}`}>
        run {run.number}, seed {run.seed}
      </Link>
    </>
  );
}

interface BothSeries {
  iterations: [Float64Array, Float64Array] | null;
  cables: [SeriesByName["cables"], SeriesByName["cables"]] | null;
}

function useBothSeries(runs: readonly Run[]): BothSeries {
  const iterations = useQueries({
    queries: runs.map((run) => ({
      queryKey: [...keys.run(run.id), "iterations"],
      queryFn: () => calls.series(run.id, "iterations"),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const cables = useQueries({
    queries: runs.map((run) => ({
      queryKey: [...keys.run(run.id), "cables"],
      queryFn: () => calls.series(run.id, "cables"),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const [ia, ib] = iterations.map((query) => query.data);
  const [ca, cb] = cables.map((query) => query.data);
  return {
    iterations: useMemo(
      () => (ia && ib ? [Float64Array.from(ia.seconds).sort(), Float64Array.from(ib.seconds).sort()] : null),
      [ia, ib],
    ),
    cables: useMemo(() => (ca && cb ? [ca, cb] : null), [ca, cb]),
  };
}

/** The busier direction of each cable, by id. */
function means(series: SeriesByName["cables"]): Map<string, number> {
  return new Map(series.cable.map((id, row) => [id, Math.max(series.mean_ab[row], series.mean_ba[row])]));
}

interface DrawingProps {
  runs: readonly Run[];
  cables: BothSeries["cables"];
  view: FabricView | null;
  selected: Selected;
  onView(view: FabricView | null): void;
  onSelect(selected: Selected): void;
}

function Drawing({ runs, cables, view, selected, onView, onSelect }: DrawingProps) {
  const fabric = useFabricOf(runs[1]);
  const [shown, setShown] = useState<Shown>("delta");
  const scene = useFabricScene(fabric.data?.document);
  const values = useMemo(() => {
    if (!cables) return null;
    const [a, b] = cables.map(means);
    const bytes = (load: Map<string, number>) => {
      const out = new Uint8Array(2 * scene.cableIds.length);
      for (const [row, id] of scene.cableIds.entries()) {
        const share = load.get(id);
        out.fill(share === undefined ? 255 : Math.round(254 * Math.min(1, share)), 2 * row, 2 * row + 2);
      }
      return out;
    };
    const delta = scene.cableIds.map((id) => (b.get(id) ?? Number.NaN) - (a.get(id) ?? Number.NaN));
    return { a: bytes(a), b: bytes(b), delta, end: deltaEnd(delta) };
  }, [cables, scene]);
  useEffect(() => {
    if (!view || !values) return;
    if (shown === "delta") view.setDelta(values.delta, values.end);
    else view.setUtilisation(values[shown]);
  }, [view, values, shown]);
  const heat = values && shown !== "delta" ? levels(values[shown]) : null;
  return (
    <div className="stage">
      {fabric.data && (
        <FabricCanvas
          scene={scene}
          label={`Change of the mean load of ${counted(scene.cableIds.length, "cable")} from A to B; the table of busiest cables holds the values`}
          mode={shown === "delta" ? "delta" : "load"}
          locked
          selected={selected}
          insets={{ top: 64, bottom: 116 }}
          onView={onView}
          onSelect={onSelect}
        />
      )}
      <div className={`over ${styles.modes}`}>
        <Choice<Shown> label="What is drawn" value={shown} options={SHOWN} onChange={setShown} />
      </div>
      <div className={`over ${styles.legend}`}>
        {heat ? <LevelLegend counts={heat.counts} hot={heat.hot} /> : <DeltaLegend end={values?.end ?? 1} />}
      </div>
    </div>
  );
}

interface BusiestProps {
  runs: readonly Run[];
  cables: Comparison["cables"];
  selected: string | null;
  onPick(cable: string): void;
}

function BusiestOfBoth({ runs, cables, selected, onPick }: BusiestProps) {
  const fabric = useFabricOf(runs[1]);
  const scene = useFabricScene(fabric.data?.document);
  const share = (value: number | null) => (value === null ? "–" : percent(value));
  return (
    <Panel title="Busiest cables" small="mean over the run, busier direction, %">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Cable</th>
            <th scope="col" className="n">
              A
            </th>
            <th scope="col" className="n">
              B
            </th>
          </tr>
        </thead>
        <tbody>
          {cables.slice(0, 12).map((cable) => (
            <tr key={cable.cable} className={cable.cable === selected ? "selected" : "pick"}>
              <td className="id wide" title={cableName(scene, cable)}>
                <button type="button" className={`link ${styles.cable}`} onClick={() => onPick(cable.cable)}>
                  {cableName(scene, cable)}
                </button>
              </td>
              <td className="n">{share(cable.values[0])}</td>
              <td className="n">{share(cable.values[1])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
