// What a replay shows and what it does not.

import assert from "node:assert/strict";
import { browser, newPage, server, smokeTest, test } from "./host.mjs";
import { goTo, later } from "./setup.mjs";

test("closed hands are told by nothing else on the page", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/watch?seed=1&game=0&closed=1`);
  await page.locator(".watch .table").waitFor();
  const toggle = page.getByRole("button", { name: "Hands hidden" });
  assert.equal(await toggle.getAttribute("aria-pressed"), "true");
  await page.keyboard.press("End");
  const others = (await page.locator(".events code").allTextContents()).filter((line) => /^[BCD] IN/.test(line));
  assert.ok(others.length > 10 && others.every((line) => line.endsWith(" IN ?")), others.join());
  assert.equal(await page.locator(".chart .curve:not([display])").count(), 1);
  assert.equal(await page.locator(".plates text", { hasText: "distance" }).count(), 1);
  await page.locator(".events button", { hasText: "B OUT" }).first().click();
  assert.match((await page.locator(".why").textContent()) ?? "", /B decides.*hidden while hands are closed/);
  assert.doesNotMatch((await page.locator(".why").textContent()) ?? "", /B holds/);
  await page.locator(".events button", { hasText: "B IN" }).first().click();
  assert.equal(await page.locator(".said").textContent(), "B draws a tile");
  await page.keyboard.press("o");
  assert.equal(await page.locator(".events code", { hasText: "?" }).count(), 0);
  await close();
});

test("names and marks lie on no tile and on no other name", async () => {
  const { page, close } = await newPage(browser);
  const screens = /** @type {[number, number][]} */ ([
    [768, 1024],
    [1280, 720],
    [390, 844],
    [844, 390],
    [1920, 1080],
  ]);
  for (let seed = 1; seed <= 6; seed += 1) {
    const [width, height] = screens[seed % screens.length] ?? [0, 0];
    await page.setViewportSize({ width, height });
    await goTo(page, `${server.address}/#/watch?seed=${seed}`, ".watch .table");
    const covered = await page.evaluate(() => {
      const [now = 0, last = 0] = (document.querySelector(".counter")?.textContent ?? "").split(" / ").map(Number);
      const found = [];
      for (let step = now; step < last; step += 1) {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
        const texts = [...document.querySelectorAll(".plates text")].filter((text) => text.textContent);
        if (step < last - 1 && !texts.some((text) => text.textContent?.includes("⊘"))) continue;
        const tiles = [...document.querySelectorAll(".table g:not([display]) > use, .plates circle")];
        const boxes = tiles.map((tile) => tile.getBoundingClientRect());
        for (const text of texts) {
          const own = text.getBoundingClientRect();
          // What is above and below the letters themselves may touch the next line.
          const lines = { left: own.left, right: own.right, top: own.top + own.height * 0.2, bottom: own.bottom - own.height * 0.2 };
          // The letter of a seat is on its disc.
          if (text.textContent?.length === 1) continue;
          const others = texts.filter((other) => other !== text).map((other) => other.getBoundingClientRect());
          const touches = (/** @type {{ left: number, right: number, top: number, bottom: number }} */ one) =>
            (/** @type {DOMRect} */ box) =>
              one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom;
          const hit = boxes.some(touches(own)) || others.some(touches(lines));
          if (hit) found.push(`step ${step + 1}: ${text.textContent}`);
        }
      }
      return found;
    });
    assert.deepEqual(covered, [], `seed ${seed}`);
  }
  await close();
});

test("the keys for the speed change what is shown, and say it", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/watch?seed=1`);
  await page.locator(".watch .table").waitFor();
  await page.keyboard.press("+");
  assert.equal(await page.getByLabel("Speed").inputValue(), "3");
  await page.getByRole("status").filter({ hasText: "Speed: fast" }).waitFor();
  await close();
});

test("the result is told at the end, not before", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/watch?seed=1&game=0`);
  const heading = page.locator("h1");
  await heading.filter({ hasText: "Seed 1, game 0 · Easy" }).waitFor();
  await page.keyboard.press("End");
  assert.match((await heading.textContent()) ?? "", /wins/);
  assert.equal(await page.locator(".why p").textContent(), await heading.textContent());
  await close();
});

