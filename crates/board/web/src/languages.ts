// The buttons that change the language.

import { button, h } from "./dom";
import { keep, LANGUAGES, type Words } from "./words";

/** Creates a button for each language; the button of the current language `now` is pressed. */
export function languages(now: Words, choose: (words: Words) => void): HTMLElement {
  return h("div", "languages", ...LANGUAGES.map((words) => button(words.language, () => {
    keep(words);
    choose(words);
  }, { lang: words.lang, "aria-pressed": String(words === now) })));
}
