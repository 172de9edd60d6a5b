// Runs files of tests: node tests/run.mjs COMMAND FILE… [--name NAME] [--failed CHECK]…
//
// Each file is a process. All of them run to their end, whatever fails. Then each test that has failed in a browser is tried once
// more, alone: a browser may crash, and that is said. What has failed is listed at the end with the COMMAND that runs just that
// again; it takes the file and the name of the test. So is each CHECK, another command that has failed. JOBS says how many files
// run side by side, by default as many as there are cores.

import { fork } from "node:child_process";
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** @typedef {import("./reporter.mjs").Told} Told */
/** @typedef {{ file: string, name: string | null, browser: boolean }} Failure without a name, of the file itself */

const REPORTER = fileURLToPath(new URL("reporter.mjs", import.meta.url));
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** After how many milliseconds in which nothing was heard of a file it is ended. No test takes that long. */
const SILENCE = 12 * 60_000;

const { values, positionals } = parseArgs({
  options: { name: { type: "string" }, failed: { type: "string", multiple: true, default: [] } },
  allowPositionals: true,
});
const [command = "", ...files] = positionals;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.once(signal, () => {
    for (const child of running) child.kill();
    process.exit(1);
  });

/** @param {string} text as a word of a shell */
const quoted = (text) => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** @param {string} file as it is named from the root of the repository */
const named = (file) => relative(ROOT, file);

/** @param {number} time in milliseconds */
const seconds = (time) => `${(time / 1000).toFixed(1)} s`;

/** @param {Failure} failure */
const again = ({ file, name }) => [command, named(file), ...(name === null ? [] : [name].map(quoted))].join(" ");

/**
 * Runs a file, or one test of it.
 * @param {string} file
 * @param {string} [name]
 * @returns {Promise<Failure[]>}
 */
async function run(file, name) {
  const start = performance.now();
  /** @type {Failure[]} */
  const failures = [];
  const options = ["--test-reporter", REPORTER, "--test-reporter-destination", "stdout"];
  if (name !== undefined) options.push("--test-name-pattern", `^${name.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`);
  const child = fork(file, { execArgv: options, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  running.add(child);
  const kill = () => child.kill("SIGKILL");
  let silence = setTimeout(kill, SILENCE);
  let [passed, browser, now] = [0, false, ""];
  child.on("message", (/** @type {Told | "browser"} */ told) => {
    clearTimeout(silence);
    silence = setTimeout(kill, SILENCE);
    if (told === "browser") return void (browser = true);
    now = told.began ? told.name : "";
    if (told.began || told.left) return;
    if (told.error === undefined) return void (passed += 1);
    failures.push({ file, name: told.name, browser: false });
    console.log(`✖ ${named(file)}: ${told.name} (${seconds(told.time ?? 0)})\n${told.error.replaceAll(/^/gm, "    ")}`);
  });
  const [status, signal] = await new Promise((resolve) => child.once("exit", (...how) => resolve(how)));
  clearTimeout(silence);
  running.delete(child);
  const all = passed + failures.length;
  // Not by a test that has failed: other tests may not have run.
  const broken = now !== "" || all === 0 || (status !== 0 && failures.length === 0);
  if (broken) {
    failures.push({ file, name: null, browser: false });
    const where = now === "" ? "" : `, in the test: ${now}`;
    console.log(`✖ ${named(file)} has ended with ${signal ?? `status ${status}`} after ${all} tests${where}`);
  }
  for (const failure of failures) failure.browser = browser;
  const mark = failures.length > 0 ? "✖" : "✔";
  console.log(`${mark} ${named(file).padEnd(36)} ${String(passed).padStart(3)} of ${String(all).padStart(3)} passed ${seconds(performance.now() - start).padStart(8)}`);
  return failures;
}

// The longest first, so that none is left alone at the end.
const waiting = files.toSorted((one, other) => statSync(other).size - statSync(one).size);
/** @type {Failure[]} */
const failures = [];
const work = async () => {
  for (let file = waiting.shift(); file; file = waiting.shift()) failures.push(...(await run(file, values.name)));
};
await Promise.all(Array.from({ length: Number(process.env.JOBS ?? availableParallelism()) }, work));

/** @type {Failure[]} */
const late = [];
/** @type {Failure[]} */
const wrong = [];
for (const failure of failures) {
  const passes = failure.browser && failure.name !== null && (await run(failure.file, failure.name)).length === 0;
  (passes ? late : wrong).push(failure);
}
for (const check of values.failed ?? []) console.log(`failed: a check of the files\n    cd web && ${check}`);
for (const { file, name } of late) console.log(`passed only at the second try: ${named(file)}: ${name}`);
for (const failure of wrong) console.log(`failed: ${named(failure.file)}: ${failure.name ?? "the file"}\n    ${again(failure)}`);
process.exitCode = wrong.length + (values.failed ?? []).length > 0 ? 1 : 0;
