// The run panel: the job, where it stands, what runs beside it, how it is done, and which cables become slow.
import { useMemo, useRef } from "react";
import { asProblem } from "../../api/problems";
import { usePlacement } from "../../api/queries";
import type { FabricRow, Tolerances } from "../../api/types";
import { deviceOf } from "../../fabric/document";
import { plain, whole } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { FieldRow, NumberField, PercentField, SeedField } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Panel } from "../../parts/Panel";
import { ProblemSays } from "../../parts/Says";
import { AlgorithmPanel } from "./AlgorithmPanel";
import { ALGORITHMS } from "./algorithms";
import { EncryptionPanel } from "./EncryptionPanel";
import { type Breakable, FaultList, type Suggestion } from "./FaultList";
import { isDown } from "./faults";
import { regrouped, standingOf } from "./groups";
import { JobPanel } from "./JobPanel";
import { LayoutFields } from "./LayoutFields";
import styles from "./launch.module.css";
import { PlacementSays } from "./PlacementSays";
import { RoutingPanel } from "./RoutingPanel";
import type { HostChoice } from "./ServersFields";
import { flowsPerSecond, middleMs, PACES, type RunSettings, ringOf } from "./settings";
import type { Without } from "./useLaunch";

interface Props {
  fabric: Pick<FabricRow, "id" | "revision" | "counts">;
  settings: RunSettings;
  cables: readonly Breakable[];
  switches: readonly Breakable[];
  selected: string | null;
  suggestion: Suggestion | null;
  lastSimulatedS: number | null;
  /** Rate of an adapter in Gb/s, for the estimate of background flows. */
  adapterGbps: number | null;
  /** On how many planes an adapter has cables, at most. */
  planes: number;
  hosts: HostChoice;
  /** What the run that the settings are of had besides. */
  without: Without | null;
  /** Words when it cannot start now, null when it can. */
  blocked: string | null;
  busy: boolean;
  error: unknown;
  nameOf(device: string): string;
  onChange(settings: RunSettings): void;
  onStart(): void;
  onBoth(): void;
  onAll(): void;
}

