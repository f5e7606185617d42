// All texts of the page in English. The tables of other languages have the same type.

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

  /** Describes the answer to a case in complete sentences. */
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

  /** Describes the value of a position briefly. */
  value({ winner, plies: left }: Value): string {
    if (winner === undefined) return "a draw";
    if (left === undefined) return "the cat wins by keeping the mouse away for ever";
    return left === 0 ? `the ${NAMES[winner]} wins` : `the ${NAMES[winner]} wins in ${plies(left)}`;
  },
  mark: ({ winner, plies: left }: Value) => winner === undefined ? "=" : `${"MC"[winner]}${left ?? "∞"}`,
  /** For each kind of label on the board, an example and its meaning. */
  legend: [
    ["mouse", "M5", "mouse wins in 5 plies"], ["cat", "C4", "cat wins in 4 plies"],
    ["endless", "C∞", "cat keeps the mouse away for ever"], ["draw", "=", "draw"],
  ],

  row: (row: number, column: number) => `row ${row}, column ${column}`,
  short: (row: number, column: number) => `r${row} c${column}`,
  node: (node: number) => (node === 0 ? "hole 0" : `node ${node}`),
  wall: "wall",
  floor: "floor",
  food: "food",
  board: "Board",
  canGo: "can go here",
  best: "best move",
  threat: "threat",

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
  both: "Both",
  show: "Show",
  nothing: "Nothing",
  moves: "Move values",
  anywhere: (player: Player) => `${["Mouse", "Cat"][player]} elsewhere`,
  safe: "Safe places",
  safeNote: (keeper: Player, number: number) =>
    `✓: the ${NAMES[keeper]} cannot lose here, even if the ${NAMES[other(keeper)]} moves next (${number === 1 ? "1 place" : `${number} places`})`,
  restart: "First position",
  undo: "Previous move",
  next: "Next or best move",
  end: "Last position, or play to the end",
  hintButton: "Hint",
  newGame: "New game",
  keys: "Keys on the board: arrows and Enter move, U back, H hint, N next, R new game.",
  choices: "Possible moves",
  game: "Moves",
  startOf: "Start",
  mistake: "mistake",

  claim: "The submission’s answer",
  claimSays: (said: string) => `The submission answers ${said}.`,
  claimed: (ply: number, said: string, truth: string, right: boolean) =>
    `After ${plies(ply)}: ${said}, ${right ? "right" : `wrong; the answer is ${truth}`}`,
  claimRight: (said: string) => `The submission answers ${said}, which is right.`,
  claimBreaks: (said: string, from: number, to: number) =>
    `The submission answers ${said}. Along best play it changes its answer between ply ${from} and ply ${to}.`,
  claimNever: (said: string) => `The submission answers ${said}, and stays wrong along best play.`,
  claimOnly: (said: string, truth: string) => `The submission answers ${said}, but the answer is ${truth}.`,
  playedOut: (ply: number, how: string) => `Best play of both sides refutes it on ply ${ply} at the latest. ${how}`,
  showPly: (ply: number) => `Show ply ${ply}`,
  defend: (player: Player) => `Defend it as the ${NAMES[player]}`,
  noReply: "nothing",

  edit: "Edit",
  done: "Play it",
  takeBack: "Undo",
  original: "Back to the original",
  renamed: (node: number) => `Node ${node} is deleted; later nodes are renumbered.`,
  unread: "The board does not show this text. Correct it, or undo.",
  tool: "Draw",
  tools: {
    wall: "Wall", C: "Cat", M: "Mouse", F: "Food", move: "Move", node: "Add node", edge: "Add edge", remove: "Delete node",
  },
  toolHints: {
    wall: "Draw or erase with a click or a stroke.",
    C: "Click the cell.",
    M: "Click the cell.",
    F: "Click the cell.",
    move: "Drag a node.",
    node: "Click a free place, or the node to join the new one to.",
    edge: "Click one node, then the other. An edge that exists is deleted.",
    remove: "Click the node.",
  },
  edgeFrom: (node: number) => `Edge from ${node}: choose its other end.`,
  rows: "Rows",
  columns: "Columns",
  catJump: "Cat jumps",
  mouseJump: "Mouse jumps",
  fresh: { "1728": "New board", "913": "New graph" },
  text: "Case as text",
  textHint: "Paste a case as LeetCode shows it, or as programs read it.",
  load: "Open file",
  save: "Save",
  copy: "Copy text",
  link: "Copy link",
  copied: "Copied.",
  notCopied: "Select the text and copy it.",
  tooLarge: "This case is larger than contest size: you can play it, but not edit it.",
  badLink: "The case in the link is not valid",

  /** The message for each broken rule; see `RULES`. */
  faults: {
    empty: () => "There is no case here: paste one or draw one.",
    tooLong: (a) => `The text is longer than ${a} characters; no case of contest size needs so many.`,
    notRead: (a) => `“${a}” cannot be read; write one JSON argument per line, as LeetCode does.`,
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
