// What holds of every page: languages, keys, narrow screens, accessibility; and the hand builder and the file without a server.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, newPage, server, smokeTest, test } from "./host.mjs";
import { HULE } from "./served.mjs";
import { ROOT, assertAccessible, chooses, decides, goTo, later, temporaryFolder } from "./setup.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

/** Every page, and what shows that it is there. */
const PAGES = {
  "#/": ".cards",
  "#/watch": ".drop",
  "#/watch?seed=1&game=0&step=30": ".watch .table",
  "#/check": ".drop",
  "#/check?seed=1&game=0": ".compare[open]",
  "#/play": ".rules",
  "#/friends": "form, .lost",
  "#/history": ".history",
  "#/hand": ".felt",
  "#/study": ".study form",
  "#/hand?tiles=2M,3M,4M,6M,7M,3P,3P,5P,6P,7P,4S,5S,E,F": ".discards",
};

/**
 * @param {BrowserPage} page
 * @param {string} hash
 * @param {string} sign
 */
function visit(page, hash, sign) {
  return goTo(page, `${server.address}/${hash}`, sign);
}

/** @param {BrowserPage} page */
async function sitDown(page) {
  await visit(page, "#/play", ".rules");
  await page.locator("form input[inputmode]").first().fill("12");
  await page.locator("form .main").click();
  await page.locator(".choices button:enabled").first().waitFor();
}

for (const [scheme, locale, width, height] of /** @type {["light" | "dark", string, number, number][]} */ ([
  ["light", "en-US", 1280, 900],
  ["dark", "zh-CN", 1280, 900],
  ["light", "zh-CN", 390, 844],
  ["dark", "en-US", 844, 390],
])) {
  test(`axe finds nothing on any page, ${scheme}, ${locale}, ${width}×${height}`, async () => {
    const { page, close } = await newPage(browser, { colorScheme: scheme, locale, viewport: { width, height } });
    for (const [hash, sign] of Object.entries(PAGES)) {
      await visit(page, hash, sign);
      await assertAccessible(page, hash);
    }
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    await assertAccessible(page, "the keys");
    await page.keyboard.press("Escape");
    await sitDown(page);
    await assertAccessible(page, "a game");
    await page.keyboard.press("h");
    await page.locator(".hint-card :is(table, p), .side .discards").first().waitFor();
    await assertAccessible(page, "a hint");
    await close();
  });
}

smokeTest("the language is that of the browser, can be changed, and stays", async () => {
  const { page, close } = await newPage(browser, { locale: "zh-CN" });
  await visit(page, "#/watch?seed=1&game=0&step=2", ".watch .table");
  assert.equal(await page.locator("html").getAttribute("lang"), "zh-Hans");
  const chinese = (await page.locator(".said").textContent()) ?? "";
  assert.match(chinese, /\p{Script=Han}/u);
  assert.match((await page.locator(".why").textContent()) ?? "", /和牌距离/);
  await page.getByRole("button", { name: "English" }).click();
  await page.locator("html[lang=en]").waitFor();
  assert.doesNotMatch((await page.locator("main").textContent()) ?? "", /\p{Script=Han}/u);
  assert.match((await page.locator(".counter").textContent()) ?? "", /^2 \//);
  await page.reload();
  await page.locator("html[lang=en]").waitFor();
  await page.getByRole("button", { name: "中文" }).click();
  await page.locator("html[lang=zh-Hans]").waitFor();
  assert.equal(await page.locator(".said").textContent(), chinese);
  await close();
});

test("no page mixes the languages", async () => {
  const { page, close } = await newPage(browser, { locale: "en-US" });
  for (const [hash, sign] of Object.entries(PAGES)) {
    await visit(page, hash, sign);
    assert.doesNotMatch((await page.locator("main").innerText()) ?? "", /\p{Script=Han}/u, hash);
  }
  await close();
  const other = await newPage(browser, { locale: "zh-CN" });
  for (const [hash, sign] of Object.entries(PAGES)) {
    await visit(other.page, hash, sign);
    // Names of tiles, seats, players and lines of logs are the same everywhere, and upper case or known.
    const words = ((await other.page.locator("main").innerText()) ?? "").match(/[a-z]{3,}/g) ?? [];
    const known = new Set(["standard", "useful", "net", "search", "random", "hule", "serve"]);
    assert.deepEqual(
      words.filter((word) => !known.has(word)),
      [],
      hash,
    );
  }
  await other.close();
});

test("every page fits a screen of 360 pixels, and what is touched is large enough", async () => {
  const { page, close } = await newPage(browser, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const fits = async (/** @type {string} */ where) => {
    const { scroll, small } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      small: [...document.querySelectorAll("button, a.button, select, input")]
        .filter(
          (one) =>
            one.checkVisibility() &&
            !one.closest(".events, .button:not(button):not(a)") &&
            !one.matches('[type="range"], .skip'),
        )
        .map((one) => ({ box: one.getBoundingClientRect(), least: one.closest(".palette") ? 32 : 40, name: one.textContent || one.getAttribute("aria-label") }))
        // A suit of nine in a row leaves a little less for each.
        .filter(({ box, least }) => box.width < least || box.height < 40)
        .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
    }));
    assert.ok(scroll <= 360, `${where} is ${scroll} wide`);
    assert.deepEqual(small, [], where);
  };
  for (const [hash, sign] of Object.entries(PAGES)) {
    await visit(page, hash, sign);
    await fits(hash);
  }
  await sitDown(page);
  await fits("a game");
  // What is to be chosen can be seen without scrolling, and does not move between turns.
  const handTop = () => page.locator(".choices .hand").evaluate((hand) => hand.getBoundingClientRect().top);
  const top = await handTop();
  for (let turn = 0; turn < 4; turn += 1) {
    const inView = await page
      .locator(".choices button")
      .evaluateAll((all) => all.every((button) => button.getBoundingClientRect().bottom <= window.innerHeight));
    assert.ok(inView, `turn ${turn}`);
    assert.ok((await page.locator(".said").evaluate((said) => said.getBoundingClientRect().bottom)) < (await handTop()));
    if (!(await page.locator(".offer").count())) assert.equal(await handTop(), top, `turn ${turn}`);
    // A second tap so soon would be a double tap, which the browser counts by its own clock, unless it is elsewhere.
    await page.locator(".said").tap();
    await later(page);
    await decides(page, () => chooses(page, "tap"));
  }
  await close();
});

