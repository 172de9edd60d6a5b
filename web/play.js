// Plays at a table. Which moves there are, the server says; the page offers those and no others.

import { ApiError, askTable, fetchTable, followTable, sentenceOf } from "./api.js";
import { Choices } from "./choices.js";
import { html, set } from "./dom.js";
import { hintParts, hintWords } from "./hints.js";
import { SEATS } from "./layout.js";
import { MOVE_KEYS, isDiscard } from "./moves.js";
import { endCard, lostPanel } from "./over.js";
import { PACES, isCalled, isStill, unfold } from "./pace.js";
import { Panels } from "./panels.js";
import { forgetTable, habits } from "./saved.js";
import { habitsPanel } from "./switches.js";
import { TableView } from "./table.js";
import { tilePicture } from "./tiles.js";
import { iconButton, notify, panel } from "./widgets.js";
import { levelName, tileWord, word } from "./words.js";

/** Two clicks within so many milliseconds and pixels are one double click, and make one move. */
const DOUBLE_CLICK = { time: 350, way: 12 };

export class Play {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {State | null} */
    this.state = null;
    /** @type {Hint | null} */
    this.hint = null;
    /** The turn for which a move is on its way. */
    this.sent = -1;
    /** When and where a move was made by a click. */
    this.clicked = { timeStamp: -Infinity, clientX: 0, clientY: 0 };
    /** Whether the decision was taken back, so that no switch makes it again. */
    this.undone = false;
    /** Moves and undos go one after another. */
    this.requests = Promise.resolve();
    /** @type {number | undefined} shows the next event */
    this.timer = undefined;
    this.view = new TableView();
    this.said = html("p", { class: "said", "aria-live": "polite" });
    this.choices = new Choices((move, event) => this.act(move, event), (tile) => this.view.mark(tile));
    this.advice = html("div", { class: "why" });
    this.advicePanel = panel(word("advice"), this.advice);
    this.list = html("ol", { class: "events", tabindex: 0, "aria-label": word("events") });
    this.summary = html("div", { class: "end" });
    /** The hint on the table, for where the panels are folded away. */
    this.hintCard = html("div", { class: "hint-card" });
    this.undoButton = iconButton("undo", word("undo"), () => void this.undo(), { key: "u" });
    this.hintButton = iconButton("bulb", word("hint"), () => void this.ask(), { key: "h" });
    this.panels = new Panels(
      this.advicePanel,
      habitsPanel(),
      panel(word("events"), this.list),
      html("details", { class: "panel" }, html("summary", {}, word("in_words")), this.view.words),
    );
    this.view.board.append(this.hintCard, this.summary);
    this.view.board.addEventListener("click", (event) => this.touched(event));
    this.element = html(
      "div",
      { class: "watch play" },
      html(
        "div",
        { class: "stage" },
        html("h1", { class: "hidden" }, word("play_title")),
        html(
          "div",
          { class: "bar" },
          html(
            "a",
            { class: "button square", href: "#/play", title: word("leave_table"), "aria-label": word("leave_table") },
            "‹",
          ),
          this.said,
          html("div", { class: "tools" }, this.hintButton, this.undoButton, this.panels.button),
        ),
        this.view.board,
        this.choices.element,
      ),
      this.panels.side,
    );
    /** @type {() => void} */
    this.unfollow = () => {};
    void this.begin();
  }

  /** Once it is on the page, the table knows how large it is. */
  shown() {
    this.view.measure();
  }

  async begin() {
    try {
      this.show(await fetchTable(this.table));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return this.lost();
      if (!(error instanceof ApiError && error.status === 0)) return notify(sentenceOf(error), "error");
    }
    if (this.state?.over) return;
    this.unfollow = followTable(this.table, {
      changed: (state) => this.show(state),
      lost: () => this.lost(),
    });
  }

  lost() {
    this.unfollow();
    // What was shown at the end stays: nothing more is needed of the server.
    if (this.state?.over) return;
    this.element.replaceChildren(lostPanel(this.table));
  }

  /** @param {State} state */
  show(state) {
    const before = this.state;
    if (before && JSON.stringify(before) === JSON.stringify(state)) return;
    this.finish();
    this.state = state;
    this.hint = null;
    this.hintCard.replaceChildren();
    const goesOn = before && state.turn > before.turn && state.events.length > before.events.length;
    if (!goesOn || this.pace() === 0) return this.settleDown(before);
    this.play(before, unfold(before, state));
  }

  pace() {
    const { pace } = habits();
    return Object.hasOwn(PACES, pace) ? PACES[pace] : PACES.normal;
  }

  /**
   * Shows the events one after another, and then the decision.
   * @param {State} before
   * @param {ReturnType<typeof unfold>} steps
   */
  play(before, steps) {
    const state = /** @type {State} */ (this.state);
    const own = before.seat;
    this.choices.busy(true);
    const next = () => {
      this.timer = undefined;
      const step = steps.shift();
      if (!step) return this.settleDown(before);
      const { event, view } = step;
      // What the others draw nobody sees.
      if (event.kind === "draw" && event.seat !== own && steps.length > 0) return next();
      this.drawTable({ ...state, view, over: null, distance: null });
      this.choices.showHand(own, view);
      this.view.call(event, isCalled(event));
      const time = isStill() ? 0 : this.pace();
      if (event.kind === "discard" || event.kind === "pass") this.view.slide(time);
      if (event.tile === "REVERSE" && event.kind === "discard") this.view.turnRing(time * 1.6);
      this.said.replaceChildren(event.say);
      // One's own move is no news.
      const wait = event.seat === own ? 0.5 : isCalled(event) ? 1.6 : 1;
      this.timer = window.setTimeout(next, this.pace() * wait);
    };
    this.rest = () => this.settleDown(before);
    next();
  }

  /** Shows at once what is still to be shown. */
  finish() {
    if (this.timer === undefined) return;
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.rest?.();
  }

  /** @param {State} state */
  drawTable(state) {
    const { view, seat, over } = state;
    const table = {
      ...view,
      hands: over ? over.hands : view.hands,
      drawn: over?.kind === "self_drawn" && over.winner && over.tile ? { seat: over.winner, tile: over.tile } : view.drawn,
      distances: state.distance === null || state.distance === undefined ? {} : { [seat]: state.distance },
      useful: {},
    };
    const names = Object.fromEntries(
      SEATS.map((one) => [one, one === seat ? word("you") : levelName(state.players[one] ?? "")]),
    );
    const won = over?.kind === "ron" && over.winner && over.tile ? { seat: over.winner, tile: over.tile } : null;
    this.view.draw(table, { viewer: seat, closed: false, own: Boolean(over), names, winner: over?.winner ?? null, won });
  }

  /**
   * Shows the state itself: what was before is over.
   * @param {State | null} before
   */
  settleDown(before) {
    const state = /** @type {State} */ (this.state);
    const { over } = state;
    this.drawTable(state);
    this.view.call(null, false);
    this.showEvents(before);
    const held = this.choices.holdsFocus();
    this.choices.busy(false);
    this.choices.show(state, null);
    this.showAdvice();
    this.summary.replaceChildren(...(over ? [endCard(state, over)] : []));
    if (over && held) this.summary.querySelector("button")?.focus({ preventScroll: true });
    this.undoButton.disabled = !state.can_undo;
    this.hintButton.disabled = state.legal.length === 0;
    if (over) {
      this.unfollow();
      forgetTable(this.table);
    } else this.decideAlone();
    this.undone = false;
  }

  /** Makes the move that a switch makes. */
  decideAlone() {
    const { legal, claim, view, seat } = /** @type {State} */ (this.state);
    if (this.undone) return;
    const { win, decline, discard } = habits();
    const wins = legal.find((move) => MOVE_KEYS.w?.(move));
    if (wins) return win ? this.act(wins) : undefined;
    if (claim) {
      const skips = decline && legal.find((move) => MOVE_KEYS.x?.(move));
      return skips ? this.act(skips) : undefined;
    }
    const drawn = view.drawn?.seat === seat ? view.drawn.tile : null;
    const [move, other] = legal.filter((one) => isDiscard(one) && one.tile === drawn);
    // A PASS needs a name.
    if (discard && drawn && move && !other) this.act(move);
  }

  /** @param {State | null} before what was shown before */
  showEvents(before) {
    const { events } = /** @type {State} */ (this.state);
    const known = before?.events.length ?? 0;
    const first = events.length >= known ? known : 0;
    if (first === 0) this.list.replaceChildren();
    for (const event of events.slice(first))
      this.list.append(html("li", { class: `event ${event.kind}` }, html("span", {}, event.say)));
    for (const item of this.list.querySelectorAll(".fresh")) item.classList.remove("fresh");
    [...this.list.children].slice(first).forEach((item) => item.classList.toggle("fresh", known > 0));
    this.list.scrollTop = this.list.scrollHeight;
    const fresh = events.slice(known > 0 ? first : -1).map((event) => event.say);
    this.said.replaceChildren(html("strong", {}, this.question(before)), ` ${fresh.slice(-6).join(" · ")}`);
  }

  /**
   * What the person is asked.
   * @param {State | null} before
   */
  question(before) {
    const { events, legal, over, turn, claim } = /** @type {State} */ (this.state);
    if (over) return over.text;
    const can = (/** @type {string} */ what) => legal.some(({ action }) => action.startsWith(what));
    if (legal.length === 0) return word("others_think");
    if (can("RON") || can("SELFDRAWN")) return word(claim ? "can_ron" : "can_win");
    if (!claim) return word("your_turn");
    // Nothing has happened but that the person declined one claim; this is another of the same tile.
    const again = before !== null && before.turn < turn && before.events.length === events.length;
    if (!again) return word("your_claim");
    return word(can("PONG") ? "also_pong" : "also_chow", { tile: claim.tile });
  }

  showAdvice() {
    const state = /** @type {State} */ (this.state);
    const parts = [];
    this.hintCard.replaceChildren();
    if (this.hint) {
      parts.push(...hintParts(this.hint, state.legal));
      const close = () => this.hintCard.replaceChildren();
      this.hintCard.replaceChildren(
        html("button", { type: "button", class: "button square", "aria-label": word("close"), click: close }, "×"),
        ...hintParts(this.hint, state.legal),
      );
    } else {
      if (typeof state.distance === "number")
        parts.push(
          html("p", {}, word(state.distance === 1 ? "distance_ready" : "distance_is", { distance: state.distance })),
        );
      if (state.useful && state.useful.length > 0) {
        parts.push(
          html("h3", {}, word("useful_to_you")),
          html("div", { class: "tiles small" }, ...state.useful.map((tile) => tilePicture(tile, tileWord(tile)))),
        );
      }
      parts.push(html("p", { class: "quiet" }, word("hint_about")));
    }
    this.advice.replaceChildren(...parts);
    this.advicePanel.hidden = Boolean(state.over);
  }

  /**
   * Asks the server, and says what went wrong.
   * @template T
   * @param {() => Promise<T>} question
   * @returns {Promise<T | null>}
   */
  async request(question) {
    try {
      return await question();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.lost();
      else if (!(error instanceof ApiError && error.status === 0)) notify(sentenceOf(error), "error");
      if (error instanceof ApiError && error.status === 409) this.show(await fetchTable(this.table));
      return null;
    }
  }

  /**
   * Makes a move: one for each turn, and one for a double click.
   * @param {Move} move
   * @param {Event | null} [event] the click that chose it
   */
  act(move, event = null) {
    const { state } = this;
    if (!state || this.timer !== undefined || this.sent === state.turn) return;
    if (event instanceof MouseEvent && event.detail > 0) {
      const { timeStamp, clientX, clientY } = this.clicked;
      const way = Math.hypot(event.clientX - clientX, event.clientY - clientY);
      if (event.timeStamp - timeStamp < DOUBLE_CLICK.time && way < DOUBLE_CLICK.way) return;
      this.clicked = event;
    }
    const { turn } = state;
    this.sent = turn;
    this.choices.busy(true, move);
    this.requests = this.requests.then(async () => {
      const next = await this.request(() => askTable(this.table, "act", { action: move.action, turn }));
      if (next) this.show(next);
      // It was not made, and can be made again.
      else if (this.state?.turn === turn) this.choices.busy(false);
      if (this.sent === turn) this.sent = -1;
    });
  }

  async undo() {
    // No switch decides meanwhile.
    this.undone = true;
    this.finish();
    this.requests = this.requests.then(async () => {
      this.finish();
      const state = this.state?.can_undo ? await this.request(() => askTable(this.table, "undo")) : null;
      if (!state) return;
      this.undone = true;
      this.show(state);
    });
    await this.requests;
  }

  async ask() {
    this.finish();
    // A move that is on its way is made first.
    await this.requests;
    const { state } = this;
    if (!state || state.legal.length === 0) return;
    set(this.hintButton, "aria-busy", "true");
    const hint = await this.request(() => askTable(this.table, "hint"));
    set(this.hintButton, "aria-busy", null);
    // The person may have decided meanwhile.
    if (!hint || this.state !== state) return;
    this.finish();
    this.hint = hint;
    this.choices.show(state, hint);
    this.showAdvice();
    const title = this.advice.querySelector("h3")?.textContent ?? "";
    this.said.replaceChildren(html("strong", {}, title), ` ${hintWords(hint)}`);
  }

  /** @param {(move: Move) => boolean} wanted */
  press(wanted) {
    const move = this.state?.legal.find(wanted);
    if (this.timer !== undefined) this.finish();
    else if (move) this.act(move);
  }

  /** @returns {import("./keys.js").Key[]} */
  keys() {
    return [
      { keys: ["ArrowRight"], does: "key_next_choice", run: () => this.choices.moveFocus(1) },
      { keys: ["ArrowLeft"], does: "key_last_choice", run: () => this.choices.moveFocus(-1) },
      ...Object.entries(MOVE_KEYS).map(([key, wanted]) => ({
        keys: [key],
        does: `move_${key}`,
        run: () => this.press(wanted),
      })),
      { keys: ["h"], does: "hint", run: () => void this.ask() },
      { keys: ["u"], does: "undo", run: () => void this.undo() },
      { keys: ["m"], does: "panels", run: () => this.panels.toggle() },
      { keys: ["Escape"], does: "key_escape", run: () => this.escape() },
    ];
  }

  escape() {
    if (this.timer !== undefined) this.finish();
    else if (this.choices.choosing) this.choices.choose(null);
    else if (!this.hintCard.checkVisibility()) this.panels.uncover();
    this.hintCard.replaceChildren();
  }

  /**
   * A click on the table shows at once what is still to be shown, or names the player for a PASS.
   * @param {MouseEvent} event
   */
  touched(event) {
    if (this.timer !== undefined) return this.finish();
    const { choosing } = this.choices;
    if (!choosing || !this.state) return;
    const seat = this.view.seatNear(event);
    const move = this.state.legal.find(({ tile, action }) => tile === choosing && action.endsWith(` ${seat}`));
    if (move) this.act(move, event);
  }

  leave() {
    window.clearTimeout(this.timer);
    this.view.leave();
    this.unfollow();
  }
}
