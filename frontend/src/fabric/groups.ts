// Documents in groups: one entry with a key `each` stands for many devices or cables. Expanded when they come in.
import type { Cable, Device, FabricDocument } from "./document";
import { checkSigns, type Pattern, readPattern, written } from "./patterns";

/** Letters and how many values each has, from 0 up; the first changes slowest. */
export type Each = Record<string, number>;

/** An entry of a list, or a group of entries: its texts are patterns then, but for the type and the medium. */
export type Grouped<T extends { id: string }> = { id: string; each?: Each } & { [Key in keyof T]?: T[Key] };

export type GroupedDocument = Omit<FabricDocument, "devices" | "cables"> & {
  devices: Grouped<Device>[];
  cables: Grouped<Cable>[];
};

/** An entry that is no group. `at` is its place, such as "/cables/3". */
export class BadGroup extends Error {
  constructor(
    readonly at: string,
    says: string,
  ) {
    super(`${at}: ${says}`);
    this.name = "BadGroup";
  }
}

const MOST_MEMBERS = 500_000; // of a list; the server takes no more

/** Return the document with every group as its members, in place. Throws BadGroup. */
export function expand(document: GroupedDocument): FabricDocument {
  return {
    ...document,
    devices: members(document.devices, "/devices", deviceAt),
    cables: members(document.cables, "/cables", cableAt),
  };
}

/** Writes the texts of one field, for the values that the letters have at the moment. */
type Writer = (text: string) => () => string;

function members<T extends { id: string }>(
  entries: Grouped<T>[],
  place: string,
  maker: (entry: Grouped<T>, writer: Writer) => () => T,
): T[] {
  const list: T[] = [];
  entries.forEach((entry, row) => {
    const at = `${place}/${row}`;
    if (entry.each === undefined) {
      list.push(maker(entry, (text) => () => text)());
      return;
    }
    const { letters, counts, total } = countsOf(entry.each, at);
    if (list.length + total > MOST_MEMBERS) {
      throw new BadGroup(at, `The list comes to more than ${MOST_MEMBERS} with the ${total} of this group.`);
    }
    const values = new Int32Array(letters.length);
    const make = maker(entry, (text) => {
      const pattern = patternAt(at, text, letters, counts);
      return () => written(pattern, values);
    });
    for (let made = 0; made < total; made++) {
      list.push(make());
      for (let letter = values.length - 1; letter >= 0 && ++values[letter] === counts[letter]; letter--) {
        values[letter] = 0;
      }
    }
  });
  return list;
}

function countsOf(each: Each, at: string): { letters: string[]; counts: number[]; total: number } {
  const isRecord = typeof each === "object" && each !== null && !Array.isArray(each);
  const letters = isRecord ? Object.keys(each) : [];
  if (letters.length === 0) throw new BadGroup(`${at}/each`, "A group counts one letter or more.");
  for (const letter of letters) {
    if (!/^[a-z]$/.test(letter))
      throw new BadGroup(`${at}/each/${letter}`, "It is counted by single letters, a to z.");
    const count = each[letter];
    if (!Number.isInteger(count) || count < 1) {
      throw new BadGroup(`${at}/each/${letter}`, `${count} is no count: 1 or more.`);
    }
  }
  const counts = letters.map((letter) => each[letter]);
  return { letters, counts, total: counts.reduce((product, count) => product * count, 1) };
}

function patternAt(at: string, text: string, letters: string[], counts: number[]): Pattern {
  try {
    const pattern = readPattern(text, letters);
    checkSigns(pattern, counts);
    return pattern;
  } catch (error) {
    throw new BadGroup(at, error instanceof Error ? error.message : String(error));
  }
}

/** Members have all fields in one order: engines keep such objects small, and their reading fast. */
function deviceAt(entry: Grouped<Device>, writer: Writer): () => Device {
  const { type = "", x = null, y = null, aggregation = null } = entry;
  const id = writer(entry.id);
  const name = writer(entry.name ?? "");
  const group = typeof entry.group === "string" ? writer(entry.group) : null;
  const tags = (entry.tags ?? []).map(writer);
  return () => ({
    id: id(),
    type,
    name: name(),
    group: group ? group() : null,
    tags: tags.map((tag) => tag()),
    x,
    y,
    aggregation,
  });
}

function cableAt(entry: Grouped<Cable>, writer: Writer): () => Cable {
  const { gbps = null, length_m = null, medium = null } = entry;
  const id = writer(entry.id);
  const a = writer(entry.a ?? "");
  const b = writer(entry.b ?? "");
  return () => ({ id: id(), a: a(), b: b(), gbps, length_m, medium });
}
