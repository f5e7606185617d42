// The page around a board, which connects the game, the drawing and the texts.

import { Board } from "./board";
import { type Case, isGrid, ofContestSize, places } from "./case";
import { choices, legend, record } from "./lists";
import { claimed } from "./claims";
import { button, h, refill } from "./dom";
import { Editor } from "./editor";
import type { CaseData, Options, Show } from "./case_data";
import { CAT, MOUSE, on, type Position } from "./game";
import { gauge } from "./gauge";
import { languages } from "./languages";
import { layout, type Point } from "./layout";
import { judged, news } from "./news";
import { marks, scene } from "./overlay";
import { Play } from "./play";
import { read } from "./read";
import { Session, type Side } from "./session";
import { unpack } from "./table";
import { called, keeper, mine, positions, type View } from "./view";
import { preferred, type Words } from "./words";

/** How long the computer waits before it replies, in milliseconds. */
const PAUSE = 350;

export class App implements View {
  words: Words;
  it!: Case;
  session!: Session;
  side: Side;
  show: Show;
  hints = false;
  #caseData: CaseData | undefined;
  /** The case that the page was opened with, to which the user can return. */
  #original: CaseData | undefined;
  #given = "";
  #editor: Editor | undefined;
  #board!: Board;
  #points: Point[] | undefined;
  #comment = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #root: HTMLElement;
  readonly #options: Options;
  // The elements that change with every move.
  readonly #title = h("div");
  readonly #answer = h("p", "answer");
  readonly #status = h("p", { class: "status", role: "status" });
  readonly #gauge = h("div", { class: "gauge", role: "img" });
  readonly #frame = h("div", "frame");
  readonly #field = h("div", "field", this.#gauge, this.#frame);
  readonly #buttons = h("div", "buttons");
  readonly #legend = h("ul", "legend");
  readonly #claims = h("div", "claims");
  readonly #panel = h("div", "panel");
  readonly #settings = h("div", "settings");
  readonly #choices = h("div", "choices");
  readonly #record = h("ol", { class: "game", keydown: (event) => this.#turn(event as KeyboardEvent) });
  readonly #columns = h("div", "columns");

