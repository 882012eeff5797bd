// The lines of the dropped files that a finding points at, with their neighbours; what lies between is only counted.
import type { Finding, Severity } from "../../api/types";

export interface SourceLine {
  kind: "line";
  number: number;
  text: string;
  severity: Severity | null;
}

export interface SourceGap {
  kind: "gap";
  from: number;
  until: number;
}

export type SourceRow = SourceLine | SourceGap;

const RANK: Record<Severity, number> = { note: 1, warning: 2, error: 3 };

/** A file as it is shown; `lines` is null where it is no text or too large. */
export interface SourceFile {
  name: string;
  lines: string[] | null;
}

/** Where a finding points: "line 144", or "b.out line 12" where several files were read; null elsewhere. */
export function placeOf(finding: Finding): { file: string | null; line: number } | null {
  const found = /^(?:(.+) )?lines? (\d+)/.exec(finding.at);
  return found ? { file: found[1] ?? null, line: Number(found[2]) } : null;
}

/** The worst severity of each line of a file that a finding points at. */
export function markedLines(findings: readonly Finding[], file: string | null = null): Map<number, Severity> {
  const marks = new Map<number, Severity>();
  for (const finding of findings) {
    const place = placeOf(finding);
    if (!place || (place.file !== null && file !== null && place.file !== file)) continue;
    const old = marks.get(place.line);
    if (!old || RANK[finding.severity] > RANK[old]) marks.set(place.line, finding.severity);
  }
  return marks;
}

/** Marked lines with `around` neighbours each, gaps between; without a mark, the first lines. */
export function sourceRows(
  lines: readonly string[],
  marks: ReadonlyMap<number, Severity>,
  { around = 2, most = 400, first = 24 } = {},
): SourceRow[] {
  const keep = new Set<number>();
  const centres = marks.size ? [...marks.keys()].sort((a, b) => a - b) : [];
  for (const centre of centres) {
    for (let number = centre - around; number <= centre + around; number++) {
      if (number >= 1 && number <= lines.length) keep.add(number);
    }
    if (keep.size >= most) break;
  }
  if (!centres.length)
    for (let number = 1; number <= Math.min(first, lines.length); number++) keep.add(number);
  const rows: SourceRow[] = [];
  let next = 1;
  for (const number of [...keep].sort((a, b) => a - b)) {
    if (number > next) rows.push({ kind: "gap", from: next, until: number - 1 });
    rows.push({ kind: "line", number, text: lines[number - 1], severity: marks.get(number) ?? null });
    next = number + 1;
  }
  if (next <= lines.length) rows.push({ kind: "gap", from: next, until: lines.length });
  return rows;
}

/** A file with the lines that its text has. */
export async function sourceOf(file: File): Promise<SourceFile> {
  const text = await textOf(file);
  return { name: file.name, lines: text?.replace(/\r?\n$/, "").split(/\r?\n/) ?? null };
}

/** The text of a file, unpacked where it is gzipped. Null where it is no text or too large to show. */
export async function textOf(file: File): Promise<string | null> {
  if (file.size > 32 * 2 ** 20) return null;
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  try {
    const bytes = isGzip
      ? await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
      : await file.arrayBuffer();
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\u0000") ? null : text;
  } catch {
    return null; // a picture, a broken archive: the server's answer says what is wrong
  }
}
