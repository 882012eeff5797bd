// What held the job of each run back: one sentence a run, its cable as a way to it.
import type { CableGain, Run } from "../../api/types";
import { Panel } from "../../parts/Panel";
import { Because } from "../run/WhyPanel";
import styles from "./compare.module.css";

interface Props {
  /** A and B. */
  runs: readonly Run[];
  nameOf(gain: CableGain): string;
  onPick(cable: string): void;
}

export function HeldBack({ runs, nameOf, onPick }: Props) {
  const whys = runs.map((run) => run.summary?.jobs[0]?.why ?? null);
  if (whys.every((why) => why === null)) return null;
  return (
    <Panel title="What held them back">
      <div className={`panel-body ${styles.held}`}>
        {whys.map((why, i) => (
          <div key={runs[i].id}>
            <span className={i ? styles.letter : `${styles.letter} ${styles.a}`}>{i ? "B" : "A"}</span>
            {why ? <Because why={why} nameOf={nameOf} onPick={onPick} /> : <p className="t-3">not known</p>}
          </div>
        ))}
      </div>
    </Panel>
  );
}
