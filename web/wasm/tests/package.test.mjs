// The package itself: what is in it, and its first program.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { read } from "./files.mjs";

const WEB = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGE = realpathSync(`${WEB}/node_modules/hule`);

test("it has what is needed, and nothing else", () => {
  const packed = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: PACKAGE, encoding: "utf8" }));
  const files = packed[0].files.map((/** @type {{ path: string }} */ { path }) => path).sort();
  assert.deepEqual(files, [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "browser.mjs",
    "hule.d.ts",
    "hule.js",
    "hule_bg.wasm",
    "index.d.ts",
    "net.bin",
    "node.mjs",
    "package.json",
  ]);
});

test("its versions are those of the workspace", () => {
  const version = (/** @type {string} */ text, /** @type {RegExp} */ where) => text.match(where)?.[1];
  const { version: own } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, "utf8"));
  assert.equal(own, version(read("Cargo.toml"), /\[workspace\.package\]\nversion = "(.*)"/));
  const bindgen = version(read("Cargo.lock"), /name = "wasm-bindgen"\nversion = "(.*)"/);
  assert.equal(version(read("web/wasm/bindgen/Cargo.toml"), /wasm-bindgen-cli-support = "=(.*)"/), bindgen);
});

test("both entries export the same, with types", async () => {
  const [node, browser, module] = await Promise.all(
    ["node.mjs", "browser.mjs", "hule.js"].map((name) => import(`${PACKAGE}/${name}`)),
  );
  assert.deepEqual(Object.keys(node), Object.keys(browser));
  const kept = ["__wasm", "default", "initSync", "pageFile", "start"]; // For the entries, for web/site and for debuggers.
  const names = Object.keys(module).filter((name) => !kept.includes(name));
  assert.deepEqual(Object.keys(node), [...names, "init", "loadNetwork"].sort());
  const types = readFileSync(`${PACKAGE}/hule.d.ts`, "utf8");
  for (const name of names) assert.match(types, new RegExp(`export (class|function) ${name}\\b`));
  assert.doesNotMatch(types, /\bany\b/);
});

test("its types need nothing but ECMAScript", () => {
  const file = `${WEB}/node_modules/.example.ts`;
  const program = 'import { Game, init, loadNetwork, log } from "hule";\nawait init("a.wasm");\nawait loadNetwork();\n';
  writeFileSync(file, `${program}export const text: string = log(Game.seeded(1).deck);\n`);
  const options = ["--ignoreConfig", "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022", "--module", "nodenext", "--skipLibCheck", "false"];
  execFileSync("npx", ["--no-install", "tsc", ...options, "--types", "", file], { cwd: WEB, encoding: "utf8" });
});

test("the program of the README prints what it says", () => {
  const [, program, printed] = read("web/wasm/package/README.md").match(/```js\n(.*?)```.*?```text\n(.*?)```/s) ?? [];
  assert.ok(program && printed);
  const file = `${WEB}/node_modules/.example.mjs`;
  writeFileSync(file, program);
  assert.equal(execFileSync("node", [file], { encoding: "utf8" }), printed);
});
