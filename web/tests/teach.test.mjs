// The first game that teaches, the rules behind "?", what special tiles do, and sounds.

import assert from "node:assert/strict";
import { browser, goToTable, newPage, server, smokeTest, stateOf, tableWhere, test } from "./host.mjs";
import { assertAccessible, decides, later, resize, showsAll, stopClock } from "./setup.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

const SCREENS = /** @type {[number, number][]} */ ([[390, 844], [844, 390], [1280, 720], [320, 568], [320, 256]]);

/** @param {BrowserPage} page */
async function learn(page) {
  await page.goto(`${server.address}/#/`);
  await page.getByRole("link", { name: "Learn in five steps" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  await page.locator(".lesson h2", { hasText: "A winning hand" }).waitFor();
}

/** @param {string[]} tiles */
async function distanceOf(tiles) {
  return JSON.parse(await server.ask("/hand", { tiles: tiles.join(" ") })).distance;
}

test("one answer of the lesson completes its hand, and no other does", async () => {
  const { page, close } = await newPage(browser);
  await learn(page);
  const names = (/** @type {string} */ where) =>
    page.locator(where).evaluateAll((tiles) => tiles.map((tile) => (tile.getAttribute("aria-label") ?? tile.getAttribute("alt") ?? "").split(" ")[0] ?? ""));
  const known = await names(".example .tile");
  const answers = await names(".answers button");
  assert.equal(known.length, 13);
  const distances = await Promise.all(answers.map((tile) => distanceOf([...known, tile])));
  const [right, other] = answers.filter((_, at) => distances[at] === 0);
  assert.ok(right && !other, String(distances));
  await page.locator(`.answers [data-tile="${right}"]`).click();
  await page.locator(".lesson .task.done").waitFor();
  await page.keyboard.press("?");
  assert.equal(await distanceOf(await names(".rulebook .example .tile")), 0);
  await close();
});

smokeTest("five steps are learnt beside a game, each by doing it", async () => {
  const { page, close } = await newPage(browser, { fresh: true });
  await learn(page);
  const done = page.locator(".lesson .task.done");
  const next = page.locator(".lesson").getByRole("button", { name: "Next" });
  await page.locator('.answers [data-tile="8P"]').click();
  assert.equal(await page.locator(".lesson .task").textContent(), "Not that one: the last tile has no partner yet.");
  await page.locator('.answers [data-tile="Z"]').click();
  await done.waitFor();
  await assertAccessible(page, "the first step");
  await next.click();
  assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? "", /Draw and discard/);
  await page.locator('.hand [data-tile="DOUBLE"]').click();
  await done.waitFor();
  await next.click();
  // Here, the second discard leads to a pong.
  await page.locator('.hand [data-tile="F"]:enabled').press("Enter");
  await page.locator('.actions [data-action="PONG"]').waitFor();
  assert.equal(await done.count(), 0);
  await page.locator('.actions [data-action="PONG"]').click();
  await done.waitFor();
  await assertAccessible(page, "the third step");
  await next.click();
  await page.locator(".lesson h2", { hasText: "Special tiles" }).waitFor();
  // What was done before does not count, but one can go on.
  await page.locator(".hand button:enabled").last().click();
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(await done.count(), 0);
  await next.click();
  await page.keyboard.press("h");
  await done.waitFor();
  await page.locator(".lesson").getByRole("button", { name: "Finish" }).click();
  await page.getByRole("status").filter({ hasText: "That was all" }).waitFor();
  assert.equal(await page.locator(".lesson").isVisible(), false);
  await page.reload();
  await page.locator(".choices button:enabled, .summary").first().waitFor();
  assert.equal(await page.locator(".lesson").isVisible(), false);
  await close();
});

test("who plays on is not asked about the lesson again, and the table stays where it is", async () => {
  const { page, close } = await newPage(browser, { fresh: true, viewport: { width: 1280, height: 720 } });
  const { table } = await tableWhere(21, ({ turn }) => turn === 0);
  await goToTable(page, table);
  await page.locator(".lesson", { hasText: "New here?" }).waitFor();
  const board = await page.locator(".board").boundingBox();
  await decides(page, () => page.locator(".hand button:enabled").first().click());
  assert.equal(await page.locator(".lesson").isVisible(), false);
  assert.deepEqual(await page.locator(".board").boundingBox(), board);
  await page.reload();
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(await page.locator(".lesson").isVisible(), false);
  await close();
});

for (const [width, height] of [[320, 568], [844, 390], [568, 320], [640, 360]])
  test(`on a screen of ${width}×${height}, the first step of the lesson shows all of its puzzle`, async () => {
    const { page, close } = await newPage(browser, { fresh: true, viewport: { width: width ?? 0, height: height ?? 0 } });
    await page.goto(`${server.address}/#/learn`);
    await page.locator(".lesson h2", { hasText: "A winning hand" }).waitFor();
    const parts = page.locator(".lesson .example .tile, .lesson .gap, .lesson .answers button");
    assert.equal(await parts.count(), 17);
    for (const part of await parts.all()) {
      const box = await part.boundingBox();
      const on = box && (await page.evaluate(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest(".example, .answers") !== null, [box.x + box.width / 2, box.y + box.height / 2]));
      assert.ok(on, JSON.stringify(box));
    }
    await page.locator(".lesson .answers button").nth(1).click();
    await page.locator(".lesson .task.done").waitFor();
    // What is done stays done.
    await page.locator(".lesson .answers button").first().click();
    assert.equal(await page.locator(".lesson .task.done").textContent(), "✓ Well done!");
    await page.locator(".lesson").getByRole("button", { name: "Next" }).click();
    await page.locator(".choices button:enabled").first().waitFor();
    await close();
  });

test("the offer of the lesson lies where nothing else is, on every screen", async () => {
  const { table } = await tableWhere(21, ({ turn }) => turn === 0);
  for (const locale of ["en-US", "zh-CN"]) {
    const { page, close } = await newPage(browser, { fresh: true, locale });
    await goToTable(page, table);
    for (const [width, height] of [...SCREENS, [568, 320], [640, 360], [768, 1024], [3840, 2160]]) {
      const where = `${width}×${height} ${locale}`;
      await resize(page, width ?? 0, height ?? 0);
      await page.locator(".lesson.offered").waitFor();
      const found = await page.evaluate(() => {
        const box = (/** @type {Element} */ one) => one.getBoundingClientRect();
        const text = document.createRange();
        text.selectNodeContents(/** @type {Element} */ (document.querySelector(".offered .task")));
        const parts = [text.getBoundingClientRect(), ...[...document.querySelectorAll(".offered button")].map(box)];
        const others = [...document.querySelectorAll(".hand button, .bar button, .bar a, .board")].filter((one) => one.checkVisibility()).map(box);
        const touch = (/** @type {DOMRect} */ one, /** @type {DOMRect} */ two) =>
          one.left < two.right - 0.5 && two.left < one.right - 0.5 && one.top < two.bottom - 0.5 && two.top < one.bottom - 0.5;
        return {
          apart: parts.every((one, at) => ![...others, ...parts.slice(at + 1)].some((two) => touch(one, two))),
          inside: parts.every(({ left, right, top, bottom }) => left >= 0 && right <= window.innerWidth && top >= 0 && bottom <= window.innerHeight),
          scrolls: document.documentElement.scrollHeight > window.innerHeight || document.documentElement.scrollWidth > window.innerWidth,
          parts,
        };
      });
      assert.deepEqual([found.apart, found.inside, found.scrolls], [true, true, false], `${where} ${JSON.stringify(found.parts)}`);
    }
    await close();
  }
});

test("the lesson is offered once there is nothing to claim, and still is after a claim", async () => {
  const { page, close } = await newPage(browser, { fresh: true });
  const { table } = await tableWhere(11, ({ claim }) => Boolean(claim));
  await goToTable(page, table);
  const decline = page.locator('.actions [data-action="DECLINE"]');
  await decline.waitFor();
  assert.equal(await page.locator(".lesson").isVisible(), false);
  while (await decline.count()) await decides(page, () => decline.click());
  await page.locator(".lesson.offered").waitFor();
  await decides(page, () => page.locator(".hand button:enabled").first().click());
  assert.equal(await page.locator(".lesson").isVisible(), false);
  await close();
});

test("while a step of the lesson lies where the table was, nothing is said of the hand and no hint is given", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 320, height: 568 } });
  await page.goto(`${server.address}/#/learn`);
  await page.locator(".lesson h2", { hasText: "A winning hand" }).waitFor();
  await page.locator(".said", { hasText: "Your turn" }).waitFor({ state: "hidden" });
  assert.equal(await page.locator(".said").isVisible(), false);
  assert.equal(await page.locator(".bar .ask").isVisible(), false);
  let asked = 0;
  await server.intercept(page, "/hint", () => {
    asked += 1;
    return {};
  });
  await page.keyboard.press("h");
  await page.locator(".lesson").getByRole("button", { name: "Next" }).click();
  await page.locator(".said", { hasText: "Your turn" }).waitFor();
  await page.keyboard.press("h");
  await page.locator(".advised").first().waitFor();
  assert.equal(asked, 1);
  await close();
});

