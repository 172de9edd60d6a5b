// A browser for the tests, and a page that fails the test if anything goes wrong on it.

import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export const WEB = fileURLToPath(new URL("..", import.meta.url));
export const ROOT = join(WEB, "..");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What is shipped. */
export function shippedFiles() {
  return readdirSync(WEB).filter((name) => /\.(html|css|js)$/.test(name));
}

export async function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}

/**
 * A page with an empty profile. `close` fails if the console said anything or a request was refused.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions & { pace?: string, fresh?: boolean }} [options] `fresh`: as on a first visit
 */
export async function newPage(browser, { pace = "none", fresh = false, ...options } = {}) {
  const context = await browser.newContext({
    locale: "en-US",
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    // Only those tests want it kept that are about that.
    serviceWorkers: "block",
    ...options,
  });
  // Tests do not wait for the others' moves to be shown one after another, and know the game, but where they test that.
  const kept = { "hule.habits": { pace }, ...(fresh ? {} : { "hule.lesson": { step: 0, shown: false } }) };
  await context.addInitScript((entries) => {
    if (location.protocol !== "http:") return;
    for (const [key, value] of Object.entries(entries))
      if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(value));
  }, kept);
  // To try a change without building the server.
  if (process.env.PAGE === "files")
    await context.route("**/assets/*", (route) => {
      const path = join(WEB, basename(new URL(route.request().url()).pathname));
      return existsSync(path) ? route.fulfill({ path }) : route.continue();
    });
  // A busy machine is slow, not wrong.
  context.setDefaultTimeout(Number(process.env.PATIENCE ?? 60_000));
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  listenTo(page, complaints);
  const close = async () => {
    await context.close();
    assert.deepEqual(complaints, [], "the console is silent");
  };
  return { page, close, complaints };
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string[]} complaints get what the console says
 */
export function listenTo(page, complaints) {
  page.on("console", (message) => {
    const said = message.text();
    if (["error", "warning"].includes(message.type()) && !said.includes("blocked by Playwright")) complaints.push(said);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
}

/**
 * Chooses something at a table: to skip what is offered, or to discard what was drawn.
 * @param {import("playwright-core").Page} page
 * @param {"click" | "tap"} [how]
 */
export async function chooses(page, how = "click") {
  await page.locator('[data-action="DECLINE"], .hand .drawn:enabled, .hand button:enabled').last()[how]();
  // A PASS asks whom.
  if (await page.getByRole("button", { name: "Cancel" }).count()) await page.locator(".actions button").first()[how]();
}

/**
 * Decides something at a table, and waits until the page shows what follows. Somebody who skips a pong and is then offered
 * a chow has decided, though nothing has happened at the table.
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<unknown>} decide
 */
export async function decides(page, decide) {
  const shown = () => [".events", ".actions"].map((part) => document.querySelector(`.play ${part}`)?.innerHTML).join("\n");
  const before = await page.evaluate(shown);
  await decide();
  await page.waitForFunction(
    (was) => {
      const is = [".events", ".actions"].map((part) => document.querySelector(`.play ${part}`)?.innerHTML).join("\n");
      return is !== was && !document.querySelector('.choices[aria-busy="true"]');
    },
    before,
  );
}

/**
 * From now on, what the others do is shown until somebody clicks, however slow the machine is.
 * @param {import("playwright-core").Page} page
 */
export async function showsEndlessly(page) {
  await page.evaluate(() => {
    const wait = window.setTimeout;
    Object.assign(window, { setTimeout: (/** @type {() => void} */ then, /** @type {number} */ time) => wait(then, time >= 100 ? 1e6 : time) });
  });
}

/**
 * Fails if axe finds anything. That takes long, and without a server the elements are the same: there it looks only
 * at what differs.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 * @param {{ differs?: boolean }} [options]
 */
export async function assertAccessible(page, where, { differs = false } = {}) {
  if (process.env.SITE && !differs) return;
  // The policy of the page refuses scripts that are written into it; the protocol of the browser may.
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = /** @type {{ axe: typeof import("axe-core") }} */ (/** @type {unknown} */ (window));
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  });
  assert.deepEqual(found, [], where);
}

/** A folder that is gone at the end. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "hule-web-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
