// Moves as the person sees them, and their keys.

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

/** @param {Move} move */
export function isDiscard(move) {
  return move.action.startsWith("OUT ");
}
