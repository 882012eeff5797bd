// The job of a run: what it repeats, and folded away what its elements are, whose it is, and who competes with it.
import type { Collective, DataType } from "../../api/types";
import { bytes, counted } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { FieldRow, NumberField, PercentField, SelectField, TextField } from "../../parts/Field";
import { More } from "../../parts/More";
import { Panel } from "../../parts/Panel";
import { COLLECTIVES, fitting } from "./algorithms";
import { grouped, type Sharing, type Standing, sharingOf } from "./groups";
import type { RunSettings } from "./settings";
import { TERMS } from "./terms";

export interface PanelProps {
  settings: RunSettings;
  /** What the server found wrong at a place of the documents. */
  wrongAt(pointer: string): string | undefined;
  set(part: Partial<RunSettings>): void;
}

const MIB = 2 ** 20;
const MOST_JOBS = 8;
const TYPES: readonly DataType[] = ["fp32", "bf16", "fp16", "fp8", "fp64", "int8", "int16", "int32", "int64"];

export function JobPanel({ settings, standing, wrongAt, set }: PanelProps & { standing: Standing }) {
  const jobs = settings.groups.length;
  const { length: taken } = standing.hosts;
  const sharing = sharingOf(settings.groups, standing);
  const share = (count: number, way: Sharing) => set({ groups: grouped(standing, count, way) });
  return (
    <Panel title="Job" small="repeated: compute, then one collective">
      <div className="panel-body">
        <SelectField
          label="Collective"
          value={settings.collective}
          options={(Object.keys(COLLECTIVES) as Collective[]).map((value) => ({
            value,
            label: COLLECTIVES[value].label,
          }))}
          onChange={(collective) => set({ collective, algorithm: fitting(collective, settings.algorithm) })}
        />
        <p className="note">{COLLECTIVES[settings.collective].says}</p>
        <NumberField
          label="Size per host"
          unit={`MiB = ${bytes(settings.sizeBytes)}`}
          value={Number((settings.sizeBytes / MIB).toPrecision(7))}
          minimum={0.001}
          error={wrongAt("/jobs/0/size_bytes")}
          maximum={1e15 / MIB}
          onChange={(value) => set({ sizeBytes: Math.max(1, Math.round(value * MIB)) })}
        />
        <NumberField
          label="Iterations"
          error={wrongAt("/jobs/0/iterations")}
          value={settings.iterations}
          minimum={1}
          maximum={1_000_000}
          wholeOnly
          onChange={(iterations) => set({ iterations })}
        />
        <NumberField
          label="Compute"
          unit="ms an iteration"
          value={settings.computeMs}
          minimum={0}
          maximum={1e9}
          onChange={(computeMs) => set({ computeMs })}
        />
        <PercentField
          label="Jitter"
          unit="% of compute"
          value={settings.jitterCv}
          minimum={0}
          maximum={1000}
          onChange={(jitterCv) => set({ jitterCv })}
        />
        <NumberField
          label="Jobs alike"
          explained={TERMS.jobs}
          unit="at the same time"
          value={jobs}
          minimum={1}
          maximum={Math.max(1, Math.min(MOST_JOBS, Math.floor(taken / 2) || MOST_JOBS))}
          wholeOnly
          onChange={(count) => share(count, sharing ?? "same")}
        />
        {jobs > 1 && (
          <>
            <FieldRow label="Their hosts">
              <Choice
                label="How jobs share the hosts"
                value={sharing ?? "given"}
                options={[
                  { value: "same", label: "Same" },
                  { value: "in-turn", label: "In turn" },
                  { value: "blocks", label: "Blocks" },
                ]}
                onChange={(way) => share(jobs, way as Sharing)}
              />
            </FieldRow>
            <p className="note">{sharingSays(sharing, settings.groups[0].length)}</p>
          </>
        )}
        <More
          title="Elements and tenant"
          set={Number(settings.dtype !== null) + Number(settings.tenant !== "")}
          isWrong={Boolean(wrongAt("/jobs/0/dtype") ?? wrongAt("/jobs/0/tenant"))}
        >
          <SelectField
            label="Elements"
            explained={TERMS.dtype}
            value={settings.dtype ?? "open"}
            error={wrongAt("/jobs/0/dtype")}
            options={[
              { value: "open" as const, label: "open: one that can be added" },
              ...TYPES.map((value) => ({ value, label: value })),
            ]}
            onChange={(value) => set({ dtype: value === "open" ? null : value })}
          />
          <TextField
            label="Tenant"
            explained={TERMS.tenant}
            value={settings.tenant}
            placeholder="nobody in particular"
            error={wrongAt("/jobs/0/tenant")}
            onCommit={(tenant) => set({ tenant: tenant.trim() })}
          />
        </More>
      </div>
    </Panel>
  );
}

function sharingSays(sharing: Sharing | null, hosts: number): string {
  if (sharing === "same") return "All of them on every host that takes part.";
  const each = `${counted(hosts, "host")} each`;
  if (sharing === "in-turn") return `${each}: the first host to the first job, the next to the next.`;
  return sharing === "blocks" ? `${each}, neighbours together.` : "As the run had them.";
}
