// The forwarding tables of static routing: computed from the structure, or read from a dump of the real switches.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { forwardingTables } from "../../api/calls";
import type { Finding, ForwardingTable } from "../../api/types";
import { counted } from "../../numbers/format";
import { Choice } from "../../parts/Choice";
import { DropZone } from "../../parts/DropZone";
import { FieldRow, Said } from "../../parts/Field";
import { Shape, worstFirst } from "../../parts/Findings";
import { ProblemSays } from "../../parts/Says";
import styles from "./launch.module.css";

interface Props {
  fabric: string;
  tables: readonly ForwardingTable[];
  onChange(tables: ForwardingTable[]): void;
}

export function TablesField({ fabric, tables, onChange }: Props) {
  const [asked, setAsked] = useState(false);
  const read = useMutation({
    mutationFn: (files: File[]) => forwardingTables.read(fabric, files),
    onSuccess: (answer) => onChange(answer.tables),
  });
  const isImported = asked || tables.length > 0;
  const routes = tables.reduce((sum, table) => sum + table.routes.length, 0);
  return (
    <>
      <FieldRow label="Tables">
        <Choice
          label="Tables"
          value={isImported ? "imported" : "computed"}
          options={[
            { value: "computed", label: "Computed" },
            { value: "imported", label: "Imported" },
          ]}
          onChange={(value) => {
            setAsked(value === "imported");
            read.reset();
            if (value === "computed") onChange([]);
          }}
        />
      </FieldRow>
      {!isImported && <p className="note">From the structure: up to a common switch, then down.</p>}
      {tables.length > 0 && (
        <Said
          label="Read"
          value={counted(tables.length, "switch", "switches")}
          small={counted(routes, "route")}
        />
      )}
      {isImported && (
        <div className={styles.tables}>
          <DropZone
            label={tables.length ? "Replace" : "Choose files"}
            onFiles={(files) => read.mutate(files)}
          >
            <p className="note">{read.isPending ? "Reading" : "Text of dump_lfts.sh, ibroute or OpenSM"}</p>
          </DropZone>
          {!tables.length && <p className="note">Until a file is read, tables are computed.</p>}
        </div>
      )}
      <div ref={showWhole} key={read.submittedAt + read.status}>
        {read.isError && <ProblemSays error={read.error} />}
        {read.data && <Understood findings={read.data.findings} />}
      </div>
    </>
  );
}

const MOST = 6;

/** An answer that stands below the edge of the panel is scrolled to. */
function showWhole(answer: HTMLDivElement | null): void {
  if (answer?.firstChild) answer.scrollIntoView({ block: "nearest" });
}

function Understood({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className={styles.understood} aria-label="What was understood of the tables">
      {worstFirst(findings)
        .slice(0, MOST)
        .map((finding) => (
          <li key={`${finding.at} ${finding.says}`}>
            <Shape severity={finding.severity} />
            <span>{finding.says}</span>
          </li>
        ))}
      {findings.length > MOST && <li className="t-3">and {findings.length - MOST} more</li>}
    </ul>
  );
}
