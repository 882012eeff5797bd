// The findings of a fabric: how bad, where, what would help; each flies to its place, is accepted or opened again.
import { type FormEvent, useState } from "react";
import type { Finding } from "../../api/types";
import { isOpen, NOTE_MOST } from "../../fabric";
import { counted } from "../../numbers/format";
import { placeOf, Shape, worstFirst } from "../../parts/Findings";
import styles from "./findings.module.css";

export interface FindingActs {
  /** Fly to its place. */
  pick(finding: Finding): void;
  accept(finding: Finding, note: string): void;
  takeBack(finding: Finding): void;
  /** Remove a note that stands for nothing any more; null where the finding is of another kind. */
  dropNote(finding: Finding): (() => void) | null;
}

interface Props {
  findings: readonly Finding[];
  /** The finding that is shown on the canvas. */
  selected: Finding | null;
  nameOf(object: string): string;
  acts: FindingActs;
}

/** What tells one finding from the others, whatever note it carries. */
const keyOf = ({ rule, at, says }: Finding): string => `${rule} ${at} ${says}`;

export function FindingsList({ findings, selected, nameOf, acts }: Props) {
  const [asked, setAsked] = useState<string | null>(null);
  const worst = worstFirst(findings);
  const accepted = worst.filter((finding) => !isOpen(finding));
  const isShown = selected && keyOf(selected);
  const row = (finding: Finding, place: number) => {
    const key = keyOf(finding);
    const dropNote = acts.dropNote(finding);
    const canFly = finding.objects.length > 0;
    const where = placeOf(finding, nameOf);
    return (
      <li key={`${key} ${place}`} className={key === isShown ? styles.shown : undefined}>
        <Shape severity={finding.severity} />
        <span className={`id ${styles.where}`} title={where}>
          {canFly ? (
            <button type="button" className="link" onClick={() => acts.pick(finding)}>
              {where}
            </button>
          ) : (
            where
          )}
        </span>
        <span className={styles.says}>
          {finding.says}
          {!isOpen(finding) && (
            <span className={styles.note}>Accepted{finding.accepted ? `: ${finding.accepted}` : ""}</span>
          )}
        </span>
        <span className={styles.acts}>
          {!isOpen(finding) ? (
            <button type="button" className="link" onClick={() => acts.takeBack(finding)}>
              Open again
            </button>
          ) : dropNote ? (
            <button type="button" className="link" onClick={dropNote}>
              Remove the note
            </button>
          ) : finding.severity === "error" ? (
            <span className="t-3">stops a run</span>
          ) : (
            <button
              type="button"
              className="link"
              aria-expanded={asked === key}
              onClick={() => setAsked(asked === key ? null : key)}
            >
              Accept
            </button>
          )}
        </span>
        {asked === key && isOpen(finding) && (
          <NoteForm
            onCancel={() => setAsked(null)}
            onAccept={(note) => {
              acts.accept(finding, note);
              setAsked(null);
            }}
          />
        )}
      </li>
    );
  };
  return (
    <>
      <ul className={styles.list} aria-label="Open findings">
        {worst.filter(isOpen).map(row)}
      </ul>
      {accepted.length > 0 && (
        <>
          <h3 className={styles.head}>{counted(accepted.length, "accepted finding")}</h3>
          <ul className={`${styles.list} ${styles.quiet}`} aria-label="Accepted findings">
            {accepted.map(row)}
          </ul>
        </>
      )}
    </>
  );
}

function NoteForm({ onAccept, onCancel }: { onAccept(note: string): void; onCancel(): void }) {
  const [note, setNote] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAccept(note);
  };
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <div className="box">
        <input
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
          autoFocus
          aria-label="Why it is accepted"
          placeholder="Why it is as it should be; whoever reads this later will want to know"
          maxLength={NOTE_MOST}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <button type="submit" className="btn">
        Accept it
      </button>
      <button type="button" className="btn bare" onClick={onCancel}>
        Leave it open
      </button>
    </form>
  );
}
