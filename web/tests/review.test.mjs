// The analysis of a game, and what else can be done with a position: play on, look at the hand, save it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, newPage, post, server, smokeTest, stateOf, tableWhere, test } from "./host.mjs";
import { HULE } from "./served.mjs";
import { ROOT, assertAccessible, temporaryFolder } from "./setup.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

/** A game of players who make mistakes. */
const GAME = "#/watch?seed=3&game=0&players=random";

/** Few enough for a slow machine. */
const SAMPLES = 40;

/**
 * Lets the page ask for fewer samples, and counts how often it asks.
 * @param {BrowserPage} page
 */
async function quick(page) {
  const asked = /** @type {any[]} */ ([]);
  await server.intercept(page, "/review", (body) => {
    asked.push(body);
    return { body: { ...body, samples: SAMPLES } };
  });
  return asked;
}

/**
 * What is said of a game without the page.
 * @param {object} body
 * @returns {Promise<Review>}
 */
async function reviewed(body) {
  const text = await server.ask("/review", { ...body, samples: SAMPLES });
  return JSON.parse(text.trim().split("\n").at(-1) ?? "");
}

/** @param {BrowserPage} page */
const stepShown = async (page) => Number(((await page.locator(".transport .counter").textContent()) ?? "").split(" / ")[0]);

/**
 * @param {BrowserPage} page
 * @param {string} [hash]
 */
async function open(page, hash = GAME) {
  await page.goto("about:blank");
  await page.goto(`${server.address}/${hash}`);
  await page.locator(".watch .table").waitFor();
}

smokeTest("a game is analysed: a figure, a curve, the worst decisions, and marks that lead to them", async () => {
  const { page, close } = await newPage(browser);
  const asked = await quick(page);
  await open(page);
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.locator(".loss-figure").waitFor();
  const { packed, seats } = asked[0];
  assert.deepEqual(seats, ["A"]);
  const { seats: sums, decisions } = await reviewed({ packed, seats });
  const sum = sums[0];
  const mistakes = decisions.filter(({ mistake }) => mistake);
  assert.ok(sum && sum.worst.length > 0, "a game with mistakes");
  assert.equal(await page.locator(".loss-figure strong").textContent(), `${(100 * sum.loss.mean).toFixed(2)} %`);
  assert.match((await page.locator(".loss-figure").textContent()) ?? "", new RegExp(`best choice: ${sum.agreed} of ${sum.decisions}`));
  assert.equal(await page.locator(".mark").count(), mistakes.length);
  assert.equal(await page.locator(".mistake-dot").count(), mistakes.length);
  assert.equal(await page.locator(".events .cost").count(), mistakes.length);
  assert.equal(await page.locator(".worst .mistake").count(), sum.worst.length);
  // Each of them leads to its decision, whose choices are shown with what they win.
  for (const [at, number] of sum.worst.entries()) {
    const decision = decisions.find((one) => one.number === number);
    await page.locator(".worst .mistake").nth(at).click();
    assert.equal(await stepShown(page), (decision?.line ?? 0) - 52);
    const loss = `−${(100 * (decision?.loss.mean ?? 0)).toFixed(1)}\u00a0%`;
    assert.match((await page.locator(".worst .mistake").nth(at).textContent()) ?? "", new RegExp(`${loss}.* was better$`));
    assert.ok((await page.locator(".why .chosen .worse").allTextContents()).includes(loss), loss);
    assert.ok(await page.locator(".why th", { hasText: "★" }).count());
  }
  // A key goes from mistake to mistake, and a click on the curve anywhere.
  await page.keyboard.press("Home");
  const lines = [...new Set(mistakes.map(({ line }) => line - 52))].sort((a, b) => a - b);
  for (const step of lines) {
    await page.keyboard.press("b");
    assert.equal(await stepShown(page), step);
  }
  await page.keyboard.press("B");
  assert.equal(await stepShown(page), lines.at(-2) ?? lines[0]);
  const box = await page.locator(".analysis .chart").boundingBox();
  await page.locator(".analysis .chart").click({ position: { x: (box?.width ?? 0) * 0.9, y: 20 } });
  assert.ok((await stepShown(page)) > (lines.at(-1) ?? 0) / 2);
  // It is not asked for again.
  await page.getByRole("button", { name: "中文" }).click();
  await page.locator("html[lang=zh-Hans]").waitFor();
  await page.locator(".loss-figure", { hasText: "每次决策平均损失" }).waitFor();
  await page.evaluate(() => (location.hash = "#/hand"));
  await page.locator(".felt").waitFor();
  await page.goBack();
  await page.locator(".loss-figure").waitFor();
  assert.equal(asked.length, 1);
  // Another seat is another review. With hidden hands there is none.
  await page.locator(".analysis select").selectOption("C");
  await page.getByRole("button", { name: "开始复盘" }).click();
  await page.locator(".loss-figure").waitFor();
  assert.deepEqual(asked[1].seats, ["C"]);
  await page.keyboard.press("o");
  assert.equal(await page.locator(".loss-figure, .mark, .events .cost").count(), 0);
  await close();
});

