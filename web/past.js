// The games that were played to their end in this browser, and what they add up to.

import { SEATS } from "./layout.js";
import { entries, isLine, isSeat, keep, recall } from "./saved.js";
import { notify } from "./widgets.js";
import { word } from "./words.js";

export const PAST_KEY = "hule.past";

/** Where it is kept which games were recorded, whether they are still listed or not. */
const RECORDED_KEY = "hule.recorded";

/** How many games are kept; the oldest go first. */
export const MOST_PAST = 2_000;

/**
 * Whether an entry is one that the page has written.
 * @param {any} game
 */
function isPastGame({ when, seat, players, people, kind, winner, from, distance, packed, played_on }) {
  const named = players && typeof players === "object" && Object.entries(players);
  return (
    !Number.isNaN(Date.parse(when)) &&
    isSeat(seat) &&
    named &&
    named.every((/** @type {[string, unknown]} */ [one, name]) => isSeat(one) && typeof name === "string") &&
    Array.isArray(people) &&
    people.every(isSeat) &&
    ["ron", "self_drawn", "exhausted"].includes(kind) &&
    (kind === "exhausted") === (winner === null) &&
    [winner, from].every((one) => one === null || isSeat(one)) &&
    Number.isInteger(distance) &&
    distance >= 0 &&
    /^[\w.-]+$/.test(packed) &&
    isLine(played_on)
  );
}

/** @returns {PastGame[]} the latest first */
export function pastGames() {
  const read = (/** @type {unknown} */ list) =>
    entries(list, ["id", "when", "how", "packed", "seed", "game"]).filter(isPastGame);
  return recall(PAST_KEY, read) ?? [];
}

/**
 * Keeps these games, and where there is no room, as many of the latest as possible.
 * @param {PastGame[]} games
 * @returns {boolean} whether all are kept
 */
function keepPast(games) {
  let left = games.slice(0, MOST_PAST);
  while (!keep(PAST_KEY, left)) {
    if (left.length === 0) return false;
    left = left.slice(0, Math.floor(left.length * 0.98));
  }
  return left.length === games.length;
}

/**
 * What tells a game and its end from others, in few letters.
 * @param {{ id: string, packed: string }} game
 */
function markOf({ id, packed }) {
  return `${id} ${[...packed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e9, 0)}`;
}

/** @returns {unknown[]} the latest first */
function recordedMarks() {
  return recall(RECORDED_KEY, (list) => (Array.isArray(list) ? list : null)) ?? [];
}

/** @param {PastGame[]} games are not recorded again */
function keepRecorded(games) {
  keep(RECORDED_KEY, [...new Set([...games.map(markOf), ...recordedMarks()])].slice(0, 2 * MOST_PAST));
}

/**
 * Keeps a game that is over, once: one that was deleted does not come back. One that ended before and was then continued
 * otherwise is replaced.
 * @param {string} id of the game
 * @param {Position} position
 * @param {Ending} over
 * @param {PastGame["how"]} how
 * @param {Seat[]} [people] who of the others are people
 * @param {PastGame["played_on"]} [from] where it was played on from, if it was not dealt
 */
export function recordGame(id, position, over, how, people = [], from) {
  const games = pastGames();
  if (games.some((game) => game.id === id && game.packed === over.packed)) return;
  if (recordedMarks().includes(markOf({ id, packed: over.packed }))) return;
  const { seat, players } = position;
  const others = SEATS.filter((one) => one !== seat);
  /** @type {PastGame} */
  const game = {
    id,
    when: new Date().toISOString(),
    how,
    seat,
    players: Object.fromEntries(others.map((one) => [one, players[one] ?? ""])),
    people: people.filter((one) => one !== seat),
    kind: over.kind,
    winner: over.winner,
    from: over.from ?? null,
    distance: over.winner === seat ? 0 : (position.distance ?? 0),
    packed: over.packed,
    seed: String(over.seed ?? ""),
    game: String(over.game ?? ""),
    ...(from ? { played_on: from } : {}),
  };
  const all = [game, ...games.filter((one) => one.id !== id)].slice(0, MOST_PAST);
  if (!keepPast(all)) notify(word(pastGames().length > 0 ? "history_full" : "not_kept"), "error");
  keepRecorded([game]);
}

/** @param {string} id */
export function deletePast(id) {
  const games = pastGames();
  keepRecorded(games.filter((game) => game.id === id));
  keepPast(games.filter((game) => game.id !== id));
}

export function clearPast() {
  keepRecorded(pastGames());
  keepPast([]);
}

/**
 * Whether the person discarded the tile that another won with.
 * @param {PastGame} game
 */
export function isDealIn({ kind, from, seat }) {
  return kind === "ron" && from === seat;
}

/**
 * The games that were played from the deal: only they count.
 * @param {PastGame[]} games
 */
export function wholeGames(games) {
  return games.filter(({ played_on }) => !played_on);
}

/** @param {PastGame[]} games */
export function totalsOf(games) {
  const count = (/** @type {(game: PastGame) => boolean} */ is) => games.filter(is).length;
  return {
    games: games.length,
    wins: count(({ winner, seat }) => winner === seat),
    self_drawn: count(({ winner, seat, kind }) => winner === seat && kind === "self_drawn"),
    deals_in: count(isDealIn),
    draws: count(({ winner }) => winner === null),
    distance: games.length === 0 ? null : games.reduce((sum, { distance }) => sum + distance, 0) / games.length,
  };
}

/**
 * How the games against each opponent went. Several players of a kind in one game are one opponent.
 * @param {PastGame[]} games
 */
export function opponentsOf(games) {
  /** @type {Map<string, { name: string, person: boolean, games: number, wins: number, losses: number, deals_in: number }>} */
  const found = new Map();
  for (const game of games) {
    const { players, people, winner, seat } = game;
    const named = SEATS.filter((one) => one !== seat).map((one) => {
      const person = people.includes(one);
      // The options of a player do not make another one of it.
      const name = person ? (players[one] ?? "") : (players[one]?.split(":")[0] ?? "");
      return { one, name, person, key: `${person} ${name}` };
    });
    const winning = named.find(({ one }) => one === winner)?.key;
    for (const { key, name, person } of new Map(named.map((one) => [one.key, one])).values()) {
      const row = found.get(key) ?? { name, person, games: 0, wins: 0, losses: 0, deals_in: 0 };
      found.set(key, row);
      row.games += 1;
      if (winner === seat) row.wins += 1;
      if (winning === key) row.losses += 1;
      if (winning === key && isDealIn(game)) row.deals_in += 1;
    }
  }
  return [...found.values()].sort((one, other) => other.games - one.games || one.name.localeCompare(other.name));
}

/**
 * The replay of a game, seen from the same seat, with the names and the seed.
 * @param {Pick<PastGame, "seat" | "players" | "packed"> & { seed?: unknown, game?: unknown, watches?: boolean }} game
 */
export function replayLink({ seat, players, packed, seed, game, watches }) {
  const nameAt = (/** @type {Seat} */ one) => (one === seat && !watches ? "you" : (players[one] ?? ""));
  return `#/watch?${new URLSearchParams({
    d: packed,
    seat,
    // They are told apart by commas.
    names: SEATS.map((one) => nameAt(one).replaceAll(",", "，")).join(","),
    ...((seed ?? "") === "" ? {} : { seed: String(seed), game: String(game ?? 0) }),
  })}`;
}
