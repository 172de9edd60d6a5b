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
    this.show(this.wanted());
  }

  /** Where they would be, as the style sheet says: `beside` the table, `folded` until somebody wants them, or `over` it. */
  place() {
    return window.getComputedStyle(document.documentElement).getPropertyValue("--panels").trim();
  }

  /** Whether they are to be shown at first: never over the table, else as the person likes it. */
  wanted() {
    const place = this.place();
    return place !== "over" && (habits().panels ?? place === "beside");
  }

  /** @param {boolean} open */
  show(open) {
    if (open !== this.wanted() && this.place() !== "over") keepHabits({ panels: open });
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
