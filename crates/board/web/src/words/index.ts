// The tables of texts, one per language.

import type { Fault } from "../case";
import { en, type Words } from "./en";
import { zh } from "./zh";

export type { Words };

export const LANGUAGES: readonly Words[] = [en, zh];

const KEPT = "mousetrap-language";

/**
 * Returns the language of the embedding page if it is given, or else the language chosen earlier,
 * or else the browser's first language that has a table.
 */
export function preferred(pageLanguage?: string): Words {
  const wanted = [pageLanguage, kept(), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  for (const tag of wanted) {
    const words = LANGUAGES.find(({ lang }) => lang.slice(0, 2) === tag);
    if (words) return words;
  }
  return en;
}

/** Describes which rule is broken and how. */
export function told({ faults }: Words, { rule, about }: Fault): string {
  return faults[rule](...about);
}

/** Stores the choice of a language, if the browser allows storage. */
export function keep(words: Words): void {
  try {
    localStorage.setItem(KEPT, words.lang);
  } catch {
    // Without storage, the choice applies only to this page.
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
