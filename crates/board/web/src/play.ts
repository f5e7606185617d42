// The values of positions and moves, and perfect play.

import { CAT, type Game, game, MOUSE, type Player, type Position, successors, winner } from "./game";
import { index, solve, type Table } from "./solve";
import { type Case, isGrid } from "./case";

/**
 * The winner under perfect play (`undefined` for a draw) and the number of plies.
 * If the cat wins on a board because the mouse does not reach the food within the move
 * limit, the number is `undefined`.
 */
export interface Value {
  winner: Player | undefined;
  plies: number | undefined;
}

export interface Move {
  to: Position;
  value: Value;
}

/** A solved game. */
export class Play {
  readonly game: Game;
  readonly #table: Table;

  /** Solves the case, or reads its values from a given table. */
  constructor(it: Case, table?: Table) {
    this.game = game(it);
    this.#table = table ?? solve(this.game);
  }

  /** Returns the value of a position that is reached after the given number of plies. */
  value(at: Position, made: number): Value {
    const { of, maxPlies } = this.game;
    const value = this.#table[index(this.game, at)];
    const plies = Math.abs(value) - 1;
    if (value !== 0 && plies <= maxPlies - made) return { winner: value > 0 ? MOUSE : CAT, plies };
    return { winner: isGrid(of) ? CAT : undefined, plies: undefined };
  }

  /** Returns the winner, or `undefined` if the game is not over in this position. */
  over(at: Position): Player | undefined {
    return winner(this.game, at.mouse, at.cat);
  }

  /**
   * Returns every move with its value, best first: a quick win before a slow one, any
   * win before a draw, a draw before a loss, a late loss before an early one.
   */
  ranked(at: Position, made: number): Move[] {
    if (this.over(at) !== undefined) return [];
    const moves = successors(this.game, at).map((to) => ({ to, value: this.value(to, made + 1) }));
    return moves.sort((a, b) => worth(b.value, at.turn) - worth(a.value, at.turn));
  }

  /** Returns the moves that are tied for best. */
  best(at: Position, made: number): Move[] {
    const moves = this.ranked(at, made);
    return moves.filter(({ value }) => worth(value, at.turn) === worth(moves[0].value, at.turn));
  }

  /** Returns the best move; ties are broken in favour of the move that leaves the opponent the fewest good replies. */
  perfect(at: Position, made: number): Position {
    let chosen: Position | undefined;
    let fewest = Infinity;
    for (const { to } of this.best(at, made)) {
      const won = this.over(to);
      const replies = won === at.turn ? -1 : won !== undefined ? 1e9 : this.best(to, made + 1).length;
      if (replies < fewest) [chosen, fewest] = [to, replies];
    }
    return chosen!;
  }
}

/** Rates a value for a player; higher is better. */
export function worth({ winner: who, plies }: Value, player: Player): number {
  if (who === undefined) return 0;
  // A win at the move limit counts as the slowest win.
  const distance = plies ?? 1e7;
  return who === player ? 1e8 - distance : distance - 1e8;
}
