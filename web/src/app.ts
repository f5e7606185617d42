// The page around a board: it ties the game, the drawing and the words together.

import { Board, type Mark, type Scene } from "./board";
import { type Case, ofContestSize, places } from "./case";
import { h } from "./dom";
import { Editor } from "./editor";
import { CAT, MOUSE, other, type Player, type Position } from "./game";
import { layout, type Point } from "./layout";
import { Play, type Value } from "./play";
import { read } from "./read";
import { Session, type Side } from "./session";
import { unpack } from "./table";
import { keep, LANGUAGES, preferred, type Words } from "./words";

/** A case as it is handed to the page. */
export interface Exhibit {
  name?: string;
  /** The LeetCode text. */
  input: string;
  max_plies?: number;
  /** Who wins, and on which ply; for the cards of a gallery. */
  summary?: Summary;
  /** For a case larger than contest size, its values; see `table.ts`. */
  table?: number[];
  /** Mouse and cat in a game of best play, the start first. */
  line?: [number, number][];
  /** What a submission says of positions of that game. */
  claims?: Claim[];
}

export interface Summary {
  winner: "mouse" | "cat" | null;
  depth: number | null;
}

export interface Claim {
  ply: number;
  claim: string | null;
  truth: string;
}

type Show = "nothing" | "moves" | "mouse" | "cat" | "safe";

export interface Options {
  side?: Side;
  show?: Show;
  /** Whether the page is the board's alone: then it has a title and a link. */
  alone?: boolean;
  /** Told when the case has changed. */
  changed?: (it: Case) => void;
  /** A link to a case. */
  link?: (it: Case) => string;
}

/** How long the opponent seems to think. */
const PAUSE = 350;

export class App {
  private words: Words = preferred();
  private it!: Case;
  private exhibit: Exhibit | undefined;
  private session: Session | undefined;
  private side: Side;
  private show: Show;
  private editor: Editor | undefined;
  private board!: Board;
  private points: Point[] | undefined;
  private hints = false;
  private comment = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Parts that change with every move. */
  private readonly parts = {
    answer: h("p", { class: "answer" }),
    status: h("p", { class: "status", role: "status" }),
    frame: h("div", { class: "frame" }),
    buttons: h("div", { class: "buttons" }),
    legend: h("p", { class: "legend" }),
    panel: h("div", { class: "panel" }),
    choices: h("div", { class: "choices" }),
    game: h("ol", { class: "game" }),
  };

  constructor(private readonly root: HTMLElement, private readonly options: Options = {}) {
    this.side = options.side ?? "both";
    this.show = options.show ?? "moves";
    root.classList.add("mousetrap");
  }

  /** Opens a case that was handed to the page. */
  open(exhibit: Exhibit): void {
    const it = read(exhibit.input, exhibit.max_plies, exhibit.table === undefined);
    this.exhibit = exhibit;
    this.points = undefined;
    const table = exhibit.table && unpack(exhibit.table, places(it));
    this.start(it, new Play(it, table));
    const line = exhibit.line?.map(([mouse, cat], ply): Position => ({ turn: ply % 2 === 0 ? MOUSE : CAT, mouse, cat }));
    if (exhibit.claims && line) this.session = new Session(this.session!.play, line);
    this.build();
    this.reply();
  }

  /** Opens a case that has been drawn, pasted or linked to. */
  load(it: Case, points?: Point[]): void {
    this.exhibit = undefined;
    this.points = points;
    this.start(it, new Play(it));
    this.build();
    this.reply();
  }

  /** Stops what is still to come. */
  close(): void {
    clearTimeout(this.timer);
    this.root.replaceChildren();
  }

  private start(it: Case, play: Play): void {
    clearTimeout(this.timer);
    this.it = it;
    this.editor = undefined;
    this.comment = "";
    this.hints = false;
    this.session = new Session(play);
  }

  /** Makes the whole page anew. */
  private build(): void {
    const { parts, words } = this;
    this.root.lang = words.lang;
    parts.answer.classList.remove("fault");
    this.buildBoard();
    this.root.replaceChildren(
      this.head(),
      parts.answer,
      h(
        "div", { class: "columns" },
        h("div", { class: "stage" }, parts.status, parts.frame, parts.buttons, parts.legend),
        parts.panel,
      ),
    );
    this.controls();
    this.update();
  }

