// The fabric being edited: the document, what was done to it, and the way back and forth.
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Command } from "./commands";
import type { FabricDocument } from "./document";
import { Ids } from "./ids";
import { apply, type Operation } from "./operations";
import { isRefusal, type Refusal } from "./ports";

/** One step: what it was called, and the operation that undoes (or does) it. */
export interface Step {
  says: string;
  operation: Operation;
}

export interface FabricState {
  document: FabricDocument;
  /** Steps to take back, the last one last; and steps to do again. */
  done: Step[];
  undone: Step[];
  /** How many operations were made since the document was opened, undos and redos among them. */
  operations: number;
  /** The last of them; null before the first. */
  latest: Operation | null;
  /** Why the last command was refused; null when it was not. */
  refused: string | null;
}

export interface FabricStore extends StoreApi<FabricState> {
  readonly ids: Ids;
  /** Do what the command says; false when it was refused. */
  perform(command: Command | Refusal): boolean;
  undo(): void;
  redo(): void;
  /** Begin with another document: nothing is left to undo. */
  open(document: FabricDocument): void;
}

export function createFabricStore(document: FabricDocument): FabricStore {
  const ids = new Ids();
  ids.note(document);
  const store = createStore<FabricState>()(() => opened(document));

  function step(from: "done" | "undone", to: "done" | "undone"): void {
    const state = store.getState();
    const last = state[from].at(-1);
    if (!last) return;
    const { document: next, inverse } = apply(state.document, last.operation);
    store.setState({
      document: next,
      [from]: state[from].slice(0, -1),
      [to]: [...state[to], { says: last.says, operation: inverse }],
      operations: state.operations + 1,
      latest: last.operation,
      refused: null,
    });
  }

  return Object.assign(store, {
    ids,
    perform(command: Command | Refusal): boolean {
      if (isRefusal(command)) {
        store.setState({ refused: command.refused });
        return false;
      }
      const state = store.getState();
      const { document: next, inverse } = apply(state.document, command.operation);
      ids.noteThoseOf(command.operation);
      store.setState({
        document: next,
        done: [...state.done, { says: command.says, operation: inverse }],
        undone: [],
        operations: state.operations + 1,
        latest: command.operation,
        refused: null,
      });
      return true;
    },
    undo: () => step("done", "undone"),
    redo: () => step("undone", "done"),
    open(other: FabricDocument): void {
      ids.note(other);
      store.setState(opened(other), true);
    },
  });
}

function opened(document: FabricDocument): FabricState {
  return { document, done: [], undone: [], operations: 0, latest: null, refused: null };
}
