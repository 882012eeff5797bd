// The painter in a Worker: it hears the view, draws off screen and sends each picture back.
import type { Drawn, ToPainter } from "./messages";
import { Painter } from "./painter";

const canvas = new OffscreenCanvas(1, 1);
const context = canvas.getContext("2d", { alpha: false });
const painter = context ? new Painter(context) : null;

self.onmessage = ({ data }: MessageEvent<ToPainter>) => {
  if (!painter?.hear(data)) return;
  const begun = performance.now();
  const cables = painter.draw(data.sight);
  const picture = canvas.transferToImageBitmap();
  const { sight, turn } = data;
  const drawn: Drawn = { sight, turn, picture, ms: performance.now() - begun, cables };
  self.postMessage(drawn, { transfer: [picture] });
};