test("`?` shows the keys, and they are the keys of the page", async () => {
  const { page, close } = await newPage(browser);
  await visit(page, "#/watch?seed=1&game=0", ".watch .table");
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Rules and keys" });
  await dialog.waitFor();
  assert.ok((await dialog.locator("tr").count()) > 15);
  // Behind it, nothing moves.
  await page.keyboard.press("End");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.match((await page.locator(".counter").textContent()) ?? "", /^0 \//);
  await close();
});

test("one can skip to the content", async () => {
  const { page, close } = await newPage(browser);
  await visit(page, "#/", ".cards");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
  await close();
});

test("nothing moves for those who want less motion", async () => {
  const { page, close } = await newPage(browser, { reducedMotion: "reduce" });
  await sitDown(page);
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll("*")].filter(
        (one) =>
          parseFloat(getComputedStyle(one).transitionDuration) > 0 || getComputedStyle(one).animationName !== "none",
      ).length,
  );
  assert.equal(moving, 0);
  await close();
});

smokeTest("a hand is built by clicking, and says what the command line says", async () => {
  const { page, close } = await newPage(browser);
  await visit(page, "#/hand", ".felt");
  const tiles = "2M 3M 4M 6M 7M 3P 3P 5P 6P 7P 4S 5S E F".split(" ");
  for (const tile of tiles) await page.locator(`.palette [data-tile="${tile}"]`).click();
  const said = JSON.parse(execFileSync(HULE, ["hand", "--json", ...tiles], { encoding: "utf8" }));
  await page
    .locator(".discards tbody tr")
    .nth(said.discards.length - 1)
    .waitFor();
  assert.equal(await page.locator(".headline").textContent(), `distance ${said.distance}`);
  assert.deepEqual(
    await page
      .locator(".discards tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll(":scope > td")].slice(0, 2).map((cell) => Number(cell.textContent))),
      ),
    said.discards.map((/** @type {any} */ one) => [one.distance, one.useful_left]),
  );
  await page.locator("summary", { hasText: "command line" }).click();
  const printed = execFileSync(HULE, ["hand", "--lang", "en", ...tiles], { encoding: "utf8" });
  assert.equal((await page.locator(".result pre").textContent())?.trim(), printed.trim());

  // One tile is taken away, the link holds the rest, melds lie open.
  await page.locator('.felt [data-tile="F"]').click();
  await page.locator(".counter", { hasText: "13" }).waitFor();
  const link = page.url();
  await visit(page, link.slice(link.indexOf("#")), ".headline");
  assert.equal(await page.locator(".felt button").count(), 13);
  await page.getByRole("button", { name: "Clear" }).click();
  // A fifth of a kind cannot be added.
  const first = page.locator('.palette [data-tile="1M"]');
  for (let more = 0; more < 4; more += 1) await first.click();
  assert.equal(await first.getAttribute("aria-disabled"), "true");
  for (let less = 0; less < 3; less += 1) await page.locator('.felt [data-tile="1M"]').first().click();
  await page.getByLabel("Open melds").selectOption("4");
  await page.locator(".headline", { hasText: "ready" }).waitFor();
  await first.focus();
  await page.keyboard.press("Enter");
  await page.locator(".headline", { hasText: "wins" }).waitFor();
  assert.equal(await first.getAttribute("aria-disabled"), "true", "there is no room for more");
  // The keyboard stays where it is, and adds nothing more.
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-tile")), "1M");
  assert.equal(await page.locator(".felt button").count(), 2);
  await page.locator(".felt button").first().focus();
  await page.keyboard.press("Delete");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-tile")), "1M");
  await close();
});

test("one file holds a game and needs no server", async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, "game.html");
  execFileSync(HULE, ["replay", join(ROOT, "examples/sample.deck"), "--html", path]);
  const lines = readFileSync(join(ROOT, "examples/sample.log"), "utf8").trimEnd().split("\n");
  const { page, close } = await newPage(browser);
  await page.goto(pathToFileURL(path).href);
  await page.locator(".watch .table").waitFor();
  await page.keyboard.press("End");
  assert.equal(await page.locator(".events [aria-current] code").textContent(), lines.at(-1));
  await page.waitForFunction((step) => location.hash.includes(`step=${step}`), lines.length - 52);
  await page.getByRole("button", { name: "中文" }).click();
  await page.locator("html[lang=zh-Hans]").waitFor();
  assert.equal(await page.locator(".events [aria-current] code").textContent(), lines.at(-1));
  assert.equal(await page.locator("nav a").count(), 0);
  await assertAccessible(page, "the file");
  await close();
  folder.remove();
});
