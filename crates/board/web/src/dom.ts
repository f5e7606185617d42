// Creates elements, each in a single expression. Strings become text, never markup.

type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;
export type Child = Node | string | undefined | false;

function fill(element: Element, attributes: Attributes | string, children: Child[]): void {
  const all = typeof attributes === "string" ? { class: attributes } : attributes;
  for (const [key, value] of Object.entries<Attributes[string]>(all)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== undefined && value !== false) element.setAttribute(key, String(value));
  }
  for (const child of children) if (child !== undefined && child !== false) element.append(child);
}

/** Creates an HTML element. An attribute whose value is a function handles the event of that name. If `attributes` is a string, it is the value of the `class` attribute. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes | string = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/** Creates an SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes | string = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(element, attributes, children);
  return element;
}

export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click: act, ...attributes, class: `button ${attributes.class || ""}`.trim() }, text);
}

/** Replaces the children of an element. */
export function refill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  fill(element, {}, children);
}
