// The keys of the studio: undo, redo, delete, tools. While somebody types in a field they belong to the field.
import { useEffect } from "react";
import type { Tool } from "../../canvas/types";
import type { FabricStore } from "../../fabric";

interface Keys {
  store: FabricStore;
  onRemove(): void;
  onTool(tool: Tool): void;
}

const TOOL_KEYS: Record<string, Tool> = { v: "select", h: "pan", c: "connect", Escape: "select" };

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]") !== null
  );
}

export function useEditingKeys({ store, onRemove, onTool }: Keys): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented && event.key !== "Escape") return;
      if (isTyping(event.target)) return;
      const command = event.ctrlKey || event.metaKey;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (command && key === "z") {
        if (event.shiftKey) store.redo();
        else store.undo();
      } else if (command && key === "y") store.redo();
      else if (command || event.altKey) return;
      else if (key === "Delete" || key === "Backspace") onRemove();
      else if (TOOL_KEYS[key]) onTool(TOOL_KEYS[key]);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [store, onRemove, onTool]);
}
