// The page without a server: under any path, on any host, over reloads and failures. It runs on the site alone.

import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { gzipSync } from "node:zlib";
import { startServer } from "./served.mjs";
import { assertAccessible, chooses, later, newPage, startBrowser, temporaryFolder, test } from "./setup.mjs";
import { KINDS, events, kept, move, serveFolder, sitDown } from "./sited.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

const SITE = process.env.SITE ?? "";
assert.ok(SITE, "SITE names the folder that `web/site` has built");

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let host;

before(async () => {
  browser = await startBrowser();
  host = await serveFolder();
});
after(async () => {
  await browser.close();
  await host.stop();
});

/**
 * Waits until a page has as many workers as is wanted.
 * @param {BrowserPage} page
 * @param {(count: number) => boolean} wanted
 * @returns {Promise<number>} how many it has
 */
async function workers(page, wanted) {
  for (;;) {
    const count = page.workers().length;
    if (wanted(count)) return count;
    await new Promise((resolve) => {
      page.once("worker", resolve);
      for (const worker of page.workers()) worker.once("close", resolve);
    });
  }
}

test("all that is asked for is asked of the host, under its path", async () => {
  const { page, close } = await newPage(browser, { serviceWorkers: "allow" });
  const asked = /** @type {string[]} */ ([]);
  page.context().on("request", (request) => asked.push(request.url()));
  await page.goto(`${host.address}/`);
  await sitDown(page);
  await page.keyboard.press("h");
  await page.locator(".advised").first().waitFor();
  await kept(page);
  await page.goto(`${host.address}/#/study?games=300&run`);
  await page.locator(".study .drawing").first().waitFor();
  assert.ok(asked.length > 5, asked.join());
  assert.deepEqual(asked.filter((address) => !address.startsWith(`${host.address}/`)), []);
  assert.deepEqual(host.state.asked.filter((path) => !path.startsWith("/some/where/")), []);
  await close();
});

test("its policy is that of the server, and holds", async () => {
  const server = await startServer();
  const said = (await fetch(server.address)).headers.get("content-security-policy") ?? "";
  await server.stop();
  const { page, close, complaints } = await newPage(browser);
  await page.goto(`${host.address}/`);
  await page.locator(".cards").waitFor();
  const own = (await page.locator("meta[http-equiv]").getAttribute("content")) ?? "";
  const directives = (/** @type {string} */ policy) =>
    new Map(policy.split("; ").map((one) => /** @type {[string, string]} */ ([one.split(" ")[0], one.split(" ").slice(1).join(" ")])));
  const [theirs, ours] = [directives(said), directives(own)];
  // A page cannot say who may frame it.
  theirs.delete("frame-ancestors");
  assert.equal(ours.get("script-src"), `${theirs.get("script-src")} 'wasm-unsafe-eval'`);
  for (const [name, value] of theirs) if (name !== "script-src") assert.equal(ours.get(name), value, name);
  assert.deepEqual([...ours.keys()].filter((name) => !theirs.has(name)).sort(), ["manifest-src", "worker-src"]);
  assert.deepEqual(complaints, []);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => "ran" in window), false);
  assert.match(complaints.join(), /Content Security Policy/);
  complaints.length = 0;
  await close();
});

test("what is loaded first is small", () => {
  const assets = readdirSync(join(SITE, "assets")).map((name) => ({ name, size: gzipSync(readFileSync(join(SITE, "assets", name)), { level: 9 }).length }));
  const size = (/** @type {string} */ end) => assets.filter(({ name }) => name.endsWith(end)).reduce((sum, one) => sum + one.size, 0);
  assert.ok(size(".wasm") > 0 && size(".wasm") < 700_000, `${size(".wasm")} bytes of WebAssembly`);
  assert.ok(size(".js") < 130_000, `${size(".js")} bytes of scripts`);
});

