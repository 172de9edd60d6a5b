// Reviews of games: made by the server while the page goes on, and kept for as long as it is open.

import { ApiError, fetchReview, sentenceOf } from "./api.js";
import { word } from "./words.js";

/** How many are kept. */
const MOST_REVIEWS = 40;

/** @type {Map<string, ReviewJob>} */
const reviewJobs = new Map();

/**
 * The review of a seat in a game; it begins when it is told to.
 * @param {string} packed
 * @param {Seat} seat
 */
export function reviewJob(packed, seat) {
  const key = seat + packed;
  const known = reviewJobs.get(key);
  if (known) return known;
  for (const [old, { working }] of reviewJobs)
    if (reviewJobs.size >= MOST_REVIEWS && !working) reviewJobs.delete(old);
  const job = new ReviewJob(packed, seat);
  reviewJobs.set(key, job);
  return job;
}

class ReviewJob {
  /**
   * @param {string} packed
   * @param {Seat} seat
   */
  constructor(packed, seat) {
    this.packed = packed;
    this.seat = seat;
    this.done = 0;
    this.total = 0;
    /** @type {Review | null} */
    this.review = null;
    /** @type {(() => string) | null} why there is none, in the language that is spoken then */
    this.failure = null;
    /** @type {AbortController | null} */
    this.working = null;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** @param {() => void} listener is called with every change, until what is returned is called */
  follow(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  tell() {
    for (const listener of [...this.listeners]) listener();
  }

  async start() {
    if (this.working || this.review) return;
    const working = new AbortController();
    Object.assign(this, { working, failure: null, done: 0, total: 0 });
    this.tell();
    try {
      this.review = await fetchReview({ packed: this.packed, seats: [this.seat] }, working.signal, (done, total) => {
        Object.assign(this, { done, total });
        this.tell();
      });
    } catch (error) {
      this.failure = working.signal.aborted
        ? () => word("analysis_stopped")
        : error instanceof ApiError && error.status === 0
        ? () => word("analysis_broken")
        : () => sentenceOf(error);
    }
    this.working = null;
    this.tell();
  }

  stop() {
    this.working?.abort();
  }
}

/**
 * What a decision was, as words: the library has no other names for actions in a review.
 * @param {string} action
 * @param {ReviewedDecision["turn"]} turn
 */
export function actionWords(action, turn) {
  const [kind = "", tile = "", target] = action.split(" ");
  if (kind === "OUT") return target ? `${tile} → ${target}` : tile;
  if (kind === "DECLINE") return word("skip_claim");
  if (kind === "CHOW" || kind === "PONG") return `${word(kind === "CHOW" ? "call_chow" : "call_pong")} ${turn.tile ?? ""}`;
  return word(kind === "RON" ? "call_ron" : "call_self_drawn");
}

/**
 * `−3.1 %`, on one line.
 * @param {Measured} loss
 */
export function lossWords({ mean }) {
  const points = (100 * Math.abs(mean)).toFixed(1);
  return `${mean > 0 && points !== "0.0" ? "−" : ""}${points}\u00a0%`;
}
