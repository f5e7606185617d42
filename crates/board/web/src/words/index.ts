// A table of words per language.

import type { Fault } from "../case";
import { en, type Words } from "./en";
import { zh } from "./zh";

export type { Words };

export const LANGUAGES: readonly Words[] = [en, zh];

const KEPT = "mousetrap-language";

/** The language chosen before, else the first of the browser's that is known. */
export function preferred(): Words {
  const wanted = [kept(), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  for (const tag of wanted) {
    const words = LANGUAGES.find(({ lang }) => lang.slice(0, 2) === tag);
    if (words) return words;
  }
  return en;
}

/** Which rule is broken, and how. */
export function told({ faults }: Words, { rule, about }: Fault): string {
  return faults[rule](...about);
}

/** Remembers a choice, where the browser lets a page remember. */
export function keep(words: Words): void {
  try {
    localStorage.setItem(KEPT, words.lang);
  } catch {
    // Then it holds for this page alone.
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
