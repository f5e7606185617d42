// The state of the view: the game in progress, the viewer's side, and the language.

import { type Case, isGrid } from "./case";
import type { Show } from "./case_data";
import { CAT, MOUSE, type Player, type Position } from "./game";
import type { Session, Side } from "./session";
import type { Words } from "./words";

export interface View {
  readonly it: Case;
  readonly session: Session;
  readonly words: Words;
  readonly side: Side;
  readonly show: Show;
  /** Whether values and hints are hidden. */
  readonly quiet: boolean;
  /** Whether the best moves are marked. */
  readonly hints: boolean;
}

/** Returns whether the viewer may move now. */
export function mine({ side, session }: View): boolean {
  return side === "both" || session.here.turn === side;
}

/** Returns the player whose safe places are shown. */
export function keeper({ side, session }: View): Player {
  return side === "both" ? session.here.turn : side;
}

/** Returns the name of a place. */
export function called({ it, words }: View, place: number, short = false): string {
  if (!isGrid(it)) return words.node(place);
  const columns = it.rows[0].length;
  return words[short ? "short" : "row"](Math.floor(place / columns) + 1, place % columns + 1);
}

/** Returns the positions of a game in which the mouse moves first. */
export function positions(line: [number, number][]): Position[] {
  return line.map(([mouse, cat], ply) => ({ turn: ply % 2 === 0 ? MOUSE : CAT, mouse, cat }));
}
