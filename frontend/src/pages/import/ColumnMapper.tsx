// Which column is what: a choice above each column of the first rows, and maps that are kept for the next file.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { columnMaps } from "../../api/calls";
import { keys, useColumnMaps } from "../../api/queries";
import type { ColumnMap, OwnColumnMap, TableHead } from "../../api/types";
import { counted, whole } from "../../numbers/format";
import { Icon } from "../../parts/Icon";
import { ProblemSays, Waiting } from "../../parts/Says";
import {
  type Assignment,
  assignedBy,
  endOf,
  fits,
  lacking,
  mapOf,
  NOTHING_ASSIGNED,
  ROLES,
  type Role,
  withRole,
} from "./column_roles";
import styles from "./columns.module.css";

interface Props {
  tables: readonly TableHead[];
  /** What the columns are taken for now, if the person has said so already. */
  columns: ColumnMap | null;
  /** Why the person is asked: the files were not recognised. */
  why: unknown;
  pending: boolean;
  onRead(map: ColumnMap): void;
  /** Back to what was read, null where nothing was. */
  onBack: (() => void) | null;
  onOther(): void;
}

export function ColumnMapper(props: Props) {
  const maps = useColumnMaps(true);
  if (maps.isPending) return <Waiting what="Asking for your column maps" />;
  return <Mapper {...props} kept={maps.data?.results ?? []} />;
}

/** What to begin with: what was said, a kept map that fits, the guess, or nothing. */
function beginning({ tables, columns }: Props, fitting: readonly OwnColumnMap[]): Assignment {
  const { headers, guess } = tables[0];
  const map = columns ?? fitting[0]?.document ?? guess;
  return map ? assignedBy(map, headers) : NOTHING_ASSIGNED;
}

