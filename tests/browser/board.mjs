// Has the program write pages to play on, and plays on them in headless Chromium.
//
//   node board.mjs PROGRAM SCREENSHOT-DIRECTORY [PART OF THE NAME OF A TEST]
//
// "how long solving takes" is measured where it is named.
//
// Ends with 1 and a message at the first thing that is not right.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { accessible, browser, DESK, narrow, open, PHONE } from "./open.mjs";

const [given, directory, only = ""] = process.argv.slice(2);
const program = resolve(given);
mkdirSync(directory, { recursive: true });
const pages = mkdtempSync(join(tmpdir(), "mousetrap-board-"));
const shot = (page, name, options = {}) => page.screenshot({ path: join(directory, `board-${name}.png`), ...options });

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
const side = (page, value) => page.locator(`fieldset.side input[value="${value}"]`).check();
const show = (page, value) => page.locator(`fieldset.show input[value="${value}"]`).check();
const place = (page, number) => page.locator(`[data-place="${number}"]`);

async function test(name, run) {
  if (!name.includes(only)) return;
  const began = performance.now();
  await run().catch((error) => {
    error.message = `${name}: ${error.message}`;
    throw error;
  });
  console.log(`ok: ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
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

await test("the number of a node stays in sight", async () => {
  const { page, errors } = await open(explained("numbers", DRAWN), DESK);
  const seen = await page.evaluate(() => [1, 2].map((node) => {
    const number = document.querySelector(`[data-place="${node}"] .number`).getBoundingClientRect();
    const token = document.querySelector(node === 1 ? ".token.mouse > .head" : ".token.cat > .head").getBoundingClientRect();
    return number.right <= token.left + 8 && number.bottom <= token.bottom - 12;
  }));
  assert.deepEqual(seen, [true, true], "it stands beside who is on it");
  assert.deepEqual(errors, []);
});

await test("the bar and the arrows show the value, the best move and the threat", async () => {
  const { page, errors } = await open(explained("bar", WON), DESK);
  const bar = page.locator(".gauge");
  assert.equal(await bar.getAttribute("aria-label"), "the mouse wins in 3 plies");
  assert.equal(await page.locator(".arrow.mouse:not(.threat)").count(), 1);
  await place(page, 1).click();
  assert.equal(await bar.getAttribute("data-side"), "cat");
  assert.equal(await page.locator(".arrow.cat:not(.threat)").count(), 1, "the cat takes the mouse");
  assert.equal(await page.locator(".arrow.mouse.threat").count(), 1, "the mouse would win if it were its turn");
  assert.ok((await bar.boundingBox()).height < 40, "the bar of a low board lies flat");
  assert.deepEqual(errors, []);
});

await test("nothing is revealed unless it is asked for", async () => {
  const { page, errors } = await open(explained("nothing", CHASE), DESK);
  await show(page, "nothing");
  await page.locator(".choices button", { hasText: "r7 c6" }).click();
  const seen = await page.locator(".mousetrap").evaluate((root) => [root.textContent, ...[...root.querySelectorAll("[aria-label], [title]")]
    .filter((element) => !element.hidden).flatMap((element) => [element.ariaLabel, element.title])].join(" "));
  assert.doesNotMatch(seen, /\b[MC]\d|C∞|wins|mistake|best move:/);
  assert.equal(await page.locator(".arrow, .gauge:visible, .legend li, .game .wrong").count(), 0);
  await press(page, "hint");
  assert.equal(await page.locator(".arrow").count() > 0, true, "a hint shows the move");
  assert.deepEqual(errors, []);
});

await test("a move in the list shows its position, by mouse and by keyboard", async () => {
  const { page, errors } = await open(explained("jump", LONGEST), DESK);
  await press(page, "end");
  await page.locator(".game button").nth(10).click();
  assert.equal(await page.locator(".game button").count(), 80, "later moves stay");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.locator(".game [aria-current]").getAttribute("aria-label"), /^11 Mouse/);
  await page.keyboard.press("Home");
  assert.equal(await page.locator(".game [aria-current]").textContent(), "Start M79");
  await press(page, "new");
  assert.equal(await page.locator(".game button").count(), 1);
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
    const badges = await page.locator(".tag text").allTextContents();
    assert.ok(badges.length >= least, `${value}: ${badges.length} marks`);
    if (value !== "safe") assert.match(badges[0], /^([MC]\d+|C∞|=)$/);
    await shot(page, `overlay-${value}`);
    await accessible(page, `with the overlay ${value}`);
  }
  await show(page, "nothing");
  assert.equal(await page.locator(".tag").count(), 0);
  assert.deepEqual(errors, []);
});

await test("a case is drawn, and says which rule it breaks", async () => {
  const { page, errors } = await open(explained("edit", WON), { ...DESK, acceptDownloads: true });
  const answer = page.locator(".answer");
  await page.getByText("Edit", { exact: true }).click();
  await place(page, 1).click();
  assert.match(await answer.textContent(), /^false: the cat wins/, "a wall shuts the mouse in");
  assert.equal(await page.locator("textarea").inputValue(), '["M#C...F"]\n1\n4\n');
  await place(page, 1).focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight");
  for (const drawn of ["M#C#..F", "M#C...F"]) {
    await page.keyboard.press("Enter");
    assert.equal(JSON.parse((await page.locator("textarea").inputValue()).split("\n")[0])[0], drawn, "the keyboard draws on");
  }
  await page.locator("input[value=F]").check();
  await place(page, 0).click();
  assert.equal(await answer.textContent(), "The board has no mouse M; a board has exactly one.");
  await accessible(page, "of a broken rule");
  await page.getByText("Play it").press("Enter");
  assert.ok(await page.locator("textarea").isVisible(), "what is not legal is not played");
  for (const [text, said] of [
    ["[[1,3],[0],[3],[0,2,1]]", "Node 3 lists neighbour 1, but node 1 does not list 3; edges go both ways."],
    ["[[1,3],[0],[3],[0,2]]", /^1: the mouse wins/],
    ["3 5 1 2\n####F\n#C...\nM....\n", /^true: the mouse wins. It reaches the food on ply 5/],
    ["grid = [\"M.C...F\"], catJump = 1, mouseJump = 3", /^false/],
    ["1 9 1 1\nM.C.....F\n", "1 × 9 cells; a board of contest size has 1 to 8 rows and columns."],
    ["[".repeat(5000), /cannot be read/],
    ["<img src=x onerror=alert(1)>", /“<img src=x onerror=alert…” cannot be read/],
    ["9".repeat(200_000), /longer than 100000 characters/],
    ["", /There is no case here/],
  ]) {
    await page.fill("textarea", text);
    const told = await answer.textContent();
    assert.ok(typeof said === "string" ? told === said : said.test(told), `${text.slice(0, 40)}: ${told}`);
  }
  await page.getByText("New board").click();
  const rows = page.locator(".sizes input").first();
  for (const [typed, kept] of [["", "5"], ["99", "8"], ["-3", "1"], ["2.6", "3"]]) {
    await rows.fill(typed);
    await rows.blur();
    assert.equal(await rows.inputValue(), kept, `${typed} rows`);
    assert.equal(await page.locator("[data-place]").count(), 5 * Number(kept));
  }
  await page.locator(".languages button").last().click();
  assert.match(await answer.textContent(), /^棋盘上没有老鼠/, "the language changes, and what is drawn stays");
  assert.ok(await page.locator("textarea").isVisible());
  await page.locator(".languages button").first().click();
  await page.fill("textarea", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]");
  assert.equal(await page.locator("h1").textContent(), "913 · Cat and Mouse", "the title is that of the game that is drawn");
  await page.locator("input[value=remove]").check();
  for (let left = 5; left >= 0; left--) {
    await place(page, left).click();
    assert.equal(await page.locator("[data-place]").count(), left);
  }
  assert.equal(await answer.textContent(), "0 nodes; a graph of contest size has 3 to 50.");
  await page.getByText("New graph").click();
  await page.locator("input[value=node]").check();
  await place(page, 4).click();
  assert.equal(await page.locator("[data-place]").count(), 7);
  await page.locator("input[value=edge]").check();
  await place(page, 6).click();
  await place(page, 1).click();
  assert.match(await page.locator("textarea").inputValue(), /,\[1,4\]\]\n$/);
  await accessible(page, "of an editor of graphs");
  await shot(page, "edit-graph");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Save").click()]);
  assert.equal(download.suggestedFilename(), "mousetrap-913.txt");
  await page.getByText("Copy text").click();
  await page.locator(".note", { hasText: "Copied." }).waitFor();
  await page.getByText("Play it").click();
  await page.locator("[data-do=next]").click();
  assert.equal(await page.locator(".game button").count(), 2);
  assert.deepEqual(errors, []);
});

await test("nodes are dragged by touch", async () => {
  const { page, errors } = await open(explained("drag", DRAWN), PHONE);
  const at = async () => {
    const { x, y, width, height } = await place(page, 4).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = await at();
  const devtools = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  await page.evaluate(() => addEventListener("pointercancel", () => (document.title = "cancelled")));
  await touch("touchStart", { x, y });
  for (let step = 1; step <= 8; step++) await touch("touchMove", { x: x + 2 * step, y: y + 6 * step });
  await touch("touchEnd");
  assert.notEqual(await page.title(), "cancelled");
  const [, now] = await at();
  assert.ok(Math.abs(now - y) > 20, `the node has moved by ${now - y}`);
  assert.deepEqual(errors, []);
});

await test("what is drawn is taken back", async () => {
  const { page, errors } = await open(explained("undo", WON), DESK);
  await page.getByText("Edit", { exact: true }).click();
  const text = page.locator("textarea");
  const shown = () => text.inputValue();
  const states = [await shown()];
  const undo = page.locator("[data-do=takeBack]");
  assert.equal(await undo.getAttribute("aria-disabled"), "true");
  await text.click();
  await place(page, 1).click();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), "1", "the keyboard is on the board");
  states.push(await shown());
  const [from, to] = [await place(page, 3).boundingBox(), await place(page, 5).boundingBox()];
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x + 9, to.y + 9, { steps: 12 });
  await page.mouse.up();
  assert.match(await shown(), /M#C###F/);
  states.push(await shown());
  await page.locator(".sizes input").first().fill("3");
  await page.locator(".sizes input").first().blur();
  states.push(await shown());
  await page.fill("textarea", "[\"M.C\"");
  states.push(await shown());
  await page.getByText("New board").click();
  assert.equal(await page.locator("[data-place]").count(), 25);
  while (states.length > 0) {
    if (states.length % 2) await page.keyboard.press("Control+z");
    else await undo.click();
    assert.equal(await shown(), states.pop());
  }
  assert.equal(await undo.getAttribute("aria-disabled"), "true");
  await page.keyboard.press("Control+z");
  assert.equal(await page.locator(".cells .wall").count(), 0);
  assert.deepEqual(errors, []);
});

await test("a graph grows out of nothing", async () => {
  const { page, errors } = await open(explained("grow", DRAWN), DESK);
  await page.getByText("Edit", { exact: true }).click();
  await page.locator("input[value=remove]").check();
  await place(page, 0).click();
  assert.match(await page.locator(".note").textContent(), /^Node 0 is deleted; later nodes are renumbered/);
  for (let left = 4; left >= 0; left--) await place(page, left).click();
  await page.locator("input[value=node]").check();
  const frame = await page.locator(".frame").boundingBox();
  for (const [right, down] of [[0.5, 0.4], [0.52, 0.8], [0.1, 0.1]]) {
    await page.mouse.click(frame.x + frame.width * right, frame.y + frame.height * down);
  }
  assert.equal(await page.locator("[data-place]").count(), 3);
  assert.equal(await page.locator("textarea").inputValue(), "[[1,2],[0],[0]]\n", "each is joined to the nearest");
  await page.keyboard.press("Control+z");
  assert.equal(await page.locator("[data-place]").count(), 2);
  assert.deepEqual(errors, []);
});

await test("a repetition is told as what it is", async () => {
  const { page, errors } = await open(explained("again", WON), DESK);
  for (let ply = 0; ply < 4; ply++) await page.locator(".choices button", { hasText: ply % 2 ? "r1 c3" : "r1 c1" }).click();
  assert.match(await page.locator(".answer").textContent(), /^true/);
  assert.match(await status(page), /has been there before. The cat gains only if the mouse keeps wasting its moves/);
  const lost = await open(explained("held", "3 5 1 1\nC...#\n...#F\nM...#\n"), DESK);
  await press(lost.page, "end");
  assert.match(await status(lost.page), /The cat can go on like this until its plies are over/);
  // Round and round, past an open hole.
  const graph = await open(explained("missed", "[[1,3],[0,4],[3,5],[0,2],[1],[2]]"), DESK);
  for (const to of ["node 4", "node 5", "node 1", "node 2"]) await graph.page.locator(".choices button", { hasText: to }).click();
  assert.match(await status(graph.page), /been there before: a draw. The mouse could have won/);
  assert.deepEqual([...errors, ...lost.errors, ...graph.errors], []);
});

await test("the current ply stays in sight, and what is there is not made again", async () => {
  const { page, errors } = await open(explained("sight", LONGEST), DESK);
  await page.locator(".game button").first().evaluate((first) => (first.id = "kept"));
  await press(page, "end");
  const inSight = () => page.locator(".game").evaluate((list) => {
    const [all, one] = [list, list.querySelector("[aria-current]")].map((it) => it.getBoundingClientRect());
    return one.top >= all.top && one.bottom <= all.bottom;
  });
  assert.ok(await inSight(), "at the end");
  assert.equal(await page.locator("#kept").count(), 1);
  await page.locator(".game button").nth(40).click();
  assert.ok(await inSight(), "in the middle");
  assert.equal(await page.locator(".game [aria-current]").count(), 1);
  assert.deepEqual(errors, []);
});

await test("text and board do not drift apart", async () => {
  const { page, errors } = await open(explained("pasted", WON), DESK);
  await page.getByText("Edit", { exact: true }).click();
  await page.fill("textarea", '["M.#", "..F"]\n1\n1');
  assert.equal(await page.locator(".answer").textContent(), "The board has no cat C; a board has exactly one.");
  assert.equal(await page.locator("[data-place]").count(), 6, "what has a shape is drawn");
  await page.locator("input[value=C]").check();
  await place(page, 3).click();
  assert.equal(await page.locator("textarea").inputValue(), '["M.#","C.F"]\n1\n1\n', "and drawn on");
  for (const broken of ['["M.#","C."]\n1\n1', "[[5],[0],[0]]"]) {
    await page.fill("textarea", broken);
    const fault = await page.locator(".answer").textContent();
    await place(page, 5).click();
    assert.equal(await page.locator("textarea").inputValue(), broken, "a stroke does not throw away what was written");
    assert.match(await page.locator(".note").textContent(), /does not show this text/);
    assert.equal(await page.locator(".answer").textContent(), fault);
    await page.getByText("Copy link").click();
    assert.equal(await page.locator(".note").textContent(), fault, "and there is no link to it");
  }
  await page.fill("textarea", 'Example 1:\n\nInput: grid = ["####F","#C...","M...."], catJump = 1, mouseJump = 2\nOutput: true\nExplanation: Cat cannot catch Mouse.');
  assert.match(await page.locator(".answer").textContent(), /^true: the mouse wins/);
  await page.fill("textarea", "Input: graph = [[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]\nOutput: 0");
  assert.match(await page.locator(".answer").textContent(), /^0: a draw/);
  assert.deepEqual(errors, []);
});

await test("where the mouse is safe, it is safe on the food, too", async () => {
  const { page } = await open(explained("safe", WON), DESK);
  await show(page, "safe");
  assert.match(await place(page, 6).getAttribute("aria-label"), /food.*✓/);
});

await test("a link holds the case", async () => {
  const file = explained("link", WON);
  const { page, errors } = await open(file, DESK);
  await page.getByText("Edit", { exact: true }).click();
  await place(page, 3).click();
  const link = await page.evaluate(() => location.hash);
  const other = await open(file, DESK, link);
  assert.equal(await other.page.locator(".cells .wall").count(), 1);
  await other.page.goto(`${other.page.url().split("#")[0]}#case=${encodeURIComponent(DRAWN)}`);
  await other.page.locator(".answer", { hasText: "0: a draw" }).waitFor();
  await other.page.goBack();
  await other.page.locator(".cells").waitFor();
  for (const [fragment, said] of [
    ["#case=%3Cscript%3Ealert(1)%3C%2Fscript%3E", "“<script>alert(1)</script"],
    ["#case=%", "“%” cannot be read"],
    ["#case=%00%FF", "cannot be read"],
    ["#case=-1", "“-1” cannot be read"],
    ["#case=", "There is no case here"],
    [`#case=${encodeURIComponent(encodeURIComponent(DRAWN))}`, "cannot be read"],
    [`#case=${"A".repeat(150_000)}`, "longer than 100000"],
    [`#case=${encodeURIComponent(JSON.stringify(Array(51).fill([0])))}`, "51 nodes; a graph of contest size has 3 to 50."],
    ["#case=[[1,2],[0],[0]]", "leads only into the hole"],
    ['#case=["M.C...F"]', "ends too early"],
    [`#case=${encodeURIComponent(WON)}&max_plies=many`, "max_plies=many: the move limit is a whole number"],
  ]) {
    const hostile = await open(file, DESK, fragment);
    assert.match(await hostile.page.locator(".fault").textContent(), /^The case in the link is not valid: /);
    assert.ok((await hostile.page.locator(".fault").textContent()).includes(said), fragment.slice(0, 80));
    assert.equal(await hostile.page.locator(".game button").count(), 1, "the page's own case is there");
    if (fragment === "#case=-1") await shot(hostile.page, "bad-link");
    assert.deepEqual(hostile.errors, []);
    await hostile.page.context().close();
  }
  for (const fragment of ["#", "#%", "#show=7", "#show=length", "#case", "#nothing=is&meant=by#this"]) {
    const odd = await open(file, DESK, fragment);
    assert.equal(await odd.page.locator(".game button").count(), 1, `${fragment} shows a case`);
    assert.deepEqual(odd.errors, []);
    await odd.page.context().close();
  }
  // What the editor writes into the address is read again, as people paste it, too.
  const pasted = await open(file, DESK, `#case=${DRAWN}`);
  await pasted.page.locator(".answer", { hasText: "0: a draw" }).waitFor();
  const broken = await pasted.page.evaluate(() => {
    let state = 7;
    const random = (n) => (state = (state * 48271) % 2147483647) % n;
    const letters = "[]{}(),:;=\"' \n0123456789-+.#CMFabg\0é";
    const seeds = ['["M.C...F"]\n1\n4', "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", "1 7 1 4\nM.C...F\n", "4\n2 1 3\n1 0\n1 3\n2 0 2\n", "-1", "0"];
    const strange = [];
    for (let round = 0; round < 20_000; round++) {
      let text = seeds[random(seeds.length)];
      for (let change = random(5); change > 0; change--) {
        const at = random(text.length + 1);
        text = random(2) ? text.slice(0, at) + letters[random(letters.length)] + text.slice(at) : text.slice(0, at) + text.slice(at + 1 + random(3));
      }
      try {
        globalThis.mousetrap.table(text);
      } catch (error) {
        if (!error.fault) strange.push(`${text}: ${error.message}`);
      }
    }
    return strange;
  });
  assert.deepEqual(broken, [], "whatever is not a case breaks a rule that has a name");
  assert.deepEqual([...errors, ...other.errors], []);
});

