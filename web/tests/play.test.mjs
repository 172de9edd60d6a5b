// Playing whole games in a real browser: with the keyboard alone, with the mouse alone, over reloads and restarts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { browser, newPage, post, readyToWin, server, smokeTest, stateOf, test } from "./host.mjs";
import { startServer } from "./served.mjs";
import { assertAccessible, chooses, decides, later, listenTo } from "./setup.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

/**
 * @param {BrowserPage} page
 * @param {string} seed
 */
async function sitDown(page, seed) {
  await page.goto(`${server.address}/#/play`);
  await page.getByLabel("Seed").fill(seed);
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
}

/**
 * Does something that changes the table, and waits until the page shows all of it.
 * @param {BrowserPage} page
 * @param {() => Promise<unknown>} what
 */
async function changes(page, what) {
  // A second click so soon would be a double click.
  await later(page);
  await decides(page, what);
  const { events } = await stateOf(page);
  await page.waitForFunction((count) => document.querySelectorAll(".play .events li").length === count, events.length);
}

/** @param {BrowserPage} page */
const isOver = async (page) => (await page.locator(".summary").count()) > 0;

/**
 * While there is no server, the browser says so; nothing else may be wrong.
 * @param {string[]} complaints
 */
function forgiveAbsence(complaints) {
  const other = complaints.filter((said) => !/WebSocket|net::ERR_|404/.test(said));
  assert.deepEqual(other, []);
  complaints.length = 0;
}

test("a whole game with the keyboard alone", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/play`);
  await page.getByRole("button", { name: "Sit down" }).waitFor();
  // From the top of the page to the seed, and on to the button.
  const focused = () =>
    page.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute("placeholder"));
  for (let press = 0; press < 40 && (await focused()) !== "random"; press += 1) await page.keyboard.press("Tab");
  await page.keyboard.type("11");
  await page.keyboard.press("Enter");
  await page.locator(".choices button:enabled").first().waitFor();
  for (let turn = 0; turn < 200 && !(await isOver(page)); turn += 1) {
    await page.waitForFunction(() => document.activeElement?.closest(".choices"));
    if (turn % 3 === 1) await page.keyboard.press("ArrowLeft");
    await changes(page, async () => {
      await page.keyboard.press("Enter");
      // A PASS asks whom.
      if (await page.getByRole("button", { name: "Cancel" }).count()) await page.keyboard.press("Enter");
    });
  }
  assert.ok((await stateOf(page)).over);
  // The keyboard goes on to another deal.
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Another deal");
  await page.keyboard.press("Enter");
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(await isOver(page), false);
  await close();
});

smokeTest("a whole game with the mouse alone, with undo, reload and hint", async () => {
  const { page, close } = await newPage(browser);
  await sitDown(page, "12");
  const [undo, hint] = [page.getByRole("button", { name: "Undo" }), page.getByRole("button", { name: "Hint" })];
  assert.ok(await undo.isDisabled());
  for (let turn = 0; turn < 200 && !(await isOver(page)); turn += 1) {
    const { legal, claim } = await stateOf(page);
    // What can be chosen is what the server allows, and nothing else.
    const tiles = await page
      .locator(".hand button:enabled")
      .evaluateAll((all) => all.map((button) => /** @type {HTMLElement} */ (button).dataset.tile));
    assert.deepEqual(
      [...new Set(tiles)].sort(),
      [...new Set(legal.filter(({ action }) => action.startsWith("OUT")).map(({ tile }) => tile))].sort(),
    );
    const moves = await page
      .locator(".actions [data-action]")
      .evaluateAll((all) => all.map((button) => /** @type {HTMLElement} */ (button).dataset.action));
    assert.deepEqual(
      moves,
      legal.filter(({ action }) => !action.startsWith("OUT")).map(({ action }) => action),
    );
    assert.equal(await page.locator(".offer").count(), claim ? 1 : 0);

    if (turn === 3) {
      const before = await stateOf(page);
      await changes(page, () => undo.click());
      assert.equal((await stateOf(page)).turn, before.turn - 1);
      continue;
    }
    if (turn === 5) {
      const before = await page.locator(".play .events").innerText();
      await page.reload();
      await page.locator(".choices button:enabled").first().waitFor();
      assert.equal(await page.locator(".play .events").innerText(), before);
      continue;
    }
    await hint.click();
    await page.locator(".advised").first().waitFor();
    assert.ok(await page.locator(".hint-card").textContent());
    await changes(page, async () => {
      await page.locator("button.advised").first().click();
      if (await page.getByRole("button", { name: "Cancel" }).count()) await page.locator(".actions .advised").click();
    });
  }
  const state = await stateOf(page);
  assert.ok(state.over);
  assert.equal(await page.locator(".summary .quiet").first().textContent(), state.over.text);

  // The log is saved, and it is a log.
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the log" }).click(),
  ]);
  const log = readFileSync(await file.path(), "utf8");
  assert.match(log, /^A IN /);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await page.locator(".watch:not(.play) .events").waitFor();
  const shown = await page.locator(".events code").allTextContents();
  assert.deepEqual(shown.slice(1), log.trimEnd().split("\n").slice(52));

  // The same deal can be played again.
  await page.goBack();
  await page.getByRole("button", { name: "The same deal again" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal((await stateOf(page)).turn, 0);

  // It is in the history, and goes away when it is deleted.
  await page.goto(`${server.address}/#/history`);
  const past = page.locator(".past li");
  await past.getByRole("link", { name: "Watch the replay" }).click();
  await page.locator(".watch:not(.play) .table").waitFor();
  await page.goto(`${server.address}/#/history`);
  await past.getByRole("button", { name: "Delete" }).click();
  assert.equal(await past.count(), 0);
  await close();
});

