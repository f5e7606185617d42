// Lists the possible moves and the moves played so far, as buttons.

import { button, h, refill } from "./dom";
import { MOUSE, on } from "./game";
import type { Value } from "./play";
import { called, mine, type View } from "./view";
import type { Words } from "./words";

/** Creates a label such as `M5` for the value of a position. */
function chip(value: Value, words: Words): HTMLElement {
  const kind = value.winner === undefined ? "draw" : value.winner === MOUSE ? "mouse" : "cat";
  return h("span", `mark mark-${kind}`, words.mark(value));
}

/** Creates the legend for the labels on the board. */
export function legend({ words, it, show, session }: View, list: HTMLElement): void {
  const wanted = it.problem === "913" ? ["mouse", "cat", "draw"] : ["mouse", "cat", "endless"];
  const entries = words.legend.filter(([kind]) => wanted.includes(kind));
  if (show === "nothing" || session.end() !== undefined) return refill(list);
  const arrows = show === "moves" ? [["→", words.best], ["⇢", words.threat]] : [];
  refill(
    list,
    ...entries.map(([kind, mark, text]) => h("li", {}, h("span", `mark mark-${kind === "endless" ? "cat" : kind}`, mark), text)),
    ...arrows.map(([sign, text]) => h("li", {}, h("span", "sign", sign), text)),
  );
}

/** Lists the moves of the player to move as buttons, for users who cannot operate the board. */
export function choices(view: View, list: HTMLElement, choose: (place: number) => void): void {
  const { session, words } = view;
  const { here, at, play } = session;
  const over = session.end() !== undefined;
  const moves = !over && mine(view) ? play.ranked(here, at) : [];
  const told = view.show === "moves";
  list.parentElement!.hidden = over;
  if (!told) moves.sort((a, b) => a.to.mouse - b.to.mouse || a.to.cat - b.to.cat);
  refill(list, ...moves.map(({ to, value }) => {
    const place = on(here.turn, to);
    const name = called(view, place, true);
    const made = button(name, () => choose(place));
    if (told) made.append(" ", chip(value, words));
    return made;
  }));
}

/** Lists the moves of the game so far. */
export function record(view: View, list: HTMLElement, go: (ply: number) => void): void {
  const { session, words } = view;
  const { line, at } = session;
  // Keep unchanged entries, because rebuilding them would slow down long games.
  while (list.children.length > line.length) list.lastChild!.remove();
  line.forEach((to, ply) => {
    const before = line[ply - 1];
    const mistake = before && !view.quiet && session.lost(ply);
    const told = view.show === "moves" || view.side === "both" && !view.quiet;
    const value = told ? session.value(ply) : undefined;
    const text = before ? called(view, on(before.turn, to), true) : words.startOf;
    const label = [before && `${ply} ${words.Player(before.turn)}`, text, value && words.mark(value), mistake && words.mistake];
    const full = label.filter(Boolean).join(" ");
    const old = list.children[ply];
    if (old?.firstElementChild?.ariaLabel === full) return;
    const made = button("", () => go(ply), { class: mistake && "wrong", "aria-label": full });
    made.append(h("span", {}, text));
    if (value) made.append(" ", chip(value, words));
    const item = h("li", {}, made);
    if (old) old.replaceWith(item);
    else list.append(item);
  });
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = list.children[at].firstElementChild as HTMLElement;
  current.ariaCurrent = "step";
  list.scrollTop = current.offsetTop - list.clientHeight / 2;
}
