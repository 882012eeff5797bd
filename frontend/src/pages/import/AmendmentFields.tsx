// The rules that a person gives before a fabric is saved; each change is tried on the files at once.
import { useEffect, useId, useState } from "react";
import type { Amendments, Reading, SpeedRule } from "../../api/types";
import { counted } from "../../numbers/format";
import { NumberField, SelectField, TextField } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { Panel } from "../../parts/Panel";
import {
  patternsIn,
  placed,
  placesOf,
  ratioOf,
  tiersOf,
  type Where,
  whereOf,
  withRatio,
  withTierName,
} from "./amendments";
import styles from "./import.module.css";

interface Props {
  /** The newest reading: its tiers are those that rules can name. */
  reading: Reading;
  value: Amendments;
  onChange(value: Amendments): void;
}

const NEW_RULE: SpeedRule = { gbps: 400, tiers: null, model: null, port: null, unknown_only: true };

export function AmendmentFields({ reading, value, onChange }: Props) {
  const tiers = tiersOf(reading);
  const before = reading.before ?? reading;
  const unknown = before.links_by_gbps.unknown ?? 0;
  const setRule = (row: number, rule: SpeedRule) =>
    onChange({ ...value, speeds: value.speeds.map((each, other) => (other === row ? rule : each)) });
  return (
    <>
      <Panel
        title="Speeds"
        small={unknown ? `${counted(unknown, "cable")} without one in the files` : "every cable has one"}
        end={
          <button
            type="button"
            className="link"
            onClick={() => onChange({ ...value, speeds: [...value.speeds, NEW_RULE] })}
          >
            Add a rule
          </button>
        }
      >
        {value.speeds.map((rule, row) => (
          <SpeedFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the list
            key={row}
            rule={rule}
            tiers={tiers}
            onChange={(changed) => setRule(row, changed)}
            onRemove={() => onChange({ ...value, speeds: value.speeds.filter((_, other) => other !== row) })}
          />
        ))}
      </Panel>
      <Panel title="Leave out" small="devices, or adapters as host/adapter; * and ? stand for any text">
        <div className="panel-body">
          <Patterns value={value.exclude} onChange={(exclude) => onChange({ ...value, exclude })} />
        </div>
      </Panel>
      <Panel title="Tiers" small="from the hosts upwards">
        <div className="panel-body">
          {before.tier_facts
            .filter((fact) => fact.tier > 0)
            .map((fact, row, all) => (
              <TextField
                key={fact.tier}
                label={`Call ${fact.name}`}
                value={value.tier_names[row] ?? ""}
                placeholder={fact.name}
                onCommit={(name) => onChange(withTierName(value, all.length, row, name))}
              />
            ))}
        </div>
      </Panel>
      {tiers.length > 2 && (
        <Panel title="Oversubscription of trunks" small="gives cables up without a speed one">
          <div className="panel-body">
            {tiers.slice(1, -1).map((name, below) => (
              <NumberField
                key={name}
                label={`Up from ${name}`}
                value={ratioOf(value, below + 1)}
                unit=": 1"
                minimum={0.01}
                emptyAs="as cabled"
                onChange={(ratio) => onChange(withRatio(value, below + 1, ratio))}
              />
            ))}
          </div>
        </Panel>
      )}
      <Panel title="Names">
        <label className={`panel-body ${styles.check}`}>
          <input
            type="checkbox"
            checked={value.neutral_names}
            onChange={(event) => onChange({ ...value, neutral_names: event.target.checked })}
          />
          <span>
            Replace every name by a neutral one
            <small>host-0001, leaf-01, p1: nothing of the files' own words is kept in the fabric</small>
          </span>
        </label>
      </Panel>
    </>
  );
}

interface SpeedProps {
  rule: SpeedRule;
  tiers: readonly string[];
  onChange(rule: SpeedRule): void;
  onRemove(): void;
}

function SpeedFields({ rule, tiers, onChange, onRemove }: SpeedProps) {
  const where = whereOf(rule);
  const places = placesOf(tiers);
  const known = places.some((place) => place.value === where);
  return (
    <div className={`panel-body ${styles.rule}`}>
      <div>
        <SelectField
          label="Cables of"
          value={where}
          options={known ? places : [...places, { value: where, label: "tiers that are gone" }]}
          onChange={(next: Where) => onChange(placed(rule, next))}
        />
        {(where === "model" || where === "port") && (
          <TextField
            label={where === "model" ? "Model like" : "Port like"}
            value={rule[where] ?? ""}
            onCommit={(pattern) => onChange({ ...rule, [where]: pattern.trim() || "*" })}
          />
        )}
        <NumberField
          label="Speed"
          value={rule.gbps}
          unit="Gb/s"
          minimum={0.001}
          maximum={1e6}
          onChange={(gbps) => onChange({ ...rule, gbps })}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={rule.unknown_only}
            onChange={(event) => onChange({ ...rule, unknown_only: event.target.checked })}
          />
          only where the files state none
        </label>
      </div>
      <button type="button" className="btn bare square" aria-label="Remove this rule" onClick={onRemove}>
        <Icon name="trash" />
      </button>
    </div>
  );
}

function Patterns({ value, onChange }: { value: readonly string[]; onChange(value: string[]): void }) {
  const id = useId();
  const [typed, setTyped] = useState(value.join("\n"));
  useEffect(() => {
    setTyped((old) => (patternsIn(old).join("\n") === value.join("\n") ? old : value.join("\n")));
  }, [value]);
  return (
    <>
      <label className="only-read" htmlFor={id}>
        Leave out, one name or pattern a line
      </label>
      <textarea
        id={id}
        className={styles.patterns}
        rows={3}
        value={typed}
        placeholder={"ufm*\ngpu-07/mlx5_2"}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          const patterns = patternsIn(typed);
          if (patterns.join("\n") !== value.join("\n")) onChange(patterns);
        }}
      />
    </>
  );
}
