// The history: what it adds up to, how it is shown, and that nothing in the store can break it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browser, newPage, server, smokeTest, tableWhere, test } from "./host.mjs";
import { WEB, assertAccessible, goTo } from "./setup.mjs";

// Two tests need no browser; what they load asks for its language, and says on its page what went wrong.
const element = () => ({ setAttribute() {}, addEventListener() {}, append() {}, remove() {} });
Object.assign(globalThis, {
  navigator: { language: "en" },
  localStorage: { getItem: () => null },
  document: { createElement: element, createElementNS: element, getElementById: () => null, querySelector: () => null },
});

/** The contest's sample, packed. */
const SAMPLE = /"(\w{148})"/.exec(readFileSync(join(WEB, "open.js"), "utf8"))?.[1] ?? "";

/**
 * A game against three easy players in which A won, or what is said instead.
 * @param {Partial<PastGame>} [other]
 * @returns {PastGame}
 */
function game(other = {}) {
  const id = other.id ?? Math.random().toString(36);
  return {
    id,
    when: "2026-01-02T03:04:05.000Z",
    how: "alone",
    seat: "A",
    players: { B: "standard", C: "standard", D: "standard" },
    people: [],
    kind: "ron",
    winner: "A",
    from: "B",
    distance: 0,
    packed: SAMPLE,
    seed: "7",
    game: "0",
    ...other,
  };
}

const GAMES = [
  game({ kind: "self_drawn", from: null }),
  game(),
  game({ winner: "B", from: "A", distance: 2 }),
  game({ how: "friends", players: { B: "Bo", C: "net", D: "search:samples=8" }, people: ["B"], winner: "B", from: "C", distance: 1 }),
  game({ how: "friends", players: { B: "Bo", C: "net", D: "search:samples=9" }, people: ["B"], winner: "B", from: "A", distance: 4 }),
  game({ kind: "exhausted", winner: null, from: null, distance: 3 }),
];

test("totals and opponents are counted", async () => {
  const { opponentsOf, totalsOf } = await import("../past.js");
  assert.deepEqual(totalsOf([]), { games: 0, wins: 0, self_drawn: 0, deals_in: 0, draws: 0, distance: null });
  assert.deepEqual(totalsOf(GAMES), { games: 6, wins: 2, self_drawn: 1, deals_in: 2, draws: 1, distance: 10 / 6 });
  assert.deepEqual(opponentsOf(GAMES), [
    { name: "standard", person: false, games: 4, wins: 2, losses: 1, deals_in: 1 },
    { name: "Bo", person: true, games: 2, wins: 0, losses: 2, deals_in: 1 },
    { name: "net", person: false, games: 2, wins: 0, losses: 0, deals_in: 0 },
    { name: "search", person: false, games: 2, wins: 0, losses: 0, deals_in: 0 },
  ]);
});

test("a full store keeps the latest games, and no more than there is room for", async () => {
  const { MOST_PAST, pastGames, recordGame } = await import("../past.js");
  /** @type {Map<string, string>} */
  const store = new Map();
  let room = Infinity;
  const setItem = (/** @type {string} */ key, /** @type {string} */ text) => {
    if (text.length > room) throw new Error("QuotaExceededError");
    store.set(key, text);
  };
  Object.assign(globalThis, { localStorage: { getItem: (/** @type {string} */ key) => store.get(key) ?? null, setItem } });
  store.set("hule.past", JSON.stringify(Array.from({ length: MOST_PAST }, (_, at) => game({ id: `old ${at}` }))));
  const position = /** @type {any} */ ({ seat: "A", players: { B: "net", C: "net", D: "net" }, distance: 3 });
  const over = /** @type {any} */ ({ kind: "ron", winner: "C", from: "A", packed: SAMPLE, seed: 1, game: 0 });
  recordGame("new", position, over, "alone");
  assert.equal(pastGames().length, MOST_PAST);
  assert.deepEqual([pastGames()[0]?.id, pastGames()[0]?.distance, pastGames().at(-1)?.id], ["new", 3, `old ${MOST_PAST - 2}`]);
  // The same end again is the same game; another end of it replaces it.
  recordGame("new", position, over, "alone");
  recordGame("new", position, { ...over, packed: `${SAMPLE}.AB`, winner: "A" }, "alone");
  assert.equal(pastGames().filter(({ id }) => id === "new").length, 1);
  assert.deepEqual([pastGames()[0]?.winner, pastGames()[0]?.distance], ["A", 0]);
  room = 100_000;
  recordGame("newer", position, over, "alone");
  const left = pastGames();
  assert.ok(left.length > 50 && left.length < MOST_PAST && left[0]?.id === "newer", `${left.length}`);
  room = 0;
  recordGame("newest", position, over, "alone");
  assert.equal(pastGames()[0]?.id, "newer", "nothing is lost if there is no room at all");
});

