// Computes where the places of a case are drawn.

import { type Case, isGrid } from "./case";

export const CELL = 40;
export const NODE = 15;

/** The drawn distance between two nodes is proportional to this power of the number of edges between them. */
const BEND = 0.75;

export type Point = [number, number];

export interface Layout {
  /** Whether the case consists of square cells rather than nodes and edges. */
  cells: boolean;
  points: Point[];
  /** The symbols on the cells; empty for a graph. */
  symbols: string;
  links: [number, number][];
  home: number;
  width: number;
  height: number;
}

/** Lays out a case, which need not be legal. */
export function layout(it: Case, before?: Point[]): Layout {
  return isGrid(it) ? board(it.rows) : net(it.lists, before);
}

function board(rows: string[]): Layout {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const symbols = rows.map((row) => row.padEnd(columns, "#")).join("");
  return {
    cells: true,
    points: [...symbols].map((_, i) => [(i % columns + 0.5) * CELL, (Math.floor(i / columns) + 0.5) * CELL]),
    symbols,
    links: [],
    home: symbols.indexOf("F"),
    width: columns * CELL,
    height: rows.length * CELL,
  };
}

function net(lists: number[][], before?: Point[]): Layout {
  const links: [number, number][] = [];
  lists.forEach((list, from) => {
    for (const to of list) if (from < to && to < lists.length) links.push([from, to]);
  });
  const points = before?.length === lists.length ? before : arrange(lists.length, links);
  const size = extent(points);
  return { cells: false, points, symbols: "", links, home: 0, ...size };
}

/** Returns the size of a graph's drawing. */
export function extent(points: Point[]): { width: number; height: number } {
  const margin = NODE * 2;
  return {
    width: Math.max(8 * NODE, ...points.map(([x]) => x)) + margin,
    height: Math.max(6 * NODE, ...points.map(([, y]) => y)) + margin,
  };
}

/** Lays out each connected component of a graph separately, and arranges them in rows. */
function arrange(count: number, links: [number, number][]): Point[] {
  const points: Point[] = Array(count);
  const parts = components(count, links).map((nodes) => {
    const names = new Map(nodes.map((node, i) => [node, i]));
    const inner = links.filter(([a]) => names.has(a)).map(([a, b]): [number, number] => [names.get(a)!, names.get(b)!]);
    const at = clearest(nodes.length, inner);
    return { nodes, at, width: Math.max(...at.map(([x]) => x)), height: Math.max(...at.map(([, y]) => y)) };
  }).sort((a, b) => b.nodes.length - a.nodes.length);
  const gap = 4 * NODE;
  const area = parts.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const most = Math.max(parts[0]?.width ?? 0, 1.4 * Math.sqrt(area));
  let [left, top, tallest] = [2 * NODE, 2 * NODE, 0];
  for (const { nodes, at, width, height } of parts) {
    if (left > 2 * NODE && left + width > most + 2 * NODE) [left, top, tallest] = [2 * NODE, top + tallest + gap, 0];
    nodes.forEach((node, i) => (points[node] = [at[i][0] + left, at[i][1] + top]));
    left += width + gap;
    tallest = Math.max(tallest, height);
  }
  return points;
}

function components(count: number, links: [number, number][]): number[][] {
  const lists = neighbours(count, links);
  const seen = new Set<number>();
  const parts: number[][] = [];
  for (let first = 0; first < count; first++) {
    if (seen.has(first)) continue;
    seen.add(first);
    const part = [first];
    for (const node of part) {
      for (const to of lists[node]) {
        if (seen.has(to)) continue;
        seen.add(to);
        part.push(to);
      }
    }
    parts.push(part);
  }
  return parts;
}

function neighbours(count: number, links: [number, number][]): number[][] {
  const lists = Array.from({ length: count }, (): number[] => []);
  for (const [a, b] of links) {
    lists[a].push(b);
    lists[b].push(a);
  }
  return lists;
}

/** Tries a few layouts of a connected graph, and returns the one whose edges are easiest to follow. */
function clearest(count: number, links: [number, number][]): Point[] {
  const steps = distances(count, links);
  const tries = count > 60 ? 1 : 12;
  let best: Point[] = [];
  let least = Infinity;
  for (let seed = 1; seed <= tries; seed++) {
    const points = relax(count, steps, (2 * links.length) / count, seed);
    const cost = tries === 1 ? 0 : confusion(points, links);
    if (cost < least) [best, least] = [points, cost];
  }
  return turned(best);
}

