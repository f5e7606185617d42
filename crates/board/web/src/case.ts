// The text form of the cases of both games, and the limits on contest size.
//
// A case of problem 1728 is a board of up to 8 × 8 cells. `.` is floor, `#` is a wall,
// and there is exactly one `C`, one `M` and one `F`. A case of problem 913 is an
// undirected simple graph of 3 to 50 nodes. The mouse starts on node 1, the cat on
// node 2, and the hole is node 0.

export interface Grid {
  problem: "1728";
  rows: string[];
  catJump: number;
  mouseJump: number;
  /** The number of plies after which the cat wins. */
  maxPlies: number;
}

export interface Graph {
  problem: "913";
  /** The neighbours of each node. */
  lists: number[][];
}

export type Case = Grid | Graph;

export function isGrid(it: Case): it is Grid {
  return it.problem === "1728";
}

export const DEFAULT_MAX_PLIES = 1000;
export const LONGEST_SIDE = 8;
export const MOST_NODES = 50;
export const FEWEST_NODES = 3;

/** A rule that a case breaks: its key in the tables of texts, and the values for its message. */
export interface Fault {
  rule: keyof typeof RULES;
  /** The values for the message, in the order given in `RULES`. */
  about: (string | number)[];
}

/** Every rule, and the values that its message contains. */
export const RULES = {
  empty: [],
  tooLong: ["characters"],
  notRead: ["text"],
  cutShort: [],
  extra: ["text"],
  noRows: [],
  sides: ["rows", "columns"],
  uneven: ["row", "cells", "first"],
  cell: ["row", "column", "text"],
  missing: ["piece"],
  twice: ["piece", "row", "column"],
  jump: ["whose", "text"],
  nodes: ["count"],
  lonely: ["node"],
  stranger: ["node", "neighbour", "last"],
  loop: ["node"],
  repeated: ["node", "neighbour"],
  oneWay: ["node", "neighbour"],
  catStuck: [],
  links: ["node", "announced", "found"],
  limit: ["text"],
} as const;

export class Illegal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.rule);
  }
}

export function refuse(rule: Fault["rule"], ...about: (string | number)[]): never {
  throw new Illegal({ rule, about });
}

/** Throws if a case breaks a rule or, with `contest`, exceeds contest size. */
export function check(it: Case, contest = true): void {
  if (isGrid(it)) checkGrid(it, contest);
  else checkGraph(it, contest);
}

function checkGrid({ rows, catJump, mouseJump }: Grid, contest: boolean): void {
  if (rows.length === 0) refuse("noRows");
  const width = rows[0].length;
  if (width === 0 || (contest && (rows.length > LONGEST_SIDE || width > LONGEST_SIDE))) {
    refuse("sides", rows.length, width);
  }
  const found: Record<string, boolean> = { C: false, M: false, F: false };
  rows.forEach((row, y) => {
    if (row.length !== width) refuse("uneven", y + 1, row.length, width);
    for (let x = 0; x < width; x++) {
      const cell = row[x];
      if (cell in found) {
        if (found[cell]) refuse("twice", cell, y + 1, x + 1);
        found[cell] = true;
      } else if (cell !== "." && cell !== "#") refuse("cell", y + 1, x + 1, cell);
    }
  });
  for (const piece in found) if (!found[piece]) refuse("missing", piece);
  const jumps = { C: catJump, M: mouseJump };
  for (const [whose, jump] of Object.entries(jumps)) {
    const most = contest ? LONGEST_SIDE : Infinity;
    if (!Number.isInteger(jump) || jump < 1 || jump > most) refuse("jump", whose, jump);
  }
}

function checkGraph({ lists }: Graph, contest: boolean): void {
  const count = lists.length;
  if (count < FEWEST_NODES || (contest && count > MOST_NODES)) refuse("nodes", count);
  lists.forEach((list, node) => {
    if (list.length === 0) refuse("lonely", node);
    const seen = new Set<number>();
    for (const to of list) {
      if (!Number.isInteger(to) || to < 0 || to >= count) refuse("stranger", node, to, count - 1);
      if (to === node) refuse("loop", node);
      if (seen.has(to)) refuse("repeated", node, to);
      seen.add(to);
    }
  });
  lists.forEach((list, node) => {
    for (const to of list) if (!lists[to].includes(node)) refuse("oneWay", node, to);
  });
  if (lists[2].every((to) => to === 0)) refuse("catStuck");
}

/** Returns a case in the LeetCode form: one JSON argument per line. */
export function leetcode(it: Case): string {
  return isGrid(it)
    ? `${JSON.stringify(it.rows)}\n${it.catJump}\n${it.mouseJump}\n`
    : `${JSON.stringify(it.lists)}\n`;
}

/** Returns the number of places in a case: cells or nodes. */
export function places(it: Case): number {
  return isGrid(it) ? it.rows.length * it.rows[0].length : it.lists.length;
}

/** Returns whether a case can be drawn and edited, even if it is not legal. */
export function hasShape(it: Case): boolean {
  if (isGrid(it)) return it.rows.length > 0 && ofContestSize(it) && it.rows.every(({ length }) => length > 0 && length === it.rows[0].length);
  return ofContestSize(it) && it.lists.flat().every((to) => to >= 0 && to < it.lists.length);
}

/** Returns whether a case has contest size. The page can solve such a case without a table of values. */
export function ofContestSize(it: Case): boolean {
  return isGrid(it)
    ? it.rows.length <= LONGEST_SIDE && it.rows[0].length <= LONGEST_SIDE
    : it.lists.length <= MOST_NODES;
}
