// What the person is asked, and which move a switch makes for them.

import { MOVE_KEYS, isDiscard } from "./moves.js";
import { resultWords } from "./over.js";
import { habits } from "./saved.js";
import { word } from "./words.js";

/**
 * What the person is asked.
 * @param {Position} state
 * @param {Position | null} before what was shown before
 */
export function questionOf(state, before) {
  const { events, legal, over, turn, claim, waiting, names, watches } = state;
  if (over) return resultWords(state, over);
  const can = (/** @type {string} */ what) => legal.some(({ action }) => action.startsWith(what));
  if (legal.length === 0) return waiting ? word("waits_for", { name: `${waiting} ${names[waiting]}` }) : word(watches ? "they_think" : "others_think");
  if (can("RON") || can("SELFDRAWN")) return word(claim ? "can_ron" : "can_win");
  if (!claim) return word("your_turn");
  // Nothing has happened but that the person declined one claim; this is another of the same tile.
  const again = before !== null && before.turn < turn && before.events.length === events.length;
  const kind = can("PONG") ? "pong" : "chow";
  return word(again ? `also_${kind}` : `your_${kind}`, { tile: claim.tile });
}

/**
 * The move that a switch makes.
 * @param {Position} state
 * @returns {Move | undefined}
 */
export function switchedMove({ legal, claim, view, seat }) {
  const { win, decline, discard } = habits();
  const wins = legal.find((move) => MOVE_KEYS.w?.(move));
  if (wins) return win ? wins : undefined;
  if (claim) return decline ? legal.find((move) => MOVE_KEYS.x?.(move)) : undefined;
  const drawn = view.drawn?.seat === seat ? view.drawn.tile : null;
  const [move, other] = legal.filter((one) => isDiscard(one) && one.tile === drawn);
  // A PASS needs a name.
  return discard && drawn && !other ? move : undefined;
}
