// The time that is left for a decision.

import { html, set, setText } from "./dom.js";
import { word } from "./words.js";

/** How often it is looked at, in milliseconds. */
const TICK = 200;

/** From how many seconds on there is little time. */
const LITTLE = 5;

export class Countdown {
  constructor() {
    this.element = html("span", { class: "clock", role: "timer", hidden: true });
    /** Says once that there is little time; every second would be too much. */
    this.voice = html("span", { class: "hidden", role: "status" });
    /** When the time is up, in milliseconds of the page; infinite if nobody has to decide. */
    this.end = Infinity;
    this.own = false;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /**
   * @param {number | null} seconds null if there is no limit
   * @param {boolean} own whether it is the person who has to decide
   */
  start(seconds, own) {
    this.stop();
    if (seconds === null) return;
    this.end = window.performance.now() + seconds * 1000;
    this.own = own;
    this.timer = window.setInterval(() => this.tick(), TICK);
    this.tick();
  }

  stop() {
    window.clearInterval(this.timer);
    this.end = Infinity;
    this.element.hidden = true;
    setText(this.voice, "");
  }

  /** Whether the person's time is up, as far as that can be known here. */
  isUp() {
    return this.own && window.performance.now() > this.end - 1000;
  }

  tick() {
    const left = Math.max(0, Math.ceil((this.end - window.performance.now()) / 1000));
    this.element.hidden = false;
    this.element.classList.toggle("own", this.own);
    this.element.classList.toggle("little", this.own && left <= LITTLE);
    set(this.element, "aria-label", word("time_left", { count: left }));
    setText(this.element, `${left} s`);
    if (this.own && left <= LITTLE) setText(this.voice, word("little_time", { count: LITTLE }));
  }
}
