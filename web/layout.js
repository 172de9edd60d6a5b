// Where things are on the table, for any size of it. The viewer sits at the bottom; all tiles stand upright, so that every
// hand can be read.

export const FONT = "system-ui, sans-serif";

export const SEATS = /** @type {Seat[]} */ (["A", "B", "C", "D"]);

/**
 * The place of one seat.
 * @typedef {object} Place
 * @property {[number, number]} badge the middle of the disc with its letter
 * @property {[number, number, "start" | "end"]} plate where its name is written
 * @property {[number, number, "start" | "end"]} near where its distance is written
 * @property {[number, number, number, number] | null} tray that holds the badge and the hand: a corner, the width, the height
 * @property {{ x: number, y: number, w: number, most: number, column: boolean, length: number, close: boolean }} hand the line
 *   of its tiles: `w` wide, and up to `most` if there is room; `close`: hidden tiles cover one another
 * @property {{ x: number, y: number, w: number, columns: number, rows: number }} river
 */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {number} size of letters
 * @property {number} disc the radius of a badge
 * @property {Place[]} places from the viewer on, in the order of play
 * @property {[number, number, number] | null} ring the middle and radius of the ring that shows the order of play
 * @property {[number, number, number, number] | null} strip the same in a line: a corner, the width, the height
 * @property {number} score how large the tiles are
 */

/** The height of a tile with a width of 1, and with the gap to the next row. */
const TALL = 4 / 3;
const ROW = 1.36;

/** For how many discards a river has room before all are drawn smaller. */
const DISCARDS = 24;

/** How many tiles in a row take a hand: fourteen, a gap for the drawn one, and those between melds. */
const LINE_TILES = 15;

/** How many take a hidden hand with two melds; with more, all of them are drawn smaller. */
const CLOSE_TILES = 10;

/** The least room between things. */
const GAP = 6;

/**
 * Four sides round a ring, in the order of play against the clock.
 * @param {number} width
 * @param {number} height
 * @param {boolean} own whether the viewer's own hand is on the table
 * @param {number} t the width of a discard
 * @returns {Layout | null} null if that is too wide
 */
