// A case drawn as SVG: places that can be chosen by mouse, touch and keyboard,
// the marks and descriptions of places, and the animals.

import { refill, s } from "./dom";
import { type Arrow, arrow, cat, cheese, type Mark, mouse, star, tag } from "./figures";
import { CELL, extent, type Layout, NODE } from "./layout";

export interface Scene {
  /** The places of the animals; -1 for an animal that is missing. */
  mouse: number;
  cat: number;
  marks: Map<number, Mark>;
  /** The arrows for the best move and the threat, if they are shown. */
  arrows: Arrow[];
  /** The places to which the player can move. */
  open: Set<number>;
  /** The places of the best moves, if the player asked for them. */
  hints: Set<number>;
  /** The places at which the last move started and ended. */
  last: readonly [number, number] | undefined;
  /** Returns the description of a place for screen readers. */
  label(place: number): string;
}

export interface Hands {
  /** Called when a place is chosen. */
  choose(place: number): void;
  /** Called when a pointer is pressed on a place or dragged over it. */
  paint?: (place: number, first: boolean) => void;
  key?: (key: string) => boolean;
  /** Called after nodes were dragged. */
  moved?: () => void;
}

/** Maximum height of the drawing, unless its cells or nodes would become too small. */
const TALLEST = 660;

/** The margin around the drawing: for row and column numbers to the left and above, and for tokens that overlap the edge. */
const [HEAD, EDGE] = [18, 8];

let boards = 0;

export class Board {
  readonly element: SVGSVGElement;
  readonly #id = `mousetrap-${boards++}`;
  readonly #places: SVGGElement[];
  readonly #links: SVGLineElement[];
  readonly #tints = s("g", "layer");
  readonly #arrows = s("g", "layer");
  readonly #tags = s("g", "layer");
  readonly #tokens: { mouse: SVGGElement; cat: SVGGElement };
  readonly #food = s("g", "layer");
  /** The place that has the keyboard focus. */
  #at = 0;
  #dragged = false;

  readonly #plan: Layout;
  readonly #hands: Hands;