await test("names and texts cannot become markup", async () => {
  const evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
  const directory = mkdtempSync(join(tmpdir(), "mousetrap-board-"));
  const name = evil.replaceAll("/", "∕");
  writeFileSync(join(directory, name), WON);
  const file = join(pages, "evil.html");
  writeFileSync(file, execFileSync(program, ["explain", name, "--format", "html"], { cwd: directory }));
  const { page, errors } = await open(file, DESK);
  page.on("dialog", () => errors.push("a script has run"));
  assert.equal(await page.locator("h1").textContent(), name);
  assert.equal(await page.locator("img").count(), 0);
  assert.deepEqual(errors, []);
});

await test("without scripts the explanation is there in words", async () => {
  const { page } = await open(explained("plain", WON), { ...DESK, javaScriptEnabled: false });
  assert.match(await page.locator("pre").textContent(), /true: the mouse wins/);
  assert.ok(await page.locator("noscript").isVisible());
});

await test("larger cases carry their values", async () => {
  const strip = (cells) => `1 ${cells} 1 1\nC#M${".".repeat(cells - 4)}F\n`;
  for (const [cells, said] of [[503, "true: the mouse wins. It reaches the food on ply 999"], [504, "false: the cat wins"]]) {
    const { page, errors } = await open(explained(`strip-${cells}`, strip(cells), "--extended"), DESK);
    assert.ok((await page.locator(".answer").textContent()).startsWith(said));
    await press(page, "next");
    await accessible(page, "of a long strip");
    assert.deepEqual(errors, []);
  }
  const wide = `1 1024 1 1\nC#M${".".repeat(1020)}F\n`;
  const { page, errors } = await open(explained("widest", wide, "--extended", "--max-plies", "3000"), DESK);
  await press(page, "end");
  await said(page, "The mouse reaches the food on ply 2041");
  assert.ok(await page.getByText("larger than contest size").isVisible());
  assert.deepEqual(errors, []);
});

