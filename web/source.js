// Where a replay comes from: the address asks for it, the server has it, and the address tells it again.

import { fetchReplay, wholeNumber } from "./api.js";
import { SEATS } from "./layout.js";
import { language, levelName, word } from "./words.js";

/** Replays by what asked for them, so that going back and forth asks once. */
/** @type {Map<string, Replay>} */
const fetched = new Map();

/**
 * What the address asks for, as the body of a request; null if it asks for nothing.
 * @param {URLSearchParams} params
 */
export function replayRequest(params) {
  const packed = params.get("d");
  if (packed) return { packed };
  const seed = params.get("seed");
  if (seed === null) return null;
  const player = params.get("players");
  return {
    seed: wholeNumber(seed),
    game: wholeNumber(params.get("game") ?? "0"),
    ...(player === null ? {} : { players: Array(4).fill(player) }),
  };
}

/**
 * @param {object} request
 * @returns {Promise<Replay>}
 */
export async function replayFor(request) {
  const key = language() + JSON.stringify(request);
  const known = fetched.get(key);
  if (known) return known;
  const replay = await fetchReplay(request);
  if (fetched.size > 20) fetched.clear();
  fetched.set(key, replay);
  fetched.set(language() + JSON.stringify({ packed: replay.packed }), replay);
  return replay;
}

/**
 * The part of the address that reproduces a replay: its seed and players if that is enough, else its tiles.
 * @param {Replay} replay
 * @param {URLSearchParams} params those it was opened with
 */
export function sourceOf(replay, params) {
  const seed = params.get("seed");
  if (seed === null || params.has("d")) {
    // What a game is called besides stays with it.
    const kept = ["names", "seed", "game"].flatMap((name) => params.getAll(name).slice(0, 1).map((value) => [name, value]));
    return new URLSearchParams({ d: replay.packed, ...Object.fromEntries(kept) });
  }
  const player = params.get("players");
  return new URLSearchParams({
    seed,
    game: params.get("game") ?? "0",
    ...(player === null ? {} : { players: player }),
  });
}

/**
 * The names of the players: those that the address gives, else those that the server knows.
 * @param {Replay} replay
 * @param {URLSearchParams} params
 * @returns {Partial<Record<Seat, string>>}
 */
export function namesOf({ players }, params) {
  const given = params.get("names")?.split(",") ?? [];
  const nameAt = (/** @type {number} */ at) => given[at] || (players?.[at] ?? "");
  // Somebody has played there.
  const shown = (/** @type {string} */ name) => (name === "you" ? word("you") : levelName(name));
  const pairs = SEATS.map((seat, at) => [seat, shown(nameAt(at))]);
  return Object.fromEntries(pairs.filter(([, name]) => name));
}

/**
 * The players of a replay by their names, as far as they are known.
 * @param {Replay} replay
 * @param {URLSearchParams} params
 * @returns {(string | undefined)[]}
 */
export function playersOf({ players }, params) {
  const given = params.get("names")?.split(",") ?? [];
  return SEATS.map((_, at) => given[at] ?? players?.[at]);
}
