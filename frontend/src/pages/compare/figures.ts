// Figures of two runs in the units that are read, and which of both is better.
import type { Figure } from "../../api/types";
import { fixed, measure, whole } from "../../numbers/format";

export interface FigureRow {
  key: string;
  title: string;
  values: [string, string];
  delta: string;
  /** -1 less in B, 1 more in B, 0 alike or unknown. */
  sign: -1 | 0 | 1;
  /** Index of the better run, null where neither is. */
  best: 0 | 1 | null;
}

/** The unit that both values are shown in, and what they are multiplied with. */
function unitOf(figure: Figure): { unit: string; factor: number } {
  const most = Math.max(...figure.values.map((value) => Math.abs(value ?? 0)));
  if (figure.unit === "s") return most < 2 ? { unit: "ms", factor: 1e3 } : { unit: "s", factor: 1 };
  if (figure.unit === "B") {
    if (most >= 1e9) return { unit: "GB", factor: 1e-9 };
    return most >= 1e6 ? { unit: "MB", factor: 1e-6 } : { unit: "kB", factor: 1e-3 };
  }
  if (figure.unit === "1" && figure.key.endsWith("_share")) return { unit: "%", factor: 100 };
  return { unit: "", factor: 1 };
}

const ALIKE = 0.0005;

/** "+19.6", "−47.4", and "0.0" without a sign. */
function signed(value: number, places = 1): string {
  const text = fixed(value, places);
  if (Number(value.toFixed(places)) === 0) return text.replace("−", "");
  return value > 0 ? `+${text}` : text;
}

export function figureRow(figure: Figure): FigureRow {
  const { unit, factor } = unitOf(figure);
  const text = (value: number | null): string => {
    if (value === null) return "withheld";
    return figure.unit === "cables" ? whole(value) : measure(value * factor);
  };
  const [a, b] = figure.values;
  const share = figure.delta_share;
  const known = a !== null && b !== null;
  // What reads the same is the same: no run is the better one by digits that are not shown.
  const alike = !known || text(a) === text(b) || (share !== null && Math.abs(share) < ALIKE);
  const sign = known && !alike && b !== a ? (b > a ? 1 : -1) : 0;
  let delta = "–";
  if (known && a === b) delta = "0";
  else if (known && unit === "%") delta = `${signed((b - a) * 100)} pp`;
  else if (share !== null) delta = `${signed(share * 100)} %`;
  else if (known) delta = signed(b - a, 0);
  const lower = sign === 0 ? null : sign < 0 ? 1 : 0;
  const best =
    lower === null || figure.better === null ? null : figure.better === "lower" ? lower : lower === 1 ? 0 : 1;
  return {
    key: figure.key,
    title: unit ? `${figure.title}, ${unit}` : figure.title,
    values: [text(a), text(b)],
    delta,
    sign,
    best,
  };
}
