// Rows of tiles on the table: hands, melds and discards.

import { fill } from "./slots.js";
import { tileWord, word } from "./words.js";

/**
 * A hand and its melds on one line: the hand from its beginning, the tile just drawn apart, the melds at its end.
 * @param {import("./slots.js").Pool} pool
 * @param {import("./layout.js").Place["hand"]} line
 * @param {Table} table
 * @param {Seat} seat
 * @param {boolean} closed
 * @param {import("./table.js").Look["won"]} won
 */
export function drawLine(pool, line, table, seat, closed, won) {
  if (line.close) return drawHidden(pool, line, table, seat);
  const step = line.column ? (line.w * 4) / 3 : line.w;
  const at = (/** @type {number} */ along) =>
    /** @type {[number, number]} */ (line.column ? [line.x, line.y + along] : [line.x + along, line.y]);
  const held = table.hands[seat];
  const tiles = Array.isArray(held) ? [...held] : Array.from({ length: held ?? 0 }, () => "back");
  const drawn = table.drawn?.seat === seat ? tiles.lastIndexOf(table.drawn.tile ?? "back") : -1;
  if (drawn >= 0) tiles.push(...tiles.splice(drawn, 1));
  const claims = won?.seat === seat;
  if (claims) tiles.push(won.tile);
  tiles.forEach((tile, place) => {
    const gap = (drawn >= 0 || claims) && place === tiles.length - 1 ? step * 0.28 : 0;
    const hidden = closed || tile === "back";
    fill(pool.next(), hidden ? "back" : tile, ...at(place * step + gap), line.w, {
      title: hidden ? word("hidden_tile") : tileWord(tile),
      frame: gap > 0 && !hidden,
    });
  });
  return drawMelds(pool, line, table.melds[seat] ?? []);
}

/** How far hidden tiles lie apart, how far the drawn one lies from them, and melds from one another; 1 is a tile. */
const HIDDEN_STEP = 0.4;
const DRAWN_GAP = 0.28;
const MELD_GAP = 0.16;

/**
 * A hand that nobody sees lies close before its melds, all of them as large as there is room.
 * @param {import("./slots.js").Pool} pool
 * @param {import("./layout.js").Place["hand"]} line
 * @param {Table} table
 * @param {Seat} seat
 */
function drawHidden(pool, line, table, seat) {
  const held = table.hands[seat];
  const count = Array.isArray(held) ? held.length : (held ?? 0);
  const drawn = table.drawn?.seat === seat;
  const melds = table.melds[seat] ?? [];
  const melded = melds.length * (3 + MELD_GAP);
  // There is always room for one that is drawn.
  const still = drawn ? count - 1 : count;
  const hidden = (still - 1) * HIDDEN_STEP + DRAWN_GAP + HIDDEN_STEP + 1;
  const long = line.column ? 4 / 3 : 1;
  const w = Math.min(line.most, line.length / (melded + hidden) / long);
  const [x, y] = line.column ? [line.x + (line.w - w) / 2, line.y] : [line.x, line.y + ((line.w - w) * 4) / 3];
  const first = line.length - (melded + hidden) * w * long;
  for (let place = 0; place < count; place += 1) {
    const gap = drawn && place === count - 1 ? DRAWN_GAP : 0;
    const along = first + (place * HIDDEN_STEP + gap) * w * long;
    fill(pool.next(), "back", line.column ? x : x + along, line.column ? y + along : y, w, { title: word("hidden_tile") });
  }
  drawMelds(pool, { ...line, x, y, w }, melds);
}

/**
 * @param {import("./slots.js").Pool} pool
 * @param {import("./layout.js").Place["hand"]} line
 * @param {Meld[]} melds
 */
function drawMelds(pool, line, melds) {
  const step = line.column ? (line.w * 4) / 3 : line.w;
  const gap = step * MELD_GAP;
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
 * @param {import("./slots.js").Pool} pool
 * @param {import("./layout.js").Place["river"]} river
 * @param {Discarded[]} discards
 * @param {number} latest the number of the latest discard of all
 * @returns {SVGElement | null} the latest, if it is here
 */
export function drawRiver(pool, river, discards, latest) {
  // Where there are more than there is room for, all are drawn smaller.
  const columns = Math.max(river.columns, Math.ceil(discards.length / river.rows));
  const w = (river.w * river.columns) / columns;
  /** @type {SVGElement | null} */
  let newest = null;
  discards.forEach((discard, place) => {
    const x = river.x + (place % columns) * w;
    const y = river.y + Math.floor(place / columns) * w * 1.36;
    const title = [
      word("discard_number", { n: discard.n, tile: tileWord(discard.tile) }),
      discard.target && word("names", { seat: discard.target }),
      discard.claimed_by && word("claimed_by", { seat: discard.claimed_by }),
    ];
    const item = pool.next();
    if (discard.n === latest) newest = item;
    fill(item, discard.tile, x, y, w, {
      title: title.filter(Boolean).join(", "),
      frame: discard.n === latest,
      faded: Boolean(discard.claimed_by),
      label: discard.claimed_by ? `→${discard.claimed_by}` : discard.target ? `→${discard.target}` : undefined,
      low: Boolean(discard.claimed_by),
    });
  });
  return newest;
}
