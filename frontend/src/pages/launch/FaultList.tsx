// The faults of a scenario: which cable, how much of its rate is left, and from when.
import { Select } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Fault } from "../../api/types";
import { natural } from "../../fabric/document";
import { NumberField } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import styles from "./launch.module.css";

export interface CableChoice {
  id: string;
  name: string;
}

/** One click for the cable that hurts most: from the newest finished run. */
export interface Suggestion {
  run: number;
  cable: string;
  name: string;
}

interface Props {
  faults: readonly Fault[];
  cables: readonly CableChoice[];
  /** The cable that is selected on the canvas. */
  selected: string | null;
  suggestion: Suggestion | null;
  /** When a new fault begins. */
  beginsMs: number;
  onChange(faults: Fault[]): void;
}

const DEFAULT_SHARE = 0.25;

export function FaultList({ faults, cables, selected, suggestion, beginsMs, onChange }: Props) {
  const [picking, setPicking] = useState(false);
  const names = useMemo(() => new Map(cables.map((cable) => [cable.id, cable.name])), [cables]);
  const options = useMemo(
    () =>
      cables
        .map((cable) => ({ value: cable.id, label: cable.name }))
        .sort((one, other) => natural(one.label, other.label)),
    [cables],
  );
  const has = (cable: string) => faults.some((fault) => fault.cable === cable);
  const add = (cable: string) => {
    setPicking(false);
    if (!has(cable))
      onChange([
        ...faults,
        { cable, switch: null, at_ms: beginsMs, until_ms: null, rate_share: DEFAULT_SHARE },
      ]);
  };
  const change = (row: number, part: Partial<Fault>) =>
    onChange(faults.map((fault, i) => (i === row ? { ...fault, ...part } : fault)));
  const idOf = ({ cable, switch: device }: Fault) => cable ?? device ?? "";
  return (
    <div>
      {faults.map((fault, row) => (
        <div key={idOf(fault)} className={styles.fault}>
          <div className="row">
            <Icon name="fault" className="t-fault" />
            <span className="id small clip grow" title={idOf(fault)}>
              {names.get(idOf(fault)) ?? `${idOf(fault)} (not in this fabric)`}
            </span>
            <button
              type="button"
              className="btn bare square"
              aria-label={`Remove the fault of ${names.get(idOf(fault)) ?? idOf(fault)}`}
              onClick={() => onChange(faults.filter((_, i) => i !== row))}
            >
              <Icon name="close" />
            </button>
          </div>
          <NumberField
            label="Runs at"
            unit="% of its rate"
            value={Number((fault.rate_share * 100).toPrecision(6))}
            minimum={0.1}
            maximum={99.9}
            onChange={(value) => value !== null && change(row, { rate_share: value / 100 })}
          />
          <NumberField
            label="From"
            unit="ms, simulated"
            value={fault.at_ms}
            minimum={0}
            maximum={1e9}
            onChange={(value) => value !== null && change(row, { at_ms: value })}
          />
          <NumberField
            label="Until"
            unit="ms, simulated"
            emptyAs="the end"
            value={fault.until_ms}
            minimum={fault.at_ms + 0.001}
            maximum={1e9}
            onChange={(value) => change(row, { until_ms: value })}
          />
        </div>
      ))}
      {!faults.length && !picking && <p className="note">No cable is slowed in this scenario.</p>}
      {picking && (
        <Select
          aria-label="Cable that degrades"
          placeholder="Name of a switch, a host or a port"
          size="xs"
          classNames={{ option: styles.option, input: styles.picker }}
          data={options}
          searchable
          limit={40}
          value={null}
          nothingFoundMessage="No cable has this in its name"
          onChange={(value) => value && add(value)}
          onDropdownClose={() => setPicking(false)}
          autoFocus
          defaultDropdownOpened
        />
      )}
      <div className={styles.actions}>
        {suggestion && !has(suggestion.cable) && (
          <button type="button" className="btn" title={suggestion.name} onClick={() => add(suggestion.cable)}>
            Busiest leaf–spine cable of run {suggestion.run}
          </button>
        )}
        {selected && !has(selected) && (
          <button type="button" className="btn" onClick={() => add(selected)}>
            The selected cable
          </button>
        )}
        {!picking && (
          <button type="button" className="btn" onClick={() => setPicking(true)}>
            <Icon name="plus" />
            Add a fault
          </button>
        )}
      </div>
    </div>
  );
}
