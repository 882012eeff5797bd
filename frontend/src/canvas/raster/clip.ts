// Cut a line to a rectangle before it is drawn: lines far outside cost nothing then.

/** What is left of the line, as shares of its length. */
export const kept = new Float64Array(2);

/** Return whether any of the line lies in the rectangle; `kept` then holds where it enters and leaves (Liang and Barsky, 1984). */
export function clip(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): boolean {
  const dx = x2 - x1;
  const dy = y2 - y1;
  let enter = 0;
  let leave = 1;
  if (dx === 0) {
    if (x1 < left || x1 > right) return false;
  } else {
    const first = (left - x1) / dx;
    const second = (right - x1) / dx;
    enter = Math.max(enter, Math.min(first, second));
    leave = Math.min(leave, Math.max(first, second));
  }
  if (dy === 0) {
    if (y1 < top || y1 > bottom) return false;
  } else {
    const first = (top - y1) / dy;
    const second = (bottom - y1) / dy;
    enter = Math.max(enter, Math.min(first, second));
    leave = Math.min(leave, Math.max(first, second));
  }
  if (enter > leave) return false;
  kept[0] = enter;
  kept[1] = leave;
  return true;
}