  constructor(plan: Layout, label: string, hands: Hands) {
    this.#plan = plan;
    this.#hands = hands;
    const { cells, points, symbols, links } = plan;
    this.#places = points.map((point, place) => {
      const [x, y] = point;
      const shapes = cells
        ? [s("rect", {
          x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL,
          class: symbols[place] === "#" ? "wall" : (Math.floor(x / CELL) + Math.floor(y / CELL)) % 2 ? "cell odd" : "cell",
        })]
        : [
          s("circle", { cx: 0, cy: 0, r: NODE, class: place === 0 ? "hole" : "node" }),
          s("text", { x: 0, y: 0, class: place === 0 ? "number on" : "number" }, String(place)),
        ];
      const group = s("g", { role: "button", class: "place", tabindex: -1, "data-place": place }, ...shapes);
      if (!cells) this.#put(group, x, y);
      return group;
    });
    this.#links = links.map(([a, b]) => s("line", {
      class: "link", x1: points[a][0], y1: points[a][1], x2: points[b][0], y2: points[b][1],
    }));
    this.#tokens = { mouse: mouse(), cat: cat() };
    if (cells && plan.home >= 0) this.#food.append(cheese());
    this.element = s(
      "svg",
      { role: "group", "aria-label": label, class: `board ${cells ? "cells" : "net"}` },
      s("defs", {}, s(
        "pattern",
        { id: `${this.#id}-cat`, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("rect", { width: 7, height: 7, class: "tint-cat" }),
        s("rect", { width: 2, height: 7, class: "stripe" }),
      )),
      ...this.#links, ...this.#places, this.#tints, this.#food, ...coordinates(plan),
      this.#arrows, this.#tokens.mouse, this.#tokens.cat, this.#tags,
    );
    this.#resize();
    this.#places[0]?.setAttribute("tabindex", "0");
    this.element.addEventListener("click", (event) => this.#chosen(event));
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.element.addEventListener("pointerdown", (event) => this.#held(event));
    this.element.addEventListener("focusin", (event) => {
      const place = this.#placeOf(event.target);
      if (place !== undefined) this.#walk(place);
    });
    for (const [name, on] of [["pointerover", true], ["pointerout", false]] as const) {
      this.element.addEventListener(name, (event) => this.#trace(this.#placeOf(event.target), on));
    }
  }

  /** Shows a position with its marks. */
  show(scene: Scene): void {
    const plan = this.#plan;
    this.#places.forEach((group, place) => {
      group.classList.toggle("open", scene.open.has(place));
      group.classList.toggle("hint", scene.hints.has(place));
      // If an animal is on a node, the node's number is drawn next to the animal.
      group.classList.toggle("taken", place === scene.mouse || place === scene.cat);
      group.classList.toggle("last", scene.last?.includes(place) ?? false);
      group.setAttribute("aria-label", scene.label(place));
      group.setAttribute("aria-disabled", String(!scene.open.has(place)));
    });
    this.#links.forEach((line, i) => {
      const ends = plan.links[i];
      const used = scene.last !== undefined && ends.includes(scene.last[0]) && ends.includes(scene.last[1]);
      line.classList.toggle("last", used && scene.last![0] !== scene.last![1]);
      line.classList.toggle("from-mouse", ends.includes(scene.mouse));
      // The cat may not enter the hole.
      line.classList.toggle("from-cat", ends.includes(scene.cat) && !ends.includes(plan.home));
    });
    // A figure is drawn in the middle of its cell, or smaller and higher if there is a label below.
    const center = (place: number) => {
      const [x, y] = plan.points[place];
      return [x, !plan.cells ? y : scene.marks.has(place) ? y - 5 : y + 1.5] as const;
    };
    const stand = (figure: SVGGElement, place: number, aside = 0) => {
      const [x, y] = center(place);
      this.#put(figure, x + aside, y + aside, plan.cells && scene.marks.has(place) ? 0.8 : 1);
    };
    for (const animal of ["mouse", "cat"] as const) {
      const token = this.#tokens[animal];
      const place = scene[animal];
      token.classList.toggle("absent", !plan.points[place]);
      // Offset the tokens when the cat catches the mouse, so that both stay visible.
      if (plan.points[place]) stand(token, place, scene.mouse !== scene.cat ? 0 : animal === "cat" ? -5 : 6);
    }
    const food = this.#food.firstElementChild as SVGGElement | null;
    if (food) stand(food, plan.home);
    refill(this.#tints);
    refill(this.#tags);
    refill(this.#arrows, ...scene.arrows.map((one) => {
      return arrow(center(one.from), center(one.to), !plan.cells || one.to === scene.mouse || one.to === scene.cat ? NODE : 6, one);
    }));
    for (const place of plan.cells ? scene.open : []) {
      const [cx, cy] = plan.points[place];
      if (!scene.marks.has(place)) this.#tints.append(s("circle", { cx, cy, r: 5, class: "dot" }));
    }
    for (const [place, mark] of scene.marks) {
      const [x, y] = plan.points[place];
      if (plan.cells) {
        const tint = s("rect", {
          x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, opacity: mark.strength,
          ...(mark.kind === "cat" ? { fill: `url(#${this.#id}-cat)` } : { class: `tint-${mark.kind}` }),
        });
        this.#tints.append(tint);
        this.#tags.append(tag(x, y + CELL / 2 - 7.5, mark));
      } else {
        this.#tints.append(s("circle", { cx: x, cy: y, r: NODE + 4, class: `ring ring-${mark.kind}` }));
        this.#tags.append(tag(x, y + NODE + 4, mark));
      }
    }
    for (const place of scene.hints) this.#tags.append(star(plan.points[place], plan.cells ? CELL / 2 : NODE));
  }

  /** Moves the keyboard focus to a place. */
  focus(place: number): void {
    this.#places[place]?.focus();
  }

  /** Scrolls to a place if the board is larger than its frame. */
  reveal(place: number): void {
    const frame = this.element.parentElement;
    const point = this.#plan.points[place];
    if (!frame || !point) return;
    const { left, top, width } = box(this.#plan);
    const scale = this.element.clientWidth / width;
    const [x, y] = [(point[0] - left) * scale, (point[1] - top) * scale];
    const margin = 2 * CELL;
    if (x < frame.scrollLeft + margin || x > frame.scrollLeft + frame.clientWidth - margin) {
      frame.scrollLeft = x - frame.clientWidth / 2;
    }
    if (y < frame.scrollTop + margin || y > frame.scrollTop + frame.clientHeight - margin) {
      frame.scrollTop = y - frame.clientHeight / 2;
    }
  }

  /** Converts a pointer's position to coordinates of the drawing. */
  point({ clientX, clientY }: MouseEvent): [number, number] {
    const shown = this.element.getBoundingClientRect();
    const { left, top, width } = box(this.#plan);
    const scale = width / shown.width;
    return [(clientX - shown.left) * scale + left, (clientY - shown.top) * scale + top];
  }

  #put(group: SVGGElement, x: number, y: number, scale = 1): void {
    group.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale})`;
  }

  #resize(): void {
    const { cells, points } = this.#plan;
    const { left, top, width, height } = box(this.#plan);
    const { style } = this.element;
    this.element.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    // A board fills its frame, but its cells stay large enough to see and touch.
    const least = cells ? 26 / CELL : points.length > 60 ? 0.45 : 0.62;
    const most = Math.min(2.2, TALLEST / height);
    style.minWidth = `${Math.ceil(width * least)}px`;
    style.maxWidth = `${Math.ceil(width * most)}px`;
  }

  #placeOf(target: EventTarget | null): number | undefined {
    const group = target instanceof Element ? target.closest<SVGGElement>("[data-place]") : null;
    return group && this.element.contains(group) ? Number(group.dataset.place) : undefined;
  }

  #chosen(event: Event): void {
    const place = this.#placeOf(event.target);
    if (this.#dragged || place === undefined) return;
    // A pointer has already painted the cell when its click arrives; a screen reader sends only the click.
    if (this.#hands.paint && (event as MouseEvent).detail > 0) return;
    this.#hands.choose(place);
  }

  #walk(place: number): void {
    this.#places[this.#at]?.setAttribute("tabindex", "-1");
    this.#at = place;
    this.#places[place].setAttribute("tabindex", "0");
  }

  #pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows: Record<string, [number, number]> = {
      ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
    };
    if (event.key in arrows) {
      const next = this.#towards(...arrows[event.key]);
      if (next !== undefined) this.#places[next].focus();
    } else if (event.key === "Enter" || event.key === " ") this.#hands.choose(this.#at);
    else if (!this.#hands.key?.(event.key)) return;
    event.preventDefault();
    // A dialog that contains the board must not handle the key as well.
    event.stopPropagation();
  }

  /** Returns the next place in a direction. */
  #towards(dx: number, dy: number): number | undefined {
    const [x, y] = this.#plan.points[this.#at];
    let best: number | undefined;
    let least = Infinity;
    this.#plan.points.forEach(([px, py], place) => {
      const along = (px - x) * dx + (py - y) * dy;
      const across = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (along < 1 || across > along * 1.8) return;
      const cost = along + 2 * across;
      if (cost < least) [best, least] = [place, cost];
    });
    return best;
  }

  /** Starts painting cells on a board, or dragging a node of a graph. */
  #held(event: PointerEvent): void {
    this.#dragged = false;
    const place = this.#placeOf(event.target);
    if (place === undefined || event.button !== 0) return;
    if (this.#hands.paint) {
      event.preventDefault();
      this.#paint(place);
      return;
    }
    if (this.#plan.cells) return;
    const scale = box(this.#plan).width / this.element.clientWidth;
    const from = this.#plan.points[place];
    const [x, y] = from;
    const group = this.#places[place];
    const move = (now: PointerEvent) => {
      const [dx, dy] = [(now.clientX - event.clientX) * scale, (now.clientY - event.clientY) * scale];
      if (!this.#dragged && Math.hypot(dx, dy) < 6) return;
      this.#dragged = true;
      from[0] = Math.max(NODE * 1.5, x + dx);
      from[1] = Math.max(NODE * 1.5, y + dy);
      this.#put(group, ...from);
      this.#plan.links.forEach((ends, i) => ends.forEach((end, side) => {
        if (end !== place) return;
        this.#links[i].setAttribute(`x${side + 1}`, String(from[0]));
        this.#links[i].setAttribute(`y${side + 1}`, String(from[1]));
      }));
    };
    drag(move, () => {
      if (!this.#dragged) return;
      // Ignore the click that ends a drag, but not later clicks.
      setTimeout(() => (this.#dragged = false));
      Object.assign(this.#plan, extent(this.#plan.points));
      this.#resize();
      this.#hands.moved?.();
    });
  }

  /** Follows a pointer drag that paints cells; it continues when the board is redrawn. */
  #paint(first: number): void {
    const { paint } = this.#hands;
    paint?.(first, true);
    let at = String(first);
    drag((event) => {
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<SVGGElement>("[data-place]");
      if (!under?.dataset.place || under.dataset.place === at) return;
      at = under.dataset.place;
      paint?.(Number(at), false);
    });
  }

  /** Highlights the edges of the node under the pointer. */
  #trace(place: number | undefined, on: boolean): void {
    this.#plan.links.forEach((ends, i) => {
      if (place !== undefined && ends.includes(place)) this.#links[i].classList.toggle("traced", on);
    });
  }
}

/** Sets the visible part of the drawing. */
function box({ cells, width, height }: Layout) {
  const head = cells ? HEAD : EDGE;
  return { left: -head, top: -head, width: width + head + EDGE, height: height + head + EDGE };
}

/** Draws the row and column numbers; a graph needs none, because its nodes are numbered. */
function coordinates({ cells, width, height }: Layout): SVGElement[] {
  if (!cells) return [];
  const number = (i: number, x: number, y: number) => s("text", { class: "coordinate layer", x, y, "aria-hidden": "true" }, String(i + 1));
  return [
    ...Array.from({ length: width / CELL }, (_, i) => number(i, (i + 0.5) * CELL, -9)),
    ...Array.from({ length: height / CELL }, (_, i) => number(i, -9, (i + 0.5) * CELL)),
  ];
}

/** Follows a pointer until it is released. */
function drag(move: (event: PointerEvent) => void, done = () => {}): void {
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener("pointermove", move, { signal });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      stop.abort();
      done();
    }, { signal });
  }
}
