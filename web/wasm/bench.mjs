// Measures the module against the command: node web/wasm/bench.mjs [PACKAGE]
//
// PACKAGE is what `web/wasm/build` has made, by default target/wasm/package. The command has to be built too:
// `cargo build --release -p hule-cli`. Both take turns on one thread.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGE = resolve(process.argv[2] ?? `${ROOT}/target/wasm/package`);
const HULE = process.env.HULE ?? `${ROOT}/target/release/hule`;
const ROUNDS = 5;

const size = (/** @type {number} */ bytes) => `${Math.round(bytes / 1000)} KB`;
for (const name of ["hule_bg.wasm", "hule.js", "net.bin"]) {
  const file = readFileSync(`${PACKAGE}/${name}`);
  const [gzip, brotli] = [gzipSync(file, { level: 9 }), brotliCompressSync(file)];
  console.log(`${name}: ${size(file.length)}, gzip ${size(gzip.length)}, brotli ${size(brotli.length)}`);
}

const started = performance.now();
/** @type {typeof import("hule")} */
const { Engine, loadNetwork } = await import(pathToFileURL(`${PACKAGE}/node.mjs`).href);
const engine = new Engine();
console.log(`ready after ${(performance.now() - started).toFixed(0)} ms`);

/** Milliseconds. @param {() => unknown} work */
function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** @param {number[]} times */
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

/** @param {string} path @param {object} body */
function ask(path, body) {
  const answer = engine.ask("POST", path, "en", JSON.stringify(body));
  if (answer.status >= 300) throw new Error(answer.body);
  return JSON.parse(answer.body);
}

const film = (/** @type {number} */ seed) => timed(() => engine.ask("POST", "/replay", "en", JSON.stringify({ seed })));
const first = film(1);
console.log(`film: ${first.toFixed(1)} ms the first, ${median(Array.from({ length: 100 }, (_, seed) => film(seed))).toFixed(1)} ms then`);

await loadNetwork();
const hints = Array.from({ length: 30 }, (_, seed) => {
  const { links } = ask("/tables", { people: ["A"], name: "x", seed });
  const table = links.seats.A.token;
  return timed(() => ask(`/tables/${table}/hint`, {}));
});
console.log(`hint: ${hints[0]?.toFixed(1)} ms the first, ${Math.max(...hints).toFixed(1)} ms at most, ${median(hints).toFixed(1)} ms in the middle`);

/** @param {string[]} words */
function command(...words) {
  const { status, stderr } = spawnSync(HULE, [...words, "-j", "1"], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** @param {object} body */
function study(body) {
  const work = engine.begin("/study", "en", JSON.stringify(body));
  while (work.next() !== undefined);
}

/**
 * Plays so many games in both ways, by turns.
 * @param {string} what
 * @param {number} games
 * @param {() => void} native
 * @param {() => void} module
 */
function compare(what, games, native, module) {
  /** @type {[number[], number[]]} */
  const [there, here] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    there.push(timed(native));
    here.push(timed(module));
  }
  const [fast, slow] = [median(there), median(here)];
  const rate = (/** @type {number} */ time) => Math.round((games / time) * 1000).toLocaleString("en");
  console.log(`${what}: ${rate(fast)} games/s natively, ${rate(slow)} in the module: ${(fast / slow).toFixed(2)} of it`);
}

const many = 100_000;
compare("standard", many, () => command("batch", "-n", String(many)), () => study({ games: many }));
const few = 600;
compare("net", few, () => command("arena", "net", "useful", "-n", String(few)), () => study({ games: few, players: ["net", "useful"] }));
