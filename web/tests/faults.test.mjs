// What once went wrong for people who played: each of these failed before it was mended.

import assert from "node:assert/strict";
import { browser, goToTable, newPage, post, server, smokeTest, stateOf, tableWhere, test } from "./host.mjs";
import { chooses, decides, later, movesOf, stopClock } from "./setup.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

test("a double click makes one move", async () => {
  const { page, close } = await newPage(browser);
  let answered = Promise.resolve();
  await server.intercept(page, "/act", async () => {
    await answered;
    return {};
  });
  await stopClock(page);
  for (const shown of [true, false]) {
    for (const gap of [0, 40, 100, 180, 349]) {
      await page.goto("about:blank");
      await goToTable(page, (await tableWhere(21, (state) => state.turn === 2 && !state.claim)).table);
      const { turn } = await stateOf(page);
      const box = await page.locator(".hand button:enabled").first().boundingBox();
      assert.ok(box);
      const click = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      const again = async () => {
        await later(page, gap);
        await click();
      };
      let answer = () => {};
      if (!shown) answered = new Promise((resolve) => (answer = resolve));
      await decides(page, async () => {
        await click();
        if (!shown) await again();
        answer();
      });
      if (shown) await again();
      const where = `${gap} ms, ${shown ? "after" : "before"} the move is shown`;
      assert.equal(await movesOf(page), 1, where);
      assert.equal((await stateOf(page)).turn, turn + 1, where);
      if (gap < 349) continue;
      // From there on it is another move.
      await later(page, 1);
      await decides(page, click);
      assert.equal(await movesOf(page), 2, where);
    }
  }
  await close();
});

smokeTest("what is pressed while a request runs is done after it", async () => {
  const { page, close } = await newPage(browser);
  const { table, turn } = await tableWhere(21, (state) => state.turn === 2 && !state.claim);
  // The answer to the move is slow; a hint is asked for meanwhile, and then an undo.
  let answer = () => {};
  const held = new Promise((resolve) => (answer = () => resolve(null)));
  await server.intercept(page, "/act", async () => {
    await held;
    return {};
  });
  await goToTable(page, table);
  await page.locator(".hand button:enabled").first().click();
  await page.locator('.choices[aria-busy="true"]').waitFor();
  await page.keyboard.press("u");
  await page.keyboard.press("h");
  answer();
  await page.locator(".advised").first().waitFor();
  assert.equal((await stateOf(page)).turn, turn, "the move was made, and taken back");
  await close();
});

test("a move does not wait for a hint, and the hint for another turn is not shown", async () => {
  const { page, close } = await newPage(browser);
  const { table, turn } = await tableWhere(21, (state) => state.turn === 2 && !state.claim);
  let answer = () => {};
  const held = new Promise((resolve) => (answer = () => resolve(null)));
  const reasons = [["late"], ["in time"]];
  await server.intercept(page, "/hint", async () => {
    const said = reasons.shift();
    if (said?.includes("late")) await held;
    return { json: { type: "hint", action: "OUT E", reasons: said, choices: [] } };
  });
  await goToTable(page, table);
  await page.keyboard.press("h");
  await decides(page, () => page.locator(".hand button:enabled").first().click());
  assert.equal((await stateOf(page)).turn, turn + 1);
  await page.evaluate(() => {
    const said = document.querySelector(".play .said") ?? document.body;
    const seen = /** @type {string[]} */ ([]);
    new window.MutationObserver(() => seen.push(said.textContent ?? "")).observe(said, { childList: true });
    Object.assign(window, { seen });
  });
  answer();
  // The answer to a later question comes later.
  await page.keyboard.press("h");
  await page.locator(".said", { hasText: "in time" }).waitFor();
  assert.deepEqual((/** @type {string[]} */ (await page.evaluate("seen"))).filter((said) => said.includes("late")), []);
  await close();
});