test("all kinds of links of one open on the other", async () => {
  const server = await startServer();
  const { page, close } = await newPage(browser);
  const packed = JSON.parse(await (await fetch(`${server.address}/api/v1/replay`, { method: "POST", headers: { "content-type": "application/json" }, body: '{"seed":2,"players":["useful","useful","net","random"]}' })).text()).packed;
  for (const [hash, sign] of [
    [`#/watch?d=${encodeURIComponent(packed)}&seat=C&names=Ann,standard,you,Bo&step=9`, ".watch .table"],
    ["#/hand?tiles=2M,3M,4M,6M,7M,3P,3P,5P,6P,7P,4S,5S,E,F", ".discards"],
    ["#/check?seed=1&game=0", ".compare[open]"],
    ["#/study?what=two&players=useful,standard&games=60&seed=4&run", "text=All games are played."],
  ]) {
    const shown = [];
    for (const { address } of [server, host]) {
      await page.goto("about:blank");
      await page.goto(`${address}/${hash}`);
      await page.locator(sign ?? "").first().waitFor();
      await page.waitForLoadState("networkidle");
      shown.push((await page.locator("main").innerText()).replaceAll(/[\d.,]+ (ms|s)\b/g, ""));
    }
    assert.equal(shown[0], shown[1], String(hash));
  }
  await close();
  await server.stop();
});

test("links of one open on the other", async () => {
  const server = await startServer();
  for (const [from, to] of [
    [host.address, server.address],
    [server.address, host.address],
  ]) {
    const { page, close } = await newPage(browser);
    await page.goto(`${from}/#/watch?seed=5&game=7&players=net`);
    await page.locator(".watch .table").waitFor();
    await page.keyboard.press("PageDown");
    await page.waitForFunction(() => location.hash.includes("step=10"));
    await page.evaluate(() => Object.defineProperty(navigator.clipboard, "writeText", { value: (/** @type {string} */ text) => (document.title = text) }));
    await page.locator(".transport, .tools").getByRole("button", { name: "Link" }).first().click();
    await page.waitForFunction(() => document.title.startsWith("http"));
    const link = await page.title();
    const seen = () => page.locator(".table").evaluate((table) => table.textContent + [...table.querySelectorAll("use")].map((use) => use.getAttribute("href")).join());
    const shown = await seen();
    assert.ok(link.startsWith(`${from}/`), link);
    await page.goto(link.replace(from ?? "", to ?? ""));
    await page.locator(".watch .table").waitFor();
    assert.equal(await seen(), shown);
    await close();
  }
  await server.stop();
});

test("nothing needs threads or shared memory", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${host.address}/`);
  await sitDown(page);
  await page.keyboard.press("h");
  await page.locator(".advised").first().waitFor();
  const shared = () => [globalThis.crossOriginIsolated, typeof SharedArrayBuffer];
  assert.ok(page.workers().length > 0);
  assert.deepEqual(await page.evaluate(shared), [false, "undefined"]);
  for (const worker of page.workers()) assert.deepEqual(await worker.evaluate(shared), [false, "undefined"]);
  await close();
});

test("a host that does not know what WebAssembly is will do", async () => {
  for (const kind of ["application/octet-stream", "application/wasm; charset=utf-8", ""]) {
    const own = await serveFolder(SITE, { kinds: { ...KINDS, ".wasm": kind } });
    const { page, close } = await newPage(browser);
    await page.goto(`${own.address}/#/watch?seed=1`);
    await page.locator(".watch .table").waitFor();
    await close();
    await own.stop();
  }
});