await test("what a submission says, and where its claim breaks", async () => {
  const file = join(pages, "short.py");
  // It sees wins in at most three plies.
  writeFileSync(file, "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n"
    + "        return abs(grid[0].index('M') - grid[0].index('F')) <= 2\n");
  const out = join(pages, "claims.html");
  let html;
  try {
    execFileSync(program, ["explain", "-", "--submission", file, "--format", "html"], { input: "1 7 1 1\nC.M...F\n" });
  } catch (error) {
    assert.equal(error.status, 1, String(error.stderr));
    html = error.stdout;
  }
  writeFileSync(out, html);
  const { page, errors } = await open(out, DESK);
  const claims = page.locator(".claims");
  assert.match(await claims.textContent(), /answers false. Along best play it changes its answer between ply 2 and ply 4/);
  assert.match(await claims.textContent(), /refutes it on ply 7 at the latest. The mouse reaches the food on ply 7/);
  await page.getByText("Show ply 7").click();
  await said(page, "The mouse reaches the food on ply 7: the mouse wins.");
  await page.locator(".claims button.right").first().click();
  assert.match(await page.locator(".game [aria-current]").getAttribute("aria-label"), /^4 Cat .* M3$/);
  await accessible(page, "with the claims of a submission");
  await shot(page, "claims", { fullPage: true });
  const hash = await page.evaluate(() => location.hash);
  await page.getByText("Edit", { exact: true }).click();
  await page.getByText("Play it").click();
  assert.match(await claims.textContent(), /changes its answer/, "unchanged, it keeps what was said of it");
  assert.equal(await page.evaluate(() => location.hash), hash);
  await page.getByText("Edit", { exact: true }).click();
  await place(page, 1).click();
  await page.getByText("Play it").click();
  assert.equal(await claims.textContent(), "");
  await page.getByText("Back to the original").click();
  assert.match(await claims.textContent(), /changes its answer/);
  assert.equal(await page.evaluate(() => location.hash), hash);
  await page.getByText("Defend it as the cat").click();
  await said(page, "Your move: you are the cat.");
  assert.equal(await page.locator(".game button").count(), 2, "the mouse has moved");
  assert.deepEqual(errors, []);
});

