// Draws the figures on a board: the animals, the food and the marks.

import { s } from "./dom";

/** The outcome of moving to a place: who wins, and how soon. */
export interface Mark {
  kind: "mouse" | "cat" | "draw";
  text: string;
  /** The strength of the colour, at most 1. The sooner the win, the stronger the colour. */
  strength: number;
}

/** Draws a label whose shape also shows the winner: round for the mouse, square for the cat, octagonal for a draw. */
export function tag(x: number, y: number, { kind, text }: Mark): SVGGElement {
  // Chinese characters are wider than Latin ones.
  const width = [...text].reduce((sum, character) => sum + (character > "\u2fff" ? 10.4 : 6.4), 7);
  const [w, height] = [Math.max(18, width), 14];
  const [left, top] = [x - w / 2, y - height / 2];
  const shape = kind === "draw"
    ? s("path", {
      d: `M${left},${y} l4,${-height / 2} h${w - 8} l4,${height / 2} l-4,${height / 2} h${8 - w} z`,
    })
    : s("rect", { x: left, y: top, width: w, height, rx: kind === "mouse" ? height / 2 : 0 });
  return s("g", `tag tag-${kind}`, shape, s("text", { x, y: y + 0.5 }, text));
}

export function star([x, y]: readonly [number, number], radius: number): SVGGElement {
  const points = Array.from({ length: 10 }, (_, i) => {
    const [r, angle] = [i % 2 ? 3.2 : 8, (i * Math.PI) / 5 - Math.PI / 2];
    return `${(x + radius - 8 + r * Math.cos(angle)).toFixed(1)},${(y - radius + 8 + r * Math.sin(angle)).toFixed(1)}`;
  });
  return s("g", "star", s("polygon", { points: points.join(" ") }));
}

/** A move to show, from one place to another. If the player stays in place, both are the same. */
export interface Arrow {
  from: number;
  to: number;
  animal: "mouse" | "cat";
  /** Whether the move is a threat: a move of the player who is not to move. */
  threat: boolean;
}

/** Draws an arrow that ends `gap` before its target, or a ring for a move that stays in place. */
export function arrow([x, y]: readonly number[], [tx, ty]: readonly number[], gap: number, { animal, threat }: Arrow): SVGElement {
  const name = `arrow ${animal}${threat ? " threat" : ""}`;
  const length = Math.hypot(tx - x, ty - y);
  if (length === 0) {
    const ring = (r: number, sweep: number) => `M${x - r},${y} a${r},${r} 0 1 ${sweep} ${2 * r},0 a${r},${r} 0 1 ${sweep} ${-2 * r},0 z`;
    return s("path", { class: name, d: ring(15.5, 1) + ring(12.5, 0) });
  }
  const [ux, uy] = [(tx - x) / length, (ty - y) / length];
  const at = ([along, across]: readonly number[]) => `${(x + along * ux - across * uy).toFixed(1)},${(y + along * uy + across * ux).toFixed(1)}`;
  const [start, tip] = [13, Math.max(24, length - gap)];
  const corners = [[start, -2.6], [tip - 11, -2.6], [tip - 11, -7], [tip, 0], [tip - 11, 7], [tip - 11, 2.6], [start, 2.6]];
  return s("path", { class: name, d: `M${corners.map(at).join(" L")} z` });
}

export function mouse(): SVGGElement {
  return s(
    "g", "token mouse",
    ...[-9, 9].flatMap((cx) => [
      s("circle", { class: "skin", cx, cy: -8.5, r: 6.5 }), s("circle", { class: "ear", cx, cy: -8.5, r: 3.6 }),
    ]),
    s("circle", { class: "skin head", r: 12 }),
    ...[-4.2, 4.2].map((cx) => s("circle", { class: "face", cx, cy: -1.5, r: 1.9 })),
    s("circle", { class: "face", cx: 0, cy: 4.5, r: 2.2 }),
    s("path", { class: "whiskers", d: "M-4,4 L-10.5,2.5 M-4,5.5 L-10,7 M4,4 L10.5,2.5 M4,5.5 L10,7" }),
  );
}

export function cat(): SVGGElement {
  return s(
    "g", "token cat",
    s("path", { class: "skin", d: "M-12,-1 L-11.5,-15.5 L-2,-9 Z M12,-1 L11.5,-15.5 L2,-9 Z" }),
    s("path", { class: "ear", d: "M-9.5,-5 L-9.5,-11.5 L-5,-8 Z M9.5,-5 L9.5,-11.5 L5,-8 Z" }),
    s("circle", { class: "skin head", r: 12 }),
    ...[-4.5, 4.5].map((cx) => s("ellipse", { class: "face", cx, cy: -1.5, rx: 1.7, ry: 2.7 })),
    s("path", { class: "face", d: "M-2.4,3 H2.4 L0,5.6 Z" }),
    s("path", { class: "whiskers", d: "M0,5.6 V7 M0,7 Q-2,9 -3.6,7.4 M0,7 Q2,9 3.6,7.4 M-4,4.5 L-10.5,3 M-4,6 L-10,7.5 M4,4.5 L10.5,3 M4,6 L10,7.5" }),
  );
}

export function cheese(): SVGGElement {
  return s(
    "g", "token food",
    s("path", { d: "M-13,2 L7,-11 L13,2 V10 H-13 Z" }), s("path", { d: "M-13,2 H13" }),
    ...[[4, -3.5, 2], [-6, 6, 2], [4, 6.5, 1.6], [9.5, 5, 1.3]].map(([cx, cy, r]) => s("circle", { cx, cy, r })),
  );
}
