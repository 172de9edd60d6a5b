// Why the players do what a frame of a replay shows.

import { html } from "./dom.js";
import { choiceTable, rowOf } from "./choicetable.js";
import { actionWords, lossWords } from "./review.js";
import { tilePicture } from "./tiles.js";
import { tileWord, word } from "./words.js";

/**
 * @param {Frame} frame
 * @param {Table} table
 * @param {(seat: Seat | null | undefined) => boolean} hides whether the viewer cannot see what this seat holds
 * @param {string | null} over how the game ended, if it is over
 * @param {ReviewedDecision[]} reviewed what was found out about the decisions of this frame
 */
export function reasonParts(frame, table, hides, over, reviewed) {
  const seat = frame.seat ?? null;
  const useful = (seat && !hides(seat) && table.useful[seat]) || [];
  const group = (/** @type {string} */ title, /** @type {Reasons} */ reasons) => {
    const { seat: whose } = reasons;
    const name = word(title, { seat: whose });
    const rows = hides(whose) ? [] : choiceRows(reasons, reviewed.filter((one) => one.seat === whose));
    const lines = hides(whose) ? [word("reasons_hidden")] : reasons.reasons;
    const words = html("ul", {}, ...lines.map((reason) => html("li", {}, reason)));
    return [html("h3", {}, name), ...(rows.length > 1 ? [choiceTable(name, rows), inWords(words)] : [words])];
  };
  const parts = [
    ...(frame.decision ? group("decides", frame.decision) : []),
    // That somebody could have claimed a tile tells something of the hand too.
    ...(frame.considered ?? []).filter((one) => !hides(one.seat)).flatMap((one) => group("considers", one)),
  ];
  if (parts.length === 0) parts.push(html("p", { class: "quiet" }, over ?? word("no_choice")));
  // Where the choices are shown, so is what they leave.
  if (seat && useful.length > 0 && !parts.some((part) => part.matches(".choice-table"))) {
    parts.push(
      html("h3", {}, word("useful_to", { seat })),
      html("div", { class: "tiles small" }, ...useful.map((tile) => tilePicture(tile, tileWord(tile)))),
    );
  }
  return parts;
}

/** Whether the reasons are read too, from step to step. */
let readsWords = false;

/**
 * The same in words, for those who want to read it.
 * @param {HTMLElement} words
 */
function inWords(words) {
  const details = html(
    "details",
    { class: "in-words", open: readsWords, toggle: () => (readsWords = details.open) },
    html("summary", {}, word("reasons_in_words")),
    words,
    html("p", { class: "quiet" }, word("rule_numbers")),
  );
  return details;
}

/**
 * The choices of a seat, with what was measured of them.
 * @param {Reasons} reasons
 * @param {ReviewedDecision[]} reviewed
 * @returns {import("./choicetable.js").ChoiceRow[]}
 */
function choiceRows({ choices = [], made }, reviewed) {
  const decision = reviewed.find((one) => one.made === made) ?? reviewed[0];
  if (!decision) return choices.map((one) => ({ ...rowOf(one), made: one.action === made }));
  const { best, turn } = decision;
  const measured = new Map(decision.choices.map((one) => [one.action, one]));
  // Of the others, nothing more is known than what they leave.
  const tried = choices.filter(({ action }) => action === made || (measured.get(action)?.wins ?? null) !== null);
  const rows = tried.map((one) => ({ action: one.action, row: rowOf(one) }));
  for (const { action, distance, useful, wins } of decision.choices) {
    if (wins === null || rows.some((one) => one.action === action)) continue;
    // The library tried a choice that is not among the nearest.
    const [kind, tile] = action.split(" ");
    const row = { label: actionWords(action, turn), tile: kind === "OUT" ? tile : undefined, distance, useful: [], left: useful };
    rows.push({ action, row });
  }
  const lost = (/** @type {string} */ action) => measured.get(action)?.loss?.mean ?? Infinity;
  rows.sort((one, other) => Number(other.action === best) - Number(one.action === best) || lost(one.action) - lost(other.action));
  return rows.map(({ action, row }) => {
    const { wins, loss } = measured.get(action) ?? {};
    const worse = Boolean(loss && loss.mean > 1.96 * loss.error);
    const verdict = !loss || action === best ? undefined : worse ? lossWords(loss) : word("about_equal");
    return { ...row, wins: wins ?? row.wins, verdict, worse, best: action === best, made: action === made };
  });
}
