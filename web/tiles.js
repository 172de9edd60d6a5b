// The faces of the tiles, drawn once as symbols of 60 by 80 and used everywhere by reference.

import { PAINT } from "./colours.js";
import { html, svg } from "./dom.js";
import { face } from "./faces.js";
import { FONT } from "./layout.js";

/** All kinds in ascending order; a tile's place is its number. */
export const TILES = [
  ..."MPS".split("").flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${number}${suit}`)),
  ..."ESWNBFZ".split(""),
  "DOUBLE",
  "REVERSE",
  "PASS",
];

/** @param {string} tile */
export function isSpecial(tile) {
  return tile.length > 2;
}

/** The tile without its face: ivory with a darker foot, so that it stands. */
function body() {
  return [
    svg("rect", { x: 1, y: 1, width: 58, height: 78, rx: 7, fill: PAINT.foot, stroke: PAINT.outline, "stroke-width": 1.2 }),
    svg("rect", { x: 1.6, y: 1.6, width: 56.8, height: 72.6, rx: 6.5, fill: PAINT.ivory }),
  ];
}

/** @param {string} tile */
function symbol(tile) {
  const index = isSpecial(tile)
    ? []
    : [
        svg(
          "text",
          {
            x: 5,
            y: 13,
            "font-family": FONT,
            "font-weight": 700,
            "font-size": 11.5,
            fill: PAINT.index,
          },
          tile,
        ),
      ];
  return svg("symbol", { id: `tile-${tile}`, viewBox: "0 0 60 80" }, ...body(), ...face(tile), ...index);
}

/** The back: what is seen of a closed hand. */
function backSymbol() {
  return svg(
    "symbol",
    { id: "tile-back", viewBox: "0 0 60 80" },
    svg("rect", { x: 1, y: 1, width: 58, height: 78, rx: 7, fill: PAINT.ivory, stroke: PAINT.outline, "stroke-width": 1.2 }),
    svg("rect", { x: 1.6, y: 1.6, width: 56.8, height: 70, rx: 6.5, fill: PAINT.back }),
    svg("path", {
      d: "M30 12L50 36.5L30 61L10 36.5ZM30 22L42 36.5L30 51L18 36.5Z",
      fill: "none",
      stroke: PAINT.pattern,
      "stroke-width": 1.8,
      "stroke-linejoin": "round",
    }),
    svg("circle", { cx: 30, cy: 36.5, r: 4, fill: PAINT.pattern }),
  );
}

/** The symbols of all tiles, for a document or for a file that is to stand alone. */
export function tileSymbols() {
  return svg("defs", {}, ...TILES.map(symbol), backSymbol());
}

let hasSymbols = false;

/** Puts the symbols on the page, for the first table. Pages without one need none. */
export function needSymbols() {
  if (hasSymbols) return;
  hasSymbols = true;
  document.body.prepend(svg("svg", { class: "symbols", width: 0, height: 0, "aria-hidden": "true" }, tileSymbols()));
}

/** The addresses of the pictures of tiles. */
/** @type {Map<string, string>} */
const pictures = new Map();

/**
 * A tile as an image. To refer to a symbol would make the browser copy all of it for each of a hundred tiles.
 * @param {string} tile
 */
function addressOf(tile) {
  const known = pictures.get(tile);
  if (known) return known;
  const picture = svg("svg", { viewBox: "0 0 60 80", width: 60, height: 80 }, ...symbol(tile).childNodes);
  const address = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(picture))}`;
  pictures.set(tile, address);
  return address;
}

/**
 * One tile as a picture of its own.
 * @param {string} tile
 * @param {string} [label] what it says to those who do not see it; without, it is decoration
 */
export function tilePicture(tile, label) {
  // While the page opens, pictures come last. Later they must be there at once, or each step would flicker.
  const loading = document.readyState === "complete" ? null : "lazy";
  return html("img", {
    class: "tile",
    loading,
    src: addressOf(tile),
    alt: label ?? "",
    draggable: "false",
    "data-face": tile,
  });
}
