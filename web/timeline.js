// The steps of a replay as a slider, with marks where a decision was a mistake.

import { html, set } from "./dom.js";
import { word } from "./words.js";

export class Timeline {
  /**
   * @param {number} last
   * @param {(step: number) => void} go
   */
  constructor(last, go) {
    this.last = last;
    this.slider = html("input", {
      type: "range",
      min: 0,
      max: last,
      step: 1,
      "aria-label": word("step"),
      input: () => go(Number(this.slider.value)),
    });
    this.marks = html("span", { class: "marks", "aria-hidden": "true" });
    this.element = html("span", { class: "track" }, this.slider, this.marks);
  }

  /**
   * @param {number} step
   * @param {string} say
   */
  show(step, say) {
    this.slider.value = String(step);
    set(this.slider, "aria-valuetext", word("step_of", { step, last: this.last, say }));
  }

  /** @param {{ step: number }[]} mistakes */
  mark(mistakes) {
    this.marks.replaceChildren(
      ...mistakes.map(({ step }) => {
        const mark = html("span", { class: "mark" });
        mark.style.setProperty("--at", String(step / Math.max(1, this.last)));
        return mark;
      }),
    );
  }
}
