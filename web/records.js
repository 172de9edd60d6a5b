// The records of tables that no server keeps: whole games at a table, from which the engine has the table again. They stay
// in this browser over a reload, and its other windows hear of them.

import { entries, isToken, keep, recall, rememberedTables } from "./saved.js";
import { notify } from "./widgets.js";
import { word } from "./words.js";

const RECORDS_KEY = "hule.records";

/** How many tables are kept. The oldest gives way, but unfinished games that can be gone on with only to one another. */
const MOST_RECORDS = 24;

/** Those that the browser has no room for. */
/** @type {Map<string, string>} */
const unsaved = new Map();

/** @returns {{ table: string, record: string }[]} the latest first */
function keptRecords() {
  return recall(RECORDS_KEY, (list) => entries(list, ["table", "record"]).filter(({ table }) => isToken(table))) ?? [];
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
  const all = [{ table, record }, ...keptRecords().filter((one) => one.table !== table)];
  const open = new Set([table, ...rememberedTables().map((one) => one.table)]);
  const least = [...all.filter((one) => open.has(one.table)), ...all.filter((one) => !open.has(one.table))].slice(MOST_RECORDS);
  if (keep(RECORDS_KEY, all.filter((one) => !least.includes(one)))) unsaved.delete(table);
  else {
    if (unsaved.size === 0) notify(word("not_kept"), "error", null, true);
    unsaved.set(table, record);
  }
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
