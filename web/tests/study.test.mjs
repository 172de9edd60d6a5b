// Many games, drawn while they are played; and the files with the same charts.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, newPage, server, smokeTest, test } from "./host.mjs";
import { HULE } from "./served.mjs";
import { assertAccessible, goTo, resize, temporaryFolder } from "./setup.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

/**
 * @param {BrowserPage} page
 * @param {string} query
 * @param {RegExp} [state] that is waited for
 */
async function visit(page, query, state = /All games are played|已打完所有对局/) {
  await goTo(page, `${server.address}/#/study${query}`, ".study form");
  if (query.includes("run")) await page.locator(".under-way [role=status]").filter({ hasText: state }).waitFor();
}

/** A study that takes an hour. */
const LONG = "?what=two&players=search:samples=50,search:samples=50&games=100000";

smokeTest("games are counted, drawn and saved, with the numbers of the command", async () => {
  const folder = temporaryFolder();
  const { page, close } = await newPage(browser);
  await visit(page, "");
  await page.getByLabel("Seed").fill("4");
  await page.getByLabel("Games", { exact: true }).fill("3000");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("status").filter({ hasText: "All games are played." }).waitFor();
  assert.equal(await page.locator(".counter").textContent(), "3,000 of 3,000 games");
  assert.equal(await page.locator(".under-way progress").evaluate((bar) => /** @type {HTMLProgressElement} */ (bar).position), 1);
  assert.equal(await page.getByRole("button", { name: "Stop" }).count(), 0);
  const path = join(folder.path, "a.html");
  execFileSync(HULE, ["batch", "-n", "3000", "--seed", "4", "--html", path, "--lang", "en"], { stdio: "ignore" });
  const file = readFileSync(path, "utf8");
  // The same elements as in the file of the command, to the last number.
  const tables = await page.evaluate(
    (text) => {
      const drawn = [...document.querySelectorAll(".drawings > figure")];
      const written = [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("figure")];
      return [drawn, written].map((figures) => figures.map((figure) => figure.outerHTML));
    },
    // Its style sheet is not allowed on this page.
    file.slice(file.indexOf("<main>")),
  );
  assert.ok((tables[0]?.length ?? 0) > 5);
  assert.deepEqual(tables[0], tables[1]);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as HTML" }).click(),
  ]);
  assert.equal(readFileSync(await saved.path(), "utf8"), file);
  await close();
  folder.remove();
});

test("players are compared, by key and with what was chosen in the address", async () => {
  const { page, close } = await newPage(browser);
  await visit(page, "");
  await page.getByLabel("What to study").selectOption("two");
  await page.getByRole("combobox", { name: "Player 1" }).selectOption("useful");
  await page.getByRole("combobox", { name: "Player 2" }).selectOption("random");
  await page.getByLabel("End").selectOption("0,5");
  await page.getByLabel("Games", { exact: true }).fill("1200");
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "The sequential test is decided." }).waitFor();
  await page.locator("h2", { hasText: "The sequential test" }).waitFor();
  assert.deepEqual(await page.locator(".rows th[scope=row]").allTextContents(), ["useful", "random", "useful − random"]);
  assert.match(page.url(), /#\/study\?what=two&games=1200&seed=0&players=useful,random&sprt=0,5&run$/);
  // In the other language it is drawn again.
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("status").filter({ hasText: "序贯检验已有结论。" }).waitFor();
  await page.locator("h2", { hasText: "序贯检验" }).waitFor();
  assert.equal(await page.getByLabel("玩家 2").inputValue(), "random");
  await page.getByRole("button", { name: "English" }).click();

  await visit(page, "");
  await page.getByLabel("What to study").selectOption("round_robin");
  await page.getByLabel("Hard (net): a neural network").uncheck();
  await page.getByLabel("Games", { exact: true }).fill("36");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("status").filter({ hasText: "All games are played." }).waitFor();
  assert.equal(await page.locator("figure", { hasText: "Ratings" }).locator(".rows tbody tr").count(), 3);
  for (const name of ["Aimless", "Easy", "Normal"]) await page.getByLabel(name).uncheck();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("alert").filter({ hasText: "at least two players" }).waitFor();
  await close();
});

