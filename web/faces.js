// What is painted on the tiles, in a square of 60 by 80.

import { PAINT } from "./colours.js";
import { svg } from "./dom.js";
import { GLYPHS } from "./glyphs.js";
import { FONT } from "./layout.js";

const { ink: INK, red: RED, green: GREEN, ivory: IVORY } = PAINT;

/**
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {number} width of the brush
 */
function glyph(name, x, y, size, colour, width) {
  return svg("path", {
    d: GLYPHS[name] ?? "",
    transform: `translate(${x} ${y}) scale(${size / 100})`,
    fill: "none",
    stroke: colour,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} colour
 */
function dot(x, y, r, colour) {
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    svg("circle", { r, fill: colour }),
    svg("circle", { r: r * 0.7, fill: "none", stroke: IVORY, "stroke-width": r * 0.16 }),
    svg("circle", { r: r * 0.28, fill: IVORY }),
  );
}

/** Where the dots of each number are: x, y, colour. */
const DOTS = [
  [],
  [],
  [11, [30, 29, GREEN], [30, 58.5, INK]],
  [9.3, [15.5, 27, INK], [30, 44, RED], [44.5, 61, GREEN]],
  [9.8, [18, 29.5, INK], [42, 29.5, GREEN], [18, 58, GREEN], [42, 58, INK]],
  [7.8, [16, 27, INK], [44, 27, GREEN], [30, 43.5, RED], [16, 60, GREEN], [44, 60, INK]],
  [7.8, [19, 25, GREEN], [41, 25, GREEN], [19, 43.5, RED], [41, 43.5, RED], [19, 62, RED], [41, 62, RED]],
  [
    6.4,
    [16, 21, GREEN],
    [30, 26.5, GREEN],
    [44, 32, GREEN],
    [20, 47, RED],
    [40, 47, RED],
    [20, 62.5, RED],
    [40, 62.5, RED],
  ],
  [
    6.4,
    ...[21, 35.5, 50, 64.5].flatMap((y) => [
      [20, y, INK],
      [40, y, INK],
    ]),
  ],
  [
    6.7,
    ...[
      [25, GREEN],
      [43.5, RED],
      [62, INK],
    ].flatMap(([y, colour]) => [15, 30, 45].map((x) => [x, y, colour])),
  ],
];

/** @param {number} number */
function dots(number) {
  if (number === 1) {
    const petals = Array.from({ length: 8 }, (_, turn) =>
      svg("ellipse", { cy: -10.5, rx: 3.4, ry: 5.4, fill: turn % 2 ? GREEN : RED, transform: `rotate(${turn * 45})` }),
    );
    return [
      svg(
        "g",
        { transform: "translate(30 43.5)" },
        svg("circle", { r: 21, fill: INK }),
        svg("circle", { r: 18.2, fill: IVORY }),
        ...petals,
        svg("circle", { r: 5, fill: INK }),
        svg("circle", { r: 2.2, fill: IVORY }),
      ),
    ];
  }
  const [r, ...places] = /** @type {[number, ...[number, number, string][]]} */ (DOTS[number]);
  return places.map(([x, y, colour]) => dot(x, y, r, colour));
}

/**
 * A stick of bamboo about its middle.
 * @param {number} x
 * @param {number} y
 * @param {number} length
 * @param {string} colour
 * @param {number} [turn] in degrees
 */
function stick(x, y, length, colour, turn = 0) {
  const half = length / 2;
  const w = 3.5;
  const side = (/** @type {number} */ s) =>
    `M${-w} ${s * half}Q0 ${s * (half + 2)} ${w} ${s * half}L${w * 0.7} ${s * half * 0.5}L${w} ${s * 0.9}H${-w}L${-w * 0.7} ${s * half * 0.5}Z`;
  return svg(
    "g",
    { transform: `translate(${x} ${y}) rotate(${turn})` },
    svg("path", {
      d: side(-1) + side(1),
      fill: colour,
      stroke: colour,
      "stroke-width": 1.1,
      "stroke-linejoin": "round",
    }),
    svg("path", {
      d: `M0 ${-half + 1.5}V-2.5M0 2.5V${half - 1.5}`,
      stroke: IVORY,
      "stroke-width": 0.9,
      "stroke-linecap": "round",
    }),
  );
}

/**
 * @param {number[]} xs
 * @param {number} y
 * @param {number} length
 * @param {string} colour
 */
function sticks(xs, y, length, colour) {
  return xs.map((x) => stick(x, y, length, colour));
}

/** The bird of the first bamboo. */
function bird() {
  const feather = (/** @type {number} */ turn, /** @type {string} */ colour) =>
    svg(
      "g",
      { transform: `translate(28 48) rotate(${turn})` },
      svg("path", { d: "M0 0C-6 8-5 17 0 23C5 17 6 8 0 0Z", fill: colour }),
      svg("circle", { cy: 17, r: 2, fill: IVORY }),
    );
  return [
    feather(62, RED),
    feather(38, INK),
    feather(14, GREEN),
    svg("path", {
      d: "M33 56V68M39 55V68M29.5 68.5H36M36.5 68.5H43",
      stroke: RED,
      "stroke-width": 2,
      fill: "none",
      "stroke-linecap": "round",
    }),
    svg("path", {
      d: "M39 20C47 20 49 28 46 34C50 44 47 57 34 57C22 57 18 48 22 40C29 42 33 37 33 29C32 24 34 20 39 20Z",
      fill: GREEN,
    }),
    svg("path", { d: "M24 43C31 39 40 41 42 47C36 53 28 51 24 43Z", fill: INK }),
    svg("path", {
      d: "M28 44.5C32 43.5 36 44.5 38.5 46.5",
      stroke: IVORY,
      "stroke-width": 1.2,
      fill: "none",
      "stroke-linecap": "round",
    }),
    svg("path", { d: "M46 25L54 28L46 30.5Z", fill: RED }),
    svg("path", { d: "M37 21C33 16 34 13 37 12C37 15 38 15 40 13C41 16 42 16 44 15C44 18 43 20 41 21Z", fill: RED }),
    svg("circle", { cx: 41, cy: 26, r: 2.2, fill: IVORY }),
    svg("circle", { cx: 41.5, cy: 26, r: 1.1, fill: INK }),
  ];
}

/** @param {number} number */
function bamboos(number) {
  const [top, low] = [30, 57.5];
  switch (number) {
    case 1:
      return bird();
    case 2:
      return [...sticks([30], top, 23, INK), ...sticks([30], low, 23, GREEN)];
    case 3:
      return [...sticks([30], top, 23, INK), ...sticks([19, 41], low, 23, GREEN)];
    case 4:
      return [stick(19, top, 23, INK), stick(41, top, 23, GREEN), stick(19, low, 23, GREEN), stick(41, low, 23, INK)];
    case 5:
      return [
        stick(15, top, 23, GREEN),
        stick(45, top, 23, INK),
        stick(30, 43.5, 25, RED),
        stick(15, low, 23, INK),
        stick(45, low, 23, GREEN),
      ];
    case 6:
      return [...sticks([15, 30, 45], top, 23, GREEN), ...sticks([15, 30, 45], low, 23, INK)];
    case 7:
      return [
        ...sticks([30], 24, 13, RED),
        ...sticks([15, 30, 45], 43, 14, GREEN),
        ...sticks([15, 30, 45], 62, 14, INK),
      ];
    case 8:
      return [
        ...sticks([13, 47], top, 23, GREEN),
        stick(24.5, top + 1, 20, GREEN, 28),
        stick(35.5, top + 1, 20, GREEN, -28),
        ...sticks([13, 47], low, 23, INK),
        stick(24.5, low - 1, 20, INK, -28),
        stick(35.5, low - 1, 20, INK, 28),
      ];
    default:
      return [24, 43, 62].flatMap((y) => [stick(15, y, 14, INK), stick(30, y, 14, RED), stick(45, y, 14, GREEN)]);
  }
}

/**
 * A special tile: a coloured panel with a picture of what it does, and its name.
 * @param {string} name
 * @param {string} colour
 * @param {SVGElement[]} picture white, about 30, 34
 */
function special(name, colour, picture) {
  return [
    svg("rect", { x: 4, y: 4, width: 52, height: 68, rx: 5, fill: colour }),
    ...picture,
    svg("rect", { x: 4, y: 56, width: 52, height: 16, rx: 5, fill: "#fff", "fill-opacity": 0.94 }),
    svg(
      "text",
      {
        x: 30,
        y: 68,
        "text-anchor": "middle",
        "font-family": FONT,
        "font-weight": 800,
        "font-size": 11,
        textLength: name.length > 4 ? 46 : 34,
        lengthAdjust: "spacingAndGlyphs",
        fill: colour,
      },
      name,
    ),
  ];
}

const LINE = {
  fill: "none",
  stroke: "#fff",
  "stroke-width": 4.2,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
};

/** An arrow jumps over a player, whose turn is lost. */
function passPicture() {
  return [
    svg("path", { ...LINE, d: "M10 40C10 8 41 7 45 30" }),
    svg("path", {
      d: "M37 29L52.5 28L46 40Z",
      fill: "#fff",
      stroke: "#fff",
      "stroke-width": 1.5,
      "stroke-linejoin": "round",
    }),
    svg("circle", { cx: 28, cy: 32, r: 5.4, fill: "#fff" }),
    svg("path", { d: "M17 53C17 43 21.5 39.5 28 39.5S39 43 39 53Z", fill: "#fff" }),
  ];
}

/** One way, and back. */
function reversePicture() {
  return [0, 180].map((turn) =>
    svg(
      "g",
      { transform: `translate(30 30) rotate(${turn})` },
      svg("path", { ...LINE, d: "M-18 1C-18-7-13-11-6-11H9" }),
      svg("path", {
        d: "M8-19.5L20-11L8-2.5Z",
        fill: "#fff",
        stroke: "#fff",
        "stroke-width": 1.5,
        "stroke-linejoin": "round",
      }),
    ),
  );
}

/** A turn, and the same again. */
function doublePicture() {
  return [
    svg("path", { ...LINE, "stroke-width": 5, d: "M11 24L24 37M24 24L11 37" }),
    svg("path", { ...LINE, "stroke-width": 5.6, d: "M32 21C33 13 48 12 48.5 22C49 30 36 36 32 46.5H49.5" }),
  ];
}

/** @param {string} tile */
export function face(tile) {
  const number = Number(tile[0]);
  const suit = tile[1];
  switch (tile) {
    case "PASS":
      return special("PASS", "#9a4a00", passPicture());
    case "REVERSE":
      return special("REVERSE", "#6a2c91", reversePicture());
    case "DOUBLE":
      return special("DOUBLE", "#005f73", doublePicture());
    case "B":
      return [
        svg("rect", { x: 12, y: 20, width: 36, height: 47, rx: 3, fill: "none", stroke: INK, "stroke-width": 3 }),
        svg("rect", { x: 17, y: 25, width: 26, height: 37, rx: 2, fill: "none", stroke: INK, "stroke-width": 1.4 }),
      ];
    case "F":
      return [glyph("F", 8, 20, 46, GREEN, 7.4)];
    case "Z":
      return [glyph("Z", 7.5, 20, 45, RED, 10)];
  }
  if (suit === "M") return [glyph(String(number), 17, 13.5, 26, INK, 11), glyph("wan", 14, 39.5, 32, RED, 8.5)];
  if (suit === "P") return dots(number);
  if (suit === "S") return bamboos(number);
  return [glyph(tile, 7.5, 20, 45, INK, 9)];
}
