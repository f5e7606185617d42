// Opens an HTML report in headless Chromium and uses it as a reader would.
//
//   node check.mjs REPORT.html SCREENSHOT-FOLDER
//
// Ends with 1 and a message at the first thing that is not right.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { accessible, browser, DESK, narrow, open, PHONE } from "./open.mjs";

const [report, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

for (const colorScheme of ["light", "dark"]) {
  const { page, errors } = await open(report, { colorScheme, ...DESK });
  await accessible(page, `in ${colorScheme}`);
  await page.screenshot({ path: `${folder}/report-${colorScheme}.png` });
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

// Expand what a submission failed.
const details = page.locator("details").first();
await details.locator("summary").click();
assert.ok(await details.locator("pre").isVisible(), "the failing case is shown");

// Open a failing case by keyboard, and step through optimal play.
await page.locator(".matrix button").first().focus();
await page.keyboard.press("Enter");
assert.ok(await page.locator("#case").isVisible(), "the case is open");
assert.ok(await page.locator("#board svg").isVisible(), "its board is drawn");
const ply = page.locator("#ply");
assert.match(await ply.textContent(), /start/);
await page.click("#next");
assert.match(await ply.textContent(), /ply 1: the mouse moves/);
await page.keyboard.press("ArrowRight");
await page.keyboard.press("ArrowLeft");
assert.match(await ply.textContent(), /ply 1:/);
await page.click("#last");
assert.ok(await page.locator("#next").isDisabled(), "the replay has an end");
await page.click("#copy");
assert.equal(await page.locator("#copied").textContent(), "copied");
await accessible(page, "with a case open");
await page.screenshot({ path: `${folder}/report-case.png` });
await page.keyboard.press("Escape");
assert.ok(!(await page.locator("#case").isVisible()), "the case is closed");
assert.deepEqual(errors, []);

// A phone: nothing but tables and plots, which scroll by themselves, is wider.
const phone = await open(report, PHONE);
await narrow(phone.page);
await phone.page.screenshot({ path: `${folder}/report-phone.png` });
assert.deepEqual(phone.errors, []);

await browser.close();
console.log(`${report}: opened, filtered, expanded, replayed; screenshots in ${folder}`);
