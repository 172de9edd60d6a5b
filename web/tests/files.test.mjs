// What can be said of the files alone: their size, their words, the names they share.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WEB, shippedFiles, test } from "./setup.mjs";

// The words ask for the language of a browser.
Object.assign(globalThis, { navigator: { language: "en" }, localStorage: { getItem: () => null } });

const modules = shippedFiles().filter((name) => name.endsWith(".js"));
const texts = new Map(modules.map((name) => [name, readFileSync(join(WEB, name), "utf8")]));

test("the page is under 360 KB in all, without the comments, which are not sent", () => {
  const texts = shippedFiles().map((name) => readFileSync(join(WEB, name), "utf8"));
  const sent = texts.map((text) => text.replace(/^ *(\/\*\*[^]*?\*\/|\/\/.*)\n/gm, ""));
  const total = sent.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  assert.ok(total < 360_000, `${total} bytes`);
});

test("everything is said in both languages", async () => {
  const { WORDS } = await import("../words.js");
  for (const [name, [english, chinese]] of Object.entries(WORDS)) {
    assert.ok(english && chinese, name);
    const holes = (/** @type {string} */ said) => (said.match(/\{\w+\}/g) ?? []).sort();
    assert.deepEqual(holes(english), holes(chinese), `${name} tells the same`);
    assert.match(chinese, /\p{Script=Han}/u, `${name} is in Chinese`);
    assert.doesNotMatch(english, /\p{Script=Han}/u, `${name} is in English`);
  }
});

test("every word is used, and every word that is used is there", async () => {
  const { WORDS } = await import("../words.js");
  const code = [...texts]
    .map(([name, text]) => (name === "words.js" ? text.slice(text.indexOf("LANGUAGE_KEY")) : text))
    .join("\n");
  const quoted = new Set([...code.matchAll(/"([a-z]\w*)"/gi)].map((match) => match[1]));
  const built = [...code.matchAll(/(?:word\(|\? |: )`([a-z_]+)\$\{/g)].map((match) => /** @type {string} */ (match[1]));
  const built2 = [...code.matchAll(/`\$\{\w+\}(_[a-z]+)`/g)].map((match) => /** @type {string} */ (match[1]));
  const unused = Object.keys(WORDS).filter(
    (name) =>
      !quoted.has(name) && !built.some((start) => name.startsWith(start)) && !built2.some((end) => name.endsWith(end)),
  );
  assert.deepEqual(unused, []);
  const asked = [
    ...code.matchAll(/\bword\("(\w+)"/g),
    ...code.matchAll(/does: "(\w+)"/g),
    ...code.matchAll(/word\([^"`]*\? "(\w+)" : "(\w+)"/g),
  ].flatMap((match) => match.slice(1));
  assert.deepEqual(
    asked.filter((name) => name !== undefined && !WORDS[name]),
    [],
  );
});

test("the modules can be put into one file", () => {
  const seen = new Map();
  for (const [name, text] of texts) {
    for (const [, found] of text.matchAll(/^(?:export )?(?:async )?(?:const|let|function|class) (\w+)/gm)) {
      assert.ok(!seen.has(found), `${found} is in ${name} and in ${seen.get(found)}`);
      seen.set(found, name);
    }
    for (const line of text.split("\n").filter((one) => /^(import|export)\b/.test(one))) {
      assert.match(
        line,
        /^import \{ [\w, ]+ \} from "\.\/\w+\.js";$|^export (async )?(const|let|function|class) /,
        `${name}: ${line}`,
      );
    }
    assert.doesNotMatch(text, /<\/script/i, name);
  }
  const imported = new Set([...texts.values()].flatMap((text) => text.match(/(?<=from "\.\/)\w+\.js/g) ?? []));
  assert.deepEqual(
    modules.filter((name) => !imported.has(name)),
    ["main.js"],
    "all others are imported, and so find their way into it",
  );
});

test("the page holds no script or style of its own, and names no other place", () => {
  const page = readFileSync(join(WEB, "index.html"), "utf8");
  assert.doesNotMatch(page, /\sstyle=|\son\w+=|<style/);
  assert.deepEqual(page.match(/<script[^>]*>/g), ['<script type="module" src="assets/main.js">']);
  for (const name of [...shippedFiles(), "static/worker.js", "static/sw.js"]) {
    const text = name === "index.html" ? "" : readFileSync(join(WEB, name), "utf8");
    const addresses = (text.match(/https?:\/\/[^"'\s`]+/g) ?? []).filter(
      (address) => address !== "http://www.w3.org/2000/svg",
    );
    assert.deepEqual(addresses, [], name);
  }
});
