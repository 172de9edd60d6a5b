// What the messages about a table add up to. The page knows what they tell, and nothing else.

import { SEATS } from "./layout.js";
import { seatTitle } from "./people.js";
import { emptyTable, patched } from "./replay.js";
import { word } from "./words.js";

/**
 * What is known after a message.
 * @param {FollowedTable | null} known
 * @param {State} said
 * @returns {FollowedTable}
 */
export function told(known, said) {
  const before = said.whole ? null : known;
  return {
    ...said,
    seats: said.seats ?? /** @type {FollowedTable} */ (known).seats,
    events: [...(before?.events ?? []), ...said.events],
    view: said.view ? patched(before?.view ?? emptyTable(), said.view) : null,
  };
}

/**
 * What a table shows.
 * @param {FollowedTable} room
 * @param {Table} view
 * @param {Seat} bottom where a spectator sits
 * @returns {Position}
 */
export function positionAt(room, view, bottom) {
  const { seat, seats, own, over, number, turn, events, waiting } = room;
  /** @type {<T>(of: (seat: Seat) => T) => Record<Seat, T>} */
  const each = (of) => /** @type {any} */ (Object.fromEntries(SEATS.map((one) => [one, of(one)])));
  return {
    seat: seat ?? bottom,
    watches: seat === null,
    number,
    names: each((one) => (one === seat ? word("you") : seatTitle({ ...seats[one], ...standIn(seats[one]) }))),
    absent: each((one) => absence(seats[one], one === seat)),
    players: each((one) => seats[one].name ?? "standard"),
    turn,
    events,
    view,
    distance: own?.distance ?? null,
    useful: own?.useful ?? [],
    legal: over ? [] : (own?.legal ?? []),
    ...(own?.claim ? { claim: own.claim } : {}),
    waiting,
    can_undo: own?.can_undo ?? false,
    over: over?.packed && over.hands ? /** @type {Ending} */ (over) : null,
  };
}

/**
 * Who plays where nobody has sat down.
 * @param {SeatShown} shown
 */
function standIn({ name }) {
  return name === null ? { person: false, name: "standard" } : {};
}

/**
 * @param {SeatShown} shown
 * @param {boolean} own
 * @returns {"left" | "offline" | null}
 */
function absence({ person, name, away, connected }, own) {
  if (!person || name === null) return null;
  if (away) return "left";
  return connected || own ? null : "offline";
}

/**
 * What others learn of a person who came or went.
 * @param {SeatShown} before
 * @param {SeatShown} now
 */
export function newsOf(before, now) {
  const name = seatTitle(now);
  if (!now.person || now.name === null) return null;
  if (before.name === null) return word("news_sits", { name });
  if (before.away !== now.away) return word(now.away ? "news_left" : "news_back", { name });
  // Of a person who has left, that is no news.
  if (!now.away && before.connected !== now.connected) return word(now.connected ? "news_connected" : "news_offline", { name });
  return null;
}