for (const [width, height] of [[390, 844], [844, 390]])
  test(`the end of the lesson pushes nothing off a screen of ${width}×${height}`, async () => {
    const { page, close } = await newPage(browser, { viewport: { width: width ?? 0, height: height ?? 0 } });
    await page.goto(`${server.address}/#/`);
    await page.evaluate(() => localStorage.setItem("hule.lesson", JSON.stringify({ step: 4, shown: true, table: "" })));
    await page.goto(`${server.address}/#/learn`);
    await page.locator(".lesson").getByRole("button", { name: "Finish" }).click();
    await page.getByRole("status").filter({ hasText: "That was all" }).waitFor();
    const hand = await page.locator(".choices").boundingBox();
    assert.ok(hand && hand.y + hand.height <= (height ?? 0), JSON.stringify(hand));
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight), false);
    await close();
  });

test("the lesson is offered at the first table only, can be left, and goes on where it was", async () => {
  const { page, close } = await newPage(browser, { fresh: true });
  const { table } = await tableWhere(21, ({ turn }) => turn === 0);
  await goToTable(page, table);
  await page.locator(".lesson", { hasText: "New here?" }).waitFor();
  await assertAccessible(page, "the offer");
  await page.locator(".lesson").getByRole("button", { name: "No, thanks" }).click();
  assert.equal(await page.locator(".lesson").isVisible(), false);
  await page.reload();
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(await page.locator(".lesson").isVisible(), false);
  await learn(page);
  const lesson = new URL(page.url()).hash;
  await page.locator(".lesson").getByRole("button", { name: "Next" }).click();
  await page.locator(".lesson").getByRole("button", { name: "Leave the lesson" }).click();
  await page.goto(`${server.address}/#/`);
  await page.getByRole("link", { name: "Go on learning: step 2 of 5" }).click();
  await page.locator(".lesson h2", { hasText: "Draw and discard" }).waitFor();
  assert.equal(new URL(page.url()).hash, lesson, "at the same table");
  await page.goBack();
  await page.locator(".cards").waitFor();
  await close();
});

