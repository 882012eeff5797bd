// The run panel: the job, where it stands, what runs beside it, how it is done, and which cables become slow.
import { useRef } from "react";
import { asProblem } from "../../api/problems";
import type { FabricRow } from "../../api/types";
import { bytes, counted, whole } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { FieldRow, NumberField } from "../../parts/Field";
import { Panel } from "../../parts/Panel";
import { ProblemSays } from "../../parts/Says";
import { type CableChoice, FaultList, type Suggestion } from "./FaultList";
import styles from "./launch.module.css";
import { PlacementSays } from "./PlacementSays";
import { flowsPerSecond, middleMs, PACES, type RunSettings } from "./settings";

interface Props {
  fabric: Pick<FabricRow, "id" | "revision" | "counts">;
  settings: RunSettings;
  cables: readonly CableChoice[];
  selectedCable: string | null;
  suggestion: Suggestion | null;
  lastSimulatedS: number | null;
  /** Rate of an adapter in Gb/s, for the estimate of background flows. */
  adapterGbps: number | null;
  /** Words when it cannot start now, null when it can. */
  blocked: string | null;
  busy: boolean;
  error: unknown;
  nameOf(device: string): string;
  onChange(settings: RunSettings): void;
  onStart(): void;
  onBoth(): void;
}

const MIB = 2 ** 20;

export function RunPanel(props: Props) {
  const { fabric, settings, blocked, busy } = props;
  const set = (part: Partial<RunSettings>) => props.onChange({ ...settings, ...part });
  const isReduce = settings.collective === "all-reduce";
  const cannot = blocked !== null || busy;
  const panel = useRef<HTMLDivElement>(null);
  const problem = props.error ? asProblem(props.error) : null;
  const wrongAt = (pointer: string) => problem?.at(pointer) ?? problem?.at(`/document${pointer}`);
  // A field that is wrong is not in the settings: nothing starts until it is mended.
  const unlessWrong = (start: () => void) => () => {
    const wrong = panel.current?.querySelector<HTMLElement>("input[data-wrong]");
    if (wrong) wrong.focus();
    else start();
  };
  return (
    <div className={styles.panel} ref={panel}>
      <div className="scroll">
        <Panel title="Job" small="repeated: compute, then one collective">
          <div className="panel-body">
            <FieldRow label="Collective">
              <Choice
                label="Collective"
                value={settings.collective}
                options={[
                  { value: "all-reduce", label: "All-reduce" },
                  { value: "all-to-all", label: "All-to-all" },
                ]}
                onChange={(collective) => set({ collective })}
              />
            </FieldRow>
            <NumberField
              label="Size per host"
              unit={`MiB = ${bytes(settings.sizeBytes)}`}
              value={settings.sizeBytes / MIB}
              minimum={0.001}
              error={wrongAt("/jobs/0/size_bytes")}
              maximum={1e15 / MIB}
              onChange={(value) => value !== null && set({ sizeBytes: Math.max(1, Math.round(value * MIB)) })}
            />
            <NumberField
              label="Iterations"
              error={wrongAt("/jobs/0/iterations")}
              value={settings.iterations}
              minimum={1}
              maximum={1_000_000}
              wholeOnly
              onChange={(value) => value !== null && set({ iterations: value })}
            />
            <NumberField
              label="Compute"
              unit="ms an iteration"
              value={settings.computeMs}
              minimum={0}
              maximum={1e9}
              onChange={(value) => value !== null && set({ computeMs: value })}
            />
            <NumberField
              label="Jitter"
              unit="% of compute"
              value={Number((settings.jitterCv * 100).toPrecision(6))}
              minimum={0}
              maximum={1000}
              onChange={(value) => value !== null && set({ jitterCv: value / 100 })}
            />
          </div>
        </Panel>
        <Panel title="Placement" small="default: one ring or tree a rail">
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
          </div>
        </Panel>
        <Panel
          title="How"
          small={isReduce ? "ring per rail, or a tree that adds in the switches" : undefined}
        >
          <div className="panel-body">
            {isReduce && (
              <FieldRow label="Algorithm">
                <Choice
                  label="Algorithm"
                  value={settings.algorithm}
                  options={[
                    { value: "ring", label: "Ring" },
                    { value: "in-network", label: "In-network" },
                  ]}
                  onChange={(algorithm) => set({ algorithm })}
                />
              </FieldRow>
            )}
            <FieldRow label="Routing">
              <Choice
                label="Routing"
                value={settings.routing}
                options={[
                  { value: "hash", label: "Flow hash" },
                  { value: "spray", label: "Spray" },
                ]}
                onChange={(routing) => set({ routing })}
              />
            </FieldRow>
            {settings.routing === "hash" && (
              <NumberField
                label="Hash seed"
                value={settings.routingSeed}
                minimum={0}
                maximum={2 ** 32 - 1}
                wholeOnly
                onChange={(value) => value !== null && set({ routingSeed: value })}
              />
            )}
            <NumberField
              label="Background"
              unit="% of adapter rate"
              value={Number((settings.load * 100).toPrecision(6))}
              minimum={0}
              maximum={95}
              onChange={(value) => value !== null && set({ load: value / 100 })}
            />
            {settings.load > 0 && props.adapterGbps !== null && fabric.counts.adapters > 0 && (
              <p className="note">
                About {whole(flowsPerSecond(settings.load, fabric.counts.adapters, props.adapterGbps))} flows
                a simulated second, Poisson, web-search sizes.
              </p>
            )}
            <NumberField
              label="Seed"
              value={settings.seed}
              minimum={0}
              maximum={2 ** 32 - 1}
              wholeOnly
              onChange={(value) => value !== null && set({ seed: value })}
            />
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
        <Panel
          title="Faults"
          end={settings.faults.length ? counted(settings.faults.length, "cable") : undefined}
        >
          <div className="panel-body">
            <FaultList
              faults={settings.faults}
              cables={props.cables}
              selected={props.selectedCable}
              suggestion={props.suggestion}
              beginsMs={middleMs(settings, props.lastSimulatedS)}
              onChange={(faults) => set({ faults })}
            />
          </div>
        </Panel>
      </div>
      <div className={styles.foot}>
        {props.error ? <ProblemSays error={props.error} /> : null}
        {blocked && <p className="small t-2">{blocked}</p>}
        <div className="row">
          <button type="button" className="btn main" disabled={cannot} onClick={unlessWrong(props.onStart)}>
            Start run
          </button>
          {isReduce && (
            <button type="button" className="btn" disabled={cannot} onClick={unlessWrong(props.onBoth)}>
              Run both and compare
            </button>
          )}
        </div>
        {isReduce && <p className="note">Both: the ring and in-network, everything else alike.</p>}
      </div>
    </div>
  );
}
