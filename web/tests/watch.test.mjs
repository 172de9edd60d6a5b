// Watching a game, in a real browser.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browser, newPage, server, smokeTest, test } from "./host.mjs";
import { ROOT, later, stopClock, temporaryFolder } from "./setup.mjs";

const DECK = readFileSync(join(ROOT, "examples/sample.deck"), "utf8");
const LOG = readFileSync(join(ROOT, "examples/sample.log"), "utf8");
const LINES = LOG.trimEnd().split("\n");
const STEPS = LINES.length - 52;

/** @typedef {import("playwright-core").Page} BrowserPage */

/** @param {BrowserPage} page */
const currentLine = (page) => page.locator(".events [aria-current] code").textContent();

/**
 * What can be seen on the table: every tile and where, every word.
 * @param {BrowserPage} page
 */
const seen = (page) =>
  page
    .locator(".table")
    .evaluate((table) =>
      [...table.querySelectorAll("use, text, circle, path")]
        .filter((part) => !part.closest('[display="none"]'))
        .map((part) =>
          [
            part.getAttribute("href"),
            part.parentElement?.getAttribute("transform"),
            part.getAttribute("d"),
            part.textContent,
            part.getAttribute("fill"),
          ].join("|"),
        ),
    );

/**
 * @param {BrowserPage} page
 * @param {string} text
 */
async function paste(page, text) {
  await page.goto(`${server.address}/#/watch`);
  await page.getByRole("textbox", { name: "A deck or a log" }).fill(text);
  await page.locator(".drop").getByRole("button", { name: "Watch it" }).click();
}

/** @param {BrowserPage} page */
async function openSample(page) {
  await paste(page, DECK);
  await page.locator(".watch .table").waitFor();
}

/** What the seats hold at the end of a log, counted from the log alone. */
function handsAtTheEnd() {
  /** @type {Record<string, string[]>} */
  const hands = { A: [], B: [], C: [], D: [] };
  let discarded = "";
  for (const line of LINES) {
    const [seat = "", verb, ...tiles] = line.split(" ");
    const hand = hands[seat] ?? [];
    const give = (/** @type {string} */ tile) => hand.splice(hand.indexOf(tile), 1);
    if (verb === "IN") hand.push(tiles[0] ?? "");
    if (verb === "OUT") {
      discarded = tiles[0] ?? "";
      give(discarded);
    }
    if (verb === "CHOW" || verb === "PONG") {
      tiles.splice(tiles.indexOf(discarded), 1);
      tiles.forEach(give);
    }
  }
  return hands;
}

test("the sample is watched to its end, step by step", async () => {
  const { page, close } = await newPage(browser);
  await openSample(page);
  assert.equal(await page.locator(".events li").count(), STEPS + 1);
  for (let step = 1; step <= STEPS; step += 1) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await currentLine(page), LINES[51 + step]);
  }
  assert.equal(await page.locator(".counter").textContent(), `${STEPS} / ${STEPS}`);
  // The table shows what follows from the log.
  const words = await page.locator(".table-words").textContent();
  for (const [seat, hand] of Object.entries(handsAtTheEnd())) {
    const shown = new RegExp(`Player ${seat}Hand: ([^.]*)\\.`)
      .exec(words ?? "")?.[1]
      ?.split(" ")
      .sort();
    assert.deepEqual(shown, hand.sort(), `the hand of ${seat}`);
  }
  // And the drawn table as many tiles as the words say.
  const tiles = await page.locator(".table g:not([display]) > use").count();
  const discards = LINES.filter((line) => line.includes(" OUT ")).length;
  const melds = LINES.filter((line) => / (CHOW|PONG) /.test(line)).length;
  // The discard that wins is in the hand of the winner too.
  const won = LINES.some((line) => line.endsWith(" RON")) ? 1 : 0;
  assert.equal(tiles, Object.values(handsAtTheEnd()).flat().length + discards + 3 * melds + won);
  await page.keyboard.press("Home");
  assert.equal(await page.locator(".counter").textContent(), `0 / ${STEPS}`);
  await close();
});

test("every decision has its reason", async () => {
  const { page, close } = await newPage(browser);
  await openSample(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await currentLine(page), LINES[53]);
  const why = await page.locator(".why").textContent();
  assert.match(why ?? "", /A decides/);
  assert.match(why ?? "", /R24, R25/);
  await close();
});

test("one can jump to claims, special tiles and decisions", async () => {
  const { page, close } = await newPage(browser);
  await openSample(page);
  const places = (/** @type {RegExp} */ pattern) => LINES.slice(52).filter((line) => pattern.test(line));
  for (const [key, pattern] of /** @type {[string, RegExp][]} */ ([
    ["c", / (CHOW|PONG|RON)\b/],
    ["s", / OUT (PASS|REVERSE|DOUBLE)/],
    ["d", /^A (OUT|PONG|CHOW|RON|SELFDRAWN)|^C OUT (Z|N)$/],
  ])) {
    await page.keyboard.press("Home");
    await page.keyboard.press(key);
    assert.equal(await currentLine(page), places(pattern)[0], key);
  }
  await page.keyboard.press("c");
  await page.keyboard.press("C");
  await page.getByRole("button", { name: "To the end" }).click();
  assert.equal(await currentLine(page), LINES.at(-1));
  await close();
});

