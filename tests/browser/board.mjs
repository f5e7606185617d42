// Has the program write pages to play on, and plays on them in headless Chromium.
//
//   node board.mjs PROGRAM SCREENSHOT-DIRECTORY
//
// Ends with 1 and a message at the first thing that is not right.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessible, browser, DESK, narrow, open, PHONE } from "./open.mjs";

const [program, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const pages = mkdtempSync(join(tmpdir(), "mousetrap-board-"));
const shot = (page, name, options = {}) => page.screenshot({ path: join(folder, `board-${name}.png`), ...options });

/** The page that `mousetrap explain` writes of a case. */
function explained(name, input, ...more) {
  const html = execFileSync(program, ["explain", "-", "--format", "html", ...more], { input, maxBuffer: 1 << 28 });
  const file = join(pages, `${name}.html`);
  writeFileSync(file, html);
  return file;
}

const LONGEST = "8 8 1 1\n....#...\n.##M#.#.\n.#C#..#.\n..#..#..\n.#..#..#\n.#.#..#F\n.#.#.#..\n...#....\n";
const CHASE = "8 8 1 4\n.F#...#.\n..#.#..#\n..#..#..\n..#..C#.\n........\n....#M#.\n.#..#.#.\n...##...\n";
const LOST = '["M.C...F"]\n1\n3';
const WON = '["M.C...F"]\n1\n4';
const DRAWN = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

const status = (page) => page.locator(".status").textContent();
const said = (page, text) => page.locator(".status", { hasText: text }).waitFor({ timeout: 20_000 });
const press = (page, action) => page.locator(`[data-do=${action}]`).click();
const side = (page, value) => page.locator(`input[name=side][value="${value}"]`).check();
const show = (page, value) => page.locator(`input[name=show][value="${value}"]`).check();
const place = (page, number) => page.locator(`[data-place="${number}"]`);

async function test(name, run) {
  await run().catch((error) => {
    error.message = `${name}: ${error.message}`;
    throw error;
  });
  console.log(`ok: ${name}`);
}

await test("the longest win plays to its end", async () => {
  const { page, errors } = await open(explained("longest", LONGEST), DESK);
  assert.match(await page.locator(".answer").textContent(), /^true: the mouse wins. It reaches the food on ply 79/);
  await press(page, "end");
  await said(page, "The mouse reaches the food on ply 79: the mouse wins.");
  assert.equal(await page.locator(".game button").count(), 80);
  assert.equal(await page.locator(".game .wrong").count(), 0, "best play makes no mistake");
  await press(page, "undo");
  assert.match(await status(page), /The mouse is to move/);
  await accessible(page, "of a game");
  assert.deepEqual(errors, []);
});

await test("the mouse wins by following the hints", async () => {
  const { page, errors } = await open(explained("chase", CHASE), DESK);
  await show(page, "nothing");
  await side(page, 0);
  for (let move = 0; move < 40; move++) {
    await page.locator(".status", { hasText: /Your move|: the \w+ wins\./ }).waitFor();
    if (/food on ply/.test(await status(page))) break;
    await press(page, "hint");
    await page.locator(".place.hint").first().click();
    await page.locator(".status", { hasNotText: "Your move" }).waitFor();
  }
  await said(page, "The mouse reaches the food on ply 55: the mouse wins.");
  assert.deepEqual(errors, []);
});

await test("the perfect cat cannot be beaten, and the page says so", async () => {
  const { page, errors } = await open(explained("lost", LOST), DESK);
  await side(page, 0);
  for (let move = 0; move < 20; move++) {
    await page.locator(".status", { hasText: /Your move|: the \w+ wins\./ }).waitFor();
    if (/: the cat wins\./.test(await status(page))) break;
    await page.locator(".choices button").first().click();
  }
  await said(page, "the cat wins. It was lost from the start");
  assert.deepEqual(errors, []);
});

await test("a mistake is told at once, and at the end", async () => {
  const { page, errors } = await open(explained("won", WON), DESK);
  await side(page, 0);
  await place(page, 1).click();
  await said(page, "That is the mistake of the mouse");
  await said(page, "The move that decided it: ply 1.");
  assert.equal(await page.locator(".game .wrong").count(), 1);
  await press(page, "undo");
  await page.keyboard.press("Tab");
  assert.match(await status(page), /Your move/);
  assert.deepEqual(errors, []);
});

await test("a draw repeats", async () => {
  const { page, errors } = await open(explained("draw", DRAWN), DESK);
  assert.match(await page.locator(".answer").textContent(), /^0: a draw/);
  await press(page, "end");
  await said(page, "This position has been there before: a draw.");
  assert.deepEqual(errors, []);
});

await test("the keyboard suffices", async () => {
  const { page, errors } = await open(explained("keys", WON), DESK);
  while ((await page.evaluate(() => document.activeElement.dataset?.place)) === undefined) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), "1");
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^row 1, column 2, can go here, C1$/);
  await page.keyboard.press("u");
  await page.keyboard.press("h");
  assert.match(await status(page), /Best: row 1, column 5/);
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await said(page, "Mouse to row 1, column 5.");
  await page.keyboard.press("n");
  await said(page, "The mouse is to move.");
  await page.keyboard.press("r");
  assert.equal(await page.locator(".game button").count(), 1);
  assert.deepEqual(errors, []);
});

await test("every overlay is in words, too", async () => {
  const { page, errors } = await open(explained("overlays", CHASE), DESK);
  for (const [value, least] of [["mouse", 30], ["cat", 30], ["safe", 1], ["moves", 2]]) {
    await show(page, value);
    const badges = await page.locator(".badge text").allTextContents();
    assert.ok(badges.length >= least, `${value}: ${badges.length} marks`);
    if (value !== "safe") assert.match(badges[0], /^([MC]\d+|C∞|=)$/);
    await shot(page, `overlay-${value}`);
    await accessible(page, `with the overlay ${value}`);
  }
  await show(page, "nothing");
  assert.equal(await page.locator(".badge").count(), 0);
  assert.deepEqual(errors, []);
});

await browser.close();
console.log(`pages in ${pages}, screenshots in ${folder}`);
