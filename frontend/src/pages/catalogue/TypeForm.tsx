// A device type of one's own, written like a data sheet: what it looks like while it is typed, and where each figure is from.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deviceTypes } from "../../api/calls";
import { keys } from "../../api/queries";
import type { OwnDeviceType } from "../../api/types";
import {
  type DraftField,
  NEW_GROUP,
  type PortGroup,
  partNumberOf,
  sourced,
  type TypeDraft,
  typeOf,
  wrongIn,
} from "../../catalogue/draft";
import { capacityOf, portsText } from "../../catalogue/entries";
import { OFFERED, PROFILES, withProfile } from "../../catalogue/profiles";
import type { Figure } from "../../catalogue/sources";
import { counted, wireRate } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { DeviceFront } from "../../parts/DeviceFront";
import { FieldRow, NumberField, SelectField } from "../../parts/Field";
import { Icon } from "../../parts/Icon";
import { LimitFields } from "../../parts/LimitFields";
import { ProblemSays } from "../../parts/Says";
import { ScaleUpFields } from "../../parts/ScaleUpFields";
import styles from "./catalogue.module.css";

interface Props {
  /** The record that is changed, null for a new one. */
  record: OwnDeviceType | null;
  start: TypeDraft;
  /** Part numbers that others have. */
  taken: ReadonlySet<string>;
  onDone(kept: OwnDeviceType): void;
  onCancel(): void;
}

const ADDS = OFFERED.map((value) => ({ value, label: PROFILES[value].like }));

