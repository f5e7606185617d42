// Writing and submitting a solution: the editor, the draft, and detection of language and problem while typing.
import { awaitServer, enhance, enhancers, listeners, refresh, serverResponds, showConnection } from "./live.js";
import { submittedText } from "./page.js";

/** The draft of a submission. The browser stores it per room and participant until it is submitted. */
const FIELDS = ["source", "language", "problem", "form", "case"];
const plain = (text) => text.replaceAll("\r\n", "\n").trim();
const key = (action) => `mousetrap-draft:${action}:${document.querySelector(".who")?.textContent ?? ""}`;

function readDraft(action) {
  try { return JSON.parse(localStorage.getItem(key(action))); } catch { return null; }
}

function storeDraft(action, values) {
  try {
    if (plain(values.source)) localStorage.setItem(key(action), JSON.stringify(values));
    else localStorage.removeItem(key(action));
  } catch { /* The draft is too long, or the browser stores nothing. */ }
}

/** Deletes the draft if the page shows it as a submission. */
function deleteDraft(shown) {
  const kept = readDraft(shown.dataset.submitted);
  const lines = [...shown.querySelectorAll("code")].map(submittedText);
  if (kept && plain(kept.source) === plain(lines.join(""))) localStorage.removeItem(key(shown.dataset.submitted));
}

/** Lets the author edit a submitted source: it becomes the draft, with the errors at its lines and the failing case. */
function enableEditButton(button) {
  const { edit: room, language, problem, form, ask } = button.dataset;
  const action = `${room}/submissions`;
  button.hidden = false;
  button.addEventListener("click", () => {
    const lines = [...document.querySelectorAll("#code code")];
    const errors = lines.flatMap((line, at) => {
      const texts = [];
      for (let next = line.nextElementSibling; next?.localName === "em"; next = next.nextElementSibling) texts.push(next.textContent.trim());
      return texts.map((text) => ({ line: at + 1, text }));
    });
    const source = lines.map(submittedText).join("");
    const kept = readDraft(action);
    if (kept && plain(kept.source) !== plain(source) && !confirm(ask)) return;
    const failing = document.querySelector("[id^=input-]")?.textContent ?? "";
    storeDraft(action, { source, language, problem, form, errors, case: failing });
    location.href = `${room}#submit`;
  });
}

