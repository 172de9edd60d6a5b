// Somebody who answers and a browser, for all tests of a file: `hule serve`, or the site in the folder that SITE names. A test
// does not care which it is, unless it says so.

import { after, before } from "node:test";
import { Served } from "./served.mjs";
import { newPage as newBarePage, startBrowser } from "./setup.mjs";
import { Sited } from "./sited.mjs";

/** Whether the page has no server. */
export const onSite = Boolean(process.env.SITE);

/** For tests of what only a server does. */
export const onServer = { skip: onSite && "only with a server" };

/** @type {Served | Sited} */
export let server;
/** @type {import("playwright-core").Browser} */
export let browser;

before(async () => {
  server = await (onSite ? Sited : Served).start();
  browser = await startBrowser();
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** @type {typeof newBarePage} */
export async function newPage(...options) {
  const made = await newBarePage(...options);
  server.prepare(made.page);
  return made;
}

/**
 * Posts to the tables.
 * @param {string} path after `/api/v1/tables`
 * @param {object} body
 */
export async function post(path, body) {
  return JSON.parse(await server.ask(`/tables${path}`, body));
}

/**
 * The table that a page is at, or another, as it is by now.
 * @param {import("playwright-core").Page} page
 * @param {string} [table]
 * @returns {Promise<State>}
 */
export function stateOf(page, table) {
  const shown = new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("table");
  return server.stateOf(page, table ?? shown ?? "");
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

/**
 * A table at which the person can win with a discard.
 * @returns {Promise<State>}
 */
export async function readyToWin() {
  for (let seed = 1; seed < 50; seed += 1) {
    let state = /** @type {State} */ (await post("", { seat: "A", players: { B: "random", C: "random", D: "random" }, seed }));
    while (!state.over) {
      if (state.legal.some(({ action }) => action === "RON")) return state;
      const { action } = await post(`/${state.table}/hint`, {});
      state = /** @type {State} */ (await post(`/${state.table}/act`, { action, turn: state.turn }));
    }
  }
  throw new Error("somebody who follows the hints can win at last");
}
