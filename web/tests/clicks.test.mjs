// Clicks, keys and drags that once did something else than what was meant.

import assert from "node:assert/strict";
import { browser, goToTable, newPage, post, server, stateOf, tableWhere, test } from "./host.mjs";
import { decides, later, movesOf, showing, stopClock } from "./setup.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

/** @param {number} seed */
async function deal(seed) {
  const players = { B: "standard", C: "standard", D: "standard" };
  return /** @type {SoloState} */ (await post("", { seat: "A", players, seed, game: 0 }));
}

/** Which tile of the hand the keyboard is on. @param {BrowserPage} page */
const focused = (page) =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll(".hand .tile-button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    return `${at} ${buttons[at]?.getAttribute("data-tile") ?? "none"}`;
  });

for (const [width, height] of /** @type {[number, number][]} */ ([[1280, 720], [390, 844]]))
  test(`for a PASS, neither a card nor the middle of the table is a player, ${width}×${height}`, async () => {
    const { page, close } = await newPage(browser, { viewport: { width, height } });
    const { table } = await deal(2);
    await goToTable(page, table);
    const pass = page.locator('.hand [data-tile="PASS"]:enabled').first();
    await page.keyboard.press("h");
    await page.locator(".hint-card tr").first().waitFor();
    await pass.click();
    for (const part of [".hint-card h2", ".hint-card tbody tr >> nth=1"]) await page.locator(part).click();
    await page.locator(".hint-card").getByRole("button", { name: "Close" }).click();
    assert.equal(await page.locator(".hint-card h2").count(), 0);
    // Whom it is for is still to be said.
    await page.locator(".choices[data-choosing]").waitFor();
    const middle = await page.locator(".ring").boundingBox();
    assert.ok(middle);
    await page.mouse.click(middle.x + middle.width / 2, middle.y + middle.height / 2);
    assert.equal(await movesOf(page), 0);
    // The name of a player is one.
    await decides(page, () => page.locator(".plates text", { hasText: /^D Easy/ }).click());
    const { view } = await stateOf(page);
    assert.equal(view.rivers.A.at(-1)?.target, "D");
    await close();
  });

test("a hidden hand is its player for a PASS", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 1280, height: 720 } });
  const { table } = await tableWhere(21, ({ legal, turn }) => turn > 3 && legal.some(({ action }) => action.startsWith("OUT PASS")));
  await goToTable(page, table);
  await page.locator('.hand [data-tile="PASS"]:enabled').first().click();
  const backs = await page.locator('.table g[data-tile="back"]:not([display])').all();
  const boxes = await Promise.all(backs.map((back) => back.boundingBox()));
  // The next in the order of play sits at the right.
  const box = boxes.filter((one) => one !== null).sort((one, other) => other.x - one.x)[0];
  assert.ok(box);
  await decides(page, () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2));
  assert.equal((await stateOf(page)).view.rivers.A.at(-1)?.target, "B");
  await close();
});

test("a hint leaves the keyboard on the tile that was chosen", async () => {
  const { page, close } = await newPage(browser);
  for (const seed of [5, 8, 9]) {
    const { table } = await deal(seed);
    await goToTable(page, table);
    await page.waitForFunction(() => document.activeElement?.closest(".choices"));
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
    const before = await focused(page);
    assert.match(before, /^2 /);
    await page.keyboard.press("h");
    await page.locator(".advised").first().waitFor();
    assert.equal(await focused(page), before, `seed ${seed}`);
  }
  await close();
});

test("a hint leaves the keyboard on the move that was chosen", async () => {
  const { page, close } = await newPage(browser);
  const { table } = await tableWhere(11, ({ claim, legal }) => Boolean(claim) && legal.length > 1);
  await goToTable(page, table);
  const action = () => page.evaluate(() => document.activeElement?.getAttribute("data-action"));
  await page.waitForFunction(() => document.activeElement?.closest(".actions"));
  const first = await action();
  await page.keyboard.press("ArrowRight");
  const second = await action();
  assert.notEqual(second, first);
  await page.keyboard.press("h");
  await page.locator(".advised").first().waitFor();
  assert.equal(await action(), second);
  await close();
});

test("after a PASS that is taken back, the keyboard is on it again", async () => {
  const { page, close } = await newPage(browser);
  const { table } = await deal(2);
  await goToTable(page, table);
  const pass = page.locator('.hand [data-tile="PASS"]:enabled').first();
  await pass.focus();
  const before = await focused(page);
  await page.keyboard.press("Enter");
  await page.locator(".choices[data-choosing]").waitFor();
  assert.match(await focused(page), /none/);
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), before);
  await close();
});

test("one's own calls are shown as long as those of the others", async () => {
  const { page, close } = await newPage(browser, { pace: "normal" });
  const { table } = await deal(364);
  await goToTable(page, table);
  await stopClock(page);
  await page.locator('.hand [data-tile="DOUBLE"]:enabled').first().click();
  const call = page.locator(".cry", { hasText: "DOUBLE" });
  await call.waitFor();
  // An event is shown for 280 milliseconds, and one that is called for 1.6 times that.
  await later(page, 447);
  assert.equal(await call.count(), 1);
  await later(page, 1);
  assert.equal(await call.count(), 0);
  await close();
});

