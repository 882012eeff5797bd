// Findings have a shape: a diamond stops a run, a triangle wants a look, a circle is worth knowing.
import type { Finding, Severity } from "../api/types";
import { counted } from "../numbers/format";
import { Icon, type IconName } from "./Icon";

const SHAPES: Record<Severity, { icon: IconName; colour: string; says: string }> = {
  error: { icon: "error", colour: "t-error", says: "Error, stops a run" },
  warning: { icon: "warning", colour: "t-warn", says: "Warning" },
  note: { icon: "note", colour: "t-3", says: "Note" },
};

const ORDER: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

/** Worst first; among equals as the server sent them. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((one, other) => ORDER[one.severity] - ORDER[other.severity]);
}

export function countOf(findings: readonly Finding[], severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

export function Shape({ severity }: { severity: Severity }) {
  const shape = SHAPES[severity];
  return (
    <span className={shape.colour} role="img" aria-label={shape.says}>
      <Icon name={shape.icon} />
    </span>
  );
}

/** "1 stops a run, 2 warnings, 3 notes", each with its shape; nothing for what is not there. */
export function FindingCounts({ findings }: { findings: readonly Finding[] }) {
  const words: Record<Severity, (count: number) => string> = {
    error: (count) => (count === 1 ? "1 stops a run" : `${counted(count, "error")} stop a run`),
    warning: (count) => counted(count, "warning"),
    note: (count) => counted(count, "note"),
  };
  return (
    <span className="row" style={{ gap: 12 }}>
      {(["error", "warning", "note"] as const).map((severity) => {
        const count = countOf(findings, severity);
        if (!count) return null;
        return (
          <span key={severity} className={`row ${SHAPES[severity].colour}`} style={{ gap: 4 }}>
            <Icon name={SHAPES[severity].icon} />
            {words[severity](count)}
          </span>
        );
      })}
    </span>
  );
}

/** The place in words: the names of the objects, else the pointer. */
export function placeOf(finding: Finding, nameOf: (id: string) => string): string {
  if (!finding.objects.length) return finding.at || "document";
  const [first, second] = finding.objects;
  if (finding.objects.length === 1) return nameOf(first);
  if (finding.objects.length === 2) return `${nameOf(first)}, ${nameOf(second)}`;
  return `${nameOf(first)} + ${finding.objects.length - 1}`;
}
