// What a kind of fabric looks like, in small: boxes and the cables between them, by the template's name.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Sketch {
  boxes: Box[];
  /** Pairs of rows of `boxes`; cables run from middle to middle. */
  cables: [number, number][];
  /** Cables that leave the drawing and come back at its other side. */
  around: [x1: number, y1: number, x2: number, y2: number][];
}

export const WIDTH = 104;
export const HEIGHT = 72;

/** The sketch of a template; null for one that is drawn by its tiers alone. */
export function sketchOf(template: string): Sketch | null {
  return SKETCHES[template]?.() ?? null;
}

const SKETCHES: Record<string, () => Sketch> = {
  "leaf-spine": leafSpine,
  "fat-tree": fatTree,
  "rail-optimised": () => railUnits(2, 4),
  "rail-optimised-pods": railPods,
  "rail-only": railOnly,
  "dual-plane": dualPlane,
  dragonfly,
  "dragonfly-plus": dragonflyPlus,
  "torus-2d": torus2d,
  "torus-3d": torus3d,
};

class Drawing {
  readonly sketch: Sketch = { boxes: [], cables: [], around: [] };

  box(x: number, y: number, width: number, height: number): number {
    return this.sketch.boxes.push({ x: x - width / 2, y: y - height / 2, width, height }) - 1;
  }

  /** A row of boxes between two sides. */
  row(count: number, y: number, [width, height]: [number, number], [left, right] = [4, WIDTH - 4]): number[] {
    const step = (right - left) / count;
    return Array.from({ length: count }, (_, i) => this.box(left + step * (i + 0.5), y, width, height));
  }

  all(some: readonly number[], others: readonly number[]): void {
    for (const one of some) for (const other of others) this.sketch.cables.push([one, other]);
  }

  /** Each pair of them. */
  mesh(some: readonly number[]): void {
    for (const [row, one] of some.entries()) this.all([one], some.slice(row + 1));
  }
}

const SWITCH: [number, number] = [9, 4];
const HOST: [number, number] = [3, 7];
const SMALL: [number, number] = [6, 4];

function leafSpine(): Sketch {
  const draw = new Drawing();
  const [spines, leaves] = [draw.row(4, 12, SWITCH, [16, 88]), draw.row(6, 36, SWITCH)];
  draw.all(spines, leaves);
  const hosts = draw.row(18, 61, HOST);
  for (const [row, host] of hosts.entries()) draw.all([leaves[Math.floor(row / 3)]], [host]);
  return draw.sketch;
}

/** k = 4: in each pod two edge and two aggregation switches; a core joins one aggregation switch of each pod. */
function fatTree(): Sketch {
  const draw = new Drawing();
  const cores = draw.row(4, 8, SMALL, [18, 86]);
  const middle = draw.row(8, 26, SMALL);
  const edge = draw.row(8, 44, SMALL);
  const hosts = draw.row(16, 63, HOST);
  for (const [row, host] of hosts.entries()) draw.all([edge[Math.floor(row / 2)]], [host]);
  for (let pod = 0; pod < 8; pod += 2) draw.all(edge.slice(pod, pod + 2), middle.slice(pod, pod + 2));
  for (const [row, core] of cores.entries())
    draw.all(
      [core],
      middle.filter((_, place) => place % 2 === Math.floor(row / 2)),
    );
  return draw.sketch;
}

/** In a unit each server is on every leaf, one a rail; every leaf is on every spine. */
function railUnits(units: number, rails: number): Sketch {
  const draw = new Drawing();
  const spines = draw.row(4, 10, SWITCH, [20, 84]);
  const width = (WIDTH - 8) / units;
  for (let unit = 0; unit < units; unit++) {
    const sides: [number, number] = [4 + unit * width + 3, 4 + (unit + 1) * width - 3];
    const leaves = draw.row(rails, 34, [7, 4], sides);
    draw.all(spines, leaves);
    draw.all(leaves, draw.row(6, 60, [4, 8], sides));
  }
  return draw.sketch;
}

