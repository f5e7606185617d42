// A common model of both games: two animals take turns moving between places.
// The moves of an animal depend only on its place, and every move is reversible.

import { type Case, type Graph, type Grid, isGrid } from "./case";

export const MOUSE = 0;
export const CAT = 1;
export type Player = typeof MOUSE | typeof CAT;

export interface Position {
  turn: Player;
  mouse: number;
  cat: number;
}

export interface Game {
  readonly of: Case;
  /** The number of places: the cells of a board, indexed row by row, or the nodes of a graph. */
  readonly size: number;
  /** The moves of each player from each place; empty for places that the player cannot occupy. */
  readonly moves: readonly [readonly number[][], readonly number[][]];
  /** The place of the food or the hole. */
  readonly home: number;
  readonly start: Position;
  /** The number of plies after which the cat wins. */
  readonly maxPlies: number;
}

export function game(it: Case): Game {
  return isGrid(it) ? grid(it) : graph(it);
}

/** Returns the winner if the animals are on these places, or `undefined` if the game is not over. */
export function winner({ of, home }: Game, mouse: number, cat: number): Player | undefined {
  if (mouse === cat || (cat === home && isGrid(of))) return CAT;
  return mouse === home ? MOUSE : undefined;
}

export function other(player: Player): Player {
  return player === MOUSE ? CAT : MOUSE;
}

/** Returns the place of a player's animal. */
export function on(player: Player, { mouse, cat }: Position): number {
  return player === MOUSE ? mouse : cat;
}

/** Returns the positions after one move, in a fixed order. */
export function successors({ moves }: Game, { turn, mouse, cat }: Position): Position[] {
  return turn === MOUSE
    ? moves[MOUSE][mouse].map((to) => ({ turn: CAT, mouse: to, cat }))
    : moves[CAT][cat].map((to) => ({ turn: MOUSE, mouse, cat: to }));
}

/** Returns the moves on a board: an animal stays, or jumps up to `jump` cells in one of four directions, never over a wall. */
function grid(it: Grid): Game {
  const width = it.rows[0].length;
  const cells = it.rows.join("");
  const from = (cell: number, jump: number): number[] => {
    if (cells[cell] === "#") return [];
    const to = [cell];
    for (const [dx, dy] of [[0, -1], [0, 1], [-1, 0], [1, 0]]) {
      let x = cell % width, y = Math.floor(cell / width);
      for (let step = 1; step <= jump; step++) {
        x += dx;
        y += dy;
        const row = it.rows[y];
        if (row === undefined || x < 0 || x >= width || row[x] === "#") break;
        to.push(y * width + x);
      }
    }
    return to;
  };
  const every = (jump: number) => [...cells].map((_, cell) => from(cell, jump));
  return {
    of: it,
    size: cells.length,
    moves: [every(it.mouseJump), every(it.catJump)],
    home: cells.indexOf("F"),
    start: { turn: MOUSE, mouse: cells.indexOf("M"), cat: cells.indexOf("C") },
    maxPlies: it.maxPlies,
  };
}

/** Returns the moves on a graph: an animal moves along an edge; the cat may not enter the hole. */
function graph(it: Graph): Game {
  return {
    of: it,
    size: it.lists.length,
    moves: [it.lists, it.lists.map((list, node) => (node === 0 ? [] : list.filter((to) => to !== 0)))],
    home: 0,
    start: { turn: MOUSE, mouse: 1, cat: 2 },
    maxPlies: Infinity,
  };
}
