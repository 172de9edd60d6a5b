// How a game feels: moves come one after another, tiles are pushed, switches decide, the end is a card.

import assert from "node:assert/strict";
import { browser, goToTable, newPage, readyToWin, server, stateOf, tableWhere, test } from "./host.mjs";
import { assertAccessible, decides, later, movesOf, showing, showsAll, stopClock } from "./setup.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

test("the others' moves come one after another, and a click shows the rest at once", async () => {
  const { page, close } = await newPage(browser, { pace: "slow" });
  const { table } = await tableWhere(21, ({ turn, claim }) => turn === 2 && !claim);
  await goToTable(page, table);
  await stopClock(page);
  // The page itself counts the tiles that lie open, whenever that changes.
  await page.evaluate(() => {
    const counts = /** @type {number[]} */ ([]);
    const count = () => {
      const now = document.querySelectorAll(".table g[data-tile]:not([display]) > use:not([href='#tile-back'])").length;
      if (now !== counts.at(-1)) counts.push(now);
    };
    count();
    new window.MutationObserver(count).observe(document.querySelector(".board") ?? document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(window, { counts });
  });
  await page.locator(".hand button:enabled").last().click();
  await showsAll(page);
  const counts = /** @type {number[]} */ (await page.evaluate("counts"));
  assert.ok(counts.length > 3, `tiles were seen to come one by one: ${counts}`);
  assert.ok(counts.every((count, at) => at === 0 || count - (counts[at - 1] ?? 0) <= 2), `${counts}`);
  // Nothing can be chosen meanwhile, and a click on the table ends it.
  await page.locator(".hand button:enabled").last().click();
  await showing(page).waitFor();
  await page.locator(".board").click({ position: { x: 5, y: 5 } });
  assert.ok(await page.locator(".choices button:enabled").count());
  assert.equal((await stateOf(page)).events.length, await page.locator(".play .events li").count());
  // So does one on the hand, where people click anyway; but the second of a double click does not.
  await later(page);
  const box = await page.locator(".hand button:enabled").last().boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await showing(page).waitFor();
  await later(page, 300);
  await page.mouse.click(x, y);
  assert.equal(await showing(page).count(), 1);
  await later(page, 50);
  await page.mouse.click(x, y);
  assert.equal(await showing(page).count(), 0);
  await close();
});

test("claims are called out, and nothing moves for those who want less motion", async () => {
  const { page, close } = await newPage(browser, { pace: "slow", reducedMotion: "reduce" });
  const before = await tableWhere(11, ({ turn }) => turn === 1);
  await goToTable(page, before.table);
  await stopClock(page);
  await page.evaluate(() => {
    const seen = /** @type {{ cries: Set<string>, moved: number }} */ ({ cries: new Set(), moved: 0 });
    Object.assign(window, { seen });
    const look = () => {
      for (const cry of document.querySelectorAll(".cry")) seen.cries.add(cry.textContent ?? "");
      seen.moved = Math.max(seen.moved, document.getAnimations().length);
      requestAnimationFrame(look);
    };
    look();
  });
  // Here, D pongs what is drawn.
  await page.locator(".hand button.drawn").click();
  await showsAll(page);
  const { cries, moved } = await page.evaluate(() => {
    const { seen } = /** @type {any} */ (window);
    return { cries: [...seen.cries], moved: seen.moved };
  });
  const { events } = await stateOf(page);
  const claims = events.slice(before.events.length).filter(({ kind }) => ["chow", "pong"].includes(kind));
  assert.ok(claims.length > 0, "the seed has a claim");
  assert.ok(claims.every(({ kind }) => cries.includes(kind.toUpperCase())), cries.join());
  assert.equal(moved, 0);
  await close();
});

test("a tile that is pushed up is discarded", async () => {
  const { page, close } = await newPage(browser);
  const { table, turn } = await tableWhere(21, (state) => state.turn === 2 && !state.claim);
  await goToTable(page, table);
  const first = page.locator(".hand button:enabled").first();
  const [tile, box] = [await first.getAttribute("data-tile"), await first.boundingBox()];
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40);
  // It is let go over the table, where no button is.
  await page.mouse.move(x + 80, y - 200);
  await decides(page, () => page.mouse.up());
  const { turn: next, view } = await stateOf(page);
  assert.equal(next, turn + 1);
  assert.equal(view.rivers.A.at(-1)?.tile, tile);
  await close();
});