const listed = (parts: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(parts);

/** What the chosen tolerance means; both tolerances of the engine where a run was given its own. */
function toleranceSays({ exact, coalesce, spread }: Tolerances): string {
  if (exact) return "Every change reaches every flow; large runs are slower.";
  if (coalesce === null && spread === null) return "Moved no completion by more than 0.35 % where measured.";
  const own = [
    coalesce === null ? null : `ends within ${plain(coalesce * 100)} % of elapsed time are one`,
    spread === null ? null : `changes below ${plain(spread * 100)} % of a rate are not passed on`,
  ];
  return `As given: ${own.filter(Boolean).join(", ")}.`;
}

/** The hosts of the default placement, in its order; none before it is known. */
function usePlaced({ id, revision }: Pick<FabricRow, "id" | "revision">, runnable: boolean): string[] {
  const { data } = usePlacement(id, revision, runnable);
  return useMemo(() => {
    const members = data?.rails.flatMap((rail) => rail.members) ?? [];
    return [...new Set(members.map(deviceOf))];
  }, [data]);
}

export function RunPanel(props: Props) {
  const { fabric, settings, blocked, busy } = props;
  const placed = usePlaced(fabric, blocked === null);
  const set = (part: Partial<RunSettings>) => {
    const next = { ...settings, ...part };
    props.onChange(part.groups ? next : regrouped(settings, next, placed, props.hosts.all));
  };
  const isReduce = settings.collective === "all-reduce";
  const cannot = blocked !== null || busy;
  const panel = useRef<HTMLDivElement>(null);
  const problem = props.error ? asProblem(props.error) : null;
  // What is refused when a document is made begins with /document, what a run is refused for with its name.
  const wrongAt = (pointer: string) =>
    ["/document", "/workload", "/scenario"].map((of) => problem?.at(of + pointer)).find(Boolean);
  // A field that is wrong is not in the settings: nothing starts until it is mended.
  const unlessWrong = (start: () => void) => () => {
    const wrong = panel.current?.querySelector<HTMLElement>("input[data-wrong]");
    if (wrong) wrong.focus();
    else start();
  };
  return (
    <div className={styles.panel} ref={panel}>
      <div className="scroll">
        {props.without && (
          <div className="says" role="status">
            <Icon name="note" className="t-3" />
            <div>
              Run {props.without.run} had {listed(props.without.parts)}, which this panel cannot ask for: a
              run from here goes without.
            </div>
          </div>
        )}
        <JobPanel
          settings={settings}
          standing={standingOf(settings, placed, props.hosts.all)}
          wrongAt={wrongAt}
          set={set}
        />
        <Panel
          title="Placement"
          small={
            settings.collective === "all-to-all" ? "default: each with every other" : "default: rail by rail"
          }
        >
          <div className="panel-body">
            <PlacementSays
              fabric={fabric.id}
              revision={fabric.revision}
              runnable={blocked === null}
              nameOf={props.nameOf}
            />
            <NumberField
              label="Hosts"
              error={wrongAt("/jobs/0/ranks")}
              emptyAs="all that take part"
              value={settings.hosts}
              minimum={2}
              maximum={1_000_000}
              wholeOnly
              onChange={(hosts) => set({ hosts })}
            />
            <LayoutFields
              collective={settings.collective}
              algorithm={settings.algorithm}
              layout={settings.layout}
              tuning={settings.tuning}
              wrongAt={wrongAt}
              onLayout={(part) => set({ layout: { ...settings.layout, ...part } })}
              onTuning={(part) => set({ tuning: { ...settings.tuning, ...part } })}
            />
          </div>
        </Panel>
        <AlgorithmPanel settings={settings} hosts={props.hosts} wrongAt={wrongAt} set={set} />
        <RoutingPanel
          fabric={fabric.id}
          planes={props.planes}
          routing={settings.routing}
          wrongAt={wrongAt}
          onChange={(routing) => set({ routing })}
        />
        <EncryptionPanel settings={settings} wrongAt={wrongAt} set={set} />
        <Panel
          title="Beside it"
          small={
            settings.load > 0 && props.adapterGbps !== null && fabric.counts.adapters > 0
              ? `${whole(flowsPerSecond(settings.load, fabric.counts.adapters, props.adapterGbps))} flows a second, web-search sizes`
              : "no other traffic"
          }
        >
          <div className="panel-body">
            <PercentField
              label="Background"
              unit="% of adapter rate"
              value={settings.load}
              minimum={0}
              maximum={95}
              onChange={(load) => set({ load })}
            />
          </div>
        </Panel>
        <Panel title="Faults" end={settings.faults.length ? whole(settings.faults.length) : undefined}>
          <div className="panel-body">
            <FaultList
              faults={settings.faults}
              cables={props.cables}
              switches={props.switches}
              selected={props.selected}
              suggestion={props.suggestion}
              beginsMs={middleMs(settings, props.lastSimulatedS)}
              wrongAt={wrongAt}
              onChange={(faults) => set({ faults })}
            >
              {settings.faults.some(isDown) && (
                <>
                  <NumberField
                    label="Routed anew"
                    unit="ms after it, assumed"
                    value={settings.routing.convergence_ms}
                    minimum={0}
                    maximum={1e9}
                    error={wrongAt("/routing/convergence_ms")}
                    onChange={(convergence_ms) => set({ routing: { ...settings.routing, convergence_ms } })}
                  />
                  <p className="note">What was on its way there stands still until then.</p>
                </>
              )}
            </FaultList>
          </div>
        </Panel>
        <Panel title="Simulation">
          <div className="panel-body">
            <FieldRow label="Tolerance">
              <Choice
                label="Tolerance"
                value={settings.tolerances.exact ? "exact" : "default"}
                options={[
                  { value: "default", label: "Default" },
                  { value: "exact", label: "Exact" },
                ]}
                onChange={(value) =>
                  set({ tolerances: { ...settings.tolerances, exact: value === "exact" } })
                }
              />
            </FieldRow>
            <p className="note">{toleranceSays(settings.tolerances)}</p>
            <SeedField label="Seed" value={settings.seed} onChange={(seed) => set({ seed })} />
            <FieldRow label="Pace">
              <Choice
                label="Pace"
                value={String(settings.paceMsPerS ?? "fastest")}
                options={[
                  { value: "fastest", label: "Fastest" },
                  ...[...new Set<number>([...PACES, settings.paceMsPerS ?? PACES[0]])]
                    .sort((a, b) => a - b)
                    .map((pace) => ({ value: String(pace), label: String(pace) })),
                ]}
                onChange={(value) => set({ paceMsPerS: value === "fastest" ? null : Number(value) })}
              />
            </FieldRow>
            <p className="note">As fast as possible, or so many simulated milliseconds a second.</p>
          </div>
        </Panel>
      </div>
      <div className={styles.foot}>
        {props.error ? <ProblemSays error={props.error} /> : null}
        {blocked && <p className="small t-2">{blocked}</p>}
        <div className={styles.starts}>
          <button type="button" className="btn main" disabled={cannot} onClick={unlessWrong(props.onStart)}>
            Start run
          </button>
          {isReduce && (
            <button type="button" className="btn" disabled={cannot} onClick={unlessWrong(props.onBoth)}>
              Run both and compare
            </button>
          )}
          {isReduce && (
            <button type="button" className="btn" disabled={cannot} onClick={unlessWrong(props.onAll)}>
              Compare all ways
            </button>
          )}
        </div>
        {isReduce && (
          <p className="note">
            Both: {ALGORITHMS[ringOf(settings)].label.toLowerCase()} and in-network, all else alike. All:
            every way that fits, as fast as possible.
          </p>
        )}
      </div>
    </div>
  );
}
