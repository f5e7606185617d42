// A game in progress: the positions so far, and the one that is shown.

import { isGrid } from "./case";
import { CAT, type Player, type Position, MOUSE } from "./game";
import { type Play, type Value, worth } from "./play";

export type Side = Player | "both";

export type End =
  | { how: "home" | "caught" | "food" | "limit"; winner: Player }
  | { how: "repeats"; winner: undefined };

/** How a move compares with the best move. */
export type Judgement =
  | { kind: "best" | "sooner"; after: Value }
  | { kind: "slower"; by: number; after: Value }
  | { kind: "lost"; before: Value; after: Value };

export class Session {
  /** All positions so far, beginning with the start. */
  line: Position[];
  /** The index of the position that is shown. */
  at = 0;

  constructor(readonly play: Play, line?: Position[]) {
    this.line = line && line.length > 0 ? line : [play.game.start];
  }

  get here(): Position {
    return this.line[this.at];
  }

  value(ply = this.at): Value {
    return this.play.value(this.line[ply], ply);
  }

  end(ply = this.at): End | undefined {
    const at = this.line[ply];
    const { home, maxPlies, of } = this.play.game;
    const won = this.play.over(at);
    if (won === MOUSE) return { how: "home", winner: MOUSE };
    if (won === CAT) return { how: at.cat === home && at.mouse !== home ? "food" : "caught", winner: CAT };
    if (!isGrid(of) && this.repeats(ply)) return { how: "repeats", winner: undefined };
    return ply >= maxPlies ? { how: "limit", winner: CAT } : undefined;
  }

  /** Returns whether the position has occurred before. */
  repeats(ply = this.at): boolean {
    const { turn, mouse, cat } = this.line[ply];
    return this.line.slice(0, ply).some((p) => p.turn === turn && p.mouse === mouse && p.cat === cat);
  }

  /** Makes a move from the position that is shown, and drops all later positions. */
  move(to: Position): void {
    this.line.length = this.at + 1;
    this.line.push(to);
    this.at++;
  }

  /** Goes forward by one move of the game. If the last move is already shown, makes the best move. */
  step(): boolean {
    if (this.end() !== undefined) return false;
    if (this.at + 1 < this.line.length) this.at++;
    else this.move(this.play.perfect(this.here, this.at));
    return true;
  }

  /** Plays the best moves to the end, or until a position repeats. */
  finish(): void {
    this.line.length = this.at + 1;
    while (this.step() && !this.repeats());
  }

  /** Returns whether a move gave away a win or a draw. */
  lost(ply: number): boolean {
    return this.value(ply - 1).winner !== this.value(ply).winner;
  }

  judge(ply: number): Judgement {
    const mover = this.line[ply - 1].turn;
    const [before, after] = [this.value(ply - 1), this.value(ply)];
    if (this.lost(ply)) return { kind: "lost", before, after };
    const best = this.play.ranked(this.line[ply - 1], ply - 1)[0].value;
    if (worth(best, mover) === worth(after, mover)) return { kind: "best", after };
    if (after.winner !== mover) return { kind: "sooner", after };
    return { kind: "slower", by: after.plies === undefined ? Infinity : after.plies - best.plies!, after };
  }

  /** Returns the last move with which a side gave away a win or a draw. */
  mistake(side: Player): number | undefined {
    for (let ply = this.at; ply > 0; ply--) {
      if (this.line[ply - 1].turn === side && this.lost(ply)) return ply;
    }
    return undefined;
  }
}
