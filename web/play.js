// A game as one who plays or watches sees it, alone or with friends. Which moves there are, the server says; the page offers
// those and no others.

import { questionOf, switchedMove } from "./asked.js";
import { Choices } from "./choices.js";
import { Clicks } from "./clicks.js";
import { html } from "./dom.js";
import { hintParts, hintWords } from "./hints.js";
import { MOVE_KEYS } from "./moves.js";
import { PACES, follows, isCalled, isSamePast, isStill, unfold } from "./pace.js";
import { Panels } from "./panels.js";
import { habits } from "./saved.js";
import { helpButton, settingButtons } from "./settings.js";
import { sound, soundOf } from "./sounds.js";
import { habitsPanel } from "./switches.js";
import { TableView } from "./table.js";
import { tilePicture } from "./tiles.js";
import { panel } from "./widgets.js";
import { tileWord, word } from "./words.js";

/** How long news of the table is shown, in milliseconds. */
const NEWS_TIME = 6_000;

/** From how many events on that wait to be shown they are shown faster, and from how many on at once. */
const MANY_STEPS = 12;
const MOST_STEPS = 40;

/**
 * What differs between a game alone and one with friends.
 * @typedef {object} Host
 * @property {HTMLElement} leave the way out, at the beginning of the bar
 * @property {HTMLElement[]} tools at its end
 * @property {Element[]} panels beside the table
 * @property {HTMLElement} [lesson] stands beside it too, and is never folded away with them
 * @property {boolean} hints whether there are any
 * @property {(move: Move, turn: number) => Promise<boolean>} act makes a move, and says whether it was made
 * @property {(position: Position, over: Ending) => HTMLElement} card shows the end
 * @property {(position: Position, before: Position | null) => void} settled is called when all that happened is shown
 */

