// Clicks that belong together: of a double click, only the first makes a move.

/** Two clicks within so many milliseconds and pixels are one double click. */
const DOUBLE_CLICK = { time: 350, way: 12 };

/** The same of keys, which people hit faster on purpose. */
const DOUBLE_PRESS = 120;

export class Clicks {
  /** @param {HTMLElement} element all clicks that matter are in it */
  constructor(element) {
    /** When the clicks began that the browser counts as one. */
    this.began = -Infinity;
    /** When and where a click made a move. */
    this.made = { timeStamp: -Infinity, clientX: 0, clientY: 0 };
    const count = (/** @type {MouseEvent} */ { detail, timeStamp }) => {
      if (detail <= 1) this.began = timeStamp;
    };
    element.addEventListener("click", count, { capture: true });
  }

  /**
   * Whether this is a later click of those of which one made a move, or the same of a key.
   * @param {MouseEvent} event
   */
  isAgain(event) {
    const { timeStamp, clientX, clientY } = this.made;
    const way = Math.hypot(event.clientX - clientX, event.clientY - clientY);
    // How long that may take is set on the computer; the browser knows.
    if (event.detail > 1 && timeStamp >= this.began && way < 2 * DOUBLE_CLICK.way) return true;
    return event.timeStamp - timeStamp < (event.detail > 0 ? DOUBLE_CLICK.time : DOUBLE_PRESS) && way < DOUBLE_CLICK.way;
  }
}
