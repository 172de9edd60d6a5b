// Draws a table, and draws it again with as few changes as there are. It knows no rules: it draws what it is given.

import { FELT } from "./colours.js";
import { html, set, setText, svg } from "./dom.js";
import { FONT, SEATS, placeOf, seatAt, tableLayout } from "./layout.js";
import { drawLine, drawRiver } from "./lines.js";
import { drawRing } from "./ring.js";
import { Pool, slot } from "./slots.js";
import { isSpecial, needSymbols } from "./tiles.js";
import { seatName, tileNames, word } from "./words.js";

/**
 * What is to be drawn beside the table itself.
 * @typedef {object} Look
 * @property {Seat} viewer who sits at the bottom
 * @property {boolean} closed whether the hands of the others are hidden
 * @property {boolean} own whether the viewer's hand is on the table
 * @property {Partial<Record<Seat, string>>} names of the players
 * @property {Position["absent"]} [absent] who is not there
 * @property {Seat | null} [winner]
 * @property {{ seat: Seat, tile: string } | null} [won] the discard that won, which is not among the tiles of the winner
 */

/** How far beside something a click may be that means it. */
const NEAR = 4;

/** The middle of the first row of a river, in widths of a tile. */
const ROW_HALF = 0.68;

/**
 * What is called out, and what a special tile does.
 * @param {GameEvent} event
 */
function callWords({ kind, tile, target }) {
  if (tile === undefined || !isSpecial(tile)) return [word(`call_${kind}`)];
  return [target ? `PASS → ${target}` : tile, html("small", {}, `${target ? `${target}: ` : ""}${word(`call_about_${tile}`)}`)];
}

export class TableView {
  constructor() {
    needSymbols();
    this.svg = svg("svg", { class: "table", role: "img" });
    this.cry = html("div", { class: "cries", "aria-hidden": "true" });
    this.board = html("div", { class: "board" }, this.svg, this.cry);
    const hover = (/** @type {Event} */ { target }) => {
      const tile = target instanceof Element ? (target.closest("g[data-tile]")?.getAttribute("data-tile") ?? null) : null;
      this.mark(tile === "back" ? null : tile);
    };
    this.svg.addEventListener("pointerover", hover);
    this.svg.addEventListener("pointerleave", () => this.mark(null));
    /** @type {string | null} the kind that is marked */
    this.marked = null;
    /** @type {{ item: SVGElement, from: import("./layout.js").Place } | null} */
    this.newest = null;
    this.words = html("dl", { class: "table-words" });
    /** @type {Table | null} */
    this.table = null;
    /** @type {Look | null} */
    this.look = null;
    /** @type {string} what the felt was laid out for */
    this.laid = "";
    this.width = 1000;
    this.height = 1000;
    this.resized = new ResizeObserver(() => this.measure());
    this.resized.observe(this.svg);
  }

  /** Draws the table as large as there is room for it. */
  measure() {
    const box = this.svg.getBoundingClientRect();
    const [width, height] = [Math.round(box.width), Math.round(box.height)];
    if (width < 10 || height < 10 || (width === this.width && height === this.height)) return;
    [this.width, this.height] = [width, height];
    if (this.table && this.look) this.draw(this.table, this.look);
  }

  leave() {
    this.resized.disconnect();
  }

  /** @param {Look} look */
  layOut(look) {
    const laid = JSON.stringify([this.width, this.height, look.own]);
    if (laid === this.laid) return;
    this.laid = laid;
    const layout = tableLayout(this.width, this.height, look.own);
    this.layout = layout;
    set(this.svg, "viewBox", `0 0 ${layout.width} ${layout.height}`);
    const edge = layout.size;
    this.ring = svg("g", { class: "ring" });
    this.svg.replaceChildren(
      svg("rect", { width: layout.width, height: layout.height, rx: edge, fill: FELT.edge }),
      svg("rect", { x: 4, y: 4, width: layout.width - 8, height: layout.height - 8, rx: edge * 0.85, fill: FELT.cloth }),
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
        trays.append(svg("rect", { x, y, width, height, rx: layout.size * 0.6, fill: FELT.shade }));
      }
      const disc = svg("circle", { r: layout.disc });
      const letter = svg("text", {
        "font-size": layout.disc * 1.1,
        "font-family": FONT,
        "font-weight": 800,
        "text-anchor": "middle",
      });
      const plate = svg("text", { "font-size": layout.size, "font-family": FONT, fill: FELT.light });
      const plate2 = svg("text", {
        "font-size": layout.size,
        "font-family": FONT,
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
      set(part.disc, "stroke-dasharray", look.absent?.[seat] ? layout.disc * 0.35 : null);
      drawPlate(part, place, table, look, seat);
      part.tiles.begin();
      if (at > 0 || look.own) drawLine(part.tiles, place.hand, table, seat, look.closed && at > 0, look.won);
      const newest = drawRiver(part.tiles, place.river, table.rivers[seat] ?? [], latest);
      if (newest) this.newest = { item: newest, from: place };
      part.tiles.end();
    });
    this.mark(this.marked);
    this.describe(table, look);
  }

  /**
   * Marks the tiles of a kind.
   * @param {string | null} tile
   */
  mark(tile) {
    this.marked = tile;
    for (const item of this.svg.querySelectorAll(".same")) item.classList.remove("same");
    if (tile === null) return;
    for (const item of this.svg.querySelectorAll(`[data-tile="${tile}"]`)) item.classList.add("same");
  }