/** Decodes a source like the server: UTF-8, UTF-16 with a byte order mark, or else Windows-1252. */
function decodeSource(bytes) {
  const [first, second] = new Uint8Array(bytes);
  const wide = { "255,254": "utf-16le", "254,255": "utf-16be" }[[first, second]];
  try {
    return new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The maximum size of a file: 1 MiB of text, which has twice as many bytes in UTF-16. */
const MAX_FILE_BYTES = 2 << 20;

/** Returns the stub for a language: that of the chosen problem, or else of the open problem. */
function stubOf(language, problem) {
  const all = [...document.querySelectorAll(`[data-stub="${CSS.escape(language)}"]`)];
  const chosen = all.find((one) => one.closest(".problem").dataset.problem === problem);
  const open = all.find((one) => one.closest(".problem").open);
  return (chosen ?? open ?? all[0])?.querySelector("pre").textContent;
}

function enhanceSubmitForm(form) {
  const { source: text, file, language, problem, case: own } = form.elements;
  const told = document.getElementById("recognised");
  const action = form.getAttribute("action");
  const choices = [...form.querySelectorAll("select")];
  let editor;
  let waiting;
  const show = (source, errors) => {
    text.value = source;
    editor?.set(source, errors);
  };
  // The server refuses such a file, and a text field of that size would block the page for minutes.
  const isLarge = () => file.files.length > 0 && file.files[0].size > MAX_FILE_BYTES;
  const recognise = () => {
    clearTimeout(waiting);
    if (isLarge()) { told.textContent = form.dataset.large; return; }
    waiting = setTimeout(async () => {
      if (!text.value.trim() && !file.files.length) { told.textContent = ""; return; }
      try {
        const answer = await fetch(form.dataset.recognise, { method: "POST", body: new FormData(form) });
        const found = await answer.json();
        told.textContent = found.text ?? found.mistake;
        if (!found.language) return;
        editor?.setLanguage(found.language);
        explainCase(found.problem);
      } catch { /* The server reports the error when the source is submitted. */ }
    }, 600);
  };
  const keep = () => storeDraft(action, Object.fromEntries(FIELDS.map((name) => [name, form.elements[name]?.value ?? ""])));
  const changed = () => { keep(); recognise(); };
  text.addEventListener("input", () => { file.value = ""; changed(); });
  file.addEventListener("change", async () => {
    if (file.files.length && !isLarge()) show(decodeSource(await file.files[0].arrayBuffer()));
    changed();
  });
  // Choosing a language inserts its stub, unless the user has written something else.
  let stub = "";
  language.addEventListener("change", () => {
    editor?.setLanguage(language.value);
    if (plain(text.value) && plain(text.value) !== plain(stub)) return;
    stub = language.value ? stubOf(language.value, problem?.value) ?? "" : "";
    show(stub);
  });
  for (const choice of choices) choice.addEventListener("change", changed);
  const openProblem = () => {
    const statement = problem?.value && document.querySelector(`[data-problem="${CSS.escape(problem.value)}"]`);
    if (statement) statement.open = true;
  };
  // The example and the help belong to the detected problem, or else to the open problem.
  const explainCase = (id) => {
    own.placeholder = document.querySelector(`[data-problem="${CSS.escape(id)}"]`).dataset.example;
    for (const help of form.querySelectorAll("[data-case-of]")) help.hidden = help.dataset.caseOf !== id;
  };
  for (const statement of document.querySelectorAll("[data-problem]")) {
    const explain = () => { if (statement.open) explainCase(statement.dataset.problem); };
    statement.addEventListener("toggle", explain);
    explain();
  }
  own.addEventListener("input", keep);
  problem?.addEventListener("change", openProblem);
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });
  // A run shows its result below the editor.
  const run = async (button) => {
    const shown = document.getElementById("run");
    try {
      const answer = await fetch(button.formAction, { method: "POST", body: new FormData(form, button) });
      showConnection(true);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.getElementById("mistake")?.remove();
      // A fault has a separate page.
      const result = fresh.getElementById("mistake") ?? fresh.querySelector("#run > *") ?? fresh.querySelector("main > *");
      shown.replaceChildren(result);
      enhance(shown);
    } catch {
      awaitServer();
    }
  };
  enhancers.push((part) => {
    if (part.id !== "run") return;
    const errors = [...part.querySelectorAll("[data-line]")];
    editor?.set(text.value, errors.map((one) => ({ line: Number(one.dataset.line), text: one.lastChild.textContent })));
    (part.querySelector(".tried[open]") ?? part).scrollIntoView({ block: "nearest" });
  });
  let sending = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sending) return;
    if (isLarge()) { recognise(); file.focus(); return; }
    sending = true;
    keep();
    if (event.submitter?.name === "run") {
      await run(event.submitter);
      sending = false;
      return;
    }
    // If the server does not respond, submitting would replace the page with an error page of the browser.
    if (await serverResponds()) form.submit();
    else awaitServer();
    sending = false;
  });
  const restore = () => {
    const kept = readDraft(action);
    if (!kept?.source || plain(text.value)) return;
    for (const choice of choices) choice.value = kept[choice.name] ?? "";
    own.value = kept.case ?? "";
    own.closest("details").open = own.value !== "";
    show(kept.source, kept.errors);
    if (language.value) editor?.setLanguage(language.value);
    openProblem();
    // A draft has errors if the author has just chosen to edit a submitted source.
    form.querySelector(".draft").hidden = kept.errors !== undefined;
    recognise();
  };
  addEventListener("pageshow", restore);
  restore();
  openProblem();
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
  }, true);
  // Disable submitting while the connection is lost.
  listeners.push((is) => {
    form.querySelector(".held").hidden = is;
    form.querySelector(".primary").setAttribute("aria-disabled", String(!is));
  });
  import("./editor.js").then(({ mount }) => {
    editor = mount(text, { label: text.dataset.editor, hint: text.dataset.hint, submit: () => form.requestSubmit() });
    if (language.value) editor.setLanguage(language.value);
    editor.set(text.value, readDraft(action)?.errors);
  }, () => { /* The plain text field stays. */ });
}

/** Repeats the request for a run until it has ended. */
function awaitRun(state) {
  setTimeout(async () => {
    if (state.isConnected && !await refresh(["run"], state.dataset.await)) awaitRun(state);
  }, 1000);
}

function enhanceSubmitPage(part) {
  for (const state of part.querySelectorAll("[data-await]")) awaitRun(state);
  for (const form of part.querySelectorAll("[data-recognise]")) enhanceSubmitForm(form);
  for (const shown of part.querySelectorAll("[data-submitted]")) deleteDraft(shown);
  for (const button of part.querySelectorAll("[data-edit]")) enableEditButton(button);
}
enhancers.push(enhanceSubmitPage);
enhanceSubmitPage(document);
