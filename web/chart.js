// Curves over a game: the distances of the four hands, and the chance of a seat to win.

import { set, svg } from "./dom.js";
import { SEATS } from "./layout.js";
import { word } from "./words.js";

const WIDTH = 400;
const RIGHT = 12;
const TOP = 8;
const BOTTOM = 20;

/** Lines differ in dashes and in the letters on them too, not in colour alone. */
const DASHES = { A: "", B: "7 3", C: "2 3", D: "10 3 2 3" };

/** @param {number} number */
function tenths(number) {
  return Math.round(number * 10) / 10;
}

/** What all curves have: a scale, a cursor at the step, and that a click goes there. */
class Plot {
  /**
   * @param {object} options
   * @param {number} options.last the last step
   * @param {number} options.most the greatest value
   * @param {[number, string][]} options.ticks values and what is written there
   * @param {number} options.height
   * @param {number} options.left room for what is written
   * @param {(step: number) => void} options.go
   */
  constructor({ last, most, ticks, height, left, go }) {
    this.last = Math.max(1, last);
    this.x = (/** @type {number} */ step) => tenths(left + ((WIDTH - left - RIGHT) * step) / this.last);
    this.y = (/** @type {number} */ value) => tenths(TOP + ((height - TOP - BOTTOM) * (most - value)) / most);
    this.cursor = svg("line", { class: "cursor", y1: TOP - 4, y2: height - BOTTOM });
    const grid = ticks.flatMap(([value, says]) => [
      svg("line", { class: "grid", x1: left, x2: WIDTH - RIGHT, y1: this.y(value), y2: this.y(value) }),
      svg("text", { class: "tick", x: left - 6, y: this.y(value) + 4, "text-anchor": "end" }, says),
    ]);
    this.svg = svg(
      "svg",
      {
        class: "chart",
        viewBox: `0 0 ${WIDTH} ${height}`,
        role: "img",
        click: (/** @type {MouseEvent} */ event) => {
          const box = this.svg.getBoundingClientRect();
          const at = ((event.clientX - box.left) / box.width) * WIDTH;
          go(Math.round(((at - left) / (WIDTH - left - RIGHT)) * this.last));
        },
      },
      ...grid,
    );
  }

  /** @param {number} step */
  show(step) {
    set(this.cursor, "x1", this.x(step));
    set(this.cursor, "x2", this.x(step));
  }
}

/** The distances of the four hands. */
export class Chart extends Plot {
  /**
   * @param {Table[]} tables
   * @param {(step: number) => void} go
   */
  constructor(tables, go) {
    const most = Math.max(1, ...tables.flatMap((table) => Object.values(table.distances)));
    const ticks = Array.from({ length: most + 1 }, (_, distance) => /** @type {[number, string]} */ ([distance, String(distance)]));
    const height = 150;
    super({ last: tables.length - 1, most, ticks, height, left: 22, go });
    set(this.svg, "aria-label", word("chart_label"));
    this.veil = svg("rect", { class: "veil", y: 0, height: height - BOTTOM });
    const { x, y } = this;
    this.curves = SEATS.map((seat, at) => {
      // The curves are moved apart a little where they would cover each other.
      const shift = (at - 1.5) * 1.6;
      let before = NaN;
      let path = "";
      tables.forEach((table, step) => {
        const distance = table.distances[seat];
        if (distance === undefined || (distance === before && step < this.last)) return;
        const level = tenths(y(distance) + shift);
        path += path ? `H${x(step)}V${level}` : `M${x(step)} ${level}`;
        before = distance;
      });
      return svg("path", { class: `curve seat-${seat}`, d: path, "stroke-dasharray": DASHES[seat] });
    });
    this.svg.append(...this.curves, this.veil, this.cursor);
    this.legend = chartLegend();
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
    super.show(step);
    set(this.veil, "x", this.x(step));
    set(this.veil, "width", closed ? WIDTH - this.x(step) : 0);
  }
}

/** Which line is whose. */
function chartLegend() {
  return svg(
    "svg",
    { class: "legend", viewBox: "0 0 400 18", "aria-hidden": "true" },
    ...SEATS.flatMap((seat, at) => [
      svg("path", { class: `curve seat-${seat}`, d: `M${22 + at * 95} 9h44`, "stroke-dasharray": DASHES[seat] }),
      svg("text", { class: "tick", x: 72 + at * 95, y: 13.5 }, seat),
    ]),
  );
}

/** The chance of a seat to win, with its mistakes. */
export class WinChart extends Plot {
  /**
   * @param {Seat} seat
   * @param {{ step: number, wins: number }[]} points
   * @param {{ step: number, wins: number, says: string }[]} mistakes
   * @param {number} last the last step
   * @param {(step: number) => void} go
   */
  constructor(seat, points, mistakes, last, go) {
    const ticks = /** @type {[number, string][]} */ ([[0, "0"], [0.5, "50"], [1, "100 %"]]);
    super({ last, most: 1, ticks, height: 120, left: 44, go });
    const whole = (/** @type {number} */ share) => Math.round(100 * share);
    const [first, end] = [points[0]?.wins ?? 0, points.at(-2)?.wins ?? 0];
    set(this.svg, "aria-label", word("wins_label", { seat, from: whole(first), to: whole(end) }));
    const { x, y } = this;
    const line = points.map(({ step, wins }) => `${x(step)} ${y(wins)}`).join("L");
    const [from, to] = [x(points[0]?.step ?? 0), x(points.at(-1)?.step ?? 0)];
    this.svg.append(
      svg("path", { class: "area", d: `M${from} ${y(0)}L${line}L${to} ${y(0)}Z` }),
      svg("path", { class: "curve chance", d: `M${line}` }),
      ...mistakes.map(({ step, wins, says }) =>
        svg("circle", { class: "mistake-dot", cx: x(step), cy: y(wins), r: 4.5 }, svg("title", {}, says)),
      ),
      this.cursor,
    );
  }
}