for (const [scheme, locale] of /** @type {["light" | "dark", string][]} */ ([["light", "en-US"], ["dark", "zh-CN"]])) {
  test(`the lesson covers nothing on any screen, ${scheme}, ${locale}`, async () => {
    const { page, close } = await newPage(browser, { colorScheme: scheme, locale });
    await page.goto(`${server.address}/#/`);
    await page.evaluate(() => localStorage.setItem("hule.lesson", JSON.stringify({ step: 2, shown: true, table: "" })));
    await page.goto(`${server.address}/#/learn`);
    await page.locator(".lesson h2").waitFor();
    await page.locator(".choices button:enabled").first().waitFor();
    for (const [width, height] of SCREENS) {
      await resize(page, width, height);
      for (const folded of [false, true]) {
        const is = await page.locator(".lesson").evaluate((lesson) => lesson.classList.contains("folded"));
        if (is !== folded) await page.locator(".lesson .fold").click();
        const { lesson, board, desk, scrolls } = await page.evaluate(() => ({
          lesson: document.querySelector(".lesson")?.getBoundingClientRect().toJSON(),
          board: document.querySelector(".board")?.getBoundingClientRect().toJSON(),
          desk: document.querySelector(".choices")?.getBoundingClientRect().toJSON(),
          scrolls: document.documentElement.scrollHeight > window.innerHeight || document.documentElement.scrollWidth > window.innerWidth,
        }));
        const where = `${width}×${height} ${folded}: ${JSON.stringify({ lesson, board, desk })}`;
        assert.ok(!scrolls, where);
        assert.ok(lesson.right <= board.left + 0.5 || lesson.bottom <= board.top + 0.5, where);
        assert.ok(board.bottom <= desk.top + 0.5 && desk.bottom <= height + 0.5, where);
        assert.ok(board.height >= 60 && board.width >= 200, where);
      }
      await assertAccessible(page, `the lesson, ${width}×${height}`);
    }
    await close();
  });
}

