// Tables for one to four people: each in a browser of their own, who come, leave, come back, take too long, or watch.

import assert from "node:assert/strict";
import { browser, newPage, server, test } from "./host.mjs";
import { makeMove, makeTable, sitDown, stateOf } from "./rooms.mjs";
import { startServer } from "./served.mjs";
import { assertAccessible, chooses, decides, later, temporaryFolder } from "./setup.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

/**
 * What the words for those who cannot see say of the four hands.
 * @param {BrowserPage} page
 */
const handsInWords = async (page) => {
  const said = await page.locator(".table-words dd").allTextContents();
  return said.map((text) => (/hidden tiles/.test(text) ? "hidden" : "seen"));
};

/**
 * Everything that a page is sent over its live connection.
 * @param {BrowserPage} page
 * @returns {any[]}
 */
function framesOf(page) {
  /** @type {any[]} */
  const frames = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => frames.push(JSON.parse(String(payload)))),
  );
  return frames;
}

test("four people in four browsers play a whole game, and a spectator sees no hand before the end", async () => {
  const names = ["Ann", "Bo, the \"2nd\"", "小明", "<b>Dee</b>"];
  // They have different screens. The spectator sees the moves one after another, and more of them come meanwhile.
  const screens = [[1280, 900], [390, 844], [844, 390], [640, 480], [320, 568]];
  const tabs = await Promise.all(
    screens.map(([width = 0, height = 0], at) => newPage(browser, { pace: at < 4 ? "none" : "slow", viewport: { width, height } })),
  );
  const pages = tabs.map(({ page }) => page);
  const [first, second, , , watcher] = /** @type {BrowserPage[]} */ (pages);
  assert.ok(first && second && watcher);
  await first.goto(`${server.address}/#/`);
  await first.getByRole("link", { name: "Play with friends" }).click();
  await first.getByText("4", { exact: true }).click();
  assert.equal(await first.getByText("The other seats", { exact: true }).isVisible(), false);
  await first.getByRole("button", { name: "Set up the table" }).click();
  await first.waitForURL(/#\/table\?seat=/);
  await first.locator(".link").nth(3).waitFor();
  const links = await first.locator(".link").evaluateAll((all) => all.map((one) => /** @type {HTMLInputElement} */ (one).value));
  assert.equal(new Set(links).size, 4, "three seats and the spectators");
  assert.ok(!links.includes(first.url()), "the own link is nobody else's business");
  const frames = framesOf(watcher);
  await watcher.goto(links[3] ?? "");
  await watcher.getByText("watching now: 1").waitFor();
  const seats = [first.url(), ...links];
  for (const [at, name] of names.entries()) {
    assert.equal(await first.locator(".table").count(), 0, "the game waits for all");
    await sitDown(/** @type {BrowserPage} */ (pages[at]), seats[at], name);
  }
  for (const page of pages) await page.locator(".play .table").waitFor();
  // Everybody sees the own hand and no other.
  assert.deepEqual(await handsInWords(first), ["seen", "hidden", "hidden", "hidden"]);
  assert.deepEqual(await handsInWords(second), ["hidden", "seen", "hidden", "hidden"]);
  assert.deepEqual(await handsInWords(watcher), ["hidden", "hidden", "hidden", "hidden"]);
  assert.equal(await watcher.locator(".choices").isVisible(), false);
  assert.deepEqual(await second.locator(".plates text", { hasText: "Ann" }).count(), 1);
  for (const page of pages.slice(0, 4)) await makeMove(page, true);
  for (const page of pages.slice(0, 4)) await page.locator(".summary").waitFor();
  while (!(await watcher.locator(".summary").count())) await later(watcher);
  const before = frames.filter(({ over }) => over === null);
  assert.ok(before.length > 20, `${before.length} frames`);
  assert.ok(before.every(({ own, view }) => own === null && Object.values(view?.hands ?? {}).every(Number.isInteger)));
  for (const page of pages) assert.deepEqual(await handsInWords(page), ["seen", "seen", "seen", "seen"]);
  const { winner } = frames.at(-1).over;
  for (const [at, page] of pages.entries()) {
    const title = await page.locator(".summary h2").first().textContent();
    const own = at < 4 && winner === "ABCD"[at];
    if (winner === null) assert.equal(title, "The wall is empty");
    else assert.equal(title, own ? "You win!" : `${winner} ${names["ABCD".indexOf(winner)]} wins`);
  }
  // Another deal for all, and the game that is over is in everybody's history but the spectator's.
  assert.equal(await watcher.getByRole("button", { name: "Another deal" }).count(), 0);
  await second.getByRole("button", { name: "Another deal" }).click();
  for (const page of pages.slice(0, 4)) await page.locator(".summary").waitFor({ state: "detached" });
  assert.deepEqual(await handsInWords(first), ["seen", "hidden", "hidden", "hidden"]);
  await first.goto(`${server.address}/#/history`);
  assert.match((await first.locator(".past li").textContent()) ?? "", /Bo, the "2nd", C 小明, D <b>Dee<\/b>/);
  await first.getByText("Finished games on the server").click();
  await first.getByRole("link", { name: "Game 1" }).waitFor();
  await first.locator(".past").getByRole("link", { name: "Watch the replay" }).click();
  await first.locator(".watch:not(.play) .table").waitFor();
  assert.equal(await first.locator(".plates text", { hasText: "小明" }).count(), 1);
  await watcher.goto(`${server.address}/#/history`);
  await watcher.getByText("Nothing here yet").waitFor();
  for (const { close } of tabs) await close();
});

test("who sits down before the connection is there sits down all the same", async () => {
  const { seats } = await makeTable({ people: ["A", "B"] });
  const { page, close } = await newPage(browser);
  let connect = () => {};
  const asked = new Promise((resolve) => (connect = () => resolve(null)));
  await page.routeWebSocket(/\/live/, async (socket) => {
    await asked;
    socket.connectToServer();
  });
  await sitDown(page, seats.A?.link, "Ann");
  assert.equal(await page.getByLabel("Your name").inputValue(), "Ann");
  connect();
  await page.getByText("Ann (you)").waitFor();
  await close();
});

test("who leaves is replaced and comes back, and the others see it", async () => {
  const [one, other] = [await newPage(browser), await newPage(browser)];
  const { seats } = await makeTable({ people: ["A", "C"] });
  await sitDown(one.page, seats.A?.link, "Ann");
  await one.page.getByText("Free seats: 1").waitFor();
  await sitDown(other.page, seats.C?.link, "Bo");
  await one.page.locator(".choices button:enabled").first().waitFor();
  await other.page.getByRole("button", { name: "Leave the table" }).click();
  await other.page.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await other.page.locator(".play .table").count(), 1);
  await other.page.getByRole("button", { name: "Leave the table" }).click();
  await other.page.locator("dialog").getByRole("button", { name: "Leave the seat" }).click();
  await one.page.locator(".news", { hasText: "Bo has left. A computer player plays on." }).waitFor();
  // The game goes on without Bo.
  while ((await stateOf(seats.A)).view?.rivers.C.length === 0) await makeMove(one.page);
  // Bo finds the table again, looks, and sits down.
  await other.page.getByRole("link", { name: "Go to the table" }).click();
  await other.page.locator(".cover").waitFor();
  await assertAccessible(other.page, "somebody who has left");
  await other.page.getByRole("button", { name: "Return to my seat" }).click();
  await one.page.locator(".news", { hasText: "Bo is back." }).waitFor();
  await other.page.locator(".cover").waitFor({ state: "detached" });
  // A window that is closed is not a seat that is left.
  await Promise.all([one.page.locator(".news", { hasText: "Bo has lost the connection." }).waitFor(), other.close()]);
  const third = await newPage(browser);
  await third.page.goto(seats.C?.link ?? "");
  await one.page.locator(".news", { hasText: "Bo is connected again." }).waitFor();
  await third.page.locator(".play .table").waitFor();
  await third.close();
  await one.close();
});

