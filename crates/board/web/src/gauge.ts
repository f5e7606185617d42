// The evaluation bar: who wins, and how soon.

import { h, refill } from "./dom";
import { MOUSE } from "./game";
import type { Value } from "./play";
import type { Words } from "./words";

/** Shows a value, or an empty bar while the value is hidden. */
export function gauge(bar: HTMLElement, value: Value | undefined, words: Words): void {
  bar.hidden = value === undefined;
  bar.title = bar.ariaLabel = value ? words.value(value) : "";
  refill(bar);
  if (!value) return;
  bar.dataset.side = value.winner === undefined ? "draw" : value.winner === MOUSE ? "mouse" : "cat";
  bar.style.setProperty("--share", share(value).toFixed(3));
  refill(bar, h("i"), h("span", {}, words.mark(value)));
}

/** Returns the mouse's share of the bar. The sooner a win, the larger the winner's share. */
function share({ winner, plies }: Value): number {
  if (winner === undefined) return 0.5;
  const lead = 0.15 + 0.35 * Math.exp(-(plies ?? Infinity) / 25);
  return winner === MOUSE ? 0.5 + lead : 0.5 - lead;
}