for (const [hash, kind] of /** @type {const} */ ([
  ["#/watch?seed=1", ".wasm"],
  ["#/play?table=", ".wasm"],
  ["#/hand?tiles=1M,1M", ".wasm"],
  ["#/watch?seed=1&players=net", ".bin"],
])) {
  test(`what cannot be loaded is said, and tried until it can be: ${kind} for ${hash}`, async () => {
    const folder = temporaryFolder();
    cpSync(SITE, folder.path, { recursive: true });
    const own = await serveFolder(folder.path);
    const { page, close, complaints } = await newPage(browser);
    await page.addInitScript(() => {
      const waits = /** @type {unknown[]} */ ([]);
      const wait = window.setTimeout;
      const noted = (/** @type {() => void} */ then, /** @type {number} */ time) => {
        waits.push(time);
        return wait(then, time);
      };
      Object.assign(window, { waits, setTimeout: noted });
    });
    if (hash.startsWith("#/play")) {
      await page.goto(`${own.address}/`);
      await sitDown(page);
    }
    const address = hash.startsWith("#/play") ? page.url() : `${own.address}/${hash}`;
    const name = readdirSync(join(folder.path, "assets")).find((one) => one.endsWith(kind)) ?? "";
    rmSync(join(folder.path, "assets", name));
    await page.goto("about:blank");
    await page.goto(address);
    await page.locator(".away", { hasText: "could not be loaded" }).waitFor();
    // It is tried again and again, but each time later.
    const waits = () => page.evaluate(() => /** @type {any} */ (window).waits.filter((/** @type {number} */ time) => time >= 500 && time <= 4000));
    while ((await waits()).length < 5) await later(page, 500);
    assert.deepEqual((await waits()).slice(0, 5), [500, 1000, 2000, 4000, 4000]);
    assert.ok(own.state.asked.filter((path) => path.endsWith(name)).length >= 4, "the host was asked for it");
    assert.match((await page.locator(".away").textContent()) ?? "", /could not be loaded/);
    cpSync(join(SITE, "assets", name), join(folder.path, "assets", name));
    const shown = page.locator(".watch .table, .result .headline").first();
    while (!(await shown.count())) await later(page, 500);
    await page.locator(".away:empty").waitFor({ state: "attached" });
    assert.ok(complaints.every((said) => said.includes("404")), complaints.join());
    complaints.length = 0;
    await close();
    await own.stop();
    folder.remove();
  });
}

test("a browser that cannot run the engine is told so", async () => {
  for (const harm of ["WebAssembly.validate = () => false", "delete globalThis.WebAssembly"]) {
    const { page, close } = await newPage(browser);
    await page.addInitScript(harm);
    await page.goto(`${host.address}/#/watch?seed=1`);
    await page.getByRole("alert").filter({ hasText: "it needs WebAssembly with its 128-bit instructions" }).waitFor();
    await later(page, 60_000);
    assert.equal(await page.locator(".away").textContent(), "");
    await close();
  }
});

test("a table with friends is not offered, and a link to one says why", async () => {
  const { page, close } = await newPage(browser);
  for (const hash of ["#/", "#/play", "#/history"]) {
    await page.goto(`${host.address}/${hash}`);
    await page.locator("main h1").waitFor();
    assert.equal(await page.getByRole("link", { name: "Play with friends" }).count(), 0, hash);
  }
  for (const hash of ["#/friends", "#/table?seat=abc"]) {
    await page.goto(`${host.address}/${hash}`);
    await page.getByRole("heading", { name: "Tables with friends need a server" }).waitFor();
    await assertAccessible(page, hash, { differs: true });
  }
  await page.getByRole("link", { name: "Play a game" }).click();
  await page.getByRole("button", { name: "Sit down" }).waitFor();
  await close();
});

test("a table of another browser is not there, and that is said", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${host.address}/#/play?table=nobody`);
  await page.getByRole("heading", { name: "This table is gone" }).waitFor();
  await page.getByText("It is kept only in the browser it was played in").waitFor();
  await close();
});

test("a game against the strongest goes on after a reload", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${host.address}/#/play`);
  for (const [at, name] of ["search", "net", "net"].entries()) await page.locator("form select").nth(at).selectOption(name);
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  await move(page);
  const before = await events(page);
  await page.reload();
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(await events(page), before);
  await move(page);
  await close();
});