export function TypeForm({ record, start, taken, onDone, onCancel }: Props) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(start);
  const [isNumbered, setNumbered] = useState(start.id !== "");
  const [tried, setTried] = useState(false);
  const keep = useMutation({
    mutationFn: () =>
      record ? deviceTypes.save(record.id, typeOf(draft)) : deviceTypes.create(typeOf(draft)),
    onSuccess: async (kept) => {
      await client.invalidateQueries({ queryKey: keys.deviceTypes });
      onDone(kept);
    },
  });
  const wrong = tried ? wrongIn(draft, taken) : {};
  const set = (fields: Partial<TypeDraft>) => setDraft((old) => ({ ...old, ...fields }));
  const isSwitch = draft.kind === "switch";
  const type = typeOf(draft);
  const capacity = capacityOf(type.ports);
  const save = () => {
    setTried(true);
    if (!Object.keys(wrongIn(draft, taken)).length) keep.mutate();
  };
  const figure = (
    key: Figure,
    field: "power_w" | "rack_units" | "latency_ns",
    label: string,
    unit: string,
  ) => (
    <div className={styles.sourced}>
      <NumberField
        label={label}
        value={draft[field]}
        unit={unit}
        minimum={0}
        maximum={field === "rack_units" ? 1000 : field === "power_w" ? 1e6 : 1e9}
        emptyAs={field === "latency_ns" ? "the fabric's" : "unknown"}
        onChange={(value: number | null) => set({ [field]: value })}
      />
      {draft[field] !== null && <From draft={draft} figure={key} onChange={setDraft} />}
    </div>
  );
  return (
    <form
      className={styles.sheet}
      aria-label={record ? `Change ${record.name}` : "New device type"}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <header>
        <div className="row">
          <span className="small t-2 grow">{record ? "Your device type" : "A device type of your own"}</span>
          {!record && (
            <Choice
              label="Kind"
              value={draft.kind}
              options={[
                { value: "switch", label: "Switch" },
                { value: "server", label: "Server" },
              ]}
              onChange={(kind) => set({ kind })}
            />
          )}
        </div>
        <input
          className={styles.title}
          aria-label="Name"
          aria-invalid={wrong.name ? true : undefined}
          placeholder={isSwitch ? "Name, such as Acme 9132, 32 × 400G" : "Name, such as Acme G8, 8 GPUs"}
          value={draft.name}
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this form
          autoFocus
          onChange={(event) =>
            set({
              name: event.target.value,
              ...(!isNumbered && { id: partNumberOf(event.target.value) }),
            })
          }
        />
        <Wrong says={wrong.name} />
        <label className={styles.number}>
          <span className="t-3">Part number</span>
          <input
            className="code"
            value={draft.id}
            maxLength={200}
            disabled={record !== null}
            title={record ? "Price lists name the type by it: it stays" : undefined}
            aria-invalid={wrong.id ? true : undefined}
            placeholder="as price lists and bills name it"
            onChange={(event) => {
              setNumbered(event.target.value !== "");
              set({ id: event.target.value });
            }}
          />
        </label>
        <Wrong says={wrong.id} />
        <DeviceFront
          kind={draft.kind}
          ports={type.ports}
          gpus={type.gpus}
          label={`Front: ${portsText(type.ports)}`}
        />
        <p className="note">
          {portsText(type.ports) || "no port yet"}
          {capacity !== null && capacity > 0 && `, ${wireRate(capacity)} in all`}
          {!isSwitch && draft.gpus > 0 && `, ${counted(draft.gpus, "GPU")}`}
        </p>
      </header>
      <section className="panel" aria-label={isSwitch ? "Ports" : "Adapters"}>
        <div className="panel-head">
          <h3>{isSwitch ? "Ports" : "Adapters and GPUs"}</h3>
          <span className="end">
            <button
              type="button"
              className="link"
              onClick={() => set({ groups: [...draft.groups, NEW_GROUP] })}
            >
              {isSwitch ? "Add ports of another speed" : "Add adapters of another kind"}
            </button>
          </span>
        </div>
        <div className="panel-body">
          {draft.groups.map((group, row) => (
            <Group
              // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the list
              key={row}
              group={group}
              isSwitch={isSwitch}
              onChange={(changed) =>
                set({ groups: draft.groups.map((each, other) => (other === row ? changed : each)) })
              }
              onRemove={
                draft.groups.length > 1
                  ? () => set({ groups: draft.groups.filter((_, other) => other !== row) })
                  : undefined
              }
            />
          ))}
          <Wrong says={wrong.groups} />
          <From draft={draft} figure="ports" onChange={setDraft} />
          {!isSwitch && (
            <NumberField
              label="GPUs"
              value={draft.gpus}
              minimum={0}
              maximum={1024}
              wholeOnly
              onChange={(gpus) => set({ gpus })}
            />
          )}
        </div>
      </section>
      {isSwitch && (
        <section className="panel" aria-label="In the network">
          <div className="panel-head">
            <h3>In the network</h3>
            <small>what it does with data that pass</small>
          </div>
          <div className="panel-body">
            <SelectField
              label="It adds"
              value={draft.aggregation.profile}
              options={ADDS}
              onChange={(profile) => set({ aggregation: withProfile(draft.aggregation, profile) })}
            />
            {draft.aggregation.limits && (
              <LimitFields
                limits={draft.aggregation.limits}
                onChange={(limits) => set({ aggregation: { ...draft.aggregation, limits } })}
              />
            )}
            {draft.aggregation.profile !== "none" && (
              <NumberField
                label="Reducer"
                unit="Gb/s of input"
                emptyAs="the profile's, or line rate"
                value={draft.aggregation.reducer_gbps}
                minimum={0.001}
                maximum={1e9}
                onChange={(reducer_gbps) => set({ aggregation: { ...draft.aggregation, reducer_gbps } })}
              />
            )}
            {draft.aggregation.profile !== "none" && (
              <From draft={draft} figure="aggregation" onChange={setDraft} />
            )}
          </div>
        </section>
      )}
      {!isSwitch && draft.gpus > 0 && (
        <section className="panel" aria-label="Among its GPUs">
          <div className="panel-head">
            <h3>Among its GPUs</h3>
            <small>what joins them inside the server</small>
          </div>
          <div className="panel-body">
            <ScaleUpFields scaleUp={draft.scale_up} onChange={(scale_up) => set({ scale_up })} />
          </div>
        </section>
      )}
      <section className="panel" aria-label="Figures">
        <div className="panel-head">
          <h3>Figures</h3>
          <small>what stays empty counts as unknown</small>
        </div>
        <div className="panel-body">
          {figure("latency", "latency_ns", "Latency a hop", "ns")}
          {figure("power", "power_w", "Power, no optics", "W")}
          {figure("height", "rack_units", "Height", "U")}
          <div className={styles.sourced}>
            <FieldRow label="Price" error={wrong.price}>
              <div className={styles.band}>
                <Amount
                  label="Price from"
                  value={draft.price_low}
                  onChange={(price_low) => set({ price_low })}
                />
                <span className="t-3">to</span>
                <Amount
                  label="Price to"
                  value={draft.price_high}
                  onChange={(price_high) => set({ price_high })}
                />
              </div>
            </FieldRow>
            {(draft.price_low ?? draft.price_high) !== null && (
              <From draft={draft} figure="price" onChange={setDraft} />
            )}
          </div>
        </div>
      </section>
      {keep.isError && <ProblemSays error={keep.error} />}
      <footer>
        <button type="submit" className="btn main" disabled={keep.isPending}>
          {record ? "Keep the changes" : isSwitch ? "Add this switch" : "Add this server"}
        </button>
        <button type="button" className="btn" onClick={onCancel}>
          Cancel
        </button>
        {tried && <FirstWrong wrong={wrong} />}
      </footer>
    </form>
  );
}