smokeTest("it can be stopped, and whoever leaves the page stops it on the server", async () => {
  const { page, close } = await newPage(browser);
  const places = 4;
  // More of them than the server has places: each one frees its own.
  for (let time = 0; time < places + 2; time += 1) {
    await visit(page, LONG);
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator(".counter", { hasText: "of 100,002 games" }).waitFor();
    if (time % 2) await page.goto(`${server.address}/#/hand`);
    else await page.keyboard.press("Escape");
    if (time % 2) await page.locator(".felt").waitFor();
    else await page.getByRole("status").filter({ hasText: "Stopped." }).waitFor();
  }
  await visit(page, "?games=300&run");
  assert.equal(await page.locator(".counter").textContent(), "300 of 300 games");
  await close();
});

test("what is opened stays open, and the keyboard where it is, while more is drawn", async () => {
  const { page, close } = await newPage(browser);
  await visit(page, "?what=two&players=useful,net&games=100000");
  await page.getByRole("button", { name: "Start" }).click();
  const details = page.locator("details", { hasText: "Counts" }).last();
  await details.locator("summary").focus();
  await page.keyboard.press("Enter");
  const games = details.locator("tbody td").first();
  const before = await games.textContent();
  await page.waitForFunction(
    (text) => [...document.querySelectorAll("details")].at(-1)?.querySelector("tbody td")?.textContent !== text,
    before,
  );
  assert.equal(await details.evaluate((one) => /** @type {HTMLDetailsElement} */ (one).open), true);
  assert.equal(await details.locator("summary").evaluate((one) => one === document.activeElement), true);
  await close();
});

smokeTest("what the server refuses is said", async () => {
  const { page, close, complaints } = await newPage(browser);
  await visit(page, "?games=0");
  await page.getByLabel("Games", { exact: true }).fill("0");
  await page.getByRole("button", { name: "Start" }).click();
  assert.equal(await page.getByLabel("Games", { exact: true }).evaluate((one) => /** @type {HTMLInputElement} */ (one).validity.customError), true);
  assert.equal(await page.locator(".under-way").isVisible(), false);
  // Who writes an address by hand is told by the server.
  await visit(page, "?games=0&run", /a study here has 1 to 1000000 games/);
  complaints.length = 0;
  await close();
});

for (const [scheme, locale] of /** @type {["light" | "dark", string][]} */ ([
  ["light", "en-US"],
  ["dark", "zh-CN"],
])) {
  test(`axe finds nothing in any state and nothing is cut, ${scheme}, ${locale}`, async () => {
    const folder = temporaryFolder();
    const lang = locale.slice(0, 2);
    const { page, close } = await newPage(browser, { colorScheme: scheme, locale });
    const states = [
      "",
      "?what=round_robin",
      "?games=5000&run",
      "?what=two&players=useful,standard&games=1200&run",
      "?what=round_robin&players=random,standard,useful&games=300&run",
    ];
    const files = /** @type {[string, string[]][]} */ ([
      ["batch.html", ["batch", "-n", "5000"]],
      ["arena.html", ["arena", "useful", "standard", "random", "standard", "-n", "400"]],
      ["rated.html", ["arena", "useful", "standard", "random", "--round-robin", "-n", "300"]],
      ["tested.html", ["arena", "useful", "standard", "--sprt=0,5"]],
    ]);
    for (const [name, command] of files)
      execFileSync(HULE, [...command, "--html", join(folder.path, name), "--lang", lang], { stdio: "ignore" });
    const check = async (/** @type {string} */ where) => {
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      for (const [width, height] of /** @type {[number, number][]} */ ([[320, 568], [1280, 900], [3840, 2160]])) {
        await resize(page, width, height);
        await assertAccessible(page, `${where}, ${width}`);
        const found = await page.evaluate(() => {
          const wide = document.documentElement.scrollWidth > window.innerWidth;
          const cut = [...document.querySelectorAll(".drawing text, .drawing .interval, .drawing th")]
            .filter((one) => !one.closest(".scroll"))
            .filter((one) => {
              const box = one.getBoundingClientRect();
              const around = /** @type {Element} */ (one.closest(".drawing")).getBoundingClientRect();
              return box.left < around.left - 1 || box.right > around.right + 1;
            });
          return { wide, cut: cut.map((one) => one.textContent) };
        });
        assert.deepEqual(found, { wide: false, cut: [] }, `${where}, ${width}`);
      }
    };
    for (const state of states) {
      await visit(page, state);
      await check(state);
    }
    for (const [name] of files) {
      await page.goto(pathToFileURL(join(folder.path, name)).href);
      await check(name);
    }
    await close();
    folder.remove();
  });
}
