// The source beside the preview: the lines of one file that a finding points at, with their neighbours.
import { type RefObject, useMemo } from "react";
import type { Finding } from "../../api/types";
import { whole } from "../../numbers/format";
import { Shape } from "../../parts/Findings";
import { Icon } from "../../parts/Icon";
import styles from "./import.module.css";
import { markedLines, type SourceFile, type SourceRow, sourceRows } from "./source_lines";

interface Props {
  files: readonly SourceFile[];
  shown: number;
  findings: readonly Finding[];
  onShow(file: number): void;
  scroller: RefObject<HTMLDivElement | null>;
}

export function Source({ files, shown, findings, onShow, scroller }: Props) {
  const { name, lines } = files[shown];
  const marks = useMemo(
    () => markedLines(findings, files.length > 1 ? name : null),
    [findings, files.length, name],
  );
  const rows = useMemo(() => (lines ? sourceRows(lines, marks) : []), [lines, marks]);
  return (
    <section className={styles.source} aria-label="Source">
      <div className="panel-head">
        <h3>Source</h3>
        {files.length > 1 && (
          <div className="box">
            <select aria-label="File" value={shown} onChange={(event) => onShow(Number(event.target.value))}>
              {files.map((file, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
                <option key={row} value={row}>
                  {file.name}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </div>
        )}
        <small>{marks.size ? "lines with a finding" : "the first lines"}</small>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div className="scroll" ref={scroller} tabIndex={0}>
        {!lines && <p className="says t-2">{name} is not shown: it is large, or no text.</p>}
        <div className={styles.lines}>
          {rows.map((row) => (
            <SourceLineRow key={row.kind === "line" ? row.number : `gap ${row.from}`} row={row} />
          ))}
        </div>
      </div>
    </section>
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