  private head(): HTMLElement {
    const { words } = this;
    const name = this.exhibit?.name ?? words.problem[this.it.problem];
    const size = this.it.problem === "1728" ? words.jumps(this.it) : words.nodes(this.it.lists.length);
    if (this.options.alone) {
      document.documentElement.lang = words.lang;
      document.title = `${name} · Mousetrap`;
    }
    return h(
      "header", {},
      h(this.options.alone ? "h1" : "h3", {}, name),
      h("p", { class: "size" }, this.exhibit?.name === undefined ? size : `${words.problem[this.it.problem]} · ${size}`),
      h("div", { class: "languages" }, ...LANGUAGES.map((other) => h("button", {
        type: "button", lang: other.lang, "aria-pressed": String(other === words),
        click: () => {
          this.words = other;
          keep(other);
          this.comment = "";
          if (this.editor?.legal) this.finishEditing();
          else this.build();
          this.root.querySelector<HTMLElement>(".languages [aria-pressed=true]")?.focus();
        },
      }, other.language))),
    );
  }

  private buildBoard(): void {
    const plan = layout(this.it, this.points);
    if (!plan.cells) this.points = plan.points;
    this.board = new Board(plan, this.words.board, this.editor
      ? this.editor.hands()
      : { choose: (place) => this.choose(place), key: (key) => this.key(key), moved: () => this.update() });
    this.parts.frame.classList.toggle("editing", this.editor !== undefined);
    this.parts.frame.replaceChildren(this.board.element);
  }

  /** The panel and the buttons, which stay while one plays. */
  private controls(): void {
    const { parts, words } = this;
    if (this.editor) {
      parts.buttons.replaceChildren(this.button(words.done, () => this.finishEditing(), "primary"));
      parts.panel.replaceChildren(...this.editor.panel());
      return;
    }
    const button = (name: string, act: () => void, id: string) => {
      const made = this.button(name, act);
      made.dataset.do = id;
      return made;
    };
    parts.buttons.replaceChildren(
      button(words.restart, () => this.go(0), "restart"),
      button(words.undo, () => this.undo(), "undo"),
      button(words.hintButton, () => this.hint(), "hint"),
      button(words.next, () => this.next(), "next"),
      button(words.end, () => this.finish(), "end"),
    );
    const player = (side: Side) => (side === "both" ? words.both : words.player(side));
    const shows: Record<Show, string> = {
      nothing: words.nothing, moves: words.moves, mouse: words.anywhere(MOUSE), cat: words.anywhere(CAT), safe: words.safe,
    };
    parts.panel.replaceChildren(
      this.radios("side", words.play, ([MOUSE, CAT, "both"] as const).map((side) => [String(side), player(side)]),
        String(this.side), (value) => {
          this.side = value === "both" ? "both" : value === "0" ? MOUSE : CAT;
          this.comment = "";
          this.update();
          this.reply();
        }),
      this.radios("show", words.show, Object.entries(shows), this.show, (value) => {
        this.show = value as Show;
        this.update();
      }),
      this.claims() ?? "",
      h("section", {}, h("h2", {}, words.choices), parts.choices),
      h("section", {}, h("h2", {}, words.game), parts.game),
      h("p", { class: "keys" }, words.keys),
      h("p", {}, ofContestSize(this.it)
        ? this.button(words.edit, () => this.edit())
        : words.tooLarge),
    );
  }

  private radios(name: string, title: string, values: [string, string][], chosen: string, act: (value: string) => void): HTMLElement {
    return h("fieldset", { class: name }, h("legend", {}, title), ...values.map(([value, text]) => h(
      "label", {},
      h("input", { type: "radio", name, value, checked: value === chosen, change: () => act(value) }),
      " ", text,
    )));
  }

  private button(text: string, act: () => void, kind?: string): HTMLButtonElement {
    return h("button", { type: "button", class: kind, click: act }, text);
  }

