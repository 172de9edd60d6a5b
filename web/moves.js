// Moves as the person sees them: their keys, and what a hint thinks of them.

import { word } from "./words.js";

/**
 * The keys of moves that are no discards; the first move that a key fits is made.
 * @type {Record<string, (move: Move) => boolean>}
 */
export const MOVE_KEYS = {
  w: ({ action }) => action === "RON" || action === "SELFDRAWN",
  p: ({ action }) => action === "PONG",
  c: ({ action }) => action.startsWith("CHOW"),
  x: ({ action }) => action === "DECLINE",
};

/**
 * What is thought of the best choices: first of the advised one, whose name is the heading, then of others.
 * @param {Hint} hint
 * @param {Move[]} legal
 */
export function hintLines({ reasons, thoughts = [], comparisons = [] }, legal) {
  const wins = legal.some((move) => MOVE_KEYS.w?.(move));
  if (wins || thoughts.length === 0) return reasons;
  return thoughts.slice(0, 4).map(({ action, distance, useful, wins: share, chance }, at) => {
    const label = legal.find((move) => move.action === action)?.label ?? action;
    const parts = [
      distance === null ? null : word("distance_is", { distance }),
      useful === null ? null : word("thought_useful", { count: useful }),
      share === null ? null : word("thought_wins", { share: percent(share) }),
      at > 0 ? comparison(comparisons.find((one) => one.action === action)) : null,
      chance === null ? null : word("thought_chance", { share: percent(chance) }),
    ];
    return [at > 0 && label, ...parts].filter(Boolean).join(" · ");
  });
}

/**
 * A whole number. Only what is impossible has 0 %, and only what is certain 100 %.
 * @param {number} share from 0 to 1
 */
function percent(share) {
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return "< 1";
  return rounded === 100 && share < 1 ? "> 99" : String(rounded);
}

/**
 * How a choice compares with the advised one in the same simulated games: within two standard errors, nobody knows.
 * @param {NonNullable<Hint["comparisons"]>[number] | undefined} found
 */
function comparison(found) {
  if (!found) return null;
  const { difference, error } = found;
  if (Math.abs(difference) <= 2 * error) return word("about_equal");
  const points = (/** @type {number} */ share) => (100 * share).toFixed(1);
  const size = { points: points(Math.abs(difference)), error: points(error) };
  return word(difference < 0 ? "wins_less" : "wins_more", size);
}

/** @param {Move} move */
export function isDiscard(move) {
  return move.action.startsWith("OUT ");
}