test("a connection that is lost comes back, and the seat goes on", async () => {
  const { page, complaints, close } = await newPage(browser);
  const { seats } = await makeTable({ people: ["B"] });
  /** @type {import("playwright-core").WebSocketRoute[]} */
  const sockets = [];
  let cut = false;
  await page.routeWebSocket(/\/live/, (socket) => {
    if (cut) return void socket.close();
    sockets.push(socket);
    socket.connectToServer();
  });
  await sitDown(page, seats.B?.link, "Ann");
  await page.locator(".choices button:enabled").first().waitFor();
  const hand = await page.locator(".choices .hand").innerHTML();
  cut = true;
  for (const socket of sockets) await socket.close();
  await page.locator(".news", { hasText: "The connection is lost. Trying again…" }).waitFor();
  // What is chosen meanwhile is not lost silently: it can be chosen again.
  await chooses(page);
  assert.equal(await page.locator(".choices .hand").innerHTML(), hand);
  cut = false;
  await page.locator(".news", { hasText: "You are connected again." }).waitFor();
  await later(page);
  await decides(page, () => chooses(page));
  complaints.length = 0;
  await close();
});

test("a table survives its server, where that keeps data", async () => {
  const folder = temporaryFolder();
  const own = await startServer(0, ["--data", folder.path]);
  const { page, complaints, close } = await newPage(browser);
  const { seats } = await makeTable({ people: ["A"] }, own.address);
  await sitDown(page, seats.A?.link, "Ann");
  await page.locator(".choices button:enabled").first().waitFor();
  const events = await page.locator(".play .events").innerText();
  await own.stop();
  await page.locator(".news", { hasText: "The connection is lost." }).waitFor();
  const again = await startServer(Number(new URL(own.address).port), ["--data", folder.path]);
  await page.locator(".news", { hasText: "You are connected again." }).waitFor();
  assert.equal(await page.locator(".play .events").innerText(), events);
  const other = complaints.filter((said) => !/WebSocket|net::ERR_/.test(said));
  assert.deepEqual(other, []);
  complaints.length = 0;
  await close();
  await again.stop();
  folder.remove();
});

