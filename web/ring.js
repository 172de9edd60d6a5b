// The ring in the middle of the table: whose turn it is, which way the turns go round, who loses one, what is left to draw.

import { set, setText, svg } from "./dom.js";
import { FELT, seatAt } from "./layout.js";
import { word } from "./words.js";

/**
 * @param {SVGElement} group
 * @param {import("./layout.js").Layout} layout
 * @param {Table} table
 * @param {Seat} viewer
 */
export function drawRing(group, layout, table, viewer) {
  const key = JSON.stringify([table.direction, table.turn, table.skips, viewer, layout.stack, word("wall")]);
  if (group.dataset.key !== key) {
    group.dataset.key = key;
    group.replaceChildren(
      ...(layout.stack ? strip(layout, table, viewer) : ring(layout, table, viewer)),
      svg("text", { class: "wall" }),
    );
  }
  const wall = /** @type {SVGElement} */ (group.lastElementChild);
  const [x, y, r] = layout.ring;
  const place = layout.stack
    ? { x: layout.width - 12, y: 30, "font-size": 15, "text-anchor": "end" }
    : { x, y: y + 22, "font-size": r * 0.5, "text-anchor": "middle" };
  for (const [name, value] of Object.entries({
    ...place,
    "font-family": FELT.font,
    "font-weight": 800,
    fill: FELT.light,
  }))
    set(wall, name, value);
  setText(wall, layout.stack ? word("wall_left", { count: table.wall }) : String(table.wall));
}

/**
 * The disc of a seat, crossed out if it is to lose a turn.
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {Seat} seat
 * @param {Table} table
 */
function disc(x, y, r, seat, table) {
  const turn = table.turn === seat;
  const skips = table.skips[seat] ?? 0;
  /** @type {SVGElement[]} */
  const parts = [
    svg("circle", {
      cx: x,
      cy: y,
      r,
      fill: turn ? FELT.gold : FELT.dark,
      stroke: turn ? FELT.light : FELT.rim,
      "stroke-width": turn ? r * 0.16 : r * 0.07,
    }),
    svg(
      "text",
      {
        x,
        y: y + r * 0.37,
        "font-size": r * 1.05,
        "font-family": FELT.font,
        "font-weight": 800,
        "text-anchor": "middle",
        fill: turn ? FELT.dark : FELT.light,
      },
      seat,
    ),
  ];
  if (skips > 0) {
    const d = r * 0.74;
    parts.push(
      svg("path", {
        d: `M${x - d} ${y + d}L${x + d} ${y - d}`,
        stroke: FELT.stop,
        "stroke-width": r * 0.2,
        "stroke-linecap": "round",
      }),
      svg("circle", { cx: x, cy: y, r, fill: "none", stroke: FELT.stop, "stroke-width": r * 0.16 }),
    );
    if (skips > 1)
      parts.push(
        svg(
          "text",
          {
            x: x + r * 1.05,
            y: y - r * 0.7,
            "font-size": r * 0.7,
            "font-family": FELT.font,
            "font-weight": 800,
            fill: FELT.light,
          },
          `×${skips}`,
        ),
      );
  }
  return parts;
}

/**
 * @param {import("./layout.js").Layout} layout
 * @param {Table} table
 * @param {Seat} viewer
 */
function ring(layout, table, viewer) {
  const [x, y, r] = layout.ring;
  const forward = table.direction === "forward";
  const orbit = r * 0.76;
  const at = (/** @type {number} */ degrees, /** @type {number} */ radius) => {
    const angle = (degrees * Math.PI) / 180;
    return /** @type {[number, number]} */ ([
      Math.round((x + radius * Math.cos(angle)) * 10) / 10,
      Math.round((y + radius * Math.sin(angle)) * 10) / 10,
    ]);
  };
  /** @type {SVGElement[]} */
  const parts = [svg("circle", { cx: x, cy: y, r, fill: FELT.shade, stroke: FELT.edge, "stroke-width": 3 })];
  for (let place = 0; place < 4; place += 1) {
    // The viewer is at 90 degrees, below; the next in the order of play to the right, at 0.
    const degrees = 90 - 90 * place;
    const [from, to] = forward ? [degrees - 25, degrees - 62] : [degrees - 65, degrees - 28];
    const [ax, ay] = at(from, orbit);
    const [bx, by] = at(to, orbit);
    parts.push(
      svg("path", {
        d: `M${ax} ${ay}A${orbit} ${orbit} 0 0 ${forward ? 0 : 1} ${bx} ${by}`,
        fill: "none",
        stroke: FELT.gold,
        "stroke-width": 6,
        "stroke-linecap": "round",
      }),
    );
    parts.push(
      svg("path", {
        d: "M-9 -11L12 0L-9 11Z",
        fill: FELT.gold,
        stroke: FELT.gold,
        "stroke-width": 2,
        "stroke-linejoin": "round",
        transform: `translate(${bx} ${by}) rotate(${forward ? to - 96 : to + 96})`,
      }),
    );
    parts.push(...disc(...at(degrees, orbit), r * 0.2, seatAt(viewer, place), table));
  }
  parts.push(
    svg(
      "text",
      { x, y: y - r * 0.24, "text-anchor": "middle", "font-size": 19, "font-family": FELT.font, fill: FELT.pale },
      word("wall"),
    ),
  );
  return parts;
}

/**
 * The same on one line, for narrow screens: the seats in the order of play with arrows between them.
 * @param {import("./layout.js").Layout} layout
 * @param {Table} table
 * @param {Seat} viewer
 */
function strip(layout, table, viewer) {
  const order = table.direction === "forward" ? [0, 1, 2, 3] : [0, 3, 2, 1];
  const y = 25;
  const last = 24 + 3 * 46;
  /** @type {SVGElement[]} */
  const parts = [
    svg("rect", { x: 8, y: 8, width: layout.width - 16, height: 36, rx: 8, fill: FELT.shade }),
    svg("path", {
      d: `M${last + 14} ${y}h16v14H16v-4`,
      fill: "none",
      stroke: FELT.gold,
      "stroke-width": 2,
      "stroke-linejoin": "round",
    }),
    svg("path", { d: "M0 -6L5 2H-5Z", fill: FELT.gold, transform: "translate(16 36)" }),
  ];
  order.forEach((place, at) => {
    const x = 24 + at * 46;
    parts.push(...disc(x, y - 3, 11, seatAt(viewer, place), table));
    if (at < 3)
      parts.push(
        svg("path", {
          d: `M${x + 15} ${y - 3}h11m-5 -5l5 5l-5 5`,
          fill: "none",
          stroke: FELT.gold,
          "stroke-width": 2.5,
          "stroke-linecap": "round",
          "stroke-linejoin": "round",
        }),
      );
  });
  return parts;
}
