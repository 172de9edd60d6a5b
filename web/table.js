// Draws a table, and draws it again with as few changes as there are. It knows no rules: it draws what it is given.

import { html, set, setText, svg } from "./dom.js";
import { FELT, SEATS, seatAt, tableLayout } from "./layout.js";
import { drawRing } from "./ring.js";
import { seatName, tileNames, tileWord, word } from "./words.js";

/**
 * What is to be drawn beside the table itself.
 * @typedef {object} Look
 * @property {Seat} viewer who sits at the bottom
 * @property {boolean} closed whether the hands of the others are hidden
 * @property {boolean} own whether the viewer's hand is on the table
 * @property {Partial<Record<Seat, string>>} names of the players
 * @property {Seat | null} [winner]
 */

/** A row of elements of which only those in use are shown. */
class Pool {
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
function slot() {
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
      "font-family": FELT.font,
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
function fill(item, tile, x, y, w, marks = {}) {
  const [title, use, frame, plate, text] = /** @type {Element[]} */ ([...item.children]);
  set(item, "transform", `translate(${round(x)} ${round(y)}) scale(${round(w / 60)})`);
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

export class TableView {
  constructor() {
    this.svg = svg("svg", { class: "table", role: "img" });
    this.words = html("dl", { class: "table-words" });
    /** @type {Table | null} */
    this.table = null;
    /** @type {Look | null} */
    this.look = null;
    /** @type {string} what the felt was laid out for */
    this.laid = "";
    this.media = window.matchMedia("(max-width: 640px)");
    this.again = () => this.table && this.look && this.draw(this.table, this.look);
    this.media.addEventListener("change", this.again);
  }

  leave() {
    this.media.removeEventListener("change", this.again);
  }

  /** @param {Look} look */
  layOut(look) {
    const laid = JSON.stringify([this.media.matches, look.own]);
    if (laid === this.laid) return;
    this.laid = laid;
    const layout = tableLayout(this.media.matches, look.own);
    this.layout = layout;
    set(this.svg, "viewBox", `0 0 ${layout.width} ${layout.height}`);
    const edge = layout.stack ? 8 : 26;
    this.ring = svg("g");
    this.svg.replaceChildren(
      svg("rect", { width: layout.width, height: layout.height, rx: edge, fill: FELT.edge }),
      svg("rect", { x: 4, y: 4, width: layout.width - 8, height: layout.height - 8, rx: edge - 3, fill: FELT.cloth }),
      this.ring,
    );
    // What is written lies above all tiles.
    const [trays, tiles, plates] = [svg("g"), svg("g"), svg("g", { class: "plates" })];
    this.svg.append(trays, tiles, plates);
    this.parts = layout.places.map(({ tray }) => {
      const [group, line] = [svg("g"), svg("g")];
      plates.append(group);
      tiles.append(line);
      if (tray) {
        const [x, y, width, height] = tray;
        trays.append(svg("rect", { x, y, width, height, rx: 14, fill: FELT.shade }));
      }
      const disc = svg("circle", { r: layout.disc });
      const letter = svg("text", {
        "font-size": layout.disc * 1.1,
        "font-family": FELT.font,
        "font-weight": 800,
        "text-anchor": "middle",
      });
      const plate = svg("text", { "font-size": layout.size, "font-family": FELT.font, fill: FELT.light });
      const plate2 = svg("text", {
        "font-size": layout.size,
        "font-family": FELT.font,
        "font-weight": 700,
        fill: FELT.gold,
      });
      group.append(disc, letter, plate, plate2);
      return { disc, letter, plate, plate2, tiles: new Pool(line, slot) };
    });
  }

  /**
   * @param {Table} table
   * @param {Look} look
   */
  draw(table, look) {
    this.table = table;
    this.look = look;
    this.layOut(look);
    const { layout, parts, ring } = this;
    if (!layout || !parts || !ring) return;
    drawRing(ring, layout, table, look.viewer);
    const latest = Math.max(0, ...SEATS.flatMap((seat) => (table.rivers[seat] ?? []).map((discard) => discard.n)));
    parts.forEach((part, at) => {
      const seat = seatAt(look.viewer, at);
      const place = /** @type {import("./layout.js").Place} */ (layout.places[at]);
      const turn = table.turn === seat;
      drawBadge(part, place, layout, seat, turn || look.winner === seat);
      drawPlate(part, place, layout, table, look, seat);
      part.tiles.begin();
      if (at > 0 || look.own) drawLine(part.tiles, place.hand, table, seat, look.closed && at > 0);
      drawRiver(part.tiles, place.river, table.rivers[seat] ?? [], latest);
      part.tiles.end();
    });
    this.describe(table, look);
  }

  /**
   * The same in words, for those who cannot see it.
   * @param {Table} table
   * @param {Look} look
   */
  describe(table, look) {
    const order = table.direction === "forward" ? "A B C D" : "A D C B";
    set(this.svg, "aria-label", word("table_label", { order, wall: table.wall, seat: table.turn ?? word("none") }));
    const entries = SEATS.flatMap((seat) => {
      const hand = table.hands[seat];
      const shown = Array.isArray(hand) && !(look.closed && seat !== look.viewer);
      const melds = (table.melds[seat] ?? []).map((meld) => tileNames(meld.tiles)).join("; ");
      const parts = [
        shown
          ? word("words_hand", { tiles: tileNames(hand) })
          : word("words_hidden", { count: Array.isArray(hand) ? hand.length : hand }),
        melds && word("words_melds", { melds }),
        word("words_river", { tiles: (table.rivers[seat] ?? []).map(discardWords).join(", ") || word("none") }),
        (table.skips[seat] ?? 0) > 0 && word("skipped_times", { count: table.skips[seat] ?? 0 }),
      ];
      return [html("dt", {}, seatName(seat)), html("dd", {}, parts.filter(Boolean).join(" "))];
    });
    this.words.replaceChildren(...entries);
  }
}

/** @param {Discarded} discard */
function discardWords({ tile, target, claimed_by: claimer }) {
  const more = [target && word("names", { seat: target }), claimer && word("claimed_by", { seat: claimer })].filter(
    Boolean,
  );
  return more.length > 0 ? `${tile} (${more.join(", ")})` : tile;
}

/**
 * @param {{ disc: SVGElement, letter: SVGElement }} part
 * @param {import("./layout.js").Place} place
 * @param {import("./layout.js").Layout} layout
 * @param {Seat} seat
 * @param {boolean} lit
 */
function drawBadge({ disc, letter }, place, layout, seat, lit) {
  const [x, y] = place.badge;
  set(disc, "cx", x);
  set(disc, "cy", y);
  set(disc, "fill", lit ? FELT.gold : FELT.dark);
  set(disc, "stroke", lit ? FELT.dark : FELT.light);
  set(disc, "stroke-width", lit ? layout.disc * 0.12 : 1);
  set(letter, "x", x);
  set(letter, "y", y + layout.disc * 0.39);
  set(letter, "fill", lit ? FELT.dark : FELT.light);
  setText(letter, seat);
}

/**
 * @param {{ plate: SVGElement, plate2: SVGElement }} part
 * @param {import("./layout.js").Place} place
 * @param {import("./layout.js").Layout} layout
 * @param {Table} table
 * @param {Look} look
 * @param {Seat} seat
 */
function drawPlate({ plate, plate2 }, place, layout, table, look, seat) {
  const [x, y, anchor] = place.plate;
  const distance = table.distances[seat];
  const skips = table.skips[seat] ?? 0;
  const first = [`${seat} ${look.names[seat] ?? ""}`.trim(), skips > 0 ? `⊘×${skips}` : null];
  const near = distance === undefined ? "" : word(distance === 1 ? "plate_ready" : "distance_is", { distance });
  set(plate, "x", x);
  set(plate, "y", y - (layout.stack ? 0 : 24));
  set(plate, "text-anchor", anchor);
  set(plate2, "x", layout.stack ? layout.width - 8 : x);
  set(plate2, "y", y);
  set(plate2, "text-anchor", layout.stack ? "end" : anchor);
  setText(plate, first.filter(Boolean).join(" "));
  setText(plate2, look.winner === seat ? word("wins") : near);
}

/**
 * A hand and its melds on one line: the hand from its beginning, the tile just drawn apart, the melds at its end.
 * @param {Pool} pool
 * @param {import("./layout.js").Place["hand"]} line
 * @param {Table} table
 * @param {Seat} seat
 * @param {boolean} closed
 */
function drawLine(pool, line, table, seat, closed) {
  const step = line.column ? (line.w * 4) / 3 : line.w;
  const at = (/** @type {number} */ along) =>
    /** @type {[number, number]} */ (line.column ? [line.x, line.y + along] : [line.x + along, line.y]);
  const held = table.hands[seat];
  const tiles = Array.isArray(held) ? [...held] : Array.from({ length: held ?? 0 }, () => "back");
  const drawn = table.drawn?.seat === seat ? tiles.lastIndexOf(table.drawn.tile ?? "back") : -1;
  if (drawn >= 0) tiles.push(...tiles.splice(drawn, 1));
  tiles.forEach((tile, place) => {
    const gap = drawn >= 0 && place === tiles.length - 1 ? step * 0.28 : 0;
    const hidden = closed || tile === "back";
    fill(pool.next(), hidden ? "back" : tile, ...at(place * step + gap), line.w, {
      title: hidden ? word("hidden_tile") : tileWord(tile),
      frame: gap > 0 && !hidden,
    });
  });
  drawMelds(pool, line, table.melds[seat] ?? []);
}

/**
 * @param {Pool} pool
 * @param {import("./layout.js").Place["hand"]} line
 * @param {Meld[]} melds
 */
function drawMelds(pool, line, melds) {
  const step = line.column ? (line.w * 4) / 3 : line.w;
  const gap = step * 0.16;
  let along = line.length;
  for (const meld of [...melds].reverse()) {
    along -= meld.tiles.length * step;
    let marked = false;
    meld.tiles.forEach((tile, place) => {
      const claimed = !marked && tile === meld.claimed;
      if (claimed) marked = true;
      const from = claimed && meld.from ? meld.from : undefined;
      const [x, y] = line.column ? [line.x, line.y + along + place * step] : [line.x + along + place * step, line.y];
      fill(pool.next(), tile, x, y, line.w, {
        title: from ? word("claimed_from", { tile: tileWord(tile), seat: from }) : tileWord(tile),
        label: from && `←${from}`,
        low: true,
      });
    });
    along -= gap;
  }
}

/**
 * @param {Pool} pool
 * @param {import("./layout.js").Place["river"]} river
 * @param {Discarded[]} discards
 * @param {number} latest the number of the latest discard of all
 */
function drawRiver(pool, river, discards, latest) {
  // Where there are more than there is room for, all are drawn smaller.
  const columns = Math.max(river.columns, Math.ceil(discards.length / river.rows));
  const w = (river.w * river.columns) / columns;
  discards.forEach((discard, place) => {
    const x = river.x + (place % columns) * w;
    const y = river.y + Math.floor(place / columns) * w * 1.34;
    const title = [
      word("discard_number", { n: discard.n, tile: tileWord(discard.tile) }),
      discard.target && word("names", { seat: discard.target }),
      discard.claimed_by && word("claimed_by", { seat: discard.claimed_by }),
    ];
    fill(pool.next(), discard.tile, x, y, w, {
      title: title.filter(Boolean).join(", "),
      frame: discard.n === latest,
      faded: Boolean(discard.claimed_by),
      label: discard.claimed_by ? `→${discard.claimed_by}` : discard.target ? `→${discard.target}` : undefined,
      low: Boolean(discard.claimed_by),
    });
  });
}