smokeTest("two windows at one table see the same", async () => {
  const first = await newPage(browser);
  await sitDown(first.page, "13");
  const second = await first.page.context().newPage();
  listenTo(second, first.complaints);
  await second.goto(first.page.url());
  await second.locator(".choices button:enabled").first().waitFor();
  const events = (/** @type {BrowserPage} */ page) => page.locator(".play .events").innerText();
  // Whoever decides may be shown what follows after the other window.
  const isSame = (/** @type {BrowserPage} */ page, /** @type {string} */ text) =>
    page.waitForFunction((said) => /** @type {HTMLElement | null} */ (document.querySelector(".play .events"))?.innerText === said, text);
  await changes(second, () => chooses(first.page));
  await isSame(first.page, await events(second));
  // And the other way round.
  await changes(first.page, () => chooses(second));
  await isSame(second, await events(first.page));
  await first.close();
});

test("nothing on the page tells another hand", async () => {
  const { page, close } = await newPage(browser);
  await sitDown(page, "14");
  const backs = await page.locator('.table g:not([display]) > use[href="#tile-back"]').count();
  assert.ok(backs >= 30, `${backs} backs`);
  const state = await stateOf(page);
  assert.deepEqual(Object.values(state.view.hands).filter(Array.isArray).length, 1);
  await close();
});

test("a server that was started anew is no dead end, and kept games stay", async () => {
  const own = await startServer();
  const { page, complaints, close } = await newPage(browser);
  await page.goto(`${own.address}/#/play`);
  await page.evaluate(
    (log) =>
      localStorage.setItem(
        "hule.games",
        JSON.stringify([{ packed: "x", text: "A wins", when: "2026-01-01T00:00:00Z", log }]),
      ),
    "A IN 1M\n",
  );
  await page.getByLabel("Seed").fill("15");
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  const hand = await page.locator(".hand").innerHTML();
  await own.stop();
  const again = await startServer(Number(new URL(own.address).port));
  await page.getByRole("heading", { name: "This table is gone" }).waitFor();
  await page.getByRole("button", { name: "The same deal again" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(await page.locator(".hand").innerHTML(), hand);
  await page.goto(`${again.address}/#/history`);
  await page.locator(".kept li").waitFor();
  // While there was no server, the browser said so.
  forgiveAbsence(complaints);
  await close();
  await again.stop();
});

test("what is over stays when the server goes, and what is not says that the server is away", async () => {
  const own = await startServer();
  const { page, complaints, close } = await newPage(browser);
  await page.goto(`${own.address}/#/play`);
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  const [sat] = await page.evaluate(() => JSON.parse(localStorage.getItem("hule.tables") ?? "[]"));
  assert.equal(sat.deal.seed, "", "the server chooses a seed that nobody knows");
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.locator(".choices button:enabled").first().waitFor();
  // The first window sees the end; the second goes on at a table of its own.
  await second.goto(`${own.address}/#/play`);
  await second.getByRole("button", { name: "Sit down" }).click();
  await second.locator(".choices button:enabled").first().waitFor();
  const table = new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("table");
  for (;;) {
    const state = await (await fetch(`${own.address}/api/v2/tables/${table}`)).json();
    if (state.over) break;
    const body = JSON.stringify({ action: state.own.legal.at(-1).action, turn: state.turn });
    const headers = { "content-type": "application/json" };
    await fetch(`${own.address}/api/v2/tables/${table}/act`, { method: "POST", headers, body });
  }
  await page.locator(".summary").waitFor();
  await own.stop();
  await second.locator(".away", { hasText: "does not answer" }).waitFor();
  const again = await startServer(Number(new URL(own.address).port));
  await second.getByRole("heading", { name: "This table is gone" }).waitFor();
  await second.reload();
  await second.getByRole("button", { name: "A new game with the same players" }).waitFor();
  assert.equal(await page.locator(".summary").count(), 1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the log" }).click(),
  ]);
  assert.match(readFileSync(await file.path(), "utf8"), /^A IN .*\n(.*\n){52,}$/);
  forgiveAbsence(complaints);
  await close();
  await again.stop();
});

/**
 * Plays by the drawn tile and by declining until something is offered.
 * @param {BrowserPage} page
 * @param {(actions: string[]) => boolean} wanted
 */
async function playUntil(page, wanted) {
  for (let turn = 0; turn < 200; turn += 1) {
    const { legal, over } = await stateOf(page);
    if (over) return false;
    if (wanted(legal.map(({ action }) => action))) return true;
    await changes(page, () => chooses(page));
  }
  return false;
}

test("a claim is offered with its keys, and a held key declines nothing", async () => {
  const { page, close } = await newPage(browser);
  await sitDown(page, "11");
  assert.ok(await playUntil(page, (actions) => actions.includes("DECLINE") && !actions.includes("RON")));
  assert.match((await page.locator(".said").textContent()) ?? "", /^You may (pong|chow) \d?[A-Z]\./);
  assert.equal(await page.locator('[data-action="DECLINE"] kbd').textContent(), "x");
  const before = await stateOf(page);
  await page.locator('[data-action="DECLINE"]').focus();
  const moved = await page.evaluate(() => {
    const held = new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true });
    return document.activeElement?.dispatchEvent(held);
  });
  assert.equal(moved, false, "the browser is told not to press the button");
  assert.equal((await stateOf(page)).turn, before.turn);
  await close();
});

