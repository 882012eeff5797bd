// The strip below the drawing: findings of the revision that was checked, what gets across, what was done here.
import type { ReactNode } from "react";
import type { Finding } from "../../api/types";
import { isOpen } from "../../fabric";
import { whole } from "../../numbers/format";
import { FindingCounts } from "../../parts/Findings";
import { Icon } from "../../parts/Icon";
import { deviceName } from "../../parts/scene";
import { type FindingActs, FindingsList } from "./FindingsList";
import styles from "./fabric.module.css";
import type { Editor } from "./useEditor";

export type StripTab = "findings" | "cuts" | "operations";

const NAMES: Record<StripTab, string> = { findings: "Findings", cuts: "Cuts", operations: "Operations" };

interface Props {
  editor: Editor;
  /** Those of the revision that was checked last, as the document in hand accepts them. */
  findings: readonly Finding[];
  shown: StripTab;
  /** The finding that is shown on the canvas. */
  finding: Finding | null;
  onShow(tab: StripTab): void;
  acts: FindingActs;
  cuts: ReactNode;
}

export function FindingsStrip({ editor, findings, shown, finding, onShow, acts, cuts }: Props) {
  const { state, scene } = editor;
  const open = findings.filter(isOpen);
  return (
    <section className={styles.strip} aria-label="Findings, cuts and operations">
      <div className="tabs" role="tablist" aria-label="Below the drawing">
        <button
          type="button"
          role="tab"
          aria-selected={shown === "findings"}
          onClick={() => onShow("findings")}
        >
          Findings {whole(open.length)}
        </button>
        <button type="button" role="tab" aria-selected={shown === "cuts"} onClick={() => onShow("cuts")}>
          Cuts
        </button>
        <button
          type="button"
          role="tab"
          aria-selected={shown === "operations"}
          onClick={() => onShow("operations")}
        >
          Operations {whole(state.operations)}
        </button>
        <span className="grow" />
        <FindingCounts findings={open} />
        {open.length < findings.length && (
          <span className="t-3">{whole(findings.length - open.length)} accepted</span>
        )}
      </div>
      <div
        className="scroll"
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={NAMES[shown]}
      >
        {shown === "cuts" && cuts}
        {shown === "operations" && <Operations editor={editor} />}
        {shown === "findings" && findings.length > 0 && (
          <FindingsList
            findings={findings}
            selected={finding}
            nameOf={(object) => deviceName(scene, object)}
            acts={acts}
          />
        )}
        {shown === "findings" && findings.length === 0 && (
          <p className="says t-2">
            <Icon name="check" className="t-ok" />
            {state.document.devices.length
              ? "Nothing is wrong with this fabric."
              : "Nothing to find on a blank sheet."}
          </p>
        )}
      </div>
    </section>
  );
}

function Operations({ editor }: { editor: Editor }) {
  const { done, undone } = editor.state;
  if (!done.length && !undone.length) {
    return <p className="says t-2">What you do is listed here, and each step can be undone (Ctrl Z).</p>;
  }
  return (
    <ol className="panel-body small" style={{ paddingTop: 6 }}>
      {[...undone, ...[...done].reverse()].map((step, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the history
        <li key={i} className={i < undone.length ? "t-3" : undefined}>
          {step.says}
          {i < undone.length && ", undone"}
        </li>
      ))}
    </ol>
  );
}
