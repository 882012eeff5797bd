// How a job is laid out over its rails, and what "auto" goes by: folded away, for their defaults suit most.
import type { Collective, ScenarioDocument } from "../../api/types";
import { Choice } from "../../parts/Choice";
import { FieldRow, NumberField } from "../../parts/Field";
import { More } from "../../parts/More";
import { changedFrom, LAYOUT, type Layout, matterOf, TUNING, type Tuning } from "./layout";
import { TERMS } from "./terms";

interface Props {
  collective: Collective;
  algorithm: ScenarioDocument["algorithm"];
  layout: Layout;
  tuning: Tuning;
  wrongAt(pointer: string): string | undefined;
  onLayout(part: Partial<Layout>): void;
  onTuning(part: Partial<Tuning>): void;
}

export function LayoutFields({ collective, algorithm, layout, tuning, wrongAt, onLayout, onTuning }: Props) {
  const matter = matterOf(collective, algorithm);
  const wrong = (setting: keyof Layout) => wrongAt(`/collectives/${setting}`);
  return (
    <>
      <More
        title="Rails and layout"
        set={changedFrom(layout, LAYOUT, matter)}
        isWrong={matter.some((setting) => wrong(setting))}
      >
        <NumberField
          label="Rails used"
          explained={TERMS.rails}
          emptyAs="all of them"
          value={layout.rails}
          minimum={1}
          maximum={4096}
          wholeOnly
          error={wrong("rails")}
          onChange={(rails) => onLayout({ rails })}
        />
        {matter.includes("rail_affinity") && (
          <FieldRow label="Between hosts" explained={TERMS.affinity} error={wrong("rail_affinity")}>
            <Choice
              label="Whether a ring stays on its rail"
              value={layout.rail_affinity ? "stay" : "cross"}
              options={[
                { value: "stay", label: "Stay on the rail" },
                { value: "cross", label: "Change rails" },
              ]}
              onChange={(value) => onLayout({ rail_affinity: value === "stay" })}
            />
          </FieldRow>
        )}
        {matter.includes("pxn") && (
          <FieldRow label="Other rails" explained={TERMS.pxn} error={wrong("pxn")}>
            <Choice
              label="How messages get to other rails"
              value={layout.pxn ? "pxn" : "fabric"}
              options={[
                { value: "fabric", label: "Over the fabric" },
                { value: "pxn", label: "By NVLink (PXN)" },
              ]}
              onChange={(value) => onLayout({ pxn: value === "pxn" })}
            />
          </FieldRow>
        )}
        {matter.includes("root") && (
          <NumberField
            label="Root"
            explained={TERMS.root}
            unit="rank of each rail, from 0"
            value={layout.root}
            minimum={0}
            maximum={1_000_000}
            wholeOnly
            error={wrong("root")}
            onChange={(root) => onLayout({ root })}
          />
        )}
        {matter.includes("chunks") && (
          <NumberField
            label="Chunks"
            explained={TERMS.chunks}
            value={layout.chunks}
            minimum={1}
            maximum={4096}
            wholeOnly
            error={wrong("chunks")}
            onChange={(chunks) => onLayout({ chunks })}
          />
        )}
      </More>
      {algorithm === "auto" && (
        <More
          title="What NCCL's model is told"
          set={changedFrom(tuning, TUNING, Object.keys(TUNING) as (keyof Tuning)[])}
        >
          <FieldRow label="GPUs" explained={TERMS.tuning}>
            <Choice
              label="Generation of the GPUs"
              value={tuning.generation}
              options={[
                { value: "ampere", label: "Ampere" },
                { value: "hopper", label: "Hopper" },
              ]}
              onChange={(generation) => onTuning({ generation })}
            />
          </FieldRow>
          <FieldRow label="Processor">
            <Choice
              label="Processor of the hosts"
              value={tuning.processor}
              options={[
                { value: "intel", label: "Intel" },
                { value: "amd", label: "AMD" },
              ]}
              onChange={(processor) => onTuning({ processor })}
            />
          </FieldRow>
          <NumberField
            label="Channels"
            explained={TERMS.channels}
            value={tuning.channels}
            minimum={1}
            maximum={64}
            wholeOnly
            error={wrongAt("/tuning/channels")}
            onChange={(channels) => onTuning({ channels })}
          />
          <FieldRow label="CollNet" explained={TERMS.collnet}>
            <Choice
              label="Whether the library may use switches that add"
              value={tuning.collnet ? "yes" : "no"}
              options={[
                { value: "yes", label: "May use switches" },
                { value: "no", label: "Hosts alone" },
              ]}
              onChange={(value) => onTuning({ collnet: value === "yes" })}
            />
          </FieldRow>
        </More>
      )}
    </>
  );
}