/**
 * Answers reviews with lines that the test sends.
 * @param {BrowserPage} page
 */
async function scripted(page) {
  await page.addInitScript(() => {
    const real = window.fetch;
    const hall = /** @type {any} */ (window);
    window.fetch = async (address, options) => {
      if (!String(address).includes("/review")) return real(address, options);
      const stream = new ReadableStream({
        start(controller) {
          hall.say = (/** @type {string} */ line) => controller.enqueue(new TextEncoder().encode(line));
          hall.end = () => controller.close();
          options?.signal?.addEventListener("abort", () => {
            hall.aborted = true;
            controller.error(new DOMException("aborted", "AbortError"));
          });
        },
      });
      return new Response(stream);
    };
  });
  return {
    say: (/** @type {string} */ line) => page.evaluate((text) => /** @type {any} */ (window).say(text), line),
    end: () => page.evaluate(() => /** @type {any} */ (window).end()),
    aborted: () => page.evaluate(() => Boolean(/** @type {any} */ (window).aborted)),
  };
}

test("an analysis tells how far it is, can be stopped, and says what went wrong", async () => {
  const { page, close, complaints } = await newPage(browser);
  const { say, end, aborted } = await scripted(page);
  await open(page);
  const [analyse, again, stop] = ["Analyse", "Try again", "Stop"].map((name) =>
    page.getByRole("button", { name, exact: true }),
  );
  assert.ok(analyse && again && stop);
  const status = page.locator(".analysis [role=status]");
  await analyse.click();
  await status.filter({ hasText: "is about to begin" }).waitFor();
  await say('{"type":"progress","done":3,"total":30}\n{"type":"prog');
  await status.filter({ hasText: "3 of 30 decisions" }).waitFor();
  assert.equal(await page.locator("progress").evaluate((bar) => /** @type {HTMLProgressElement} */ (bar).position), 0.1);
  await say('ress","done":4,"total":30}\n');
  await status.filter({ hasText: "4 of 30 decisions" }).waitFor();
  await assertAccessible(page, "while it is analysed");
  // It goes on while another page is shown.
  await page.evaluate(() => (location.hash = "#/hand"));
  await page.locator(".felt").waitFor();
  await say('{"type":"progress","done":5,"total":30}\n');
  await page.goBack();
  await status.filter({ hasText: "5 of 30 decisions" }).waitFor();
  await stop.click();
  await status.filter({ hasText: "The analysis was stopped." }).waitFor();
  assert.equal(await aborted(), true);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Try again");
  await again.click();
  await stop.waitFor();
  await end();
  await status.filter({ hasText: "broke off" }).waitFor();
  await again.click();
  await say('{"type":"error","error":"the review was stopped"}\n');
  await status.filter({ hasText: "the review was stopped" }).waitFor();
  await close();

  const other = await newPage(browser);
  const refusal = { error: "too many games are being reviewed; please try again later" };
  await server.intercept(other.page, "/review", () => ({ status: 503, json: refusal }));
  await open(other.page);
  await other.page.getByRole("button", { name: "Analyse", exact: true }).click();
  await other.page.locator(".analysis", { hasText: "too many games are being reviewed" }).waitFor();
  assert.ok(other.complaints.every((said) => said.includes("503")));
  other.complaints.length = 0;
  await other.close();
  assert.deepEqual(complaints, []);
});

