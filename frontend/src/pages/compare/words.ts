// Settings that differ, in words.
import { plain } from "../../numbers/format";

const TOLD: Record<string, string> = {
  ring: "ring",
  "in-network": "in-network",
  hash: "flow hash",
  spray: "spraying",
};

/** A value of a document as a person says it. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "number") return plain(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return TOLD[value] ?? (value || "empty");
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(valueInWords).join("; ");
  const entries = Object.entries(value as Record<string, unknown>).filter(([, part]) => part !== null);
  return entries.map(([key, part]) => `${key.replaceAll("_", " ")} ${valueInWords(part)}`).join(", ");
}
