// Findings that a person lives with: accepted with a note, as operations, and seen so before the server says it.
import type { Finding } from "../api/types";
import type { Command } from "./commands";
import type { FabricDocument } from "./document";
import type { Refusal } from "./ports";

export type Accepted = FabricDocument["accepted"][number];

export const NOTE_MOST = 2_000; // characters, as the document has it

/** An entry stands for the findings of its rule whose objects are all among its own; errors stay open. */
export function standsFor({ rule, objects }: Accepted, finding: Finding): boolean {
  if (finding.severity === "error" || rule !== finding.rule) return false;
  if (!objects.length || !finding.objects.length) return objects.length === finding.objects.length;
  const named = new Set(objects);
  return finding.objects.every((object) => named.has(object));
}

/** Return the findings as these entries leave them: the first that stands for one gives its note. */
export function withAcceptance(findings: readonly Finding[], accepted: readonly Accepted[]): Finding[] {
  const byRule = new Map<string, Accepted[]>();
  for (const entry of accepted) byRule.set(entry.rule, [...(byRule.get(entry.rule) ?? []), entry]);
  return findings.map((finding) => {
    const entry = byRule.get(finding.rule)?.find((each) => standsFor(each, finding));
    const note = entry ? entry.note : null;
    return note === finding.accepted ? finding : { ...finding, accepted: note };
  });
}

export const isOpen = ({ accepted }: Finding): boolean => accepted === null;

/** Live with a finding, and say why. */
export function accept(document: FabricDocument, finding: Finding, note: string): Command | Refusal {
  if (finding.severity === "error") {
    return { refused: "An error stops a run: it is mended, it cannot be accepted." };
  }
  const { rule, objects } = finding;
  const entry = { rule, objects, note: note.trim() };
  return {
    says: `Accept ${rule}${entry.note && `: ${entry.note}`}`,
    operation: { kind: "entitle", fields: { accepted: [...document.accepted, entry] } },
  };
}

/** Open a finding again: every entry that stands for it goes. */
export function takeBack(document: FabricDocument, finding: Finding): Command {
  const rest = document.accepted.filter((entry) => !standsFor(entry, finding));
  return { says: `Open ${finding.rule} again`, operation: { kind: "entitle", fields: { accepted: rest } } };
}

/** Where a finding says that an entry stands for nothing any more: take that entry out, else null. */
export function dropIdle(document: FabricDocument, { rule, at }: Finding): Command | null {
  const row = /^\/accepted\/(\d+)$/.exec(at)?.[1];
  const entry = document.accepted[Number(row)];
  if (rule !== "accepted.idle" || !row || !entry) return null;
  const accepted = document.accepted.filter((each) => each !== entry);
  return { says: `Remove the note on ${entry.rule}`, operation: { kind: "entitle", fields: { accepted } } };
}
