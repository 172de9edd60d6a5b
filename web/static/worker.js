// A worker with an engine: the library, which answers what the server would answer. Requests are answered one after another.
//
//     { id, method, path, lang, body, record? }        is answered with { id, status, kind, body, table?, record? }
//     { id, prepare: "engine" }                         is answered with { id } when the engine is loaded
//     { id, prepare: "network", wait? }                 begins to load the weights of the network, and is answered with { id },
//                                                       if it is to wait, when they are there
//     { id, life: name }                                holds the lock of this name from now on: { id, held }
//     { id, begin: true, path, lang, body }             begins long work: { id, total }, or { id, status, kind, body }
//     { id, next: true }                                its next line: { id, line }; none at the end
//     { id, decks: [first, count] }                     plays decks of a study that others count: { id, played }
//     { id, take: played }                              counts them: { id, line, ended }
//     { id, appraise: number }                          a decision of a review: { id, decision }
//     { id, whole: decisions }                          the review of all decisions: { id, review }
//
// If the engine or the network cannot be loaded, or the engine has panicked, the answer is { failed }, and the worker is of no
// more use.

import init, { Engine, installNetwork } from "./hule.js";

/** The status of what needs the network while its weights are not there. */
const NO_NETWORK = 424;

/** Something of the site is not there, or not what it should be. */
class NotLoaded extends Error {
  /**
   * @param {"load" | "network"} what
   * @param {string} why
   */
  constructor(what, why) {
    super(why);
    this.what = what;
  }
}

/**
 * Loads something of the site.
 * @template T
 * @param {"load" | "network"} what it is called if that fails
 * @param {string} name
 * @param {(answer: Response) => Promise<T>} use
 */
async function load(what, name, use) {
  try {
    const answer = await fetch(new URL(name, self.location.href));
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return await use(answer);
  } catch (error) {
    throw new NotLoaded(what, `${name}: ${error}`);
  }
}

const engine = load("load", "./hule_bg.wasm", async (answer) => {
  // Some hosts do not say what it is, and then it is not compiled while it comes.
  const streams = answer.headers.get("content-type") === "application/wasm";
  const module = await (streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer()));
  await init({ module_or_path: module });
  return new Engine();
});
// Whoever asks is told.
engine.catch(() => {});

/** @type {Promise<void> | null} */
let network = null;

/** Loads the weights of the network, once. */
function loadNetwork() {
  return (network ??= load("network", "./net.bin", async (answer) => installNetwork(new Uint8Array(await answer.arrayBuffer()))));
}

/**
 * Asks, and once more when the weights are there, if that was missing.
 * @template {object} A
 * @param {() => A} question
 */
async function withNetwork(question) {
  const said = question();
  if (!("status" in said) || said.status !== NO_NETWORK) return said;
  await loadNetwork();
  return question();
}

/** The long work that was begun. */
/** @type {any} */
let work = null;

/**
 * Begins long work, or says why not.
 * @param {Engine} ready
 * @param {any} message
 */
function begin(ready, { path, lang, body }) {
  try {
    work = path === "/review" ? ready.review(lang, body) : ready.begin(path, lang, body);
    return { total: work.total ?? 0 };
  } catch (refusal) {
    // A refusal is an answer; an error is a panic.
    if (refusal instanceof Error) throw refusal;
    return /** @type {{ status: number, kind: string, body: string }} */ (refusal);
  }
}

/**
 * The token of the person at a new table.
 * @param {{ links: { seats: Record<string, { token: string }> } }} state
 */
function tokenOf({ links }) {
  return Object.values(links.seats)[0]?.token ?? "";
}

/**
 * Answers a request of the interface. What changes a table returns its record too.
 * @param {Engine} ready
 * @param {any} message
 */
function answer(ready, { method, path, lang, body, record }) {
  if (record !== undefined) ready.restore(record);
  const said = ready.ask(method, path, lang, body);
  const changed = method === "POST" && path.startsWith("/tables") && !path.endsWith("/hint") && said.status < 400;
  if (!changed) return said;
  const table = path.split("/")[2] ?? tokenOf(JSON.parse(said.body));
  return { ...said, table, record: ready.record(table) };
}

/**
 * Holds a lock for as long as the worker lives.
 * @param {string} name
 * @returns {Promise<{ held: boolean }>} when it has it; browsers that keep nothing for the site have no locks either
 */
function hold(name) {
  return new Promise((tell) => {
    const has = () => {
      tell({ held: true });
      return new Promise(() => {});
    };
    navigator.locks.request(name, has).catch(() => tell({ held: false }));
  });
}

/** Whether the engine has been asked anything. */
let used = false;

/**
 * Makes a film that nobody sees, so that the browser has compiled what films need before somebody wants to see one.
 * @param {Engine} ready
 */
function warmUp(ready) {
  if (!used) ready.ask("POST", "/replay", "en", '{"seed":1}');
}

/** @param {any} message */
async function reply(message) {
  if (message.life) return hold(message.life);
  const ready = await engine;
  if (message.prepare === "engine") {
    // What was asked meanwhile goes first.
    self.setTimeout(warmUp, 0, ready);
    return {};
  }
  if (message.prepare) {
    const loaded = loadNetwork();
    // Before they are needed nobody waits for the weights, and then it is told if they are not there.
    if (message.wait) await loaded;
    else loaded.catch(() => {});
    return {};
  }
  used = true;
  if (message.begin) return withNetwork(() => begin(ready, message));
  if (message.next) return { line: work.next() };
  if (message.decks) return { played: work.decks(...message.decks) };
  if (message.take) return { line: work.take(message.take), ended: work.ended };
  if (message.appraise !== undefined) return { decision: work.appraise(message.appraise) };
  if (message.whole) return { review: work.whole(message.whole) };
  return withNetwork(() => answer(ready, message));
}

let queue = Promise.resolve();

self.addEventListener("message", (/** @type {any} */ { data: message }) => {
  queue = queue.then(async () => {
    try {
      self.postMessage({ id: message.id, ...(await reply(message)) });
    } catch (error) {
      // What is not missing is a panic.
      self.postMessage({ failed: error instanceof NotLoaded ? error.what : "panic" });
    }
  });
});
