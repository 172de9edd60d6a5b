// A first game that teaches: five steps beside a table, each with one thing to do.

import { dealTable } from "./api.js";
import { html, set } from "./dom.js";
import { isDiscard } from "./moves.js";
import { WINNING_HAND, claimRules, groupPictures, specialRules } from "./rulebook.js";
import { keep, recall, rememberTable, rememberedTables } from "./saved.js";
import { isSpecial, tilePicture } from "./tiles.js";
import { iconButton, notify, orNotify, tileButton } from "./widgets.js";
import { tileWord, word } from "./words.js";

const LESSON_KEY = "hule.lesson";

/** The steps, by the names of their words. */
const STEPS = ["hand", "turn", "claim", "special", "distance"];

/**
 * A deal in which everything comes soon: a special tile at once, a claim after two turns, and a hand that is near a win.
 * @type {Deal}
 */
const LESSON_DEAL = { seat: "A", players: { B: "standard", C: "standard", D: "standard" }, seed: "364", game: "0" };

/** The tile that the last group of the hand lacks, among others. */
const ANSWERS = ["8P", "Z", "PASS"];

/**
 * How far somebody has come; null if nobody was ever asked.
 * @typedef {{ step: number, shown: boolean, table: string }} Progress
 * @returns {Progress | null}
 */
function lessonProgress() {
  return recall(LESSON_KEY, (kept) => {
    if (!kept || typeof kept !== "object") return null;
    const step = Number.isInteger(kept.step) ? Math.max(0, Math.min(kept.step, STEPS.length)) : 0;
    return { step, shown: kept.shown === true, table: typeof kept.table === "string" ? kept.table : "" };
  });
}

/** @param {Partial<Progress>} changed */
function keepLesson(changed) {
  keep(LESSON_KEY, { step: 0, shown: false, table: "", ...lessonProgress(), ...changed });
}

/** The way to the lesson, from where it was left. */
export function learnLink(look = "") {
  const step = lessonProgress()?.step ?? 0;
  const begun = step > 0 && step < STEPS.length;
  return html("a", { class: `button ${look}`, href: "#/learn" }, begun ? word("learn_on", { step: step + 1 }) : word("learn"));
}

/** Goes to the table of the lesson, or deals one. */
export async function beginLesson() {
  const known = lessonProgress();
  const step = known && known.step < STEPS.length ? known.step : 0;
  let table = rememberedTables().find((one) => one.table === known?.table)?.table;
  if (!table) {
    table = (await orNotify(dealTable(LESSON_DEAL))) ?? undefined;
    if (!table) return location.replace("#/");
    rememberTable(table, LESSON_DEAL);
  }
  keepLesson({ step, shown: true, table });
  location.replace(`#/play?${new URLSearchParams({ table })}`);
}

export class Lesson {
  constructor() {
    /** Whether what is to be done in this step is done. */
    this.done = false;
    /** Whether it is asked whether there should be a lesson. */
    this.offered = false;
    this.element = html("aside", { class: "lesson", "aria-label": word("learn") });
    const known = lessonProgress();
    if (!known) this.offer();
    else if (known.shown && known.step < STEPS.length) this.open(known.step);
  }

  /** Asks who has never been asked. */
  offer() {
    this.offered = true;
    const begin = () => {
      keepLesson({ shown: true });
      this.open(0);
      this.title?.focus();
    };
    this.element.classList.add("folded", "offered");
    this.element.replaceChildren(
      html("p", { class: "task" }, word("learn_offer")),
      html(
        "div",
        { class: "tools" },
        html("button", { type: "button", class: "button main", click: begin }, word("learn_start")),
        html("button", { type: "button", class: "button", click: () => this.decline() }, word("learn_no")),
      ),
    );
  }

  decline() {
    keepLesson({});
    this.close();
  }

  close() {
    this.offered = false;
    this.element.classList.remove("offered");
    this.element.replaceChildren();
  }

