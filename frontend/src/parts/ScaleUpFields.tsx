// The domain that joins the GPUs of a server: how fast a GPU gets into it, and whether it adds.
import type { DeviceType } from "../api/types";
import { Choice } from "./Choice";
import { FieldRow, NumberField, PercentField, TextField } from "./Field";

type ScaleUp = DeviceType["scale_up"];

interface Props {
  scaleUp: ScaleUp;
  onChange(scaleUp: ScaleUp): void;
}

/** As the fourth generation of NVLink: what is typed over it is one's own. */
const NEW: NonNullable<ScaleUp> = {
  gbps: 3600,
  efficiency: 0.82,
  adds: false,
  adding_efficiency: 0.85,
  source: "",
};

const SOURCE = "Of an H100: 450 GB/s a GPU and direction, of which 370 are reached (NCCL issues 212, 1442).";

export function ScaleUpFields({ scaleUp, onChange }: Props) {
  const set = (part: Partial<NonNullable<ScaleUp>>) => onChange({ ...(scaleUp ?? NEW), ...part });
  return (
    <>
      <FieldRow label="Joined">
        <Choice
          label="Whether it is known how GPUs are joined"
          value={scaleUp ? "known" : "unknown"}
          options={[
            { value: "unknown", label: "Unknown" },
            { value: "known", label: "By a scale-up link" },
          ]}
          onChange={(value) => onChange(value === "known" ? NEW : null)}
        />
      </FieldRow>
      {!scaleUp && <p className="note">Ways that need the inside of a host are refused on it.</p>}
      {scaleUp && (
        <>
          <NumberField
            label="A GPU's rate"
            explained={{ says: "Of one GPU into the domain, in each direction.", source: SOURCE }}
            unit="Gb/s each way"
            value={scaleUp.gbps}
            minimum={0.001}
            maximum={1e6}
            onChange={(gbps) => set({ gbps })}
          />
          <PercentField
            label="of it reached"
            unit="%"
            value={scaleUp.efficiency}
            minimum={0.1}
            maximum={100}
            onChange={(efficiency) => set({ efficiency })}
          />
          <FieldRow
            label="Its switches"
            explained={{ says: "Whether they add what GPUs send (NVLink SHARP).", source: SOURCE }}
          >
            <Choice
              label="Whether the switches of the domain add"
              value={scaleUp.adds ? "add" : "forward"}
              options={[
                { value: "forward", label: "Forward" },
                { value: "add", label: "Add (NVLS)" },
              ]}
              onChange={(value) => set({ adds: value === "add" })}
            />
          </FieldRow>
          {scaleUp.adds && (
            <PercentField
              label="adding reaches"
              unit="% of that"
              value={scaleUp.adding_efficiency}
              minimum={0.1}
              maximum={100}
              onChange={(adding_efficiency) => set({ adding_efficiency })}
            />
          )}
          <TextField
            label="Source"
            value={scaleUp.source}
            placeholder="data sheet, page, date"
            maxLength={2000}
            onCommit={(source) => set({ source })}
          />
        </>
      )}
    </>
  );
}
