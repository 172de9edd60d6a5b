// Shows what happened since the last decision one event after another.

import { SEATS, seatAt } from "./layout.js";
import { isSpecial } from "./tiles.js";

/** How long an event is shown, in milliseconds, by the name of the pace. */
export const PACES = { slow: 400, normal: 280, fast: 120, none: 0 };

/** Whether the reader wants things not to move. */
export function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @typedef {object} Past a game as far as it went
 * @property {number} number of the game at its table
 * @property {GameEvent[]} events
 * @property {Table} view
 */

/**
 * Whether the second is the same game after more events.
 * @param {Past} before
 * @param {Past} after
 */
export function follows(before, after) {
  const known = before.events.length;
  return after.events.length > known && isSamePast(before, { ...after, events: after.events.slice(0, known) });
}

/**
 * Whether the same has happened. Where the last event is the same, those before it are.
 * @param {Past} one
 * @param {Past} other
 */
export function isSamePast(one, other) {
  const last = (/** @type {Past} */ { number, events }) => JSON.stringify([number, events.length, events.at(-1)]);
  return last(one) === last(other);
}

/**
 * The table after each of the events that are new, as far as they tell it. What they do not tell stays as it
 * was; the last table is the one that the server sent.
 * @param {Past} before
 * @param {Past} after
 * @returns {{ event: GameEvent, view: Table }[]}
 */
export function unfold(before, after) {
  let view = before.view;
  const steps = after.events.slice(before.events.length).map((event) => {
    view = happened(view, event, after.view);
    return { event, view };
  });
  const last = steps.at(-1);
  if (last) last.view = after.view;
  return steps;
}

/**
 * @param {Table} view
 * @param {GameEvent} event
 * @param {Table} last the table after all events; it has the melds
 * @returns {Table}
 */
function happened(view, { kind, seat, tile, target }, last) {
  if (!seat) return view;
  const hand = view.hands[seat];
  const drawn = kind === "draw" ? { seat, ...(tile ? { tile } : {}) } : null;
  const next = { ...view, drawn, turn: seat };
  if (["draw", "chow", "pong"].includes(kind)) next.skips = skipsLeft(view, seat);
  if (kind === "draw") {
    next.wall -= 1;
    next.hands = { ...view.hands, [seat]: Array.isArray(hand) ? [...hand, tile ?? "back"] : hand + 1 };
  }
  if ((kind === "discard" || kind === "pass") && tile) {
    const n = Object.values(view.rivers).flat().length + 1;
    const discard = { tile, n, ...(target ? { target } : {}) };
    next.rivers = { ...view.rivers, [seat]: [...view.rivers[seat], discard] };
    next.hands = { ...view.hands, [seat]: without(hand, [tile]) };
    if (tile === "REVERSE") next.direction = view.direction === "forward" ? "reversed" : "forward";
    if (target) next.skips = { ...view.skips, [target]: view.skips[target] + 1 };
  }
  const meld = last.melds[seat][view.melds[seat].length];
  if ((kind === "chow" || kind === "pong") && meld) {
    const own = [...meld.tiles];
    own.splice(own.indexOf(meld.claimed ?? ""), 1);
    next.melds = { ...view.melds, [seat]: [...view.melds[seat], meld] };
    next.hands = { ...view.hands, [seat]: without(hand, own) };
    if (meld.from) next.rivers = { ...view.rivers, [meld.from]: claimed(view.rivers[meld.from], seat) };
  }
  return next;
}

/**
 * The turns that are still to be lost when the turn of a seat begins: those after whoever discarded last have lost one.
 * @param {Table} view
 * @param {Seat} seat
 */
function skipsLeft({ skips, rivers, direction }, seat) {
  const last = (/** @type {Seat} */ one) => rivers[one].at(-1)?.n ?? 0;
  const [from = seat] = [...SEATS].sort((one, other) => last(other) - last(one));
  const tile = rivers[from].at(-1)?.tile;
  const left = { ...skips };
  if (tile === undefined || (tile === "DOUBLE" && from === seat)) return left;
  const after = (/** @type {Seat} */ one) => seatAt(one, direction === "forward" ? 1 : 3);
  for (let one = after(from); one !== seat; one = after(one)) left[one] = Math.max(0, left[one] - 1);
  return left;
}

/**
 * @param {string[] | number} hand
 * @param {string[]} tiles
 */
function without(hand, tiles) {
  if (!Array.isArray(hand)) return hand - tiles.length;
  const left = [...hand];
  for (const tile of tiles) left.splice(left.indexOf(tile), 1);
  return left;
}

/**
 * @param {Discarded[]} river
 * @param {Seat} seat
 */
function claimed(river, seat) {
  return river.map((discard, at) => (at === river.length - 1 ? { ...discard, claimed_by: seat } : discard));
}

/**
 * Whether an event is called out.
 * @param {GameEvent} event
 */
export function isCalled({ kind, tile }) {
  return ["chow", "pong", "ron", "self_drawn"].includes(kind) || (kind !== "draw" && tile !== undefined && isSpecial(tile));
}
