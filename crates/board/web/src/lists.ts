// The moves there are, and those that have been made, as buttons.

import { button, h, refill } from "./dom";
import { on } from "./game";
import { called, mine, type View } from "./view";

/** The moves of who is to move, for those who cannot use the board. */
export function choices(view: View, list: HTMLElement, choose: (place: number) => void): void {
  const { session, words } = view;
  const { here, at, play } = session;
  const over = session.end() !== undefined;
  const moves = !over && mine(view) ? play.ranked(here, at) : [];
  const told = view.show === "moves";
  if (!told) moves.sort((a, b) => a.to.mouse - b.to.mouse || a.to.cat - b.to.cat);
  refill(list, ...moves.map(({ to, value }) => {
    const place = on(here.turn, to);
    const name = called(view, place, true);
    return button(told ? `${name}: ${words.mark(value)}` : name, () => choose(place));
  }));
  if (over) list.append(words.noChoices);
}

/** The game so far. */
export function record(view: View, list: HTMLElement, go: (ply: number) => void): void {
  const { session, words } = view;
  const { line, at } = session;
  // What stands there already stays, or long games would take ever longer.
  while (list.children.length > line.length) list.lastChild!.remove();
  line.forEach((to, ply) => {
    const before = line[ply - 1];
    const mistake = before && !view.quiet && session.lost(ply);
    const told = view.show === "moves" || view.side === "both" && !view.quiet ? ` ${words.mark(session.value(ply))}` : "";
    const text = before ? `${ply} ${words.Player(before.turn)} ${called(view, on(before.turn, to), true)}` : words.startOf;
    const full = `${text}${told}${mistake ? ` ✗ ${words.mistake}` : ""}`;
    const old = list.children[ply];
    if (old?.textContent === full) return;
    const item = h("li", {}, button(full, () => go(ply), { class: mistake && "wrong" }));
    if (old) old.replaceWith(item);
    else list.append(item);
  });
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = list.children[at].firstElementChild as HTMLElement;
  current.ariaCurrent = "step";
  list.scrollTop = current.offsetTop - list.clientHeight / 2;
}
