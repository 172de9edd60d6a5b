// A replay as the page uses it: the table at every step, and where to jump.

import { SEATS } from "./layout.js";
import { isSpecial } from "./tiles.js";

/** @returns {Table} */
export function emptyTable() {
  /** @type {(value: any) => any} */
  const each = (value) => Object.fromEntries(SEATS.map((seat) => [seat, value]));
  return {
    hands: each([]),
    melds: each([]),
    rivers: each([]),
    drawn: null,
    wall: 0,
    direction: "forward",
    skips: each(0),
    turn: null,
    distances: {},
    useful: {},
  };
}

/**
 * The table with the patch laid over it; what does not change is shared.
 * @param {Table} table
 * @param {Patch} patch
 * @returns {Table}
 */
export function patched(table, patch) {
  const next = /** @type {any} */ ({ ...table });
  for (const [key, value] of Object.entries(patch)) {
    const bySeat = ["hands", "melds", "rivers", "skips", "distances", "useful"].includes(key);
    next[key] = bySeat ? { ...next[key], .../** @type {object} */ (value) } : value;
  }
  return next;
}

/**
 * The table after every frame.
 * @param {Replay} replay
 */
export function tablesOf(replay) {
  let table = emptyTable();
  return replay.frames.map((frame) => (table = patched(table, frame.set)));
}

/** @type {Record<string, (frame: Frame, seat: Seat) => boolean>} */
const JUMPS = {
  claim: (frame) => ["chow", "pong", "ron"].includes(frame.kind),
  special: (frame) => frame.tile !== undefined && isSpecial(frame.tile) && ["discard", "pass"].includes(frame.kind),
  decision: (frame, seat) => frame.decision?.seat === seat || (frame.considered ?? []).some((one) => one.seat === seat),
};

/**
 * The next step of a kind, or the same step if there is none.
 * @param {Replay} replay
 * @param {number} step
 * @param {string} kind
 * @param {Seat} seat
 * @param {1 | -1} way
 */
export function jumpFrom(replay, step, kind, seat, way) {
  const wanted = JUMPS[kind];
  for (let at = step + way; at > 0 && at < replay.frames.length; at += way) {
    const frame = replay.frames[at];
    if (frame && wanted?.(frame, seat)) return at;
  }
  return step;
}

/** @param {Replay} replay */
export function logOf(replay) {
  const lines = [...replay.deal, ...replay.frames.map((frame) => frame.text)].filter((line) => line !== null);
  return `${lines.join("\n")}\n`;
}

/**
 * The step that shows a line of the log; those of the deal are shown by the first.
 * @param {Replay} replay
 * @param {number} line
 */
export function stepOfLine(replay, line) {
  const at = replay.frames.findIndex((frame) => frame.line === line);
  if (at >= 0) return at;
  return line > replay.deal.length ? replay.frames.length - 1 : 0;
}
