// Keeps the document saved: waits for a pause, one save at a time, and says where it stands.
import { createStore, type StoreApi } from "zustand/vanilla";
import type { FabricDocument } from "./document";

/** The save function throws this when someone else saved in between. */
export class SaveConflict extends Error {}

export type SaveState =
  | { kind: "saved" }
  | { kind: "dirty" }
  | { kind: "saving" }
  /** Someone else saved: nothing is sent until `resolve` or `accept`. */
  | { kind: "conflict"; says: string }
  /** The save did not arrive; it is tried again by itself. */
  | { kind: "failed"; says: string; tries: number };

export interface Saver extends StoreApi<SaveState> {
  /** The document is now this one. */
  changed(document: FabricDocument): void;
  /** Save now what is not saved; resolves when it is, or could not be. */
  flush(): Promise<void>;
  /** After a conflict: save this document over the other (the save function knows the new revision by then). */
  resolve(document: FabricDocument): Promise<void>;
  /** The document is as it is on the server: nothing waits. */
  accept(): void;
  stop(): void;
}

const PAUSE_MS = 600;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

export function createSaver(save: (document: FabricDocument) => Promise<void>, pauseMs = PAUSE_MS): Saver {
  const store = createStore<SaveState>()(() => ({ kind: "saved" }));
  let waiting: FabricDocument | null = null;
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
      const document = waiting;
      waiting = null;
      store.setState({ kind: "saving" }, true);
      try {
        await save(document);
        tries = 0;
      } catch (error) {
        waiting ??= document;
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
    changed(document: FabricDocument): void {
      waiting = document;
      if (store.getState().kind === "conflict") return;
      if (!running) store.setState({ kind: "dirty" }, true);
      if (!running) later(pauseMs);
    },
    async flush(): Promise<void> {
      if (store.getState().kind === "conflict") return;
      if (waiting || running) await send();
    },
    resolve(document: FabricDocument): Promise<void> {
      waiting = document;
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
