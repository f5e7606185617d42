// The data that an embedding page passes to the board.

import type { Case } from "./case";
import type { Side } from "./session";

/** A case with the data that an embedding page passes. */
export interface CaseData {
  name?: string;
  /** The case in the LeetCode form. */
  input: string;
  max_plies?: number;
  /** The values of all positions of a case larger than contest size; see `table.ts`. */
  table?: number[];
  /** The places of mouse and cat in an optimally played game, from the start. */
  line?: [number, number][];
  /** The claims of a submission about positions of that game. */
  claims?: Claim[];
}

export interface Claim {
  ply: number;
  claim: string | null;
  truth: string;
}

export type Show = "nothing" | "moves" | "mouse" | "cat" | "safe";

export interface Options {
  /** The language of the embedding page. */
  lang?: string;
  side?: Side;
  show?: Show;
  /** Whether the page contains only the board; if so, it has a title and a link. */
  alone?: boolean;
  /** Called with the case when the editor opens, and after each edit that leaves the case legal. The
   * argument is missing if the case equals the one with which the page was opened. */
  changed?: (it?: Case) => void;
  /** Returns a link to a case. */
  link?: (it: Case) => string;
}