for (const [width, height, scheme, locale] of /** @type {[number, number, "light" | "dark", string][]} */ ([
  [320, 568, "dark", "en-US"],
  [390, 844, "light", "zh-CN"],
  [844, 390, "light", "en-US"],
  [1280, 720, "dark", "zh-CN"],
  [1920, 1080, "light", "en-US"],
])) {
  test(`the analysis is at home on a screen of ${width}×${height}, ${scheme}, ${locale}`, async () => {
    const { page, close } = await newPage(browser, { viewport: { width, height }, colorScheme: scheme, locale });
    await quick(page);
    await open(page);
    const folded = !(await page.locator(".side").isVisible());
    assert.equal(folded, width <= 1100);
    if (folded) await page.keyboard.press("m");
    await page.locator(".analysis .button.main").click();
    await page.locator(".loss-figure").waitFor();
    await assertAccessible(page, "analysed");
    const wide = await page.locator(".side").evaluate((side) => side.scrollWidth - side.clientWidth);
    assert.ok(wide <= 0, `${wide} too wide`);
    await page.locator(".mistake").first().click();
    // What was chosen is seen: on a small screen, the panels make room.
    assert.equal(await page.locator(".side").isVisible(), !folded);
    const { board, controls, scrolls } = await page.evaluate(() => ({
      board: document.querySelector(".board")?.getBoundingClientRect().toJSON(),
      controls: document.querySelector(".transport")?.getBoundingClientRect().toJSON(),
      scrolls: document.documentElement.scrollHeight > window.innerHeight + 1,
    }));
    assert.ok(board.height > height * 0.3 && controls.bottom <= height && !scrolls, JSON.stringify({ board, controls, scrolls }));
    if (folded) await page.keyboard.press("m");
    await page.locator(".why .choice-table").first().waitFor();
    await assertAccessible(page, "a mistake");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".side").isVisible(), !folded);
    await close();
  });
}

test("the reasons of a decision are a table of its choices", async () => {
  const { page, close } = await newPage(browser);
  await open(page, "#/watch?seed=1&game=0");
  await page.locator(".events button", { hasText: "A OUT" }).nth(3).click();
  const rows = page.locator(".why tbody tr");
  await rows.first().waitFor();
  const line = (await page.locator(".events [aria-current] code").textContent()) ?? "";
  const chosen = page.locator(".why tr.chosen");
  assert.equal(await chosen.count(), 1);
  assert.equal(await chosen.locator("th img").getAttribute("data-face"), line.split(" ").at(-1));
  assert.ok((await rows.count()) > 1 && (await page.locator(".why .counted").count()) > 1);
  await close();
});

