// Opens a page that one author gets in headless Chromium, as its author would.
//
//   node feedback.mjs PAGE.html SCREENSHOT-FOLDER
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { accessible, browser, DESK, narrow, open, PHONE } from "./open.mjs";

const [file, directory] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });

const { page, errors } = await open(file, DESK);
await accessible(page, "of a page of feedback");
const cases = page.locator("button[data-case]");
assert.ok((await cases.count()) > 0, "the page is about a submission that failed");
await cases.first().click();
assert.ok(await page.locator("#board svg").isVisible(), "the board of a failing case is drawn");
await page.click("[data-do=next]");
await page.keyboard.press("Escape");
assert.ok(!(await page.locator("#case").isVisible()), "the case is closed");

// The policy holds: what is not the page's own does not run.
await page.evaluate(() => {
  const script = document.createElement("script");
  script.textContent = "globalThis.strange = true";
  document.body.append(script);
});
assert.equal(await page.evaluate(() => globalThis.strange), undefined, "a strange script runs");
assert.match(errors.pop() ?? "", /Content Security Policy/);
assert.deepEqual(errors, []);

const phone = await open(file, PHONE);
await narrow(phone.page);
await phone.page.screenshot({ path: `${directory}/feedback-phone.png` });
assert.deepEqual(phone.errors, []);

await browser.close();
console.log(`${file}: opened, played; screenshots in ${directory}`);
