// The engine: the library in workers of this browser, where there is no server. It answers what the server would answer,
// except for what takes several people.

import { keepRecord, recordOf } from "./records.js";
import { word } from "./words.js";

/** The address of its worker; a page of a server names none. */
const ENGINE = document.querySelector('meta[name="hule-engine"]')?.getAttribute("content") ?? null;

/** How many workers share a review or a study at the most. */
const MOST_HELPERS = 8;

/** How long a worker plays decks that others count, in milliseconds: longer than it takes to hand them over. */
const SHARE = { least: 100, most: 400 };

/** Whether a server answers. Without one there is the engine, and nothing that takes several people. */
export function hasServer() {
  return ENGINE === null;
}

/** A module that needs the 128-bit instructions: `v128.drop(i8x16.splat(0))`. */
const SIMD_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11);

/** Whether this browser can run the engine at all. */
const FIT = typeof WebAssembly === "object" && WebAssembly.validate(SIMD_MODULE);

/** A worker has failed; it cannot be used any more. */
class WorkerFailed extends Error {}

/** Whether the weights of the network were needed and could not be loaded. */
let lacksNetwork = false;

/** A worker with an engine of its own. Its requests are answered one after another. */
class Helper {
  constructor() {
    this.worker = new Worker(ENGINE ?? "", { type: "module" });
    /** @type {Map<number, { resolve: (said: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    this.asked = 0;
    this.ended = false;
    /** @type {Map<string, string>} the tables that it has, with their records */
    this.records = new Map();
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    // A worker that is killed says nothing. It holds a lock while it lives; browsers have locks for https and for this computer.
    const life = crypto.randomUUID?.();
    if (life && navigator.locks)
      this.ask({ life }).then(({ held }) => held && navigator.locks.request(life, () => this.end())).catch(() => {});
    // Its script cannot be loaded, or it has failed outside of a request.
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.end(new TypeError("the worker cannot be started"));
    });
  }

  /** @param {any} said */
  hear(said) {
    if (said.failed === "network") lacksNetwork = true;
    if (said.failed === "load" || said.failed === "network") return this.end(new TypeError(`the ${said.failed} failed`));
    if (said.failed) return this.end();
    this.waiting.get(said.id)?.resolve(said);
    this.waiting.delete(said.id);
  }

  /**
   * @param {object} message
   * @returns {Promise<any>} the answer
   */
  ask(message) {
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(new WorkerFailed("ended"));
      const id = (this.asked += 1);
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message });
    });
  }

  /** @param {Error} [why] is what those who wait are told */
  end(why = new WorkerFailed("ended")) {
    this.ended = true;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(why);
    this.waiting.clear();
  }
}

/** Who plays at tables, and who answers everything else: a move does not wait for a hint. */
/** @type {Record<"tables" | "questions", Helper | null>} */
const helpers = { tables: null, questions: null };

/**
 * The worker for such requests; a new one if the last one has failed.
 * @param {keyof typeof helpers} what
 */
function helperFor(what) {
  const known = helpers[what];
  return known && !known.ended ? known : (helpers[what] = new Helper());
}

/** Fails if something that is needed cannot be loaded. */
export async function knockAtEngine() {
  if (!FIT) return;
  await Promise.all([helperFor("tables"), helperFor("questions")].map((helper) => helper.ask({ prepare: "engine" })));
  if (lacksNetwork) await helperFor("questions").ask({ prepare: "network", wait: true });
  lacksNetwork = false;
}

/**
 * @param {any} said the answer of a worker
 * @returns {Response}
 */
function responseOf({ status, kind, body }) {
  return new Response(body, { status, headers: { "content-type": kind } });
}

/**
 * Answers a request. As with `fetch`, it fails if nobody can answer.
 * @param {string} path after the version
 * @param {LanguageName} lang
 * @param {object} [body] is posted
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export async function askEngine(path, lang, body, signal) {
  const message = { method: body ? "POST" : "GET", path, lang, body: body ? JSON.stringify(body) : "" };
  if (!FIT) return Response.json({ error: word("browser_unfit") }, { status: 501 });
  try {
    if (path === "/review") return await review(message, signal);
    if (path === "/study") return await study(message, signal);
    if (path.startsWith("/tables")) return await atTable(message);
    return responseOf(await helperFor("questions").ask(message));
  } catch (error) {
    if (!(error instanceof WorkerFailed) || signal?.aborted) throw error;
    return Response.json({ error: word("engine_failed") }, { status: 500 });
  }
}

/** Whether somebody has played, and will ask for hints. */
let advised = false;

/**
 * @typedef {{ method: string, path: string, lang: LanguageName, body: string }} Question
 * @param {Question} message
 */
