// The rules in short with tiles, and the keys of the page; behind "?" on every page.

import { html } from "./dom.js";
import { keysTable } from "./keys.js";
import { tilePicture } from "./tiles.js";
import { tileWord, word } from "./words.js";

/** A hand that wins, in its groups; the pair is the last. */
export const WINNING_HAND = [["2M", "3M", "4M"], ["5P", "6P", "7P"], ["7S", "8S", "9S"], ["E", "E", "E"], ["Z", "Z"]];

/** What the groups of that hand are. */
const GROUP_NAMES = ["run", "run", "run", "triplet", "pair"];

/** One of each sort of tiles. */
const SORTS = ["1M", "5P", "9S", "E", "S", "W", "N", "B", "F", "Z", "PASS", "REVERSE", "DOUBLE"];

/**
 * The groups of the hand that wins, each with its name.
 * @param {(tile: string, group: number, place: number) => Element} [picture]
 */
export function groupPictures(picture = (tile) => tilePicture(tile, tileWord(tile))) {
  return html(
    "div",
    { class: "example" },
    ...WINNING_HAND.map((group, at) =>
      html(
        "figure",
        {},
        html("span", { class: "tiles" }, ...group.map((tile, place) => picture(tile, at, place))),
        html("figcaption", {}, word(`group_${GROUP_NAMES[at]}`)),
      ),
    ),
  );
}

/**
 * A meld with the discard that it takes.
 * @param {string[]} tiles
 * @param {number} taken
 */
export function meldPicture(tiles, taken) {
  const picture = (/** @type {string} */ tile, /** @type {number} */ at) =>
    html("span", { class: at === taken ? "winning" : "" }, tilePicture(tile, tileWord(tile)));
  return html("span", { class: "tiles small" }, ...tiles.map(picture));
}

export function specialRules() {
  return html(
    "ul",
    { class: "specials" },
    ...["PASS", "REVERSE", "DOUBLE"].map((tile) =>
      html("li", { class: "special" }, tilePicture(tile), html("span", {}, word(`rule_${tile}`))),
    ),
  );
}

export function claimRules() {
  const claim = (/** @type {string} */ name, /** @type {Element} */ picture) =>
    html("li", { class: "special" }, picture, html("span", {}, word(`claim_${name}`)));
  return html(
    "ul",
    { class: "specials" },
    claim("chow", meldPicture(["4S", "5S", "6S"], 1)),
    claim("pong", meldPicture(["F", "F", "F"], 2)),
    claim("ron", meldPicture(["Z", "Z"], 1)),
  );
}

/** @param {Element | null} lesson the way to it */
export function showRules(lesson) {
  const close = html("button", { type: "button", class: "button", click: () => dialog.close() }, word("close"));
  const part = (/** @type {string} */ name, /** @type {(Element | string)[]} */ ...content) => [
    html("h3", {}, word(`rules_${name}`)),
    ...content.map((one) => (typeof one === "string" ? html("p", {}, one) : one)),
  ];
  const dialog = html(
    "dialog",
    { class: "rulebook", "aria-labelledby": "rules-title", close: () => dialog.remove() },
    html("div", { class: "title" }, html("h2", { id: "rules-title" }, word("help")), close),
    lesson && html("p", {}, lesson),
    ...part("win", word("rules_win_text"), groupPictures(), word("rules_win_not")),
    ...part("turn", word("rules_turn_text")),
    ...part("claims", claimRules(), word("rules_claims_text")),
    ...part("special", word("rules_special_text"), specialRules()),
    ...part("distance", word("rules_distance_text")),
    ...part("end", word("rules_end_text")),
    ...part(
      "tiles",
      html("div", { class: "tiles small" }, ...SORTS.map((tile) => tilePicture(tile, tileWord(tile)))),
      word("rules_tiles_text"),
    ),
    ...part("keys", keysTable()),
  );
  lesson?.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  // It begins at its top, and the way out is at hand.
  close.focus();
}
