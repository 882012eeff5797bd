// The left column of the catalogue: what is shown of it, and which prices count.
import { useId } from "react";
import type { KeptPriceList } from "../../api/types";
import { type Entry, type Filter, KINDS, passes, speedsOf } from "../../catalogue/entries";
import { counted, plain, whole } from "../../numbers/format";
import { SelectField } from "../../parts/Field";
import { ProblemSays } from "../../parts/Says";
import { TITLES } from "./CatalogueTables";
import styles from "./catalogue.module.css";

interface Props {
  entries: readonly Entry[];
  filter: Filter;
  lists: readonly KeptPriceList[];
  /** The list that counts, null for the catalogue's bands. */
  inUse: KeptPriceList | null;
  uploadProblem: unknown;
  onFilter(filter: Filter): void;
  onUse(id: string | null): void;
  onOpen(id: string): void;
  onUpload(file: File): void;
  onNew(): void;
}

export function Shelves(props: Props) {
  const { entries, filter, lists, inUse, uploadProblem, onFilter, onUse, onOpen, onUpload, onNew } = props;
  const upload = useId();
  const name = useId();
  const count = (kind: Filter["kind"]) =>
    entries.filter((entry) => passes(entry, { ...filter, kind })).length;
  const shelves: [Filter["kind"], string][] = [
    ["all", "Everything"],
    ...KINDS.map((kind): [Filter["kind"], string] => [kind, TITLES[kind]]),
    ["own", "Yours"],
  ];
  const speeds = [...new Set(entries.flatMap(speedsOf))].sort((one, other) => one - other);
  return (
    <>
      <section className="panel" aria-label="Show">
        <div className="panel-head">
          <h2>Show</h2>
        </div>
        <ul className={styles.shelves}>
          {shelves.map(([kind, title]) => (
            <li key={kind}>
              <button
                type="button"
                aria-pressed={filter.kind === kind}
                onClick={() => onFilter({ ...filter, kind })}
              >
                {title}
                <span>{whole(count(kind))}</span>
              </button>
            </li>
          ))}
        </ul>
        <div className="panel-body">
          <SelectField
            label="Speed"
            value={filter.gbps === null ? "" : String(filter.gbps)}
            options={[
              { value: "", label: "any" },
              ...speeds.map((gbps) => ({ value: String(gbps), label: `${plain(gbps)} Gb/s` })),
            ]}
            onChange={(gbps) => onFilter({ ...filter, gbps: gbps === "" ? null : Number(gbps) })}
          />
          <label className={styles.tick}>
            <input
              type="checkbox"
              checked={filter.aggregates}
              onChange={(event) => onFilter({ ...filter, aggregates: event.target.checked })}
            />
            adds in the network
          </label>
        </div>
      </section>
      <section className="panel" aria-label="Prices">
        <div className="panel-head">
          <h2>Prices</h2>
          <small>which count</small>
        </div>
        <div className={styles.lists} role="radiogroup" aria-label="Price list in use">
          <label>
            <input type="radio" name={name} checked={inUse === null} onChange={() => onUse(null)} />
            <span>
              Catalogue
              <small>bands, in dollars</small>
            </span>
          </label>
          {lists.map((list) => (
            <label key={list.id}>
              <input
                type="radio"
                name={name}
                checked={inUse?.id === list.id}
                onChange={() => onUse(list.id)}
              />
              <span>
                {list.name}
                <small>
                  {counted(list.document.prices.length, "price")}, {list.document.currency}
                </small>
              </span>
              <button type="button" className="link small" onClick={() => onOpen(list.id)}>
                Open<span className="only-read"> {list.name}</span>
              </button>
            </label>
          ))}
        </div>
        <div className={`panel-body ${styles.listActions}`}>
          <label className="btn" htmlFor={upload}>
            Upload prices
          </label>
          <input
            id={upload}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx"
            className="only-read"
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = ""; // the same file can be chosen again
              if (file) onUpload(file);
            }}
          />
          <button type="button" className="btn bare" onClick={onNew}>
            New list
          </button>
          <p className="note">
            CSV or Excel, with columns “part” and “price”. Nothing is kept before you have seen it.
          </p>
        </div>
        {Boolean(uploadProblem) && <ProblemSays error={uploadProblem} />}
      </section>
    </>
  );
}
