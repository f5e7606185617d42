// What is looked at: a game in progress, by whom, and in which words.

import { type Case, isGrid } from "./case";
import type { Show } from "./exhibit";
import { CAT, MOUSE, type Player, type Position } from "./game";
import type { Session, Side } from "./session";
import type { Words } from "./words";

export interface View {
  readonly it: Case;
  readonly session: Session;
  readonly words: Words;
  readonly side: Side;
  readonly show: Show;
  /** Whether nothing is revealed about best play. */
  readonly quiet: boolean;
  /** Whether the best moves are marked. */
  readonly hints: boolean;
}

/** Whether the player may move now. */
export function mine({ side, session }: View): boolean {
  return side === "both" || session.here.turn === side;
}

/** Whose safety is shown. */
export function keeper({ side, session }: View): Player {
  return side === "both" ? session.here.turn : side;
}

/** What a place is called. */
export function called({ it, words }: View, place: number, short = false): string {
  if (!isGrid(it)) return words.node(place);
  const columns = it.rows[0].length;
  return words[short ? "short" : "row"](Math.floor(place / columns) + 1, place % columns + 1);
}

/** Positions of a game, the mouse to move first. */
export function positions(line: [number, number][]): Position[] {
  return line.map(([mouse, cat], ply) => ({ turn: ply % 2 === 0 ? MOUSE : CAT, mouse, cat }));
}
