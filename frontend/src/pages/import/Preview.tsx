// The preview of a file: its lines with a finding, the drawing, what was understood, and what needs a look.
import { useMemo, useRef, useState } from "react";
import type { Finding, Reading } from "../../api/types";
import { FabricCanvas } from "../../canvas/FabricCanvas";
import { counted, whole } from "../../numbers/format";
import { FindingCounts, Shape, worstFirst } from "../../parts/Findings";
import { Icon } from "../../parts/Icon";
import { Panel } from "../../parts/Panel";
import { useFabricScene } from "../../parts/scene";
import styles from "./import.module.css";
import { lineOf, markedLines, type SourceRow, sourceRows } from "./source_lines";
import { understood } from "./understood";

const MOST_FINDINGS = 200;

export function Preview({ reading, lines }: { reading: Reading; lines: string[] | null }) {
  const source = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<Finding | null>(null);
  const rows = useMemo(
    () => (lines ? sourceRows(lines, markedLines(reading.findings)) : []),
    [lines, reading.findings],
  );
  const scene = useFabricScene(reading.document);
  const goTo = (finding: Finding) => {
    setPicked(finding);
    const line = lineOf(finding);
    if (line !== null)
      source.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: "center" });
  };
  return (
    <div className={lines ? styles.work : `${styles.work} ${styles.noSource}`}>
      {lines && (
        <section className={styles.source} aria-label="Source">
          <div className="panel-head">
            <h3>Source</h3>
            <small>{reading.findings.length ? "lines with a finding" : "the first lines"}</small>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <div className="scroll" ref={source} tabIndex={0}>
            <div className={styles.lines}>
              {rows.map((row) => (
                <SourceLineRow key={row.kind === "line" ? row.number : `gap ${row.from}`} row={row} />
              ))}
            </div>
          </div>
        </section>
      )}
      <div className={styles.middle}>
        <div className="stage">
          <FabricCanvas
            scene={scene}
            label={`Preview of ${counted(reading.switches, "switch", "switches")}, laid out by tiers from the cabling`}
            locked
            insets={{ top: 40, left: 100 }}
          />
          <p className="over note" style={{ top: 10, left: 12 }}>
            Preview, laid out by tiers from the cabling, not from names
          </p>
        </div>
        <div className="side">
          <Panel title="What was understood">
            <table className="table">
              <tbody>
                {understood(reading).map((row) => (
                  <tr key={row.says}>
                    <td className={row.count === null ? "t-3" : undefined}>{row.says}</td>
                    <td className="n">
                      {row.count === null ? "" : <b className="strong">{whole(row.count)}</b>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Panel>
        </div>
      </div>
      <aside className="side right" aria-label="Findings">
        <Panel title="Findings" end={<FindingCounts findings={reading.findings} />}>
          {!reading.findings.length && (
            <p className="says">
              <Icon name="check" className="t-ok" />
              Nothing unreadable: every line was understood.
            </p>
          )}
          <ul>
            {worstFirst(reading.findings)
              .slice(0, MOST_FINDINGS)
              .map((finding) => (
                <FindingItem
                  key={`${finding.rule} ${finding.at} ${finding.says}`}
                  finding={finding}
                  picked={finding === picked}
                  onPick={lines && lineOf(finding) !== null ? () => goTo(finding) : undefined}
                />
              ))}
          </ul>
          {reading.findings.length > MOST_FINDINGS && (
            <p className="panel-body note">and {whole(reading.findings.length - MOST_FINDINGS)} more</p>
          )}
        </Panel>
      </aside>
    </div>
  );
}

function SourceLineRow({ row }: { row: SourceRow }) {
  if (row.kind === "gap") {
    return (
      <div className={styles.gap}>
        lines {whole(row.from)} – {whole(row.until)}
      </div>
    );
  }
  const mark = row.severity === null ? "" : row.severity === "error" ? styles.wrong : styles.marked;
  return (
    <div data-line={row.number} className={mark}>
      <span className={styles.number}>{whole(row.number)}</span>
      <span>{row.severity && <Shape severity={row.severity} />}</span>
      <span className={styles.text} title={row.text}>
        {row.text}
      </span>
    </div>
  );
}

interface ItemProps {
  finding: Finding;
  picked: boolean;
  onPick?: () => void;
}

function FindingItem({ finding, picked, onPick }: ItemProps) {
  return (
    <li className={styles.finding} style={picked ? { background: "var(--accent-soft)" } : undefined}>
      <Shape severity={finding.severity} />
      <span>{finding.says}</span>
      {onPick ? (
        <button type="button" className={`link ${styles.line}`} onClick={onPick}>
          {finding.at}
        </button>
      ) : (
        <span className="note">{finding.at}</span>
      )}
    </li>
  );
}
