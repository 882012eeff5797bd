// New ids: counted on from the highest there ever was, never given twice.
import type { FabricDocument } from "./document";

export class Ids {
  private readonly highest = new Map<string, number>();

  /** Take note of the ids of a document, so that none of them is given again. */
  note(document: FabricDocument): void {
    for (const { id } of [...document.device_types, ...document.devices, ...document.cables]) this.noteId(id);
  }

  private noteId(id: string): void {
    const parts = /^(.*?)(\d{1,15})$/.exec(id);
    if (!parts) return;
    const number = Number(parts[2]);
    if (number > (this.highest.get(parts[1]) ?? 0)) this.highest.set(parts[1], number);
  }

  /** Return a new id, such as "c513" for the stem "c". */
  next(stem: string): string {
    const number = (this.highest.get(stem) ?? 0) + 1;
    this.highest.set(stem, number);
    return `${stem}${number}`;
  }
}
