// Parses a pasted case in the LeetCode form (JSON arguments, with or without
// names, one per line or separated by commas) or in the stdin form (numbers
// first).

import { type Case, check, DEFAULT_MAX_PLIES, refuse } from "./case";

/** Maximum length of a text, far above that of any case of contest size. */
const LONGEST_TEXT = 100_000;

/**
 * Parses a case; with `contest`, also checks that it has contest size.
 * @throws {Illegal} the rule that it breaks
 */
export function read(text: string, maxPlies?: number, contest = true): Case {
  const it = parse(text, maxPlies, contest);
  check(it, contest);
  return it;
}

/** Parses a text, whether or not it describes a legal case. */
export function parse(text: string, maxPlies = DEFAULT_MAX_PLIES, contest = true): Case {
  if (contest && text.length > LONGEST_TEXT) refuse("tooLong", LONGEST_TEXT);
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") refuse("empty");
  return (/^[-+\d]/.test(trimmed) ? fromLines : fromArguments)(trimmed, maxPlies);
}

export function excerpt(text: string): string {
  return text.length > 24 ? text.slice(0, 24) + "…" : text;
}

function fromLines(text: string, maxPlies: number): Case {
  const [head, ...lines] = text.split(/\r?\n/).map((line) => line.trimEnd());
  const numbers = (line: string) => line.trim().split(/\s+/).map((word) => {
    if (!/^-?(0|[1-9]\d{0,8})$/.test(word)) refuse("notRead", excerpt(word));
    return Number(word);
  });
  const first = numbers(head);
  const count = first[0];
  if (count < 0) refuse("notRead", excerpt(head));
  if (first.length === 1) {
    if (count > lines.length) refuse("cutShort");
    if (count < lines.length) refuse("extra", excerpt(lines[count]));
    const lists = lines.map((line, node) => {
      const [announced, ...list] = numbers(line);
      if (announced !== list.length) refuse("links", node, announced, list.length);
      return list;
    });
    return { problem: "913", lists };
  }
  const [rows, columns, catJump, mouseJump] = first;
  if (first.length !== 4) refuse("notRead", excerpt(head));
  if (rows > lines.length) refuse("cutShort");
  if (rows < lines.length) refuse("extra", excerpt(lines[rows]));
  lines.forEach((line, y) => {
    if (line.length !== columns) refuse("uneven", y + 1, line.length, columns);
  });
  return { problem: "1728", rows: lines, catJump, mouseJump, maxPlies };
}

const NAMES = ["grid", "catjump", "mousejump", "graph"];
const TOKEN = /\s*(?:"([^"\n]*)"|'([^'\n]*)'|(-?\d+)|([A-Za-z_]\w*)|([[\]{},:;=])|(\S))/y;

type Value = number | string | Value[];

/** Splits a text into arguments; a name applies to the value that follows it. */
function fromArguments(text: string, maxPlies: number): Case {
  const named: Record<string, Value> = {};
  const plain: Value[] = [];
  const open: Value[][] = [];
  let name: string | undefined;
  const place = (value: Value) => {
    const list = open.at(-1);
    if (list) list.push(value);
    else if (name !== undefined) {
      named[name] = value;
      name = undefined;
    } else plain.push(value);
  };
  TOKEN.lastIndex = 0;
  // Accept an example copied from the problem page, with the text around the input.
  const body = text.replace(/^(example\b.*\s+)?input\s*:/i, "").replace(/^\s*output\s*:[^]*/im, "");
  for (let token = TOKEN.exec(body); token; token = TOKEN.exec(body)) {
    const [whole, double, single, digits, word, sign, other] = token;
    const quoted = double ?? single;
    if (other !== undefined) refuse("notRead", excerpt(body.slice(token.index).trim()));
    const candidate = word ?? quoted;
    const key = candidate?.replace(/_/g, "").toLowerCase();
    const follows = /^\s*[:=]/.test(body.slice(TOKEN.lastIndex, TOKEN.lastIndex + 9));
    if (key !== undefined && open.length === 0 && follows) {
      if (!NAMES.includes(key)) refuse("notRead", excerpt(candidate!));
      name = key;
    } else if (quoted !== undefined) place(quoted);
    else if (word !== undefined) refuse("notRead", excerpt(body.slice(token.index).trim()));
    else if (digits !== undefined) place(Number(digits));
    else if (sign === "[" || sign === "{") {
      if (open.length === 2) refuse("notRead", excerpt(whole));
      open.push([]);
    } else if (sign === "]" || sign === "}") {
      const list = open.pop() ?? refuse("notRead", excerpt(whole));
      place(list);
    }
  }
  if (open.length > 0) refuse("cutShort");
  const first = named.graph ?? named.grid ?? plain.shift() ?? refuse("cutShort");
  const list = Array.isArray(first) ? first : refuse("notRead", excerpt(String(first)));
  const board = named.grid !== undefined || list.some((item) => typeof item === "string");
  if (!board && (named.graph !== undefined || list.some(Array.isArray))) {
    if (plain.length > 0) refuse("extra", excerpt(JSON.stringify(plain[0])));
    const lists = list.map((item) => Array.isArray(item) ? item : refuse("notRead", excerpt(String(item))));
    for (const node of lists.flat()) if (typeof node !== "number") refuse("notRead", excerpt(String(node)));
    return { problem: "913", lists: lists as number[][] };
  }
  const rows = list.map((item) => typeof item === "string" ? item : refuse("notRead", excerpt(JSON.stringify(item))));
  const jump = (key: string) => {
    const value = named[key] ?? plain.shift() ?? refuse("cutShort");
    return typeof value === "number" ? value : refuse("notRead", excerpt(JSON.stringify(value)));
  };
  const catJump = jump("catjump");
  const mouseJump = jump("mousejump");
  if (plain.length > 0) refuse("extra", excerpt(JSON.stringify(plain[0])));
  return { problem: "1728", rows, catJump, mouseJump, maxPlies };
}
