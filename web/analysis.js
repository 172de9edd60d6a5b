// What the decisions of a seat cost: one figure for the game, the curve of its chance to win, and its worst decisions.

import { WinChart } from "./chart.js";
import { html, set, setText } from "./dom.js";
import { SEATS } from "./layout.js";
import { stepOfLine } from "./replay.js";
import { actionWords, lossWords, reviewJob } from "./review.js";
import { tilePicture } from "./tiles.js";
import { choice, field } from "./widgets.js";
import { tileWord, word } from "./words.js";

export class Analysis {
  /**
   * @param {Replay} replay
   * @param {Seat} seat
   * @param {object} options
   * @param {(step: number) => void} options.go shows a step
   * @param {() => void} [options.changed] is called when there is more to know
   */
  constructor(replay, seat, { go, changed }) {
    this.replay = replay;
    this.go = go;
    this.changed = changed ?? (() => {});
    this.step = 0;
    this.hidden = false;
    /** Whether the button was pressed that stops it, and is about to go. */
    this.stopping = false;
    /** @type {Review | null} what was told of last */
    this.told = null;
    /** @type {WinChart | null} */
    this.chart = null;
    /** @type {() => void} */
    this.unfollow = () => {};
    this.seatChoice = choice(
      SEATS.map((one) => [one, one]),
      seat,
      (one) => this.of(/** @type {Seat} */ (one)),
    );
    this.startButton = html("button", { type: "button", class: "button main", click: () => void this.job.start() });
    this.stopButton = html("button", { type: "button", class: "button", click: () => this.stop() }, word("stop"));
    this.bar = html("progress", { "aria-label": word("analysis") });
    this.status = html("p", { class: "quiet", role: "status" });
    this.found = html("div", { class: "found-out" });
    this.element = html(
      "section",
      { class: "panel analysis" },
      html(
        "div",
        { class: "title" },
        html("h2", {}, word("analysis")),
        html("div", { class: "tools" }, field(word("seat"), this.seatChoice), this.startButton, this.stopButton),
      ),
      this.bar,
      this.status,
      this.found,
    );
    this.job = reviewJob(replay.packed, seat);
    this.of(seat);
  }

  /** @param {Seat} seat whose decisions are wanted */
  of(seat) {
    this.unfollow();
    this.seatChoice.value = seat;
    this.job = reviewJob(this.replay.packed, seat);
    // Where it is no longer shown, nobody wants to know.
    this.unfollow = this.job.follow(() => (this.element.isConnected ? this.draw() : this.unfollow()));
    this.draw();
  }

  stop() {
    this.stopping = true;
    this.job.stop();
  }

  /** @param {boolean} hidden whether it would tell what the viewer cannot know */
  hide(hidden) {
    if (hidden === this.hidden) return;
    this.hidden = hidden;
    this.draw();
  }

  draw() {
    const { job, hidden } = this;
    const { review, working, failure, done, total } = job;
    this.startButton.hidden = hidden || Boolean(working || review);
    this.stopButton.hidden = hidden || !working;
    this.bar.hidden = hidden || !working;
    setText(this.startButton, word(failure ? "try_again" : "analyse"));
    set(this.bar, "max", total || 1);
    set(this.bar, "value", total ? done : null);
    const says = hidden
      ? word("reasons_hidden")
      : working
      ? word(total ? "analysis_progress" : "analysis_waiting", { done, total })
      : failure?.() ?? (review ? "" : word("analysis_about"));
    setText(this.status, says);
    this.status.hidden = !says;
    if (this.stopping && !working) {
      this.stopping = false;
      this.startButton.focus();
    }
    this.chart = null;
    const known = hidden ? null : review;
    if (known) this.showFound(known);
    else this.found.replaceChildren();
    if (known === this.told) return;
    this.told = known;
    this.changed();
  }

  /** @param {Review} review */
  showFound(review) {
    const { replay } = this;
    const [summary] = review.seats;
    if (!summary) return;
    const mistakes = this.mistakes();
    const points = summary.curve.map(({ line, wins }) => ({ step: stepOfLine(replay, line), wins }));
    const last = replay.frames.length - 1;
    this.chart = new WinChart(summary.seat, points, mistakes, last, this.go);
    this.chart.show(this.step);
    const { loss, agreed, decisions } = summary;
    const worst = summary.worst.flatMap((number) => mistakes.filter(({ decision }) => decision.number === number));
    this.found.replaceChildren(
      html(
        "p",
        { class: "loss-figure" },
        html("strong", {}, `${(100 * loss.mean).toFixed(2)} %`),
        html("span", {}, word("loss_each", { reach: (196 * loss.error).toFixed(2) })),
        html("span", {}, word("best_of", { agreed, decisions })),
        html("span", {}, word("mistakes_are", { count: summary.mistakes })),
      ),
      this.chart.svg,
      worst.length > 0 ? html("h3", {}, word("worst")) : html("p", {}, word("no_mistakes")),
      html("ol", { class: "worst" }, ...worst.map((mistake) => html("li", {}, this.mistakeButton(mistake)))),
    );
  }

  /** @param {ReturnType<Analysis["mistakes"]>[number]} mistake */
  mistakeButton({ decision, step }) {
    const { made, best, loss, turn } = decision;
    return html(
      "button",
      { type: "button", class: "mistake", click: () => this.go(step) },
      html("span", { class: "step-at" }, html("span", { class: "hidden" }, `${word("step")} `), String(step)),
      actionPicture(made, turn),
      html("strong", { class: "cost" }, lossWords(loss)),
      html("span", { class: "better" }, actionPicture(best, turn), ` ${word("was_better")}`),
    );
  }

  /** The mistakes of the seat, with their steps and what is said of them. */
  mistakes() {
    const review = this.hidden ? null : this.job.review;
    return (review?.decisions ?? [])
      .filter(({ mistake }) => mistake)
      .map((decision) => {
        const { made, best, loss, turn, line } = decision;
        const wins = decision.choices[0]?.wins ?? 0;
        const [did, should] = [actionWords(made, turn), actionWords(best, turn)];
        const says = word("mistake_is", { made: did, loss: lossWords(loss), best: should });
        return { decision, step: stepOfLine(this.replay, line), wins, says };
      });
  }

  /**
   * What was found out about the decisions of a frame.
   * @param {Frame} frame
   * @returns {ReviewedDecision[]}
   */
  at({ line }) {
    const review = this.hidden ? null : this.job.review;
    return (review?.decisions ?? []).filter((decision) => decision.line === line);
  }

  /** @param {number} step */
  show(step) {
    this.step = step;
    this.chart?.show(step);
  }
}

/**
 * An action as a picture: the tile of a discard, the tile of a claim with its name.
 * @param {string} action
 * @param {ReviewedDecision["turn"]} turn
 */
function actionPicture(action, turn) {
  const [kind, tile = ""] = action.split(" ");
  const shown = kind === "OUT" ? tile : kind === "DECLINE" ? null : (turn.tile ?? turn.drawn);
  const words = actionWords(action, turn);
  return html(
    "span",
    { class: "action" },
    shown ? tilePicture(shown, tileWord(shown)) : null,
    kind === "OUT" ? words.slice(tile.length) : words.replace(turn.tile ?? " ", "").trim(),
  );
}