test("when the time is up and a decision was made elsewhere, the page says so", async () => {
  const { page, close } = await newPage(browser);
  const { seats } = await makeTable({ people: ["A"], clock: 30 });
  await sitDown(page, seats.A?.link, "Slow");
  await page.locator(".clock.own").waitFor();
  assert.match((await page.locator(".clock").textContent()) ?? "", /^\d+ s$/);
  await later(page, 30_000);
  await page.locator(".clock", { hasText: /^0 s$/ }).waitFor();
  await page.getByText("Less than 5 seconds are left.").waitFor();
  await assertAccessible(page, "little time");
  // Who decides there is another window of the same person, which is to this one what the server's clock is.
  const other = await page.context().newPage();
  await other.goto(seats.A?.link ?? "");
  await other.locator(".choices button:enabled").first().waitFor();
  await chooses(other);
  await page.locator(".news", { hasText: "Your time was up. A computer player decided for you." }).waitFor();
  await close();
});

test("somebody can begin without the others, who find their seat later", async () => {
  const [one, other] = [await newPage(browser), await newPage(browser)];
  const { seats } = await makeTable({ people: ["A", "B"] });
  await sitDown(one.page, seats.A?.link, "Ann");
  await one.page.getByRole("button", { name: "Begin without the others" }).click();
  await one.page.locator(".choices button:enabled").first().waitFor();
  await other.page.goto(seats.B?.link ?? "");
  await other.page.locator(".cover", { hasText: "Until you sit down, a computer player plays for you." }).waitFor();
  await assertAccessible(other.page, "a seat that is free");
  await other.page.getByLabel("Your name").fill("Bo");
  await other.page.getByRole("button", { name: "Sit down" }).click();
  await other.page.locator(".cover").waitFor({ state: "detached" });
  await one.page.locator(".news", { hasText: "Bo has sat down." }).waitFor();
  await one.close();
  await other.close();
});

test("a link that leads nowhere says so and shows ways out", async () => {
  const { page, complaints, close } = await newPage(browser);
  for (const seat of ["", "nonsense", "A".repeat(33), "%F0%9F%80%84", "../../x"]) {
    await page.goto("about:blank");
    await page.goto(`${server.address}/#/table?seat=${seat}`);
    await page.getByRole("heading", { name: "There is no such table" }).waitFor();
  }
  await page.goto(`${server.address}/#/table`);
  await page.getByRole("heading", { name: "There is no such table" }).waitFor();
  await assertAccessible(page, "no such table");
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: "Play with friends" }).waitFor();
  assert.ok(complaints.every((said) => said.includes("404")), complaints.join());
  complaints.length = 0;
  await close();
});