test("while moves are shown, a turn is lost when it is lost", async () => {
  Object.assign(globalThis, { navigator: { language: "en" }, localStorage: { getItem: () => null } });
  const { unfold } = await import("../pace.js");
  const { tablesOf } = await import("../replay.js");
  let skipped = 0;
  for (let seed = 1; seed <= 12; seed += 1) {
    /** @type {SoloState[]} */
    const states = [await deal(seed)];
    for (let state = states[0]; state && !state.over; ) {
      const { legal, view, table, turn } = state;
      const wanted = (/** @type {(move: Move) => boolean} */ is) => legal.find(is);
      const move =
        wanted(({ action }) => action.startsWith("OUT PASS")) ??
        wanted(({ tile }) => tile === view.drawn?.tile) ??
        wanted(({ action }) => action === "DECLINE") ??
        legal[0];
      state = /** @type {SoloState} */ (await post(`/${table}/act`, { action: move?.action, turn }));
      states.push(state);
    }
    const replay = JSON.parse(await server.ask("/replay", { packed: states.at(-1)?.over?.packed }));
    const tables = tablesOf(replay);
    const offset = tables.length - (states.at(-1)?.events.length ?? 0);
    for (const [at, after] of states.slice(1).entries()) {
      const before = /** @type {SoloState} */ (states[at]);
      if (after.events.length === before.events.length) continue;
      const steps = unfold({ ...before, number: 1 }, { ...after, number: 1 });
      // The last one is what the server says.
      for (const [step, { event, view }] of steps.slice(0, -1).entries()) {
        const real = tables[offset + before.events.length + step];
        if (Object.values(real?.skips ?? {}).some((count) => count > 0)) skipped += 1;
        assert.deepEqual(view.skips, { A: 0, B: 0, C: 0, D: 0, ...real?.skips }, `seed ${seed}: ${event.say}`);
      }
    }
  }
  assert.ok(skipped > 20, `${skipped}`);
});

test("clicks that the browser counts as one make one move, however slow", async () => {
  const { page, close } = await newPage(browser);
  const { table, turn } = await tableWhere(21, (state) => state.turn === 2 && !state.claim);
  await goToTable(page, table);
  await stopClock(page);
  for (const [round, gaps] of [[450], [180, 180, 180]].entries()) {
    const box = await page.locator(".hand button:enabled").nth(3).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const click = async (/** @type {number} */ clickCount) => {
      await page.mouse.down({ clickCount });
      await page.mouse.up({ clickCount });
    };
    await decides(page, () => click(1));
    for (const [at, gap] of gaps.entries()) {
      await later(page, gap);
      await click(at + 2);
    }
    assert.equal(await movesOf(page), round + 1, `${gaps}`);
    assert.equal((await stateOf(page)).turn, turn + round + 1, `${gaps}`);
    // A claim would have its own buttons.
    assert.equal(await page.locator(".actions button").count(), 0);
    await later(page);
  }
  await close();
});

test("a double click while the others play shows at once what they do, and moves nothing", async () => {
  const { page, close } = await newPage(browser, { pace: "slow" });
  const { table, turn } = await tableWhere(21, (state) => state.turn === 2 && !state.claim);
  await goToTable(page, table);
  await stopClock(page);
  await page.locator(".hand button:enabled").last().click();
  await showing(page).waitFor();
  await later(page, 350);
  const box = await page.locator(".choices .hand .tile-button").nth(3).boundingBox();
  assert.ok(box);
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator(".hand button:enabled").first().waitFor();
  assert.equal(await movesOf(page), 1);
  assert.equal((await stateOf(page)).turn, turn + 1);
  await later(page);
  await page.locator(".hand button:enabled").nth(3).click();
  await page.locator('.choices[aria-busy="true"]').waitFor();
  assert.equal(await movesOf(page), 2);
  await close();
});

test("a key that is held down takes back one decision, and makes one move", async () => {
  const { page, close } = await newPage(browser);
  const { table, turn } = await tableWhere(21, (state) => state.turn === 4 && !state.claim);
  await goToTable(page, table);
  await decides(page, () => page.keyboard.down("u"));
  const undone = await stateOf(page);
  assert.ok(undone.turn < turn && undone.can_undo);
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down("u");
  await page.keyboard.up("u");
  // What is pressed is done in its order: another undo would be done before the move.
  await decides(page, () => page.locator(".hand button:enabled").first().click());
  assert.equal((await stateOf(page)).turn, undone.turn + 1);
  await close();
});

test("only the first button of a mouse drags, and Escape ends a drag", async () => {
  const { page, close } = await newPage(browser);
  const { table, turn } = await tableWhere(21, (state) => state.turn === 2 && !state.claim);
  await goToTable(page, table);
  const first = page.locator(".hand button:enabled").first();
  const box = await first.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const drag = async (/** @type {"left" | "right"} */ button, /** @type {string} */ key) => {
    await page.mouse.move(x, y);
    await page.mouse.down({ button });
    await page.mouse.move(x, y - 90, { steps: 4 });
    if (key) await page.keyboard.press(key);
    const moved = await first.evaluate((tile) => tile.style.getPropertyValue("translate"));
    await page.mouse.up({ button });
    assert.equal(await movesOf(page), 0, `${button} ${key}`);
    assert.equal(moved, "", `${button} ${key}`);
  };
  await drag("right", "");
  await drag("left", "Escape");
  await decides(page, () => first.click());
  assert.equal((await stateOf(page)).turn, turn + 1);
  await close();
});

test("letters are keys with Shift and Caps Lock too, but where the capital is another key", async () => {
  const { page, close } = await newPage(browser);
  const { table } = await deal(2);
  await goToTable(page, table);
  await page.keyboard.press("Shift+H");
  await page.locator(".hint-card tr").first().waitFor();
  await page.goto(`${server.address}/#/watch?seed=1&game=0&step=60`);
  // Not the table of the game before.
  await page.locator(".watch:not(.play) .table").waitFor();
  await page.keyboard.press("Shift+O");
  await page.getByRole("button", { name: "Hands hidden" }).waitFor();
  await page.keyboard.press("Shift+C");
  await page.waitForFunction(() => Number(document.querySelector(".counter")?.textContent?.split(" ")[0]) < 60);
  await close();
});