  /** @param {number} step */
  open(step) {
    this.step = step;
    this.done = false;
    this.offered = false;
    this.element.classList.remove("offered");
    this.element.classList.toggle("puzzle", STEPS[step] === "hand");
    this.title = html("h2", { tabindex: -1 }, html("span", { class: "count" }, `${step + 1} / ${STEPS.length}`), " ", html("span", { class: "name" }, word(`step_${STEPS[step]}`)));
    this.task = html("p", { class: "task", role: "status" });
    this.about = html("div", { class: "about", id: "lesson-about" }, ...this.parts(step));
    this.fold = iconButton("fold", word("explanation"), () => this.unfold(this.element.classList.contains("folded")), {
      short: true,
      class: "fold",
    });
    set(this.fold, "aria-controls", "lesson-about");
    const leave = html(
      "button",
      { type: "button", class: "button square", title: word("learn_leave"), "aria-label": word("learn_leave"), click: () => this.leave() },
      "×",
    );
    const last = step === STEPS.length - 1;
    this.on = html("button", { type: "button", class: "button", click: () => this.go(step + 1) }, word(last ? "learn_finish" : "learn_next"));
    const back = html("button", { type: "button", class: "button", disabled: step === 0, click: () => this.go(step - 1) }, word("learn_back"));
    this.element.replaceChildren(
      html("div", { class: "head" }, this.title, html("div", { class: "tools" }, this.fold, leave)),
      this.task,
      this.about,
      html("div", { class: "tools" }, back, this.on),
    );
    // Of the puzzle, nothing is left when it is folded.
    const puzzle = this.element.classList.contains("puzzle");
    this.unfold(puzzle || window.getComputedStyle(document.documentElement).getPropertyValue("--lesson").trim() !== "folded");
    this.sayTask();
  }

  /** @param {boolean} open */
  unfold(open) {
    this.element.classList.toggle("folded", !open);
    if (this.fold) set(this.fold, "aria-expanded", String(open));
  }

  sayTask() {
    const { step, task, on, done } = this;
    if (step === undefined || !task || !on) return;
    task.classList.toggle("done", done);
    on.classList.toggle("main", done);
    task.replaceChildren(done ? `✓ ${word("learn_done")}` : word(`task_${STEPS[step]}`));
  }

  /** @param {number} step */
  go(step) {
    keepLesson({ step });
    if (step < STEPS.length) {
      this.open(step);
      this.title?.focus();
      return;
    }
    keepLesson({ shown: false });
    this.close();
    notify(word("learn_over"));
  }

  leave() {
    keepLesson({ shown: false });
    this.close();
    notify(word("learn_left"));
  }

  /**
   * What a step explains.
   * @param {number} step
   * @returns {Element[]}
   */
  parts(step) {
    const name = STEPS[step];
    const text = html("p", {}, word(`about_${name}`));
    if (name === "hand") return [...this.puzzle(), text];
    if (name === "claim") return [text, claimRules()];
    if (name === "special") return [text, specialRules()];
    return [text];
  }

  /** A hand that lacks one tile. */
  puzzle() {
    const missing = /** @type {string} */ (WINNING_HAND.at(-1)?.at(-1));
    const gap = html("span", { class: "gap", role: "img", "aria-label": word("a_gap") }, "?");
    const isGap = (/** @type {number} */ group, /** @type {number} */ place) =>
      group === WINNING_HAND.length - 1 && place === 1;
    const hand = groupPictures((tile, group, place) => (isGap(group, place) ? gap : tilePicture(tile, tileWord(tile))));
    const answer = (/** @type {string} */ tile) => {
      if (this.done) return undefined;
      if (tile !== missing) return this.task?.replaceChildren(word("wrong_answer"));
      gap.replaceChildren(tilePicture(tile));
      set(gap, "aria-label", tileWord(tile));
      this.finishTask();
      return undefined;
    };
    const answers = ANSWERS.map((tile) => tileButton(tile, { "aria-label": tileWord(tile), click: () => answer(tile) }));
    return [hand, html("div", { class: "answers", role: "group", "aria-label": word("task_hand") }, ...answers)];
  }

  finishTask() {
    if (this.done) return;
    this.done = true;
    this.sayTask();
  }

  /**
   * Sees what the person did.
   * @param {Position | null} before
   * @param {Position} now
   */
  saw(before, now) {
    if (!before || now.turn <= before.turn) return;
    // Who plays on needs no lesson. (While there were other moves, they were where it is asked.)
    if (this.offered && before.legal.every(isDiscard)) this.decline();
    if (!this.task?.isConnected) return;
    const own = now.events.slice(before.events.length).filter(({ seat }) => seat === now.seat);
    const discards = own.filter(({ kind }) => kind === "discard" || kind === "pass");
    const name = STEPS[this.step ?? 0];
    if (name === "turn" && discards.length > 0) this.finishTask();
    if (name === "claim" && before.claim) this.finishTask();
    if (name === "special" && discards.some(({ tile }) => tile !== undefined && isSpecial(tile))) this.finishTask();
    // The table is needed now.
    if (window.getComputedStyle(document.documentElement).getPropertyValue("--lesson").trim() !== "open") this.unfold(false);
  }

  /** The person asked for a hint. */
  hinted() {
    if (STEPS[this.step ?? 0] === "distance" && this.task?.isConnected) this.finishTask();
  }

  /** Goes there by the keyboard. */
  focus() {
    if (this.title?.isConnected) this.title.focus();
    else this.element.querySelector("button")?.focus();
  }
}