test("a tile that is dragged and let go elsewhere, or put back, is not discarded", async () => {
  const { page, close } = await newPage(browser);
  const { table, turn } = await tableWhere(21, (state) => state.turn === 2 && !state.claim);
  await goToTable(page, table);
  const first = page.locator(".hand button:enabled").first();
  const box = await first.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const way of [[[250, 0]], [[0, 50]], [[0, -90], [0, 0]]]) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const [right = 0, down = 0] of way) await page.mouse.move(x + right, y + down, { steps: 4 });
    await page.mouse.up();
    assert.equal(await movesOf(page), 0, String(way));
  }
  // A click is one after that too.
  await decides(page, () => first.click());
  assert.equal((await stateOf(page)).turn, turn + 1);
  await close();
});

test("two presses of a key in one moment make one move, two later ones two", async () => {
  const { page, close } = await newPage(browser);
  const { table, turn } = await tableWhere(21, (state) => state.turn === 2 && !state.claim);
  await goToTable(page, table);
  /**
   * Presses when the page has answered what was pressed before.
   * @param {number} time
   */
  const press = async (time) => {
    await page.locator(".choices:not([aria-busy]) .hand button:enabled").first().waitFor();
    await page.evaluate((at) => {
      const event = new MouseEvent("click", { bubbles: true, cancelable: true });
      Object.defineProperty(event, "timeStamp", { value: at });
      document.querySelector('[data-action="DECLINE"], .hand button:enabled')?.dispatchEvent(event);
    }, time);
  };
  await decides(page, () => press(1000));
  await press(1030);
  await press(1119);
  assert.equal(await movesOf(page), 1);
  await decides(page, () => press(1130));
  assert.equal((await stateOf(page)).turn, turn + 2);
  await close();
});

test("a PASS is given to the player that is touched", async () => {
  const { page, close } = await newPage(browser);
  const state = await tableWhere(11, ({ legal }) => legal.some(({ action }) => action.startsWith("OUT PASS")));
  await goToTable(page, state.table);
  await page.locator('.hand [data-tile="PASS"]:enabled').first().click();
  await decides(page, () => page.locator(".plates text", { hasText: /^C$/ }).click());
  const { view } = await stateOf(page);
  assert.equal(view.rivers.A.findLast(({ tile }) => tile === "PASS")?.target, "C");
  await close();
});

test("pointing at a tile marks its kind on the table", async () => {
  const { page, close } = await newPage(browser);
  const state = await tableWhere(21, ({ view, claim, turn, seat }) => {
    const hand = view.hands[seat];
    const lying = Object.values(view.rivers).flat().map(({ tile }) => tile);
    return turn > 3 && !claim && Array.isArray(hand) && hand.some((tile) => lying.includes(tile));
  });
  await goToTable(page, state.table);
  const lying = Object.values(state.view.rivers).flat().map(({ tile }) => tile);
  const hand = state.view.hands.A;
  const tile = (Array.isArray(hand) ? hand : []).find((one) => lying.includes(one));
  await page.locator(`.hand [data-tile="${tile}"]`).first().hover();
  assert.equal(await page.locator(".table .same:not([display])").count(), lying.filter((one) => one === tile).length);
  await page.mouse.move(2, 2);
  assert.equal(await page.locator(".table .same").count(), 0);
  await close();
});

