// How fast the page is, for docs/PERFORMANCE.md:
//
//     HULE=../target/release/hule node tests/speed.mjs    with a server
//     SITE=FOLDER node tests/speed.mjs                    without one
//
// Each figure is the median and the range of visits with new browsers, which have nothing in their caches; but the last two are of
// one browser, and tell which share of many is how fast.

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

/**
 * How long a step of a replay takes with its layout, through a whole game and back.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<number[]>}
 */
async function steps(page) {
  await page.goto(`${host.address}/#/watch?seed=1&game=0`);
  await page.locator(".watch .table").waitFor();
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const times = [];
    for (let step = 0; step < 160; step += 1) {
      const start = performance.now();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: step < 80 ? "ArrowRight" : "ArrowLeft" }));
      // What is drawn is measured too: asking for a box makes the browser lay out.
      document.body.getBoundingClientRect();
      times.push(performance.now() - start);
      await frame();
    }
    return times;
  });
}

/**
 * The times between frames of a game at the usual pace, and the tasks that took longer than 50 ms.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<{ frames: number[], tasks: number[] }>}
 */
async function frames(page) {
  await page.addInitScript(() => {
    const seen = { frames: /** @type {number[]} */ ([]), tasks: /** @type {number[]} */ ([]) };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
    let last = performance.now();
    const look = (/** @type {number} */ now) => {
      seen.frames.push(now - last);
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${host.address}/#/play`);
  await page.locator("form input[inputmode]").first().fill("12");
  await page.locator("form .main").click();
  await page.locator(".choices button:enabled").first().waitFor();
  await page.evaluate("seen.frames.length = 0, seen.tasks.length = 0");
  for (let move = 0; move < 6; move += 1) {
    await page.locator(".choices button:enabled").last().click();
    await page.waitForTimeout(1600);
  }
  return page.evaluate("seen");
}

/**
 * The number below which this share of some numbers is.
 * @param {number[]} numbers
 * @param {number} share
 */
function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
}

const browser = await startBrowser();
const stepped = await steps(await browser.newPage());
const game = await frames(await browser.newPage());
await browser.close();
await host.stop();
console.log(`a step of a replay: half within ${quantile(stepped, 0.5)} ms, 95 % within ${quantile(stepped, 0.95)} ms`);
console.log(
  `frames in a game: half within ${quantile(game.frames, 0.5)} ms, 99 % within ${quantile(game.frames, 0.99)} ms; ` +
    `${game.tasks.length} tasks over 50 ms, the longest ${Math.max(0, ...game.tasks).toFixed(0)} ms`,
);

for (const [what, all] of Object.entries(times)) {
  const sorted = all.sort((a, b) => a - b).map((time) => Math.round(time));
  console.log(`${what}: ${sorted[Math.floor(VISITS / 2)]} ms (${sorted[0]} to ${sorted.at(-1)})`);
}
for (const name of SITE ? readdirSync(join(SITE, "assets")) : []) {
  const content = readFileSync(join(SITE, "assets", name));
  console.log(`${name}: ${content.length} bytes, ${gzipSync(content, { level: 9 }).length} compressed`);
}
