// Where things are on the table. The viewer sits at the bottom; all tiles stand upright, so that every hand can be read.

/** The colours and letters of the table; it looks the same in a file of its own. */
export const FELT = {
  edge: "#0f4034",
  cloth: "#1d6350",
  shade: "#164d3f",
  rim: "#5f8f7d",
  gold: "#ffd54a",
  dark: "#102a20",
  light: "#eef6f0",
  pale: "#bcd9cc",
  stop: "#ff8a65",
  font: "system-ui, sans-serif",
};

export const SEATS = /** @type {Seat[]} */ (["A", "B", "C", "D"]);

/**
 * The place of one seat.
 * @typedef {object} Place
 * @property {[number, number]} badge the middle of the disc with its letter
 * @property {[number, number, "start" | "end"]} plate where its name is written
 * @property {[number, number, number, number] | null} tray that holds the badge and the hand: a corner, the width, the height
 * @property {{ x: number, y: number, w: number, column: boolean, length: number }} hand the line of its tiles
 * @property {{ x: number, y: number, w: number, columns: number, rows: number }} river
 */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {boolean} stack seats one below the other, for narrow screens
 * @property {number} size of letters
 * @property {number} disc the radius of a badge
 * @property {Place[]} places from the viewer on, in the order of play
 * @property {[number, number, number]} ring the middle and radius of the ring that shows the order of play
 */

/**
 * Four sides round a ring, in the order of play against the clock.
 * @param {boolean} own whether the viewer's own hand is on the table
 * @returns {Layout}
 */
function square(own) {
  const river = 46;
  return {
    width: 1000,
    height: own ? 980 : 940,
    stack: false,
    size: 19,
    disc: 22,
    // Each hand begins with the badge of its seat, on one tray with it; the name is on the same side, beside the discards.
    places: [
      {
        badge: own ? [98, 932] : [102, 904],
        plate: own ? [80, 868, "start"] : [138, 912, "start"],
        tray: own ? [72, 890, 854, 84] : null,
        hand: { x: 130, y: 898, w: 51, column: false, length: 790 },
        river: { x: 280, y: 690, w: river, columns: 10, rows: 3 },
      },
      {
        badge: [957, 102],
        plate: [918, 276, "end"],
        tray: [930, 74, 54, 850],
        hand: { x: 937, y: 130, w: 40, column: true, length: 788 },
        river: { x: 672, y: 296, w: river, columns: 5, rows: 6 },
      },
      {
        badge: [98, 48],
        plate: [80, 136, "start"],
        tray: [72, 6, 854, 84],
        hand: { x: 130, y: 14, w: 51, column: false, length: 790 },
        river: { x: 260, y: 100, w: river, columns: 10, rows: 3 },
      },
      {
        badge: [43, 102],
        plate: [82, 276, "start"],
        tray: [16, 74, 54, 850],
        hand: { x: 23, y: 130, w: 40, column: true, length: 788 },
        river: { x: 98, y: 296, w: river, columns: 5, rows: 6 },
      },
    ],
    ring: [500, 482, 138],
  };
}

/**
 * Seats one below the other, the viewer last.
 * @param {boolean} own
 * @returns {Layout}
 */
function stacked(own) {
  const block = 118;
  const first = 56;
  const place = (/** @type {number} */ row) => {
    const y = first + row * block;
    return /** @type {Place} */ ({
      badge: [20, y + 6],
      plate: [36, y + 10, "start"],
      tray: null,
      hand: { x: 11, y: y + 19, w: 23, column: false, length: 338 },
      river: { x: 11, y: row === 3 && !own ? y + 20 : y + 53, w: 21, columns: 16, rows: 2 },
    });
  };
  return {
    width: 360,
    height: first + 4 * block - (own ? 2 : 34),
    stack: true,
    size: 12,
    disc: 11,
    places: [place(3), place(0), place(1), place(2)],
    ring: [0, 0, 0],
  };
}

/**
 * @param {boolean} narrow
 * @param {boolean} own
 */
export function tableLayout(narrow, own) {
  return narrow ? stacked(own) : square(own);
}

/**
 * The seat at a place, counted from the viewer in the order of play.
 * @param {Seat} viewer
 * @param {number} place
 */
export function seatAt(viewer, place) {
  return /** @type {Seat} */ (SEATS[(SEATS.indexOf(viewer) + place) % 4]);
}
