// Where the script begins: the page's own data, or whoever calls `mousetrap`.

import { App } from "./app";
import type { Exhibit, Options } from "./exhibit";
import { game } from "./game";
import { page } from "./page";
import { read } from "./read";
import { solve } from "./solve";
import { pack } from "./table";

/** What a page around the board may call. */
const mousetrap = {
  /** Shows a case in an element; `close` ends it. */
  mount(root: HTMLElement, exhibit: Exhibit, options: Options = {}): { close(): void } {
    const app = new App(root, options);
    app.open(exhibit);
    return app;
  },
  /** The values of all positions of a case, as `table.ts` writes them. */
  table: (input: string): number[] => pack(solve(game(read(input)))),
};

declare global {
  var mousetrap: unknown;
}

globalThis.mousetrap = mousetrap;
if (typeof document !== "undefined") {
  const root = document.querySelector<HTMLElement>("main.mousetrap-page");
  if (root) page(root);
}
