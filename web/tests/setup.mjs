// A browser for the tests, and a page that fails the test if anything goes wrong on it. What a page does after a while, it does when
// the test moves the clock of the page; no test waits for a time.

import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, test as nodeTest } from "node:test";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export const WEB = fileURLToPath(new URL("..", import.meta.url));
export const ROOT = join(WEB, "..");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** How long is waited for anything that has to happen, in milliseconds: only a machine that hangs takes longer. */
export const PATIENCE = 120_000;

// When these tests are ended, or the process that runs them has ended, their browser and their servers end with them.
for (const signal of /** @type {const} */ (["SIGTERM", "SIGHUP"])) process.once(signal, () => process.exit(1));
process.once("disconnect", () => process.exit(1));
process.channel?.unref();

/**
 * A test, which ends even on a machine that hangs.
 * @param {string} name
 * @param {() => void | Promise<void>} run
 */
export function test(name, run) {
  void nodeTest(name, { timeout: 5 * PATIENCE }, run);
}

/** The pages that a test has opened and not closed, because it has failed. */
/** @type {Set<import("playwright-core").BrowserContext>} */
const open = new Set();
afterEach(async () => {
  for (const context of open) await context.close();
  open.clear();
});

/** What is shipped. */
export function shippedFiles() {
  return readdirSync(WEB).filter((name) => /\.(html|css|js)$/.test(name));
}

const CHROMIUMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export async function startBrowser() {
  process.send?.("browser");
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? CHROMIUMS.find((path) => existsSync(path)),
    timeout: PATIENCE,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      // All pages of a context are drawn by one process, also those that are opened one after another; starting them takes long.
      "--renderer-process-limit=1",
    ],
  });
}

/** When a page is opened, and when its clock is stopped, by that clock. */
const MORNING = new Date("2026-01-02T09:00:00");
const NOON = new Date("2026-01-02T12:00:00");

/** Counts the moves that a page asks for, in `window.moves`. */
function noteMoves() {
  const counted = Object.assign(window, { moves: 0 });
  const note = (/** @type {unknown} */ path) => void (/\/act(\?|$)/.test(String(path)) && (counted.moves += 1));
  const ask = window.fetch;
  window.fetch = (address, options) => {
    note(address);
    return ask(address, options);
  };
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (/** @type {any} */ message, /** @type {any} */ ...more) {
    note(message.path);
    post.call(this, message, ...more);
  };
}

/**
 * How many moves a page has asked for since it was loaded, those included that a click has just made.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<number>}
 */
export const movesOf = (page) => page.evaluate(() => /** @type {any} */ (window).moves);

/**
 * Moves the clock of a page on, by more than the time of a double click if nothing else is said.
 * @param {import("playwright-core").Page} page
 * @param {number} [time] in milliseconds
 */
export const later = (page, time = 1000) => page.clock.runFor(time);

/**
 * From now on, the clock of a page goes only if the test moves it; axe needs one that goes.
 * @param {import("playwright-core").Page} page
 */
export const stopClock = (page) => page.clock.pauseAt(NOON);

/**
 * While it is shown at a table what happens there, the hand of the person.
 * @param {import("playwright-core").Page} page
 */
export const showing = (page) => page.locator('.choices[aria-busy="true"] .hand:not(:has(button:enabled))');

/**
 * Moves the clock of a page on until all is shown that happens at its table now.
 * @param {import("playwright-core").Page} page
 */
export async function showsAll(page) {
  await showing(page).waitFor();
  while (await showing(page).count()) await later(page);
}

/**
 * Goes to an address, and waits until what is there is shown with this sign. Where only the hash differs, the document stays.
 * @param {import("playwright-core").Page} page
 * @param {string} address
 * @param {string} sign
 */
export async function goTo(page, address, sign) {
  await page.evaluate(() => document.querySelector("main > *")?.setAttribute("data-left", ""));
  if (page.url() === address) await page.reload();
  else await page.goto(address);
  await page.locator("main > :first-child:not([data-left])").waitFor({ state: "attached" });
  await page.locator(sign).first().waitFor();
}

/**
 * Makes the window of a page as large as this, and waits until the page is laid out for it.
 * @param {import("playwright-core").Page} page
 * @param {number} width
 * @param {number} height
 */
export async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([wide, high]) => window.innerWidth === wide && window.innerHeight === high, [width, height]);
  // Observers are told in the order in which they were made: when this one is told, the table has been drawn in its new size.
  await page.evaluate(() => new Promise((told) => new window.ResizeObserver(() => told(null)).observe(document.body)));
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
  open.add(context);
  // Tests do not wait for the others' moves to be shown one after another, and know the game, but where they test that.
  const kept = { "hule.habits": { pace }, ...(fresh ? {} : { "hule.lesson": { step: 0, shown: false } }) };
  // It goes as all clocks do, until a test moves or stops it.
  await context.clock.install({ time: MORNING });
  await context.addInitScript(noteMoves);
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
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  listenTo(page, complaints);
  const close = async () => {
    open.delete(context);
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
 * Fails if axe finds anything. That takes long, and without a server the elements are the same: there it looks only
 * at what differs.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 * @param {{ differs?: boolean }} [options]
 */
export async function assertAccessible(page, where, { differs = false } = {}) {
  if (process.env.SITE && !differs) return;
  // The policy of the page refuses scripts that are written into it; the protocol of the browser may.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = /** @type {{ axe: typeof import("axe-core") }} */ (/** @type {unknown} */ (window));
    // Only rules for films and for style sheets that turn the page need what it would load beforehand.
    const { violations } = await axe.run(document, { resultTypes: ["violations"], preload: false });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  });
  assert.deepEqual(found, [], where);
}

/** A folder that is gone at the end. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "hule-web-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * The state of a table of one person in one object.
 * @param {string | undefined} token that of its links for a new table
 * @param {any} said
 * @returns {SoloState}
 */
export function soloState(token, { links, own, ...said }) {
  const others = Object.entries(said.seats).filter(([seat]) => seat !== said.seat);
  const players = Object.fromEntries(others.map(([seat, { name }]) => [seat, name]));
  return { ...said, ...own, players, table: token ?? links.seats[said.seat].token };
}
