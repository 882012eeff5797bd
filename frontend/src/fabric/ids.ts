// New ids: counted on from the highest there ever was, never given twice.
import type { FabricDocument } from "./document";
import type { Operation } from "./operations";

const MOST_DIGITS = 15; // of a number that is counted exactly

export class Ids {
  private readonly highest = new Map<string, number>();

  /** Take note of the ids of a document, so that none of them is given again. */
  note(document: FabricDocument): void {
    for (const { id } of [...document.device_types, ...document.devices, ...document.cables]) this.noteId(id);
  }

  /** Take note of the ids that an operation brings. */
  noteThoseOf(operation: Operation): void {
    if (operation.kind === "replace") this.note(operation.document);
    else if (operation.kind === "add") {
      for (const { item } of [...operation.types, ...operation.devices, ...operation.cables]) {
        this.noteId(item.id);
      }
    }
  }

  private noteId(id: string): void {
    let from = id.length;
    while (from > 0 && id.length - from < MOST_DIGITS && isDigit(id.charCodeAt(from - 1))) from--;
    if (from === id.length) return;
    const number = Number(id.slice(from));
    const stem = id.slice(0, from);
    if (number > (this.highest.get(stem) ?? 0)) this.highest.set(stem, number);
  }

  /** Return a new id, such as "c513" for the stem "c". */
  next(stem: string): string {
    const number = (this.highest.get(stem) ?? 0) + 1;
    this.highest.set(stem, number);
    return `${stem}${number}`;
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
