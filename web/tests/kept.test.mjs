// What the page without a server keeps in the browser: itself, for the time without a connection, and tables. It runs on the site
// alone.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { ROOT, WEB, newPage, startBrowser, temporaryFolder, test } from "./setup.mjs";
import { events, kept, move, serveFolder, sitDown } from "./sited.mjs";

const SITE = process.env.SITE ?? "";

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
 * The next version of a site: its script and its page have changed, and the files of the old one are gone.
 * @param {string} folder
 */
function renew(folder) {
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), "utf8");
  const old = readdirSync(join(folder, "assets")).find((name) => name.startsWith("main.")) ?? "";
  const script = `${read(`assets/${old}`)}document.documentElement.dataset.version = "next";\n`;
  const hash = (/** @type {string} */ text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  const index = read("index.html").replace(old, "main.next.js");
  const worker = read("sw.js")
    .replace(JSON.stringify(read("index.html")), () => JSON.stringify(index))
    .replace(`"assets/${old}": "${hash(read(`assets/${old}`))}"`, `"assets/main.next.js": "${hash(script)}"`)
    .replace(/(const CACHE = PREFIX \+ )"\w+"/, '$1"next"');
  rmSync(join(folder, "assets", old));
  writeFileSync(join(folder, "assets/main.next.js"), script);
  writeFileSync(join(folder, "index.html"), index);
  writeFileSync(join(folder, "sw.js"), worker);
}

test("after the first visit everything works without a connection", async () => {
  const own = await serveFolder();
  const { page, close } = await newPage(browser, { serviceWorkers: "allow" });
  await page.goto(`${own.address}/`);
  await kept(page);
  await own.stop();
  await page.context().setOffline(true);
  await page.goto("about:blank");
  await page.goto(`${own.address}/`);
  await sitDown(page);
  await page.keyboard.press("h");
  await page.locator(".advised").first().waitFor();
  await move(page);
  const [played, table] = [await events(page), page.url()];
  await page.reload();
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(await events(page), played, "a reload goes on with the game");
  for (const [hash, sign] of [
    ["#/watch?seed=1&game=0", ".watch .table"],
    ["#/hand?tiles=2M,3M,4M,6M,7M,3P,3P,5P,6P,7P,4S,5S,E,F", ".discards"],
    ["#/check?seed=1&game=0", ".compare[open]"],
    ["#/study?games=300&run", ".study .drawing"],
    ["#/history", ".history"],
  ]) {
    await page.goto(`${own.address}/${hash}`);
    await page.locator(sign ?? "").first().waitFor();
  }
  assert.equal(await page.evaluate(() => [...document.styleSheets].length > 0), true);
  // In another window, much later, as the file of a folder.
  const other = await page.context().newPage();
  await other.goto(table.replace("/#", "/index.html#"));
  await other.locator(".choices button:enabled").first().waitFor();
  assert.equal(await events(other), played);
  await close();
});

for (const vary of ["Origin", "Accept", "*"])
  test(`a page of a host that varies by ${vary} is kept too`, async () => {
    const own = await serveFolder(SITE, { headers: { vary } });
    const { page, close } = await newPage(browser, { serviceWorkers: "allow" });
    await page.goto(`${own.address}/`);
    await kept(page);
    await own.stop();
    await page.goto("about:blank");
    await page.goto(`${own.address}/#/watch?seed=1`);
    await page.locator(".watch .table").waitFor();
    await close();
  });

test("what others keep under its path is theirs", async () => {
  const { page, close } = await newPage(browser, { serviceWorkers: "allow" });
  await page.goto(`${host.address}/`);
  await kept(page);
  const read = await page.evaluate(async () => {
    await (await caches.open("another")).put("manifest.webmanifest", new Response("old"));
    return (await fetch("manifest.webmanifest", { cache: "no-store" })).text();
  });
  assert.match(read, /hule/);
  await close();
});

