// Clicks that belong together: of a double click, only the first makes a move.

/** Two clicks within so many milliseconds and pixels are one double click. */
const DOUBLE_CLICK = { time: 350, way: 12 };

/** The same of keys, which people hit faster on purpose. */
const DOUBLE_PRESS = 120;

export class Clicks {
  /** When and where a click made a move, or skipped those of the others. */
  made = { timeStamp: -Infinity, clientX: 0, clientY: 0 };

  /**
   * Whether this is a later click of a double click, or the same of a key. Whatever the first one did, nobody has yet seen
   * what the second would choose.
   * @param {MouseEvent} event
   */
  isAgain(event) {
    // How long a double click may take is set on the computer; the browser knows.
    if (event.detail > 1) return true;
    const { timeStamp, clientX, clientY } = this.made;
    const way = Math.hypot(event.clientX - clientX, event.clientY - clientY);
    return event.timeStamp - timeStamp < (event.detail > 0 ? DOUBLE_CLICK.time : DOUBLE_PRESS) && way < DOUBLE_CLICK.way;
  }
}
