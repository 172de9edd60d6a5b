// The records of tables that no server keeps: whole games at a table, from which the engine has the table again. They stay
// in this browser over a reload, and its other windows hear of them.

import { entries, keep, recall } from "./saved.js";

const RECORDS_KEY = "hule.records";

/** How many tables are kept; the oldest gives way. */
const MOST_RECORDS = 24;

/** Those that the browser has no room for. */
/** @type {Map<string, string>} */
const unsaved = new Map();

/** @returns {{ table: string, record: string }[]} the latest first */
function keptRecords() {
  return recall(RECORDS_KEY, (list) => entries(list, ["table", "record"])) ?? [];
}

/**
 * @param {string} table
 * @returns {string | undefined}
 */
export function recordOf(table) {
  return unsaved.get(table) ?? keptRecords().find((one) => one.table === table)?.record;
}

/**
 * @param {string} table
 * @param {string} record
 */
export function keepRecord(table, record) {
  const others = keptRecords().filter((one) => one.table !== table);
  if (keep(RECORDS_KEY, [{ table, record }, ...others].slice(0, MOST_RECORDS))) unsaved.delete(table);
  else unsaved.set(table, record);
}

/**
 * Tells when another window has changed a table.
 * @param {string} table
 * @param {() => void} listener is called until what is returned is called
 */
export function followRecord(table, listener) {
  let known = recordOf(table);
  const heard = (/** @type {StorageEvent} */ { key }) => {
    if (key !== RECORDS_KEY || recordOf(table) === known) return;
    known = recordOf(table);
    listener();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}