export class Play {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** @type {Position | null} */
    this.state = null;
    /** @type {Position | null} the last one of which all was shown */
    this.before = null;
    /** @type {ReturnType<typeof unfold>} what is still to be shown */
    this.steps = [];
    /** @type {Hint | null} */
    this.hint = null;
    /** The turn for which a move is on its way. */
    this.sent = -1;
    /** Whether the decision was taken back, so that no switch makes it again. */
    this.undone = false;
    /** @type {number | undefined} shows the next event */
    this.timer = undefined;
    /** @type {number | undefined} takes the news away */
    this.newsTimer = undefined;
    /** @type {HTMLElement | null} lies over the table while the game is not over */
    this.cover = null;
    this.view = new TableView();
    this.said = html("p", { class: "said", "aria-live": "polite" });
    this.news = html("p", { class: "news", role: "status" });
    this.choices = new Choices((move, event) => this.act(move, event), (tile) => this.view.mark(tile));
    this.advice = html("div", { class: "why" });
    this.advicePanel = panel(word("advice"), this.advice);
    this.list = html("ol", { class: "events", tabindex: 0, "aria-label": word("events") });
    this.summary = html("div", { class: "end" });
    /** The hint on the table, for where the panels are folded away. */
    this.hintCard = html("div", { class: "hint-card" });
    this.panels = new Panels(
      settingButtons(),
      ...host.panels,
      this.advicePanel,
      habitsPanel(() => this.switched()),
      panel(word("events"), this.list),
      html("details", { class: "panel" }, html("summary", {}, word("in_words")), this.view.words),
    );
    this.view.board.append(this.news, this.hintCard, this.summary);
    // What lies on the table is not the table.
    this.view.svg.addEventListener("click", (event) => this.touched(event));
    this.choices.element.addEventListener("click", (event) => this.hurry(event));
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
          host.leave,
          this.said,
          html("div", { class: "tools" }, ...host.tools, helpButton(), this.panels.button),
        ),
        html("div", { class: "middle" }, host.lesson, this.view.board),
        this.choices.element,
      ),
      this.panels.side,
    );
    this.clicks = new Clicks();
  }

  /** Once it is on the page, the table knows how large it is. */
  shown() {
    this.view.measure();
  }

  /**
   * Shows what happened since the last position, and then this one.
   * @param {Position} state
   */
  show(state) {
    const last = this.state;
    if (last && JSON.stringify(last) === JSON.stringify(state)) return;
    this.state = state;
    // Who is there says nothing about the game, nor does where a spectator sits.
    const game = (/** @type {Position | null} */ one) =>
      JSON.stringify({ ...one, names: null, absent: null, players: null, seat: one?.watches ? null : one?.seat });
    if (game(last) === game(state)) return this.timer === undefined ? this.drawTable(state) : undefined;
    this.hint = null;
    this.hintCard.replaceChildren();
    // What is being shown ends with this position.
    if (last && this.timer !== undefined && isSamePast(last, state)) return;
    if (!last || !follows(last, state) || this.pace() === 0) return this.finish(true);
    this.steps.push(...unfold(last, state));
    if (this.steps.length > MOST_STEPS) return this.finish(true);
    if (this.timer === undefined) this.next();
  }

  /**
   * Says what happened at the table besides the game.
   * @param {string} text
   * @param {boolean} [stays] until something else is said
   */
  tell(text, stays = false) {
    window.clearTimeout(this.newsTimer);
    this.news.replaceChildren(text);
    if (text && !stays) this.newsTimer = window.setTimeout(() => this.tell(""), NEWS_TIME);
  }

  /** @param {HTMLElement | null} cover lies over the table until the game is over */
  putOver(cover) {
    this.cover = cover;
    if (!this.state?.over) this.summary.replaceChildren(...(cover ? [cover] : []));
  }

  pace() {
    const { pace } = habits();
    return Object.hasOwn(PACES, pace) ? PACES[pace] : PACES.normal;
  }

  /**
   * Shows the next event, and after the last one the decision.
   * @returns {void}
   */
  next() {
    this.timer = undefined;
    const state = /** @type {Position} */ (this.state);
    const { seat: own, watches } = state;
    this.choices.busy(true);
    const step = this.steps.shift();
    if (!step) return this.settleDown();
    const { event, view } = step;
    // What the others draw nobody sees.
    if (event.kind === "draw" && (event.seat !== own || watches) && this.steps.length > 0) return this.next();
    this.drawTable({ ...state, view, over: null, distance: null });
    if (!watches) this.choices.showHand(own, view);
    this.view.call(event, isCalled(event));
    const time = isStill() ? 0 : this.pace();
    if (event.kind === "discard" || event.kind === "pass") this.view.slide(time);
    if (event.tile === "REVERSE" && event.kind === "discard") this.view.turnRing(time * 1.6);
    this.said.replaceChildren(event.say);
    soundOf(event);
    // One's own discard is no news.
    const wait = isCalled(event) ? 1.6 : event.seat === own && !watches ? 0.5 : 1;
    const rush = Math.min(1, MANY_STEPS / (this.steps.length + 1));
    this.timer = window.setTimeout(() => this.next(), this.pace() * wait * rush);
  }

  /**
   * Shows at once what is still to be shown.
   * @param {boolean} [always] also if nothing is
   */
  finish(always = false) {
    if (this.timer === undefined && !always) return;
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.steps = [];
    this.settleDown();
  }

  /** @param {Position} state */
  drawTable(state) {
    const { view, seat, over, names, absent } = state;
    const table = {
      ...view,
      hands: over ? over.hands : view.hands,
      drawn: over?.kind === "self_drawn" && over.winner && over.tile ? { seat: over.winner, tile: over.tile } : view.drawn,
      distances: state.distance === null || state.distance === undefined ? {} : { [seat]: state.distance },
      useful: {},
    };
    const won = over?.kind === "ron" && over.winner && over.tile ? { seat: over.winner, tile: over.tile } : null;
    this.view.draw(table, { viewer: seat, closed: false, own: Boolean(over) || state.watches, names, absent, winner: over?.winner ?? null, won });
  }

  /** Shows the position itself: what was before is over. */
  settleDown() {
    const state = /** @type {Position} */ (this.state);
    const { over } = state;
    const before = this.before?.number === state.number ? this.before : null;
    this.before = state;
    this.drawTable(state);
    this.view.call(null, false);
    this.showEvents(before);
    const held = this.choices.holdsFocus();
    this.choices.busy(false);
    this.choices.show(state, null);
    this.showAdvice();
    const card = over ? this.host.card(state, over) : this.cover;
    this.summary.replaceChildren(...(card ? [card] : []));
    if (over && held && !state.watches) this.summary.querySelector("button")?.focus({ preventScroll: true });
    this.host.settled(state, before);
    if (before && (over || state.legal.length > 0)) sound(over?.winner ? "win" : "turn");
    if (!over) this.decideAlone();
    this.undone = false;
  }

  /** Makes the move that a switch makes. */
  decideAlone() {
    if (this.undone || this.cover) return;
    const move = switchedMove(/** @type {Position} */ (this.state));
    if (move) this.act(move);
  }

  /** A switch that is turned on decides at once what it is about. */
  switched() {
    if (this.state && !this.state.over && this.timer === undefined) this.decideAlone();
  }

  /** @param {Position | null} before what was shown before */
  showEvents(before) {
    const { events } = /** @type {Position} */ (this.state);
    const known = before?.events.length ?? 0;
    const first = events.length >= known ? known : 0;
    if (first === 0) this.list.replaceChildren();
    for (const event of events.slice(first))
      this.list.append(html("li", { class: `event ${event.kind}` }, html("span", {}, event.say)));
    for (const item of this.list.querySelectorAll(".fresh")) item.classList.remove("fresh");
    [...this.list.children].slice(first).forEach((item) => item.classList.toggle("fresh", known > 0));
    this.list.scrollTop = this.list.scrollHeight;
    const fresh = events.slice(known > 0 ? first : -1).map((event) => event.say);
    this.said.replaceChildren(html("strong", {}, questionOf(/** @type {Position} */ (this.state), before)), ` ${fresh.slice(-6).join(" · ")}`);
  }

  showAdvice() {
    const state = /** @type {Position} */ (this.state);
    const parts = [];
    this.hintCard.replaceChildren();
    if (this.hint) {
      parts.push(...hintParts(this.hint, state.legal, "h3"));
      const close = () => this.hintCard.replaceChildren();
      this.hintCard.replaceChildren(
        html("button", { type: "button", class: "button square", "aria-label": word("close"), click: close }, "×"),
        ...hintParts(this.hint, state.legal, "h2"),
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
      if (this.host.hints) parts.push(html("p", { class: "quiet" }, word("hint_about")));
    }
    this.advice.replaceChildren(...parts);
    this.advicePanel.hidden = Boolean(state.over) || parts.length === 0;
  }

  /**
   * Makes a move: one for each turn, and one for a double click.
   * @param {Move} move
   * @param {Event | null} [event] the click that chose it
   */
  act(move, event = null) {
    const { state } = this;
    if (!state || this.timer !== undefined || this.sent === state.turn) return;
    if (event instanceof MouseEvent) {
      if (this.clicks.isAgain(event)) return;
      this.clicks.made = event;
    }
    const { turn } = state;
    this.sent = turn;
    this.choices.busy(true, move);
    void this.host.act(move, turn).then((made) => {
      // It was not made, and can be made again.
      if (!made && this.state?.turn === turn && this.timer === undefined) this.settleChoices();
      if (this.sent === turn) this.sent = -1;
    });
  }

  /**
   * A click while others play shows at once what they do.
   * @param {MouseEvent} event
   */
  hurry(event) {
    if (this.timer === undefined || this.clicks.isAgain(event)) return;
    this.clicks.made = event;
    this.finish();
  }

  settleChoices() {
    this.choices.busy(false);
    this.choices.draw();
  }

  /**
   * @param {Position} state the position that it is about
   * @param {Hint} hint
   */
  advise(state, hint) {
    // The person may have decided meanwhile.
    if (this.state !== state) return;
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
    // No key moves what a step of the lesson covers.
    else if (move && this.choices.element.checkVisibility()) this.act(move);
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
    if (this.timer !== undefined) return this.hurry(event);
    const { choosing } = this.choices;
    if (!choosing || !this.state) return;
    const seat = this.view.seatUnder(event);
    const move = seat && this.state.legal.find(({ tile, action }) => tile === choosing && action.endsWith(` ${seat}`));
    if (move) this.act(move, event);
  }

  leave() {
    window.clearTimeout(this.timer);
    window.clearTimeout(this.newsTimer);
    this.panels.leave();
    this.view.leave();
  }
}
