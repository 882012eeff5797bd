// Keeps a fabric saved: gathers operations for a pause, one save at a time, and says where it stands.
import { createStore, type StoreApi } from "zustand/vanilla";
import type { FabricDocument } from "./document";
import type { Operation, SavedOperation } from "./operations";

/** The save function throws this when someone else saved in between. */
export class SaveConflict extends Error {}

/** What is to be saved at once: operations in order, and the document that they lead to. */
export interface Edits {
  operations: SavedOperation[];
  document: FabricDocument;
  /** The operations do not lead there from what the server has: the document takes its place. */
  whole: boolean;
}

export type SaveState =
  | { kind: "saved" }
  | { kind: "dirty" }
  | { kind: "saving" }
  /** Someone else saved: nothing is sent until `resolve` or `accept`. */
  | { kind: "conflict"; says: string }
  /** The save did not arrive; it is tried again by itself. */
  | { kind: "failed"; says: string; tries: number };

export interface Saver extends StoreApi<SaveState> {
  /** The operation was done, and the document is now this one. */
  changed(operation: Operation, document: FabricDocument): void;
  /** Save now what is not saved; resolves when it is, or could not be. */
  flush(): Promise<void>;
  /** After a conflict: save this document over the other (the save function knows the new revision by then). */
  resolve(document: FabricDocument): Promise<void>;
  /** The document is as it is on the server: nothing waits. */
  accept(): void;
  stop(): void;
}

const PAUSE_MS = 400;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;
const MOST_OPERATIONS = 10_000; // of one save by the server; a document says more than these in less

export function createSaver(save: (edits: Edits) => Promise<void>, pauseMs = PAUSE_MS): Saver {
  const store = createStore<SaveState>()(() => ({ kind: "saved" }));
  let waiting: Edits | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let tries = 0;

  function later(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), ms);
  }

  function send(): Promise<void> {
    clearTimeout(timer);
    running ??= sendWaiting().finally(() => {
      running = null;
    });
    return running;
  }

  /** Save until nothing waits: what changed while saving is saved next. */
  async function sendWaiting(): Promise<void> {
    while (waiting) {
      const edits = waiting;
      waiting = null;
      store.setState({ kind: "saving" }, true);
      try {
        await save(edits);
        tries = 0;
      } catch (error) {
        waiting = waiting ? joined(edits, waiting) : edits;
        failed(error);
        return;
      }
    }
    store.setState({ kind: "saved" }, true);
  }

  function failed(error: unknown): void {
    const says = error instanceof Error ? error.message : String(error);
    if (error instanceof SaveConflict) {
      store.setState({ kind: "conflict", says }, true);
      return;
    }
    tries++;
    store.setState({ kind: "failed", says, tries }, true);
    later(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1)));
  }

  return Object.assign(store, {
    changed(operation: Operation, document: FabricDocument): void {
      const edits: Edits =
        operation.kind === "replace"
          ? { operations: [], document, whole: true }
          : { operations: [operation], document, whole: false };
      waiting = waiting ? joined(waiting, edits) : edits;
      if (store.getState().kind === "conflict") return;
      if (!running) store.setState({ kind: "dirty" }, true);
      if (!running) later(pauseMs);
    },
    async flush(): Promise<void> {
      if (store.getState().kind === "conflict") return;
      if (waiting || running) await send();
    },
    resolve(document: FabricDocument): Promise<void> {
      waiting = { operations: [], document, whole: true };
      return send();
    },
    accept(): void {
      clearTimeout(timer);
      waiting = null;
      tries = 0;
      store.setState({ kind: "saved" }, true);
    },
    stop(): void {
      clearTimeout(timer);
      waiting = null;
    },
  });
}

/** Return both as one save; a document that is sent whole needs no operations. */
function joined(first: Edits, then: Edits): Edits {
  const operations = [...first.operations, ...then.operations];
  const whole = first.whole || then.whole || operations.length > MOST_OPERATIONS;
  return { operations: whole ? [] : operations, document: then.document, whole };
}