test("the rules are behind `?` on every page, and the focus comes back", async () => {
  const { page, close } = await newPage(browser);
  for (const hash of ["#/", "#/play", "#/hand", "#/watch?seed=1", "#/friends", "#/history"]) {
    await page.goto("about:blank");
    await page.goto(`${server.address}/${hash}`);
    await page.locator("main > *").first().waitFor();
    const button = page.locator("header").getByRole("button", { name: "Rules and keys" });
    await button.waitFor();
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Rules and keys" });
    await dialog.getByText("There is no kong.").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Close");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "?", hash);
  }
  await close();
});

test("at a table on a phone, the rules and the languages are at hand", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 320, height: 568 } });
  const { table } = await tableWhere(21, ({ turn }) => turn === 1);
  await goToTable(page, table);
  await page.keyboard.press("m");
  await page.locator(".side").getByRole("button", { name: "Rules and keys" }).click();
  await page.getByRole("dialog").waitFor();
  await assertAccessible(page, "the rules on a phone");
  await page.keyboard.press("Escape");
  await page.locator(".side").getByRole("button", { name: "中文" }).click();
  await page.locator(".said", { hasText: "轮到你" }).waitFor();
  assert.equal(new URL(page.url()).hash, `#/play?table=${table}`);
  await close();
});

/** @param {SoloState} state */
const holdsSpecial = ({ view, claim, seat }) => {
  const hand = view.hands[seat];
  return !claim && Array.isArray(hand) && hand.includes("REVERSE");
};

test("a special tile says what it does: to a pointer, to the keyboard, and to a finger that stays", async () => {
  const { page, close } = await newPage(browser, { hasTouch: true });
  const { table, turn } = await tableWhere(21, holdsSpecial);
  await goToTable(page, table);
  const tile = page.locator('.hand [data-tile="REVERSE"]').first();
  const tip = page.getByRole("tooltip");
  await tile.hover();
  await tip.filter({ hasText: "REVERSE: the order of play is reversed." }).waitFor();
  await assertAccessible(page, "a tip");
  await stopClock(page);
  await page.mouse.move(2, 2);
  // The pointer has a moment to reach it.
  await later(page, 149);
  assert.ok(await tip.isVisible());
  await later(page, 1);
  await tip.waitFor({ state: "hidden" });
  // The arrows go through the hand.
  await page.keyboard.press("ArrowRight");
  for (let tries = 0; tries < 20 && !(await tile.evaluate((one) => one === document.activeElement)); tries += 1)
    await page.keyboard.press("ArrowRight");
  await tip.filter({ hasText: "REVERSE" }).waitFor();
  assert.equal(await tile.getAttribute("aria-describedby"), "tip");
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "hidden" });
  const box = /** @type {{ x: number, y: number, width: number, height: number }} */ (await tile.boundingBox());
  const touch = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const fingers = await page.context().newCDPSession(page);
  await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [touch] });
  await later(page, 449);
  assert.ok(await tip.isHidden());
  await later(page, 1);
  await tip.filter({ hasText: "REVERSE" }).waitFor();
  await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  // It was asked what it does, not discarded.
  assert.equal((await stateOf(page)).turn, turn);
  await tip.filter({ hasText: "REVERSE" }).waitFor();
  await close();
});

