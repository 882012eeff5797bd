// Devices on the way: boxes and cable ends moved in the scene itself, from where they were when the drag began.
import type { Prepared } from "./prepare";

export class Drag {
  private readonly boxes: Float32Array;
  private readonly ends: Float32Array;
  private readonly pairEnds: Float32Array;

  constructor(private readonly prepared: Prepared) {
    this.boxes = prepared.scene.boxes.slice();
    this.ends = prepared.scene.ends.slice();
    this.pairEnds = prepared.pairs.ends.slice();
  }

  /** Put the devices so far from where they were, in world units; their cables follow. */
  moveTo(rows: ReadonlySet<number>, dx: number, dy: number): void {
    const { scene, pairs } = this.prepared;
    scene.boxes.set(this.boxes);
    scene.ends.set(this.ends);
    pairs.ends.set(this.pairEnds);
    const push = (array: Float32Array, at: number) => {
      array[at] += dx;
      array[at + 1] += dy;
    };
    for (const row of rows) push(scene.boxes, 4 * row);
    for (let cable = 0; cable < scene.from.length; cable++) {
      if (rows.has(scene.from[cable])) push(scene.ends, 4 * cable);
      if (rows.has(scene.to[cable])) push(scene.ends, 4 * cable + 2);
    }
    for (let pair = 0; pair < pairs.upper.length; pair++) {
      if (rows.has(pairs.upper[pair])) push(pairs.ends, 4 * pair);
      if (rows.has(pairs.lower[pair])) push(pairs.ends, 4 * pair + 2);
    }
  }
}
