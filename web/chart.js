// The distances of the four hands over the game.

import { set, svg } from "./dom.js";
import { SEATS } from "./layout.js";
import { word } from "./words.js";

const WIDTH = 400;
const HEIGHT = 150;
const LEFT = 22;
const RIGHT = 12;
const TOP = 8;
const BOTTOM = 20;

/** Lines differ in dashes and in the letters on them too, not in colour alone. */
const DASHES = { A: "", B: "7 3", C: "2 3", D: "10 3 2 3" };

export class Chart {
  /**
   * @param {Table[]} tables
   * @param {(step: number) => void} go
   */
  constructor(tables, go) {
    this.last = Math.max(1, tables.length - 1);
    const most = Math.max(1, ...tables.flatMap((table) => Object.values(table.distances)));
    const x = (/** @type {number} */ step) =>
      Math.round((LEFT + ((WIDTH - LEFT - RIGHT) * step) / this.last) * 10) / 10;
    const y = (/** @type {number} */ distance) =>
      Math.round((TOP + ((HEIGHT - TOP - BOTTOM) * (most - distance)) / most) * 10) / 10;
    this.x = x;
    this.veil = svg("rect", { class: "veil", y: 0, height: HEIGHT - BOTTOM });
    this.cursor = svg("line", { class: "cursor", y1: TOP - 4, y2: HEIGHT - BOTTOM });
    const grid = Array.from({ length: most + 1 }, (_, distance) => [
      svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(distance), y2: y(distance) }),
      svg("text", { class: "tick", x: LEFT - 6, y: y(distance) + 4, "text-anchor": "end" }, String(distance)),
    ]).flat();
    const curves = SEATS.map((seat, at) => {
      // The curves are moved apart a little where they would cover each other.
      const shift = (at - 1.5) * 1.6;
      let before = NaN;
      let path = "";
      tables.forEach((table, step) => {
        const distance = table.distances[seat];
        if (distance === undefined || (distance === before && step < this.last)) return;
        const level = Math.round((y(distance) + shift) * 10) / 10;
        path += path ? `H${x(step)}V${level}` : `M${x(step)} ${level}`;
        before = distance;
      });
      return svg("path", { class: `curve seat-${seat}`, d: path, "stroke-dasharray": DASHES[seat] });
    });
    this.curves = curves;
    this.svg = svg(
      "svg",
      {
        class: "chart",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": word("chart_label"),
        click: (/** @type {MouseEvent} */ event) => {
          const box = this.svg.getBoundingClientRect();
          const at = ((event.clientX - box.left) / box.width) * WIDTH;
          go(Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * this.last));
        },
      },
      ...grid,
      ...curves,
      this.veil,
      this.cursor,
    );
    this.legend = legend();
  }

  /** @param {Seat[]} seats whose hands are closed */
  hide(seats) {
    SEATS.forEach((seat, at) => {
      const curve = this.curves[at];
      if (curve) set(curve, "display", seats.includes(seat) ? "none" : null);
    });
  }

  /**
   * @param {number} step
   * @param {boolean} [closed] whether what comes after it is hidden
   */
  show(step, closed = false) {
    set(this.veil, "x", this.x(step));
    set(this.veil, "width", closed ? WIDTH - this.x(step) : 0);
    set(this.cursor, "x1", this.x(step));
    set(this.cursor, "x2", this.x(step));
  }
}

/** Which line is whose. */
function legend() {
  return svg(
    "svg",
    { class: "legend", viewBox: "0 0 400 18", "aria-hidden": "true" },
    ...SEATS.flatMap((seat, at) => [
      svg("path", { class: `curve seat-${seat}`, d: `M${LEFT + at * 95} 9h44`, "stroke-dasharray": DASHES[seat] }),
      svg("text", { class: "tick", x: LEFT + 50 + at * 95, y: 13.5 }, seat),
    ]),
  );
}
