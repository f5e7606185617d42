// The script of every page: times, copy buttons, boards, help, menus, tables and tabs.
import { enhance, enhancers, followChanges, refresh, showProgress } from "./live.js";

const words = document.documentElement.dataset;
const language = document.documentElement.lang;
const locale = navigator.languages.find((one) => one.slice(0, 2) === language.slice(0, 2)) ?? language;

// Show the board in the language of the page.
try { localStorage.setItem("mousetrap-language", language); } catch { /* The board uses the browser's language. */ }

/** Loads the script and the style sheet of the board once. */
let loading;
const boardScript = () => loading ??= new Promise((ready, failed) => {
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/assets/board.css" });
  const script = Object.assign(document.createElement("script"), { src: "/assets/board.js", onload: ready, onerror: failed });
  document.head.append(style, script);
});

/** The number of the mouse in the script of the board. */
const MOUSE = 0;

/** Mounts the board of a case. */
async function mountBoard(place) {
  if (place.classList.contains("mounted")) return;
  place.classList.add("mounted");
  const { board: where, reply, answer } = place.dataset;
  try {
    const [exhibit] = await Promise.all([
      where.startsWith("/") ? fetch(where).then((found) => found.json()) : JSON.parse(document.getElementById(where).textContent),
      boardScript(),
    ]);
    const claims = reply === undefined ? [] : [{ ply: 0, claim: reply, truth: answer }];
    const stage = document.createElement("div");
    place.append(stage);
    // An example shows everything; a failed case hides the best moves at first.
    const { quiet = where === "demo" } = exhibit;
    const options = place.localName === "details" ? {} : { show: "nothing", quiet, ...(where === "demo" && { side: MOUSE }) };
    mousetrap.mount(stage, { ...exhibit, claims }, options);
    // The board that a button changes may be above the visible part of the page.
    stage.addEventListener("click", ({ target }) => {
      if (!target.closest("button")) return;
      const shown = stage.querySelector(".board");
      if (shown && shown.getBoundingClientRect().bottom < 80) shown.scrollIntoView({ block: "start" });
    });
  } catch {
    place.classList.remove("mounted");
  }
}

/** Returns a line of a source as it was submitted. The page spells out invisible characters. */
export const submittedText = (line) => line.dataset.text ?? line.textContent;

const local = (time) => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

function localiseTimes(part) {
  for (const time of part.querySelectorAll("time[datetime]")) {
    const since = Date.now() - Date.parse(time.dateTime);
    const timeStyle = since > -60_000 && since < 86_400_000 ? "medium" : "short";
    time.textContent = new Date(time.dateTime).toLocaleString(locale, { dateStyle: "medium", timeStyle });
  }
  for (const time of part.querySelectorAll("input[data-utc]")) {
    if (time.value) time.value = local(Date.parse(`${time.value}Z`));
    time.form.addEventListener("formdata", ({ formData }) => {
      if (time.value) formData.set(time.name, String(new Date(time.value).getTime()));
    });
  }
}

function enableCopyButtons(part) {
  for (const button of part.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const from = document.getElementById(button.dataset.copy);
      const lines = from.querySelectorAll("code");
      const text = lines.length ? [...lines].map(submittedText).join("") : from.textContent;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        // Without TLS, the clipboard is not available: select the text, then copy it.
        getSelection().selectAllChildren(from);
        document.execCommand("copy");
      }
      const label = button.textContent;
      button.textContent = words.copied;
      setTimeout(() => { button.textContent = label; }, 2000);
    });
  }
}

function mountBoards(part) {
  for (const place of part.querySelectorAll("[data-board]")) {
    if (place.localName === "details") place.addEventListener("toggle", () => { if (place.open) mountBoard(place); });
    else mountBoard(place);
  }
  const wrong = part.querySelector(".source .bad");
  if (wrong) wrong.parentElement.scrollTop = wrong.offsetTop - 120;
}

/** Asks before a form changes something, and replaces parts of the page instead of leaving it. */
function enhanceForms(part) {
  for (const form of part.querySelectorAll("form[data-ask]")) {
    form.addEventListener("submit", (event) => { if (!confirm(form.dataset.ask)) event.preventDefault(); });
  }
  for (const link of part.querySelectorAll("a[data-swap]")) {
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (!await refresh(link.dataset.swap.split(" "), link.href)) location.href = link.href;
    });
  }
}

/** Sorts the rows of a table by a column, and hides the rows that do not match the filter. */
function enhanceTables(part) {
  for (const head of part.querySelectorAll("th[aria-sort]")) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "sort", textContent: head.textContent });
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const falls = head.ariaSort === "ascending";
      for (const other of head.parentElement.children) if (other.ariaSort) other.ariaSort = "none";
      head.ariaSort = falls ? "descending" : "ascending";
      const body = head.closest("table").tBodies[0];
      const value = (row) => row.cells[head.cellIndex].dataset.value ?? row.cells[head.cellIndex].textContent.trim();
      const rows = [...body.rows].sort((one, other) => value(one).localeCompare(value(other), locale, { numeric: true }));
      body.append(...(falls ? rows.reverse() : rows));
    });
  }
  const field = document.querySelector("[data-filter]");
  const table = field && document.getElementById(field.dataset.filter);
  if (!table) return;
  const filter = () => {
    const text = field.value.trim().toLocaleLowerCase(locale);
    for (const row of table.tBodies[0].rows) row.hidden = !row.cells[0].textContent.toLocaleLowerCase(locale).includes(text);
  };
  field.hidden = false;
  field.oninput = filter;
  filter();
}

/** Shows one pane at a time on narrow screens. */
function enhanceTabs(part) {
  const list = part.querySelector("[role=tablist]");
  if (!list) return;
  const all = [...list.children];
  const pane = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
  const choose = (chosen) => {
    for (const tab of all) {
      tab.ariaSelected = String(tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      pane(tab)?.classList.toggle("tab-closed", tab !== chosen);
    }
    dispatchEvent(new Event("resize"));
  };
  list.hidden = false;
  document.body.classList.add("tabbed");
  list.addEventListener("click", ({ target }) => { if (all.includes(target)) choose(target); });
  list.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    choose(next);
    next.focus();
  });
  choose(document.querySelector("#mistake, #run > *") || location.hash === "#submit" ? all[1] : all[0]);
}

// Escape and a click elsewhere close help and menus.
addEventListener("keydown", ({ key, target }) => {
  if (key !== "Escape") return;
  for (const help of document.querySelectorAll(".help:is(:hover, :focus-within)")) help.classList.add("closed");
  const menu = target.closest?.(".menu[open]");
  if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
});
for (const event of ["pointerover", "focusin"]) {
  addEventListener(event, ({ target }) => { if (!target.closest?.(".help")) document.querySelector(".help.closed")?.classList.remove("closed"); });
}
addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".menu[open]")) {
    if (!menu.contains(target) || target.closest(".item")) menu.open = false;
  }
});

enhancers.push(localiseTimes, enableCopyButtons, mountBoards, enhanceForms, enhanceTables, enhanceTabs);
enhance(document);
followChanges();
showProgress();