smokeTest("players are named by their strength, and the address keeps who plays", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/watch`);
  const players = page.getByLabel("Played by");
  await players.waitFor();
  assert.deepEqual(await players.locator("option").allTextContents(), [
    "Aimless (random): any action",
    "Easy (standard): fixed strategy",
    "Normal (useful): counts tiles",
    "Hard (net): a neural network",
  ]);
  await players.selectOption("net");
  await page.locator("form:not(.drop)").getByRole("button", { name: "Watch it" }).click();
  const thought = page.locator(".why li").filter({ hasText: /^OUT .*: distance \d+, .* useful tiles left; .* %$/ });
  const heading = page.locator("h1", { hasText: "Seed 1, game 0 · Hard" });
  const showsThoughts = async () => {
    await heading.waitFor();
    await page.locator(".events button", { hasText: " OUT " }).first().click();
    await thought.first().waitFor({ state: "attached" });
  };
  await showsThoughts();
  await page.reload();
  await showsThoughts();
  await page.getByRole("button", { name: "中文" }).click();
  await page.locator("h1", { hasText: "· 困难" }).waitFor();
  await page.locator(".why li").filter({ hasText: /^OUT .*：和牌距离 .* %$/ }).first().waitFor({ state: "attached" });
  await page.goto(`${server.address}/#/play`);
  await page.locator("form select").first().waitFor();
  assert.deepEqual(await page.locator("form select").first().locator("option").allTextContents(), [
    "乱打（random）：任意动作",
    "简单（standard）：固定策略",
    "普通（useful）：计算有效牌",
    "困难（net）：神经网络",
    "专家（search）：模拟对局",
  ]);
  await close();
});

test("a step does not change the address of another page", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/watch?seed=1&game=0`);
  await page.locator(".watch .table").waitFor();
  await page.waitForURL(/step=0$/);
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/step=1$/);
  await page.evaluate(() => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    // The address is that of another page, but that page is not shown yet.
    window.history.pushState(null, "", "#/play");
  });
  await later(page);
  assert.equal(new URL(page.url()).hash, "#/play");
  await close();
});

test("a great loss is shown in full at every size", async () => {
  for (const locale of ["en-US", "zh-CN"]) {
    const { page, close } = await newPage(browser, { locale });
    await server.intercept(page, "/review", (body) => ({ body: { ...body, samples: 40 } }));
    await page.goto(`${server.address}/#/watch?seed=3&game=0&players=random`);
    await page.locator(".analysis .button.main, .analysis .button").first().click();
    await page.locator(".mistake").first().waitFor();
    for (const [width, height] of [[390, 844], [320, 568], [844, 390], [1280, 720], [3840, 2160]]) {
      await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
      if (!(await page.locator(".side").isVisible())) await page.keyboard.press("m");
      const rows = await page.locator(".mistake").evaluateAll((all) =>
        all.map((row) => {
          const cost = /** @type {Element} */ (row.querySelector(".cost"));
          cost.textContent = "−19.0\u00a0%";
          const text = document.createRange();
          text.selectNodeContents(cost);
          const { left, right } = text.getBoundingClientRect();
          const room = { from: cost.previousElementSibling?.getBoundingClientRect().right, to: cost.nextElementSibling?.getBoundingClientRect().left };
          return { left, right, ...room };
        }),
      );
      assert.ok(rows.length > 0);
      for (const { left, right, from = 0, to = 0 } of rows)
        assert.ok(from <= left + 0.5 && right <= to + 0.5, `${width}×${height} ${JSON.stringify({ from, left, right, to })}`);
    }
    await close();
  }
});

test("pictures of special tiles say what they do, too", async () => {
  const { page, close } = await newPage(browser);
  await page.goto(`${server.address}/#/hand?tiles=1M,1M,2M,3M,5P,6P,7P,9S,9S,E,E,S,PASS,REVERSE`);
  await page.locator('.discards img[data-face="PASS"]').hover();
  await page.getByRole("tooltip").filter({ hasText: "PASS" }).waitFor();
  // Where the rule stands beside it, nothing is added.
  await page.goto(`${server.address}/#/play`);
  const shown = page.locator('.specials img[data-face="PASS"]');
  await shown.hover();
  await later(page);
  assert.equal(await shown.evaluate((picture) => picture.matches(":hover")), true);
  assert.ok(await page.getByRole("tooltip").isHidden());
  await close();
});
