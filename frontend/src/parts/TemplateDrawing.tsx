// A kind of fabric in small: a torus as a grid, a dragonfly as its groups in a ring, rails and planes as such.

import { TierDrawing } from "./TierDrawing";
import { HEIGHT, sketchOf, WIDTH } from "./template_sketch";

interface Props {
  template: string;
  width: number;
  height: number;
}

export function TemplateDrawing({ template, width, height }: Props) {
  const sketch = sketchOf(template);
  if (!sketch) return <TierDrawing tiers={[4, 2]} hosts={8} width={width} height={height} />;
  const { boxes, cables, around } = sketch;
  const middle = (row: number) => {
    const box = boxes[row];
    return `${box.x + box.width / 2} ${box.y + box.height / 2}`;
  };
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={width}
      height={height}
      aria-hidden="true"
      style={{ maxWidth: "100%" }}
    >
      <path
        d={cables.map(([one, other]) => `M${middle(one)}L${middle(other)}`).join("")}
        stroke="var(--cable-rest)"
        strokeWidth={cables.length > 80 ? 0.4 : 0.6}
        fill="none"
      />
      <path
        d={around.map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join("")}
        stroke="var(--cable-rest)"
        strokeWidth="0.6"
        strokeDasharray="1.5 1.5"
        fill="none"
      />
      {boxes.map((box) => (
        <rect
          key={`${box.x} ${box.y}`}
          {...box}
          fill="var(--device)"
          stroke="var(--device-edge)"
          strokeWidth="0.8"
        />
      ))}
    </svg>
  );
}