smokeTest("a game that is over is in the history once, however often it is seen", async () => {
  const { page, close } = await newPage(browser);
  const { table, over } = await tableWhere(3, () => false);
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(`${server.address}/#/play?table=${table}`);
    await page.locator(".summary").waitFor();
    await page.goto(`${server.address}/#/history`);
    await page.locator(".past li").waitFor();
    assert.equal(await page.locator(".past li").count(), 1);
  }
  const figures = await page.locator(".figure strong").allTextContents();
  const wins = over?.winner === "A" ? "1" : "0";
  const dealsIn = over?.kind === "ron" && over.from === "A" ? "1" : "0";
  assert.deepEqual(figures.slice(0, 4), ["1", wins, dealsIn, over?.winner === null ? "1" : "0"]);
  await close();
});

test("the history shows, exports, deletes, and asks before it deletes all", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/history`);
  await page.getByText("Nothing here yet").waitFor();
  await assertAccessible(page, "an empty history");
  await page.evaluate((games) => localStorage.setItem("hule.past", JSON.stringify(games)), GAMES);
  await page.reload();
  await page.locator(".past li").first().waitFor();
  assert.deepEqual(await page.locator(".figure strong").allTextContents(), ["6", "2", "2", "1", "1.67"]);
  assert.deepEqual(await page.locator(".numbers tbody tr").first().locator("th, td").allTextContents(), ["Easy", "4", "2", "1", "1"]);
  const said = await page.locator(".past strong").allTextContents();
  assert.deepEqual(said, [
    "You won self-drawn",
    "You won by ron",
    "You dealt in: B Easy won with your discard",
    "B Bo won; your distance was 1",
    "You dealt in: B Bo won with your discard",
    "Nobody won; your distance was 3",
  ]);
  const places = await page.locator(".past li").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()).map(({ x, width }) => `${x} ${width}`));
  assert.equal(new Set(places).size, 1, "all rows are alike");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export as JSON" }).click()]);
  const exported = JSON.parse(readFileSync(await file.path(), "utf8"));
  assert.deepEqual([exported.format, exported.version, exported.totals.wins], ["hule-history", 1, 2]);
  assert.deepEqual(exported.games, GAMES);
  await page.locator(".past li").nth(1).getByRole("button", { name: "Delete" }).click();
  assert.equal(await page.locator(".past li").count(), 5);
  await page.getByRole("button", { name: "Clear the history" }).click();
  await page.locator("dialog", { hasText: "Delete all 5 games" }).getByRole("button", { name: "Cancel" }).click();
  assert.equal(await page.locator(".past li").count(), 5);
  await page.getByRole("button", { name: "Clear the history" }).click();
  await page.locator("dialog").getByRole("button", { name: "Clear the history" }).click();
  await page.getByText("Nothing here yet").waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("hule.past")), "[]");
  await close();
});

test("a game that was deleted does not come back", async () => {
  const { page, close } = await newPage(browser);
  let state = await tableWhere(32, ({ over }) => over !== null);
  for (const forget of ["Delete", "Clear the history"]) {
    await page.goto("about:blank");
    await page.goto(`${server.address}/#/play?table=${state.table}`);
    await page.locator(".summary").waitFor();
    await page.goto(`${server.address}/#/history`);
    await page.locator(".past").getByRole("button", { name: forget }).click();
    if (forget !== "Delete") await page.locator("dialog").getByRole("button", { name: forget }).click();
    await page.getByText("Nothing here yet").waitFor();
    await page.goBack();
    await page.locator(".summary").waitFor();
    await page.goto(`${server.address}/#/history`);
    await page.getByText("Nothing here yet").waitFor();
    state = await tableWhere(11, ({ over }) => over !== null);
  }
  await close();
});

test("unfinished games that are deleted leave no empty list, and the keyboard goes on", async () => {
  const { page, close } = await newPage(browser);
  for (let count = 0; count < 3; count += 1) {
    await page.goto(`${server.address}/#/play`);
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.locator(".choices button:enabled").first().waitFor();
  }
  await page.goto(`${server.address}/#/play`);
  const rows = page.locator(".unfinished li");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  for (const left of [2, 1, 0]) {
    await rows.last().getByRole("button", { name: "Delete" }).press("Enter");
    assert.equal(await rows.count(), left);
    assert.equal(await focused(), left > 0 ? "Continue" : "Sit down");
  }
  assert.equal(await page.locator(".unfinished").count(), 0);
  await close();
});