  /** What a submission says, and where its claim breaks. */
  private claims(): HTMLElement | undefined {
    const { words } = this;
    const claims = this.exhibit?.claims;
    if (!claims || claims.length === 0) return undefined;
    const said = claims[0].claim ?? words.noReply;
    const right = claims.findIndex(({ claim, truth }) => claim === truth);
    const verdict = right === 0 ? words.claimRight(said)
      : right > 0 ? words.claimBreaks(said, claims[right - 1].ply, claims[right].ply)
      : claims.length > 1 ? words.claimNever(said) : words.claimOnly(said, claims[0].truth);
    return h(
      "section", { class: "claims" }, h("h2", {}, words.claim), h("p", {}, verdict),
      claims.length > 1 && h("ul", {}, ...claims.map(({ ply, claim, truth }) => h("li", {}, h("button", {
        type: "button", class: claim === truth ? "right" : "wrong", click: () => this.go(ply, this.exhibit!.line),
      }, `${claim === truth ? "✓" : "✗"} ${words.claimed(ply, claim ?? words.noReply, truth, claim === truth)}`)))),
    );
  }

  /** Brings everything that changes with a move up to date. */
  private update(): void {
    const { parts, words } = this;
    if (this.editor) return;
    const session = this.session!;
    const here = session.here;
    const end = session.end();
    parts.answer.textContent = words.answer(this.it.problem, session.value(0), session.play.game.maxPlies);
    const marks = this.marks();
    this.board.show(this.scene(marks));
    this.board.reveal(here.turn === MOUSE ? here.cat : here.mouse);
    const keeper = this.keeper();
    parts.legend.textContent = this.show === "nothing" ? ""
      : this.show === "safe" ? words.safeNote(keeper, marks.size) : words.legend;
    parts.status.replaceChildren(...this.news().map((text) => h("span", {}, text, " ")));
    for (const [id, off] of [["restart", session.at === 0], ["undo", session.at === 0], ["hint", end], ["next", end], ["end", end]] as const) {
      // Not `disabled`, which would lose the focus.
      parts.buttons.querySelector(`[data-do=${id}]`)?.setAttribute("aria-disabled", String(Boolean(off)));
    }
    this.listMoves();
    this.listGame();
  }

  private news(): string[] {
    const { words } = this;
    const session = this.session!;
    const end = session.end();
    const news: string[] = [];
    if (session.at > 0) {
      const [from, to] = [session.line[session.at - 1], session.here];
      const [was, is] = from.turn === MOUSE ? [from.mouse, to.mouse] : [from.cat, to.cat];
      news.push(was === is ? words.stays(from.turn, this.place(is)) : words.moved(from.turn, this.place(is)));
    }
    if (this.comment !== "") news.push(this.comment);
    if (end === undefined) {
      if (this.it.problem === "1728" && session.repeats()) news.push(words.again);
      news.push(words.toMove(session.here.turn, session.here.turn === this.side));
      return news;
    }
    const hole = this.it.problem === "913";
    news.push(end.how === "home" ? words.over.home(session.at, hole)
      : end.how === "caught" ? words.over.caught(session.at)
      : end.how === "food" ? words.over.food(session.at)
      : end.how === "limit" ? words.over.limit(session.at) : words.over.repeats);
    if (this.side !== "both" && end.winner === other(this.side)) {
      const ply = session.mistake(this.side);
      news.push(ply === undefined ? words.noChance : words.deciding(ply));
    }
    return news;
  }

  /** Whose safety is shown. */
  private keeper(): Player {
    return this.side === "both" ? this.session!.here.turn : this.side;
  }

  private marks(): Map<number, Mark> {
    const session = this.session!;
    const { play, here, at } = session;
    const marks = new Map<number, Mark>();
    const mark = (place: number, value: Value, text = this.words.mark(value)) => {
      const kind = value.winner === undefined ? "draw" : value.winner === MOUSE ? "mouse" : "cat";
      const strength = value.plies === undefined ? 0.7 : 0.4 + 0.6 * Math.exp(-value.plies / 20);
      marks.set(place, { kind, text, strength });
    };
    if (this.show === "moves" && session.end() === undefined) {
      for (const { to, value } of play.ranked(here, at)) mark(here.turn === MOUSE ? to.mouse : to.cat, value);
    }
    const anywhere = (player: Player, turn: Player, tell: (place: number, value: Value) => void) => {
      for (let place = 0; place < play.game.size; place++) {
        const moved: Position = { ...here, turn, [player === MOUSE ? "mouse" : "cat"]: place };
        if (play.game.moves[player][place].length > 0 && play.over(moved) === undefined) tell(place, play.value(moved, at));
      }
    };
    if (this.show === "mouse") anywhere(MOUSE, here.turn, mark);
    if (this.show === "cat") anywhere(CAT, here.turn, mark);
    if (this.show === "safe") {
      const keeper = this.keeper();
      anywhere(keeper, other(keeper), (place, value) => {
        if (value.winner !== other(keeper)) mark(place, { winner: keeper, plies: undefined }, "✓");
      });
    }
    return marks;
  }