test("a hint compares other choices with the advised one, or calls them equal", async () => {
  const { page, close } = await newPage(browser);
  const state = await tableWhere(21, ({ turn, claim }) => turn === 2 && !claim);
  const [one, two, three, four] = state.legal.map(({ action, label, tile }) => ({ action, label, tile, distance: 3, useful: {} }));
  await server.intercept(page, "/hint", () => ({
    json: {
      type: "hint",
      action: one?.action,
      reasons: [],
      choices: [
        { ...one, wins: 0.3, loss: { mean: 0, error: 0 } },
        { ...two, wins: 0.31, loss: { mean: -0.01, error: 0.008 } },
        { ...three, wins: 0.25, loss: { mean: 0.05, error: 0.012 } },
        { ...four, wins: 0.33, loss: { mean: -0.03, error: 0.01 } },
      ],
    },
  }));
  await goToTable(page, state.table);
  await page.keyboard.press("h");
  await page.locator(".why tbody tr").nth(3).waitFor({ state: "attached" });
  const lines = await page.locator(".why tbody tr .wins").allTextContents();
  assert.deepEqual(lines, [
    "30 %",
    "31 %about equal",
    "25 %−5.0 ± 1.2 %",
    "33 %+3.0 ± 1.0 %, but the network trusts it less",
  ]);
  // Such comparisons are sent of all choices that were simulated.
  const hint = await post(`/${state.table}/hint`, {});
  assert.deepEqual(
    hint.choices.map((/** @type {any} */ one) => typeof one.loss),
    hint.choices.map((/** @type {any} */ one) => (one.wins === undefined ? "undefined" : "object")),
  );
  await close();
});

test("the tile that won is in the hand of the winner, at the table and in the replay", async () => {
  const { page, close } = await newPage(browser);
  /** @type {SoloState | null} */
  let state = null;
  for (let seed = 30; state?.over?.kind !== "ron"; seed += 1) state = await tableWhere(seed, ({ over }) => over !== null);
  const { winner, tile, hands, packed } = state.over;
  assert.ok(winner && tile);
  await goToTable(page, state.table);
  const held = page.locator(".held.won");
  assert.equal(await held.locator(".tile").count(), hands[winner].length + 1 + 3 * state.view.melds[winner].length);
  assert.equal(await held.locator(".winning img").getAttribute("data-face"), tile);
  await page.locator(".groups .winning").waitFor();
  assert.equal(await page.locator(".groups .tile").count(), 14);
  // On the table, it is one more tile than those that are held and those that lie open.
  const drawn = () => page.locator(".table g[data-tile]:not([display])").count();
  const open = Object.values(state.view.rivers).flat().length + 3 * Object.values(state.view.melds).flat().length;
  const all = Object.values(hands).flat().length + open;
  assert.equal(await drawn(), all + 1);
  await page.goto(`${server.address}/#/watch?d=${packed}&step=999`);
  await page.locator(".watch:not(.play) .table").waitFor();
  assert.equal(await drawn(), all + 1);
  await close();
});

test("that the server does not answer is said until it does, on every page", async () => {
  const { page, complaints, close } = await newPage(browser);
  // The page and its button, and what is there once all that the page asks for by itself is answered.
  for (const [hash, button, ready] of /** @type {[string, import("playwright-core").Locator, string][]} */ ([
    ["#/hand?tiles=1M", page.locator('.palette [data-tile="2M"]'), ".result .headline"],
    ["#/play", page.getByRole("button", { name: "Sit down" }), ".rules"],
    ["#/watch", page.locator("form:not(.drop)").getByRole("button", { name: "Watch it" }), ".drop"],
  ])) {
    await page.goto(`${server.address}/${hash}`);
    await page.locator(ready).waitFor();
    await page.context().setOffline(true);
    await button.click();
    await page.locator(".away", { hasText: "does not answer" }).waitFor();
    await page.context().setOffline(false);
    await page.locator(".away:empty").waitFor({ state: "attached" });
    assert.equal(await page.locator(".notice").count(), 0, "and nothing else says it");
    // The hand is asked about again.
    if (hash.startsWith("#/hand")) await page.locator(ready).waitFor();
  }
  // What was asked for is shown then.
  await page.locator(".watch .table").waitFor();
  complaints.length = 0; // While it was away, the browser said so.
  await close();
});

