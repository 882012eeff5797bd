// The routing of a run: which way, what it does in one line, and only the settings that matter for it.
import type { Routing } from "../../api/types";
import { Choice } from "../../parts/Choice";
import { FieldRow, NumberField, SeedField } from "../../parts/Field";
import { Panel } from "../../parts/Panel";
import { RoutingPicker } from "./RoutingPicker";
import { ROUTINGS, type RoutingSetting } from "./routings";
import { TablesField } from "./TablesField";

interface Props {
  fabric: string;
  routing: Routing;
  /** On how many planes an adapter of the fabric has cables, at most. */
  planes: number;
  /** What the server found wrong at a place of the scenario. */
  wrongAt(pointer: string): string | undefined;
  onChange(routing: Routing): void;
}

const SPLITTINGS = {
  "shared-queue": "Whoever is ahead takes the next piece of the flow.",
  equal: "Each carries an equal part; the last one ends the flow.",
} as const;

export function RoutingPanel({ fabric, routing, planes, wrongAt, onChange }: Props) {
  const words = ROUTINGS[routing.mode];
  const takes = (setting: RoutingSetting) => words.settings.includes(setting);
  const set = (part: Partial<Routing>) => onChange({ ...routing, ...part });
  const isSplit = routing.sub_flows === null ? words.subFlows?.isSeveral : routing.sub_flows > 1;
  return (
    <Panel title="Routing">
      <div className="panel-body">
        <RoutingPicker value={routing.mode} onChange={(mode) => set({ mode })} />
        <p className="note">{words.says}</p>
        {words.subFlows && takes("sub_flows") && (
          <NumberField
            label={words.subFlows.label}
            unit={words.subFlows.unit}
            emptyAs={words.subFlows.emptyAs}
            value={routing.sub_flows}
            minimum={1}
            maximum={64}
            wholeOnly
            error={wrongAt("/routing/sub_flows")}
            onChange={(sub_flows) => set({ sub_flows })}
          />
        )}
        {takes("splitting") && isSplit && (
          <>
            <FieldRow label="They share by">
              <Choice
                label="How sub-flows share a flow"
                value={routing.splitting}
                options={[
                  { value: "shared-queue", label: "One queue" },
                  { value: "equal", label: "Equal parts" },
                ]}
                onChange={(splitting) => set({ splitting })}
              />
            </FieldRow>
            <p className="note">{SPLITTINGS[routing.splitting]}</p>
          </>
        )}
        {takes("tables") && (
          <TablesField fabric={fabric} tables={routing.tables} onChange={(tables) => set({ tables })} />
        )}
        {takes("period_us") && (
          <NumberField
            label="Period"
            unit={`µs, ${words.period}`}
            value={routing.period_us}
            minimum={1}
            maximum={1e9}
            error={wrongAt("/routing/period_us")}
            onChange={(period_us) => set({ period_us })}
          />
        )}
        {takes("planes") && planes > 1 && (
          <FieldRow label="Planes">
            <Choice
              label="Planes"
              value={routing.planes}
              options={[
                { value: "any", label: "Any of them" },
                { value: "split", label: `Split over ${planes}` },
              ]}
              onChange={(value) => set({ planes: value })}
            />
          </FieldRow>
        )}
        {takes("seed") && (
          <SeedField label="Hash seed" value={routing.seed} onChange={(seed) => set({ seed })} />
        )}
      </div>
    </Panel>
  );
}
