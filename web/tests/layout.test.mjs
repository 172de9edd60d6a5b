// The table, the hand and what can be done are on the screen, whatever its size; and how a game feels.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, newPage, server, tableWhere } from "./hall.mjs";
import { assertAccessible } from "./setup.mjs";

/** Widths and heights of screens, and the least width of a discard there. */
const SCREENS = /** @type {[number, number, number][]} */ ([
  [320, 568, 16],
  [390, 844, 26],
  [844, 390, 24],
  [768, 1024, 32],
  [1024, 768, 34],
  [1280, 720, 40],
  [1920, 1080, 50],
  [3840, 2160, 100],
]);

test("table, hand and actions are on the screen without scrolling, from 320×568 to 4K", async () => {
  const { page, close } = await newPage(browser);
  const states = [
    await tableWhere(11, ({ turn, claim }) => turn > 6 && Boolean(claim)),
    await tableWhere(21, ({ turn, claim }) => turn > 8 && !claim),
  ];
  for (const [width, height, least] of SCREENS) {
    await page.setViewportSize({ width, height });
    for (const { table } of states) {
      await page.goto("about:blank");
      await page.goto(`${server.address}/#/play?table=${table}`);
      await page.locator(".choices button:enabled").first().waitFor();
      const found = await page.evaluate(() => {
        const box = (/** @type {Element} */ one) => one.getBoundingClientRect();
        const parts = [...document.querySelectorAll(".board, .choices button, .choices .meld, .bar .button")];
        const cut = parts
          .filter((part) => part.checkVisibility())
          .filter((part) => box(part).top < 0 || box(part).left < 0 || box(part).right > window.innerWidth + 0.5 || box(part).bottom > window.innerHeight + 0.5)
          .map((part) => part.className);
        const boxOf = (/** @type {string} */ name) => box(/** @type {Element} */ (document.querySelector(name)));
        const [board, desk] = [boxOf(".board"), boxOf(".choices")];
        const tiles = [...document.querySelectorAll(".table g[data-tile]:not([display]) > use")];
        const faces = tiles.filter((tile) => tile.getAttribute("href") !== "#tile-back").map((tile) => box(tile).width);
        const rows = new Set([...document.querySelectorAll(".hand .tile-button:not(.drawn)")].map((one) => Math.round(box(one).bottom)));
        const moves = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".actions button")]);
        return {
          cut,
          unnamed: moves.filter((move) => !move.innerText.trim()).length,
          scrolls: document.documentElement.scrollHeight > window.innerHeight,
          covered: board.bottom > desk.top + 0.5,
          share: (board.width * board.height) / (window.innerWidth * window.innerHeight),
          widest: Math.max(...faces),
          rows: rows.size,
        };
      });
      const where = `${width}×${height}: ${JSON.stringify(found)}`;
      assert.deepEqual(found.cut, [], where);
      assert.equal(found.unnamed, 0, where);
      assert.ok(!found.scrolls && !found.covered, where);
      assert.ok(found.share > 0.4, where);
      assert.ok(found.widest >= least, where);
      assert.equal(found.rows, width <= 640 ? 2 : 1, where);
    }
  }
  await close();
});

test("at 400 % of zoom, the table can be seen, nothing covers it and nothing scrolls", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 320, height: 256 } });
  const { table } = await tableWhere(21, ({ turn, claim }) => turn > 8 && !claim);
  await page.goto(`${server.address}/#/play?table=${table}`);
  await page.locator(".choices button:enabled").first().waitFor();
  const { board, desk, width, tall } = await page.evaluate(() => ({
    board: document.querySelector(".board")?.getBoundingClientRect().toJSON(),
    desk: document.querySelector(".choices")?.getBoundingClientRect().toJSON(),
    width: document.documentElement.scrollWidth,
    tall: document.documentElement.scrollHeight,
  }));
  assert.ok(board.height >= 150 && board.bottom <= desk.top, JSON.stringify({ board, desk }));
  assert.ok(width <= 320 && tall <= 256);
  await close();
});

test("a replay shows its table and its controls on the screen too", async () => {
  const { page, close } = await newPage(browser);
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await page.goto(`${server.address}/#/watch?seed=1&game=0&step=60`);
    await page.locator(".watch .table").waitFor();
    const { board, controls } = await page.evaluate(() => ({
      board: document.querySelector(".board")?.getBoundingClientRect().toJSON(),
      controls: document.querySelector(".transport")?.getBoundingClientRect().toJSON(),
    }));
    assert.ok(board.height > height * 0.3, `${width}×${height}: ${board.height}`);
    assert.ok(controls.bottom <= height, `${width}×${height}: ${controls.bottom}`);
  }
  await close();
});

test("panels fold away and come back, by key and by button", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 390, height: 844 } });
  const { table } = await tableWhere(21, ({ turn }) => turn > 2);
  await page.goto(`${server.address}/#/play?table=${table}`);
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(await page.locator(".side").isVisible(), false);
  await page.keyboard.press("m");
  await page.locator(".side .events").waitFor();
  await assertAccessible(page, "the panels");
  await page.locator(".side").getByRole("button", { name: "Close" }).click();
  assert.equal(await page.locator(".side").isVisible(), false);
  await close();
});
