// Shows a submission's claims, and from which ply of the game they are right.

import { isGrid } from "./case";
import { button, type Child, h } from "./dom";
import type { CaseData } from "./case_data";
import { CAT, MOUSE, other, type Player, type Position } from "./game";
import { ending } from "./news";
import { Session } from "./session";
import { positions, type View } from "./view";

/** The actions that are offered for a claim. */
export interface Acts {
  /** Shows a game at a given ply. */
  show(line: Position[], ply: number): void;
  /** Starts a new game in which the user plays the given side. */
  play(side: Player): void;
}

/** The winner that each reply claims. A reply that claims a draw or is invalid has no entry. */
const WINNERS: Record<string, Player> = { true: MOUSE, false: CAT, "1": MOUSE, "2": CAT };

export function claimed(view: View, { claims = [], line = [] }: CaseData, acts: Acts): HTMLElement | undefined {
  const { words, session: { play } } = view;
  if (claims.length === 0) return undefined;
  const game = positions(line);
  const first = claims[0];
  const said = first.claim ?? words.noReply;
  const right = claims.findIndex(({ claim, truth }) => claim === truth);
  const verdict = view.quiet ? words.claimSays(said) : right === 0 ? words.claimRight(said)
    : right > 0 ? words.claimBreaks(said, claims[right - 1].ply, claims[right].ply)
    : claims.length > 1 ? words.claimNever(said) : words.claimOnly(said, first.truth);
  const parts: Child[] = [h("p", {}, verdict)];
  if (right !== 0 && first.claim !== null) {
    // Let the user play the side that the claim favours. The opponent's best play refutes the claim.
    const played = new Session(play);
    played.finish();
    const { at, line } = played;
    const end = played.end();
    const how = end ? ending(words, end, at, !isGrid(view.it)) : words.again;
    const truth = play.value(line[0], 0).winner;
    const claimant = WINNERS[first.claim] ?? (truth === undefined ? MOUSE : other(truth));
    parts.push(
      !view.quiet && h("p", {}, words.playedOut(at, how)),
      h(
        "p", "row",
        !view.quiet && button(words.showPly(at), () => acts.show(line, at)),
        button(words.defend(claimant), () => acts.play(claimant)),
      ),
    );
  }
  if (claims.length > 1 && !view.quiet) {
    parts.push(h("ul", {}, ...claims.map(({ ply, claim, truth }) => h("li", {}, button(
      `${claim === truth ? "✓" : "✗"} ${words.claimed(ply, claim ?? words.noReply, truth, claim === truth)}`,
      () => acts.show(game, ply), { class: claim === truth ? "right" : "wrong" },
    )))));
  }
  return h("section", {}, h("h2", {}, words.claim), ...parts);
}
