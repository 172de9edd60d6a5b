// The table, the hand and what can be done are on the screen, whatever its size; and how a game feels.

import assert from "node:assert/strict";
import { browser, newPage, server, tableWhere, test } from "./host.mjs";
import { assertAccessible, goTo as goToAddress, resize } from "./setup.mjs";

/**
 * @param {import("playwright-core").Page} page
 * @param {string} hash
 */
function goTo(page, hash) {
  return goToAddress(page, `${server.address}/${hash}`, ".choices button:enabled, .summary, .transport");
}

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
    for (const { table } of states) {
      await goTo(page, `#/play?table=${table}`);
      await resize(page, width, height);
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

for (const locale of ["en-US", "zh-CN"])
  test(`on small phones, nothing of a page lies over its header, ${locale}`, async () => {
    const { page, close } = await newPage(browser, { locale });
    for (const [width, height] of [[320, 568], [360, 640], [390, 844]]) {
      await resize(page, width ?? 0, height ?? 0);
      for (const hash of ["#/watch?seed=1&game=0", "#/check?seed=1&game=0", "#/history"]) {
        await goToAddress(page, `${server.address}/${hash}`, "main");
        const [least, most] = await page.evaluate(() => {
          const box = (/** @type {Element} */ one) => one.getBoundingClientRect();
          const main = box(/** @type {Element} */ (document.querySelector("main")));
          return [main.top, Math.max(...[...document.querySelectorAll("header a, header button")].map((one) => box(one).bottom))];
        });
        assert.ok(most !== undefined && least !== undefined && most <= least + 0.5, `${width} ${hash}: ${most} ${least}`);
      }
    }
    await close();
  });

for (const locale of ["en-US", "zh-CN"])
  test(`no label of a field lies under it, ${locale}`, async () => {
    const { page, close } = await newPage(browser, { locale });
    for (const [width, height] of [[320, 568], [390, 844], [1280, 720]]) {
      await resize(page, width ?? 0, height ?? 0);
      for (const hash of ["#/watch", "#/check", "#/play", "#/friends", "#/hand", "#/study"]) {
        await goToAddress(page, `${server.address}/${hash}`, "main .field");
        const cut = await page.locator("main .field").evaluateAll((all) =>
          all.filter((one) => one.checkVisibility() && one.firstElementChild && one.lastElementChild).filter((one) => {
            const text = document.createRange();
            text.selectNodeContents(/** @type {Element} */ (one.firstElementChild));
            const [label, control] = [text.getBoundingClientRect(), /** @type {Element} */ (one.lastElementChild).getBoundingClientRect()];
            return (label.right > control.left + 0.5 && label.bottom > control.top + 0.5) || control.right > window.innerWidth;
          }).map((one) => one.textContent),
        );
        assert.deepEqual(cut, [], `${width} ${hash}`);
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
  await goTo(page, "#/watch?seed=1&game=0&step=60");
  for (const [width, height] of SCREENS) {
    await resize(page, width, height);
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

/**
 * How large the table and a tile of the hand are, and whether anything is outside the screen.
 * @param {import("playwright-core").Page} page
 */
const measured = (page) =>
  page.evaluate(() => {
    const box = (/** @type {Element} */ one) => one.getBoundingClientRect();
    const boxOf = (/** @type {string} */ name) => box(document.querySelector(name) ?? document.body);
    const { documentElement: root } = document;
    const parts = [...document.querySelectorAll(".stage .button, .choices button, header a, header button")];
    const out = parts.filter((part) => part.checkVisibility() && (box(part).right > window.innerWidth + 0.5 || box(part).left < -0.5));
    const tiles = [...document.querySelectorAll(".table g[data-tile]:not([display]) > use")].map((tile) => box(tile).width);
    return {
      board: [boxOf(".board").width, boxOf(".board").height].map(Math.round),
      tile: boxOf(".hand .tile-button").width,
      tiles,
      low: Math.max(...[...document.querySelectorAll(".choices, .transport")].map((one) => box(one).bottom)),
      out: out.map((one) => one.textContent),
      scrolls: root.scrollHeight > window.innerHeight || root.scrollWidth > window.innerWidth,
    };
  });

/** Where a person holds a PASS. @param {SoloState} state */
const holdsPass = ({ legal, turn }) => turn > 3 && legal.some(({ action }) => action.startsWith("OUT PASS"));

for (const locale of ["en-US", "zh-CN"])
  test(`the table stays where it is when there is something to choose, ${locale}`, async () => {
    const { page, close } = await newPage(browser, { locale });
    const { table } = await tableWhere(21, holdsPass);
    const claimed = await tableWhere(11, ({ turn, claim }) => turn > 6 && Boolean(claim));
    const sizes = /** @type {[number, number][]} */ ([[320, 180], [320, 256], [320, 568], [390, 844], [568, 320], [640, 360], [844, 390], [1024, 600], [1280, 720]]);
    for (const [width, height] of sizes) {
      await resize(page, width, height);
      await goTo(page, `#/play?table=${table}`);
      const { board } = await measured(page);
      await page.locator('.hand [data-tile="PASS"]:enabled').first().click();
      await page.locator(".actions button").first().waitFor();
      const chosen = await measured(page);
      assert.deepEqual(chosen.board, board, `${width}×${height}`);
      assert.deepEqual([chosen.out, chosen.scrolls], [[], false], `${width}×${height}`);
      assert.ok((board[1] ?? 0) > height * 0.4, `${width}×${height}: ${board}`);
      await goTo(page, `#/play?table=${claimed.table}`);
      const offered = await measured(page);
      assert.deepEqual([offered.board, offered.out, offered.scrolls], [board, [], false], `a claim, ${width}×${height}`);
    }
    await close();
  });

test("three ways to chow fit a small screen in one row", async () => {
  const { page, close } = await newPage(browser);
  /** @type {SoloState | null} */
  let found = null;
  for (let seed = 1; seed < 80 && !found; seed += 1) {
    const state = await tableWhere(seed, ({ legal }) => legal.filter(({ action }) => action.startsWith("CHOW")).length === 3);
    if (!state.over) found = state;
  }
  assert.ok(found);
  await goTo(page, `#/play?table=${found.table}`);
  for (const [width, height] of /** @type {[number, number][]} */ ([[320, 180], [320, 256], [320, 568], [390, 844], [568, 320], [640, 360], [844, 390], [1180, 720]])) {
    await resize(page, width, height);
    const { out, scrolls } = await measured(page);
    const { cut, rows, words, first } = await page.evaluate(() => {
      const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".actions button")]);
      const text = document.createRange();
      text.selectNodeContents(/** @type {Element} */ (document.querySelector(".offer")));
      return {
        cut: buttons.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).length,
        rows: new Set(buttons.map((one) => Math.round(one.getBoundingClientRect().top))).size,
        words: text.getBoundingClientRect().right,
        first: buttons[0]?.getBoundingClientRect().left ?? 0,
      };
    });
    const where = `${width}×${height} ${JSON.stringify({ words, first })}`;
    assert.deepEqual({ out, scrolls, cut, rows }, { out: [], scrolls: false, cut: 0, rows: 1 }, where);
    // Not even the words that tell what is offered lie under a button.
    assert.ok(words <= first + 0.5, where);
  }
  await close();
});

test("phones on their side use the width, for the hand and for a replay", async () => {
  const { page, close } = await newPage(browser);
  const { table } = await tableWhere(21, holdsPass);
  const sizes = /** @type {[number, number, number, number][]} */ ([[568, 320, 34, 11], [640, 360, 38, 13], [844, 390, 50, 18]]);
  for (const [width, height, hand, least] of sizes) {
    await resize(page, width, height);
    await goTo(page, `#/play?table=${table}`);
    const played = await measured(page);
    assert.ok(played.tile >= hand && !played.scrolls, `${width}×${height}: ${JSON.stringify(played)}`);
    await goTo(page, "#/watch?seed=1234567890123456&game=0&step=60");
    const replay = await measured(page);
    const where = `${width}×${height}: ${JSON.stringify(replay)}`;
    assert.ok(!replay.scrolls && replay.low <= height && replay.out.length === 0, where);
    assert.ok((replay.board[1] ?? 0) > height * 0.55 && Math.min(...replay.tiles) >= least, where);
  }
  await close();
});

for (const locale of ["en-US", "zh-CN"])
  test(`a replay with a long seed is no wider than a small phone, ${locale}`, async () => {
    const { page, close } = await newPage(browser, { locale });
    await goTo(page, "#/watch?seed=1234567890123456&game=0&step=60");
    for (const [width, height] of /** @type {[number, number][]} */ ([[320, 568], [344, 882], [360, 640]])) {
      await resize(page, width, height);
      const { out, scrolls } = await measured(page);
      assert.deepEqual([out, scrolls], [[], false], `${width}×${height}`);
    }
    await close();
  });

test("at 400 % of zoom, no name, distance or disc lies on another", async () => {
  const { page, close } = await newPage(browser);
  const { table } = await tableWhere(21, holdsPass);
  for (const [width, height] of /** @type {[number, number][]} */ ([[320, 180], [320, 256]])) {
    await resize(page, width, height);
    for (const hash of [`#/play?table=${table}`, "#/watch?seed=1&game=0&step=60"]) {
      await goTo(page, hash);
      const found = await page.evaluate(() => {
        const boxes = (/** @type {string} */ name) => [...document.querySelectorAll(name)].filter((one) => one.textContent || one.matches("circle")).map((one) => one.getBoundingClientRect());
        const texts = boxes(".plates text").filter(({ width: wide }) => wide > 12);
        const discs = boxes(".ring circle");
        const touch = (/** @type {DOMRect[]} */ all) =>
          all.flatMap((one, at) => all.slice(at + 1).filter((two) => one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 3 && two.top < one.bottom - 3)).length;
        // Rings are drawn on discs; only those beside one another count.
        const middles = [...new Map(discs.map((one) => [Math.round(one.left), one])).values()];
        return { texts: touch(texts), discs: touch(middles.filter(({ width: wide }) => wide < 40)) };
      });
      assert.deepEqual(found, { texts: 0, discs: 0 }, `${width}×${height} ${hash}`);
    }
  }
  await close();
});

test("the tile just drawn stands apart on phones too", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 390, height: 844 } });
  const { table } = await tableWhere(21, ({ turn, claim }) => turn === 2 && !claim);
  await goTo(page, `#/play?table=${table}`);
  const [before, drawn] = await page.locator(".hand .tile-button").evaluateAll((all) => all.slice(-2).map((one) => one.getBoundingClientRect().toJSON()));
  assert.equal(before.top, drawn.top);
  assert.ok(drawn.left - before.right >= 8, `${drawn.left - before.right}`);
  await close();
});

