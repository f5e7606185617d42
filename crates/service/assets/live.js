// The connection to the server, and parts of a page that change while it is open.

const words = document.documentElement.dataset;
const line = document.getElementById("line");

/** Functions that enhance a part of the page. They run again for parts that are replaced. */
export const enhancers = [];

/** Enhances a part of the page. */
export function enhance(part) {
  for (const one of enhancers) one(part);
}

/** Functions that are called with true if the server can be reached, otherwise with false. */
export const listeners = [];

/** Shows whether the server can be reached. The message about a lost connection stays. */
let lost = false;
export function showConnection(is) {
  if (is === !lost) return;
  lost = !is;
  line.textContent = is ? words.back : words.lost;
  for (const listener of listeners) listener(is);
  if (is) setTimeout(() => { if (!lost) line.textContent = ""; }, 4000);
}

/** Returns whether the server responds. */
export async function serverResponds() {
  try {
    return (await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}

/** Repeats a request until the server responds, and shows whether it does. */
export async function awaitServer() {
  if (await serverResponds()) showConnection(true);
  else { showConnection(false); setTimeout(awaitServer, 3000); }
}
addEventListener("offline", awaitServer);

const FOCUSABLE = "a, button, summary, [tabindex]";

/** Fetches a page and replaces the elements with these ids. Returns whether this succeeded. */
export async function refresh(ids, address = location.href) {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (!answer.ok) return false;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (fresh.title) document.title = fresh.title;
    for (const id of ids) {
      const [from, to] = [fresh.getElementById(id), document.getElementById(id)];
      if (!from || !to) continue;
      const focused = to.contains(document.activeElement) ? document.activeElement : null;
      const at = focused && [...to.querySelectorAll(FOCUSABLE)].indexOf(focused);
      const unfolded = [...to.querySelectorAll("details[open][id]")].map((details) => details.id);
      to.replaceChildren(...from.childNodes);
      for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
      enhance(to);
      // Restores the focus to the element with the same position among the focusable elements.
      if (focused) to.querySelectorAll(FOCUSABLE)[at]?.focus();
    }
    return true;
  } catch {
    return false;
  }
}

/** Requests a path repeatedly, until `take` returns true for a response. */
function poll(path, pause, take) {
  const ask = async () => {
    try {
      if (!document.hidden) {
        const answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(10_000) });
        showConnection(answer.ok);
        if (answer.ok && await take(await answer.json())) return;
      }
    } catch {
      showConnection(false);
    }
    setTimeout(ask, pause);
  };
  ask();
}

/** Keeps the parts of the page that can change up to date. */
export function followChanges() {
  const paths = new Map();
  for (const part of document.querySelectorAll("[data-live]")) {
    const path = part.dataset.live;
    paths.set(path, [...(paths.get(path) ?? []), part.id]);
  }
  for (const [path, ids] of paths) {
    let known;
    poll(path, 2000, async (version) => {
      if (known === undefined || known === version || await refresh(ids)) known = version;
    });
  }
  for (const part of document.querySelectorAll("[data-every]")) {
    setInterval(async () => { if (!document.hidden) showConnection(await refresh([part.id])); }, Number(part.dataset.every));
  }
}

/** Shows the progress of a submission that is being judged. */
export function showProgress() {
  const shown = document.querySelector("[data-watch]");
  if (!shown) return;
  const { watch: path, compiling, running, waiting, right } = shown.dataset;
  const [state, detail] = shown.querySelectorAll(".banner > *");
  const squares = shown.querySelector(".squares");
  const rest = document.title.slice(document.title.indexOf(" · "));
  let told = 0;
  // The page shows each case at once. Screen readers read the count out every few seconds.
  const spoken = document.createElement("p");
  spoken.className = "spoken";
  spoken.setAttribute("role", "status");
  squares.after(spoken);
  const show = (text, more = "") => {
    if (state.textContent !== text) state.textContent = text;
    detail.textContent = more;
    document.title = text + rest;
  };
  poll(path, 1000, async (news) => {
    if (news.wait !== null) show(waiting, news.wait);
    const step = news.step;
    if (step?.is === "compiling") show(compiling);
    if (step?.is === "cases") {
      drawSquares(squares, step.cases, step.run, step.accepted);
      const count = step.run > 0 ? `${right} ${step.accepted} / ${step.cases}` : "";
      show(running, count);
      if (count && Date.now() - told > 3000) { told = Date.now(); spoken.textContent = count; }
    }
    // The page shows more once the verdict is published.
    return news.done && await refresh(["main"]);
  });
}

/** Draws a square for each case. */
function drawSquares(squares, cases, run, accepted) {
  while (squares.childElementCount < cases) squares.append(document.createElement("i"));
  [...squares.children].forEach((square, at) => {
    square.className = at < accepted ? "right" : at < run ? "wrong" : "";
  });
}
