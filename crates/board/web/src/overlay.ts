// The marks, hints and arrows that the board shows on top of a position, and the labels of the
// places for screen readers.

import { isGrid } from "./case";
import type { Scene } from "./board";
import type { Arrow, Mark } from "./figures";
import { MOUSE, on, other, type Player, type Position } from "./game";
import type { Value } from "./play";
import { called, keeper, mine, type View } from "./view";

/** Returns the marks that are shown on the places. */
export function marks(view: View): Map<number, Mark> {
  const { session, show, words } = view;
  const { play, here, at } = session;
  const marks = new Map<number, Mark>();
  const mark = (place: number, value: Value, text = words.mark(value)) => {
    const kind = value.winner === undefined ? "draw" : value.winner === MOUSE ? "mouse" : "cat";
    const strength = value.plies === undefined ? 0.7 : 0.4 + 0.6 * Math.exp(-value.plies / 20);
    marks.set(place, { kind, text, strength });
  };
  if (show === "moves" && session.end() === undefined) {
    for (const { to, value } of play.ranked(here, at)) mark(on(here.turn, to), value);
  }
  const anywhere = (player: Player, turn: Player, tell: (place: number, value: Value, over: boolean) => void) => {
    for (let place = 0; place < play.game.size; place++) {
      const moved: Position = { ...here, turn, [player === MOUSE ? "mouse" : "cat"]: place };
      if (play.game.moves[player][place].length > 0) tell(place, play.value(moved, at), play.over(moved) !== undefined);
    }
  };
  if (show === "mouse" || show === "cat") anywhere(show === "mouse" ? MOUSE : other(MOUSE), here.turn, (place, value, over) => over || mark(place, value));
  if (show === "safe") {
    const safe = keeper(view);
    anywhere(safe, other(safe), (place, value) => {
      if (value.winner !== other(safe)) mark(place, { winner: safe, plies: undefined }, "✓");
    });
  }
  return marks;
}

/**
 * Returns arrows for the best move and for the threat: the move with which the opponent would win
 * if it were the opponent's turn.
 */
function arrows({ session, show, hints }: View): Arrow[] {
  const { here, at, play } = session;
  if ((show !== "moves" && !hints) || session.end() !== undefined) return [];
  const arrow = (from: Position, threat: boolean): Arrow => ({
    from: on(from.turn, from),
    to: on(from.turn, play.perfect(from, at)),
    animal: from.turn === MOUSE ? "mouse" : "cat",
    threat,
  });
  const passed = { ...here, turn: other(here.turn) };
  const threat = play.value(passed, at);
  const isThreat = threat.winner === passed.turn && threat.plies !== undefined;
  return [...(isThreat ? [arrow(passed, true)] : []), arrow(here, false)];
}

/** Returns the position with its marks. */
export function scene(view: View, marks: Map<number, Mark>): Scene {
  const { session, words, it } = view;
  const { here, at, line, play } = session;
  const { game } = play;
  const grid = isGrid(it);
  const moves = session.end() === undefined ? play.ranked(here, at) : [];
  const places = new Set(moves.map(({ to }) => on(here.turn, to)));
  const hints = new Set(view.hints && moves.length > 0 ? play.best(here, at).map(({ to }) => on(here.turn, to)) : []);
  const before = line[at - 1];
  return {
    mouse: here.mouse,
    cat: here.cat,
    marks,
    hints,
    arrows: arrows(view),
    open: mine(view) ? places : new Set(),
    last: before && [on(before.turn, before), on(before.turn, here)],
    label: (place) => [
      called(view, place),
      grid && game.moves[MOUSE][place].length === 0 && words.wall,
      place === here.mouse && words.player(MOUSE),
      place === here.cat && words.player(other(MOUSE)),
      grid && place === game.home && words.food,
      places.has(place) && words.canGo,
      hints.has(place) && words.best,
      marks.get(place)?.text,
    ].filter(Boolean).join(", "),
  };
}