test("the table can be seen at the end: nothing lies on it", async () => {
  const over = await tableWhere(32, (state) => state.over !== null);
  const { page, close } = await newPage(browser);
  await goTo(page, `#/play?table=${over.table}`);
  for (const [width, height] of /** @type {[number, number][]} */ ([[1280, 720], [320, 568], [844, 390]])) {
    await resize(page, width, height);
    await page.getByRole("button", { name: "Show the table" }).click();
    await page.waitForFunction(() => {
      const [table, card] = [".table", ".summary"].map((name) => document.querySelector(name)?.getBoundingClientRect());
      return table && card && table.bottom <= card.top + 0.5;
    });
    const covered = await page.evaluate(() => {
      const card = /** @type {DOMRect} */ (document.querySelector(".summary")?.getBoundingClientRect());
      const tiles = [...document.querySelectorAll(".table g[data-tile]:not([display]) > use")].map((tile) => tile.getBoundingClientRect());
      return { tiles: tiles.length, covered: tiles.filter(({ bottom }) => bottom > card.top + 0.5).length, low: card.bottom };
    });
    assert.ok(covered.tiles > 60 && covered.covered === 0 && covered.low <= height, `${width}×${height}: ${JSON.stringify(covered)}`);
    await page.getByRole("button", { name: "Show the result" }).click();
    await page.locator(".summary .hands").waitFor();
  }
  await close();
});

