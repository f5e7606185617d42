// A self-contained page with one case. The fragment of the page's URL can select another case.

import { App } from "./app";
import { type Case, DEFAULT_MAX_PLIES, Illegal, isGrid, leetcode, refuse } from "./case";
import { h, refill } from "./dom";
import { FRESH } from "./edit";
import type { CaseData, Options } from "./case_data";
import { excerpt, read } from "./read";
import { preferred, told } from "./words";

interface PageData {
  case_data: CaseData | null;
  side?: "mouse" | "cat" | "both";
  show?: Options["show"];
}

const SIDES = { mouse: 0, cat: 1, both: "both" } as const;

export function page(root: HTMLElement): void {
  const text = document.getElementById("mousetrap-data")?.textContent;
  const { case_data: caseData, side, show }: PageData = text ? JSON.parse(text) : { case_data: null };
  const stage = h("div");
  refill(root, stage);
  let app: App | undefined;
  const bare = () => location.href.replace(/#.*/, "");
  const options: Options = {
    alone: true,
    ...(side ? { side: SIDES[side] } : {}),
    ...(show ? { show } : {}),
    link: (it) => bare() + address(it),
    changed(it) {
      // Drawing must not add entries to the browser's history.
      history.replaceState(null, "", it ? address(it) : bare());
    },
  };
  const arrive = () => {
    app?.close();
    app = undefined;
    const wanted = new URLSearchParams(location.hash.slice(1));
    const linked = wanted.get("case");
    stage.className = "";
    const board = h("div");
    const words = preferred();
    refill(stage, board);
    app = new App(board, options);
    if (linked !== null) {
      try {
        app.load(read(linked, limit(wanted.get("max_plies"))));
        return;
      } catch (error) {
        if (!(error instanceof Illegal)) throw error;
        stage.prepend(h("p", { class: "banner bad fault", role: "alert" }, `${words.badLink}: ${told(words, error.fault)}`));
      }
    }
    if (caseData) app.open(caseData);
    else app.load(FRESH["1728"]);
  };
  addEventListener("hashchange", arrive);
  arrive();
}

/** Returns the URL fragment that encodes a case. */
function address(it: Case): string {
  const limit = isGrid(it) && it.maxPlies !== DEFAULT_MAX_PLIES ? `&max_plies=${it.maxPlies}` : "";
  return `#case=${encodeURIComponent(leetcode(it).trim())}${limit}`;
}

function limit(text: string | null): number {
  if (text === null) return DEFAULT_MAX_PLIES;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : refuse("limit", excerpt(text));
}
