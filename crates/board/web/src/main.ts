// The entry point: shows the data in the page, or waits for a call to `mousetrap`.

import { App } from "./app";
import type { CaseData, Options } from "./case_data";
import { game } from "./game";
import { page } from "./page";
import { read } from "./read";
import { solve } from "./solve";
import { pack } from "./table";

/** The functions that an embedding page may call. */
const mousetrap = {
  /** Shows a case in an element until `close` is called. */
  mount(root: HTMLElement, caseData: CaseData, options: Options = {}): { close(): void } {
    const app = new App(root, options);
    app.open(caseData);
    return app;
  },
  /** Returns the values of all positions of a case in the format of `table.ts`. */
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
