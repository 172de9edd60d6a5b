// The tiles on the table: each with its marks, and used again from one drawing to the next.

import { FELT } from "./colours.js";
import { set, setText, svg } from "./dom.js";
import { FONT } from "./layout.js";

/** A row of elements of which only those in use are shown. */
export class Pool {
  /**
   * @param {SVGElement} parent
   * @param {() => SVGElement} make
   */
  constructor(parent, make) {
    this.parent = parent;
    this.make = make;
    /** @type {SVGElement[]} */
    this.items = [];
    this.used = 0;
  }

  begin() {
    this.used = 0;
  }

  next() {
    let item = this.items[this.used];
    if (!item) {
      item = this.make();
      this.items.push(item);
      this.parent.append(item);
    }
    set(item, "display", null);
    this.used += 1;
    return item;
  }

  end() {
    for (const item of this.items.slice(this.used)) set(item, "display", "none");
  }
}

/** A tile with its marks: a frame, and a label that says from whom, for whom or to whom. */
export function slot() {
  return svg(
    "g",
    {},
    svg("title"),
    svg("use", { width: 60, height: 80 }),
    svg("rect", {
      x: -2,
      y: -2,
      width: 64,
      height: 84,
      rx: 9,
      fill: "none",
      stroke: FELT.gold,
      "stroke-width": 5,
      display: "none",
    }),
    svg("rect", {
      width: 40,
      height: 23,
      rx: 6,
      fill: FELT.dark,
      stroke: FELT.light,
      "stroke-width": 1.5,
      display: "none",
    }),
    svg("text", {
      fill: FELT.light,
      "font-family": FONT,
      "font-weight": 700,
      "font-size": 18,
      "text-anchor": "middle",
      display: "none",
    }),
  );
}

/**
 * @param {SVGElement} item from `slot`
 * @param {string} tile
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {{ title?: string, frame?: boolean, faded?: boolean, label?: string, low?: boolean }} [marks]
 */
export function fill(item, tile, x, y, w, marks = {}) {
  const [title, use, frame, plate, text] = /** @type {Element[]} */ ([...item.children]);
  set(item, "transform", `translate(${round(x)} ${round(y)}) scale(${round(w / 60)})`);
  set(item, "data-tile", tile);
  if (title) setText(title, marks.title ?? "");
  if (use) {
    set(use, "href", `#tile-${tile}`);
    set(use, "opacity", marks.faded ? 0.42 : null);
  }
  if (frame) set(frame, "display", marks.frame ? null : "none");
  // High, it stands out over the edge, so that the face can be seen.
  const top = marks.low ? 52 : -11;
  if (plate && text) {
    set(plate, "display", marks.label ? null : "none");
    set(plate, "x", 10);
    set(plate, "y", top);
    set(text, "display", marks.label ? null : "none");
    set(text, "x", 30);
    set(text, "y", top + 18);
    setText(text, marks.label ?? "");
  }
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
