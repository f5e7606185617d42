// Drawing a case: what is chosen on the board changes it, and its value with it.

import type { Board, Hands } from "./board";
import { type Case, check, type Fault, Illegal, isGrid, leetcode, LONGEST_SIDE } from "./case";
import { button, h, refill } from "./dom";
import { draw, drop, FRESH, grow, link, resize } from "./edit";
import type { Point } from "./layout";
import { Play } from "./play";
import { read } from "./read";
import { told, type Words } from "./words";

const GRID_TOOLS = ["wall", "C", "M", "F"] as const;
const GRAPH_TOOLS = ["edge", "node", "remove", "move"] as const;
type Tool = (typeof GRID_TOOLS)[number] | (typeof GRAPH_TOOLS)[number];

/** What the editor needs of the page. */
export interface Host {
  words(): Words;
  /** The case is another one: draw it. Gives the board, and where nodes are. */
  redraw(it: Case, points: Point[] | undefined): { board: Board; points: Point[] | undefined };
  /** The answer, or the rule that is broken. */
  tell(text: string, fault: boolean): void;
  /** A case that can be played. */
  legal(it: Case): void;
  /** A link to a case; none where the page has no place of its own. */
  link?: (it: Case) => string;
}

export class Editor {
  #tool: Tool;
  #from: number | undefined;
  /** What a stroke over cells draws. */
  #stroke = "#";
  #fault: Fault | undefined;
  #board!: Board;
  readonly #text = h("textarea", {
    id: "mousetrap-text", rows: 6, spellcheck: "false", autocomplete: "off", input: () => this.#typed(),
  });
  readonly #note = h("p", { class: "note", role: "status" });
  readonly #sizes = h("div", "sizes");
  readonly #tools = h("fieldset", "tools");

  #it: Case;
  #points: Point[] | undefined;
  readonly #host: Host;

  constructor(it: Case, points: Point[] | undefined, host: Host) {
    this.#it = it;
    this.#points = points;
    this.#host = host;
    this.#tool = isGrid(it) ? "wall" : "edge";
    this.#text.value = leetcode(it);
  }

  /** The case, where it is legal. */
  get legal(): Case | undefined {
    return this.#fault ? undefined : this.#it;
  }

  get layout(): Point[] | undefined {
    return this.#points;
  }

  hands(): Hands {
    const paint = (place: number, first: boolean) => this.#paint(place, first);
    return {
      choose: (place) => this.#paint(place, true),
      ...(isGrid(this.#it) ? { paint } : {}),
      moved: () => this.#refresh(),
    };
  }

  /** What stands beside the board. */
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
        button(words.fresh[problem], () => this.#take(FRESH[problem], true)))),
      h("label", { for: "mousetrap-text" }, words.text),
      this.#text,
      h("p", "keys", words.textHint),
      h(
        "p", "row",
        button(words.copy, () => void this.#copy(this.#text.value)),
        this.#host.link && button(words.link, () => {
          if (this.legal) void this.#copy(this.#host.link!(this.legal));
        }),
        button(words.save, () => this.#save()),
        h("label", { class: "file", for: "mousetrap-file" }, words.load), open,
      ),
      this.#note,
    ];
  }

  /** Draws the case and tells its value, or why the text is not one. */
  begin(): void {
    this.#redraw();
    if (this.#text.value === leetcode(this.#it)) this.#refresh();
    else this.#typed();
  }

  /** Tools and sizes, which depend on the game. */
  #fill(): void {
    const words = this.#host.words();
    const kinds: readonly Tool[] = isGrid(this.#it) ? GRID_TOOLS : GRAPH_TOOLS;
    if (!kinds.includes(this.#tool)) this.#tool = kinds[0];
    refill(this.#tools, h("legend", {}, words.tool), ...kinds.map((tool) => h(
      "label", {},
      h("input", {
        type: "radio", name: "tool", value: tool, checked: tool === this.#tool,
        change: () => {
          this.#tool = tool;
          this.#from = undefined;
          this.#note.textContent = "";
        },
      }),
      " ", words.tools[tool],
    )));
    const it = this.#it;
    if (!isGrid(it)) {
      refill(this.#sizes);
      return;
    }
    const number = (name: string, value: number, act: (value: number) => Case) => h("label", {}, name, " ", h("input", {
      type: "number", min: 1, max: 8, value,
      change: (event) => {
        const field = event.target as HTMLInputElement;
        // What is not a number changes nothing; others become the nearest that may be.
        const wanted = Math.round(Number(field.value));
        const taken = field.value === "" || isNaN(wanted) ? value : Math.max(1, Math.min(LONGEST_SIDE, wanted));
        field.value = String(taken);
        value = taken;
        this.#take(act(taken));
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
      if (first) this.#stroke = tool !== "wall" ? tool : now === "#" ? "." : "#";
      if (now !== this.#stroke) this.#take(draw(it, place, this.#stroke), false, place);
      return;
    }
    const points = this.#points!;
    if (tool === "node") {
      const grown = grow(it, place, points);
      this.#points = grown.points;
      this.#take(grown.it, false, place);
    } else if (tool === "remove") {
      this.#points = points.filter((_, node) => node !== place);
      this.#take(drop(it, place), false, Math.max(0, place - 1));
    } else if (tool === "edge") {
      const from = this.#from;
      this.#from = from === undefined ? place : undefined;
      this.#note.textContent = this.#from === undefined ? "" : this.#host.words().edgeFrom(place);
      if (from !== undefined) this.#take(link(it, from, place), false, place);
      else this.#refresh();
    }
  }

  /** Goes on with another case. */
  #take(it: Case, anew = false, focus?: number): void {
    const other = it.problem !== this.#it.problem;
    this.#it = it;
    if (anew) this.#points = undefined;
    this.#text.value = leetcode(it);
    const held = document.activeElement?.closest("[data-place]") !== null;
    this.#redraw();
    if (other || anew) this.#fill();
    if (focus !== undefined && held) this.#board.focus(focus);
    this.#refresh();
  }

  #typed(): void {
    const it = this.#it;
    try {
      const found = read(this.#text.value, isGrid(it) ? it.maxPlies : undefined);
      const text = this.#text.value;
      this.#take(found, true);
      this.#text.value = text;
    } catch (error) {
      if (!(error instanceof Illegal)) throw error;
      this.#fault = error.fault;
      this.#host.tell(told(this.#host.words(), error.fault), true);
    }
  }

  #redraw(): void {
    ({ board: this.#board, points: this.#points } = this.#host.redraw(this.#it, this.#points));
  }

  /** Shows the case as it stands, with its value or its fault. */
  #refresh(): void {
    const [it, host] = [this.#it, this.#host];
    this.#fault = undefined;
    try {
      check(it);
      const play = new Play(it);
      host.tell(host.words().answer(it.problem, play.value(play.game.start, 0), play.game.maxPlies), false);
      host.legal(it);
    } catch (error) {
      if (!(error instanceof Illegal)) throw error;
      this.#fault = error.fault;
      host.tell(told(host.words(), error.fault), true);
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
      // A page opened from a file may not have the clipboard.
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

