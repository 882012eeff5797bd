// A price list in full: what each part is, its price by hand or as it was read, and the rows that were not.
import { useState } from "react";
import type { Finding, PriceList } from "../../api/types";
import type { Entry } from "../../catalogue/entries";
import { counted, plain, whole } from "../../numbers/format";
import { priceBand } from "../../numbers/money";
import { FieldRow } from "../../parts/Field";
import { Shape } from "../../parts/Findings";
import { Icon } from "../../parts/Icon";
import { ProblemSays } from "../../parts/Says";
import styles from "./catalogue.module.css";

interface Props {
  start: PriceList;
  /** What was told when it was read from a file; null for a list that is kept already. */
  read: { file: string; findings: readonly Finding[] } | null;
  entries: readonly Entry[];
  /** Keeps the list; rejects when it cannot be kept. */
  onKeep(list: PriceList): Promise<unknown>;
  onRemove?: () => Promise<unknown>;
  onClose(): void;
}

const CURRENCIES = ["USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR", "SEK", "CAD", "AUD"];

export function PriceSheet({ start, read, entries, onKeep, onRemove, onClose }: Props) {
  const [list, setList] = useState(start);
  const [added, setAdded] = useState("");
  const [problem, setProblem] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const names = new Map(entries.map((entry) => [entry.id, entry]));
  const listed = new Set(list.prices.map(({ part }) => part));
  const strangers = list.prices.filter(({ part }) => !names.has(part) && !cableOf(part)).length;
  const isDollar = list.currency === "USD";
  const setPrice = (row: number, price: number) =>
    setList((old) => ({
      ...old,
      prices: old.prices.map((each, other) => (other === row ? { ...each, price } : each)),
    }));
  const run = (work: () => Promise<unknown>) => {
    setPending(true);
    setProblem(null);
    work().catch((error: unknown) => {
      setProblem(error);
      setPending(false);
    });
  };
  const keeps = `Keep ${counted(list.prices.length, "price")}`;
  return (
    <section className={styles.priceSheet} aria-label="Price list">
      <header>
        <div className="grow">
          <h2>{read ? `Read from ${read.file}` : list.name || "New price list"}</h2>
          <p className="t-2 small">
            {counted(list.prices.length, "price")}
            {strangers > 0 &&
              `; ${whole(strangers)} of parts that neither the catalogue nor you have: they count where a fabric names them`}
            {read && read.findings.length > 0 && `; ${counted(read.findings.length, "remark")} at the right`}
          </p>
        </div>
        {onRemove && (
          <button type="button" className="btn bare" disabled={pending} onClick={() => run(onRemove)}>
            Delete the list
          </button>
        )}
        <button type="button" className="btn" onClick={onClose}>
          {read ? "Discard" : "Close"}
        </button>
        <button
          type="button"
          className="btn main"
          disabled={pending}
          onClick={() => run(() => onKeep({ ...list, name: list.name.trim() || "My prices" }))}
        >
          {keeps}
        </button>
      </header>
      {Boolean(problem) && <ProblemSays error={problem} />}
      <div className={styles.terms}>
        <FieldRow label="Name" htmlFor="list-name">
          <div className="box">
            <input
              id="list-name"
              value={list.name}
              maxLength={200}
              placeholder="My prices"
              onChange={(event) => setList({ ...list, name: event.target.value })}
            />
          </div>
        </FieldRow>
        <FieldRow label="Currency" htmlFor="list-currency">
          <div className="box">
            <select
              id="list-currency"
              value={list.currency}
              onChange={(event) =>
                setList({
                  ...list,
                  currency: event.target.value,
                  per_dollar: event.target.value === "USD" ? null : list.per_dollar,
                })
              }
            >
              {[...new Set([...CURRENCIES, list.currency])].map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </select>
            <Icon name="down" />
          </div>
        </FieldRow>
        {!isDollar && (
          <FieldRow label="1 $ is" htmlFor="list-rate">
            <div className="box">
              <input
                id="list-rate"
                inputMode="decimal"
                defaultValue={list.per_dollar ?? ""}
                placeholder="unknown: the catalogue's bands do not count"
                onChange={(event) => {
                  const rate = Number(event.target.value);
                  setList({ ...list, per_dollar: rate > 0 && Number.isFinite(rate) ? rate : null });
                }}
              />
              <span className="unit">{list.currency}</span>
            </div>
          </FieldRow>
        )}
      </div>
      <div className={styles.priceBody}>
        <div className="scroll">
          <table className="table" aria-label="Prices">
            <thead>
              <tr>
                <th scope="col">Part</th>
                <th scope="col">What it is</th>
                <th scope="col" className="n">
                  Catalogue's band
                </th>
                <th scope="col" className="n">
                  Your price, {list.currency}
                </th>
                <th scope="col">Note</th>
                <th scope="col">
                  <span className="only-read">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.prices.map((each, row) => {
                const entry = names.get(each.part);
                const band = entry?.type.price_usd;
                return (
                  <tr key={each.part}>
                    <td className="id">{each.part}</td>
                    <td className="wide">
                      {entry ? (
                        entry.name
                      ) : (
                        <span className="t-3">{cableOf(each.part) ?? "not in the catalogue"}</span>
                      )}
                    </td>
                    <td className="n t-3">{band ? priceBand(band.low, band.high) : "–"}</td>
                    <td className="n">
                      <PriceInput
                        label={`Price of ${each.part}`}
                        value={each.price}
                        onChange={(price) => setPrice(row, price)}
                      />
                    </td>
                    <td className="t-3">{each.note}</td>
                    <td>
                      <button
                        type="button"
                        className="btn bare square"
                        aria-label={`Take ${each.part} out`}
                        onClick={() =>
                          setList({ ...list, prices: list.prices.filter((_, other) => other !== row) })
                        }
                      >
                        <Icon name="close" />
                      </button>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <form
            className={styles.addPart}
            onSubmit={(event) => {
              event.preventDefault();
              const part = added.trim();
              if (!part || listed.has(part) || /[\s/]/.test(part)) return;
              const price = names.get(part)?.type.price_usd?.high ?? 0;
              setList({ ...list, prices: [...list.prices, { part, price, note: "" }] });
              setAdded("");
            }}
          >
            <div className="box">
              <input
                list="catalogue-parts"
                aria-label="Part to add"
                placeholder="Part number, or choose one"
                value={added}
                onChange={(event) => setAdded(event.target.value)}
              />
            </div>
            <datalist id="catalogue-parts">
              {entries
                .filter(({ id }) => !listed.has(id))
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </datalist>
            <button type="submit" className="btn" disabled={!added.trim() || listed.has(added.trim())}>
              Add a part
            </button>
            {listed.has(added.trim()) && <span className="note">{added.trim()} is in the list</span>}
            {/[\s/]/.test(added.trim()) && (
              <span className="note">no spaces and no “/” in a part number</span>
            )}
          </form>
        </div>
        {read && (
          <aside className="scroll" aria-label="What was not read">
            <div className="panel-head">
              <h3>Not read, or worth a look</h3>
            </div>
            {read.findings.length === 0 ? (
              <p className="says">
                <Icon name="check" className="t-ok" />
                Every row was read.
              </p>
            ) : (
              <ul>
                {read.findings.map((finding) => (
                  <li key={`${finding.at} ${finding.says}`} className={styles.remark}>
                    <Shape severity={finding.severity} />
                    <span>{finding.says}</span>
                    <span className="note">{finding.at}</span>
                  </li>
                ))}
              </ul>
            )}
          </aside>
        )}
      </div>
    </section>
  );
}

/** What bills call a cable that has no type; null for any other part. */
function cableOf(part: string): string | null {
  const speed = /^cable-(\d+(?:\.\d+)?)$/.exec(part)?.[1];
  if (speed) return `a cable of ${plain(Number(speed))} Gb/s without a type`;
  return part === "cable" ? "a cable of unknown speed" : null;
}

interface InputProps {
  label: string;
  value: number;
  onChange(value: number): void;
}

function PriceInput({ label, value, onChange }: InputProps) {
  const [typed, setTyped] = useState(String(value));
  const isWrong = typed.trim() === "" || !(Number(typed) >= 0 && Number(typed) <= 1e9);
  return (
    <div className={`${styles.priceInput} ${isWrong ? "box wrong" : "box"}`}>
      <input
        inputMode="decimal"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          const number = Number(event.target.value);
          if (event.target.value.trim() !== "" && number >= 0 && number <= 1e9) onChange(number);
        }}
      />
    </div>
  );
}