test("pages for friends are accessible in every look, and a game fits the screen", async () => {
  const looks = /** @type {const} */ ([
    { colorScheme: "light", viewport: { width: 1280, height: 900 }, locale: "en-US" },
    { colorScheme: "dark", viewport: { width: 390, height: 844 }, locale: "zh-CN" },
    { colorScheme: "dark", viewport: { width: 1920, height: 1080 }, locale: "en-US" },
    { colorScheme: "light", viewport: { width: 320, height: 568 }, locale: "zh-CN" },
    { colorScheme: "light", viewport: { width: 844, height: 390 }, locale: "en-US" },
  ]);
  for (const look of looks) {
    const { page, close } = await newPage(browser, look);
    const where = `${look.colorScheme} ${look.viewport.width} ${look.locale}`;
    const fits = async (/** @type {string} */ what, /** @type {boolean} */ whole) => {
      const { wide, high } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - window.innerWidth,
        high: document.documentElement.scrollHeight - window.innerHeight,
      }));
      assert.ok(wide <= 0 && (!whole || high <= 0), `${where}: ${what}: ${wide} ${high}`);
      await assertAccessible(page, `${where}: ${what}`);
    };
    await page.goto(`${server.address}/#/friends`);
    await page.locator("form").waitFor();
    await fits("friends", false);
    await page.locator('input[value="30"]').click();
    await page.locator("form button").click();
    await page.locator(".lobby .link").first().waitFor();
    await fits("lobby", false);
    await page.locator(".sit input").fill("W".repeat(20));
    await page.locator(".sit button").click();
    await page.locator(".lobby > .panel > div > div.tools > button").click();
    await page.locator(".choices button:enabled").first().waitFor();
    await page.locator(".clock").waitFor();
    await fits("game", true);
    await page.keyboard.press("m");
    if (await page.locator(".side").isVisible()) await fits("panels", true);
    await page.keyboard.press("Escape");
    await page.locator(".bar > button").click();
    await assertAccessible(page, `${where}: leaving`);
    await page.locator("dialog button.main").click();
    await page.locator(".tables a").click();
    // Only standard players are left, and the game is over at once.
    await page.locator(".summary").waitFor();
    await fits("the end", true);
    await close();
  }
});

test("links that only work on this computer are said to do so", async () => {
  for (const [locale, said] of [["en-US", /only work on this computer.*hule serve --host 0\.0\.0\.0/], ["zh-CN", /只能在这台电脑上使用.*hule serve --host 0\.0\.0\.0/]]) {
    const { page, close } = await newPage(browser, { locale: String(locale) });
    await page.goto(`${server.address}/#/friends`);
    await page.locator("form .button.main").click();
    await page.locator(".lobby .local").waitFor();
    assert.match((await page.locator(".lobby .local").textContent()) ?? "", /** @type {RegExp} */ (said));
    await assertAccessible(page, "the lobby");
    for (const host of ["localhost:8080", "[::1]:8080", "127.1.2.3", "192.168.1.5:8080", "play.example.org"]) {
      await page.evaluate((other) => {
        const rooms = JSON.parse(localStorage.getItem("hule.rooms") ?? "[]");
        const moved = (/** @type {string} */ link) => link.replace(/^http:\/\/[^/]+/, `http://${other}`);
        for (const room of rooms) {
          for (const seat of Object.keys(room.links)) room.links[seat] = moved(room.links[seat]);
          room.watch = moved(room.watch);
        }
        localStorage.setItem("hule.rooms", JSON.stringify(rooms));
      }, host);
      await page.reload();
      await page.locator(".lobby .people").waitFor();
      assert.equal(await page.locator(".lobby .local").count(), /^(localhost|\[::1\]|127)/.test(host) ? 1 : 0, host);
    }
    await close();
  }
});
