// Chromium, and what every page is held to.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

/** Opens a file; `errors` fills with whatever goes wrong in it. */
export async function open(file, options, fragment = "") {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(file|blob):/.test(request.url())) errors.push(`asks the network for ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href + fragment);
  return { page, errors };
}

/** Nothing on the page keeps people out, as far as axe-core sees. */
export async function accessible(page, where) {
  // Evaluated, since a page may forbid scripts that are not its own.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0].html})`);
  assert.deepEqual(told, [], `accessibility ${where}`);
}

/** Only what scrolls by itself is wider than a phone. */
export async function narrow(page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `the page is ${width} wide on a phone`);
}

export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
export const DESK = { viewport: { width: 1280, height: 900 } };
