"use strict";
{
  const root = document.documentElement;
  const words = root.dataset;
  const language = root.lang;
  const own = navigator.languages.find((one) => one.slice(0, 2) === language.slice(0, 2)) ?? language;
  const line = document.getElementById("line");

  // The board speaks the language of the page.
  try { localStorage.setItem("mousetrap-language", language); } catch { /* then it takes the browser's */ }

  /** Says whether the connection is there; words that stay are about one that is not. */
  let lost = false;
  function connected(is) {
    if (is === !lost) return;
    lost = !is;
    line.textContent = is ? words.back : words.lost;
    if (is) setTimeout(() => { if (!lost) line.textContent = ""; }, 4000);
  }

  /** Fetches this page again and takes over the parts with these ids; whether that went well. */
  async function refresh(ids) {
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (!answer.ok) return false;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const id of ids) {
        const [from, to] = [fresh.getElementById(id), document.getElementById(id)];
        if (!from || !to) continue;
        const focused = to.contains(document.activeElement) ? document.activeElement : null;
        const at = focused && [...to.querySelectorAll("a, button, [tabindex]")].indexOf(focused);
        to.replaceChildren(...from.childNodes);
        enhance(to);
        // Whoever is on the third link stays on the third link.
        if (focused) to.querySelectorAll("a, button, [tabindex]")[at]?.focus();
      }
      return true;
    } catch {
      return false;
    }
  }

  /** An event stream that comes back by itself. */
  function watch(url, opened, events) {
    let stream;
    let wait = 1000;
    const open = () => {
      stream = new EventSource(url);
      stream.onopen = () => { wait = 1000; connected(true); opened(); };
      stream.onerror = () => {
        connected(false);
        // The browser tries again by itself unless it was refused.
        if (stream.readyState !== EventSource.CLOSED) return;
        setTimeout(open, wait);
        wait = Math.min(wait * 2, 30_000);
      };
      for (const [name, heard] of Object.entries(events)) stream.addEventListener(name, heard);
    };
    open();
    addEventListener("pagehide", () => stream.close());
    return { close: () => stream.close() };
  }

  /** Parts of the page that follow what happens. */
  function follow() {
    const streams = new Map();
    for (const part of document.querySelectorAll("[data-live]")) {
      const url = part.dataset.live;
      streams.set(url, [...(streams.get(url) ?? []), part.id]);
    }
    for (const [url, ids] of streams) {
      let asked = false;
      let first = true;
      const again = async () => {
        if (asked) return;
        asked = true;
        // What changes together is fetched once.
        await new Promise((done) => setTimeout(done, 150));
        asked = false;
        await refresh(ids);
      };
      watch(url, () => { if (!first) again(); first = false; }, { changed: again });
      document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
    }
    for (const part of document.querySelectorAll("[data-every]")) {
      setInterval(async () => { if (!document.hidden) connected(await refresh([part.id])); }, Number(part.dataset.every));
    }
  }

  /** A submission while it is judged. */
  function submission() {
    const shown = document.querySelector("[data-watch]");
    if (!shown) return;
    const { watch: url, compiling, running, right, next, ahead } = shown.dataset;
    const banner = shown.querySelector(".banner");
    const squares = shown.querySelector(".squares");
    let spoken = 0;
    // Who listens hears every few seconds how far it is; who looks sees each case.
    const count = document.createElement("p");
    squares.after(count);
    const say = (text) => { if (banner.textContent !== text) banner.textContent = text; };
    const stream = watch(url, () => {}, {
      queue: ({ data }) => say(Number(data) === 0 ? next : `${ahead} ${data}`),
      steps: ({ data }) => {
        for (const step of JSON.parse(data)) {
          if (step.is === "compiling") say(compiling);
          if (step.is === "running") { say(running); draw(squares, step.cases, 0, 0); }
          if (step.is === "cases") {
            draw(squares, step.cases, step.run, step.accepted);
            const text = `${step.accepted} / ${step.cases} ${right}`;
            count.textContent = text;
            if (Date.now() - spoken > 3000) { spoken = Date.now(); say(`${running} ${text}`); }
          }
        }
      },
      done: async () => {
        stream.close();
        // The page as it is now, with all that there is to be seen.
        if (!await refresh(["main"])) return location.reload();
        connected(true);
        follow();
        document.title = `${document.querySelector("#verdict .banner")?.firstChild?.textContent ?? ""} · ${document.title}`;
      },
    });
  }

  /** A square for each case. */
  function draw(squares, cases, run, accepted) {
    while (squares.childElementCount < cases) squares.append(document.createElement("i"));
    [...squares.children].forEach((square, at) => {
      square.className = at < accepted ? "right" : at < run ? "wrong" : "";
    });
  }

  /** The board of a case, to be played. */
  async function board(place) {
    if (place.classList.contains("mounted")) return;
    place.classList.add("mounted");
    const { board: where, reply, answer } = place.dataset;
    try {
      const exhibit = where.startsWith("/") ? await (await fetch(where)).json() : JSON.parse(document.getElementById(where).textContent);
      const claims = reply === undefined ? [] : [{ ply: 0, claim: reply, truth: answer }];
      const stage = document.createElement("div");
      place.append(stage);
      mousetrap.mount(stage, { ...exhibit, claims }, { show: exhibit.show });
    } catch {
      place.classList.remove("mounted");
    }
  }

  const submitting = (form) => {
    const [text, file, told] = [form.elements.source, form.elements.file, document.getElementById("recognised")];
    let waiting;
    const recognise = () => {
      clearTimeout(waiting);
      waiting = setTimeout(async () => {
        if (!text.value.trim() && !file.files.length) { told.textContent = ""; return; }
        try {
          const answer = await fetch(form.dataset.recognise, { method: "POST", body: new FormData(form) });
          const { text: found, slip } = await answer.json();
          told.textContent = found ?? slip;
        } catch { /* the server says so when it is submitted */ }
      }, 600);
    };
    text.addEventListener("input", () => { file.value = ""; recognise(); });
    file.addEventListener("change", async () => {
      if (file.files.length) text.value = await file.files[0].text();
      recognise();
    });
    for (const choice of form.querySelectorAll("select")) choice.addEventListener("change", recognise);
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

  /** What scripts add to a part of the page. */
  function enhance(part) {
    for (const time of part.querySelectorAll("time[datetime]")) {
      time.textContent = new Date(time.dateTime).toLocaleString(own, { dateStyle: "medium", timeStyle: "short" });
    }
    for (const button of part.querySelectorAll("[data-copy]")) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        const from = document.getElementById(button.dataset.copy);
        const lines = from.querySelectorAll("code");
        const text = lines.length ? [...lines].map((one) => one.textContent).join("") : from.textContent;
        try {
          await navigator.clipboard.writeText(text);
        } catch {
          // Pages without TLS may not have the clipboard: select, then copy.
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
      // It stopped at the first that is wrong.
      [...squares.children].slice(Number(run)).forEach((square) => square.classList.add("rest"));
    }
    for (const place of part.querySelectorAll("[data-board]")) {
      if (place.localName === "details") place.addEventListener("toggle", () => { if (place.open) board(place); });
      else board(place);
    }
    const wrong = part.querySelector(".source .bad");
    if (wrong) wrong.parentElement.scrollTop = wrong.offsetTop - wrong.parentElement.offsetTop - 120;
    for (const form of part.querySelectorAll("[data-recognise]")) submitting(form);
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