smokeTest("a finished game is analysed where it ended, and its mistakes lead to the replay", async () => {
  const { page, close } = await newPage(browser);
  await quick(page);
  const state = await tableWhere(31, ({ over }) => over !== null);
  await page.goto(`${server.address}/#/play?table=${state.table}`);
  const card = page.locator(".summary");
  await card.getByRole("button", { name: "Analyse", exact: true }).click();
  await card.locator(".loss-figure").waitFor();
  await assertAccessible(page, "the end, analysed");
  assert.equal(await card.locator(".analysis select").inputValue(), "A");
  // Whoever discards whatever is drawn makes mistakes.
  await card.locator(".mistake").first().click();
  await page.locator(".transport").waitFor();
  // What is known is still known there.
  await page.locator(".side .loss-figure").waitFor();
  assert.ok((await stepShown(page)) > 0);
  await page.goBack();
  const [file] = await Promise.all([page.waitForEvent("download"), card.getByRole("button", { name: "HTML" }).click()]);
  assert.match(readFileSync(await file.path(), "utf8"), /^<!doctype html>/);
  await card.getByRole("link", { name: "Analyse this hand: A" }).click();
  await page.locator(".headline").waitFor();
  await close();
});

smokeTest("one can play on from any position, and play the same again", async () => {
  const { page, close } = await newPage(browser);
  await open(page, "#/watch?seed=1&game=0&step=40&seat=B");
  await page.locator(".events button", { hasText: "B OUT" }).nth(4).click();
  const wall = Number(await page.locator(".ring .wall").textContent().then((text) => /\d+/.exec(text ?? "")?.[0]));
  const discard = (await page.locator(".events [aria-current] code").textContent())?.split(" ").at(-1);
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  const state = await stateOf(page);
  // The discard is yet to be made, from the same hand.
  assert.equal(state.seat, "B");
  assert.equal(state.view.wall, wall);
  assert.ok(Array.isArray(state.view.hands.B) && state.view.hands.B.includes(discard ?? ""));
  assert.deepEqual(state.players, { A: "standard", C: "standard", D: "standard" });
  assert.ok(!state.can_undo);
  await page.reload();
  await page.locator(".choices button:enabled").first().waitFor();
  // To the end, by the moves of the switches and the first that is offered.
  for (let now = state; !now.over; ) now = await server.actBeside(page, state.table, { action: now.legal[0]?.action, turn: now.turn });
  await page.locator(".summary").waitFor();
  await page.reload();
  await page.locator(".summary").waitFor();
  await page.getByRole("button", { name: "The same deal again" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  const again = await stateOf(page);
  assert.notEqual(again.table, state.table);
  assert.deepEqual(again.view, state.view);
  // It is listed, but it is not one of the games that count.
  await page.goto(`${server.address}/#/history`);
  await page.locator(".past li").waitFor();
  assert.deepEqual(await page.locator(".past li .about span").allTextContents(), ["played on from a position", "Seat B against A Easy, C Easy, D Easy"]);
  assert.equal(await page.locator(".figures").count(), 0);
  // At the end there is nothing to play.
  await open(page, "#/watch?seed=1&game=0&step=999");
  assert.ok(await page.getByRole("button", { name: "Play on from here" }).isDisabled());
  await close();
});

test("the hand of a position is looked at as it was before the discard", async () => {
  const { page, close } = await newPage(browser);
  await open(page, "#/watch?seed=1&game=0");
  await page.locator(".events button", { hasText: "A OUT" }).first().click();
  const discard = (await page.locator(".events [aria-current] code").textContent())?.split(" ").at(-1);
  await page.getByRole("link", { name: "Analyse this hand" }).click();
  await page.locator(".counter", { hasText: "14" }).waitFor();
  assert.ok(await page.locator(`.felt [data-tile="${discard}"]`).count());
  await close();
});

test("a hand can be typed as the command line takes it", async () => {
  const { page, close, complaints } = await newPage(browser);
  await page.goto(`${server.address}/#/hand`);
  const text = page.getByLabel("As text");
  for (const [typed, tiles] of /** @type {[string, string[]][]} */ ([
    ["123m 55p", ["1M", "2M", "3M", "5P", "5P"]],
    ["1M2M3M EE 11z pass", ["1M", "2M", "3M", "E", "E", "E", "E", "PASS"]],
  ])) {
    await text.fill(typed);
    await text.press("Enter");
    await page.locator(".counter", { hasText: String(tiles.length) }).waitFor();
    const shown = await page.locator(".felt button").evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.tile));
    assert.deepEqual(shown, tiles);
    assert.deepEqual(shown, JSON.parse(execFileSync(HULE, ["hand", "--json", typed], { encoding: "utf8" })).tiles);
  }
  await text.fill("12x");
  await text.press("Enter");
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector(".typed input")).validationMessage.includes("12x"));
  // What was there before stays.
  assert.equal(await page.locator(".felt button").count(), 8);
  assert.ok(complaints.every((said) => said.includes("422")));
  complaints.length = 0;
  // A link may have the short form too.
  await page.goto("about:blank");
  await page.goto(`${server.address}/#/hand?tiles=456s,ZZ`);
  await page.locator(".counter", { hasText: "5" }).waitFor();
  assert.match(page.url(), /tiles=4S,5S,6S,Z,Z$/);
  await close();
});

