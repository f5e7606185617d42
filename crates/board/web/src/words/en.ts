// Every text of the page, in English. The other tables have the same shape.

import type { Fault, Grid } from "../case";
import { MOUSE, other, type Player } from "../game";
import type { Value } from "../play";

const NAMES = ["mouse", "cat"];
const PIECES: Record<string, string> = { C: "cat", M: "mouse", F: "food" };

const plies = (number: number) => (number === 1 ? "1 ply" : `${number} plies`);

export const en = {
  lang: "en",
  language: "English",
  player: (player: Player) => NAMES[player],
  Player: (player: Player) => ["Mouse", "Cat"][player],

  problem: { "1728": "1728 · Cat and Mouse II", "913": "913 · Cat and Mouse" },
  jumps: (grid: Grid) => `the cat jumps up to ${grid.catJump}, the mouse up to ${grid.mouseJump}`
    + (grid.maxPlies === 1000 ? "" : `; the cat wins after ${plies(grid.maxPlies)}`),
  nodes: (number: number) => `${number} nodes; hole 0, mouse from 1, cat from 2`,

  /** The answer to a case, in full. */
  answer(problem: "1728" | "913", { winner, plies: depth }: Value, maxPlies: number): string {
    if (winner === undefined) return "0: a draw. Neither side can force a win.";
    const hurry = `when it hurries and the ${NAMES[other(winner)]} delays`;
    if (problem === "913") {
      return winner === MOUSE
        ? `1: the mouse wins. It reaches the hole on ply ${depth} ${hurry}.`
        : `2: the cat wins. It has the mouse on ply ${depth} ${hurry}.`;
    }
    if (winner === MOUSE) {
      return `true: the mouse wins. It reaches the food on ply ${depth}, its move ${Math.ceil(depth! / 2)}, ${hurry}.`;
    }
    return depth === undefined
      ? `false: the cat wins. It can keep the mouse from the food until ${plies(maxPlies)} are over.`
      : `false: the cat wins. It has the mouse or the food on ply ${depth} ${hurry}.`;
  },

  /** The value of a position, short. */
  value({ winner, plies: left }: Value): string {
    if (winner === undefined) return "a draw";
    if (left === undefined) return "the cat wins by keeping the mouse away for ever";
    return left === 0 ? `the ${NAMES[winner]} wins` : `the ${NAMES[winner]} wins in ${plies(left)}`;
  },
  mark: ({ winner, plies: left }: Value) => winner === undefined ? "=" : `${"MC"[winner]}${left ?? "∞"}`,
  legend: "M5: the mouse wins in 5 plies · C4: the cat wins in 4 · C∞: the cat keeps the mouse away for ever · =: a draw",

  row: (row: number, column: number) => `row ${row}, column ${column}`,
  short: (row: number, column: number) => `r${row} c${column}`,
  node: (node: number) => (node === 0 ? "hole 0" : `node ${node}`),
  wall: "wall",
  floor: "floor",
  food: "food",
  board: "Board",
  canGo: "can go here",
  best: "best move",

  toMove: (player: Player, mine: boolean) => mine ? `Your move: you are the ${NAMES[player]}.` : `The ${NAMES[player]} is to move.`,
  moved: (player: Player, to: string) => `${["Mouse", "Cat"][player]} to ${to}.`,
  stays: (player: Player, at: string) => `${["Mouse", "Cat"][player]} stays on ${at}.`,
  hint: (moves: string, value: string) => `Best: ${moves}. Then ${value}.`,
  over: {
    home: (ply: number, hole: boolean) => `The mouse reaches the ${hole ? "hole" : "food"} on ply ${ply}: the mouse wins.`,
    caught: (ply: number) => `The cat has the mouse on ply ${ply}: the cat wins.`,
    food: (ply: number) => `The cat takes the food on ply ${ply}: the cat wins.`,
    repeats: "This position has been there before: a draw.",
    limit: (ply: number) => `${plies(ply)} are over: the cat wins.`,
  },
  again: "This position has been there before. The cat can go on like this until its plies are over, and then it has won.",
  wasted: "This position has been there before. The cat gains only if the mouse keeps wasting its moves.",
  missed: (player: Player) => `The ${NAMES[player]} could have won.`,
  judged: {
    best: (value: string) => `A best move: ${value}.`,
    slower: (by: number, value: string) => `Still a win, but ${plies(by)} slower than the best move: ${value}.`,
    sooner: (value: string) => `Lost with any move, but this loses sooner than it needs to: ${value}.`,
    lost: (player: Player, before: string, after: string) => `That is the mistake of the ${NAMES[player]}: before it, ${before}; now ${after}.`,
  },
  deciding: (ply: number) => `The move that decided it: ply ${ply}.`,
  noChance: "It was lost from the start: against perfect play no move could have saved it.",

  play: "You play",
  both: "both sides",
  show: "Show",
  nothing: "nothing",
  moves: "what each move is worth",
  anywhere: (player: Player) => `the ${NAMES[player]} anywhere else`,
  safe: "where one is safe for ever",
  safeNote: (keeper: Player, number: number) =>
    `Places on which the ${NAMES[keeper]} cannot lose, with the ${NAMES[other(keeper)]} where it is and to move: ${number}.`,
  restart: "Start",
  undo: "Back",
  next: "Best move",
  end: "To the end",
  hintButton: "Hint",
  keys: "On the board: arrow keys and Enter; U back, H hint, N best move, R start.",
  choices: "Moves",
  noChoices: "The game is over.",
  game: "Game",
  startOf: "start",
  mistake: "mistake",

  claim: "What the submission says",
  claimed: (ply: number, said: string, truth: string, right: boolean) =>
    `After ${plies(ply)}: ${said}, ${right ? "right" : `wrong, the answer is ${truth}`}`,
  claimRight: (said: string) => `The submission says ${said}, which is right.`,
  claimBreaks: (said: string, from: number, to: number) =>
    `The submission says ${said}. Its claim breaks between ply ${from} and ply ${to} of best play.`,
  claimNever: (said: string) => `The submission says ${said} and stays wrong all along.`,
  claimOnly: (said: string, truth: string) => `The submission says ${said}, but the answer is ${truth}.`,
  contradicts: (ply: number, said: string, asked: number) => `After ${plies(ply)} it says ${said}; but one move of each later, ` + (asked > 0
    ? `whatever the loser does, it says otherwise (positions asked about: ${asked}). These answers contradict each other: here it goes wrong.`
    : "or sooner, the game is over: it does not see that."),
  playedOut: (ply: number, how: string) => `Played out, both at their best, its claim breaks on ply ${ply} at the latest. ${how}`,
  showPly: (ply: number) => `Show ply ${ply}`,
  defend: (player: Player) => `Play the ${NAMES[player]}: prove it right`,
  noReply: "nothing",

  edit: "Edit",
  done: "Play it",
  takeBack: "Undo",
  original: "Back to the original",
  renamed: (node: number) => `Node ${node} is gone; those after it count one less.`,
  unread: "The board does not show this text. Mend it, or undo.",
  tool: "Draw",
  tools: {
    wall: "walls", C: "cat", M: "mouse", F: "food",
    move: "drag nodes", node: "new node: click a free place, or a node to join it to", edge: "edge: one node, then the other", remove: "remove node",
  },
  edgeFrom: (node: number) => `Edge from ${node}: choose its other end.`,
  rows: "rows",
  columns: "columns",
  catJump: "cat jumps",
  mouseJump: "mouse jumps",
  fresh: { "1728": "New board", "913": "New graph" },
  text: "LeetCode text",
  textHint: "Paste a case, in the LeetCode form or as a program reads it.",
  load: "Open a file",
  save: "Save",
  copy: "Copy text",
  link: "Copy link",
  copied: "Copied.",
  notCopied: "Select the text and copy it.",
  tooLarge: "Larger than contest size: it can be played, but not changed.",
  badLink: "The link holds a case that is not legal",

  /** What each broken rule is told as; see `RULES`. */
  faults: {
    empty: () => "There is no case here: paste one or draw one.",
    tooLong: (a) => `The text is longer than ${a} characters; no case of contest size needs so many.`,
    notRead: (a) => `“${a}” cannot be read here; write the LeetCode form, one JSON argument per line.`,
    cutShort: () => "The text ends too early; it may have been cut short.",
    extra: (a) => `“${a}” follows after the end of the case; remove it.`,
    noRows: () => "The board has no rows; a board has at least one.",
    sides: (a, b) => `${a} × ${b} cells; a board of contest size has 1 to 8 rows and columns.`,
    uneven: (a, b, c) => `Row ${a} has ${b} cells, but it should have ${c}; rows are equally long.`,
    cell: (a, b, c) => `Row ${a}, column ${b}: “${c}” is not a cell; use . # C M F.`,
    missing: (a) => `The board has no ${PIECES[a]} ${a}; a board has exactly one.`,
    twice: (a, b, c) => `Row ${b}, column ${c}: a second ${PIECES[a]} ${a}; a board has exactly one.`,
    jump: (a, b) => `The ${PIECES[a]} jumps ${b}; a jump is a whole number from 1 to 8.`,
    nodes: (a) => `${a} nodes; a graph of contest size has 3 to 50.`,
    lonely: (a) => `Node ${a} has no neighbour; every node needs one.`,
    stranger: (a, b, c) => `Node ${a} has neighbour ${b}; the nodes are 0 to ${c}.`,
    loop: (a) => `Node ${a} is its own neighbour; loops are not allowed.`,
    repeated: (a, b) => `Node ${a} lists neighbour ${b} twice; keep one.`,
    oneWay: (a, b) => `Node ${a} lists neighbour ${b}, but node ${b} does not list ${a}; edges go both ways.`,
    catStuck: () => "Node 2, where the cat starts, leads only into the hole, which the cat may not enter; give it another neighbour.",
    links: (a, b, c) => `Node ${a} announces ${b} neighbours, but ${c} follow on its line.`,
    limit: (a) => `max_plies=${a}: the move limit is a whole number from 1 to 999999.`,
  } as Record<Fault["rule"], (...about: (string | number)[]) => string>,
};

export type Words = typeof en;
