// What stands beside the table, and folds away.

import { html, set } from "./dom.js";
import { habits, keepHabits } from "./saved.js";
import { iconButton } from "./widgets.js";
import { word } from "./words.js";

export class Panels {
  /** @param {Element[]} panels */
  constructor(...panels) {
    this.button = iconButton("more", word("panels"), () => this.toggle(), { key: "m" });
    set(this.button, "aria-controls", "panels");
    const close = html("button", { type: "button", class: "button close", click: () => this.show(false) }, word("close"));
    this.side = html("div", { class: "side", id: "panels" }, close, ...panels);
    this.placed = this.place();
    this.show(this.wanted());
    /** Where the screen has another size, they may be elsewhere. */
    this.moved = () => {
      if (this.place() === this.placed) return;
      this.placed = this.place();
      this.show(Panels.prototype.wanted.call(this));
    };
    window.addEventListener("resize", this.moved);
  }

  leave() {
    window.removeEventListener("resize", this.moved);
  }

  /** Where they would be, as the style sheet says: `beside` the table, `folded` until somebody wants them, or `over` it. */
  place() {
    return window.getComputedStyle(document.documentElement).getPropertyValue("--panels").trim();
  }

  /** Where it is kept how the person likes it. @returns {"panels" | "replay_panels"} */
  get habit() {
    return "panels";
  }

  /**
   * Whether they are shown to somebody who has not said so.
   * @param {string} place
   * @returns {boolean}
   */
  usual(place) {
    return place === "beside";
  }

  /** Whether they are to be shown at first: never over the table, else as the person likes it. */
  wanted() {
    const place = this.place();
    return place !== "over" && (habits()[this.habit] ?? this.usual(place));
  }

  /** @param {boolean} open */
  show(open) {
    if (open !== this.wanted() && this.place() !== "over") keepHabits({ [this.habit]: open });
    const held = this.side.contains(document.activeElement);
    this.side.hidden = !open;
    set(this.button, "aria-expanded", String(open));
    if (!open && held) this.button.focus();
  }

  toggle() {
    this.show(Boolean(this.side.hidden));
  }

  /** Takes them away from over the table. */
  uncover() {
    if (this.place() === "over") this.show(false);
  }
}

/** Beside a replay there is room for them more often. */
export class ReplayPanels extends Panels {
  get habit() {
    return /** @type {const} */ ("replay_panels");
  }

  usual() {
    return true;
  }
}

/** Where outputs are compared, that is what one comes for. */
export class CheckPanels extends ReplayPanels {
  wanted() {
    return true;
  }
}
