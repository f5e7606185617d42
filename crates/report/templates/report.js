"use strict";
// The table and the texts work without this script. It sorts and filters them,
// and shows one failing case at a time with the replay of optimal play.
const data = JSON.parse(document.getElementById("failures").textContent);
const by = (id) => document.getElementById(id);

const body = by("table").tBodies[0];
// In the order of the report, which is that of the submissions' numbers.
const rows = [...body.rows];
const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();

// Sorting: by a button in each heading.
const order = new Intl.Collator("en", { numeric: true });
function sort(heading) {
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const compare = (one, other) => {
    const [a, b] = [value(one, heading.cellIndex), value(other, heading.cellIndex)];
    // What has no value is last in either direction.
    if (a === "" || b === "") return (a === "") - (b === "");
    return down ? order.compare(b, a) : order.compare(a, b);
  };
  body.append(...[...rows].sort(compare));
}
for (const heading of by("table").tHead.rows[0].cells) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  button.addEventListener("click", () => sort(heading));
  heading.append(button);
}

// Filtering: by text and by what the columns hold.
const columns = { language: 2, verdict: 4 };
for (const [name, column] of Object.entries(columns)) {
  for (const text of [...new Set(rows.map((row) => value(row, column)))].sort(order.compare)) {
    by(name).append(new Option(text));
  }
}
function filter() {
  const wanted = by("find").value.trim().toLowerCase();
  const onlyBad = by("only-bad").checked;
  let shown = 0;
  rows.forEach((row, index) => {
    const text = row.textContent.toLowerCase() + row.querySelector("th").title.toLowerCase();
    const show = text.includes(wanted) && (!onlyBad || row.classList.contains("bad"))
      && Object.entries(columns).every(([name, column]) => ["", value(row, column)].includes(by(name).value));
    row.hidden = !show;
    shown += show ? 1 : 0;
    for (const other of document.querySelectorAll(`[data-submission="${index}"]`)) {
      other.hidden = !show;
    }
  });
  by("shown").textContent = `${shown} of ${rows.length} shown`;
}
by("filters").hidden = false;
by("filters").addEventListener("submit", (event) => event.preventDefault());
by("filters").addEventListener("input", filter);
filter();

// A link to a submission shows it, whatever is filtered, and opens what it failed.
function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target || !target.id.startsWith("s-")) return;
  if (target.hidden) {
    by("filters").reset();
    filter();
  }
  if (target.tagName === "DETAILS") target.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", follow);
follow();

