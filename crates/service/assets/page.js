"use strict";
{
  const root = document.documentElement;
  const words = root.dataset;
  const language = root.lang;
  const own = navigator.languages.find((one) => one.slice(0, 2) === language.slice(0, 2)) ?? language;
  const line = document.getElementById("line");

  // Show the board in the language of the page.
  try { localStorage.setItem("mousetrap-language", language); } catch { /* then it takes the browser's */ }

  /** Shows whether the server can be reached. The message about a lost connection stays. */
  let lost = false;
  function connected(is) {
    if (is === !lost) return;
    lost = !is;
    line.textContent = is ? words.back : words.lost;
    hold();
    if (is) setTimeout(() => { if (!lost) line.textContent = ""; }, 4000);
  }

  /** Disables submitting while the connection is lost. */
  function hold() {
    for (const form of document.querySelectorAll("[data-recognise]")) {
      form.querySelector(".held").hidden = !lost;
      form.querySelector(".primary").setAttribute("aria-disabled", String(lost));
    }
  }

  /** Returns whether the server responds. */
  async function answers() {
    try {
      return (await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(5000) })).ok;
    } catch {
      return false;
    }
  }

  /** Repeats a request until the server responds. */
  async function reach() {
    if (await answers()) connected(true);
    else { connected(false); setTimeout(reach, 3000); }
  }
  addEventListener("offline", reach);

  const FOCUSABLE = "a, button, summary, [tabindex]";

  /** Fetches this page again and replaces the parts with these ids. Returns whether that succeeded. */
  async function refresh(ids) {
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (!answer.ok) return false;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.title = fresh.title;
      for (const id of ids) {
        const [from, to] = [fresh.getElementById(id), document.getElementById(id)];
        if (!from || !to) continue;
        const focused = to.contains(document.activeElement) ? document.activeElement : null;
        const at = focused && [...to.querySelectorAll(FOCUSABLE)].indexOf(focused);
        const unfolded = [...to.querySelectorAll("details[open][id]")].map((details) => details.id);
        to.replaceChildren(...from.childNodes);
        for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
        enhance(to);
        // Restore the focus: the same number among the parts that can have it.
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
          const answer = await fetch(path(), { cache: "no-store", signal: AbortSignal.timeout(10_000) });
          connected(answer.ok);
          if (answer.ok && await take(await answer.json())) return;
        }
      } catch {
        connected(false);
      }
      setTimeout(ask, pause);
    };
    ask();
  }

  /** Updates the parts of the page that change. */
  function follow() {
    const paths = new Map();
    for (const part of document.querySelectorAll("[data-live]")) {
      const path = part.dataset.live;
      paths.set(path, [...(paths.get(path) ?? []), part.id]);
    }
    for (const [path, ids] of paths) {
      let known;
      poll(() => path, 2000, async (version) => {
        if (known === undefined || known === version || await refresh(ids)) known = version;
      });
    }
    for (const part of document.querySelectorAll("[data-every]")) {
      setInterval(async () => { if (!document.hidden) connected(await refresh([part.id])); }, Number(part.dataset.every));
    }
  }

  /** Shows the progress of a submission that is being judged. */
  function submission() {
    const shown = document.querySelector("[data-watch]");
    if (!shown) return;
    const { watch: path, compiling, running, waiting, right, next, ahead } = shown.dataset;
    const banner = shown.querySelector(".banner");
    const squares = shown.querySelector(".squares");
    const rest = document.title.slice(document.title.indexOf(" · "));
    let told = 0;
    let last = "";
    // Each case is shown at once, and read out by screen readers every few seconds.
    const count = document.createElement("p");
    const spoken = document.createElement("p");
    count.ariaHidden = "true";
    spoken.className = "spoken";
    spoken.setAttribute("role", "status");
    squares.after(count, spoken);
    const say = (text, state = text) => {
      if (banner.textContent !== text) banner.textContent = text;
      document.title = state + rest;
    };
    poll(() => `${path}?after=${last}`, 1000, async (news) => {
      last = news.last;
      if (news.ahead !== null) say(news.ahead === 0 ? next : ahead + news.ahead, waiting);
      for (const step of news.steps) {
        if (step.is === "compiling") say(compiling);
        if (step.is === "running") { say(running); draw(squares, step.cases, 0, 0); }
        if (step.is === "cases") {
          say(running);
          draw(squares, step.cases, step.run, step.accepted);
          count.textContent = `${step.accepted} / ${step.cases} ${right}`;
          if (Date.now() - told > 3000) { told = Date.now(); spoken.textContent = count.textContent; }
        }
      }
      // After the verdict, the page shows more.
      return news.done && await refresh(["main"]);
    });
  }

  /** Draws a square for each case. */
  function draw(squares, cases, run, accepted) {
    while (squares.childElementCount < cases) squares.append(document.createElement("i"));
    [...squares.children].forEach((square, at) => {
      square.className = at < accepted ? "right" : at < run ? "wrong" : "";
    });
  }

  /** Mounts the board of a case. */
  async function board(place) {
    if (place.classList.contains("mounted")) return;
    place.classList.add("mounted");
    const { board: where, reply, answer } = place.dataset;
    try {
      const exhibit = where.startsWith("/") ? await (await fetch(where)).json() : JSON.parse(document.getElementById(where).textContent);
      const claims = reply === undefined ? [] : [{ ply: 0, claim: reply, truth: answer }];
      const stage = document.createElement("div");
      place.append(stage);
      // A failed case hides the best moves at first; an example shows everything.
      mousetrap.mount(stage, { ...exhibit, claims }, place.localName === "details" ? {} : { show: "nothing", quiet: exhibit.quiet });
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
  const written = (line) => line.dataset.text ?? line.textContent;

  /** The draft of a submission. The browser stores it per room and participant until it is submitted. */
  const draft = {
    fields: ["source", "language", "problem", "form"],
    plain: (text) => text.replaceAll("\r\n", "\n").trim(),
    key: (action) => `mousetrap-draft:${action}:${document.querySelector(".who")?.textContent ?? ""}`,
    keep(form) {
      const key = this.key(form.getAttribute("action"));
      const values = this.fields.map((name) => [name, form.elements[name].value]);
      try {
        if (this.plain(values[0][1])) localStorage.setItem(key, JSON.stringify(Object.fromEntries(values)));
        else localStorage.removeItem(key);
      } catch { /* too long to be kept, or nothing may be */ }
    },
    read(action) {
      try { return JSON.parse(localStorage.getItem(this.key(action))); } catch { return null; }
    },
    restore(form) {
      const kept = this.read(form.getAttribute("action"));
      if (!kept?.source || this.plain(form.elements.source.value)) return false;
      for (const name of this.fields) form.elements[name].value = kept[name] ?? "";
      return true;
    },
    /** Deletes the draft if the server shows it as a submission. */
    arrived(shown) {
      const kept = this.read(shown.dataset.submitted);
      const lines = [...shown.querySelectorAll("code")].map(written);
      if (kept && this.plain(kept.source) === this.plain(lines.join(""))) localStorage.removeItem(this.key(shown.dataset.submitted));
    },
  };

  /** Decodes a source like the server: UTF-8, UTF-16 with a byte order mark, or else Windows-1252. */
  const decoded = (bytes) => {
    const [first, second] = new Uint8Array(bytes);
    const wide = { "255,254": "utf-16le", "254,255": "utf-16be" }[[first, second]];
    try {
      return new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder("windows-1252").decode(bytes);
    }
  };

  /** The maximum size of a file: 1 MiB of text, which has twice as many bytes in UTF-16. */
  const LARGEST = 2 << 20;

  const submitting = (form) => {
    const [text, file, told] = [form.elements.source, form.elements.file, document.getElementById("recognised")];
    let waiting;
    // The server refuses such a file, and a text field of that size would block the page for minutes.
    const isLarge = () => file.files.length > 0 && file.files[0].size > LARGEST;
    const recognise = () => {
      clearTimeout(waiting);
      if (isLarge()) { told.textContent = form.dataset.large; return; }
      waiting = setTimeout(async () => {
        if (!text.value.trim() && !file.files.length) { told.textContent = ""; return; }
        try {
          const answer = await fetch(form.dataset.recognise, { method: "POST", body: new FormData(form) });
          const { text: found, mistake } = await answer.json();
          told.textContent = found ?? mistake;
        } catch { /* the server says so when it is submitted */ }
      }, 600);
    };
    const changed = () => { draft.keep(form); recognise(); };
    text.addEventListener("input", () => { file.value = ""; changed(); });
    file.addEventListener("change", async () => {
      if (file.files.length && !isLarge()) text.value = decoded(await file.files[0].arrayBuffer());
      changed();
    });
    for (const choice of form.querySelectorAll("select")) choice.addEventListener("change", changed);
    text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      form.requestSubmit();
    });
    let sending = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (sending) return;
      if (isLarge()) { recognise(); file.focus(); return; }
      sending = true;
      draft.keep(form);
      // Otherwise, the browser would replace the page by an error page.
      if (await answers()) form.submit();
      else reach();
      sending = false;
    });
    const restore = () => { if (draft.restore(form)) { form.querySelector(".draft").hidden = false; recognise(); } };
    addEventListener("pageshow", restore);
    restore();
    const dropping = (is) => (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      form.classList.toggle("dropping", is);
    };
    form.addEventListener("dragover", dropping(true));
    form.addEventListener("dragleave", dropping(false));
    form.addEventListener("drop", (event) => {
      dropping(false)(event);
      if (!event.dataTransfer.files.length) return;
      file.files = event.dataTransfer.files;
      file.dispatchEvent(new Event("change"));
    });
  };

  const local = (time) => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

  /** Enhances a part of the page. */
  function enhance(part) {
    for (const time of part.querySelectorAll("time[datetime]")) {
      const since = Date.now() - Date.parse(time.dateTime);
      const timeStyle = since > -60_000 && since < 86_400_000 ? "medium" : "short";
      time.textContent = new Date(time.dateTime).toLocaleString(own, { dateStyle: "medium", timeStyle });
    }
    for (const button of part.querySelectorAll("[data-copy]")) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        const from = document.getElementById(button.dataset.copy);
        const lines = from.querySelectorAll("code");
        const text = lines.length ? [...lines].map(written).join("") : from.textContent;
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
    for (const squares of part.querySelectorAll(".squares[data-cases]")) {
      const { cases, run, accepted } = squares.dataset;
      draw(squares, Number(cases), Number(run), Number(accepted));
      // Judging stopped at the first failed case.
      [...squares.children].slice(Number(run)).forEach((square) => square.classList.add("rest"));
    }
    for (const place of part.querySelectorAll("[data-board]")) {
      if (place.localName === "details") place.addEventListener("toggle", () => { if (place.open) board(place); });
      else board(place);
    }
    const wrong = part.querySelector(".source .bad");
    if (wrong) wrong.parentElement.scrollTop = wrong.offsetTop - wrong.parentElement.offsetTop - 120;
    for (const form of part.querySelectorAll("[data-recognise]")) submitting(form);
    for (const shown of part.querySelectorAll("[data-submitted]")) draft.arrived(shown);
    for (const form of part.querySelectorAll("form[data-ask]")) {
      form.addEventListener("submit", (event) => { if (!confirm(form.dataset.ask)) event.preventDefault(); });
    }
    for (const time of part.querySelectorAll("input[data-utc]")) {
      if (time.value) time.value = local(Date.parse(`${time.value}Z`));
      time.form.addEventListener("formdata", ({ formData }) => {
        if (time.value) formData.set(time.name, String(new Date(time.value).getTime()));
      });
    }
  }

  enhance(document);
  follow();
  submission();
}