function cross(width, height, own, t) {
  const size = letters(width, height);
  const disc = size * 1.1;
  const name = size * 6.5;
  const rows = height / width > 0.75 ? 3 : 2;
  const columns = Math.ceil(DISCARDS / rows);
  const sideRoom = height - 4 * GAP - 2 * disc - GAP;
  const sideTiles = own ? LINE_TILES : CLOSE_TILES;
  const side = Math.min(t, (sideRoom - GAP) / (sideTiles * TALL));
  const trayWidth = Math.max(side, 2 * disc) + GAP;
  // What is between the trays.
  const [left, right] = [GAP + trayWidth + GAP, width - GAP - trayWidth - GAP];
  // Hidden hands are not read, and their melds are few.
  const w = Math.min(t * (own ? 1.1 : 0.8), (right - left - 2 * disc - 3 * GAP) / LINE_TILES);
  const trayHeight = w * TALL + 2 * GAP;
  const [top, bottom] = [GAP + trayHeight + GAP, height - GAP - (own ? trayHeight + GAP : 0)];
  const river = rows * t * ROW;
  const half = (bottom - top - 2 * river - 2 * GAP) / 2;
  const middle = top + river + GAP + half;
  const first = width / 2 - (columns * t) / 2;
  // The rivers at the sides stand beside the others where that leaves room for them, else beside the ring.
  const besides = first - left - 2 * GAP;
  const roomy = Math.floor(besides / t) >= 4;
  const sideWidth = roomy ? besides : width / 2 - half - left - 2 * GAP;
  // Narrower ones stay clear of the names of the others; where they cannot, they stand between those.
  const free = Math.floor((besides - name) / t);
  const sideColumns = Math.min(6, Math.floor(sideWidth / t), roomy && free >= 4 ? free : 6);
  const crowded = besides < sideColumns * t + name || besides < 2 * name;
  const lineAt = (width - (2 * disc + GAP + LINE_TILES * w)) / 2;
  // A short hand opposite leaves them all of the height.
  const clear = roomy && !crowded && left + Math.max(sideColumns * t, name) < lineAt - 2 * GAP;
  const sideTop = clear ? GAP + size * 2.8 : roomy ? top + size * (crowded ? 5.4 : 2.8) : top + river + GAP + size * 2.8;
  const sideBottom = roomy && !crowded ? bottom : bottom - river - GAP;
  const sideRows = Math.floor((sideBottom - sideTop) / (t * ROW));
  const ring = Math.min(half, width / 2 - left - sideColumns * t - 2 * GAP);
  if (ring < size * 3.2 || first - left < name + GAP || sideColumns < 1) return null;
  if (sideColumns * sideRows < DISCARDS) return null;
  const line = (/** @type {number} */ y) => ({
    badge: /** @type {[number, number]} */ ([lineAt + disc, y + (w * TALL) / 2]),
    tray: /** @type {Place["tray"]} */ ([lineAt - GAP, y - GAP, 2 * disc + LINE_TILES * w + 3 * GAP, trayHeight]),
    hand: { x: lineAt + 2 * disc + GAP, y, w, most: w, column: false, length: LINE_TILES * w, close: !own },
  });
  const column = (/** @type {number} */ x) => ({
    badge: /** @type {[number, number]} */ ([x + trayWidth / 2, 2 * GAP + disc]),
    tray: /** @type {Place["tray"]} */ ([x, GAP, trayWidth, height - 2 * GAP]),
    hand: {
      x: x + (trayWidth - side) / 2,
      y: 3 * GAP + 2 * disc,
      w: side,
      most: side,
      column: true,
      length: sideTiles * side * TALL,
      close: !own,
    },
  });
  const sideY = middle - Math.min(sideRows, Math.ceil(DISCARDS / sideColumns)) * t * ROW * 0.5;
  const sideAt = Math.max(sideTop, sideY);
  const beside = (/** @type {number} */ x, /** @type {number} */ from, /** @type {"start" | "end"} */ anchor) => ({
    plate: /** @type {Place["plate"]} */ ([x, sideAt - size * 1.5, anchor]),
    near: /** @type {Place["near"]} */ ([x, sideAt - size * 0.35, anchor]),
    river: { x: from, y: sideAt, w: t, columns: sideColumns, rows: sideRows },
  });
  const flat = (/** @type {number} */ y, /** @type {number} */ label, /** @type {number} */ x) => ({
    plate: /** @type {Place["plate"]} */ ([x, label, "end"]),
    near: /** @type {Place["near"]} */ ([x, label + size * 1.15, "end"]),
    river: { x: first, y, w: t, columns, rows },
  });
  const below = bottom - river;
  const mine = own ? line(height - GAP * 2 - w * TALL) : null;
  return {
    width,
    height,
    size,
    disc,
    places: [
      {
        ...line(0),
        ...(mine ?? { badge: [first - GAP - disc, below + disc], tray: null }),
        ...flat(below, below + (mine ? size : 2 * disc + size * 1.1), first - GAP),
      },
      { ...column(width - GAP - trayWidth), ...beside(right, right - sideColumns * t, "end") },
      { ...line(2 * GAP), ...flat(top, top + size, first - GAP) },
      { ...column(GAP), ...beside(left, left, "start") },
    ],
    ring: [width / 2, middle, ring],
    strip: null,
    score: score(t, side) * 1.25,
  };
}

/**
 * A block for each seat, in rows; the viewer last.
 * @param {number} across how many blocks are side by side
 * @param {number} width
 * @param {number} height
 * @param {boolean} own
 * @param {number} t
 * @param {boolean} beside whether hands stand beside the names, not below them
 * @returns {Layout | null}
 */
