// Many cases to choose from: a card each, with a small drawing.

import { Board } from "./board";
import { h, refill } from "./dom";
import type { Exhibit } from "./exhibit";
import { game } from "./game";
import { languages } from "./languages";
import { layout } from "./layout";
import { read } from "./read";
import { preferred, type Words } from "./words";

/** Nodes or cells up to which a card shows a drawing. */
const SMALL = 100;

export function gallery(root: HTMLElement, exhibits: Exhibit[], words: Words = preferred()): void {
  document.documentElement.lang = words.lang;
  document.title = `${words.gallery} · Mousetrap`;
  root.className = "mousetrap";
  refill(root,
    h(
      "header", {}, h("h1", {}, words.gallery), h("p", "size", words.cases(exhibits.length)),
      languages(words, (chosen) => gallery(root, exhibits, chosen)),
    ),
    h("ul", "gallery", ...exhibits.map((exhibit, i) => card(exhibit, i, words))),
  );
}

function card({ name, input, max_plies, summary }: Exhibit, i: number, words: Words): HTMLElement {
  const it = read(input, max_plies, false);
  const { start, size } = game(it);
  let drawing: SVGSVGElement | undefined;
  if (size <= SMALL) {
    const board = new Board(layout(it), "", { choose: () => {} });
    board.show({
      mouse: start.mouse, cat: start.cat, marks: new Map(), open: new Set(), hints: new Set(), last: undefined, label: () => "",
    });
    drawing = board.element;
    drawing.setAttribute("aria-hidden", "true");
    for (const place of drawing.querySelectorAll("[tabindex]")) place.removeAttribute("tabindex");
    drawing.style.minWidth = "0";
  }
  return h("li", {}, h(
    "a", { href: `#show=${i}` },
    h("span", "thumbnail", drawing),
    h("strong", {}, name ?? words.problem[it.problem]),
    h("span", {}, `${words.problem[it.problem]} · ${summary ? words.depth(summary) : ""}`),
  ));
}