test("news that come late are not shown as new", async () => {
  const { page, close } = await newPage(browser);
  /** @type {(() => void)[]} */
  const held = [];
  let heard = () => {};
  await page.routeWebSocket(/\/live/, (socket) => {
    const line = socket.connectToServer();
    line.onMessage((message) => {
      held.push(() => socket.send(message));
      heard();
    });
  });
  const holds = async (/** @type {number} */ count) => {
    while (held.length < count) await new Promise((resolve) => (heard = () => resolve(null)));
  };
  const { table, turn } = await tableWhere(21, (state) => state.turn === 2 && !state.claim);
  await page.goto(`${server.address}/#/play?table=${table}`);
  for (let move = 0; move < 2; move += 1) {
    await page.locator(".choices:not([aria-busy]) button:enabled").first().waitFor();
    // Each state is told by itself.
    await holds(move + 1);
    await later(page);
    await decides(page, () => chooses(page));
  }
  await holds(3);
  const before = await page.locator(".play .events li").count();
  await page.evaluate(() => {
    const seen = /** @type {number[]} */ ([]);
    const look = () => seen.push(document.querySelectorAll(".play .events li").length);
    look();
    new window.MutationObserver(look).observe(document.querySelector(".play .events") ?? document.body, { childList: true });
    Object.assign(window, { seen });
  });
  for (const tell of held.splice(0)) tell();
  // What another window takes back is shown.
  await post(`/${table}/undo`, {});
  await holds(1);
  for (const tell of held.splice(0)) tell();
  await page.waitForFunction((count) => document.querySelectorAll(".play .events li").length < count, before);
  const seen = /** @type {number[]} */ (await page.evaluate("seen"));
  assert.deepEqual([...new Set(seen.filter((count) => count > 0))], [before, await page.locator(".play .events li").count()]);
  assert.equal((await stateOf(page)).turn, turn + 1);
  await close();
});

test("a table that cannot be asked about for a moment is asked about again", async () => {
  const { page, complaints, close } = await newPage(browser);
  const { table, turn } = await tableWhere(21, (state) => state.turn === 2 && !state.claim);
  let fails = true;
  const busy = { status: 503, json: { error: "please wait" } };
  await server.intercept(page, `/tables/${table}`, () => (fails ? busy : {}));
  await page.goto(`${server.address}/#/play?table=${table}`);
  await page.locator(".choices button:enabled").first().waitFor();
  // A move that comes too late, and nobody can say what has happened since.
  let late = true;
  await server.intercept(page, "/act", () => (late ? { status: 409, json: { error: "too late" } } : {}));
  await chooses(page);
  await page.locator(".notice", { hasText: "please wait" }).waitFor();
  [fails, late] = [false, false];
  await later(page);
  await decides(page, () => chooses(page));
  assert.equal((await stateOf(page)).turn, turn + 1);
  complaints.length = 0;
  await close();
});

test("a double click makes one table", async () => {
  const { page, close } = await newPage(browser);
  let asked = 0;
  let answer = () => {};
  const held = new Promise((resolve) => (answer = () => resolve(null)));
  await server.intercept(page, "/tables", async () => {
    asked += 1;
    await held;
    return {};
  });
  await page.goto(`${server.address}/#/`);
  await page.getByRole("button", { name: "Play now" }).dblclick();
  answer();
  await page.locator(".choices button:enabled").first().waitFor();
  await page.goto(`${server.address}/#/play`);
  await page.locator(".unfinished li").first().waitFor();
  assert.equal(await page.locator(".unfinished li").count(), 1);
  assert.equal(asked, 1);
  await close();
});

test("a second game leaves the first where it can be found", async () => {
  const { page, close } = await newPage(browser);
  const sit = async () => {
    await page.goto(`${server.address}/#/play`);
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.locator(".choices button:enabled").first().waitFor();
    return page.url();
  };
  const [first, second] = [await sit(), await sit()];
  assert.notEqual(first, second);
  await page.goto(`${server.address}/#/play`);
  const games = page.locator(".unfinished li");
  await games.first().waitFor();
  assert.equal(await games.count(), 2);
  await games.last().getByRole("link", { name: "Continue" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  assert.equal(page.url(), first);
  await close();
});

test("the replay of a game keeps seat, names and seed, also in the other language", async () => {
  const { page, close } = await newPage(browser);
  let state = await post("", { seat: "C", players: { A: "useful", B: "random", D: "standard" }, seed: 5, game: 7 });
  while (!state.over) state = await post(`/${state.table}/act`, { action: state.legal[0].action, turn: state.turn });
  await goToTable(page, state.table);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  const heading = page.locator(".watch:not(.play) h1");
  await heading.filter({ hasText: "Seed 5, game 7" }).waitFor();
  const plates = () => page.locator(".plates text").allTextContents();
  assert.ok((await plates()).includes("C you") && (await plates()).includes("A Normal"), (await plates()).join());
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "中文" }).click();
  await heading.filter({ hasText: "种子 5，局号 7" }).waitFor();
  assert.ok((await plates()).includes("C 你"), (await plates()).join());
  assert.match(page.url(), /seat=C/);
  await close();
});