test("a browser that keeps nothing for the site can be played in, and that is said", async () => {
  const { page, close } = await newPage(browser);
  await page.addInitScript(() => {
    const denied = () => new DOMException("denied", "SecurityError");
    Storage.prototype.setItem = () => {
      throw denied();
    };
    Object.defineProperty(Navigator.prototype, "locks", { value: { request: () => Promise.reject(denied()) } });
  });
  // Workers have no locks either.
  const refusing = (/** @type {import("playwright-core").Route} */ route) =>
    route.fetch().then(async (answer) =>
      route.fulfill({ response: answer, body: `navigator.locks.request = () => Promise.reject(new Error("denied"));\n${await answer.text()}` }),
    );
  await page.route(/\/worker\.\w+\.js$/, refusing);
  await page.goto(`${host.address}/`);
  await sitDown(page);
  await page.getByRole("alert").filter({ hasText: "keeps nothing" }).waitFor();
  await move(page);
  await close();
});

test("finished and deleted tables give way to those that can be gone on with", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${host.address}/`);
  await sitDown(page);
  const first = page.url();
  await page.evaluate(() => {
    const records = JSON.parse(localStorage.getItem("hule.records") ?? "[]");
    const others = Array.from({ length: 40 }, (_, number) => ({ table: `${number}`.padStart(33, "x"), record: "{}" }));
    localStorage.setItem("hule.records", JSON.stringify([...others, ...records]));
  });
  await page.goto(`${host.address}/`);
  await sitDown(page);
  assert.notEqual(page.url(), first);
  await page.goto(first);
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("hule.records") ?? "[]").length), 24);
  await close();
});

test("a new version replaces the old one as a whole", async () => {
  const folder = temporaryFolder();
  cpSync(SITE, folder.path, { recursive: true });
  const own = await serveFolder(folder.path);
  const { page, close } = await newPage(browser, { serviceWorkers: "allow" });
  const version = () => page.evaluate(() => document.documentElement.dataset.version);
  await page.goto(`${own.address}/`);
  await kept(page);
  renew(folder.path);
  // The old page is shown once more, while the new one is fetched, and stays whole: its own files are still there.
  await page.reload();
  const told = page.locator(".notice", { hasText: "A new version" });
  await told.waitFor();
  assert.equal(await version(), undefined);
  await page.goto(`${own.address}/#/study?games=300&run`);
  await page.locator(".study .drawing").first().waitFor();
  await page.goto(`${own.address}/#/`);
  await told.waitFor();
  await sitDown(page);
  await page.reload();
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(await version(), "next");
  // And it is kept as well.
  await own.stop();
  await page.context().setOffline(true);
  await page.reload();
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(await version(), "next");
  await close();
  folder.remove();
});

test("what belongs to the version before stays for pages that are open, and what is older goes", () => {
  const folder = temporaryFolder();
  const files = () => readdirSync(join(folder.path, "assets")).sort();
  const build = () => {
    const engine = process.env.HULE_PACKAGE ?? join(ROOT, "target/wasm/package");
    const { stderr } = spawnSync("node", [join(WEB, "static/build.mjs"), engine, folder.path], { encoding: "utf8" });
    assert.equal(stderr, "");
    return files();
  };
  const built = build();
  const worker = join(folder.path, "sw.js");
  writeFileSync(join(folder.path, "assets/main.before.js"), "before");
  writeFileSync(join(folder.path, "assets/main.older.js"), "older");
  writeFileSync(worker, readFileSync(worker, "utf8").replace('"assets/', '"assets/main.before.js": "", "assets/'));
  assert.deepEqual(build(), [...built, "main.before.js"].sort());
  assert.deepEqual(build(), built);
  folder.remove();
});

test("a folder with files of others is left alone", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, "assets"));
  writeFileSync(join(folder.path, "assets/theirs.js"), "theirs");
  writeFileSync(join(folder.path, "sw.js"), "const CACHE = 'theirs';\n");
  const { status, stderr } = spawnSync(join(WEB, "site"), [folder.path], { encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stderr, /has other files in it; please name a new or empty folder/);
  assert.deepEqual([readdirSync(folder.path), readdirSync(join(folder.path, "assets"))], [["assets", "sw.js"], ["theirs.js"]]);
  folder.remove();
});

test("it can be installed", async () => {
  const { page, close } = await newPage(browser, { serviceWorkers: "allow" });
  await page.goto(`${host.address}/`);
  await kept(page);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // A browser of tests is always in a private window.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
  await close();
});
