// The keys of the studio: undo, redo, delete, copy, paste, duplicate, tools. Where somebody types they belong to the field.
import { useEffect } from "react";
import type { Tool } from "../../canvas/types";
import { duplicate, type FabricStore, isRefusal, paste, pieceOf, readPiece } from "../../fabric";

interface Keys {
  store: FabricStore;
  /** The devices that are selected. */
  selected: readonly string[];
  onSelect(devices: string[]): void;
  onRemove(): void;
  onTool(tool: Tool): void;
}

const TOOL_KEYS: Record<string, Tool> = { v: "select", h: "pan", c: "connect", Escape: "select" };

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]") !== null
  );
}

/** Whether text of the page is marked: then copying means the text. */
const hasMarkedText = (): boolean => Boolean(getSelection()?.toString());

export function useEditingKeys({ store, selected, onSelect, onRemove, onTool }: Keys): void {
  useEffect(() => {
    const doubled = () => {
      const before = store.getState().document.devices.length;
      const { document } = store.getState();
      if (store.perform(duplicate(document, store.ids, selected))) selectFrom(before);
    };
    const selectFrom = (row: number) =>
      onSelect(
        store
          .getState()
          .document.devices.slice(row)
          .map(({ id }) => id),
      );
    const withCommand: Record<string, (event: KeyboardEvent) => void> = {
      z: ({ shiftKey }) => (shiftKey ? store.redo() : store.undo()),
      y: () => store.redo(),
      d: doubled,
      a: () => selectFrom(0),
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented && event.key !== "Escape") return;
      if (isTyping(event.target)) return;
      const command = event.ctrlKey || event.metaKey;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (command && withCommand[key] && !event.altKey) withCommand[key](event);
      else if (command || event.altKey) return;
      else if (key === "Delete" || key === "Backspace") onRemove();
      else if (TOOL_KEYS[key]) onTool(TOOL_KEYS[key]);
      else return;
      event.preventDefault();
    };
    const copied = (event: ClipboardEvent) => {
      if (isTyping(event.target) || hasMarkedText() || !selected.length) return;
      const piece = pieceOf(store.getState().document, selected);
      if (isRefusal(piece)) return;
      event.clipboardData?.setData("text/plain", JSON.stringify(piece));
      event.preventDefault();
      if (event.type === "cut") onRemove();
    };
    const pasted = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain");
      if (isTyping(event.target) || !text) return;
      event.preventDefault();
      const piece = readPiece(text);
      const { document } = store.getState();
      const command = isRefusal(piece) ? piece : paste(document, store.ids, piece);
      if (store.perform(command)) selectFrom(document.devices.length);
    };
    addEventListener("keydown", pressed);
    addEventListener("copy", copied);
    addEventListener("cut", copied);
    addEventListener("paste", pasted);
    return () => {
      removeEventListener("keydown", pressed);
      removeEventListener("copy", copied);
      removeEventListener("cut", copied);
      removeEventListener("paste", pasted);
    };
  }, [store, selected, onSelect, onRemove, onTool]);
}
