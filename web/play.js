// Plays at a table. Which moves there are, the server says; the page offers those and no others.

import { ApiError, askTable, fetchTable, followTable, sentenceOf } from "./api.js";
import { html, set, setText } from "./dom.js";
import { SEATS } from "./layout.js";
import { MOVE_KEYS, hintLines, isDiscard } from "./moves.js";
import { lostPanel, summaryPanel } from "./over.js";
import { forgetTable, rememberedTable } from "./saved.js";
import { TableView } from "./table.js";
import { tilePicture } from "./tiles.js";
import { iconButton, notify, panel, tileButton } from "./widgets.js";
import { tileWord, word } from "./words.js";

export class Play {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {State | null} */
    this.state = null;
    /** @type {Hint | null} */
    this.hint = null;
    /** @type {string | null} the tile for which one of several moves is to be chosen */
    this.choosing = null;
    this.busy = false;
    this.view = new TableView();
    this.said = html("p", { class: "said", "aria-live": "polite" });
    this.away = html("p", { class: "away", role: "status" });
    // A key that is held down would play turn after turn.
    this.choices = html("div", {
      class: "choices",
      keydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
      },
    });
    this.advice = html("div", { class: "why" });
    this.advicePanel = panel(word("advice"), this.advice);
    this.list = html("ol", { class: "events", tabindex: 0, "aria-label": word("events") });
    this.summary = html("div", {});
    this.undoButton = iconButton("undo", word("undo"), () => void this.undo(), { key: "u" });
    this.hintButton = iconButton("bulb", word("hint"), () => void this.ask(), { key: "h" });
    this.element = html(
      "div",
      { class: "watch play" },
      html(
        "div",
        { class: "stage" },
        html("h1", { class: "hidden" }, word("play_title")),
        this.summary,
        this.view.svg,
        this.away,
        html("div", { class: "desk" }, this.said, this.choices),
        html(
          "div",
          { class: "tools" },
          this.hintButton,
          this.undoButton,
          html("a", { class: "button", href: "#/play" }, word("leave_table")),
        ),
      ),
      html(
        "div",
        { class: "side" },
        this.advicePanel,
        panel(word("events"), this.list),
        html("details", { class: "panel" }, html("summary", {}, word("in_words")), this.view.words),
      ),
    );
    /** @type {() => void} */
    this.unfollow = () => {};
    void this.begin();
  }

  async begin() {
    try {
      this.show(await fetchTable(this.table));
      if (this.state?.over) return;
      this.unfollow = followTable(this.table, {
        changed: (state) => this.show(state),
        lost: () => this.lost(),
        away: () => this.showAway(),
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.lost();
      else notify(sentenceOf(error), "error");
    }
  }

  /** The server does not answer; it is asked again until it does. */
  showAway() {
    setText(this.away, word("no_server"));
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
    setText(this.away, "");
    if (before && JSON.stringify(before) === JSON.stringify(state)) return;
    this.state = state;
    this.hint = null;
    this.choosing = null;
    const { view, seat, over } = state;
    const table = {
      ...view,
      hands: over ? over.hands : view.hands,
      distances: state.distance === null || state.distance === undefined ? {} : { [seat]: state.distance },
      useful: {},
    };
    const names = Object.fromEntries(
      SEATS.map((one) => [one, one === seat ? word("you") : playerName(state.players[one] ?? "")]),
    );
    this.view.draw(table, { viewer: seat, closed: false, own: Boolean(over), names, winner: over?.winner ?? null });
    this.showEvents(before);
    const held = this.holdsFocus();
    this.showChoices();
    this.showAdvice();
    this.summary.replaceChildren(...(over ? [summaryPanel(state, over)] : []));
    if (over && held) this.summary.querySelector("a")?.focus({ preventScroll: true });
    this.undoButton.disabled = !state.can_undo;
    this.hintButton.disabled = state.legal.length === 0;
    if (!over) return;
    this.unfollow();
    if (rememberedTable()?.table === this.table) forgetTable();
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

  showChoices() {
    const state = /** @type {State} */ (this.state);
    const { seat, view, legal, over, claim } = state;
    if (over) return this.choices.replaceChildren();
    const hand = view.hands[seat];
    const tiles = Array.isArray(hand) ? [...hand] : [];
    const drawn = view.drawn?.seat === seat && view.drawn.tile ? tiles.lastIndexOf(view.drawn.tile) : -1;
    if (drawn >= 0) tiles.push(...tiles.splice(drawn, 1));
    const row = html("div", { class: "hand", role: "group", "aria-label": word("your_hand") });
    tiles.forEach((tile, at) => row.append(this.tileButton(tile, drawn >= 0 && at === tiles.length - 1)));
    const melds = (view.melds[seat] ?? []).map((meld) =>
      html("span", { class: "meld" }, ...meld.tiles.map((tile) => tilePicture(tile, tileWord(tile)))),
    );
    if (melds.length > 0)
      row.append(html("span", { class: "melds", role: "group", "aria-label": word("your_melds") }, ...melds));
    const offered = legal.filter((move) => (this.choosing ? move.tile === this.choosing : !isDiscard(move)));
    const offer = claim
      ? html(
          "span",
          { class: "offer" },
          tilePicture(claim.tile),
          word("claim_of", { seat: claim.from, tile: claim.tile }),
        )
      : null;
    const actions = html(
      "div",
      { class: "actions", role: "group", "aria-label": word("moves") },
      offer,
      ...offered.map((move) => this.moveButton(move)),
    );
    if (this.choosing)
      actions.append(
        html("button", { type: "button", class: "button", click: () => this.choose(null) }, word("cancel")),
      );
    const held = this.holdsFocus();
    this.choices.replaceChildren(actions, row);
    if (held) this.focusChoice();
  }

  /** Whether the keyboard is at the choices, or nowhere. */
  holdsFocus() {
    const at = document.activeElement;
    return this.choices.contains(at) || at === document.body || at?.id === "main";
  }

  /** The keyboard goes on from the most likely choice. */
  focusChoice() {
    const choices = this.choiceButtons();
    const wanted =
      this.choices.querySelector('[data-action="RON"], [data-action="SELFDRAWN"]') ??
      this.choices.querySelector(".actions button") ??
      this.choices.querySelector("button.drawn:enabled") ??
      choices.at(-1);
    if (wanted instanceof HTMLElement) wanted.focus({ preventScroll: true });
  }

  choiceButtons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.choices.querySelectorAll("button:enabled")]);
  }

  /** @param {1 | -1} way */
  moveFocus(way) {
    const buttons = this.choiceButtons();
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + way + buttons.length) % buttons.length]?.focus();
  }

  /**
   * @param {string} tile
   * @param {boolean} drawn
   */
  tileButton(tile, drawn) {
    const moves = /** @type {State} */ (this.state).legal.filter((move) => isDiscard(move) && move.tile === tile);
    const advised = moves.some((move) => move.action === this.hint?.action);
    const label = [tileWord(tile), drawn ? word("just_drawn") : null, advised ? word("advised") : null];
    return tileButton(
      tile,
      {
        class: `tile-button ${drawn ? "drawn" : ""} ${advised ? "advised" : ""}`,
        disabled: moves.length === 0,
        "aria-label": label.filter(Boolean).join(", "),
        title: moves.length === 1 ? moves[0]?.label : tileWord(tile),
        click: () => (moves.length > 1 ? this.choose(tile) : moves[0] && void this.act(moves[0])),
      },
      advised ? html("span", { class: "star", "aria-hidden": "true" }, "★") : null,
    );
  }

  /** @param {Move} move */
  moveButton(move) {
    const advised = move.action === this.hint?.action;
    const key = this.keyOf(move);
    return html(
      "button",
      {
        type: "button",
        "aria-keyshortcuts": key,
        class: `button move ${move.action === "DECLINE" ? "" : "main"} ${advised ? "advised" : ""}`,
        "data-action": move.action,
        click: () => void this.act(move),
      },
      ...(move.tiles ?? []).map((tile) => tilePicture(tile)),
      html("span", {}, advised ? `★ ${move.label}` : move.label),
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
    this.choosing = tile;
    this.showChoices();
    this.focusChoice();
  }

  showAdvice() {
    const state = /** @type {State} */ (this.state);
    const parts = [];
    if (this.hint) {
      const advised = state.legal.find((move) => move.action === this.hint?.action);
      parts.push(
        html("h3", {}, `★ ${advised?.label ?? this.hint.action}`),
        html("ul", {}, ...hintLines(this.hint, state.legal).map((line) => html("li", {}, line))),
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
   * Asks the server one thing at a time.
   * @template T
   * @param {() => Promise<T>} question
   * @returns {Promise<T | null>}
   */
  async once(question) {
    if (this.busy || !this.state) return null;
    this.busy = true;
    set(this.choices, "aria-busy", "true");
    try {
      return await question();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.lost();
      else if (error instanceof ApiError && error.status === 0) this.showAway();
      else {
        notify(sentenceOf(error), "error");
        if (error instanceof ApiError && error.status === 409) this.show(await fetchTable(this.table));
      }
      return null;
    } finally {
      this.busy = false;
      set(this.choices, "aria-busy", null);
    }
  }

  /** @param {Move} move */
  async act(move) {
    const turn = this.state?.turn;
    const state = await this.once(() => askTable(this.table, "act", { action: move.action, turn }));
    if (state) this.show(state);
  }

  async undo() {
    const state = this.state?.can_undo ? await this.once(() => askTable(this.table, "undo")) : null;
    if (state) this.show(state);
  }

  async ask() {
    if (!this.state || this.state.legal.length === 0) return;
    const hint = await this.once(() => askTable(this.table, "hint"));
    if (!hint) return;
    this.hint = hint;
    this.showChoices();
    this.showAdvice();
    const [title, first] = ["h3", "li"].map((part) => this.advice.querySelector(part)?.textContent ?? "");
    this.said.replaceChildren(html("strong", {}, title ?? ""), ` ${first ?? ""}`);
  }

  /** @param {(move: Move) => boolean} wanted */
  press(wanted) {
    const move = this.state?.legal.find(wanted);
    if (move) void this.act(move);
  }

  /** @returns {import("./keys.js").Key[]} */
  keys() {
    return [
      { keys: ["ArrowRight"], does: "key_next_choice", run: () => this.moveFocus(1) },
      { keys: ["ArrowLeft"], does: "key_last_choice", run: () => this.moveFocus(-1) },
      ...Object.entries(MOVE_KEYS).map(([key, wanted]) => ({
        keys: [key],
        does: `move_${key}`,
        run: () => this.press(wanted),
      })),
      { keys: ["h"], does: "hint", run: () => void this.ask() },
      { keys: ["u"], does: "undo", run: () => void this.undo() },
      { keys: ["Escape"], does: "cancel", run: () => this.choosing && this.choose(null) },
    ];
  }

  leave() {
    this.view.leave();
    this.unfollow();
  }
}

/**
 * Without its options.
 * @param {string} name
 */
function playerName(name) {
  return name.split(":")[0] ?? "";
}
