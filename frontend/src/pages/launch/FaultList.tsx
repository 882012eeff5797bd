// The faults of a scenario: which cable or switch, slow or down, from when until when.
import { Select } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import type { Fault } from "../../api/types";
import { natural } from "../../fabric/document";
import { Choice } from "../../parts/Choice";
import { FieldRow, NumberField, PercentField } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import {
  type Broken,
  brokenId,
  downCable,
  downSwitch,
  isBroken,
  isDown,
  slowCable,
  withFault,
} from "./faults";
import styles from "./launch.module.css";

/** A cable or a switch under its name. */
export interface Breakable {
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
  faults: Fault[];
  cables: readonly Breakable[];
  switches: readonly Breakable[];
  /** The cable or the switch that is selected on the canvas. */
  selected: string | null;
  suggestion: Suggestion | null;
  /** When a new fault begins. */
  beginsMs: number;
  /** What the server found wrong at a place of the scenario. */
  wrongAt(pointer: string): string | undefined;
  onChange(faults: Fault[]): void;
  /** What is asked of all faults together, below them. */
  children?: ReactNode;
}

const byName = (one: Breakable, other: Breakable) => natural(one.name, other.name);

export function FaultList(props: Props) {
  const { faults, cables, switches, selected, suggestion, beginsMs, wrongAt, onChange } = props;
  const [picking, setPicking] = useState(false);
  const names = useMemo(
    () => new Map([...switches, ...cables].map((one) => [one.id, one.name])),
    [cables, switches],
  );
  const options = useMemo(
    () =>
      [
        { group: "Switches", items: switches },
        { group: "Cables", items: cables },
      ].map(({ group, items }) => ({
        group,
        items: [...items].sort(byName).map(({ id, name }) => ({ value: id, label: name })),
      })),
    [cables, switches],
  );
  const isSwitch = (id: string) => switches.some((one) => one.id === id);
  const add = (broken: Broken) => {
    setPicking(false);
    onChange(withFault(faults, broken, beginsMs));
  };
  const nameOf = (id: string) => names.get(id) ?? `${id} (not in this fabric)`;
  return (
    <div>
      {faults.map((fault, row) => (
        <OneFault
          key={brokenId(fault)}
          fault={fault}
          name={nameOf(brokenId(fault))}
          wrong={wrongAt(`/faults/${row}`)}
          onChange={(part) => onChange(faults.map((old, i) => (i === row ? { ...old, ...part } : old)))}
          onRemove={() => onChange(faults.filter((_, i) => i !== row))}
        />
      ))}
      {!faults.length && !picking && <p className="note">Every cable and every switch works throughout.</p>}
      {props.children}
      {picking && (
        <Select
          aria-label="Cable or switch that fails"
          placeholder="Name of a switch, a host or a port"
          size="xs"
          classNames={{ option: styles.option, input: styles.picker, groupLabel: styles.group }}
          data={options}
          searchable
          limit={40}
          value={null}
          nothingFoundMessage="No cable and no switch has this in its name"
          onChange={(id) => id && add(isSwitch(id) ? downSwitch(id) : slowCable(id))}
          onDropdownClose={() => setPicking(false)}
          autoFocus
          defaultDropdownOpened
        />
      )}
      <div className={styles.actions}>
        {suggestion && !isBroken(faults, suggestion.cable) && (
          <button
            type="button"
            className="btn"
            title={suggestion.name}
            onClick={() => add(slowCable(suggestion.cable))}
          >
            Busiest leaf–spine cable of run {suggestion.run}
          </button>
        )}
        {selected && !isBroken(faults, selected) && (
          <button
            type="button"
            className="btn"
            title={nameOf(selected)}
            onClick={() => add(isSwitch(selected) ? downSwitch(selected) : slowCable(selected))}
          >
            {isSwitch(selected) ? "The selected switch" : "The selected cable"}
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

interface OneProps {
  fault: Fault;
  name: string;
  wrong: string | undefined;
  onChange(part: Partial<Fault>): void;
  onRemove(): void;
}

function OneFault({ fault, name, wrong, onChange, onRemove }: OneProps) {
  return (
    <div className={styles.fault}>
      <div className="row">
        <Icon name={isDown(fault) ? "broken" : "fault"} className="t-fault" />
        <span className="id small clip grow" title={brokenId(fault)}>
          {name}
        </span>
        <button
          type="button"
          className="btn bare square"
          aria-label={`Remove the fault of ${name}`}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </div>
      {wrong && (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
      {fault.cable !== null && (
        <FieldRow label="It is">
          <Choice
            label={`${name} is`}
            value={isDown(fault) ? "down" : "slow"}
            options={[
              { value: "slow", label: "Slow" },
              { value: "down", label: "Down" },
            ]}
            onChange={(how) => fault.cable && onChange((how === "down" ? downCable : slowCable)(fault.cable))}
          />
        </FieldRow>
      )}
      {!isDown(fault) && (
        <PercentField
          label="Runs at"
          unit="% of its rate"
          value={fault.rate_share}
          minimum={0.1}
          maximum={99.9}
          onChange={(rate_share) => onChange({ rate_share })}
        />
      )}
      <NumberField
        label={fault.cable === null ? "Down from" : "From"}
        unit="ms, simulated"
        value={fault.at_ms}
        minimum={0}
        maximum={1e9}
        onChange={(at_ms) => onChange({ at_ms })}
      />
      <NumberField
        label="Until"
        unit="ms, simulated"
        emptyAs="the end"
        value={fault.until_ms}
        minimum={fault.at_ms + 0.001}
        maximum={1e9}
        onChange={(value) => onChange({ until_ms: value })}
      />
    </div>
  );
}
