// The page without a server: a folder of files, as `web/site` makes it, behind a server of files that knows nothing of it and
// has it under a path of its own.

import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { chooses, decides, later, soloState } from "./setup.mjs";

/** @typedef {import("playwright-core").Page} BrowserPage */

const SITE = process.env.SITE ?? "";
const UNDER = "/some/where";
const RECORDS_KEY = "hule.records";

/** @type {Record<string, string>} */
export const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/**
 * Serves the files of a folder.
 * @param {string} [folder]
 * @param {{ port?: number, kinds?: Record<string, string>, headers?: Record<string, string> }} [options]
 */
export async function serveFolder(folder = SITE, { port = 0, kinds = KINDS, headers = {} } = {}) {
  const state = { folder, asked: /** @type {string[]} */ ([]) };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    state.asked.push(pathname);
    const name = normalize(pathname).slice(UNDER.length).replace(/\/$/, "/index.html");
    try {
      if (!pathname.startsWith(`${UNDER}/`)) throw new Error("not there");
      const content = readFileSync(join(state.folder, name));
      const kind = kinds[extname(name)];
      response.writeHead(200, kind ? { ...headers, "content-type": kind } : headers).end(content);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(null)));
  const { port: taken } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    });
  return { address: `http://127.0.0.1:${taken}${UNDER}`, port: taken, stop, state };
}

/** @param {BrowserPage} page */
export async function sitDown(page) {
  await page.getByRole("button", { name: "Play now" }).click();
  await page.locator(".choices button:enabled").first().waitFor();
}

/** @param {BrowserPage} page */
export const events = (page) => page.locator(".play .events").innerText();

/**
 * Makes a move and waits until it is made.
 * @param {BrowserPage} page
 */
export async function move(page) {
  // Not within the time of a double click.
  await later(page);
  await decides(page, () => chooses(page));
}

/**
 * Waits until the page is kept, and until that is what it is opened from.
 * @param {BrowserPage} page
 */
export async function kept(page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** The engine of the site, here in Node. */
async function startEngine() {
  const assets = join(SITE, "assets");
  const file = (/** @type {RegExp} */ name) => join(assets, readdirSync(assets).find((one) => name.test(one)) ?? "");
  const module = await import(pathToFileURL(file(/^hule\.\w+\.js$/)).href);
  module.initSync({ module: readFileSync(file(/^hule_bg\.\w+\.wasm$/)) });
  module.installNetwork(readFileSync(file(/^net\.\w+\.bin$/)));
  return new module.Engine();
}

/**
 * Puts records of tables where the page looks for them.
 * @param {[string, string][]} records those that the page has itself stay
 */
function putRecords(records, key = "hule.records") {
  if (!location.protocol.startsWith("http")) return;
  try {
    const kept = /** @type {any[]} */ (JSON.parse(localStorage.getItem(key) ?? "[]"));
    for (const [table, record] of records) if (!kept.some((one) => one.table === table)) kept.unshift({ table, record });
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A test has put something strange there, and that stays.
  }
}

export class Sited {
  static async start() {
    return new Sited(await serveFolder(), await startEngine());
  }

  /**
   * @param {Awaited<ReturnType<typeof serveFolder>>} server
   * @param {any} engine
   */
  constructor({ address, stop }, engine) {
    this.address = address;
    this.stop = stop;
    this.engine = engine;
    /** @type {Map<string, string>} tables that the tests have made */
    this.made = new Map();
  }

  /**
   * @param {string} path after the version
   * @param {object} [body]
   * @returns {Promise<string>}
   */
  async ask(path, body) {
    const text = body ? JSON.stringify(body) : "";
    if (path === "/review") {
      const work = this.engine.review("en", text);
      return work.whole(Array.from({ length: work.total }, (_, number) => work.appraise(number)));
    }
    const { status, body: said } = this.engine.ask(body ? "POST" : "GET", path, "en", text);
    if (status < 300 && body && path.startsWith("/tables")) {
      const { type, links } = JSON.parse(said);
      const [made] = Object.values(links?.seats ?? {});
      const table = path.split("/")[2] ?? made?.token;
      if (type === "state") this.made.set(table, this.engine.record(table));
    }
    return said;
  }

  /**
   * @param {BrowserPage} page
   * @param {string} table
   * @returns {Promise<SoloState>}
   */
  async stateOf(page, table) {
    const kept = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "[]"), RECORDS_KEY);
    const found = kept.find((/** @type {any} */ one) => one.table === table);
    if (found) this.engine.restore(found.record);
    return soloState(table, JSON.parse(this.engine.ask("GET", `/tables/${table}`, "en", "").body));
  }

  /**
   * In another window of the same browser.
   * @param {BrowserPage} page
   * @param {string} table
   * @param {object} move
   * @returns {Promise<SoloState>}
   */
  async actBeside(page, table, move) {
    await this.stateOf(page, table);
    const state = soloState(table, JSON.parse(await this.ask(`/tables/${table}/act`, move)));
    const other = await page.context().newPage();
    await other.goto(`${this.address}/manifest.webmanifest`);
    await other.evaluate(
      ([key, name, record]) => {
        const kept = /** @type {any[]} */ (JSON.parse(localStorage.getItem(key ?? "") ?? "[]"));
        const others = kept.filter((one) => one.table !== name);
        localStorage.setItem(key ?? "", JSON.stringify([{ table: name, record }, ...others]));
      },
      [RECORDS_KEY, table, this.engine.record(table)],
    );
    // The windows may be of different processes, and one hears of the other's storage a moment later.
    await page.waitForFunction(
      ([key, name, record]) =>
        JSON.parse(localStorage.getItem(key ?? "") ?? "[]").some((/** @type {any} */ one) => one.table === name && one.record === record),
      [RECORDS_KEY, table, this.engine.record(table)],
    );
    await other.close();
    return state;
  }

  /**
   * The tables that the tests have made are in the storage of the page whenever it opens something.
   * @param {BrowserPage} page
   */
  prepare(page) {
    const go = page.goto.bind(page);
    page.goto = async (address, options) => {
      const records = [...this.made];
      if (page.url().startsWith(this.address)) await page.evaluate(putRecords, records);
      await page.addInitScript(putRecords, records);
      return go(address, options);
    };
  }

  /**
   * @param {BrowserPage} page
   * @param {string} end
   * @param {import("./served.mjs").Handler} handler
   */
  async intercept(page, end, handler) {
    /** @type {Map<string, any>} the workers of a review ask the same, and that is one question */
    const shared = new Map();
    const name = `host${end.replaceAll(/\W/g, "_")}`;
    await page.exposeFunction(name, async (/** @type {string} */ body, /** @type {boolean} */ long) => {
      const known = long ? shared.get(body) : undefined;
      const said = known ?? (await handler(body ? JSON.parse(body) : undefined));
      if (long) shared.set(body, said);
      return said;
    });
    await page.addInitScript(
      ([binding, path]) => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = /** @type {any} */ (async function (/** @type {any} */ ...message) {
          // @ts-ignore: the worker
          const [worker, [asked]] = [this, message];
          if (!asked.path?.endsWith(path)) return post.apply(worker, message);
          const { body, status, json } = await /** @type {any} */ (window)[binding ?? ""](asked.body, Boolean(asked.begin));
          if (!json) return post.call(worker, body ? { ...asked, body: JSON.stringify(body) } : asked);
          const answer = { id: asked.id, status: status ?? 200, kind: "application/json", body: JSON.stringify(json) };
          return worker.dispatchEvent(new MessageEvent("message", { data: answer }));
        });
      },
      [name, end],
    );
  }
}