test("sounds are off at first, on by their switch, and remembered", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 1600, height: 900 }, pace: "fast" });
  await page.addInitScript(() => {
    const heard = { contexts: 0, tones: 0 };
    Object.assign(window, { heard });
    const [Context, start] = [window.AudioContext, window.OscillatorNode.prototype.start];
    window.AudioContext = class extends Context {
      constructor() {
        super();
        heard.contexts += 1;
      }
    };
    window.OscillatorNode.prototype.start = function (when) {
      heard.tones += 1;
      start.call(this, when);
    };
  });
  const heard = () => page.evaluate(() => /** @type {any} */ (window).heard);
  const { table } = await tableWhere(21, ({ turn }) => turn === 0);
  await goToTable(page, table);
  const move = () => decides(page, () => page.locator(".choices button:enabled").first().press("Enter"));
  await move();
  assert.deepEqual(await heard(), { contexts: 0, tones: 0 });
  await page.getByLabel("Sounds").check();
  const { tones } = await heard();
  assert.ok(tones > 0, "the switch is heard");
  await page.getByLabel("Sounds").uncheck();
  await move();
  assert.equal((await heard()).tones, tones, "none when it is off");
  await page.getByLabel("Sounds").check();
  // Without a gesture there is none.
  await page.reload();
  await page.locator(".choices button:enabled").first().waitFor();
  assert.deepEqual(await heard(), { contexts: 0, tones: 0 });
  assert.ok(await page.getByLabel("Sounds").isChecked());
  await move();
  assert.ok((await heard()).tones > 0, "it is remembered");
  await close();
});

test("what a special tile does is shown where it is played, and the order turns", async () => {
  const { page, close } = await newPage(browser, { pace: "slow", viewport: { width: 1280, height: 720 } });
  const { table } = await tableWhere(21, holdsSpecial);
  await goToTable(page, table);
  await page.evaluate(() => {
    const seen = /** @type {string[]} */ ([]);
    Object.assign(window, { seen, turned: 0 });
    const ring = window.Element.prototype.animate;
    window.Element.prototype.animate = function (...how) {
      if (this.classList.contains("ring")) Object.assign(window, { turned: /** @type {any} */ (window).turned + 1 });
      return ring.apply(this, how);
    };
    new window.MutationObserver(() => seen.push(document.querySelector(".cry")?.textContent ?? "")).observe(
      /** @type {Element} */ (document.querySelector(".cries")),
      { childList: true },
    );
  });
  await page.locator('.hand [data-tile="REVERSE"]:enabled').first().click();
  await showsAll(page);
  const { seen, turned } = await page.evaluate(() => ({ seen: /** @type {any} */ (window).seen, turned: /** @type {any} */ (window).turned }));
  assert.ok(seen.includes("REVERSEthe order turns round"), seen.join());
  assert.ok(turned > 0);
  await close();
});

test("who may be named by a PASS is marked, and hidden hands leave the names free", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
  const { table } = await tableWhere(11, ({ legal }) => legal.some(({ action }) => action.startsWith("OUT PASS")));
  await goToTable(page, table);
  const strokes = () => page.locator(".plates circle").evaluateAll((discs) => discs.map((disc) => getComputedStyle(disc).strokeWidth));
  const before = await strokes();
  await page.locator('.hand [data-tile="PASS"]:enabled').first().click();
  await page.locator(".choices[data-choosing]").waitFor();
  const marked = (await strokes()).map((width, at) => width !== before[at] && width === "2px");
  assert.deepEqual(marked, [false, true, true, true]);
  await page.keyboard.press("Escape");
  for (const [width, height] of SCREENS.slice(0, 3)) {
    await resize(page, width, height);
    const covered = await page.evaluate(() => {
      const tiles = [...document.querySelectorAll(".table g[data-tile]:not([display]) > use")].map((tile) => tile.getBoundingClientRect());
      const names = [...document.querySelectorAll(".plates text")].map((name) => name.getBoundingClientRect());
      return names.filter((name) => tiles.some((tile) => tile.left < name.right - 1 && tile.right > name.left + 1 && tile.top < name.bottom - 3 && tile.bottom > name.top + 3)).length;
    });
    assert.equal(covered, 0, `${width}×${height}`);
  }
  await close();
});
