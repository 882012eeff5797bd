// The preview of a file: its lines with a finding, the drawing, what was understood, and what needs a look.
import { useRef, useState } from "react";
import type { Amendments, Finding, Reading } from "../../api/types";
import { FabricCanvas } from "../../canvas/FabricCanvas";
import { counted, whole } from "../../numbers/format";
import { FindingCounts, Shape, worstFirst } from "../../parts/Findings";
import { Icon } from "../../parts/Icon";
import { Panel } from "../../parts/Panel";
import { ProblemSays } from "../../parts/Says";
import { useFabricScene } from "../../parts/scene";
import { AmendmentFields } from "./AmendmentFields";
import { ruleCount } from "./amendments";
import styles from "./import.module.css";
import { ServerTypes } from "./ServerTypes";
import { Source } from "./Source";
import { placeOf, type SourceFile } from "./source_lines";
import { UnderstoodTable } from "./UnderstoodTable";
import { holdsTypesAlone } from "./understood";

const MOST_FINDINGS = 200;

interface Props {
  reading: Reading;
  files: readonly SourceFile[];
  amendments: Amendments;
  /** The rules are being tried, or were refused. */
  trying: boolean;
  refused: unknown;
  onAmend(amendments: Amendments): void;
}

type RightTab = "findings" | "amendments";

export function Preview({ reading, files, amendments, trying, refused, onAmend }: Props) {
  const [tab, setTab] = useState<RightTab>("findings");
  const source = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<Finding | null>(null);
  const [file, setFile] = useState(0);
  const hasSource = files.some((each) => each.lines);
  const scene = useFabricScene(reading.document);
  const goTo = (finding: Finding) => {
    const place = placeOf(finding);
    if (!place) return;
    setPicked(finding);
    if (place.file !== null)
      setFile(
        Math.max(
          0,
          files.findIndex((each) => each.name === place.file),
        ),
      );
    requestAnimationFrame(() =>
      source.current?.querySelector(`[data-line="${place.line}"]`)?.scrollIntoView({ block: "center" }),
    );
  };
  return (
    <div className={hasSource ? styles.work : `${styles.work} ${styles.noSource}`}>
      {hasSource && (
        <Source
          files={files}
          shown={Math.min(file, files.length - 1)}
          findings={reading.findings}
          onShow={setFile}
          scroller={source}
        />
      )}
      <div className={styles.middle}>
        {holdsTypesAlone(reading) ? (
          <ServerTypes types={reading.document.device_types} />
        ) : (
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
        )}
        <div className="side">
          <Panel title="What was understood">
            <UnderstoodTable reading={reading} />
          </Panel>
        </div>
      </div>
      <aside className={styles.right} aria-label="Findings and amendments">
        <div className="tabs" role="tablist" aria-label="Right column">
          <button
            type="button"
            role="tab"
            aria-selected={tab === "findings"}
            onClick={() => setTab("findings")}
          >
            Findings {whole(reading.findings.length)}
          </button>
          <button
            type="button"
            role="tab"
            aria-selected={tab === "amendments"}
            onClick={() => setTab("amendments")}
          >
            Amend {ruleCount(amendments) > 0 && whole(ruleCount(amendments))}
          </button>
          <span className="grow" />
          {trying && (
            <span className="note" role="status">
              reading again
            </span>
          )}
          {!trying && tab === "findings" && <FindingCounts findings={reading.findings} />}
        </div>
        <div
          className="scroll"
          role="tabpanel"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
          aria-label={tab === "findings" ? "Findings" : "Amend"}
        >
          {Boolean(refused) && <ProblemSays error={refused} />}
          {tab === "findings" ? (
            <FindingList findings={reading.findings} picked={picked} onPick={hasSource ? goTo : undefined} />
          ) : (
            <AmendmentFields reading={reading} value={amendments} onChange={onAmend} />
          )}
        </div>
      </aside>
    </div>
  );
}

interface ListProps {
  findings: readonly Finding[];
  picked: Finding | null;
  onPick?(finding: Finding): void;
}

function FindingList({ findings, picked, onPick }: ListProps) {
  if (!findings.length) {
    return (
      <p className="says">
        <Icon name="check" className="t-ok" />
        Nothing unreadable: every line was understood.
      </p>
    );
  }
  return (
    <>
      <ul>
        {worstFirst(findings)
          .slice(0, MOST_FINDINGS)
          .map((finding) => (
            <FindingItem
              key={`${finding.rule} ${finding.at} ${finding.says}`}
              finding={finding}
              picked={finding === picked}
              onPick={onPick && placeOf(finding) !== null ? () => onPick(finding) : undefined}
            />
          ))}
      </ul>
      {findings.length > MOST_FINDINGS && (
        <p className="panel-body note">and {whole(findings.length - MOST_FINDINGS)} more</p>
      )}
    </>
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
