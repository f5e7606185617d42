// Describes the latest move and the state of the game in sentences.

import { isGrid } from "./case";
import { MOUSE, on, other } from "./game";
import type { End } from "./session";
import { called, type View } from "./view";
import type { Words } from "./words";

/** Describes the last move with any comments on it, and names the player to move or the winner. */
export function news(view: View, comment: string): string[] {
  const { words, session, side, it } = view;
  const { at, here, line } = session;
  const end = session.end();
  const news: string[] = [];
  const from = line[at - 1];
  if (from) {
    const [was, is] = [on(from.turn, from), on(from.turn, here)];
    news.push(words[was === is ? "stays" : "moved"](from.turn, called(view, is)));
  }
  if (comment !== "") news.push(comment);
  if (end === undefined) {
    if (isGrid(it) && session.repeats()) news.push(!view.quiet && session.value().winner === MOUSE ? words.wasted : words.again);
    news.push(words.toMove(here.turn, here.turn === side));
    return news;
  }
  news.push(ending(words, end, at, !isGrid(it)));
  if (view.quiet) return news;
  const { winner } = session.value();
  if (end.how === "repeats" && winner !== undefined) news.push(words.missed(winner));
  if (side !== "both" && end.winner === other(side)) {
    const ply = session.mistake(side);
    news.push(ply === undefined ? words.noChance : words.deciding(ply));
  }
  return news;
}

/** Describes how a game ended. */
export function ending({ over }: Words, { how }: End, ply: number, hole: boolean): string {
  return how === "repeats" ? over.repeats : over[how](ply, hole);
}

/** Compares the move that led to a ply with the best move, in words; returns an empty string for a move that wins the game. */
export function judged({ words, session }: View, ply: number): string {
  const judged = session.judge(ply);
  const { turn } = session.line[ply - 1];
  if (session.end(ply)?.winner === turn) return "";
  const after = words.value(judged.after);
  switch (judged.kind) {
    case "best": return words.judged.best(after);
    case "sooner": return words.judged.sooner(after);
    case "slower": return Number.isFinite(judged.by) ? words.judged.slower(judged.by, after) : words.judged.best(after);
    case "lost": return words.judged.lost(turn, words.value(judged.before), after);
  }
}
