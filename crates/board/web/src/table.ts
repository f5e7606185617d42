// The text format of value tables, which cases above contest size include.
//
// The values are sorted by the `index` of their positions. Each value is replaced by its
// difference from the previous value (initially 0), and the differences are
// run-length encoded: difference, count, …

import type { Table } from "./solve";

export function unpack(runs: readonly number[], size: number): Table {
  const table = new Int32Array(2 * size * size);
  let at = 0;
  let value = 0;
  for (let run = 0; run + 1 < runs.length; run += 2) {
    for (let count = runs[run + 1]; count > 0; count--) table[at++] = value += runs[run];
  }
  return table;
}

export function pack(table: Table): number[] {
  const runs: number[] = [];
  let before = 0;
  for (const value of table) {
    const step = value - before;
    if (runs.length > 0 && runs.at(-2) === step) runs[runs.length - 1]++;
    else runs.push(step, 1);
    before = value;
  }
  return runs;
}
