"use strict";
{
  // Sorts and filters the table of submissions. The page is readable without this script.
  const by = (id) => document.getElementById(id);

  const body = by("table").tBodies[0];
  // The rows in their original order, so that the index of a row is the number of its submission.
  const rows = [...body.rows];
  const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();

  // Sorting: each column heading becomes a button.
  const order = new Intl.Collator(document.documentElement.lang, { numeric: true });
  function sort(heading) {
    const down = heading.getAttribute("aria-sort") === "ascending";
    for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const compare = (one, other) => {
      const [a, b] = [value(one, heading.cellIndex), value(other, heading.cellIndex)];
      // Rows without a value come last in either direction.
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

  // Filtering: by text, by language and by verdict.
  const columns = {};
  for (const name of ["language", "verdict"]) {
    columns[name] = document.querySelector(`#table [data-column=${name}]`).cellIndex;
  }
  for (const [name, column] of Object.entries(columns)) {
    for (const text of [...new Set(rows.map((row) => value(row, column)))].sort(order.compare)) {
      if (text !== "") by(name).append(new Option(text));
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
    by("shown").textContent = by("shown").dataset.text.replace("{shown}", shown).replace("{all}", rows.length);
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
}
