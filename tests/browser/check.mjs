// Opens an HTML report in headless Chromium and uses it as a reader would.
//
//   node check.mjs REPORT.html SCREENSHOT-FOLDER
//
// Ends with 1 and a message at the first thing that is not right.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { accessible, browser, DESK, narrow, open, PHONE } from "./open.mjs";

const [report, directory] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });

for (const colorScheme of ["light", "dark"]) {
  const { page, errors } = await open(report, { colorScheme, ...DESK });
  await accessible(page, `in ${colorScheme}`);
  await page.screenshot({ path: `${directory}/report-${colorScheme}.png` });
  assert.deepEqual(errors, []);
}

const { page, errors } = await open(report, DESK);

// Filter.
const rows = page.locator("#table tbody tr");
const all = await rows.count();
assert.ok(all > 1, "the report is of several submissions");
const name = await rows.first().locator("th").getAttribute("title");
await page.fill("#find", name);
assert.equal(await page.locator("#table tbody tr:visible").count(), 1, "one submission is found");
await page.fill("#find", "");
assert.equal(await page.locator("#table tbody tr:visible").count(), all, "all are shown again");

// Filter by what a column holds, and sort by keyboard.
const verdicts = await rows.locator(".verdict").evaluateAll((cells) => cells.map((cell) => cell.dataset.value));
await page.selectOption("#verdict", verdicts[0]);
const same = verdicts.filter((verdict) => verdict === verdicts[0]).length;
assert.equal(await page.locator("#table tbody tr:visible").count(), same, "one verdict is shown");
await page.selectOption("#verdict", "");
const heading = page.locator("#table thead [data-column=cases]");
const column = await heading.evaluate((heading) => heading.cellIndex);
const scores = () =>
  rows.evaluateAll((all, column) => all.map((row) => row.cells[column].dataset.value).filter((value) => value !== undefined).map(Number), column);
await heading.locator("button").focus();
for (const [direction, sign] of [["ascending", 1], ["descending", -1]]) {
  await page.keyboard.press("Enter");
  assert.equal(await heading.getAttribute("aria-sort"), direction);
  const sorted = (await scores()).toSorted((one, other) => sign * (one - other));
  assert.deepEqual(await scores(), sorted, `sorted, ${direction}`);
}
await accessible(page, "when sorted");

// The link of a submission opens what it failed, also where it is filtered out.
const bad = page.locator("details").last();
const anchor = await bad.getAttribute("id");
await page.fill("#find", "nothing is called so");
assert.equal(await page.locator("#table tbody tr:visible").count(), 0);
await page.goto(`${page.url().split("#")[0]}#${encodeURIComponent(anchor)}`);
assert.ok(await bad.locator("pre").first().isVisible(), "the link opens what was failed");
assert.equal(await page.locator("#table tbody tr:visible").count(), all, "nothing is filtered any more");
assert.equal(await page.locator(`[id="${anchor}"]`).count(), 1, "it leads to one place");
const links = await rows.locator("th a").evaluateAll((all) => all.map((link) => link.hash));
assert.equal(new Set(links).size, all, "each submission has a link of its own");
await page.reload();
assert.ok(await bad.locator("pre").first().isVisible(), "also on a new page");
await page.screenshot({ path: `${directory}/report-link.png` });

// Expand what a submission failed.
const details = page.locator("details").first();
await details.locator("summary").click();
assert.ok(await details.locator("pre").first().isVisible(), "the failing case is shown");
await page.locator("details button[data-case]").first().evaluate((button) => (button.closest("details").open = true));
await page.locator("details button[data-case]").first().click();
assert.ok(await page.locator("#board svg").isVisible(), "and played");
const [close, title] = [await page.locator("#close").boundingBox(), await page.locator("#case-title").boundingBox()];
assert.ok(close.y <= title.y + title.height, "the dialog is closed at its top");
await page.click("#close");

// Open a failing case by keyboard, see what the submission claimed, and play on.
await page.locator(".matrix button").first().focus();
await page.keyboard.press("Enter");
assert.ok(await page.locator("#case").isVisible(), "the case is open");
assert.ok(await page.locator("#board svg").isVisible(), "its board is drawn");
await page.click("[data-do=next]");
assert.equal(await page.locator("#board .game button").count(), 2, "a move is made");
if (/WA$/.test(await page.locator("#case-title").textContent())) {
  const claim = page.locator("#board .claims");
  assert.match(await claim.textContent(), /answers .*, but the answer is .*refutes it on ply \d+ at the latest/);
  await claim.getByText("Show ply").click();
  assert.match(await page.locator("#board .status").textContent(), /wins\.|a draw\.|its plies are over/);
  await claim.getByText("Defend it").click();
  assert.match(await page.locator("#board fieldset.side input:checked").inputValue(), /^[01]$/, "one plays the side it bet on");
  await page.locator("#board input[value=both]").check();
  await page.locator("#board .game button").first().click();
  await page.click("[data-do=next]");
}
await page.click("[data-do=undo]");
assert.match(await page.locator("#board .status").textContent(), /The mouse is to move/);
await page.click("[data-do=end]");
const over = await page.locator("[data-do=next]").getAttribute("aria-disabled") === "true";
const repeats = /been there before/.test(await page.locator("#board .status").textContent());
assert.ok(over || repeats, "the game has an end, or repeats");
await page.click("#copy");
await page.locator("#copied", { hasText: "copied" }).waitFor();
await accessible(page, "with a case open");
await page.screenshot({ path: `${directory}/report-case.png` });
await page.keyboard.press("Escape");
assert.ok(!(await page.locator("#case").isVisible()), "the case is closed");
assert.deepEqual(errors, []);

// A phone: nothing but tables and plots, which scroll by themselves, is wider.
const phone = await open(report, PHONE);
await narrow(phone.page);
await phone.page.screenshot({ path: `${directory}/report-phone.png` });
assert.deepEqual(phone.errors, []);

await browser.close();
console.log(`${report}: opened, sorted, filtered, linked, expanded, replayed; screenshots in ${directory}`);
