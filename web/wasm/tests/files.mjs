// The files that the tests share with those of the library.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** @param {string} path */
export const read = (path) => readFileSync(new URL(path, `file://${ROOT}`), "utf8");

const OFFICIAL = "crates/hule/tests/data/official";

/** The official decks with their logs. */
export const official = readdirSync(new URL(OFFICIAL, `file://${ROOT}`))
  .filter((name) => name.endsWith(".deck"))
  .map((name) => ({
    name,
    deck: read(`${OFFICIAL}/${name}`),
    log: read(`${OFFICIAL}/${name.replace(".deck", ".log")}`),
  }));

/** A generator of random numbers for tests that can be repeated. @param {number} seed */
export function chance(seed) {
  let state = seed;
  /** A whole number below `limit`. @param {number} limit */
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
