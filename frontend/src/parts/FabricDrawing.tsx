// A fabric in small: every device and every cable where the layout puts them, drawn once.
import { useCallback } from "react";
import type { FabricDocument } from "../api/types";
import { Drawn } from "../charts/Drawn";
import type { Plot } from "../charts/plot";
import { useFabricScene } from "./scene";

interface Props {
  document: FabricDocument;
  label: string;
}

export function FabricDrawing({ document, label }: Props) {
  const scene = useFabricScene(document);
  const draw = useCallback(
    ({ g, width, height, colours }: Plot) => {
      const { boxes, ends, tiers } = scene;
      let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let at = 0; at < boxes.length; at += 4) {
        left = Math.min(left, boxes[at]);
        top = Math.min(top, boxes[at + 1]);
        right = Math.max(right, boxes[at] + boxes[at + 2]);
        bottom = Math.max(bottom, boxes[at + 1] + boxes[at + 3]);
      }
      if (!(right > left)) return;
      const zoom = Math.min(1, width / (right - left), height / (bottom - top));
      const dx = (width - (right - left) * zoom) / 2 - left * zoom;
      const dy = (height - (bottom - top) * zoom) / 2 - top * zoom;
      const cables = ends.length / 4;
      g.strokeStyle = colours.of("cable-rest");
      // Many cables are thinner, so that a full fabric is no slab.
      g.lineWidth = cables > 4000 ? 0.15 : cables > 600 ? 0.35 : 0.6;
      g.beginPath();
      for (let at = 0; at < ends.length; at += 4) {
        g.moveTo(ends[at] * zoom + dx, ends[at + 1] * zoom + dy);
        g.lineTo(ends[at + 2] * zoom + dx, ends[at + 3] * zoom + dy);
      }
      g.stroke();
      g.lineWidth = 1;
      for (let row = 0; row < boxes.length / 4; row++) {
        const at = 4 * row;
        const [x, y] = [Math.round(boxes[at] * zoom + dx) + 0.5, Math.round(boxes[at + 1] * zoom + dy) + 0.5];
        const [w, h] = [
          Math.max(2, Math.round(boxes[at + 2] * zoom) - 1),
          Math.max(2, Math.round(boxes[at + 3] * zoom) - 1),
        ];
        g.fillStyle = colours.of("device");
        g.fillRect(x, y, w, h);
        g.strokeStyle = colours.of("device-edge");
        g.strokeRect(x, y, w, h);
        if (tiers[row] > 0 && h > 4) {
          g.fillStyle = colours.of(`tier-${Math.min(3, tiers[row])}`);
          g.fillRect(x - 0.5, y - 0.5, w + 1, 1.5);
        }
      }
    },
    [scene],
  );
  return <Drawn label={label} draw={draw} />;
}
