"use strict";
{
  // Shows a failing case in a dialog. The cases of built-in games can be played there.
  const data = JSON.parse(document.getElementById("failures").textContent);
  const by = (id) => document.getElementById(id);

  let board = null;

  function open(button) {
    const { submission, problem, name } = button.closest("[data-submission]").dataset;
    const id = button.dataset.case;
    const failure = data.failures[submission][id];
    const entry = data.cases[problem + " " + id];
    by("case-title").textContent = `${name} · ${id} · ${failure.verdict}`;
    // For a wrong answer, the dialog shows the expected answer and the reply instead of the reason.
    by("case-reason").textContent = failure.verdict === "WA" ? "" : failure.detail;
    by("answer").textContent = entry.answer;
    by("reply").textContent = failure.got;
    by("input").replaceChildren(...entry.input.map(([name, value]) => {
      const argument = Object.assign(document.createElement("span"), { textContent: `${value}\n` });
      if (name) argument.dataset.parameter = name;
      return argument;
    }));
    by("copied").textContent = "";
    by("printed").hidden = failure.stdout === "";
    by("stdout").textContent = failure.stdout;
    by("said").hidden = failure.stderr === "";
    by("stderr").textContent = failure.stderr;
    close();
    by("too-large").hidden = entry.playable_case !== null || !entry.is_game;
    if (entry.playable_case !== null) {
      const claims = failure.verdict === "WA" ? [{ ply: 0, claim: failure.reply, truth: entry.answer }] : [];
      board = mousetrap.mount(by("board"), { ...entry.playable_case, claims }, { lang: document.documentElement.lang });
    }
    if (!by("case").open) by("case").showModal();
  }

  function close() {
    board?.close();
    board = null;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-case]");
    if (button) open(button);
  });
  by("close").addEventListener("click", () => by("case").close());
  by("case").addEventListener("close", close);
  by("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(by("input").textContent);
    } catch {
      // Pages opened from a file may lack access to the clipboard: select the text and copy it.
      getSelection().selectAllChildren(by("input"));
      document.execCommand("copy");
    }
    by("copied").textContent = by("copied").dataset.text;
  });
}