test("it plays by itself and stops at the end", async () => {
  const { page, close } = await newPage(browser);
  await openSample(page);
  await page.getByLabel("Speed").selectOption({ label: "very fast" });
  await stopClock(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  for (const step of [1, 2, 3]) {
    await later(page, 100);
    assert.equal(await page.locator(".counter").textContent(), `${step} / ${STEPS}`);
  }
  await later(page, 100 * STEPS);
  assert.equal(await page.locator(".counter").textContent(), `${STEPS} / ${STEPS}`);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await close();
});

test("events, slider and chart lead to their step", async () => {
  const { page, close } = await newPage(browser);
  await openSample(page);
  await page.locator(".events button", { hasText: LINES[59] }).first().click();
  assert.equal(await currentLine(page), LINES[59]);
  await page.getByRole("slider").fill("12");
  assert.equal(await currentLine(page), LINES[63]);
  const box = await page.locator(".chart").boundingBox();
  assert.ok(box);
  await page.locator(".chart").click({ position: { x: box.width - 1, y: 20 } });
  assert.equal(await currentLine(page), LINES.at(-1));
  await close();
});

test("hands can be closed and seats rotated", async () => {
  const { page, close } = await newPage(browser);
  await openSample(page);
  const backs = page.locator('.table g:not([display]) > use[href="#tile-back"]');
  assert.equal(await backs.count(), 0);
  await page.keyboard.press("o");
  assert.equal(await backs.count(), 39);
  assert.match((await page.locator(".table-words").textContent()) ?? "", /Player BHand: 13 hidden tiles/);
  await page.keyboard.press("r");
  assert.match((await page.locator(".table-words").textContent()) ?? "", /Player AHand: 13 hidden tiles/);
  await close();
});

test("a link reproduces the view", async () => {
  for (const start of ["#/watch?seed=5&game=7", "#/watch?seed=18446744073709551615&game=0"]) {
    const { page, close } = await newPage(browser);
    await page.goto(`${server.address}/${start}`);
    await page.locator(".watch .table").waitFor();
    await page.keyboard.press("r");
    await page.keyboard.press("o");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash.includes("step=11"));
    const [link, table] = [page.url(), await seen(page)];
    await close();
    const other = await newPage(browser);
    await other.page.goto(link);
    await other.page.locator(".watch .table").waitFor();
    assert.deepEqual(await seen(other.page), table);
    assert.ok(link.includes(start.slice(0, 20)), "the seed is enough");
    await other.close();
  }
});

smokeTest("a link to a game of a deck holds the deck", async () => {
  const { page, close } = await newPage(browser);
  await openSample(page);
  await page.keyboard.press("End");
  await page.waitForFunction((step) => location.hash.includes(`step=${step}`), STEPS);
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await page.locator(".events [aria-current] code", { hasText: LINES.at(-1) }).waitFor();
  await close();
});

smokeTest("the log is saved to the byte, and can be opened again", async () => {
  const { page, close } = await newPage(browser);
  await openSample(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Log", exact: true }).click(),
  ]);
  assert.equal(readFileSync(await file.path(), "utf8"), LOG);
  await paste(page, LOG);
  await page.locator(".events").waitFor();
  assert.equal(await page.locator(".events li").count(), STEPS + 1);
  await close();
});

test("a file can be chosen", async () => {
  const { page, close } = await newPage(browser);
  const folder = temporaryFolder();
  const path = join(folder.path, "a.deck");
  writeFileSync(path, DECK);
  await page.goto(`${server.address}/#/watch`);
  await page.locator('.drop input[type="file"]').setInputFiles(path);
  await page.locator(".watch .table").waitFor();
  await close();
  folder.remove();
});

test("a file can be dropped anywhere", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/hand`);
  const transfer = await page.evaluateHandle((deck) => {
    const data = new DataTransfer();
    data.items.add(new File([deck], "a.deck"));
    return data;
  }, DECK);
  await page.locator(".felt").dispatchEvent("drop", { dataTransfer: transfer });
  await page.locator(".watch .table").waitFor();
  await close();
});

smokeTest("a bad deck gets a sentence, and what it says stays text", async () => {
  const { page, complaints, close } = await newPage(browser);
  await paste(page, `${DECK} <img/src=x/onerror=document.title='hacked'>`);
  const notice = page.getByRole("alert");
  await notice.waitFor();
  assert.match((await notice.textContent()) ?? "", /149|img/);
  assert.equal(await page.locator("#notices img").count(), 0);
  await page.getByRole("textbox", { name: "A deck or a log" }).fill(DECK.replace("8M", "10M"));
  await page.locator(".drop").getByRole("button", { name: "Watch it" }).click();
  await page.locator(".notice", { hasText: "10M" }).waitFor();
  assert.notEqual(await page.title(), "hacked");
  // That a request was refused is all that the browser says.
  assert.ok(
    complaints.every((said) => said.includes("422")),
    complaints.join(),
  );
  complaints.length = 0;
  await close();
});

test("a link that makes no sense leads to a sentence and a way on", async () => {
  for (const link of ["#/watch?d=AAAA", "#/watch?seed=many", "#/watch?seed=1&game=-1", "#/watch?d=%3Cscript%3E"]) {
    const { page, complaints, close } = await newPage(browser);
    await page.goto(`${server.address}/${link}`);
    await page.getByRole("alert").waitFor();
    await page.locator(".drop").waitFor();
    assert.ok(
      complaints.every((said) => /4[02][02]/.test(said)),
      complaints.join(),
    );
    complaints.length = 0;
    await close();
  }
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/watch?seed=1&step=999999&seat=X`);
  await page.locator(".events [aria-current] code", { hasText: "WIN" }).waitFor();
  await page.goto(`${server.address}/#/no/such/page`);
  await page.locator(".cards").waitFor();
  await close();
});

