// One record in full: why it was decided so, for whom, and over which switches and ports.
import type { AuditRecord } from "../../api/types";
import { counted } from "../../numbers/format";
import { Said } from "../../parts/Field";
import { Panel } from "../../parts/Panel";
import styles from "./audit.module.css";
import { DECISIONS, figuresOf } from "./records";

interface Props {
  record: AuditRecord | null;
  /** What a job is called, by its id. */
  jobName(job: string): string;
  nameOf(device: string): string;
}

export function RecordSheet({ record, jobName, nameOf }: Props) {
  if (!record) {
    return (
      <p className="panel-body note" style={{ paddingTop: 10 }}>
        Choose a decision: its reason, its switches and ports stand here.
      </p>
    );
  }
  const port = (address: string) => {
    const at = address.indexOf("/");
    return at < 0 ? nameOf(address) : `${nameOf(address.slice(0, at))}${address.slice(at)}`;
  };
  return (
    <>
      <section className="panel" aria-label="Decision">
        <div className={`panel-body ${styles.why}`}>
          <h2 data-decision={record.decision} className={styles.decision}>
            <i aria-hidden="true" />
            {DECISIONS[record.decision].label}
            <small className="t-3">{DECISIONS[record.decision].says}</small>
          </h2>
          <p>{record.reason}</p>
        </div>
      </section>
      <Panel title="For whom, and what">
        <div className="panel-body">
          {figuresOf(record, jobName(record.job)).map(([label, value]) => (
            <Said key={label} label={label} value={label === "Root" ? nameOf(value) : value} />
          ))}
        </div>
      </Panel>
      {record.switches.length > 0 && (
        <Panel title="Switches that add" end={counted(record.switches.length, "switch", "switches")}>
          <p className={`panel-body id ${styles.names}`}>{record.switches.map(nameOf).join(", ")}</p>
        </Panel>
      )}
      {record.ports.length > 0 && (
        <Panel
          title="Ports"
          end={
            record.port_count > record.ports.length
              ? `first ${record.ports.length} of ${record.port_count}`
              : counted(record.port_count, "port")
          }
        >
          <p className={`panel-body id ${styles.names}`}>{record.ports.map(port).join(", ")}</p>
        </Panel>
      )}
    </>
  );
}
