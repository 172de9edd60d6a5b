// Why the players do what a frame of a replay shows.

import { html } from "./dom.js";
import { tilePicture } from "./tiles.js";
import { tileWord, word } from "./words.js";

/**
 * @param {Frame} frame
 * @param {Table} table
 * @param {(seat: Seat | null | undefined) => boolean} hides whether the viewer cannot see what this seat holds
 * @param {string | null} over how the game ended, if it is over
 */
export function reasonParts(frame, table, hides, over) {
  const seat = frame.seat ?? null;
  const useful = (seat && !hides(seat) && table.useful[seat]) || [];
  const group = (/** @type {string} */ title, /** @type {Reasons} */ { seat: whose, reasons }) => [
    html("h3", {}, word(title, { seat: whose })),
    html("ul", {}, ...(hides(whose) ? [word("reasons_hidden")] : reasons).map((reason) => html("li", {}, reason))),
  ];
  const parts = [
    ...(frame.decision ? group("decides", frame.decision) : []),
    // That somebody could have claimed a tile tells something of the hand too.
    ...(frame.considered ?? []).filter((one) => !hides(one.seat)).flatMap((one) => group("considers", one)),
  ];
  if (parts.length === 0) parts.push(html("p", { class: "quiet" }, over ?? word("no_choice")));
  if (seat && useful.length > 0) {
    parts.push(
      html("h3", {}, word("useful_to", { seat })),
      html("div", { class: "tiles small" }, ...useful.map((tile) => tilePicture(tile, tileWord(tile)))),
    );
  }
  return parts;
}
