// Edits of a case, which need not be legal. Each function returns a new case.

import type { Graph, Grid } from "./case";
import { NODE, type Point } from "./layout";

export const FRESH: { "1728": Grid; "913": Graph } = {
  "1728": {
    problem: "1728",
    rows: ["C....", ".##..", "..#..", ".....", "M..#F"],
    catJump: 1,
    mouseJump: 2,
    maxPlies: 1000,
  },
  "913": { problem: "913", lists: [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]] },
};

/** Puts a symbol on a cell. An animal or the food disappears from its previous cell. */
export function draw(it: Grid, cell: number, symbol: string): Grid {
  const width = it.rows[0].length;
  const rows = it.rows.map((row) => [...row].map((old) => (old === symbol && "CMF".includes(symbol) ? "." : old)));
  rows[Math.floor(cell / width)][cell % width] = symbol;
  return { ...it, rows: rows.map((row) => row.join("")) };
}

/** Resizes the board to the given rows and columns; cells outside are lost. */
export function resize(it: Grid, rows: number, columns: number): Grid {
  return { ...it, rows: Array.from({ length: rows }, (_, y) => (it.rows[y] ?? "").slice(0, columns).padEnd(columns, ".")) };
}

/** Adds a node, and joins it to the node `beside` unless the graph was empty. */
export function grow(it: Graph, beside: number): Graph {
  const node = it.lists.length;
  const lists = it.lists.map((list, at) => (at === beside ? [...list, node] : list));
  return { problem: "913", lists: [...lists, node > 0 ? [beside] : []] };
}

/** Finds the point next to a node with the most free space around it. */
export function room(beside: number, points: Point[]): Point {
  const [x, y] = points[beside];
  let best: Point = [x + 4 * NODE, y];
  let most = -1;
  for (let turn = 0; turn < 16; turn++) {
    const angle = (turn * Math.PI) / 8;
    const place: Point = [
      Math.max(2 * NODE, x + 4 * NODE * Math.cos(angle)),
      Math.max(2 * NODE, y + 4 * NODE * Math.sin(angle)),
    ];
    const free = Math.min(...points.map((point) => apart(point, place)));
    if (free > most + 0.5) [best, most] = [place, free];
  }
  return best;
}

export function apart([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}

/** Adds the edge between two nodes, or removes it if it exists. */
export function link(it: Graph, a: number, b: number): Graph {
  if (a === b) return it;
  const toggled = (list: number[], to: number) =>
    list.includes(to) ? list.filter((old) => old !== to) : [...list, to].sort((x, y) => x - y);
  return {
    problem: "913",
    lists: it.lists.map((list, node) => (node === a ? toggled(list, b) : node === b ? toggled(list, a) : list)),
  };
}

/** Removes a node; the numbers of later nodes decrease by one. */
export function drop(it: Graph, gone: number): Graph {
  const lists = it.lists.filter((_, node) => node !== gone)
    .map((list) => list.filter((to) => to !== gone).map((to) => (to > gone ? to - 1 : to)));
  return { problem: "913", lists };
}