function blocks(across, width, height, own, t, beside = !own) {
  const size = letters(width, height);
  const disc = size * 0.8;
  const stripHeight = size * 2.2;
  const wide = across === 3;
  const block = (width - GAP) / across - GAP;
  const label = size * 1.7;
  // The distances of open hands are told too.
  const name = beside ? size * (own ? 8.8 : 7) : 0;
  const w = own ? Math.min(t * 1.15, (block - name) / LINE_TILES) : Math.min(t, (block - name) / CLOSE_TILES);
  const head = beside ? Math.max(own ? size * 2.3 : label, w * TALL + 3) : label + w * TALL + 3;
  const columns = Math.floor(block / t);
  const rows = Math.ceil(DISCARDS / columns);
  // The own block of three and one has all the width, beside the strip.
  const stripWidth = Math.min(wide ? width * 0.3 : width - 2 * GAP, size * 22);
  const ownColumns = wide && !own ? Math.floor((width - 3 * GAP - stripWidth) / t) : columns;
  const ownRows = Math.ceil(DISCARDS / ownColumns);
  const ownHead = own ? head : wide ? 0 : label;
  const deep = head + rows * t * ROW + GAP;
  const lines = wide ? 1 : 4 / across;
  const needed = wide
    ? deep + Math.max(ownHead + ownRows * t * ROW, label + stripHeight) + 2 * GAP
    : stripHeight + 2 * GAP + deep * lines - (own || across > 1 ? 0 : head - label);
  // A name and a distance on one line need so much room.
  if (block < size * 13 && (own || !wide)) return null;
  if (columns < 4 || needed > height) return null;
  const start = wide ? GAP : stripHeight + 2 * GAP;
  // The room that is left goes between the rows.
  const spare = (height - needed) / (wide ? 2 : lines);
  // But for tiles beside a name, which are large if they are few.
  const most = own ? w : Math.max(w, Math.min(t, w + spare / TALL));
  const grown = (most - w) * TALL;
  /** @type {(at: number, row: number, x?: number) => Place} */
  const place = (at, row, x = GAP + at * (block + GAP)) => {
    const y = start + row * (deep + spare) + spare / 2 + (wide && row === 1 ? 0 : grown / 2);
    const mine = (wide && row === 1) || (!wide && row === lines - 1 && at === across - 1);
    const bare = mine && !own;
    const above = bare || !beside;
    const labelHeight = above ? label : head;
    const base = y + labelHeight / 2;
    return {
      badge: [x + disc, base],
      plate: [x + 2 * disc + GAP, base + size * (above ? 0.36 : -0.05), "start"],
      near:
        above
          ? [wide && bare ? x + stripWidth : x + block, base + size * 0.36, "end"]
          : [x + 2 * disc + GAP, base + size * 1.05, "start"],
      tray: null,
      hand: {
        x: x + name,
        y: beside ? y + (head - w * TALL) / 2 : y + label,
        w,
        most,
        column: false,
        length: block - name,
        close: !own,
      },
      river: {
        x: wide && bare ? x + stripWidth + GAP : x,
        y: wide && bare ? y : y + (bare ? label : head),
        w: t,
        columns: bare ? ownColumns : columns,
        rows: bare ? ownRows : rows,
      },
    };
  };
  // The next to play is at the right of three; of more rows, the order is that of reading.
  const places = wide
    ? [place(0, 1, own ? (width - block) / 2 : GAP), place(2, 0), place(1, 0), place(0, 0)]
    : [3, 0, 1, 2].map((at) => place(at % across, Math.floor(at / across)));
  const ownTop = start + deep + spare * 1.5;
  return {
    width,
    height,
    size,
    disc,
    places,
    ring: null,
    strip: wide
      ? [GAP, ownTop + label, own ? Math.min(stripWidth, (width - block) / 2 - 2 * GAP) : stripWidth, stripHeight]
      : [GAP, GAP, width - 2 * GAP, stripHeight],
    score: score(t, w),
  };
}

/** A discard of this width is large enough; then the table that looks most like one is best. */
const LARGE = 46;

/**
 * How well the tiles can be read: the discards, and the melds, which may be a little smaller.
 * @param {number} discard the width of a discard
 * @param {number} held the width of a tile of a hand or a meld
 */
function score(discard, held) {
  return Math.min(discard, 1.5 * held, LARGE) + 0.05 * discard;
}

/**
 * @param {number} width
 * @param {number} height
 */
function letters(width, height) {
  return Math.max(10.5, Math.min(Math.sqrt(width * height) / 42, 40));
}

/**
 * The layout with the largest tiles.
 * @param {number} width
 * @param {number} height
 * @param {boolean} own
 * @returns {Layout}
 */
export function tableLayout(width, height, own) {
  const ways = [
    (/** @type {number} */ t) => cross(width, height, own, t),
    ...[1, 2, 3, 4].map((across) => (/** @type {number} */ t) => blocks(across, width, height, own, t)),
    ...(own && width > 2 * height ? [2] : []).map((across) => (/** @type {number} */ t) => blocks(across, width, height, own, t, true)),
  ];
  const largest = Math.min(width, height) / 6;
  const found = ways.flatMap((way) => {
    for (let t = largest; t >= 3; t *= 0.98) {
      const layout = way(t);
      if (layout) return [layout];
    }
    return [];
  });
  found.sort((one, other) => other.score - one.score);
  // A table that is next to nothing is drawn all the same, and cannot be read.
  return found[0] ?? tableLayout(Math.max(width * 1.5, 300), Math.max(height * 1.5, 300), own);
}

/**
 * The seat at a place, counted from the viewer in the order of play.
 * @param {Seat} viewer
 * @param {number} place
 */
export function seatAt(viewer, place) {
  return /** @type {Seat} */ (SEATS[(SEATS.indexOf(viewer) + place) % 4]);
}

/**
 * The place of a seat, counted from the viewer in the order of play.
 * @param {Seat} viewer
 * @param {Seat} seat
 */
export function placeOf(viewer, seat) {
  return (SEATS.indexOf(seat) - SEATS.indexOf(viewer) + 4) % 4;
}
