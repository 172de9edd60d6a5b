// The choices of a decision as a table with tiles: what is chosen, what it leaves, and how often it wins.

import { html } from "./dom.js";
import { tilePicture } from "./tiles.js";
import { tileWord, word } from "./words.js";

/**
 * A row of the table.
 * @typedef {object} ChoiceRow
 * @property {string} label
 * @property {string} [tile] the discard
 * @property {string} [target] whom a PASS names
 * @property {string[]} [tiles] the own tiles of a claim
 * @property {number} distance
 * @property {Useful[]} useful
 * @property {number} left how many useful tiles there are
 * @property {number} [wins] from 0 to 1
 * @property {string} [verdict] how it compares with the best
 * @property {boolean} [worse] whether the verdict is bad news
 * @property {boolean} [best]
 * @property {boolean} [made]
 */

/**
 * A choice as the server sends it.
 * @param {ChoiceView} choice
 * @returns {ChoiceRow}
 */
export function rowOf({ action, label, tile, tiles, distance, useful, wins }) {
  const kinds = Object.entries(useful).map(([kind, left]) => ({ tile: kind, left }));
  const left = kinds.reduce((sum, kind) => sum + kind.left, 0);
  const target = /^OUT PASS (.)$/.exec(action)?.[1];
  return { label, tile, target, tiles, distance, useful: kinds, left, wins };
}

/**
 * @param {string} name of the table, for those who do not see it
 * @param {ChoiceRow[]} rows
 */
export function choiceTable(name, rows) {
  const measured = rows.some(({ wins, verdict }) => wins !== undefined || verdict);
  const columns = ["discard", "distance", "left", ...(measured ? ["wins"] : []), "useful"];
  return html(
    "div",
    { class: "choice-table" },
    html(
      "table",
      { class: "discards", "aria-label": name },
      html(
        "thead",
        {},
        html("tr", {}, ...columns.map((column) => html("th", { scope: "col" }, word(`column_${column}`)))),
      ),
      html("tbody", {}, ...rows.map((row) => choiceTableRow(row, measured))),
    ),
  );
}

/**
 * @param {ChoiceRow} row
 * @param {boolean} measured whether it has a column for wins
 */
function choiceTableRow(row, measured) {
  const { distance, left, useful, made, best } = row;
  return html(
    "tr",
    { class: made || (best && made === undefined) ? "chosen" : "" },
    html("th", { scope: "row" }, ...choicePicture(row), best ? html("span", { title: word("advised") }, " ★") : null),
    html("td", { "data-column": word("column_distance") }, String(distance)),
    html("td", { "data-column": word("column_left") }, String(left)),
    measured ? winsCell(row) : null,
    html("td", { class: "useful" }, countedTiles(useful)),
  );
}

/** @param {ChoiceRow} row */
function choicePicture({ tile, target, tiles, label }) {
  if (tile) return [tilePicture(tile, tileWord(tile)), target ? ` → ${target}` : null];
  return [...(tiles ?? []).map((one) => tilePicture(one)), html("span", { class: "label" }, label)];
}

/** @param {ChoiceRow} row */
function winsCell({ wins, verdict, worse }) {
  if (wins === undefined && !verdict) return html("td", { class: "wins" });
  const bar = html("span", { class: "bar-of", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(wins ?? 0));
  return html(
    "td",
    { class: "wins", "data-column": word("column_wins") },
    wins === undefined ? null : html("strong", {}, `${percent(wins)} %`),
    wins === undefined ? null : bar,
    verdict ? html("span", { class: worse ? "verdict-of worse" : "verdict-of" }, verdict) : null,
  );
}

/**
 * Tiles, and how many of each are left.
 * @param {Useful[]} useful
 */
export function countedTiles(useful) {
  return html(
    "span",
    { class: "tiles small counts" },
    ...useful.map(({ tile, left }) =>
      html("span", { class: "counted" }, tilePicture(tile, tileWord(tile)), html("span", { class: "times" }, "×"), String(left)),
    ),
  );
}

/**
 * A whole number. Only what is impossible has 0 %, and only what is certain 100 %.
 * @param {number} share from 0 to 1
 */
export function percent(share) {
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return "< 1";
  return rounded === 100 && share < 1 ? "> 99" : String(rounded);
}
