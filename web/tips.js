// What a special tile does, beside it: for a pointer that rests on it, for the keyboard, and for a finger that stays on it.

import { html, set } from "./dom.js";
import { TILES, isSpecial } from "./tiles.js";
import { word } from "./words.js";

/** How long a finger stays, and how long the pointer may be elsewhere, in milliseconds. */
const LONG_PRESS = 450;
const GRACE = 150;

/** How far a finger may slip, and a pointer after a click, in pixels. */
const SLIP = 10;

/** @param {EventTarget | null} target */
function specialAt(target) {
  if (!(target instanceof Element)) return null;
  // Pictures too, but those beside which it is said anyway.
  const found = target.closest("[data-tile]") ?? target.closest("img[data-face]:not(.special > *)");
  const tile = faceOf(found);
  return TILES.includes(tile) && isSpecial(tile) ? found : null;
}

/** @param {Element | null} tile */
function faceOf(tile) {
  return tile?.getAttribute("data-tile") ?? tile?.getAttribute("data-face") ?? "";
}

class Tip {
  constructor() {
    this.element = html("div", { class: "tip", id: "tip", role: "tooltip", popover: "manual" });
    /** @type {Element | null} the tile that it is about */
    this.tile = null;
    /** @type {string | null} what the browser itself would show there */
    this.title = null;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** @param {Element} tile */
  show(tile) {
    window.clearTimeout(this.timer);
    if (tile === this.tile) return;
    this.hide();
    this.tile = tile;
    // Else the browser would say some of it again.
    this.title = tile.getAttribute("title");
    if (this.title !== null) tile.removeAttribute("title");
    const own = tile.querySelector(":scope > title");
    const note = own?.textContent ?? "";
    own?.replaceChildren();
    if (tile instanceof HTMLElement) set(tile, "aria-describedby", "tip");
    this.note = note;
    this.element.replaceChildren(
      html("p", {}, word(`rule_${faceOf(tile)}`)),
      ...(note ? [html("p", { class: "quiet" }, note)] : []),
    );
    // It belongs to what the tile belongs to, for those who go from landmark to landmark.
    (tile.closest("dialog, main") ?? document.body).append(this.element);
    this.element.showPopover();
    this.place(tile.getBoundingClientRect());
  }

  /**
   * Above the tile, or below it where there is no room.
   * @param {DOMRect} box
   */
  place({ left, width, top, bottom }) {
    const { offsetWidth, offsetHeight, style } = this.element;
    const x = Math.max(4, Math.min(left + width / 2 - offsetWidth / 2, window.innerWidth - offsetWidth - 4));
    const y = top - offsetHeight - 6;
    style.setProperty("left", `${x}px`);
    style.setProperty("top", `${y >= 4 ? y : Math.min(bottom + 6, window.innerHeight - offsetHeight - 4)}px`);
  }

  hide() {
    window.clearTimeout(this.timer);
    if (!this.tile) return;
    if (this.title !== null) set(this.tile, "title", this.title);
    const own = this.tile.querySelector(":scope > title");
    if (own && !own.textContent) own.textContent = this.note ?? "";
    set(this.tile, "aria-describedby", null);
    this.tile = null;
    this.element.hidePopover();
  }

  /** Hides it soon, so that the pointer can reach it. */
  hideSoon() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.hide(), GRACE);
  }
}

export function listenToTips() {
  const tip = new Tip();
  // What comes under a pointer that has just clicked was not pointed at.
  let clicked = { x: -Infinity, y: 0 };
  document.addEventListener("click", ({ clientX, clientY }) => (clicked = { x: clientX, y: clientY }));
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const here = Math.hypot(event.clientX - clicked.x, event.clientY - clicked.y) < SLIP;
    const tile = here ? null : specialAt(event.target);
    if (tile) tip.show(tile);
    else if (tip.element.contains(/** @type {Node} */ (event.target))) window.clearTimeout(tip.timer);
    else if (tip.tile) tip.hideSoon();
  });
  document.addEventListener("focusin", (event) => {
    const tile = specialAt(event.target);
    if (tile?.matches(":focus-visible")) tip.show(tile);
    else tip.hide();
  });
  document.addEventListener("focusout", () => tip.hide());
  document.addEventListener("keydown", ({ key }) => key === "Escape" && tip.hide(), { capture: true });
  window.addEventListener("hashchange", () => tip.hide());
  listenToFingers(tip);
}

/** @param {Tip} tip */
function listenToFingers(tip) {
  /** @type {{ timer: number, x: number, y: number } | null} */
  let press = null;
  let long = false;
  const end = () => {
    window.clearTimeout(press?.timer);
    press = null;
  };
  document.addEventListener("pointerdown", (event) => {
    tip.hide();
    long = false;
    const tile = specialAt(event.target);
    if (!tile || event.pointerType === "mouse") return;
    const timer = window.setTimeout(() => {
      long = true;
      tip.show(tile);
    }, LONG_PRESS);
    press = { timer, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > SLIP) end();
  });
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  // Else the browser would open its menu for pictures over it.
  document.addEventListener("contextmenu", (event) => (press || long) && event.preventDefault());
  // Who asked what a tile does has not chosen it.
  document.addEventListener(
    "click",
    (event) => {
      if (long) event.stopPropagation();
      else tip.hide();
      long = false;
    },
    { capture: true },
  );
}