function railPods(): Sketch {
  const draw = new Drawing();
  const cores = draw.row(4, 7, SMALL, [20, 84]);
  for (const sides of [
    [4, 50],
    [54, 100],
  ]) {
    const pod = sides as [number, number];
    const spines = draw.row(4, 24, SMALL, pod);
    const leaves = draw.row(4, 43, SMALL, pod);
    for (const [rail, spine] of spines.entries()) draw.all([cores[rail]], [spine]);
    draw.all(spines, leaves);
    draw.all(leaves, draw.row(5, 63, [4, 7], pod));
  }
  return draw.sketch;
}

/** Every server on every rail, and nothing between the rails. */
function railOnly(): Sketch {
  const draw = new Drawing();
  draw.all(draw.row(4, 16, [12, 5]), draw.row(8, 56, [5, 10]));
  return draw.sketch;
}

/** Two networks that never meet; a server has a port in each. */
function dualPlane(): Sketch {
  const draw = new Drawing();
  const hosts = draw.row(8, 61, [4, 8]);
  for (const sides of [
    [4, 50],
    [54, 100],
  ]) {
    const plane = sides as [number, number];
    const tops = draw.row(2, 10, SWITCH, plane);
    const tors = draw.row(4, 32, [8, 4], plane);
    draw.all(tops, tors);
    for (const [row, host] of hosts.entries()) draw.all([tors[Math.floor(row / 2)]], [host]);
  }
  return draw.sketch;
}

function ring(count: number, radius: number, row: number): [number, number] {
  const angle = (2 * Math.PI * row) / count - Math.PI / 2;
  return [WIDTH / 2 + radius * Math.cos(angle), HEIGHT / 2 + radius * Math.sin(angle)];
}

/** Nine groups in a ring, a cable between any two. */
function dragonfly(): Sketch {
  const draw = new Drawing();
  draw.mesh(
    Array.from({ length: 9 }, (_, group) => {
      const [x, y] = ring(9, 30, group);
      return draw.box(x, y, 7, 7);
    }),
  );
  return draw.sketch;
}

/** Six groups in a ring: spines inside, with the cables to the other groups, two leaves behind each. */
function dragonflyPlus(): Sketch {
  const draw = new Drawing();
  const spines = Array.from({ length: 6 }, (_, group) => {
    const [x, y] = ring(6, 19, group);
    return draw.box(x, y, 6, 5);
  });
  draw.mesh(spines);
  for (const [group, spine] of spines.entries()) {
    const leaves = [-0.22, 0.22].map((aside) => {
      const [x, y] = ring(6, 31, group + aside);
      return draw.box(x, y, 5, 4);
    });
    draw.all([spine], leaves);
  }
  return draw.sketch;
}

/** Five by four switches; every row and column is closed to a ring. */
function torus2d(): Sketch {
  const draw = new Drawing();
  const [columns, rows] = [5, 4];
  const at = (column: number, row: number): [number, number] => [16 + column * 18, 12 + row * 16];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = at(column, row);
      const own = draw.box(x, y, 6, 6);
      if (column) draw.all([own - 1], [own]);
      if (row) draw.all([own - columns], [own]);
    }
  for (let row = 0; row < rows; row++) {
    const [[left, y], [right]] = [at(0, row), at(columns - 1, row)];
    draw.sketch.around.push([left - 10, y, left, y], [right, y, right + 10, y]);
  }
  for (let column = 0; column < columns; column++) {
    const [[x, top], [, bottom]] = [at(column, 0), at(column, rows - 1)];
    draw.sketch.around.push([x, top - 9, x, top], [x, bottom, x, bottom + 9]);
  }
  return draw.sketch;
}

/** Three switches along each dimension, seen askew. */
function torus3d(): Sketch {
  const draw = new Drawing();
  for (let z = 2; z >= 0; z--)
    for (let y = 0; y < 3; y++)
      for (let x = 0; x < 3; x++) {
        const own = draw.box(20 + x * 25 + z * 8, 22 + y * 20 - z * 7, 4, 4);
        if (x) draw.all([own - 1], [own]);
        if (y) draw.all([own - 3], [own]);
        if (z < 2) draw.all([own - 9], [own]);
      }
  return draw.sketch;
}