const SVG = "http://www.w3.org/2000/svg";
function svg(parent, name, attributes, text) {
  const node = document.createElementNS(SVG, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  parent.append(node);
  return node;
}

// Each kind of board gives the middle of its places and the radius of a token.
function drawGrid(root, rows) {
  const size = 30;
  root.setAttribute("viewBox", `0 0 ${rows[0].length * size} ${rows.length * size}`);
  let goal = null;
  rows.forEach((row, y) => [...row].forEach((cell, x) => {
    svg(root, "rect", { x: x * size, y: y * size, width: size, height: size, class: cell === "#" ? "wall" : "cell" });
    if (cell === "F") goal = y * row.length + x;
  }));
  const width = rows[0].length;
  return { goal, goalName: "F", radius: 11, place: (i) => [(i % width + 0.5) * size, (Math.floor(i / width) + 0.5) * size] };
}

function drawGraph(root, lists) {
  const radius = lists.length > 20 ? 10 : 13;
  const circle = Math.max(80, lists.length * radius * 0.42);
  const middle = circle + 2 * radius;
  root.setAttribute("viewBox", `0 0 ${2 * middle} ${2 * middle}`);
  const place = (i) => {
    const angle = (i / lists.length) * 2 * Math.PI - Math.PI / 2;
    return [middle + circle * Math.cos(angle), middle + circle * Math.sin(angle)];
  };
  lists.forEach((list, from) => list.forEach((to) => {
    if (from < to) {
      const [x1, y1] = place(from), [x2, y2] = place(to);
      svg(root, "line", { x1, y1, x2, y2, class: "edge" });
    }
  }));
  lists.forEach((_, i) => {
    const [cx, cy] = place(i);
    svg(root, "circle", { cx, cy, r: radius, class: "node" });
    svg(root, "text", { x: cx, y: cy, "font-size": radius }, i);
  });
  return { goal: 0, goalName: "0", radius, place };
}

let shown = null;

function step(ply) {
  const { line, board, root, entry } = shown;
  shown.ply = Math.max(0, Math.min(ply, line.length - 1));
  for (const old of root.querySelectorAll(".token")) old.remove();
  const token = (at, kind, name) => {
    const group = svg(root, "g", { class: "token" });
    const [cx, cy] = board.place(at);
    svg(group, "circle", { cx, cy, r: board.radius, class: kind });
    svg(group, "text", { x: cx, y: cy, "font-size": board.radius, class: "on" }, name);
  };
  token(board.goal, "goal", board.goalName);
  if (line.length > 0) {
    const [mouse, cat] = line[shown.ply];
    token(mouse, "mouse", "M");
    token(cat, "cat", "C");
  }
  if (line.length === 0) return;
  const last = shown.ply === line.length - 1;
  const moved = shown.ply === 0 ? "start" : `ply ${shown.ply}: the ${shown.ply % 2 === 1 ? "mouse" : "cat"} moves`;
  by("ply").textContent = `Optimal play, ${moved}, of ${line.length - 1}${last && entry.end ? ": " + entry.end : ""}`;
  by("first").disabled = by("back").disabled = shown.ply === 0;
  by("next").disabled = by("last").disabled = last;
}

function open(submission, id) {
  const failure = data.failures[submission][id];
  const row = rows[submission];
  const name = row.querySelector("th").textContent;
  const entry = data.cases[row.cells[0].textContent + " " + id];
  by("case-title").textContent = `${name} on ${id}: ${failure.verdict}`;
  by("case-reason").textContent = failure.detail;
  by("meaning").textContent = entry.meaning;
  by("answer").textContent = entry.answer;
  by("reply").textContent = failure.reply ?? "none";
  by("leetcode").textContent = entry.leetcode;
  by("copied").textContent = "";
  by("printed").hidden = failure.stdout === "";
  by("stdout").textContent = failure.stdout;
  by("said").hidden = failure.stderr === "";
  by("stderr").textContent = failure.stderr;
  by("board").replaceChildren();
  const root = svg(by("board"), "svg", { role: "img", "aria-label": entry.input });
  const first = JSON.parse(entry.leetcode.split("\n")[0]);
  const board = typeof first[0] === "string" ? drawGrid(root, first) : drawGraph(root, first);
  shown = { entry, line: entry.line, board, root, ply: 0 };
  step(0);
  if (!by("case").open) by("case").showModal();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-case]");
  if (button) open(button.closest("tr").dataset.submission, button.dataset.case);
});
by("first").addEventListener("click", () => step(0));
by("back").addEventListener("click", () => step(shown.ply - 1));
by("next").addEventListener("click", () => step(shown.ply + 1));
by("last").addEventListener("click", () => step(Infinity));
by("close").addEventListener("click", () => by("case").close());
// On the document, since a button that gets disabled loses the focus.
document.addEventListener("keydown", (event) => {
  if (!by("case").open) return;
  if (event.key === "ArrowRight") step(shown.ply + 1);
  if (event.key === "ArrowLeft") step(shown.ply - 1);
});
by("copy").addEventListener("click", async () => {
  const text = shown.entry.leetcode;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages opened from a file may not have the clipboard: select, then copy.
    getSelection().selectAllChildren(by("leetcode"));
    document.execCommand("copy");
  }
  by("copied").textContent = "copied";
});
