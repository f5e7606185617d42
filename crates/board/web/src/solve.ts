// Retrograde analysis: solves a game backwards from its final positions.

import { CAT, type Game, MOUSE, type Position, winner } from "./game";

/**
 * The value of every position at its `index`: `d + 1` if the mouse forces a win
 * in `d` plies, `-(d + 1)` if the cat does, and 0 if neither can force a win or
 * the position is unreachable.
 */
export type Table = Int32Array;

export function index({ size }: Game, { turn, mouse, cat }: Position): number {
  return (turn * size + mouse) * size + cat;
}

/**
 * Solves a game for all its positions.
 *
 * The player to move wins if one successor is a win for that player, and loses if
 * the opponent wins all successors. A counter tracks the successors that the opponent
 * is not yet known to win. The queue yields positions by increasing distance, so the
 * first value found is correct: the winner wins as soon as possible, and the loser
 * loses as late as possible.
 */
export function solve(game: Game): Table {
  const { size, moves } = game;
  const half = size * size;
  const table = new Int32Array(2 * half);
  const open = new Uint16Array(2 * half);
  const queue = new Uint32Array(2 * half);
  let end = 0;
  for (let mouse = 0; mouse < size; mouse++) {
    if (moves[MOUSE][mouse].length === 0) continue;
    for (let cat = 0; cat < size; cat++) {
      if (moves[CAT][cat].length === 0) continue;
      const won = winner(game, mouse, cat);
      for (const turn of [MOUSE, CAT] as const) {
        const state = turn * half + mouse * size + cat;
        if (won === undefined) {
          open[state] = turn === MOUSE ? moves[MOUSE][mouse].length : moves[CAT][cat].length;
        } else {
          table[state] = won === MOUSE ? 1 : -1;
          queue[end++] = state;
        }
      }
    }
  }
  for (let next = 0; next < end; next++) {
    const state = queue[next];
    const value = table[state];
    const mover = state < half ? CAT : MOUSE;
    const mouse = Math.floor((state % half) / size);
    const cat = state % size;
    const later = value > 0 ? value + 1 : value - 1;
    const wins = value > 0 === (mover === MOUSE);
    for (const from of moves[mover][mover === MOUSE ? mouse : cat]) {
      const before = mover === MOUSE ? from * size + cat : half + mouse * size + from;
      // `open` is 0 if the game is over or an animal cannot be on its place.
      if (table[before] === 0 && open[before] > 0 && (wins || --open[before] === 0)) {
        table[before] = later;
        queue[end++] = before;
      }
    }
  }
  return table;
}