test("a table is there after however many others that are not kept", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${host.address}/`);
  await sitDown(page);
  await move(page);
  const [first, before] = [page.url(), await events(page)];
  for (let other = 0; other < 34; other += 1) {
    await page.evaluate(() => (location.hash = "#/"));
    const here = page.url();
    await sitDown(page);
    assert.notEqual(page.url(), here);
    // As if it was deleted: the page keeps those that can be gone on with.
    await page.evaluate(() => {
      const tables = JSON.parse(localStorage.getItem("hule.tables") ?? "[]");
      localStorage.setItem("hule.tables", JSON.stringify(tables.slice(-1)));
    });
  }
  await page.evaluate((address) => (location.href = address), first);
  await page.waitForFunction((said) => /** @type {HTMLElement | null} */ (document.querySelector(".play .events"))?.innerText === said, before);
  await move(page);
  await close();
});

for (const [how, harm] of /** @type {[string, (worker: import("playwright-core").Worker) => Promise<unknown>][]} */ ([
  [
    "panics",
    (worker) =>
      worker.evaluate(() => {
        // Whatever is thrown after the engine has answered.
        String.prototype.split = () => {
          throw new Error("unreachable");
        };
      }),
  ],
  ["is killed", (worker) => worker.evaluate(() => self.close())],
])) {
  test(`a worker that ${how} is replaced, and the game goes on`, async () => {
    const { page, close } = await newPage(browser);
    await page.goto(`${host.address}/`);
    await sitDown(page);
    await move(page);
    const before = await events(page);
    for (const worker of page.workers()) await harm(worker).catch(() => {});
    // The page has noticed when it holds the locks of their lives.
    if (how === "is killed")
      await page.waitForFunction(async () => {
        const { held, pending } = await navigator.locks.query();
        return held?.length === 0 && pending?.length === 0;
      });
    await later(page);
    await chooses(page);
    if (how === "panics") await page.getByRole("alert").filter({ hasText: "your games are kept" }).waitFor();
    // Nothing is lost, and the next try succeeds.
    if (how === "panics") assert.equal(await events(page), before);
    if (how === "panics") await move(page);
    await page.keyboard.press("h");
    await page.locator(".advised").first().waitFor();
    assert.notEqual(await events(page), before);
    await close();
  });
}

test("an analysis is shared by several workers, which end with it", async () => {
  const { page, close } = await newPage(browser);
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { value: 3 }));
  // However slow the machine, the analysis does not end before it is stopped: the workers are asked for some decisions only.
  await page.addInitScript(() => {
    const { prototype } = window.Worker;
    const post = prototype.postMessage;
    let asked = 0;
    prototype.postMessage = function (/** @type {any} */ message) {
      if (message.appraise === undefined || (asked += 1) <= 20) post.call(this, message);
    };
  });
  await page.goto(`${host.address}/#/watch?seed=3&game=0&players=random`);
  await page.locator(".watch .table").waitFor();
  const before = await workers(page, (count) => count >= 2);
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.locator(".analysis [role=status]").filter({ hasText: /\d+ of \d+ decisions/ }).waitFor();
  await workers(page, (count) => count === before + 3);
  // Everything else is answered meanwhile.
  await page.evaluate(() => (location.hash = "#/hand?tiles=1M,2M"));
  await page.locator(".headline").waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator(".analysis [role=status]").filter({ hasText: "The analysis was stopped." }).waitFor();
  await workers(page, (count) => count === before);
  await close();
});

test("a study is shared by several workers, which end with it, and comes to the same", async () => {
  const found = [];
  for (const cores of [1, 3]) {
    const { page, close } = await newPage(browser);
    await page.addInitScript((value) => Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { value }), cores);
    await page.goto(`${host.address}/`);
    await page.locator(".cards").waitFor();
    const before = await workers(page, (count) => count >= 2);
    let most = 0;
    page.on("worker", () => (most = Math.max(most, page.workers().length - before)));
    await page.goto(`${host.address}/#/study?what=two&players=net,useful&games=1200&seed=3&run`);
    await page.getByText("All games are played.").waitFor();
    found.push(await page.locator(".study .drawing").first().innerHTML());
    assert.equal(most, cores);
    await workers(page, (count) => count === before);
    await close();
  }
  assert.equal(found[0], found[1]);
});

