// The strip below the drawing: the findings of the saved revision, and what was done since the page was opened.
import type { Finding } from "../../api/types";
import { whole } from "../../numbers/format";
import { FindingCounts, FindingTable } from "../../parts/Findings";
import { Icon } from "../../parts/Icon";
import { deviceName } from "../../parts/scene";
import styles from "./fabric.module.css";
import type { Editor } from "./useEditor";

export type StripTab = "findings" | "operations";

interface Props {
  editor: Editor;
  shown: StripTab;
  /** The finding that is shown on the canvas. */
  finding: Finding | null;
  onShow(tab: StripTab): void;
  onPick(finding: Finding): void;
}

export function FindingsStrip({ editor, shown, finding, onShow, onPick }: Props) {
  const { saved, state, scene } = editor;
  return (
    <section className={styles.strip} aria-label="Findings and operations">
      <div className="tabs" role="tablist" aria-label="Below the drawing">
        <button
          type="button"
          role="tab"
          aria-selected={shown === "findings"}
          onClick={() => onShow("findings")}
        >
          Findings {whole(saved.findings.length)}
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
        <FindingCounts findings={saved.findings} />
      </div>
      <div
        className="scroll"
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={shown === "findings" ? "Findings" : "Operations"}
      >
        {shown === "operations" && <Operations editor={editor} />}
        {shown === "findings" && saved.findings.length > 0 && (
          <FindingTable
            label="Findings of this fabric"
            findings={saved.findings}
            selected={finding}
            nameOf={(object) => deviceName(scene, object)}
            onPick={onPick}
          />
        )}
        {shown === "findings" && saved.findings.length === 0 && (
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
