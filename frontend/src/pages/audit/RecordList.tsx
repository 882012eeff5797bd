// The records as a table of which only what is in sight is drawn, and asked for.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import type { AuditRecord, Run } from "../../api/types";
import { bytes, duration, whole } from "../../numbers/format";
import { Empty, ProblemSays, Waiting } from "../../parts/Says";
import styles from "./audit.module.css";
import { type AuditFilter, DECISIONS, timeSays } from "./records";
import { useAudit } from "./useAudit";

interface Props {
  run: Run;
  filter: AuditFilter;
  shown: AuditRecord | null;
  nameOf(device: string): string;
  onShow(record: AuditRecord): void;
}

const LINE = 24;
const HEADS = [
  { head: "Time", width: 104, numeric: true },
  { head: "Decision", width: 86 },
  { head: "Job", width: 68 },
  { head: "Rail", width: 64 },
  { head: "Iteration", width: 58, numeric: true },
  { head: "Root", width: 96 },
  { head: "Vector", width: 78, numeric: true },
  { head: "Waited", width: 74, numeric: true },
  { head: "Reason", width: undefined },
];

/** Long lists are scrolled within what a browser can measure: rows beyond are reached by a filter. */
const MOST_ROWS = 500_000;

export function RecordList({ run, filter, shown, nameOf, onShow }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ first: 0, last: 0 });
  const audit = useAudit(run.id, filter, sight.first, sight.last);
  const virtual = useVirtualizer({
    count: Math.min(MOST_ROWS, audit.count ?? 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 12,
    onChange: ({ range }) => {
      const [first, last] = [range?.startIndex ?? 0, range?.endIndex ?? 0];
      if (first !== sight.first || last !== sight.last) setSight({ first, last });
    },
  });
  const rows = virtual.getVirtualItems();
  if (audit.error) return <ProblemSays error={audit.error} />;
  if (audit.count === null) return <Waiting what="Reading what was decided" />;
  const called = new Map(run.summary?.jobs.map(({ id, name }) => [id, name || id]));
  if (audit.count === 0) {
    return (
      <Empty title="No such decision">
        <p className="t-2">
          {filter.text || filter.decision !== "all"
            ? "Nothing that was decided passes this filter."
            : "No rail of this run asked for a tree."}
        </p>
      </Empty>
    );
  }
  const before = rows[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (rows.at(-1)?.end ?? 0);
  return (
    <div className={`scroll ${styles.list}`} ref={scroller}>
      <table className={`table ${styles.records}`} aria-label="Decisions" aria-rowcount={audit.count + 1}>
        <thead>
          <tr>
            {HEADS.map(({ head, width, numeric }) => (
              <th key={head} scope="col" className={numeric ? "n" : undefined} style={{ width }}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Room height={before} />
          {rows.map(({ index }) => {
            const record = audit.at(index);
            if (!record) return <Room key={index} height={LINE} />;
            return (
              <Row
                key={index}
                record={record}
                number={index + 2}
                isShown={record === shown}
                job={called.get(record.job) ?? record.job}
                root={record.root === null ? "–" : nameOf(record.root)}
                onShow={() => onShow(record)}
              />
            );
          })}
          <Room height={after} />
        </tbody>
      </table>
    </div>
  );
}

/** Where rows would stand that are out of sight. */
function Room({ height }: { height: number }) {
  return height > 0 ? (
    <tr>
      <td colSpan={HEADS.length} style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null;
}

interface RowProps {
  record: AuditRecord;
  number: number;
  isShown: boolean;
  job: string;
  root: string;
  onShow(): void;
}

function Row({ record, number, isShown, job, root, onShow }: RowProps) {
  return (
    <tr
      className={isShown ? "selected" : "pick"}
      aria-rowindex={number}
      data-decision={record.decision}
      onClick={onShow}
    >
      <td className="n">{timeSays(record.at_s)}</td>
      <td>
        <button type="button" className={styles.decision} aria-pressed={isShown} onClick={onShow}>
          <i aria-hidden="true" />
          {DECISIONS[record.decision].label}
        </button>
      </td>
      <td>{job}</td>
      <td>{record.rail}</td>
      <td className="n">{whole(record.iteration + 1)}</td>
      <td className="id">{root}</td>
      <td className="n">{bytes(record.bytes)}</td>
      <td className="n">
        {record.waited_s > 0 ? duration(record.waited_s) : <span className="t-3">–</span>}
      </td>
      <td title={record.reason}>{record.reason}</td>
    </tr>
  );
}