test("what was filled in stays when the language changes", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/play`);
  await page.getByRole("radio", { name: "C" }).check();
  await page.locator("form select").first().selectOption("net");
  await page.getByLabel("Seed").fill("77");
  await page.getByRole("button", { name: "中文" }).click();
  await page.locator("html[lang=zh-Hans]").waitFor();
  assert.ok(await page.getByRole("radio", { name: "C" }).isChecked());
  assert.equal(await page.locator("form select").first().inputValue(), "net");
  assert.equal(await page.locator("form input[inputmode]").first().inputValue(), "77");
  await page.goto(`${server.address}/#/watch`);
  await page.locator("textarea").fill("1M 2M");
  await page.getByRole("button", { name: "English" }).click();
  await page.locator("html[lang=en]").waitFor();
  assert.equal(await page.locator("textarea").inputValue(), "1M 2M");
  await page.goto(`${server.address}/#/hand?tiles=1M,1M`);
  await page.getByLabel("As text").fill("123m 55p");
  await page.getByRole("button", { name: "中文" }).click();
  await page.locator("html[lang=zh-Hans]").waitFor();
  assert.equal(await page.locator(".typed input").inputValue(), "123m 55p");
  assert.equal(await page.locator(".felt .tile-button").count(), 2, "nobody has asked for it yet");
  await page.goto(`${server.address}/#/check?seed=1`);
  await page.locator(".compare textarea").fill("A IN 1M");
  await page.getByRole("button", { name: "English" }).click();
  await page.locator("html[lang=en]").waitFor();
  await page.locator(".watch .table").waitFor();
  assert.equal(await page.locator(".compare textarea").inputValue(), "A IN 1M");
  // Of another game it is no output.
  await page.goto(`${server.address}/#/check?seed=2`);
  await page.locator(".watch .table").waitFor();
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement | null} */ (document.querySelector(".compare textarea"))?.value === "");
  await close();
});

test("while hands are hidden, nothing tells what is to come", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/watch?seed=1&game=0&closed=1&step=20`);
  await page.locator(".watch .table").waitFor();
  assert.equal(await page.locator(".events li:not([hidden])").count(), 21);
  assert.equal(await page.locator(".events li", { hasText: "WIN" }).filter({ visible: true }).count(), 0);
  const veiled = async () => Number(await page.locator(".chart .veil").getAttribute("width"));
  const before = await veiled();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".events li:not([hidden])").count(), 22);
  assert.ok((await veiled()) > 100 && (await veiled()) < before);
  await page.keyboard.press("o");
  assert.equal(await page.locator(".events li[hidden]").count(), 0);
  assert.equal(await veiled(), 0);
  await close();
});

test("whose decision is jumped to follows the seat", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/watch?seed=1&game=0`);
  await page.locator(".watch .table").waitFor();
  await page.keyboard.press("r");
  assert.equal(await page.locator(".jumps select").first().inputValue(), "B");
  await page.keyboard.press("d");
  assert.match((await page.locator(".why").textContent()) ?? "", /B (decides|considers)/);
  await close();
});

smokeTest("nothing that is strange in the storage changes which page is shown", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/`);
  for (const strange of ["{}", "7", "[null,{}]", '"x"', "{", '[{"table":1,"deal":null,"when":"x"}]', '[{"packed":[],"text":{}}]']) {
    await page.evaluate((value) => {
      for (const key of ["tables", "table", "records", "games", "habits", "seating", "language"]) localStorage.setItem(`hule.${key}`, value);
    }, strange);
    await page.goto("about:blank");
    await page.goto(`${server.address}/#/play`);
    await page.getByRole("button", { name: "Sit down" }).waitFor();
    assert.equal(await page.locator(".notice").count(), 0, strange);
  }
  await page.evaluate(() => localStorage.setItem("hule.habits", '{"pace":"constructor","win":"yes"}'));
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
  await close();
});

test("who opens nothing is told what is missing", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/watch`);
  await page.locator(".drop").getByRole("button", { name: "Watch it" }).click();
  const area = page.locator(".drop textarea");
  const says = () => area.evaluate((one) => /** @type {HTMLTextAreaElement} */ (one).validationMessage);
  assert.match(await says(), /Paste a deck or a log/);
  await area.fill("x");
  assert.equal(await says(), "");
  await close();
});

test("the address of a page without its fragment leads to it", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/play`);
  await page.getByRole("button", { name: "Sit down" }).waitFor();
  await page.goto(`${server.address}/watch?seed=1&game=0`);
  await page.locator(".watch .table").waitFor();
  await close();
});
