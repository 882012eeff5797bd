// Where each figure of a part is written: its source in one text, told apart by "Ports: …", "Power: …" and so on.

export const FIGURES = [
  "ports",
  "speed",
  "connector",
  "gpus",
  "aggregation",
  "latency",
  "power",
  "height",
  "length",
  "price",
] as const;
export type Figure = (typeof FIGURES)[number];

/** What stands behind a figure: a source, an assumption in whole or in part, or nothing that is told. */
export type Ground = "source" | "assumed" | "partly" | "untold";

export interface FigureSource {
  says: string;
  ground: Ground;
}

export type Sources = Partial<Record<Figure, string>>;

const WORDS = "ports|adapters|speed|connector|gpus|aggregation|latency|power|height|length|price";
const LABEL = new RegExp(`(?:^|(?<=\\.) )((?:${WORDS})(?:(?:, | and )(?:${WORDS}))*): `, "gi");

/** The parts of a source by figure; what no figure is named for is `rest`, and stands for the others. */
export function sourcesOf(source: string): { rest: string; of: Sources } {
  const labels = [...source.matchAll(LABEL)];
  const rest = bare(source.slice(0, labels[0]?.index ?? source.length));
  const of: Sources = {};
  for (const [row, label] of labels.entries()) {
    const says = bare(source.slice(label.index + label[0].length, labels[row + 1]?.index));
    for (const word of label[1].toLowerCase().split(/, | and /)) {
      const figure = (word === "adapters" ? "ports" : word) as Figure;
      of[figure] ??= says;
    }
  }
  return { rest, of };
}

/** What a source says of one figure, and how much of it is an assumption. */
export function sourceOf(source: string, figure: Figure): FigureSource {
  const { rest, of } = sourcesOf(source);
  return grounded(of[figure] ?? rest);
}

/** A text that gives the ground of one figure. */
export function grounded(says: string): FigureSource {
  if (says === "") return { says: "no source is given", ground: "untold" };
  if (/^assum(ption|ed)\b/i.test(says)) return { says, ground: "assumed" };
  return { says, ground: /\bassum(ption|ed)\b/i.test(says) ? "partly" : "source" };
}

/** One text of the parts, in the order of the figures. */
export function sourceText(rest: string, of: Sources): string {
  const parts = FIGURES.flatMap((figure) => {
    const says = bare(of[figure] ?? "");
    return says ? [`${LABELS[figure]}: ${says}.`] : [];
  });
  return [...(bare(rest) ? [`${bare(rest)}.`] : []), ...parts].join(" ");
}

const LABELS: Record<Figure, string> = {
  ports: "Ports",
  speed: "Speed",
  connector: "Connector",
  gpus: "GPUs",
  aggregation: "Aggregation",
  latency: "Latency",
  power: "Power",
  height: "Height",
  length: "Length",
  price: "Price",
};

/** A part without its last full stop. */
function bare(text: string): string {
  return text.trim().replace(/\.$/, "").trim();
}