await test("everybody reads it: Chinese, dark, on a phone", async () => {
  const [chase, graph] = [explained("phone", CHASE), explained("graph", DRAWN)];
  for (const locale of ["en-US", "zh-CN"]) {
    for (const colorScheme of ["light", "dark"]) {
      for (const [device, options] of [["desk", DESK], ["phone", PHONE]]) {
        for (const [kind, file] of [["board", chase], ["graph", graph]]) {
          const { page, errors } = await open(file, { ...options, locale, colorScheme });
          const where = `${kind}-${device}-${locale.slice(0, 2)}-${colorScheme}`;
          if (locale === "zh-CN") assert.match(await page.locator(".answer").textContent(), /老鼠获胜|平局/);
          await accessible(page, where);
          if (device === "phone") await narrow(page);
          await shot(page, where, { fullPage: device === "phone" });
          assert.deepEqual(errors, [], where);
          await page.context().close();
        }
      }
    }
  }
  const { page, errors } = await open(chase, PHONE);
  await page.getByText("中文").tap();
  await place(page, 29).tap();
  await said(page, "老鼠走到第 4 行第 6 列");
  await page.getByText("编辑").tap();
  await narrow(page);
  await accessible(page, "of the editor in Chinese");
  await shot(page, "edit-phone-zh", { fullPage: true });
  await page.reload();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-Hans", "the language is remembered");
  assert.deepEqual(errors, []);
});