test("the picture of a table stands alone", async () => {
  const { page, close } = await newPage(browser);
  await openSample(page);
  await page.keyboard.press("End");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "SVG" }).click()]);
  const picture = readFileSync(await file.path(), "utf8");
  const used = new Set([...picture.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]));
  const drawn = new Set([...picture.matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]));
  assert.deepEqual([...used].sort(), [...drawn].sort());
  assert.ok(used.size > 20);
  const wrong = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent ?? null,
    picture,
  );
  assert.equal(wrong, null);
  await close();
});

smokeTest("the first wrong line of an output is shown, and why it is wrong", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/check`);
  await page.getByRole("textbox", { name: "A deck or a log" }).fill(DECK);
  await page.locator(".drop").getByRole("button", { name: "Open it" }).click();
  const at = LINES.findIndex((line) => line === "C OUT Z");
  const wrong = LINES.with(at, "C OUT N").join("\n");
  await page.getByLabel("The output of your program").fill(`${wrong}\n`);
  await page.getByRole("button", { name: "Check" }).click();
  const verdict = page.locator(".verdict.wrong");
  await verdict.waitFor();
  const said = (await verdict.textContent()) ?? "";
  assert.match(said, new RegExp(`Line ${at + 1} is wrong`));
  assert.match(said, /C OUT Z/);
  assert.match(said, /R27/);
  assert.equal(await currentLine(page), "C OUT Z");
  assert.match((await page.locator(".events [aria-current]").textContent()) ?? "", /yours: C OUT N/);
  await page.getByLabel("The output of your program").fill(LOG);
  await page.getByRole("button", { name: "Check" }).click();
  await page.locator(".verdict.right").waitFor();
  await close();
});

test("an output can be dropped where it is compared, and others' games are compared elsewhere", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/check?seed=1&game=0`);
  await page.locator(".compare").waitFor();
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["A IN 1M\n"], "out.txt"));
    return data;
  });
  await page.locator(".compare textarea").dispatchEvent("dragover", { dataTransfer: transfer });
  assert.equal(await page.locator(".compare.dropping").count(), 1);
  await page.locator(".compare textarea").dispatchEvent("drop", { dataTransfer: transfer });
  await page.locator(".verdict.wrong").waitFor();
  assert.equal(await page.getByLabel("The output of your program").inputValue(), "A IN 1M\n");
  assert.equal(await page.locator(".dropping").count(), 0);
  await page.goto(`${server.address}/#/check`);
  await page.getByLabel("Played by").selectOption("useful");
  await page.locator("form:not(.drop)").getByRole("button", { name: "Open it" }).click();
  await page.getByRole("link", { name: "Open the standard game of this deck" }).click();
  await page.locator(".compare textarea").waitFor();
  await close();
});

test("a wrong line of a deck is shown, and a wrong seed is not sent", async () => {
  const { page, complaints, close } = await newPage(browser);
  const lines = DECK.trim().split(/\s+/).join("\n").replace("8M", "10M");
  await paste(page, lines);
  await page.locator(".notice", { hasText: "10M" }).waitFor();
  const area = page.locator(".drop textarea");
  const selected = await area.evaluate((one) => {
    const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (one);
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(selected, "10M");
  complaints.length = 0; // That it was refused is all that the browser says.
  const seed = page.getByLabel("Seed");
  for (const wrong of ["99999999999999999999", "abc", "-1", "1.5"]) {
    await seed.fill(wrong);
    await page.locator("form:not(.drop)").getByRole("button", { name: "Watch it" }).click();
    assert.match(
      await seed.evaluate((one) => /** @type {HTMLInputElement} */ (one).validationMessage),
      /whole number from 0 to 18446744073709551615/,
    );
    assert.equal(await seed.inputValue(), wrong);
  }
  await close();
});

test("each event is said to those who listen", async () => {
  const { page, close } = await newPage(browser);
  await openSample(page);
  const said = page.locator('.said[aria-live="polite"]');
  const before = await said.textContent();
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await said.textContent(), before);
  assert.match((await said.textContent()) ?? "", /^A draws/);
  await close();
});
