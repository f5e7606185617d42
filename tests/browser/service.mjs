// Serves rooms, and has an owner and two students use them in headless Chromium:
// a room is made, both join, three languages are submitted, a failing case is
// played, one hacks the other, all is judged again, and the server is killed and
// comes back meanwhile.
//
//   node service.mjs PROGRAM SCREENSHOT-DIRECTORY
//
// Ends with 1 and a message at the first thing that is not right.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { accessible, browser, DESK, narrow, PHONE } from "./open.mjs";

const [given, directory] = process.argv.slice(2);
const program = resolve(given);
const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
mkdirSync(directory, { recursive: true });
const data = mkdtempSync(join(tmpdir(), "mousetrap-service-"));
const solution = (path) => join(root, "solutions", path);
const began = Date.now();
const done = (what) => console.log(`ok: ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)`);

let server;
let address = "127.0.0.1:0";
/** Starts the server; the owner's link. */
async function start() {
  server = spawn(program, ["serve", "--listen", address, "--data", data], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => server.kill("SIGKILL"));
  let said = "";
  for await (const text of server.stdout) {
    said += text;
    const origin = /(http:\S+) is ready/.exec(said)?.[1];
    if (origin) {
      server.stdout.resume();
      address = new URL(origin).host;
      return `${origin}/enter/${readFileSync(join(data, "owner-link"), "utf8")}`;
    }
  }
  throw new Error(`the server ends: ${said}`);
}
async function stop(signal) {
  server.kill(signal);
  await new Promise((over) => server.once("exit", over));
}