function Mapper({ kept, ...props }: Props & { kept: readonly OwnColumnMap[] }) {
  const { tables, columns, why, pending, onRead, onBack, onOther } = props;
  const client = useQueryClient();
  const [head] = tables;
  const fitting = kept.filter((map) => fits(map.document, head.headers));
  const [assignment, setAssignment] = useState(() => beginning(props, fitting));
  const [name, setName] = useState(columns?.name || fitting[0]?.name || "");
  const save = useMutation({
    mutationFn: () => {
      const map = mapOf(assignment, name);
      const old = kept.find((each) => each.name === map.name);
      return old ? columnMaps.save(old.id, map) : columnMaps.create(map);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.columnMaps }),
  });
  const change = (next: Assignment) => {
    save.reset();
    setAssignment(next);
  };
  const lacks = lacking(assignment);
  const roles = Object.values(assignment.roles);
  const isTaken = kept.some((each) => each.name === name.trim());
  return (
    <section className={styles.page} aria-label="Columns">
      <header className={styles.head}>
        <div className="grow">
          <h2>Which column is what?</h2>
          <p className="t-2">
            {head.name}: {counted(head.headers.length, "column")},{" "}
            {head.rows.length === 1 ? "the first row" : `the first ${whole(head.rows.length)} rows`}.
            {tables.length > 1 && ` The same columns are read in all ${whole(tables.length)} files.`}
          </p>
        </div>
        {fitting.length > 0 && (
          <fieldset className={styles.kept}>
            <legend>Your maps that fit</legend>
            {fitting.map((map) => (
              <button
                key={map.id}
                type="button"
                className="btn"
                aria-pressed={isSame(map.document, assignment, head.headers)}
                onClick={() => {
                  change(assignedBy(map.document, head.headers));
                  setName(map.name);
                }}
              >
                {map.name}
              </button>
            ))}
          </fieldset>
        )}
      </header>
      {Boolean(why) && <ProblemSays error={why} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div className={`scroll ${styles.rows}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.headers.map((header) => (
                <td key={header} className={endClass(assignment.roles[header])}>
                  <div className={`box ${styles.choice}`}>
                    <select
                      aria-label={`What “${header}” is`}
                      value={assignment.roles[header] ?? ""}
                      onChange={(event) =>
                        change(withRole(assignment, header, (event.target.value || null) as Role | null))
                      }
                    >
                      <option value="">not read</option>
                      {ROLES.map((group) => (
                        <optgroup key={group.of} label={group.title}>
                          {group.roles.map(([role, words]) => (
                            <option key={role} value={role}>
                              {words}
                            </option>
                          ))}
                        </optgroup>
                      ))}
                    </select>
                    <Icon name="down" />
                  </div>
                </td>
              ))}
            </tr>
            <tr>
              {head.headers.map((header) => (
                <th key={header} scope="col" className={endClass(assignment.roles[header])}>
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {head.rows.map((row, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are their places in the file
              <tr key={number}>
                {head.headers.map((header, column) => (
                  <td key={header} className={endClass(assignment.roles[header])}>
                    {row[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.units}>
          {roles.includes("speed") && (
            <Unit
              label="Speeds without a unit are in"
              value={assignment.speed_unit ?? ""}
              options={[
                ["", "Mb/s if all are 1,000 or more, else Gb/s"],
                ["Gb/s", "Gb/s"],
                ["Mb/s", "Mb/s"],
              ]}
              onChange={(unit) =>
                change({ ...assignment, speed_unit: unit === "" ? null : (unit as "Gb/s" | "Mb/s") })
              }
            />
          )}
          {roles.includes("length") && !roles.includes("length_unit_column") && (
            <Unit
              label="Lengths without a unit are in"
              value={assignment.length_unit}
              options={[
                ["m", "metres"],
                ["cm", "centimetres"],
                ["ft", "feet"],
                ["in", "inches"],
              ]}
              onChange={(unit) => change({ ...assignment, length_unit: unit as ColumnMap["length_unit"] })}
            />
          )}
          <p className="note">
            Each row is a cable between two devices. Without a port column each cable takes a port of its own;
            roles, models and racks are read where a column has them.
          </p>
        </div>
      </div>
      {save.isError && <ProblemSays error={save.error} />}
      <footer className={styles.foot}>
        <label htmlFor="map-name" className="small t-2">
          Keep these columns as
        </label>
        <div className="box" style={{ width: 220, height: 28 }}>
          <input
            id="map-name"
            value={name}
            maxLength={200}
            placeholder="such as Hall 7 plan"
            onChange={(event) => {
              save.reset();
              setName(event.target.value);
            }}
          />
        </div>
        <button
          type="button"
          className="btn"
          disabled={!name.trim() || lacks.length > 0 || save.isPending || save.isSuccess}
          onClick={() => save.mutate()}
        >
          {save.isSuccess ? "Kept" : isTaken ? "Change the map" : "Keep the map"}
        </button>
        <span className="grow" />
        <button type="button" className="btn" onClick={onBack ?? onOther}>
          {onBack ? "Back" : "Another file"}
        </button>
        <button
          type="button"
          className="btn main"
          disabled={lacks.length > 0 || pending}
          onClick={() => onRead(mapOf(assignment, save.isSuccess || isTaken ? name : ""))}
        >
          {lacks.length ? `Choose ${lacks.join(" and ")}` : "Read with these columns"}
        </button>
      </footer>
    </section>
  );
}

function endClass(role: Role | undefined): string {
  return role ? styles[endOf(role)] : styles.unread;
}

function isSame(map: ColumnMap, { roles }: Assignment, headers: readonly string[]): boolean {
  const theirs = Object.entries(assignedBy(map, headers).roles);
  return (
    theirs.length === Object.keys(roles).length && theirs.every(([header, role]) => roles[header] === role)
  );
}

interface UnitProps {
  label: string;
  value: string;
  options: readonly [string, string][];
  onChange(value: string): void;
}

function Unit({ label, value, options, onChange }: UnitProps) {
  return (
    <label className={styles.unit}>
      <span>{label}</span>
      <span className="box">
        <select value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([unit, words]) => (
            <option key={unit} value={unit}>
              {words}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </label>
  );
}
