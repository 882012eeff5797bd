// The limits of a switch that no profile describes: how much it adds at one time, and what.
import type { DataType } from "../api/types";
import { type Limits, withSlots } from "../catalogue/limits";
import { Choice } from "./Choice";
import { FieldRow, NumberField, TextField } from "./Field";
import styles from "./limit_fields.module.css";
import { More } from "./More";

interface Props {
  limits: Limits;
  onChange(limits: Limits): void;
}

const TYPES: readonly DataType[] = ["int8", "int16", "int32", "int64", "fp8", "fp16", "bf16", "fp32", "fp64"];

const SOURCE = "docs/model/aggregation.md";

export function LimitFields({ limits, onChange }: Props) {
  const set = (part: Partial<Limits>) => onChange({ ...limits, ...part });
  const more = [limits.trees, limits.slots, limits.most_bytes, limits.types].filter((each) => each !== null);
  const streams = Number(limits.wire_share !== 1) + Number(limits.start_us !== 0);
  return (
    <>
      <FieldRow label="Streams">
        <Choice
          label="What limits streams"
          value={limits.scope}
          options={[
            { value: "switch", label: "A switch" },
            { value: "port", label: "A port" },
            { value: "any", label: "No limit" },
          ]}
          onChange={(scope) => set({ scope })}
        />
      </FieldRow>
      {limits.scope !== "any" && (
        <NumberField
          label="At one time"
          unit={limits.scope === "switch" ? "streams a switch" : "streams a port"}
          value={limits.active}
          minimum={1}
          maximum={1_000_000}
          wholeOnly
          onChange={(active) => set({ active })}
        />
      )}
      <TextField
        label="Adds with"
        explained={{
          says: "Switches of one family add in the same tree; others pass copies on.",
          source: SOURCE,
        }}
        value={limits.family}
        maxLength={100}
        onCommit={(family) => set({ family: family.trim() || "custom" })}
      />
      <More title="Trees, streams, slots, types" set={more.length + streams}>
        <NumberField
          label="Trees"
          unit="in a fabric"
          emptyAs="no limit"
          value={limits.trees}
          minimum={1}
          maximum={1e9}
          wholeOnly
          onChange={(trees) => set({ trees })}
        />
        <NumberField
          label="A stream takes"
          explained={{ says: "The part of a cable's rate that carries the vector.", source: SOURCE }}
          unit="% of a cable"
          value={Number((limits.wire_share * 100).toPrecision(6))}
          minimum={0.1}
          maximum={100}
          onChange={(share) => set({ wire_share: share / 100 })}
        />
        <NumberField
          label="and begins"
          unit="µs late"
          value={limits.start_us}
          minimum={0}
          maximum={1e9}
          onChange={(start_us) => set({ start_us })}
        />
        <NumberField
          label="Slots"
          explained={{
            says: "Packets that may be under way: slots times their size by the round trip bound the rate.",
            source: SOURCE,
          }}
          emptyAs="no limit"
          value={limits.slots}
          minimum={1}
          maximum={1e9}
          wholeOnly
          onChange={(slots) => onChange(withSlots(limits, { slots }))}
        />
        {limits.slots !== null && (
          <NumberField
            label="of"
            unit="bytes each"
            value={limits.slot_bytes}
            minimum={1}
            maximum={1e9}
            wholeOnly
            onChange={(slot_bytes) => onChange(withSlots(limits, { slot_bytes }))}
          />
        )}
        <NumberField
          label="Largest call"
          unit="bytes"
          emptyAs="no limit"
          value={limits.most_bytes}
          minimum={1}
          maximum={1e15}
          wholeOnly
          onChange={(most_bytes) => set({ most_bytes })}
        />
        <FieldRow label="Adds types">
          <Types types={limits.types} onChange={(types) => set({ types })} />
        </FieldRow>
      </More>
    </>
  );
}

interface TypesProps {
  types: readonly DataType[] | null;
  onChange(types: DataType[] | null): void;
}

/** Types to take or leave; all of them is no limit, and none of them cannot be. */
function Types({ types, onChange }: TypesProps) {
  const taken = new Set(types ?? TYPES);
  const toggle = (type: DataType) => {
    if (!taken.delete(type)) taken.add(type);
    if (taken.size === 0) return;
    onChange(taken.size === TYPES.length ? null : TYPES.filter((each) => taken.has(each)));
  };
  return (
    <div className={styles.types}>
      {TYPES.map((type) => (
        <button key={type} type="button" aria-pressed={taken.has(type)} onClick={() => toggle(type)}>
          {type}
        </button>
      ))}
    </div>
  );
}
