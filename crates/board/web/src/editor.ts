// The editor for a case: clicks on the board change the case, and its value is updated.

import type { Board, Hands } from "./board";
import { type Case, check, type Fault, type Graph, hasShape, Illegal, isGrid, leetcode, LONGEST_SIDE } from "./case";
import { button, h, refill } from "./dom";
import { apart, draw, drop, FRESH, grow, link, resize, room } from "./edit";
import { NODE, type Point } from "./layout";
import { Play } from "./play";
import { parse } from "./read";
import { told, type Words } from "./words";

const GRID_TOOLS = ["wall", "C", "M", "F"] as const;
const GRAPH_TOOLS = ["edge", "node", "remove", "move"] as const;
type Tool = (typeof GRID_TOOLS)[number] | (typeof GRAPH_TOOLS)[number];

/** The parts of the page that the editor uses. */
export interface Host {
  words(): Words;
  /** Draws a case after a change; returns the board and the positions of the nodes. */
  redraw(it: Case, points: Point[] | undefined): { board: Board; points: Point[] | undefined };
  /** Shows the answer, or the rule that the case breaks. */
  tell(text: string, fault: boolean, undone: boolean): void;
  /** Called after each change, and when the editor opens, if the case is legal. */
  onLegalCase(it: Case): void;
  /** Returns a link to a case. Undefined if the page has no URL that can be shared. */
  link?: (it: Case) => string;
}

/** A state of the drawing that undo can restore. */
interface State {
  it: Case;
  points: Point[] | undefined;
  text: string;
  /** Why the text cannot be drawn; meanwhile the board shows the previous case. */
  unread: Fault | undefined;
}