  /**
   * The newest discard comes from the hand.
   * @param {number} time in milliseconds
   */
  slide(time) {
    if (!this.newest || time === 0) return;
    const { item, from } = this.newest;
    const [, x = 0, y = 0, scale = 1] = (/translate\((\S+) (\S+)\) scale\((\S+)\)/.exec(item.getAttribute("transform") ?? "") ?? []).map(Number);
    const [handX, handY] = from.badge;
    const start = `translate(${(handX - x) / scale}px, ${(handY - y) / scale}px)`;
    for (const part of item.querySelectorAll("use, rect, text"))
      part.animate([{ transform: start, opacity: 0.4 }, { transform: "none", opacity: 1 }], { duration: time * 0.8, easing: "ease-out" });
  }

  /**
   * The ring turns, as the order of play does.
   * @param {number} time in milliseconds
   */
  turnRing(time) {
    if (time === 0) return;
    // A strip, which is the same on one line, is turned over.
    const turned = this.layout?.ring ? [{ rotate: "-150deg" }, { rotate: "0deg" }] : [{ scale: "-1 1" }, { scale: "1 1" }];
    this.ring?.animate(turned, { duration: time, easing: "ease-in-out" });
  }

  /**
   * The other seat whose name, hand or river is at a point of the page.
   * @param {{ clientX: number, clientY: number }} point
   * @returns {Seat | null}
   */
  seatUnder({ clientX, clientY }) {
    const { layout, look, parts } = this;
    if (!layout || !look || !parts) return null;
    const box = this.svg.getBoundingClientRect();
    const [x, y] = [((clientX - box.left) / box.width) * layout.width, ((clientY - box.top) / box.height) * layout.height];
    const within = (/** @type {number[]} */ [left = 0, top = 0, width = 0, height = 0]) =>
      x >= left - NEAR && x <= left + width + NEAR && y >= top - NEAR && y <= top + height + NEAR;
    const at = layout.places.findIndex(({ hand, river, tray }, which) => {
      const part = parts[which];
      if (which === 0 || !part) return false;
      const written = [part.disc, part.plate, part.plate2].map((one) => one.getBBox());
      return [
        // At the sides, and opposite, there is one.
        tray ?? [hand.x, hand.y, hand.length, hand.w * 1.33],
        [river.x, river.y, river.columns * river.w, river.rows * river.w * 1.36],
        ...written.map((one) => [one.x, one.y, one.width, one.height]),
      ].some(within);
    });
    return at < 0 ? null : seatAt(look.viewer, at);
  }

  /**
   * Calls out what a seat does, large, where it sits.
   * @param {GameEvent | null} event
   * @param {boolean} loud
   */
  call(event, loud) {
    if (!event?.seat || !loud) return this.cry.replaceChildren();
    const cry = html("span", { class: `cry ${event.kind}` }, ...callWords(event));
    this.putAt(cry, event.seat);
    this.cry.replaceChildren(cry);
    if (!event.target) return undefined;
    const stop = html("span", { class: "cry stop" }, "⊘");
    this.putAt(stop, event.target);
    return this.cry.append(stop);
  }

  /**
   * @param {HTMLElement} cry
   * @param {Seat} seat whose discards it is put on
   */
  putAt(cry, seat) {
    const { layout, look } = this;
    const river = layout && look ? layout.places[placeOf(look.viewer, seat)]?.river : null;
    if (!layout || !river) return;
    const [x, y] = [river.x + (river.columns * river.w) / 2, river.y + river.w * ROW_HALF];
    cry.style.setProperty("left", `${Math.max(15, Math.min(85, (100 * x) / layout.width))}%`);
    cry.style.setProperty("top", `${Math.max(10, Math.min(85, (100 * y) / layout.height))}%`);
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

/** For how many letters there is room on a plate; a Chinese one takes two. */
const PLATE_LETTERS = 8;

/**
 * A name, cut where it would lie on tiles.
 * @param {string} name
 */
function clipped(name) {
  const width = (/** @type {string[]} */ letters) =>
    letters.reduce((sum, letter) => sum + (/[ -ÿ]/.test(letter) ? 1 : 2), 0);
  const letters = [...name];
  if (width(letters) <= PLATE_LETTERS) return name;
  while (width(letters) > PLATE_LETTERS - 2) letters.pop();
  return `${letters.join("")}…`;
}

/**
 * @param {{ plate: SVGElement, plate2: SVGElement }} part
 * @param {import("./layout.js").Place} place
 * @param {Table} table
 * @param {Look} look
 * @param {Seat} seat
 */
function drawPlate({ plate, plate2 }, place, table, look, seat) {
  const [x, y, anchor] = place.plate;
  const [nearX, nearY, nearAnchor] = place.near;
  const distance = table.distances[seat];
  const skips = table.skips[seat] ?? 0;
  const first = [`${seat} ${clipped(look.names[seat] ?? "")}`.trim(), look.absent?.[seat] === "left" ? "✕" : null, skips > 0 ? `⊘×${skips}` : null];
  const near = distance === undefined ? "" : word(distance === 1 ? "plate_ready" : "distance_is", { distance });
  set(plate, "x", x);
  set(plate, "y", y);
  set(plate, "text-anchor", anchor);
  set(plate2, "x", nearX);
  set(plate2, "y", nearY);
  set(plate2, "text-anchor", nearAnchor);
  setText(plate, first.filter(Boolean).join(" "));
  setText(plate2, look.winner === seat ? word("wins") : near);
}
