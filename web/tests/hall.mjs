// A server and a browser for all tests of a file, and what is asked of the server directly.

import { after, before } from "node:test";
import { startBrowser, startServer } from "./setup.mjs";

/** @type {Awaited<ReturnType<typeof startServer>>} */
export let server;
/** @type {import("playwright-core").Browser} */
export let browser;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.stop();
});

/**
 * Posts to the tables of the server.
 * @param {string} path after `/api/v1/tables`
 * @param {object} body
 */
export async function post(path, body) {
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return (await fetch(`${server.address}/api/v1/tables${path}`, options)).json();
}

/**
 * A table in the game of a seed, after some turns in which the person discards what was drawn and claims nothing, or at the
 * first moment that is wanted.
 * @param {number} seed
 * @param {(state: State) => boolean} wanted
 * @returns {Promise<State>}
 */
export async function tableWhere(seed, wanted) {
  let state = /** @type {State} */ (await post("", { seat: "A", seed }));
  while (!wanted(state) && !state.over) {
    const { view, legal } = state;
    const move = legal.find(({ tile }) => tile === view.drawn?.tile) ?? legal.find(({ action }) => action === "DECLINE") ?? legal[0];
    state = /** @type {State} */ (await post(`/${state.table}/act`, { action: move?.action, turn: state.turn }));
  }
  return state;
}
