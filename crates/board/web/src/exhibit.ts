// What a page around the board hands to it.

import type { Case } from "./case";
import type { Side } from "./session";

/** A case as it is handed to the page. */
export interface Exhibit {
  name?: string;
  /** The LeetCode text. */
  input: string;
  max_plies?: number;
  /** For a case larger than contest size, its values; see `table.ts`. */
  table?: number[];
  /** Mouse and cat in a game of best play, the start first. */
  line?: [number, number][];
  /** What a submission says of positions of that game. */
  claims?: Claim[];
  /** The position in which it contradicts itself. */
  contradiction?: Contradiction;
}

export interface Claim {
  ply: number;
  claim: string | null;
  truth: string;
}

export interface Contradiction {
  /** Mouse and cat in the game that leads there, the start first. */
  line: [number, number][];
  /** What it says there. */
  claim: string | null;
  /** In how many of the positions after it, the right ones, it says otherwise. */
  asked: number;
}

export type Show = "nothing" | "moves" | "mouse" | "cat" | "safe";

export interface Options {
  side?: Side;
  show?: Show;
  /** Whether the page is the board's alone: then it has a title and a link. */
  alone?: boolean;
  /** Called when the case has changed; with nothing when it is the one that was handed over. */
  changed?: (it?: Case) => void;
  /** A link to a case. */
  link?: (it: Case) => string;
}
