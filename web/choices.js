// The person's hand and the moves that are offered: by a click, a key, or a tile that is pushed towards the table.

import { html, set } from "./dom.js";
import { MOVE_KEYS, isDiscard } from "./moves.js";
import { tilePicture } from "./tiles.js";
import { tileButton } from "./widgets.js";
import { tileWord, word } from "./words.js";

/** How far up a tile is pushed to be discarded, in pixels; and how far a click moves at the most. */
const PUSH = 36;
const STILL = 12;

export class Choices {
  /**
   * @param {(move: Move, event: Event | null) => void} act
   * @param {(tile: string | null) => void} mark shows the same kind on the table
   */
  constructor(act, mark) {
    this.act = act;
    this.mark = mark;
    /** @type {Position | null} */
    this.state = null;
    /** @type {Hint | null} */
    this.hint = null;
    /** @type {string | null} the tile for which one of several moves is to be chosen */
    this.choosing = null;
    /** Where the keyboard was last in this turn: at which tile of the hand, at which move. */
    this.at = -1;
    this.move = "";
    this.actions = html("div", { class: "actions", role: "group", "aria-label": word("moves") });
    this.row = html("div", { class: "hand", role: "group", "aria-label": word("your_hand") });
    this.element = html(
      "div",
      {
        class: "choices",
        // A key that is held down would play turn after turn.
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
        },
        pointerover: (/** @type {PointerEvent} */ event) => this.hover(event.target),
        pointerleave: () => this.mark(null),
        focusin: (/** @type {Event} */ event) => this.hover(event.target),
        focusout: () => this.mark(null),
      },
      this.actions,
      this.row,
    );
  }

  /** @param {EventTarget | null} target */
  hover(target) {
    const tile = target instanceof Element ? target.closest(".tile-button") : null;
    this.mark(tile instanceof HTMLElement ? (tile.dataset.tile ?? null) : null);
  }

  /**
   * Whether a move is on its way or others are playing; then there is nothing to choose.
   * @param {boolean} is
   * @param {Move} [move] that is made
   */
  busy(is, move) {
    set(this.element, "aria-busy", is ? "true" : null);
    for (const button of this.element.querySelectorAll("button"))
      button.classList.toggle("chosen", is && move !== undefined && button.dataset.tile === move.tile);
    if (!is) return;
    set(this.element, "data-choosing", null);
    this.actions.replaceChildren();
  }

  /**
   * @param {Position} state
   * @param {Hint | null} hint
   */
  show(state, hint) {
    const same = this.state === state;
    this.state = state;
    this.hint = hint;
    this.choosing = null;
    if (!same) [this.at, this.move] = [-1, ""];
    this.draw();
  }

  draw() {
    const state = /** @type {Position} */ (this.state);
    const { seat, view, legal, over, claim } = state;
    const held = this.holdsFocus();
    this.noteFocus();
    const nothing = Boolean(over) || state.watches;
    this.element.hidden = nothing;
    if (nothing) {
      this.actions.replaceChildren();
      this.row.replaceChildren();
      return;
    }
    this.showHand(seat, view, (tile, drawn) => this.tile(tile, drawn));
    const offered = legal.filter((move) => (this.choosing ? move.tile === this.choosing : !isDiscard(move)));
    const offer = this.choosing
      ? html(
          "span",
          { class: "offer" },
          tilePicture(this.choosing),
          html("span", { class: "full" }, word("pass_whom")),
          html("span", { class: "short" }, word("pass_whom_short")),
        )
      : claim
      ? html(
          "span",
          { class: "offer" },
          tilePicture(claim.tile),
          word("claim_of", { seat: claim.from, tile: claim.tile }),
        )
      : null;
    set(this.element, "data-choosing", this.choosing);
    this.actions.replaceChildren(...(offer ? [offer] : []), ...offered.map((move) => this.moveButton(move)));
    if (this.choosing)
      this.actions.append(
        html(
          "button",
          { type: "button", class: "button", "aria-label": word("cancel"), click: () => this.choose(null) },
          html("span", { class: "full" }, word("cancel")),
          html("span", { class: "short", "aria-hidden": "true" }, "×"),
        ),
      );
    if (held) this.focusChoice();
  }

  /**
   * The hand, with the tile just drawn apart, and the melds.
   * @param {Seat} seat
   * @param {Table} view
   * @param {(tile: string, drawn: boolean) => HTMLElement} [button] without, there is nothing to choose
   */
  showHand(seat, view, button = (tile, drawn) => tileButton(tile, { class: `tile-button ${drawn ? "drawn" : ""}`, disabled: true })) {
    const hand = view.hands[seat];
    const tiles = Array.isArray(hand) ? [...hand] : [];
    const drawn = view.drawn?.seat === seat && view.drawn.tile ? tiles.lastIndexOf(view.drawn.tile) : -1;
    if (drawn >= 0) tiles.push(...tiles.splice(drawn, 1));
    const melds = (view.melds[seat] ?? []).map((meld) =>
      html("span", { class: "meld" }, ...meld.tiles.map((tile) => tilePicture(tile, tileWord(tile)))),
    );
    this.row.replaceChildren(
      ...tiles.map((tile, at) => button(tile, drawn >= 0 && at === tiles.length - 1)),
      ...(melds.length > 0
        ? [html("span", { class: "melds", role: "group", "aria-label": word("your_melds") }, ...melds)]
        : []),
    );
  }

  /** Whether the keyboard is at the choices, or nowhere. */
  holdsFocus() {
    const at = document.activeElement;
    return this.element.contains(at) || at === document.body || at?.id === "main";
  }

  tileButtons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.row.querySelectorAll(".tile-button")]);
  }

  noteFocus() {
    const focused = document.activeElement;
    const at = this.tileButtons().findIndex((button) => button === focused);
    if (at >= 0) [this.at, this.move] = [at, ""];
    if (!(focused instanceof HTMLElement) || !this.actions.contains(focused)) return;
    this.move = focused.dataset.action ?? "";
    // Whoever chooses whom a PASS is for is still at the PASS.
    if (!this.element.dataset.choosing) this.at = -1;
  }

  /** The keyboard stays where it was, else it goes on from the most likely choice. */
  focusChoice() {
    const choices = this.buttons();
    const tile = this.choosing ? undefined : this.tileButtons()[this.at];
    const wanted =
      choices.find(({ dataset }) => this.move !== "" && dataset.action === this.move) ??
      (tile?.disabled === false ? tile : null) ??
      this.element.querySelector('[data-action="RON"], [data-action="SELFDRAWN"]') ??
      this.element.querySelector(".actions button") ??
      this.element.querySelector("button.drawn:enabled") ??
      choices.at(-1);
    if (wanted instanceof HTMLElement) wanted.focus({ preventScroll: true });
  }

  buttons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.element.querySelectorAll("button:enabled")]);
  }

  /** @param {1 | -1} way */
  moveFocus(way) {
    const buttons = this.buttons();
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + way + buttons.length) % buttons.length]?.focus();
  }

  /**
   * @param {string} tile
   * @param {boolean} drawn
   */
  tile(tile, drawn) {
    const moves = /** @type {Position} */ (this.state).legal.filter((move) => isDiscard(move) && move.tile === tile);
    const advised = moves.some((move) => move.action === this.hint?.action);
    const label = [tileWord(tile), drawn ? word("just_drawn") : null, advised ? word("advised") : null];
    const choose = (/** @type {Event | null} */ event) =>
      moves.length > 1 ? this.choose(tile) : moves[0] && this.act(moves[0], event);
    const button = tileButton(
      tile,
      {
        class: `tile-button ${drawn ? "drawn" : ""} ${advised ? "advised" : ""}`,
        disabled: moves.length === 0,
        "aria-label": label.filter(Boolean).join(", "),
        title: moves.length === 1 && tile.length < 3 ? moves[0]?.label : tileWord(tile),
        click: choose,
      },
      advised ? html("span", { class: "star", "aria-hidden": "true" }, "★") : null,
    );
    if (moves.length > 0) pushable(button, () => choose(null));
    return button;
  }

  /** @param {Move} move */
  moveButton(move) {
    const advised = move.action === this.hint?.action;
    const key = this.keyOf(move);
    const label = MOVE_KEYS.x?.(move) ? word("skip_claim") : move.label;
    // Where there is little room, the tiles are not named too.
    const short = move.tiles
      ? word(move.action === "PONG" ? "call_pong" : "call_chow")
      : this.choosing
      ? `→ ${move.action.split(" ").at(-1)}`
      : label;
    const star = advised ? "★ " : "";
    return html(
      "button",
      {
        type: "button",
        "aria-keyshortcuts": key,
        "aria-label": `${star}${label}`,
        class: `button move ${move.action === "DECLINE" ? "" : "main"} ${advised ? "advised" : ""}`,
        "data-action": move.action,
        click: (/** @type {Event} */ event) => this.act(move, event),
      },
      ...(move.tiles ?? []).map((tile) => tilePicture(tile)),
      html("span", { class: "full" }, star + label),
      html("span", { class: "short", "aria-hidden": "true" }, star + short),
      key && html("kbd", { "aria-hidden": "true" }, key),
    );
  }

  /**
   * The key that makes this move.
   * @param {Move} move
   */
  keyOf(move) {
    const found = Object.entries(MOVE_KEYS).find(([, wanted]) => this.state?.legal.find(wanted) === move);
    return found?.[0] ?? null;
  }

  /** @param {string | null} tile */
  choose(tile) {
    const { choosing } = this;
    // It may have been pushed, and then the keyboard is elsewhere.
    const tiles = this.tileButtons();
    const chosen = (/** @type {HTMLButtonElement | undefined} */ button) => button?.dataset.tile === (tile ?? choosing);
    this.choosing = tile;
    this.draw();
    if (!chosen(tiles[this.at])) this.at = tiles.findIndex(chosen);
    this.focusChoice();
  }
}

