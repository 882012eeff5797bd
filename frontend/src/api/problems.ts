// What the server says went wrong (RFC 9457 problem+json), put where it belongs: at a field, or at the panel.
import type { Finding } from "./types";

export interface FieldError {
  pointer: string;
  detail: string;
}

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly errors: FieldError[] = [],
    readonly findings: Finding[] = [],
  ) {
    super(detail || title);
  }

  /** The words for one field, by its JSON pointer; a pointer covers what lies below it. */
  at(pointer: string): string | undefined {
    return this.errors.find((error) => covers(pointer, error.pointer))?.detail;
  }

  /** The errors at none of these fields: for the panel, so that no word is lost. */
  elsewhere(pointers: string[]): FieldError[] {
    return this.errors.filter((error) => !pointers.some((pointer) => covers(pointer, error.pointer)));
  }
}

function covers(pointer: string, errorPointer: string): boolean {
  return errorPointer === pointer || errorPointer.startsWith(`${pointer}/`);
}

const WORDS: Record<number, string> = {
  401: "You are signed out. Open the link that the server printed, or sign in again.",
  403: "The server refused this. Reload the page and try again.",
  404: "There is nothing here under this address, or it belongs to somebody else.",
  413: "The file is too large for this server.",
  429: "Too many requests at once. Wait a moment and try again.",
  502: "The server does not answer. It may be starting again.",
  503: "The server does not answer. It may be starting again.",
};

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Make a Problem of an answer's status and body, whatever the body is. */
export function problemOf(status: number, body: unknown): Problem {
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const errors = Array.isArray(fields.errors)
    ? fields.errors
        .filter((error): error is Record<string, unknown> => typeof error === "object" && error !== null)
        .map((error) => ({ pointer: asText(error.pointer), detail: asText(error.detail) }))
    : [];
  const findings = Array.isArray(fields.findings) ? (fields.findings as Finding[]) : [];
  const detail = asText(fields.detail);
  const title = asText(fields.title) || WORDS[status] || `The server answered with status ${status}.`;
  return new Problem(status, title, detail || (errors.length ? "" : (WORDS[status] ?? "")), errors, findings);
}

/** What the server says of something that it removed for its age, null for any other error. */
export function goneSays(error: unknown): string | null {
  return error instanceof Problem && error.status === 410 ? error.message : null;
}

/** The problem behind any error that a request can end with. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof TypeError)
    return new Problem(0, "The server cannot be reached. Nothing typed is lost.", "");
  return new Problem(0, error instanceof Error ? error.message : String(error), "");
}

const LONGEST_HEAD = 160;

/** A long message as what went wrong and what is told besides, such as the list of all formats that are read. */
export function headAndRest(message: string): [head: string, rest: string] {
  const end = message.lastIndexOf("; ");
  if (message.length <= LONGEST_HEAD || end < 0) return [message, ""];
  return [`${message.slice(0, end)}.`, `${message.charAt(end + 2).toUpperCase()}${message.slice(end + 3)}`];
}