// A figure, not a test: what asks for it by name gets it.
if (only) await test("how long solving takes", async () => {
  const { page } = await open(explained("speed", WON), DESK);
  // As many boards and graphs of the largest size as one likes, by chance.
  const measured = await page.evaluate(() => {
    let state = 1;
    const random = (n) => (state = (state * 48271) % 2147483647) % n;
    const board = () => {
      const cells = Array.from({ length: 64 }, () => (random(4) === 0 ? "#" : "."));
      for (const piece of "CMF") cells[random(20) * 3 + "CMF".indexOf(piece)] = piece;
      const rows = Array.from({ length: 8 }, (_, y) => cells.slice(8 * y, 8 * y + 8).join(""));
      return `${JSON.stringify(rows)}\n${1 + random(8)}\n${1 + random(8)}`;
    };
    const graph = () => {
      const lists = Array.from({ length: 50 }, () => []);
      const link = (a, b) => {
        if (a === b || lists[a].includes(b)) return;
        lists[a].push(b);
        lists[b].push(a);
      };
      for (let node = 0; node < 50; node++) for (let edge = 0; edge < 3; edge++) link(node, random(50));
      lists.forEach((list, node) => list.length === 0 && link(node, (node + 1) % 50));
      return JSON.stringify(lists);
    };
    return Object.fromEntries(Object.entries({ "8×8 boards": board, "graphs of 50 nodes": graph }).map(([kind, make]) => {
      const texts = Array.from({ length: 500 }, make);
      const times = texts.map((text) => {
        const before = performance.now();
        globalThis.mousetrap.table(text);
        return performance.now() - before;
      });
      return [kind, { texts, times }];
    }));
  });
  const line = (who, times) => {
    const sorted = times.toSorted((a, b) => a - b);
    const [half, most, worst] = [0.5, 0.95, 1].map((share) => sorted[Math.ceil(share * sorted.length) - 1].toFixed(2));
    console.log(`    ${who}: median ${half} ms, 95 % ${most} ms, worst ${worst} ms, of ${times.length}`);
  };
  for (const [kind, { texts, times }] of Object.entries(measured)) {
    line(`${kind}, read, solved and packed by the page`, times);
    // A process each, as a command is used; its start is most of it.
    line(`${kind}, mousetrap solve`, texts.slice(0, 100).map((input) => {
      const before = performance.now();
      execFileSync(program, ["solve", "-"], { input });
      return performance.now() - before;
    }));
  }
});

await browser.close();
console.log(`pages in ${pages}, screenshots in ${directory}`);
