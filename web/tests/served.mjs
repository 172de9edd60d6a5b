// The page with a server: `hule serve`, and what the tests ask of it directly.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT, soloState } from "./setup.mjs";

export const HULE = process.env.HULE ?? join(ROOT, "target/debug/hule");

/** A shell that starts the server, and stops it as soon as these tests close the pipe or have ended, however they end. */
const GUARD = '"$@" < /dev/null & server=$!; exec > /dev/null; read -r _; kill "$server"; wait "$server"';

/**
 * Starts `hule serve` at a free port.
 * @param {number} [port]
 * @param {string[]} [options]
 */
export async function startServer(port = 0, options = []) {
  const serve = [HULE, "serve", "--port", String(port), ...options];
  const child = spawn("sh", ["-c", GUARD, "sh", ...serve], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    lines.once("close", () => reject(new Error("hule serve has ended")));
  });
  // A test that fails before it stops the server does not keep these tests from ending.
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) /** @type {import("node:net").Socket} */ (pipe).unref();
  const stop = async () => {
    child.ref();
    child.stdin.end();
    await ended;
  };
  return { address: String(address).replace(/\/$/, ""), stop };
}

/** @typedef {import("playwright-core").Page} BrowserPage */

/**
 * What is asked on the way between the page and who answers.
 * @typedef {(body: any) => Promise<{ body?: object, status?: number, json?: object }> | { body?: object, status?: number, json?: object }} Handler
 */

export class Served {
  static async start() {
    return new Served(await startServer());
  }

  /** @param {Awaited<ReturnType<typeof startServer>>} server */
  constructor({ address, stop }) {
    this.address = address;
    this.stop = stop;
  }

  /**
   * @param {string} path after the version
   * @param {object} [body]
   */
  async ask(path, body) {
    const options = body ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {};
    const version = path.startsWith("/tables") ? "v2" : "v1";
    return (await fetch(`${this.address}/api/${version}${path}`, options)).text();
  }

  /**
   * A table as whoever answers the page has it.
   * @param {BrowserPage} _
   * @param {string} table
   * @returns {Promise<SoloState>}
   */
  async stateOf(_, table) {
    return soloState(table, JSON.parse(await this.ask(`/tables/${table}`)));
  }

  /**
   * A move at the table of a page that the page did not make.
   * @param {BrowserPage} _
   * @param {string} table
   * @param {object} move
   * @returns {Promise<SoloState>}
   */
  async actBeside(_, table, move) {
    return soloState(table, JSON.parse(await this.ask(`/tables/${table}/act`, move)));
  }

  /** Pages need nothing before they open something. */
  prepare() {}

  /**
   * @param {BrowserPage} page
   * @param {string} end of the paths that are meant
   * @param {Handler} handler gets the body of a request and says what it is answered with, or which body goes on
   */
  async intercept(page, end, handler) {
    await page.route(new RegExp(`/api/v..*${end}(\\?|$)`), async (route) => {
      const { body, status, json } = await handler(route.request().postDataJSON());
      if (json) await route.fulfill({ status: status ?? 200, json });
      else await route.continue(body ? { postData: body } : {});
    });
  }
}
