// How fast the page is, for docs/PERFORMANCE.md:
//
//     HULE=../target/release/hule node tests/speed.mjs    with a server
//     SITE=FOLDER node tests/speed.mjs                    without one
//
// Each figure is the median and the range of visits with new browsers, which have nothing in their caches.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { startServer } from "./served.mjs";
import { startBrowser } from "./setup.mjs";
import { serveFolder } from "./sited.mjs";

const VISITS = Number(process.env.VISITS ?? 7);
const SITE = process.env.SITE ?? "";
const host = SITE ? await serveFolder(SITE) : await startServer();

/** @type {Record<string, number[]>} */
const times = {};
const note = (/** @type {string} */ what, /** @type {number} */ time) => (times[what] ??= []).push(time);

/**
 * When a page that was just opened could be used, from its first byte on.
 * @param {import("playwright-core").Page} page
 */
function ready(page) {
  return page.evaluate(() => {
    const [load] = performance.getEntriesByType("navigation");
    const first = /** @type {PerformanceNavigationTiming} */ (load);
    return first.domContentLoadedEventEnd - first.responseStart;
  });
}

for (let visit = 0; visit < VISITS; visit += 1) {
  const browser = await startBrowser();
  const page = await browser.newPage();
  const since = async (/** @type {string} */ what, /** @type {string} */ sign, /** @type {() => Promise<unknown>} */ act) => {
    await page.evaluate((selector) => {
      Object.assign(window, { began: 0, seen: 0 });
      const look = () => {
        if (document.querySelector(selector)) Object.assign(window, { seen: performance.now() });
        else requestAnimationFrame(look);
      };
      const waiting = new AbortController();
      const begin = () => {
        waiting.abort();
        Object.assign(window, { began: performance.now() });
        look();
      };
      const options = { signal: waiting.signal, capture: true };
      for (const kind of ["keydown", "click", "hashchange"]) window.addEventListener(kind, begin, options);
    }, sign);
    await act();
    await page.waitForFunction(() => /** @type {any} */ (window).seen > 0);
    note(what, await page.evaluate(() => /** @type {any} */ (window).seen - /** @type {any} */ (window).began));
  };
  // How long the engine takes to answer, as the page sees it.
  await page.addInitScript(() => {
    const answers = /** @type {Record<string, number[]>} */ ({});
    Object.assign(window, { answers });
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (/** @type {any} */ message) {
      const start = performance.now();
      this.addEventListener("message", ({ data }) => {
        if (data.id === message.id && message.path) (answers[message.path.split("/").at(-1)] ??= []).push(performance.now() - start);
      });
      post.call(this, message);
    };
  });
  await page.goto(`${host.address}/`);
  await page.locator(".cards").waitFor();
  note("the first page can be used, from the first byte", await ready(page));
  await since("a game is dealt, from the click", ".choices button:enabled", () => page.getByRole("button", { name: "Play now" }).click());
  await since("the first hint, from the key", ".advised", () => page.keyboard.press("h"));
  for (const seed of [7, 8, 9]) {
    await page.evaluate((number) => (location.hash = `#/watch?seed=${number}`), seed);
    await page.locator(".watch:not(.play) h1", { hasText: `Seed ${seed}` }).waitFor();
  }
  const answers = /** @type {Record<string, number[]>} */ (await page.evaluate(() => /** @type {any} */ (window).answers));
  if (SITE) {
    note("the first film of a game, from question to answer", answers.replay?.[0] ?? NaN);
    note("a later one", answers.replay?.at(-1) ?? NaN);
    note("the first hint, from question to answer", answers.hint?.[0] ?? NaN);
  }
  await browser.close();

  // A visit that begins with a game.
  const other = await startBrowser();
  const first = await other.newPage();
  await first.goto(`${host.address}/#/watch?seed=1`);
  await first.locator(".watch .table").waitFor();
  note("a replay is shown, from the start of the visit", await first.evaluate(() => performance.now()));
  note("a visit that begins with a replay can be used, from the first byte", await ready(first));
  await other.close();
}
await host.stop();

for (const [what, all] of Object.entries(times)) {
  const sorted = all.sort((a, b) => a - b).map((time) => Math.round(time));
  console.log(`${what}: ${sorted[Math.floor(VISITS / 2)]} ms (${sorted[0]} to ${sorted.at(-1)})`);
}
for (const name of SITE ? readdirSync(join(SITE, "assets")) : []) {
  const content = readFileSync(join(SITE, "assets", name));
  console.log(`${name}: ${content.length} bytes, ${gzipSync(content, { level: 9 }).length} compressed`);
}
