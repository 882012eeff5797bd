// A place to drop files on, that is also a button for choosing them.
import { type DragEvent, type ReactNode, useId, useState } from "react";
import { Icon } from "./Icon";

interface Props {
  label: string;
  children: ReactNode;
  onFiles(files: File[]): void;
}

/** Handlers that make any element take dropped files; `over` is true while files hang above it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length) onFiles(files);
      },
    },
  };
}

export function DropZone({ label, children, onFiles }: Props) {
  const id = useId();
  const { over, handlers } = useFileDrop(onFiles);
  return (
    <div className={over ? "drop over" : "drop"} {...handlers}>
      <Icon name="upload" />
      <div className="grow">{children}</div>
      <label className="btn" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        multiple
        className="only-read"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = ""; // the same file can be chosen again
          if (files.length) onFiles(files);
        }}
      />
    </div>
  );
}
