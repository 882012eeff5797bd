// A column beside the drawing. Where the window is narrow it is a tab of 28 px that opens over the drawing.
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useState } from "react";

interface Props {
  side: "left" | "right";
  label: string;
  className?: string;
  children: ReactNode;
}

export function SideColumn({ side, label, className = "", children }: Props) {
  const isNarrow = useMediaQuery("(max-width: 1180px)", false, { getInitialValueInEffect: false });
  const [open, setOpen] = useState(false);
  if (!isNarrow) {
    return (
      <aside className={`side ${side} ${className}`} aria-label={label}>
        {children}
      </aside>
    );
  }
  return (
    <div className={`side-tab ${side}`}>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
      </button>
      {open && (
        <aside className={`side floating ${className}`} aria-label={label}>
          {children}
        </aside>
      )}
    </div>
  );
}
