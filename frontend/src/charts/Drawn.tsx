// A canvas that draws itself again when its numbers, its size or the theme change.
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef } from "react";
import { type Plot, prepare } from "./plot";

interface Props {
  /** What the drawing shows, in words: the canvas' name. */
  label: string;
  draw(plot: Plot): void;
  className?: string;
}

export function Drawn({ label, draw, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const newest = useRef(draw);
  const theme = useComputedColorScheme("light");
  newest.current = draw;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of theme changes the colours that draw reads
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const plot = canvas.current && prepare(canvas.current);
      if (plot) draw(plot);
    });
    return () => cancelAnimationFrame(frame);
  }, [draw, theme]);

  useEffect(() => {
    if (!canvas.current) return;
    const observer = new ResizeObserver(() => {
      const plot = canvas.current && prepare(canvas.current);
      if (plot) newest.current(plot);
    });
    observer.observe(canvas.current);
    void document.fonts?.ready.then(() => {
      const plot = canvas.current && prepare(canvas.current);
      if (plot) newest.current(plot);
    });
    return () => observer.disconnect();
  }, []);

  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className={className}
      style={{ width: "100%", height: "100%", minHeight: 0 }}
    />
  );
}
