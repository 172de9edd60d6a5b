// What answers the page, and a browser, for all tests of a file: `hule serve`, or the site in the folder that SITE names. A test
// does not care which it is.

import { after, before } from "node:test";
import { Served } from "./served.mjs";
import { newPage as newBarePage, soloState, startBrowser, test as anyTest } from "./setup.mjs";
import { Sited } from "./sited.mjs";

/** Whether the page has no server. */
const onSite = Boolean(process.env.SITE);

/**
 * A test of the page as a server sends it.
 * @type {typeof anyTest}
 */
export const test = onSite ? () => {} : anyTest;

/**
 * A test that the site is run through as well. The site has the same page; what differs is who answers it. That the module
 * answers byte for byte as the server does, wasm/tests/engine.test.mjs shows; the site has its own tests, of loading, failing
 * and being kept. What is left, a score of tests shows: that each page gets its answers from the worker (the replay, the
 * check, the hand, the game, the lesson, the study, the review, files for download), refusals and the network included; that an
 * answer may come late or be given up; and that each thing that is kept finds its way into the storage and back (tables that are
 * gone on with after a reload, by another window and from another position, the history, habits, the language, and nonsense).
 * @type {typeof anyTest}
 */
export const smokeTest = anyTest;

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
 * Posts to the tables. A new one is of one person, who sits down at once.
 * @param {string} path after `/tables`
 * @param {object} body
 * @returns {Promise<any>} the state of the table, or what else is answered
 */
export async function post(path, body) {
  const { seat, ...rest } = /** @type {any} */ (body);
  const asked = path === "" ? { people: [seat], name: "x", ...rest } : body;
  const said = JSON.parse(await server.ask(`/tables${path}`, asked));
  return said.type === "state" ? soloState(path.split("/")[1], said) : said;
}

/**
 * The table that a page is at, or another, as it is by now.
 * @param {import("playwright-core").Page} page
 * @param {string} [table]
 * @returns {Promise<SoloState>}
 */
export function stateOf(page, table) {
  const shown = new URLSearchParams(new URL(page.url()).hash.split("?")[1]).get("table");
  return server.stateOf(page, table ?? shown ?? "");
}

/**
 * Goes to a table, and waits until its person can decide or its game is over.
 * @param {import("playwright-core").Page} page
 * @param {string} table
 */
export async function goToTable(page, table) {
  await page.goto(`${server.address}/#/play?table=${table}`);
  await page.locator(".choices button:enabled, .summary").first().waitFor();
}

/**
 * A table in the game of a seed, after some turns in which the person discards what was drawn and claims nothing, or at the
 * first moment that is wanted.
 * @param {number} seed
 * @param {(state: SoloState) => boolean} wanted
 * @returns {Promise<SoloState>}
 */
export async function tableWhere(seed, wanted) {
  let state = /** @type {SoloState} */ (await post("", { seat: "A", seed }));
  while (!wanted(state) && !state.over) {
    const { view, legal } = state;
    const move = legal.find(({ tile }) => tile === view.drawn?.tile) ?? legal.find(({ action }) => action === "DECLINE") ?? legal[0];
    state = /** @type {SoloState} */ (await post(`/${state.table}/act`, { action: move?.action, turn: state.turn }));
  }
  return state;
}

/**
 * A table at which the person can win with a discard.
 * @returns {Promise<SoloState>}
 */
export async function readyToWin() {
  for (let seed = 1; seed < 50; seed += 1) {
    let state = /** @type {SoloState} */ (await post("", { seat: "A", players: { B: "random", C: "random", D: "random" }, seed }));
    while (!state.over) {
      if (state.legal.some(({ action }) => action === "RON")) return state;
      const { action } = await post(`/${state.table}/hint`, {});
      state = /** @type {SoloState} */ (await post(`/${state.table}/act`, { action, turn: state.turn }));
    }
  }
  throw new Error("somebody who follows the hints can win at last");
}