export class Editor {
  #tool: Tool;
  #from: number | undefined;
  /** The symbol to paint while a pointer is dragged over cells. */
  #stroke = "#";
  /** True from the start of a drag until its first change. */
  #begun = false;
  readonly #past: State[] = [];
  #fault: Fault | undefined;
  #board!: Board;
  readonly #text = h("textarea", {
    id: "mousetrap-text", rows: 6, spellcheck: "false", autocomplete: "off", input: () => this.#typed(),
  });
  readonly #note = h("p", { class: "note", role: "status" });
  readonly #sizes = h("div", "sizes");
  readonly #tools = h("fieldset", "tools");

  #now: State;
  readonly #host: Host;

  constructor(it: Case, points: Point[] | undefined, host: Host) {
    this.#now = { it, points, text: leetcode(it), unread: undefined };
    this.#host = host;
    this.#tool = isGrid(it) ? "wall" : "edge";
    this.#text.value = this.#now.text;
  }

  get #it(): Case {
    return this.#now.it;
  }

  /** Returns the case if it is legal. */
  get legal(): Case | undefined {
    return this.#fault ? undefined : this.#it;
  }

  get layout(): Point[] | undefined {
    return this.#now.points;
  }

  hands(): Hands {
    const paint = (place: number, first: boolean) => this.#paint(place, first);
    return {
      choose: (place) => this.#paint(place, true),
      ...(isGrid(this.#it) ? { paint } : {}),
      moved: () => this.#refresh(),
    };
  }

  /** Builds the controls next to the board. */
  panel(): HTMLElement[] {
    const words = this.#host.words();
    const open = h("input", {
      type: "file", id: "mousetrap-file", accept: ".txt,.in,.json,text/plain",
      change: () => void open.files?.[0]?.slice(0, 1 << 20).text().then((text) => {
        open.value = "";
        this.#text.value = text;
        this.#typed();
      }),
    });
    this.#fill();
    return [
      this.#tools,
      this.#sizes,
      h("p", "row", ...(["1728", "913"] as const).map((problem) =>
        button(words.fresh[problem], () => this.#take(FRESH[problem], { points: undefined })))),
      h("label", { for: "mousetrap-text" }, words.text),
      this.#text,
      h("p", "keys", words.textHint),
      h(
        "p", "row",
        button(words.copy, () => void this.#copy(this.#text.value)),
        this.#host.link && button(words.link, () => {
          if (this.legal) void this.#copy(this.#host.link!(this.legal));
          else this.#note.textContent = told(words, this.#fault!);
        }),
        button(words.save, () => this.#save()),
        h("label", { class: "button file", for: "mousetrap-file" }, words.load), open,
      ),
      this.#note,
    ];
  }

  /** Draws the typed case and shows its value, or why the text is not a case. */
  begin(): void {
    this.#redraw();
    this.#refresh();
  }

  /** Undoes the last change. */
  undo(): void {
    const before = this.#past.pop();
    if (!before) return;
    this.#now = before;
    this.#text.value = before.text;
    this.#from = undefined;
    this.#note.textContent = "";
    this.#fill();
    this.begin();
    if (document.activeElement === document.body) this.#board.focus(0);
  }

  /** Adds a node if a click is not on an existing node. */
  free(event: MouseEvent): void {
    const it = this.#it;
    if (isGrid(it) || this.#tool !== "node" || (event.target as Element).closest("[data-place]")) return;
    const at = this.#board.point(event);
    const points = this.#now.points!;
    const distances = points.map((point) => apart(point, at));
    // A node beyond the left or top edge of the drawing makes all other nodes move right or down.
    const [dx, dy] = at.map((z) => Math.max(0, 2 * NODE - z));
    this.#grow(distances.indexOf(Math.min(...distances)), [...points, at].map(([x, y]) => [x + dx, y + dy]));
  }

  #grow(beside: number, points: Point[]): void {
    this.#take(grow(this.#it as Graph, beside), { points, focus: points.length - 1 });
  }

  /** Builds the tools and the size inputs, which depend on the game. */
  #fill(): void {
    const words = this.#host.words();
    const kinds: readonly Tool[] = isGrid(this.#it) ? GRID_TOOLS : GRAPH_TOOLS;
    if (!kinds.includes(this.#tool)) this.#tool = kinds[0];
    const hint = h("p", "keys", words.toolHints[this.#tool]);
    refill(this.#tools, h("legend", {}, words.tool), h("div", "options", ...kinds.map((tool) => h(
      "label", {},
      h("input", {
        type: "radio", name: "tool", value: tool, checked: tool === this.#tool,
        change: () => {
          this.#tool = tool;
          this.#from = undefined;
          this.#note.textContent = "";
          hint.textContent = words.toolHints[tool];
        },
      }),
      words.tools[tool],
    ))), hint);
    const it = this.#it;
    if (!isGrid(it)) {
      refill(this.#sizes);
      return;
    }
    const number = (name: string, value: number, act: (value: number) => Case) => h("label", {}, name, " ", h("input", {
      type: "number", min: 1, max: 8, value,
      change: (event) => {
        const field = event.target as HTMLInputElement;
        // Input that is not a number is ignored; a number out of range is clamped.
        const wanted = Math.round(Number(field.value));
        const taken = field.value === "" || isNaN(wanted) ? value : Math.max(1, Math.min(LONGEST_SIDE, wanted));
        field.value = String(taken);
        value = taken;
        this.#take(act(taken), {});
      },
    }));
    const now = () => this.#it as typeof it;
    refill(this.#sizes,
      number(words.rows, it.rows.length, (value) => resize(now(), value, now().rows[0]?.length ?? 1)),
      number(words.columns, it.rows[0]?.length ?? 1, (value) => resize(now(), now().rows.length, value)),
      number(words.catJump, it.catJump, (catJump) => ({ ...now(), catJump })),
      number(words.mouseJump, it.mouseJump, (mouseJump) => ({ ...now(), mouseJump })),
    );
  }

  #paint(place: number, first: boolean): void {
    const [it, tool] = [this.#it, this.#tool];
    if (isGrid(it)) {
      const now = it.rows.join("")[place];
      if (first) {
        this.#stroke = tool !== "wall" ? tool : now === "#" ? "." : "#";
        this.#begun = true;
      }
      if (now === this.#stroke) return;
      this.#take(draw(it, place, this.#stroke), { focus: place, again: !this.#begun });
      this.#begun = false;
      return;
    }
    const points = this.#now.points!;
    if (tool === "node") this.#grow(place, [...points, room(place, points)]);
    else if (tool === "remove") {
      this.#take(drop(it, place), { points: points.filter((_, node) => node !== place), focus: Math.max(0, place - 1) });
      if (place < points.length - 1) this.#note.textContent = this.#host.words().renamed(place);
    } else if (tool === "edge") {
      const from = this.#from;
      this.#from = from === undefined ? place : undefined;
      this.#note.textContent = this.#from === undefined ? "" : this.#host.words().edgeFrom(place);
      if (from !== undefined) this.#take(link(it, from, place), { focus: place });
      else this.#refresh();
    }
  }

  /** Switches to another case. If it belongs to the other game, `more` must contain the key `points`, even if its value is undefined. */
  #take(it: Case, more: Partial<State> & { focus?: number; again?: boolean }): void {
    const { focus, again, ...state } = more;
    const anew = "points" in more && focus === undefined;
    if (this.#now.unread && !anew) {
      // A change on the board would overwrite the text that the user has not finished.
      this.#note.textContent = this.#host.words().unread;
      return;
    }
    if (!again) this.#past.push(this.#now);
    this.#now = { ...this.#now, it, text: leetcode(it), unread: undefined, ...state };
    if (this.#text.value !== this.#now.text) this.#text.value = this.#now.text;
    this.#note.textContent = "";
    if (anew) this.#fill();
    this.begin();
    if (focus !== undefined) this.#board.focus(focus);
  }

  #typed(): void {
    const before = this.#it;
    const text = this.#text.value;
    let it = before;
    let unread: Fault | undefined;
    try {
      it = parse(text, isGrid(before) ? before.maxPlies : undefined);
      if (!hasShape(it)) check(it);
    } catch (error) {
      if (!(error instanceof Illegal)) throw error;
      unread = error.fault;
      it = before;
    }
    this.#take(it, { points: unread && this.#now.points, text, unread });
  }

  #redraw(): void {
    const { board, points } = this.#host.redraw(this.#it, this.#now.points);
    this.#board = board;
    this.#now.points = points;
  }

  /** Shows the current case with its value or the rule that it breaks. */
  #refresh(): void {
    const [it, host] = [this.#it, this.#host];
    const undone = this.#past.length > 0;
    this.#fault = undefined;
    try {
      if (this.#now.unread) throw new Illegal(this.#now.unread);
      check(it);
      const play = new Play(it);
      host.tell(host.words().answer(it.problem, play.value(play.game.start, 0), play.game.maxPlies), false, undone);
      host.onLegalCase(it);
    } catch (error) {
      if (!(error instanceof Illegal)) throw error;
      this.#fault = error.fault;
      host.tell(told(host.words(), error.fault), true, undone);
    }
    const cells = isGrid(it) ? it.rows.join("") : undefined;
    const all = cells === undefined ? !isGrid(it) ? it.lists.length : 0 : cells.length;
    const pieces: Record<string, string> = {
      "#": host.words().wall, C: host.words().tools.C, M: host.words().tools.M, F: host.words().food, ".": host.words().floor,
    };
    const columns = isGrid(it) ? it.rows[0]?.length ?? 1 : 1;
    this.#board.show({
      mouse: cells === undefined ? 1 : cells.indexOf("M"),
      cat: cells === undefined ? 2 : cells.indexOf("C"),
      marks: new Map(),
      arrows: [],
      open: new Set(Array(all).keys()),
      hints: new Set(this.#from === undefined ? [] : [this.#from]),
      last: undefined,
      label: (place) => cells === undefined
        ? `${host.words().node(place)}: ${(!isGrid(it) ? it.lists[place] : []).join(", ")}`
        : `${host.words().row(Math.floor(place / columns) + 1, place % columns + 1)}, ${pieces[cells[place]] ?? cells[place]}`,
    });
  }

  async #copy(text: string): Promise<void> {
    const words = this.#host.words();
    try {
      await navigator.clipboard.writeText(text);
      this.#note.textContent = words.copied;
    } catch {
      // The clipboard may be unavailable on a page that was opened from a file.
      const field = h("textarea", {}, text);
      refill(this.#note, field);
      field.select();
      const done = document.execCommand("copy");
      if (done) this.#note.textContent = words.copied;
      else this.#note.prepend(words.notCopied);
    }
  }

  #save(): void {
    const url = URL.createObjectURL(new Blob([this.#text.value], { type: "text/plain" }));
    h("a", { href: url, download: `mousetrap-${this.#it.problem}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }
}

