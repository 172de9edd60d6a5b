// The ring in the middle of the table: whose turn it is, which way the turns go round, who loses one, what is left to draw.

import { FELT } from "./colours.js";
import { set, setText, svg } from "./dom.js";
import { FONT, seatAt } from "./layout.js";
import { word } from "./words.js";

/**
 * @param {SVGElement} group
 * @param {import("./layout.js").Layout} layout
 * @param {Table} table
 * @param {Seat} viewer
 */
export function drawRing(group, layout, table, viewer) {
  const { strip, ring } = layout;
  const key = JSON.stringify([table.direction, table.turn, table.skips, viewer, strip, ring, word("wall")]);
  if (group.dataset.key !== key) {
    group.dataset.key = key;
    group.replaceChildren(
      ...(strip ? stripParts(strip, table, viewer) : ring ? ringParts(ring, table, viewer) : []),
      svg("text", { class: "wall" }),
    );
  }
  const wall = /** @type {SVGElement} */ (group.lastElementChild);
  const [x, y, r] = ring ?? [0, 0, 0];
  const [left, top, width, height] = strip ?? [0, 0, 0, 0];
  const place = strip
    ? { x: left + width - height * 0.25, y: top + height * 0.64, "font-size": height * 0.42, "text-anchor": "end" }
    : { x, y: y + r * 0.16, "font-size": r * 0.5, "text-anchor": "middle" };
  for (const [name, value] of Object.entries({
    ...place,
    "font-family": FONT,
    "font-weight": 800,
    fill: FELT.light,
  }))
    set(wall, name, value);
  setText(wall, strip ? word("wall_left", { count: table.wall }) : String(table.wall));
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
        "font-family": FONT,
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
            "font-family": FONT,
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
 * @param {[number, number, number]} ring
 * @param {Table} table
 * @param {Seat} viewer
 */
function ringParts([x, y, r], table, viewer) {
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
        "stroke-width": r * 0.044,
        "stroke-linecap": "round",
      }),
    );
    parts.push(
      svg("path", {
        d: "M-.065 -.08L.087 0L-.065 .08Z",
        fill: FELT.gold,
        stroke: FELT.gold,
        "stroke-width": 0.015,
        "stroke-linejoin": "round",
        transform: `translate(${bx} ${by}) rotate(${forward ? to - 96 : to + 96}) scale(${r})`,
      }),
    );
    parts.push(...disc(...at(degrees, orbit), r * 0.2, seatAt(viewer, place), table));
  }
  parts.push(
    svg(
      "text",
      { x, y: y - r * 0.24, "text-anchor": "middle", "font-size": r * 0.15, "font-family": FONT, fill: FELT.pale },
      word("wall"),
    ),
  );
  return parts;
}

/**
 * The same on one line, for narrow or low tables: the seats in the order of play with arrows between them.
 * @param {[number, number, number, number]} strip
 * @param {Table} table
 * @param {Seat} viewer
 */
function stripParts([left, top, width, height], table, viewer) {
  const order = table.direction === "forward" ? [0, 1, 2, 3] : [0, 3, 2, 1];
  // What is left beside the number of tiles.
  const step = Math.max(height * 0.3, Math.min(height * 1.3, (width - height * 2.7) / 3.4));
  const r = Math.min(height * 0.32, step * 0.44);
  const [x, y] = [left + height * 0.6, top + height * 0.44];
  const low = top + height * 0.87;
  const line = { fill: "none", stroke: FELT.gold, "stroke-width": height * 0.06, "stroke-linejoin": "round" };
  /** @type {SVGElement[]} */
  const parts = [
    svg("rect", { x: left, y: top, width, height, rx: height * 0.22, fill: FELT.shade }),
    svg("path", { ...line, d: `M${x + 3 * step + r * 1.2} ${y}h${r * 0.8}V${low}H${left + height * 0.25}V${y}h${height * 0.02}` }),
  ];
  order.forEach((place, at) => {
    parts.push(...disc(x + at * step, y, r, seatAt(viewer, place), table));
    const half = (step - 2 * r) / 2;
    if (at < 3 && half > 1)
      parts.push(
        svg("path", {
          ...line,
          d: `M${x + at * step + r + half * 0.4} ${y}h${half * 1.1}m${-half * 0.5} ${-half * 0.5}l${half * 0.5} ${half * 0.5}l${-half * 0.5} ${half * 0.5}`,
          "stroke-linecap": "round",
        }),
      );
  });
  return parts;
}