  private scene(marks: Map<number, Mark>): Scene {
    const { words } = this;
    const session = this.session!;
    const { here, at, line } = session;
    const moves = new Map(session.end() === undefined
      ? session.play.ranked(here, at).map((move) => [here.turn === MOUSE ? move.to.mouse : move.to.cat, move])
      : []);
    const best = this.hints && moves.size > 0 ? session.play.best(here, at) : [];
    const hints = new Set(best.map(({ to }) => (here.turn === MOUSE ? to.mouse : to.cat)));
    const before = line[at - 1];
    return {
      mouse: here.mouse,
      cat: here.cat,
      marks,
      hints,
      open: new Set(this.mine() ? moves.keys() : []),
      last: before && (before.turn === MOUSE ? [before.mouse, here.mouse] : [before.cat, here.cat]),
      label: (place) => [
        this.place(place),
        ...this.standing(place),
        moves.has(place) && words.canGo,
        hints.has(place) && words.best,
        marks.has(place) && (this.show === "safe" ? "✓" : marks.get(place)!.text),
      ].filter(Boolean).join(", "),
    };
  }

  /** What is on a place, in words. */
  private standing(place: number): string[] {
    const { words } = this;
    const { here, play: { game } } = this.session!;
    const wall = this.it.problem === "1728" && game.moves[MOUSE][place].length === 0;
    return [
      wall && words.wall,
      place === here.mouse && words.player(MOUSE),
      place === here.cat && words.player(CAT),
      this.it.problem === "1728" && place === game.home && words.food,
    ].filter((word) => word !== false);
  }

  private place(place: number, short = false): string {
    if (this.it.problem === "913") return this.words.node(place);
    const columns = this.it.rows[0].length;
    const [row, column] = [Math.floor(place / columns) + 1, place % columns + 1];
    return short ? this.words.short(row, column) : this.words.row(row, column);
  }

  /** Whether the player may move now. */
  private mine(): boolean {
    return this.side === "both" || this.session!.here.turn === this.side;
  }

  private listMoves(): void {
    const { parts, words } = this;
    const session = this.session!;
    const focused = parts.choices.contains(document.activeElement);
    const { here, at } = session;
    const moves = session.end() === undefined && this.mine() ? session.play.ranked(here, at) : [];
    const told = this.show === "moves";
    if (!told) moves.sort((a, b) => a.to.mouse - b.to.mouse || a.to.cat - b.to.cat);
    parts.choices.replaceChildren(...moves.map(({ to, value }) => {
      const place = here.turn === MOUSE ? to.mouse : to.cat;
      const name = this.place(place, true);
      return this.button(told ? `${name}: ${words.mark(value)}` : name, () => this.choose(place));
    }));
    if (moves.length === 0 && session.end() !== undefined) parts.choices.append(words.noChoices);
    if (focused) (parts.choices.querySelector("button") ?? parts.buttons.querySelector("button"))?.focus();
  }

  private listGame(): void {
    const { parts, words } = this;
    const session = this.session!;
    const focused = parts.game.contains(document.activeElement);
    parts.game.replaceChildren(...session.line.map((at, ply) => {
      const before = session.line[ply - 1];
      const mistake = before && session.lost(ply);
      const told = this.show === "moves" || this.side === "both" ? ` ${words.mark(session.value(ply))}` : "";
      const text = before === undefined ? words.startOf
        : `${ply} ${words.Player(before.turn)} ${this.place(before.turn === MOUSE ? at.mouse : at.cat, true)}`;
      return h("li", {}, h("button", {
        type: "button", class: mistake ? "wrong" : undefined, "aria-current": ply === session.at ? "step" : undefined,
        click: () => this.go(ply),
      }, `${text}${told}${mistake ? ` ✗ ${words.mistake}` : ""}`));
    }));
    const current = parts.game.querySelector<HTMLElement>("[aria-current]");
    if (current) parts.game.scrollTop = current.offsetTop - parts.game.offsetTop - parts.game.clientHeight / 2;
    if (focused) current?.focus();
  }