async function atTable(message) {
  const [, , name = "", what = ""] = message.path.split("/");
  const helper = helperFor(what === "hint" ? "questions" : "tables");
  // The first hint is not to wait for the weights of the network.
  if (!advised) helperFor("questions").ask({ prepare: "network" }).catch(() => {});
  advised = true;
  const table = decodeURIComponent(name);
  const record = recordOf(table);
  // It does not know the table, or another window has gone on there.
  const unknown = record !== undefined && helper.records.get(table) !== record;
  let said = await helper.ask(unknown ? { ...message, record } : message);
  // Since then it has had so many other tables that it has forgotten this one.
  if (said.status === 404 && record !== undefined && !unknown) said = await helper.ask({ ...message, record });
  if (unknown) helper.records.set(table, record);
  if (said.record !== undefined) {
    helper.records.set(said.table, said.record);
    keepRecord(said.table, said.record);
  }
  return responseOf(said);
}

/**
 * Lines, as the server sends them, while something is worked on.
 * @param {AbortSignal | undefined} signal
 * @param {(say: (line: string) => void) => Promise<void>} work
 */
function linesOf(signal, work) {
  const encoder = new TextEncoder();
  const stream = new ReadableStream({
    start: async (lines) => {
      try {
        await work((line) => lines.enqueue(encoder.encode(`${line.trimEnd()}\n`)));
        lines.close();
      } catch (error) {
        if (signal?.aborted || !(error instanceof WorkerFailed)) return lines.error(error);
        lines.enqueue(encoder.encode(`${JSON.stringify({ type: "error", error: word("engine_failed") })}\n`));
        lines.close();
      }
    },
  });
  return new Response(stream, { headers: { "content-type": "application/x-ndjson" } });
}

/**
 * Begins long work in a worker of its own, which ends with it.
 * @param {Question} message
 * @param {AbortSignal | undefined} signal ends it
 * @param {(way: { first: Helper, team: Helper[], total: number, say: (line: string) => void }) => Promise<void>} work
 */
async function atLength(message, signal, work) {
  const first = new Helper();
  const team = [first];
  const end = () => team.forEach((helper) => helper.end());
  signal?.addEventListener("abort", end);
  const said = await first.ask({ ...message, begin: true });
  if (said.total !== undefined) return linesOf(signal, (say) => work({ first, team, total: said.total, say }).finally(end));
  end();
  return responseOf(said);
}

/** How many workers share long work. */
function mostHelpers() {
  return Math.min(MOST_HELPERS, navigator.hardwareConcurrency || 1);
}

/**
 * Plays many games. Those of players against each other are shared out among workers; the first counts them in their order.
 * @param {Question} message
 * @param {AbortSignal} [signal]
 */
function study(message, signal) {
  return atLength(message, signal, async ({ first, team, total, say }) => {
    if (total < 2 || mostHelpers() < 2) {
      for (;;) {
        const { line } = await first.ask({ next: true });
        if (line === undefined) return;
        say(line);
      }
    }
    say((await first.ask({ next: true })).line);
    while (team.length < Math.min(mostHelpers(), total)) team.push(new Helper());
    /** What was played and is not counted, by the first deck. */
    /** @type {Map<number, { count: number, decks: string }>} */
    const played = new Map();
    let [next, counted, ended] = [0, 0, false];
    const countOn = async () => {
      for (let part = played.get(counted); part && !ended; part = played.get(counted)) {
        played.delete(counted);
        counted += part.count;
        const said = await first.ask({ take: part.decks });
        if (said.line !== undefined) say(said.line);
        ended ||= said.ended;
      }
    };
    const share = async (/** @type {Helper} */ helper) => {
      if (helper !== first) await helper.ask({ ...message, begin: true });
      for (let many = 1; next < total && !ended; ) {
        const [from, count] = [next, Math.min(many, total - next)];
        next += count;
        const start = window.performance.now();
        const { played: decks } = await helper.ask({ decks: [from, count] });
        played.set(from, { count, decks });
        const time = window.performance.now() - start;
        if (time < SHARE.least) many *= 2;
        else if (time > SHARE.most) many = Math.max(1, Math.floor(many / 2));
        await countOn();
      }
    };
    await Promise.all(team.map(share));
  });
}

/**
 * Reviews a game. Its decisions are shared out among workers.
 * @param {Question} message
 * @param {AbortSignal} [signal]
 */
function review(message, signal) {
  return atLength(message, signal, async ({ first, team, total, say }) => {
    const tell = (/** @type {number} */ done) => say(JSON.stringify({ type: "progress", done, total }));
    tell(0);
    while (team.length < Math.min(mostHelpers(), total)) team.push(new Helper());
    /** @type {string[]} */
    const decisions = Array(total);
    let [next, done] = [0, 0];
    const share = async (/** @type {Helper} */ helper) => {
      if (helper !== first) await helper.ask({ ...message, begin: true });
      while (next < total) {
        const number = next++;
        decisions[number] = (await helper.ask({ appraise: number })).decision;
        tell((done += 1));
      }
    };
    await Promise.all(team.map(share));
    say((await first.ask({ whole: decisions })).review);
  });
}