function Wrong({ says }: { says?: string }) {
  return says ? (
    <p className={styles.wrong} role="alert">
      {says}
    </p>
  ) : null;
}

function FirstWrong({ wrong }: { wrong: Partial<Record<DraftField, string>> }) {
  const count = Object.keys(wrong).length;
  return count ? <span className="small t-error">{counted(count, "field")} to mend above</span> : null;
}

interface FromProps {
  draft: TypeDraft;
  figure: Figure;
  onChange(draft: TypeDraft): void;
}

/** Where a figure is from; while that is empty, it is called assumed. */
function From({ draft, figure, onChange }: FromProps) {
  return (
    <label className={styles.from}>
      <span>from</span>
      <input
        value={draft.sources[figure] ?? ""}
        aria-label={`Source of ${figure}`}
        placeholder={draft.rest || "data sheet, page, date"}
        maxLength={300}
        onChange={(event) => onChange(sourced(draft, figure, event.target.value))}
      />
      {!(draft.sources[figure] || draft.rest) && <small>no source</small>}
    </label>
  );
}

interface GroupProps {
  group: PortGroup;
  isSwitch: boolean;
  onChange(group: PortGroup): void;
  onRemove?: () => void;
}

/** One line that reads as it is meant: "32 ports at 400 Gb/s", "8 adapters with 1 port each at 400 Gb/s". */
function Group({ group, isSwitch, onChange, onRemove }: GroupProps) {
  return (
    <div className={styles.group}>
      <Small
        label={isSwitch ? "Number of ports" : "Number of adapters"}
        value={group.count}
        onChange={(count) => onChange({ ...group, count })}
      />
      <span>{isSwitch ? "ports at" : "adapters with"}</span>
      {!isSwitch && (
        <>
          <Small
            label="Ports of each adapter"
            value={group.each}
            onChange={(each) => onChange({ ...group, each })}
          />
          <span>at</span>
        </>
      )}
      <Amount
        label="Speed of a port"
        value={group.gbps}
        unit="Gb/s"
        empty="?"
        onChange={(gbps) => onChange({ ...group, gbps: gbps === 0 ? null : gbps })}
      />
      {onRemove && (
        <button type="button" className="btn bare square" aria-label="Remove these ports" onClick={onRemove}>
          <Icon name="trash" />
        </button>
      )}
    </div>
  );
}

interface AmountProps {
  label: string;
  value: number | null;
  unit?: string;
  empty?: string;
  onChange(value: number | null): void;
}

/** A number without a label of its own; what is none stays in the field, marked. */
function Amount({ label, value, unit = "$", empty = "unknown", onChange }: AmountProps) {
  const [typed, setTyped] = useState(value === null ? "" : String(value));
  const number = Number(typed);
  const isWrong = typed.trim() !== "" && !(Number.isFinite(number) && number >= 0 && number <= 1e9);
  return (
    <div className={isWrong ? "box wrong" : "box"}>
      <input
        inputMode="decimal"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        value={typed}
        placeholder={empty}
        onChange={(event) => {
          setTyped(event.target.value);
          const text = event.target.value.trim();
          if (text === "") onChange(null);
          else if (Number.isFinite(Number(text)) && Number(text) >= 0) onChange(Number(text));
        }}
      />
      <span className="unit">{unit}</span>
    </div>
  );
}

function Small({ label, value, onChange }: { label: string; value: number; onChange(value: number): void }) {
  const [typed, setTyped] = useState(String(value));
  const isWrong = !/^\d{1,4}$/.test(typed) || Number(typed) < 1 || Number(typed) > 4096;
  return (
    <div className={`${styles.count} ${isWrong ? "box wrong" : "box"}`}>
      <input
        inputMode="numeric"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          const number = Number(event.target.value);
          if (/^\d{1,4}$/.test(event.target.value) && number >= 1 && number <= 4096) onChange(number);
        }}
      />
    </div>
  );
}