test("a win is what Enter takes", async () => {
  const { page, close } = await newPage(browser);
  const { table } = await readyToWin();
  await page.goto(`${server.address}/#/play?table=${table}`);
  await page.waitForFunction(() => document.activeElement?.getAttribute("data-action") === "RON");
  assert.match((await page.locator(".said").textContent()) ?? "", /^You can win with this tile!/);
  await page.keyboard.press("Enter");
  await page.locator(".summary h2", { hasText: "You win!" }).waitFor();
  await close();
});

test("a hint shows what is known of each choice, and nothing else", async () => {
  const expected = {
    "en-US": "distance 2 · useful tiles: 9 · wins about 31 % of simulated games",
    "zh-CN": "和牌距离 2 · 有效牌 9 张 · 在模拟的对局中胜率约为 31 %",
  };
  const measured = [
    { distance: 2, useful: { "1M": 4, "5P": 3, E: 2 }, wins: 0.31 },
    { distance: 3, useful: { "9S": 1 }, wins: 0.9991 },
    { distance: 3, useful: {}, wins: 0.0004 },
    { distance: 4, useful: { DOUBLE: 1 } },
  ];
  for (const [locale, said] of Object.entries(expected)) {
    const { page, close } = await newPage(browser, { locale, viewport: { width: 390, height: 844 } });
    const state = /** @type {SoloState} */ (await post("", { seat: "A", seed: 1 }));
    const choices = measured.map((one, at) => ({ ...state.legal[at], ...one }));
    await server.intercept(page, "/hint", () => ({ json: { type: "hint", action: choices[0]?.action, reasons: [], choices } }));
    await page.goto(`${server.address}/#/play?table=${state.table}`);
    await page.locator(".choices button:enabled").first().waitFor();
    await page.keyboard.press("h");
    const rows = page.locator(".hint-card tbody tr");
    await rows.first().waitFor();
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => ({
        cells: [...row.querySelectorAll("td:not(.useful)")].map((cell) => cell.textContent),
        useful: [...row.querySelectorAll(".counted")].map(
          (one) => `${one.querySelector("img")?.dataset.face}${one.textContent}`,
        ),
      })),
    );
    assert.deepEqual(shown, [
      { cells: ["2", "9", "31 %"], useful: ["1M×4", "5P×3", "E×2"] },
      { cells: ["3", "1", "> 99 %"], useful: ["9S×1"] },
      { cells: ["3", "0", "< 1 %"], useful: [] },
      { cells: ["4", "1", ""], useful: ["DOUBLE×1"] },
    ]);
    assert.ok((await page.locator(".said").textContent())?.endsWith(said));
    // It lies on the table, and covers nothing that can be pressed.
    const { card, hand } = await page.evaluate(() => ({
      card: document.querySelector(".hint-card")?.getBoundingClientRect().toJSON(),
      hand: document.querySelector(".choices")?.getBoundingClientRect().toJSON(),
    }));
    assert.ok(card.bottom <= hand.top && card.top > 0 && card.left >= 0 && card.right <= 390, JSON.stringify({ card, hand }));
    await assertAccessible(page, "a hint");
    await page.keyboard.press("Escape");
    await rows.first().waitFor({ state: "detached" });
    await close();
  }
});

smokeTest("every seat can be played, against every player", async () => {
  for (const seat of ["B", "C", "D"]) {
    const { page, close } = await newPage(browser);
    await page.goto(`${server.address}/#/play`);
    await page.getByRole("radio", { name: seat }).check();
    for (const [at, name] of ["useful", "net"].entries()) await page.locator("form select").nth(at).selectOption(name);
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.locator(".choices button:enabled").first().waitFor();
    const state = await stateOf(page);
    assert.equal(state.seat, seat);
    assert.deepEqual(Object.values(state.players).sort(), ["net", "standard", "useful"]);
    await close();
  }
});
