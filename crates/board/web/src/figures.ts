// The figures on a board: the animals, the food and the marks.

import { s } from "./dom";

/** The outcome of a place: who wins there, and how soon. */
export interface Mark {
  kind: "mouse" | "cat" | "draw";
  text: string;
  /** At most 1. The sooner the win, the higher. */
  strength: number;
}

/** Shape as well as colour: round for the mouse, square for the cat, cut corners for a draw. */
export function badge(x: number, y: number, { kind, text }: Mark): SVGGElement {
  const [w, height] = [Math.max(17, 6.2 * text.length + 7), 13];
  const [left, top] = [x - w / 2, y - height / 2];
  const shape = kind === "draw"
    ? s("path", {
      d: `M${left},${y} l4,${-height / 2} h${w - 8} l4,${height / 2} l-4,${height / 2} h${8 - w} z`,
    })
    : s("rect", { x: left, y: top, width: w, height, rx: kind === "mouse" ? height / 2 : 0 });
  return s("g", `badge badge-${kind}`, shape, s("text", { x, y: y + 0.5 }, text));
}

export function star([x, y]: readonly [number, number], radius: number): SVGGElement {
  const points = Array.from({ length: 10 }, (_, i) => {
    const [r, angle] = [i % 2 ? 3.2 : 8, (i * Math.PI) / 5 - Math.PI / 2];
    return `${(x + radius - 8 + r * Math.cos(angle)).toFixed(1)},${(y - radius + 8 + r * Math.sin(angle)).toFixed(1)}`;
  });
  return s("g", "star", s("polygon", { points: points.join(" ") }));
}

export function mouse(): SVGGElement {
  return s(
    "g", "token mouse",
    s("circle", { cx: -9, cy: -9, r: 5.5 }), s("circle", { cx: 9, cy: -9, r: 5.5 }),
    s("circle", { r: 12 }), s("text", {}, "M"),
  );
}

export function cat(): SVGGElement {
  return s(
    "g", "token cat",
    s("path", { d: "M-12,-2 L-11.5,-15 L-2,-9 Z M12,-2 L11.5,-15 L2,-9 Z" }),
    s("circle", { r: 12 }), s("text", {}, "C"),
  );
}

export function cheese(): SVGGElement {
  return s(
    "g", "token food",
    s("path", { d: "M-13,2 L7,-11 L13,2 V10 H-13 Z" }), s("path", { class: "rind", d: "M-13,2 H13" }),
    s("circle", { class: "eye", cx: 4, cy: -3, r: 2 }), s("text", { x: 0, y: 6 }, "F"),
  );
}