/** Returns the number of edges on the shortest path between every two nodes. */
function distances(count: number, links: [number, number][]): Uint16Array {
  const lists = neighbours(count, links);
  const steps = new Uint16Array(count * count);
  for (let from = 0; from < count; from++) {
    const seen = [from];
    const row = steps.subarray(from * count, (from + 1) * count);
    for (let next = 0; next < seen.length && seen.length < count; next++) {
      for (const to of lists[seen[next]]) {
        if (to === from || row[to] > 0) continue;
        row[to] = row[seen[next]] + 1;
        seen.push(to);
      }
    }
  }
  return steps;
}

/** Rotates a layout so that it takes the least space and is wider than it is tall, and moves it to the origin. */
function turned(points: Point[]): Point[] {
  let best = points;
  let least = Infinity;
  for (let turn = 0; turn < 24; turn++) {
    const [sin, cos] = [Math.sin((turn * Math.PI) / 24), Math.cos((turn * Math.PI) / 24)];
    const now = points.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]);
    const [xs, ys] = [now.map(([x]) => x), now.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - left + NODE, Math.max(...ys) - top + NODE];
    const cost = width * height * (height > width ? 1.5 : 1);
    if (cost < least) [best, least] = [now.map(([x, y]): Point => [x - left, y - top]), cost];
  }
  return best;
}

/**
 * Minimises stress by stochastic gradient descent (Zheng, Pawar, Goodman: Graph
 * Drawing by SGD, 2018). Each pair of nodes in turn is moved towards a distance that
 * grows with the number of edges between them. The steps become smaller and smaller.
 */
function relax(count: number, steps: Uint16Array, degree: number, seed: number): Point[] {
  // Many edges require more space between the nodes.
  const length = NODE * Math.min(9, 4.2 + 1.3 * Math.max(0, degree - 2.4));
  let state = seed;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const at = Array.from({ length: count }, (): Point => [random() * count, random() * count]);
  const pairs: [number, number][] = [];
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) pairs.push([a, b]);
  const farthest = steps.reduce((a, b) => Math.max(a, b), 1) ** BEND;
  const rounds = count > 200 ? 15 : 40;
  for (let round = 0; round < rounds; round++) {
    const rate = farthest ** 2 * (0.05 / farthest ** 2) ** (round / (rounds - 1));
    for (let i = pairs.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [pairs[i], pairs[j]] = [pairs[j], pairs[i]];
    }
    for (const [a, b] of pairs) {
      // Distances grow less than proportionally, so that long and thin graphs bend.
      const wanted = steps[a * count + b] ** BEND;
      const [dx, dy] = [at[a][0] - at[b][0], at[a][1] - at[b][1]];
      const apart = Math.hypot(dx, dy) || 1e-6;
      const pull = (Math.min(1, rate / wanted ** 2) * (apart - wanted)) / 2 / apart;
      at[a][0] -= pull * dx;
      at[a][1] -= pull * dy;
      at[b][0] += pull * dx;
      at[b][1] += pull * dy;
    }
  }
  // Push apart nodes that are still too close to each other.
  const clear = (NODE * 3.2) / length;
  for (let round = 0; round < rounds; round++) {
    for (const [a, b] of pairs) {
      const [dx, dy] = [at[a][0] - at[b][0], at[a][1] - at[b][1]];
      const apart = Math.hypot(dx, dy) || 1e-6;
      if (apart >= clear) continue;
      const push = (clear - apart) / 2 / apart;
      at[a][0] += push * dx;
      at[a][1] += push * dy;
      at[b][0] -= push * dx;
      at[b][1] -= push * dy;
    }
  }
  return at.map(([x, y]) => [x * length, y * length]);
}

/** Counts edge crossings and, with a higher penalty, nodes that lie under edges of other nodes. */
function confusion(points: Point[], links: [number, number][]): number {
  const side = ([ax, ay]: Point, [bx, by]: Point, [px, py]: Point) =>
    (bx - ax) * (py - ay) - (by - ay) * (px - ax);
  let cost = 0;
  links.forEach(([a, b], i) => {
    const [p, q] = [points[a], points[b]];
    for (const [c, d] of links.slice(i + 1)) {
      if (a === c || a === d || b === c || b === d) continue;
      const [r, t] = [points[c], points[d]];
      if (side(p, q, r) * side(p, q, t) < 0 && side(r, t, p) * side(r, t, q) < 0) cost += 1;
    }
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
    points.forEach((point, node) => {
      if (node === a || node === b) return;
      const along = ((point[0] - p[0]) * (q[0] - p[0]) + (point[1] - p[1]) * (q[1] - p[1])) / length;
      const off = Math.abs(side(p, q, point)) / length;
      if (along > 0 && along < length && off < NODE * 1.2) cost += 12;
    });
  });
  return cost;
}