/**
 * A tile that is pushed or dragged up is chosen when it is let go there; let go anywhere else, it is not.
 * @param {HTMLButtonElement} button
 * @param {() => void} choose
 */
function pushable(button, choose) {
  let [start, left] = [NaN, 0];
  let [up, way] = [0, 0];
  const stop = () => {
    start = NaN;
    button.style.removeProperty("translate");
    button.classList.remove("dragged");
    document.removeEventListener("keydown", escape, { capture: true });
  };
  const escape = (/** @type {KeyboardEvent} */ event) => {
    if (!button.isConnected) return stop();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    stop();
    // What is let go later is no click.
    way = Infinity;
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    document.addEventListener("keydown", escape, { capture: true });
    [start, left] = [event.clientY, event.clientX];
    [up, way] = [0, 0];
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener("pointermove", (event) => {
    if (Number.isNaN(start)) return;
    up = Math.max(0, start - event.clientY);
    way = Math.max(way, Math.hypot(start - event.clientY, left - event.clientX));
    // It follows the pointer once it has left its row.
    button.style.setProperty("translate", up > 4 ? `${event.clientX - left}px ${-up}px` : "none");
    button.classList.toggle("dragged", up >= PUSH);
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (Number.isNaN(start)) return;
    stop();
    if (event.type === "pointerup" && up >= PUSH) choose();
  };
  // The browser may make a click of it, wherever it is let go.
  const still = (/** @type {MouseEvent} */ event) => {
    if (event.detail > 0 && way > STILL) event.stopImmediatePropagation();
  };
  button.addEventListener("click", still, { capture: true });
  button.addEventListener("pointerup", end);
  button.addEventListener("pointercancel", end);
}
