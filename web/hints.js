// What a strong player advises, and what it thinks of the choices.

import { html } from "./dom.js";
import { percent, choiceTable, rowOf } from "./choicetable.js";
import { word } from "./words.js";

/** How many choices fit a small screen. */
const MOST_ROWS = 4;

/**
 * What is thought of the best choices, the advised one first.
 * @param {Hint} hint
 * @returns {import("./choicetable.js").ChoiceRow[]}
 */
function hintRows({ action, choices = [] }) {
  return choices.slice(0, MOST_ROWS).map((choice) => {
    const best = choice.action === action;
    return { ...rowOf(choice), best, ...(choice.loss && !best ? comparison(choice.loss) : {}) };
  });
}

/**
 * The same of the advised choice in a few words.
 * @param {Hint} hint
 */
export function hintWords(hint) {
  const [best, other] = hintRows(hint);
  // There is nothing to compare with a win.
  if (!best || !other) return hint.reasons.join(" ");
  const { distance, left, wins } = best;
  const parts = [
    word("distance_is", { distance }),
    word("thought_useful", { count: left }),
    wins === undefined ? null : word("thought_wins", { share: percent(wins) }),
  ];
  return parts.filter(Boolean).join(" · ");
}

/**
 * How a choice compares with the advised one in the same simulated games: within two standard errors, they are equal.
 * @param {NonNullable<ChoiceView["loss"]>} loss
 */
function comparison({ mean, error }) {
  const difference = -mean;
  if (Math.abs(difference) <= 2 * error) return { verdict: word("about_equal") };
  const size = `${(100 * Math.abs(difference)).toFixed(1)} ± ${(100 * error).toFixed(1)} %`;
  if (difference < 0) return { verdict: `−${size}`, worse: true };
  return { verdict: word("trusted_less", { difference: `+${size}` }) };
}

/**
 * A hint as it is shown: what is advised, and how the choices compare.
 * @param {Hint} hint
 * @param {Move[]} legal
 * @param {"h2" | "h3"} heading
 */
export function hintParts(hint, legal, heading) {
  const advised = legal.find((move) => move.action === hint.action);
  const rows = hintRows(hint);
  const more = rows.length > 1 ? choiceTable(word("hint"), rows) : html("p", {}, hint.reasons.join(" "));
  return [html(heading, {}, `★ ${advised?.label ?? hint.action}`), more];
}