  constructor(root: HTMLElement, options: Options = {}) {
    this.#root = root;
    this.#options = options;
    this.words = preferred(options.lang);
    this.side = options.side ?? "both";
    this.show = options.show ?? "moves";
    root.classList.add("mousetrap");
    root.addEventListener("keydown", (event) => {
      if (!this.#editor || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== "z") return;
      // The browser detects unsaved text, but not an unsaved drawing.
      event.preventDefault();
      this.#editor.undo();
    });
    this.#frame.addEventListener("click", (event) => this.#editor?.free(event));
  }

  get quiet(): boolean {
    return this.show === "nothing";
  }

  /** Opens a case that the caller passed in. */
  open(caseData: CaseData, points?: Point[]): void {
    this.#original = caseData;
    const { input, max_plies, table, claims, line } = caseData;
    const it = read(input, max_plies, table === undefined);
    this.#given = JSON.stringify(it);
    const play = new Play(it, table && unpack(table, places(it)));
    this.#start(play, caseData, points, claims && line && positions(line));
  }

  /** Opens a case that was drawn, pasted or linked to. */
  load(it: Case, points?: Point[]): void {
    this.#start(new Play(it), undefined, points);
  }

  /** Empties the page and cancels the opponent's pending move. */
  close(): void {
    clearTimeout(this.#timer);
    refill(this.#root);
  }

  #start(play: Play, caseData?: CaseData, points?: Point[], line?: Position[]): void {
    this.it = play.game.of;
    this.#caseData = caseData;
    this.#points = points;
    this.#editor = undefined;
    this.session = new Session(play, line);
    this.#quiet();
    this.#build();
    this.#reply();
  }

  /** Clears the comment on the last move and cancels the opponent's pending move. */
  #quiet(): void {
    clearTimeout(this.#timer);
    this.#comment = "";
    this.hints = false;
  }

  /** Rebuilds the whole page. */
  #build(): void {
    this.#root.lang = this.words.lang;
    this.#answer.classList.remove("fault");
    this.#draw();
    refill(this.#root,
      h("header", {}, this.#title, languages(this.words, (words) => this.#translate(words))),
      this.#answer,
      this.#columns,
    );
    refill(this.#columns, this.#status, h("div", "stage", this.#field, this.#legend, this.#buttons), this.#panel, this.#settings);
    this.#controls();
    this.#update();
  }

  #translate(words: Words): void {
    this.words = words;
    this.#comment = "";
    this.#build();
    this.#editor?.begin();
    this.#root.querySelector<HTMLElement>(".languages [aria-pressed=true]")?.focus();
  }

  /** Draws the case with its heading. */
  #draw(): void {
    const { words, it } = this;
    const { alone } = this.#options;
    const name = this.#caseData?.name;
    const problem = words.problem[it.problem];
    const size = isGrid(it) ? words.jumps(it) : words.nodes(it.lists.length);
    if (alone) {
      document.documentElement.lang = words.lang;
      document.title = `${name ?? problem} · Mousetrap`;
    }
    refill(this.#title,
      h(alone ? "h1" : "h3", {}, name ?? problem),
      h("p", "size", name === undefined ? size : `${problem} · ${size}`),
      !this.#caseData && this.#original && button(words.original, () => {
        this.#options.changed?.(undefined);
        this.open(this.#original!);
        this.#rest();
      }),
    );
    const plan = layout(it, this.#points);
    if (!plan.cells) this.#points = plan.points;
    this.#board = new Board(plan, words.board, this.#editor
      ? this.#editor.hands()
      : { choose: (place) => this.#choose(place), key: (key) => this.#key(key), moved: () => this.#update() });
    this.#frame.classList.toggle("editing", this.#editor !== undefined);
    refill(this.#frame, this.#board.element);
    this.#field.style.setProperty("--most", this.#board.element.style.maxWidth);
    // A board with few rows is not tall enough to have the side panel next to it.
    this.#columns.classList.toggle("flat", plan.height < plan.width / 2.5);
  }

  /** Builds the panel and the buttons, which stay the same during a game. */
  #controls(): void {
    const { words } = this;
    if (this.#editor) {
      refill(this.#settings);
      refill(this.#buttons,
        button(words.done, () => this.#play(), { class: "primary" }),
        button(words.takeBack, () => this.#editor!.undo(), { "data-do": "takeBack" }),
      );
      refill(this.#panel, ...this.#editor.panel());
      return;
    }
    const step = (id: string, sign: string, name: string, act: () => void) =>
      button(sign, act, { "data-do": id, class: "step", "aria-label": name, title: name });
    refill(this.#buttons,
      step("restart", "«", words.restart, () => this.#look(0)),
      step("undo", "‹", words.undo, () => this.#undo()),
      step("next", "›", words.next, () => this.#next()),
      step("end", "»", words.end, () => this.#finish()),
      button(words.hintButton, () => this.#hint(), { "data-do": "hint" }),
      button(words.newGame, () => this.#go(0), { "data-do": "new" }),
    );
    const sides: [Side, string][] = [[MOUSE, words.Player(MOUSE)], [CAT, words.Player(CAT)], ["both", words.both]];
    const shows: [Show, string][] = [
      ["nothing", words.nothing], ["moves", words.moves],
      ["mouse", words.anywhere(MOUSE)], ["cat", words.anywhere(CAT)], ["safe", words.safe],
    ];
    this.#claim();
    refill(this.#panel,
      this.#claims,
      h("section", {}, h("h2", {}, words.game), this.#record),
      h("section", "moves", h("h2", {}, words.choices), this.#choices),
    );
    refill(this.#settings,
      radios("side", words.play, sides, this.side, (side) => this.#take(side)),
      radios("show", words.show, shows, this.show, (show) => {
        this.show = show;
        this.#claim();
        this.#update();
      }),
      h(
        "div", "row",
        ofContestSize(this.it) ? button(words.edit, () => this.#edit()) : h("p", "keys", words.tooLarge),
        h("p", "keys", words.keys),
      ),
    );
  }

  /** Shows a submission's claims about the case. */
  #claim(): void {
    refill(this.#claims, this.#caseData && claimed(this, this.#caseData, {
      show: (line, ply) => this.#go(ply, line),
      play: (side) => {
        this.#go(0);
        this.side = side;
        this.#controls();
        this.#take(side);
        this.#status.scrollIntoView({ block: "nearest" });
      },
    }));
  }

  #take(side: Side): void {
    this.side = side;
    this.#comment = "";
    this.#update();
    this.#reply();
  }

  /** Updates everything that changes with a move. */
  #update(): void {
    if (this.#editor) return;
    const { words, session } = this;
    const { here, at, play } = session;
    const end = session.end();
    this.#answer.textContent = this.quiet ? "" : words.answer(this.it.problem, session.value(0), play.game.maxPlies);
    const shown = marks(this);
    this.#board.show(scene(this, shown));
    this.#board.reveal(on(here.turn === MOUSE ? CAT : MOUSE, here));
    if (this.show === "safe") refill(this.#legend, h("li", {}, words.safeNote(keeper(this), shown.size)));
    else legend(this, this.#legend);
    gauge(this.#gauge, this.quiet ? undefined : session.value(), words);
    const leader = end ? end.winner : here.turn;
    this.#status.dataset.side = leader === undefined ? "draw" : leader === MOUSE ? "mouse" : "cat";
    refill(this.#status, ...news(this, this.#comment).map((text) => h("span", {}, text, " ")));
    for (const made of this.#buttons.children as Iterable<HTMLElement>) {
      const backwards = ["restart", "undo"].includes(made.dataset.do!);
      const idle = made.dataset.do === "new" ? session.line.length === 1 : backwards ? at === 0 : end !== undefined;
      // Setting `disabled` would make the button lose the focus.
      made.ariaDisabled = String(idle);
    }
    const list = (parent: HTMLElement, fill: () => void, focus: string) => {
      const focused = parent.contains(document.activeElement);
      fill();
      if (!focused) return;
      const next = parent.querySelector<HTMLElement>(focus);
      if (next) next.focus();
      else this.#rest();
    };
    list(this.#choices, () => choices(this, this.#choices, (place) => this.#choose(place)), "button");
    list(this.#record, () => record(this, this.#record, (ply) => this.#look(ply)), "[aria-current]");
  }

  /** Moves the player's animal to a place. */
  #choose(place: number): void {
    const { session } = this;
    if (!mine(this) || session.end() !== undefined) return;
    const { here, at, play } = session;
    const move = play.ranked(here, at).find(({ to }) => on(here.turn, to) === place);
    if (!move) return;
    session.move(move.to);
    this.#show(this.quiet ? "" : judged(this, session.at));
  }

  /** Shows the current position, and lets the opponent reply. */
  #show(comment = ""): void {
    this.#quiet();
    this.#comment = comment;
    this.#update();
    this.#reply();
  }

  /** Schedules the opponent's move after a short delay. */
  #reply(): void {
    clearTimeout(this.#timer);
    const { session } = this;
    if (this.#editor || mine(this) || session.end() !== undefined || session.at + 1 < session.line.length) return;
    this.#timer = setTimeout(() => {
      session.step();
      this.#update();
    }, PAUSE);
  }

  #go(ply: number, line?: Position[]): void {
    const { session } = this;
    if (line) session.line = [...line];
    else if (ply === 0) session.line.length = 1;
    this.#look(ply);
  }

  /** Shows the position after a ply of the game. */
  #look(ply: number): void {
    const { session } = this;
    session.at = Math.max(0, Math.min(ply, session.line.length - 1));
    this.#show();
  }

  #undo(): void {
    const { session, side } = this;
    let ply = session.at - 1;
    while (ply > 0 && side !== "both" && session.line[ply].turn !== side) ply--;
    if (ply >= 0) this.#go(ply);
  }

  #hint(): void {
    const { session } = this;
    if (session.end() !== undefined || !mine(this)) return;
    const { here, at } = session;
    const best = session.play.best(here, at);
    this.hints = true;
    const names = best.map(({ to }) => called(this, on(here.turn, to)));
    this.#comment = this.words.hint(names.join(" / "), this.words.value(best[0].value));
    this.#update();
  }

  /** Steps through the game when an arrow key is pressed in the list of moves. */
  #turn(event: KeyboardEvent): void {
    const { at, line } = this.session;
    const steps: Record<string, number> = {
      ArrowLeft: at - 1, ArrowUp: at - 2, ArrowRight: at + 1, ArrowDown: at + 2, Home: 0, End: line.length - 1,
    };
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#look(steps[event.key]);
  }

  #next(): void {
    if (this.session.step()) this.#show();
  }

  /** Goes to the last ply; if it is already shown, plays on to the end of the game. */
  #finish(): void {
    const { session } = this;
    if (session.end() !== undefined) return;
    if (session.at + 1 < session.line.length) session.at = session.line.length - 1;
    else session.finish();
    this.#quiet();
    this.#update();
  }

  #key(key: string): boolean {
    const acts: Record<string, () => void> = {
      u: () => this.#undo(), h: () => this.#hint(), n: () => this.#next(), r: () => this.#go(0),
    };
    const act = acts[key.toLowerCase()];
    act?.();
    return act !== undefined;
  }

  #edit(): void {
    this.#quiet();
    this.#editor = new Editor(this.it, this.#points, {
      words: () => this.words,
      redraw: (it, points) => {
        this.it = it;
        this.#points = points;
        this.#caseData = JSON.stringify(it) === this.#given ? this.#original : undefined;
        this.#draw();
        return { board: this.#board, points: this.#points };
      },
      tell: (text, fault, undone) => {
        this.#answer.textContent = text;
        this.#answer.classList.toggle("fault", fault);
        [fault, !undone].forEach((off, i) => this.#buttons.children[i]?.setAttribute("aria-disabled", String(off)));
      },
      onLegalCase: (it) => this.#options.changed?.(this.#caseData ? undefined : it),
      ...(this.#options.link ? { link: this.#options.link } : {}),
    });
    refill(this.#status);
    refill(this.#legend);
    this.#gauge.hidden = true;
    this.#controls();
    this.#editor.begin();
    this.#panel.querySelector<HTMLElement>("input")?.focus();
  }

  /** Moves the keyboard focus to the first button. */
  #rest(): void {
    this.#buttons.querySelector("button")?.focus();
  }

  /** Starts a game on the case that was drawn. */
  #play(): void {
    const it = this.#editor?.legal;
    if (!it) return;
    const points = this.#editor!.layout;
    if (this.#caseData) this.open(this.#caseData, points);
    else this.load(it, points);
    this.#rest();
  }
}

/** The number of groups of radio buttons created so far. */
let groups = 0;

/** Creates a group of radio buttons. */
function radios<T extends Side | Show>(
  name: string, title: string, values: [T, string][], chosen: T, act: (value: T) => void,
): HTMLElement {
  // Group names must be unique, because the page may contain several boards.
  const group = name + ++groups;
  return h("fieldset", { class: name }, h("legend", {}, title), h("div", "options", ...values.map(([value, text]) => h(
    "label", {},
    h("input", { type: "radio", name: group, value, checked: value === chosen, change: () => act(value) }),
    text,
  ))));
}