smokeTest("a replay is saved as the file that the command line writes", async () => {
  const { page, close } = await newPage(browser);
  const deck = readFileSync(join(ROOT, "examples/sample.deck"), "utf8");
  await page.goto(`${server.address}/#/watch`);
  await page.getByRole("textbox", { name: "A deck or a log" }).fill(deck);
  await page.locator(".drop").getByRole("button", { name: "Watch it" }).click();
  await page.locator(".watch .table").waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "HTML" }).click()]);
  const written = execFileSync(HULE, ["replay", join(ROOT, "examples/sample.deck"), "--html", "-"], { encoding: "utf8", maxBuffer: 1 << 26 });
  assert.equal(readFileSync(await file.path(), "utf8"), written);
  // The file itself has no server, and offers nothing that needs one.
  const folder = temporaryFolder();
  await file.saveAs(join(folder.path, "game.html"));
  await page.goto(pathToFileURL(join(folder.path, "game.html")).href);
  await page.locator(".why").waitFor();
  assert.equal(await page.locator(".analysis, .position").count(), 0);
  assert.equal(await page.getByRole("button", { name: "HTML" }).count(), 0);
  await close();
  folder.remove();
});

test("a game that is saved as a file keeps its seat, names and seed", async () => {
  const { page, close } = await newPage(browser);
  const folder = temporaryFolder();
  let state = await post("", { seat: "C", players: { A: "useful", B: "random", D: "standard" }, seed: 5, game: 7 });
  while (!state.over) state = await post(`/${state.table}/act`, { action: state.legal[0].action, turn: state.turn });
  await page.goto(`${server.address}/#/play?table=${state.table}`);
  const save = async () => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "HTML" }).click()]);
    return readFileSync(await file.path(), "utf8");
  };
  const files = [await save()];
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await page.locator(".watch:not(.play) .table").waitFor();
  files.push(await save());
  for (const [at, text] of files.entries()) {
    const look = new URLSearchParams((/<script [^>]*data-look="([^"]*)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&"));
    assert.deepEqual(Object.fromEntries(look), { seat: "C", names: "useful,random,you,standard", seed: "5", game: "7" });
    // The file has the script of the server, which may be an older one.
    if (process.env.PAGE === "files") continue;
    const path = join(folder.path, `${at}.html`);
    writeFileSync(path, text);
    await page.goto(pathToFileURL(path).href);
    await page.locator("h1", { hasText: "Seed 5, game 7" }).waitFor();
    const plates = await page.locator(".plates text").allTextContents();
    assert.deepEqual(["C you", "D Easy", "A Normal", "B Aimless"].filter((name) => !plates.includes(name)), []);
    assert.equal(plates.find((plate) => plate.length > 1), "C you", "who played sits at the bottom");
    await page.getByRole("button", { name: "中文" }).click();
    await page.locator(".plates text", { hasText: "C 你" }).waitFor();
    // Files share what the browser keeps, the language too.
    await page.getByRole("button", { name: "English" }).click();
  }
  await close();
  folder.remove();
});