test("strange seats and players in the store are not sat down with", async () => {
  const { page, close } = await newPage(browser);
  const strange = [
    { seat: "AB", players: { B: "x" }, seed: "", game: "" },
    { seat: "A", players: { B: "nope", C: "standard", D: "standard" }, seed: "", game: "0" },
    { seat: "A", players: { X: "standard" }, seed: "", game: "0" },
    { seat: "A", players: { B: "standard" }, seed: "one", game: "0" },
    { seat: ["A"], players: [], seed: "", game: "" },
  ];
  for (const seating of strange) {
    await page.goto("about:blank");
    await page.goto(`${server.address}/#/`);
    await page.evaluate((value) => localStorage.setItem("hule.seating", value), JSON.stringify(seating));
    await page.getByRole("button", { name: "Play now" }).click();
    await page.locator(".choices button:enabled").first().waitFor();
    await page.locator(".plates text", { hasText: "A you" }).waitFor();
  }
  await close();
});

smokeTest("strange values in the store break nothing", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/`);
  const good = game({ id: "good" });
  const strange = [
    "{", "null", "7", '"x"', "{}", "[null, 1, []]",
    JSON.stringify([{ ...good, seat: "E" }, { ...good, players: null }, { ...good, players: { B: 1 } }, { ...good, packed: "<script>" }]),
    JSON.stringify([{ ...good, winner: "X" }, { ...good, kind: "x" }, { ...good, distance: "1" }, { ...good, people: 3 }, { ...good, when: 4 }]),
    JSON.stringify([{ ...good, kind: "exhausted" }, { ...good, when: "no time" }, { ...good, id: "other" }]),
  ];
  for (const text of strange) {
    await page.evaluate((value) => {
      for (const key of ["hule.past", "hule.rooms", "hule.name", "hule.games"]) localStorage.setItem(key, value);
    }, text);
    await page.reload();
    for (const route of ["history", "friends", "play"]) await goTo(page, `${server.address}/#/${route}`, "h1");
  }
  await goTo(page, `${server.address}/#/history`, ".past li");
  assert.equal(await page.locator(".past li").count(), 1);
  await close();
});

test("the history is accessible and fits, light and dark, small and large, in both languages", async () => {
  const looks = /** @type {const} */ ([
    { colorScheme: "light", viewport: { width: 320, height: 568 }, locale: "en-US" },
    { colorScheme: "dark", viewport: { width: 390, height: 844 }, locale: "zh-CN" },
    { colorScheme: "light", viewport: { width: 1280, height: 900 }, locale: "zh-CN" },
    { colorScheme: "dark", viewport: { width: 3840, height: 2160 }, locale: "en-US" },
  ]);
  for (const look of looks) {
    const { page, close } = await newPage(browser, look);
    await page.goto(`${server.address}/#/history`);
    await page.evaluate((games) => localStorage.setItem("hule.past", JSON.stringify(games)), GAMES);
    await page.reload();
    await page.locator(".past li").first().waitFor();
    const where = `${look.colorScheme} ${look.viewport.width} ${look.locale}`;
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), where);
    await assertAccessible(page, where);
    await close();
  }
});

smokeTest("tables of earlier versions are forgotten", async () => {
  const { page, complaints, close } = await newPage(browser);
  const table = "A".repeat(22);
  await page.goto(`${server.address}/#/`);
  await page.evaluate((name) => {
    const deal = { seat: "A", players: {}, seed: "1", game: "0" };
    localStorage.setItem("hule.tables", JSON.stringify([{ table: name, deal, when: new Date().toISOString() }]));
    localStorage.setItem("hule.records", JSON.stringify([{ table: name, record: '{"version":1}' }]));
  }, table);
  await page.goto(`${server.address}/#/play`);
  await page.getByRole("button", { name: "Sit down" }).waitFor();
  assert.equal(await page.locator(".unfinished").count(), 0);
  assert.deepEqual(complaints, []);
  await page.goto(`${server.address}/#/play?table=${table}`);
  await page.getByRole("heading", { name: "This table is gone" }).waitFor();
  assert.equal(await page.locator(".notice").count(), 0);
  complaints.length = 0; // Of an answer with status 404, the browser says so.
  await close();
});