  /** The player moves to a place. */
  private choose(place: number): void {
    const session = this.session!;
    if (!this.mine() || session.end() !== undefined) return;
    const { here, at } = session;
    const move = session.play.ranked(here, at).find(({ to }) => (here.turn === MOUSE ? to.mouse : to.cat) === place);
    if (!move) return;
    session.move(move.to);
    this.comment = this.judged(session.at);
    this.hints = false;
    this.update();
    this.reply();
  }

  private judged(ply: number): string {
    const { words } = this;
    const session = this.session!;
    const judged = session.judge(ply);
    if (session.end(ply)?.winner === session.line[ply - 1].turn) return "";
    const after = words.value(judged.after);
    switch (judged.kind) {
      case "best": return words.judged.best(after);
      case "sooner": return words.judged.sooner(after);
      case "slower": return Number.isFinite(judged.by) ? words.judged.slower(judged.by, after) : words.judged.best(after);
      case "lost": return words.judged.lost(session.line[ply - 1].turn, words.value(judged.before), after);
    }
  }

  /** The opponent's move, after a moment. */
  private reply(): void {
    clearTimeout(this.timer);
    const session = this.session;
    if (this.editor || !session || this.mine() || session.end() !== undefined || session.at + 1 < session.line.length) return;
    this.timer = setTimeout(() => {
      session.step();
      this.update();
    }, PAUSE);
  }

  private go(ply: number, line?: [number, number][]): void {
    const session = this.session!;
    clearTimeout(this.timer);
    if (line) session.line = line.map(([mouse, cat], i): Position => ({ turn: i % 2 === 0 ? MOUSE : CAT, mouse, cat }));
    if (ply === 0 && !line) session.line.length = 1;
    session.at = Math.max(0, Math.min(ply, session.line.length - 1));
    this.comment = "";
    this.hints = false;
    this.update();
    this.reply();
  }

  private undo(): void {
    const session = this.session!;
    let ply = session.at - 1;
    while (ply > 0 && this.side !== "both" && session.line[ply].turn !== this.side) ply--;
    if (ply >= 0) this.go(ply);
  }

  private hint(): void {
    const session = this.session!;
    if (session.end() !== undefined || !this.mine()) return;
    const { here, at } = session;
    const best = session.play.best(here, at);
    this.hints = true;
    const names = best.map(({ to }) => this.place(here.turn === MOUSE ? to.mouse : to.cat));
    this.comment = this.words.hint(names.join(" / "), this.words.value(best[0].value));
    this.update();
  }

  private next(): void {
    clearTimeout(this.timer);
    if (!this.session!.step()) return;
    this.comment = "";
    this.hints = false;
    this.update();
    this.reply();
  }

  private finish(): void {
    clearTimeout(this.timer);
    if (this.session!.end() !== undefined) return;
    this.session!.finish();
    this.comment = "";
    this.hints = false;
    this.update();
  }

  private key(key: string): boolean {
    const acts: Record<string, () => void> = {
      u: () => this.undo(), h: () => this.hint(), n: () => this.next(), r: () => this.go(0),
    };
    const act = acts[key.toLowerCase()];
    act?.();
    return act !== undefined;
  }

  private edit(): void {
    clearTimeout(this.timer);
    this.editor = new Editor(this.it, this.points, {
      words: this.words,
      redraw: (it, points) => {
        this.it = it;
        this.points = points;
        this.buildBoard();
        return { board: this.board, points: this.points };
      },
      tell: (text, fault) => {
        this.parts.answer.textContent = text;
        this.parts.answer.classList.toggle("fault", fault);
        this.parts.buttons.querySelector("button")?.setAttribute("aria-disabled", String(fault));
      },
      legal: (it) => this.options.changed?.(it),
      ...(this.options.link ? { link: this.options.link } : {}),
    });
    this.exhibit = undefined;
    this.comment = "";
    this.parts.status.replaceChildren();
    this.parts.legend.textContent = "";
    this.controls();
    this.editor.begin();
    this.parts.panel.querySelector<HTMLElement>("input")?.focus();
  }

  private finishEditing(): void {
    const it = this.editor?.legal;
    if (!it) return;
    this.load(it, this.editor!.layout);
    this.parts.buttons.querySelector("button")?.focus();
  }
}