test("panels are not left over the table when the window becomes smaller, and come back", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 1280, height: 720 } });
  await goTo(page, "#/watch?seed=1&game=0&step=60");
  await page.locator(".side .events").waitFor();
  for (const width of [1024, 820, 390]) {
    await page.setViewportSize({ width, height: 720 });
    await page.locator(".side").waitFor({ state: "hidden" });
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.locator(".side").waitFor();
  }
  await close();
});

test("what is said lies over a page that fits the screen, and moves nothing", async () => {
  const { page, close, complaints } = await newPage(browser);
  for (const [width, height] of /** @type {[number, number][]} */ ([[1280, 720], [844, 390], [390, 844]])) {
    await resize(page, width, height);
    await goTo(page, "#/watch?seed=1&game=0&step=60");
    const before = await measured(page);
    await page.evaluate(() => {
      const files = new window.DataTransfer();
      files.items.add(new window.File(["nonsense"], "wrong.txt"));
      document.body.dispatchEvent(new window.DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: files }));
    });
    await page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Close" }) }).waitFor();
    const after = await measured(page);
    assert.deepEqual([after.board, after.low, after.scrolls], [before.board, before.low, false], `${width}×${height}`);
  }
  // The browser says that it was refused.
  assert.deepEqual(complaints.filter((said) => !said.includes("422")), []);
  complaints.length = 0;
  await close();
});

test("at 4K, the tiles of reasons are as large as its letters", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 3840, height: 2160 } });
  await goTo(page, "#/watch?seed=1&game=0&step=60");
  await page.keyboard.press("d");
  const tile = page.locator(".side .discards .tiles.small .tile").first();
  await tile.waitFor();
  const [wide, letters] = await tile.evaluate((one) => [one.getBoundingClientRect().width, parseFloat(getComputedStyle(document.body).fontSize)]);
  assert.ok((wide ?? 0) > (letters ?? 0), `${wide} ${letters}`);
  await close();
});