const errors = [];
async function person(options = {}) {
  const context = await browser.newContext({ ...DESK, acceptDownloads: true, locale: "en-GB", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // The server is away for a while, and refuses what is wrong or not there.
    if (message.location().url.endsWith("/nothing")) return;
    if (message.type() === "error" && !/net::ERR|status of (422|409)/.test(message.text())) errors.push(`${message.text()} at ${message.location().url}:${message.location().lineNumber}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`http://${address}/`) && !/^(data|blob):/.test(request.url())) errors.push(`asks ${request.url()}`);
  });
  return page;
}

const views = [];
for (const [language, size] of [["en", DESK], ["zh", PHONE]]) {
  const context = await browser.newContext({ ...size, locale: "en-GB" });
  views.push({ language, size, context, view: await context.newPage() });
}
/** Looks at a page as its reader would: in English at a desk, in Chinese on a phone, in both colours. */
async function look(page, name, url = page.url()) {
  const { cookies } = await page.context().storageState();
  for (const { language, size, context, view } of views) {
    await context.clearCookies();
    await context.addCookies([...cookies.filter((one) => one.name !== "language"), { name: "language", value: language, url }]);
    await view.goto(url);
    if ((await view.locator(".board-here").count()) > 0) await view.locator(".board-here .board").waitFor();
    assert.equal(await view.locator("html").getAttribute("lang"), language === "zh" ? "zh-Hans" : "en");
    if (size === PHONE) await narrow(view);
    for (const colorScheme of ["light", "dark"]) {
      await view.emulateMedia({ colorScheme });
      await accessible(view, `of ${name} (${language}, ${colorScheme})`);
      if ((colorScheme === "light") === (size === DESK) || name === "wrong") {
        await view.screenshot({ path: join(directory, `service-${name}-${language}-${colorScheme}.png`), fullPage: true });
      }
    }
  }
}

const submit = (page) => page.locator("form[enctype] button.primary").click();
/** Replaces the text in the editor. */
const write = (page, text) => page.locator(".cm-content").fill(text);
const text = (page) => page.locator("textarea[name=source]").inputValue();
/** Opens a question and answers it. */
async function confirm(page, action) {
  const form = page.locator(`form[action$=${action}]`);
  const menu = page.locator(".menu", { has: form });
  if (await menu.count()) await menu.locator("> summary").click();
  await page.locator(".confirm", { has: form }).locator("> summary").click();
  await form.locator("button").click();
}
/** Runs the source in the editor, and returns the result. */
async function run(page, button, wanted) {
  await page.locator(`button[name=run][value=${button}]`).click();
  await page.locator("#run .bar-head .badge", { hasText: wanted }).waitFor({ timeout: 60_000 });
  return page.locator("#run").textContent();
}
const verdict = async (page, wanted) => {
  await page.locator("#verdict .banner", { hasText: wanted }).waitFor({ timeout: 60_000 });
};
async function joins(link, name) {
  const page = await person();
  await page.goto(link);
  await page.goto(link);
  await page.fill("input[name=name]", name);
  if (name === "Ada") await look(page, "join");
  await page.locator("form[action^='/join/'] button.primary").click();
  const personal = await page.locator("#personal").textContent();
  if (name === "Ada") {
    await accessible(page, "of a personal link");
    await page.screenshot({ path: join(directory, "service-joined.png"), fullPage: true });
    for (const language of ["中文", "English"]) {
      await page.locator(".languages button", { hasText: language }).click();
      await page.locator(".languages [aria-current]", { hasText: language }).waitFor();
      assert.equal(await page.locator("#personal").textContent(), personal, "a language keeps the link");
    }
  }
  await page.locator("a.primary").click();
  return { page, personal };
}

// The owner makes a room.
const link = await start();
const owner = await person();
await owner.goto(link);
await look(owner, "enter");
await owner.locator("button.primary").click();
await owner.locator("h1", { hasText: "Rooms" }).waitFor();
assert.equal(await owner.inputValue("select[name=feedback]"), "explanation");
await owner.fill("input[name=name]", "Algorithms, Tuesday");
await owner.locator(".choice", { hasText: "Contest" }).click();
await owner.locator(".choice[aria-current]", { hasText: "Contest" }).waitFor();
assert.equal(await owner.inputValue("select[name=feedback]"), "verdict", "a preset fills the form");
assert.equal(await owner.inputValue("input[name=name]"), "Algorithms, Tuesday", "and keeps the name");
await owner.locator(".choice", { hasText: "Practice" }).click();
await owner.locator(".choice[aria-current]", { hasText: "Practice" }).waitFor();
await look(owner, "rooms");
await owner.fill("input[name=name]", "Algorithms, Tuesday");
await owner.fill("input[name=opens]", "2099-12-31T23:59");
await owner.fill("input[name=closes]", "2099-01-01T00:00");
await submit(owner);
await owner.locator("#mistake-closes").waitFor();
assert.equal(await owner.inputValue("input[name=name]"), "Algorithms, Tuesday", "what was typed stays");
await accessible(owner, "of a form with an error");
await owner.fill("input[name=opens]", "");
await owner.locator("#advanced > summary").click();
await owner.check("input[name=suites][value=samples]");
await owner.check("input[name=hacks]");
await owner.check("input[name=sources]");
await owner.fill("input[name=closes]", "2099-12-31T23:59");
await submit(owner);
await owner.locator("#join").waitFor();
const invitation = await owner.locator("#join").textContent();
await owner.locator(".head .actions a", { hasText: "Settings" }).click();
assert.equal(await owner.inputValue("input[name=closes]"), "2099-12-31T23:59", "a time comes back in the zone in which it was given");
await look(owner, "settings");
await submit(owner);
await owner.locator("#join").waitFor();
done("the owner makes a room");

// Two students join; nobody does by looking at the link.
const ada = await joins(invitation, "Ada");
const bob = await joins(invitation, "Bob");
await owner.locator("tr", { hasText: "Bob" }).waitFor();
assert.equal(await owner.locator("tbody tr").count(), 2, "only who has pressed the button has joined");
const twin = await person();
await twin.goto(invitation);
await twin.fill("input[name=name]", "Ada");
await twin.locator("form[action^='/join/'] button.primary").click();
await twin.locator("#mistake-name").waitFor();
await look(ada.page, "room-empty");
done("two students join");

// The owner renames a third one, and removes her again.
const eve = await joins(invitation, "Eve");
await eve.page.close();
await owner.locator("tr", { hasText: "Eve" }).locator("a.more").click();
await owner.locator("form[action$=rename]").waitFor();
await look(owner, "person");
await owner.fill("input[name=name]", "ada");
await owner.locator("form[action$=rename] button").click();
await owner.locator("#mistake-name").waitFor();
await accessible(owner, "of a name that is taken");
await owner.fill("input[name=name]", "Eva");
await owner.locator("form[action$=rename] button").click();
await owner.locator("tr", { hasText: "Eva" }).locator("a.more").click();
await confirm(owner, "remove");
await owner.locator("tr", { hasText: "Bob" }).waitFor();
assert.equal(await owner.locator("tbody tr").count(), 2);
done("a participant is renamed and removed");

// What is wrong is said beside the field, and nothing typed is lost.
await write(ada.page, "nobody knows this language");
await submit(ada.page);
await ada.page.locator("#mistake").waitFor();
assert.equal((await text(ada.page)).trim(), "nobody knows this language");
assert.equal(await ada.page.locator("select[name=language]").getAttribute("aria-invalid"), "true");
await accessible(ada.page, "of a submission that is refused");
await ada.page.screenshot({ path: join(directory, "service-refused.png"), fullPage: true });

// Ada: Python that is wrong, pasted; she plays the case.
await write(ada.page, readFileSync(solution("1728/wrong_answer/jumps_swapped.py"), "utf8"));
await ada.page.locator("#recognised", { hasText: "1728 · Python" }).waitFor();
await submit(ada.page);
await verdict(ada.page, "Wrong answer");
await ada.page.locator(".board-here .board").waitFor();
await ada.page.locator(".board-here [data-do=next]").click();
assert.ok((await ada.page.locator(".board-here .game button").count()) > 1, "the case is played");
await look(ada.page, "wrong");
// Where the room does not explain, the board does so when it is asked, and not before.
async function feedback(value) {
  await owner.goto(owner.url().replace("/manage", "/settings"));
  await owner.selectOption("select[name=feedback]", value);
  await submit(owner);
  await owner.locator("#join").waitFor();
}
const told = async () => (await ada.page.locator(".board-here :is(.answer, .claims, .game)").allTextContents()).join(" ");
assert.doesNotMatch(await told(), /on ply/);
await ada.page.locator(".board-here fieldset.show input[value=moves]").check();
assert.match(await told(), /on ply/);
await feedback("case");
await ada.page.reload();
await ada.page.locator(".board-here [data-do=next]").click();
assert.match(await told(), /The submission answers/);
assert.doesNotMatch(await told(), /ply|mistake|[MC]\d/);
await ada.page.locator(".board-here fieldset.show input[value=moves]").check();
assert.match(await told(), /on ply/);
await feedback("explanation");
// What is always true is wrong on the first board that the cat wins.
await ada.page.goto(owner.url().replace("/manage", ""));
await write(ada.page, "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        return True\n");
await submit(ada.page);
await verdict(ada.page, "Wrong answer");
await ada.page.locator(".board-here .board").waitFor();
assert.equal(await ada.page.locator("fieldset.show input[value=nothing]:checked").count(), 1, "the board begins without hints");
done("a wrong answer is played");

// A run shows each sample or an own case, and is no attempt.
await ada.page.goto(owner.url().replace("/manage", ""));
const attempts = await ada.page.locator("#rows tbody tr").count();
await write(ada.page, "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        print('jumps', catJump)\n        return True\n");
assert.match(await run(ada.page, "samples", "Wrong answer"), / \/ 5.*jumps/s, "a run shows what the program prints");
assert.equal(await ada.page.locator("#run details.tried").count(), 5);
await look_run("run-samples");
await ada.page.locator(".own-case > summary").click();
await ada.page.fill("textarea[name=case]", '["MF"]\n1\n1');
await ada.page.locator("button[value=case]").click();
await ada.page.locator("#mistake", { hasText: "Not a case of this problem" }).waitFor();
await ada.page.fill("textarea[name=case]", '["M.C...F"]\n1\n4');
assert.match(await run(ada.page, "case", "Accepted"), /My case.*true/s);
await look_run("run-case");
// Chromium styles text that replaces coloured text, which the page forbids, so it is typed behind.
await ada.page.locator(".cm-content").press("Control+End");
await ada.page.keyboard.type("return (");
await run(ada.page, "samples", "Compile error");
await ada.page.locator(".error-line").first().waitFor();
await accessible(ada.page, "of a run that does not compile");
assert.equal(await ada.page.locator("#rows tbody tr").count(), attempts, "a run is no attempt");
done("samples and an own case are run");

/** Looks at the page with the run, then at the page that has shown it. */
async function look_run(name) {
  await look(ada.page, name, `${ada.page.url()}/run`);
  await ada.page.screenshot({ path: join(directory, `service-${name}.png`), fullPage: true });
}

// Then C++ that does not compile, by the keyboard.
await ada.page.goto(owner.url().replace("/manage", ""));
await write(ada.page, readFileSync(solution("1728/accepted/sweeps.c"), "utf8").replace(/return/, "retrun"));
await ada.page.keyboard.press("Control+Enter");
await verdict(ada.page, "Compile error");
assert.ok((await ada.page.locator(".source .bad").count()) > 0, "the line of the error is marked");
await look(ada.page, "compile-error");
await ada.page.locator("[data-edit]").click();
await ada.page.locator(".error-line").first().waitFor();
assert.match(await text(ada.page), /retrun/, "the source is edited where it failed");
await ada.page.screenshot({ path: join(directory, "service-edit.png"), fullPage: true });
done("a compile error stands at its line");

// By its text: without a locale Chromium opens no file below a name like "ü".
const file = (name) => ({ name: name.split("/").at(-1), mimeType: "text/plain", buffer: readFileSync(solution(name)) });

// Then what is right, from a file, while the server is killed.
await ada.page.goto(owner.url().replace("/manage", ""));
await ada.page.setInputFiles("input[type=file]", file("1728/accepted/sweeps.c"));
await ada.page.locator("#recognised", { hasText: "1728 · C ·" }).waitFor();
await submit(ada.page);
await ada.page.locator("#verdict").waitFor();
await stop("SIGKILL");
await owner.locator("#line", { hasText: "Connection lost" }).waitFor();
await accessible(owner, "of a page without its server");
await owner.screenshot({ path: join(directory, "service-lost.png") });
await start();
await owner.locator("#line", { hasText: "Connected again" }).waitFor();
await verdict(ada.page, "Accepted");
await look(ada.page, "accepted");
await ada.page.goto(owner.url().replace("/manage", ""));
await look(ada.page, "room");
for (const { size, view } of views) {
  if (size !== PHONE) continue;
  await view.locator("#tab-code").click();
  await view.locator(".cm-content").waitFor();
  assert.equal(await view.locator("#pane-problem").isVisible(), false, "a phone shows one pane");
  await accessible(view, "of the editor on a phone");
  await view.screenshot({ path: join(directory, "service-editor-phone.png") });
}
await ada.page.goto(`${owner.url().replace("/manage", "")}/scores`);
await ada.page.locator("tr.self .badge.good").waitFor();
await look(ada.page, "scores");
await ada.page.goto(owner.url().replace("/manage", ""));
let weight = 0;
ada.page.on("response", async (response) => { weight += (await response.body().catch(() => "")).length; });
await ada.page.reload();
await ada.page.locator(".cm-content").waitFor();
await ada.page.waitForLoadState("networkidle");
ada.page.removeAllListeners("response");
assert.ok(weight <= 400_000, `the page to submit on has ${weight} bytes`);
const font = await ada.page.locator(".cm-scroller").evaluate((shown) => getComputedStyle(shown).fontFamily);
assert.match(font, /monospace/, "code is written in a font for code");
await ada.page.waitForTimeout(200);
assert.equal(await text(ada.page), "", "what was submitted is not a draft");
await ada.page.selectOption("select[name=language]", "rust");
assert.match(await text(ada.page), /fn cat_mouse_game/, "a language brings the stub of the open problem");
await ada.page.selectOption("select[name=language]", "");
await write(ada.page, "class Solution: # a draft");
await ada.page.context().setOffline(true);
await ada.page.locator(".held").waitFor();
await ada.page.locator(".cm-content").press("Control+Enter");
await accessible(ada.page, "of a submission that is held");
await ada.page.screenshot({ path: join(directory, "service-held.png"), fullPage: true });
await ada.page.context().setOffline(false);
await ada.page.reload();
await ada.page.locator(".draft").waitFor();
assert.equal(await text(ada.page), "class Solution: # a draft", "what was written is not lost");
await write(ada.page, "");
done("a killed server comes back, and with it the verdict");

// Bob: what is right on the samples and wrong elsewhere; Ada hacks it.
await bob.page.setInputFiles("input[type=file]", file("1728/wrong_answer/horizon_rows_cols.py"));
await submit(bob.page);
await verdict(bob.page, "Accepted");
await ada.page.goto(`${owner.url().replace("/manage", "")}/hacks`);
await look(ada.page, "hacks");
await ada.page.locator("tbody tr", { hasText: "Bob" }).locator("a").click();
await ada.page.fill("textarea", '["M.C...F"]\n1');
await submit_hack(ada.page);
await ada.page.locator("#mistake").waitFor();
await look_hack(ada.page);
await ada.page.fill("textarea", '["#...","..#.","F#CM"]\n1\n1');
await submit_hack(ada.page);
await ada.page.locator(".badge.good", { hasText: "Fails" }).waitFor({ timeout: 60_000 });
await ada.page.locator("h2", { hasText: "Cases found" }).waitFor({ timeout: 60_000 });
await look(ada.page, "hacked");
await owner.locator('tr:has-text("Bob") a.bad').waitFor({ timeout: 60_000 });
done("one hacks the other");

async function submit_hack(page) { await page.locator("form[action$=hack] button.primary").click(); }
async function look_hack(page) {
  await accessible(page, "of a hack");
  await page.screenshot({ path: join(directory, "service-hack.png"), fullPage: true });
}

// All is judged again, and taken home.
await owner.reload();
await confirm(owner, "rejudge");
await owner.locator("#live > p", { hasText: "judged again", hasNotText: "Ada" }).waitFor({ timeout: 60_000 });
for (const format of ["json", "html"]) {
  await owner.locator(".menu summary", { hasText: "Download" }).click();
  const [download] = await Promise.all([owner.waitForEvent("download"), owner.locator(`a[href$="results/${format}"]`).click()]);
  const text = readFileSync(await download.path(), "utf8");
  assert.ok(text.includes("Ada") && text.includes("Bob"), `${format} names both`);
  if (format === "json") JSON.parse(text);
}
await look(owner, "manage");
await owner.goto(owner.url().replace("/manage", "/similar"));
await look(owner, "similar");
await owner.goto(`http://${address}/queue`);
await look(owner, "queue");
await owner.goto(`http://${address}/tokens`);
await owner.fill("input[name=name]", "Continuous integration");
await owner.locator("form.new-token button.primary").click();
const token = await owner.locator("#fresh").textContent();
await accessible(owner, "of a new token");
await owner.screenshot({ path: join(directory, "service-token.png"), fullPage: true });
await look(owner, "tokens");
const asked = async (path) => (await fetch(`http://${address}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
assert.deepEqual([await asked("/api/v1/judge"), await asked("/metrics")], [200, 200]);
owner.once("dialog", (question) => question.accept());
await owner.locator("tr", { hasText: "Continuous integration" }).locator("button").click();
await owner.locator("tr", { hasText: "Continuous integration" }).waitFor({ state: "detached" });
assert.deepEqual([await asked("/api/v1/judge"), await asked("/metrics")], [401, 401]);
await owner.goto(`http://${address}/`);
await look(owner, "home");
done("judged again, and downloaded");

// With the keyboard alone, from joining to a verdict.
const keys = await person();
async function tabTo(selector) {
  for (let count = 0; count < 60; count++) {
    await keys.keyboard.press("Tab");
    if (await keys.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
  }
  assert.fail(`Tab does not reach ${selector}`);
}
await keys.goto(invitation);
await tabTo("input[name=name]");
await keys.keyboard.type("Kay");
await keys.keyboard.press("Enter");
await keys.locator("#personal").waitFor();
await tabTo("a.primary");
await keys.keyboard.press("Enter");
await keys.locator(".cm-content").waitFor();
await tabTo(".editor");
await keys.keyboard.insertText("class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        return True\n");
await keys.keyboard.press("Escape");
await tabTo("button[value=samples]");
await keys.keyboard.press("Enter");
await keys.locator("#run .bar-head .badge", { hasText: "Wrong answer" }).waitFor({ timeout: 60_000 });
await keys.locator(".cm-content").focus();
await keys.keyboard.press("Escape");
await keys.keyboard.press("Tab");
assert.equal(await keys.evaluate(() => document.activeElement.matches(".editor")), false, "Escape and Tab leave the editor");
await keys.keyboard.press("Shift+Tab");
await keys.keyboard.press("Control+Enter");
await verdict(keys, "Wrong answer");
done("a run with the keyboard alone");

// A room for a problem of the project: a failing case names its arguments, and can be run again.
await owner.goto(`http://${address}/rooms`);
await owner.fill("input[name=name]", "Arrays");
for (const box of await owner.locator("input[name=problems]").all()) await box.setChecked((await box.inputValue()) === "pair-sums");
await submit(owner);
const cyd = await joins(await owner.locator("#join").textContent(), "Cyd");
await look(cyd.page, "custom-problem");
await write(cyd.page, "class Solution:\n    def pairSums(self, numbers, target):\n        return [[target, 0]]\n");
await submit(cyd.page);
await verdict(cyd.page, "Wrong answer");
assert.equal(await cyd.page.locator("[data-parameter]").count(), 2, "a case names its arguments");
assert.match(await cyd.page.locator(".stats").textContent(), /Points/, "a problem without groups awards points");
await look(cyd.page, "custom-wrong");
await cyd.page.locator("[data-edit]").click();
assert.match(await run(cyd.page, "case", "Wrong answer"), /My case/, "a failing case becomes the own case");
done("a problem of the project");

// Without scripts; and by the personal link from another browser.
const plain = await person({ javaScriptEnabled: false });
await plain.goto(bob.personal);
await plain.locator("form[action^='/enter/'] button.primary").click();
await plain.locator("h1", { hasText: "Algorithms" }).waitFor();
await plain.fill("textarea[name=source]", readFileSync(solution("1728/accepted/topological_sort.java"), "utf8"));
await plain.locator("button[value=samples]").click();
await plain.locator("#run .badge", { hasText: "Accepted" }).first().waitFor({ timeout: 60_000 });
assert.match(await plain.inputValue("textarea[name=source]"), /canMouseWin/, "a run keeps the source in the form");
await submit(plain);
await verdict(plain, "Accepted");
await plain.locator(".languages button", { hasText: "中文" }).click();
await plain.locator("#verdict .banner", { hasText: "通过" }).waitFor();
await plain.goto(`http://${address}/nothing`);
await look(plain, "fault");
done("a page without scripts");

await stop("SIGTERM");
assert.equal(server.exitCode, 0, "a stopped server ends well");
assert.deepEqual(errors, []);
await browser.close();
done(`screenshots in ${directory}`);