test("switches decide what the person does not want to be asked", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 1600, height: 900 } });
  const { table } = await tableWhere(21, ({ turn }) => turn === 0);
  await goToTable(page, table);
  // The last of them discards at once what was just drawn.
  for (const name of ["Win automatically", "No claims", "Discard what I draw"]) await page.getByLabel(name).check();
  // Only a PASS, which needs a name, is still asked for.
  for (let asked = 0; asked < 8 && !(await page.locator(".summary").count()); asked += 1) {
    const state = await stateOf(page);
    if (state.over) break;
    const settled = page.locator(".summary").or(page.locator('.hand .drawn[data-tile="PASS"]:enabled'));
    await settled.first().waitFor();
    if (await page.locator(".summary").count()) break;
    await page.locator(".hand .drawn").click();
    // Not within the time of a double click: the names of a PASS are where they were the last time.
    await later(page);
    await decides(page, () => page.locator(".actions button").first().click());
  }
  assert.ok((await stateOf(page)).over);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("hule.habits") ?? "{}"));
  assert.deepEqual([kept.win, kept.decline, kept.discard], [true, true, true]);
  await close();
});

test("a switch that is turned on decides what is asked just then", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 1600, height: 900 } });
  const claimed = await tableWhere(21, ({ claim }) => Boolean(claim));
  await goToTable(page, claimed.table);
  await decides(page, () => page.getByLabel("No claims").check());
  assert.ok((await stateOf(page)).turn > claimed.turn);
  await page.getByLabel("No claims").uncheck();
  await goToTable(page, (await readyToWin()).table);
  await page.getByLabel("Win automatically").check();
  await page.locator(".summary h2", { hasText: "You win!" }).waitFor();
  // From then on, nobody is asked.
  await goToTable(page, (await readyToWin()).table);
  await page.locator(".summary h2", { hasText: "You win!" }).waitFor();
  await close();
});

test("whoever leaves the page while a switch plays on has stopped it", async () => {
  const { page, close } = await newPage(browser, { viewport: { width: 1600, height: 900 } });
  const { table, turn } = await tableWhere(21, (state) => state.turn === 2 && !state.claim);
  let open = () => {};
  const gate = new Promise((resolve) => (open = () => resolve(null)));
  await server.intercept(page, "/act", async () => {
    await gate;
    return {};
  });
  await goToTable(page, table);
  const answered = page.waitForResponse(/\/act\b/);
  await page.getByLabel("Discard what I draw").check();
  assert.equal(await movesOf(page), 1);
  await page.getByRole("link", { name: "Leave the table" }).click();
  await page.getByRole("button", { name: "Sit down" }).waitFor();
  open();
  await (await answered).finished();
  // Whatever follows from the answer is asked for before what is asked for now.
  await page.evaluate(() => fetch("./", { method: "HEAD" }));
  assert.equal(await movesOf(page), 1);
  assert.equal((await server.stateOf(page, table)).turn, turn + 1);
  await close();
});

test("the end is a card with every hand, the distances and their curves; another deal comes first", async () => {
  const over = await tableWhere(32, (state) => state.over !== null);
  for (const [width, height] of /** @type {[number, number][]} */ ([[1280, 720], [320, 568]])) {
    const { page, close } = await newPage(browser, { viewport: { width, height } });
    await goToTable(page, over.table);
    await page.locator(".summary .chart").waitFor();
    assert.equal(await page.locator(".summary .button").first().textContent(), "Another deal");
    assert.equal(await page.locator(".held").count(), 4);
    assert.deepEqual(
      (await page.locator(".held .near").allTextContents()).filter((text) => !/^(wins|ready \(1\)|distance \d+)$/.test(text)),
      [],
    );
    const card = await page.locator(".summary").boundingBox();
    assert.ok(card && card.y >= 0 && card.y + card.height <= height && card.width <= width);
    await assertAccessible(page, "the end");
    await page.getByRole("button", { name: "Another deal" }).click();
    await page.locator(".choices button:enabled").first().waitFor();
    await close();
  }
});

test("one click on the first page is enough to play, with the same players as last time", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/`);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  await page.goto(`${server.address}/#/play`);
  await page.getByRole("radio", { name: "D" }).check();
  await page.locator("form select").first().selectOption("useful");
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  await page.goto(`${server.address}/#/`);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.locator(".plates text", { hasText: "D you" }).waitFor();
  assert.equal(await page.locator(".plates text", { hasText: "A Normal" }).count(), 1);
  await close();
});
