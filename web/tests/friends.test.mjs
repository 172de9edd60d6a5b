// What people at a table of friends are told: of names, of games that they played or did not, and of tables that are gone.

import assert from "node:assert/strict";
import { browser, newPage, test } from "./host.mjs";
import { makeMove, makeTable, sitDown, stateOf } from "./rooms.mjs";
import { startServer } from "./served.mjs";

test("a table that a server without data has forgotten is said to be gone, and is not listed any more", async () => {
  const own = await startServer();
  const { page, complaints, close } = await newPage(browser);
  const wish = { people: ["A"] };
  const [{ seats }, other] = [await makeTable(wish, own.address), await makeTable(wish, own.address)];
  await page.goto(other.seats.A?.link ?? "");
  await page.getByLabel("Your name").waitFor();
  await sitDown(page, seats.A?.link, "Ann");
  await page.locator(".choices button:enabled").first().waitFor();
  await own.stop();
  await page.locator(".news", { hasText: "The connection is lost. Trying again…" }).waitFor();
  const again = await startServer(Number(new URL(own.address).port));
  await page.getByRole("heading", { name: "This table is gone" }).waitFor();
  await page.getByText("The server was restarted, or the table was unused for too long.").waitFor();
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("heading", { name: "这张牌桌已不在" }).waitFor();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("link", { name: "New table" }).click();
  await page.locator(".tables li").first().waitFor();
  // Of the other one, the page learns it when somebody asks for its games.
  assert.equal(await page.locator(".tables li").count(), 1);
  await page.locator(".tables summary").click();
  await page.locator(".tables details", { hasText: "This table is gone" }).waitFor();
  await page.reload();
  await page.locator("form").waitFor();
  assert.equal(await page.locator(".tables").count(), 0);
  complaints.length = 0; // The browser says what it was refused.
  await close();
  await again.stop();
});

test("what went wrong with a name is said until another is tried, in no other language", async () => {
  const [one, other] = [await newPage(browser), await newPage(browser)];
  const { seats } = await makeTable({ people: ["A", "B"] });
  await sitDown(one.page, seats.A?.link, "Ann");
  await one.page.getByRole("button", { name: "Begin without the others" }).click();
  await one.page.locator(".choices button:enabled").first().waitFor();
  const error = other.page.locator(".notice.error");
  await sitDown(other.page, seats.B?.link, "B\u2060o");
  await error.filter({ hasText: "a name has 1 to 20 characters" }).waitFor();
  await other.page.getByRole("button", { name: "中文" }).click();
  await other.page.getByLabel("你的名字").waitFor();
  assert.equal(await error.count(), 0);
  await other.page.getByRole("button", { name: "入座" }).click();
  await error.waitFor();
  await other.page.getByLabel("你的名字").fill("Bo");
  await other.page.getByRole("button", { name: "入座" }).click();
  await other.page.locator(".cover").waitFor({ state: "detached" });
  assert.equal(await error.count(), 0);
  await one.close();
  await other.close();
});

test("a name is cut between letters, as the server counts them, and nothing dangles at its end", async () => {
  const family = "👨\u200d👩\u200d👧\u200d👦";
  for (const [typed, name] of /** @type {[string, string][]} */ ([
    [family.repeat(5), family.repeat(2)],
    ["👍🏽".repeat(11), "👍🏽".repeat(10)],
    ["x".repeat(25), "x".repeat(20)],
    ["Ann\u200d", "Ann"],
    ["Ann 👨\u200d", "Ann 👨"],
    ["نام\u200cخانوادگی", "نام\u200cخانوادگی"],
  ])) {
    const { page, close } = await newPage(browser);
    const { seats } = await makeTable({ people: ["A", "B"] });
    await sitDown(page, seats.A?.link, typed);
    await page.getByText("Free seats: 1").waitFor();
    assert.equal((await stateOf(seats.A)).seats.A.name, name);
    await close();
  }
});

test("a new game is in the history of those who played the last one, and others are not told so", async () => {
  const [one, other] = [await newPage(browser), await newPage(browser)];
  const { seats, watch } = await makeTable({ people: ["A"] });
  await sitDown(one.page, seats.A?.link, "Ann");
  await one.page.locator(".choices button:enabled").first().waitFor();
  await other.page.goto(watch.link);
  await other.page.locator(".play .table").waitFor();
  await makeMove(one.page, true);
  for (const { page } of [one, other]) await page.locator(".summary").waitFor();
  await one.page.getByRole("button", { name: "Another deal" }).click();
  await one.page.locator(".news", { hasText: "A new game. The last one is in your history." }).waitFor();
  await other.page.locator(".news", { hasText: "A new game has begun." }).waitFor();
  await one.close();
  await other.close();
});
