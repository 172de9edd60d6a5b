// A game against the players of the library, at a table of one's own.

import { ApiError, askTable, fetchLog, fetchTable, sentenceOf, whenBack } from "./api.js";
import { html, set } from "./dom.js";
import { Lesson } from "./lesson.js";
import { followTable } from "./live.js";
import { endCard, lostPanel } from "./over.js";
import { pastGames, recordGame } from "./past.js";
import { Play } from "./play.js";
import { forgetTable, rememberedTables } from "./saved.js";
import { anotherDeal, dealButton } from "./sit.js";
import { positionAt, told } from "./told.js";
import { forgetErrors, iconButton, notify, panel } from "./widgets.js";
import { word } from "./words.js";

export class SoloPage {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** Moves and undos go one after another. */
    this.requests = Promise.resolve();
    this.undoButton = iconButton("undo", word("undo"), () => void this.undo(), { key: "u" });
    this.hintButton = iconButton("bulb", word("hint"), () => void this.ask(), { key: "h", class: "ask" });
    this.lesson = new Lesson();
    const says = { title: word("leave_table"), "aria-label": word("leave_table") };
    this.play = new Play({
      leave: html("a", { class: "button square", href: "#/play", ...says }, "‹"),
      tools: [this.hintButton, this.undoButton],
      panels: [],
      lesson: this.lesson.element,
      hints: true,
      act: (move, turn) => this.act(move, turn),
      card: (position, over) => this.card(position, over),
      settled: (position, before) => this.settled(position, before),
    });
    this.element = this.play.element;
    this.unfollow = () => {};
    this.gone = false;
    /** @type {FollowedTable | null} what the live connection has told */
    this.followed = null;
    void this.begin();
  }

  shown() {
    this.play.shown();
  }

  async begin() {
    const status = await this.look();
    if (this.gone || status === 404 || this.play.state?.over) return;
    if (status === 0) return void whenBack().then(() => this.gone || this.begin());
    // Another window may play here too, and the server may go away.
    this.unfollow = followTable(this.table, {
      found: (state) => this.show(told(null, state)),
      heard: (said) => said.type === "state" && this.heard(told(this.followed, said)),
      lost: () => this.lost(),
    });
  }

  /**
   * Shows the table as it is now.
   * @returns {Promise<number | null>} the status if that failed
   */
  async look() {
    try {
      this.show(told(null, await fetchTable(this.table)));
      return null;
    } catch (error) {
      return this.failed(error);
    }
  }

  /**
   * Says what went wrong.
   * @param {unknown} error
   * @returns {number} the status; 0 if nobody answers
   */
  failed(error) {
    const status = error instanceof ApiError ? error.status : 500;
    if (this.gone) return status;
    if (status === 404) this.lost();
    // That nobody answers is said elsewhere, for as long as it is so.
    else if (status !== 0) notify(sentenceOf(error), "error");
    return status;
  }

  /**
   * What comes after the page was left is for whoever opens it again: nothing is to decide here any more.
   * @param {FollowedTable} state
   */
  show(state) {
    const { view, seat, over } = state;
    if (this.gone || !view || !seat) return;
    const deal = html("div", { class: "tools" }, html("a", { class: "button main", href: "#/play" }, word("new_game")));
    if (over && !over.packed) this.play.putOver(panel(word("the_table"), html("p", {}, over.text), deal));
    this.play.show(positionAt(state, view, seat));
  }

  /**
   * What comes over the live connection may be older than the last answer; or another window has taken moves back.
   * @param {FollowedTable} state
   */
  heard(state) {
    this.followed = state;
    const { turn, events } = this.play.state ?? { turn: 0, events: [] };
    if (state.turn > turn || (state.turn === turn && state.events.length >= events.length)) return this.show(state);
    this.requests = this.requests.then(async () => void (await this.look()));
  }

  lost() {
    this.unfollow();
    // What was shown at the end stays: nothing more is needed of the server.
    if (this.play.state?.over) return;
    this.element.replaceChildren(lostPanel(this.table));
  }

  /**
   * @param {Position} position
   * @param {Position | null} before
   */
  settled(position, before) {
    this.lesson.saw(before, position);
    this.undoButton.disabled = !position.can_undo;
    this.hintButton.disabled = position.legal.length === 0;
    const { over } = position;
    if (!over) return;
    this.unfollow();
    const from = this.playedOn(over);
    forgetTable(this.table);
    recordGame(this.table, position, over, "alone", [], from);
  }

  /**
   * The game that was played on here, and from which line; nothing if this one was dealt.
   * @param {Ending} over
   */
  playedOn({ packed, seed }) {
    if (seed !== undefined) return undefined;
    const open = rememberedTables().find(({ table }) => table === this.table);
    return open?.deal.from ?? pastGames().find(({ id }) => id === this.table)?.played_on ?? { packed, line: 0 };
  }

  /**
   * @param {Position} position
   * @param {Ending} over
   */
  card(position, over) {
    const deal = this.deal(position, over);
    return endCard(position, over, {
      first: dealButton(word("another_deal"), anotherDeal(deal), "main"),
      last: dealButton(word("same_deal"), deal, ""),
      log: () => fetchLog(this.table),
    });
  }

  /**
   * What deals this game again: its seed, or what was played on.
   * @param {Position} position
   * @param {Ending} over
   * @returns {Deal}
   */
  deal({ seat, players: all }, over) {
    const { seed = "", game = 0 } = over;
    const players = { ...all, [seat]: undefined };
    return { seat, players, seed: String(seed), game: String(game), from: this.playedOn(over) };
  }

  /**
   * Asks the server, and says what went wrong.
   * @template T
   * @param {() => Promise<T>} question
   * @returns {Promise<T | null>}
   */
  async request(question) {
    forgetErrors();
    try {
      return await question();
    } catch (error) {
      // Another window was faster.
      if (this.failed(error) === 409) await this.look();
      return null;
    }
  }

  /**
   * @param {Move} move
   * @param {number} turn
   */
  act(move, turn) {
    const made = this.requests.then(async () => {
      const next = await this.request(() => askTable(this.table, "act", { action: move.action, turn }));
      if (next) this.show(told(null, next));
      return next !== null;
    });
    this.requests = made.then(() => {});
    return made;
  }

  async undo() {
    const { play } = this;
    // No switch decides meanwhile.
    play.undone = true;
    play.finish();
    this.requests = this.requests.then(async () => {
      play.finish();
      const state = play.state?.can_undo ? await this.request(() => askTable(this.table, "undo")) : null;
      if (!state) return;
      play.undone = true;
      this.show(told(null, state));
    });
    await this.requests;
  }

  async ask() {
    const { play } = this;
    play.finish();
    // A move that is on its way is made first.
    await this.requests;
    const { state } = play;
    // On small screens, a step of the lesson lies where the hand is: then there is nothing to advise.
    if (!state || state.legal.length === 0 || !play.choices.element.checkVisibility()) return;
    set(this.hintButton, "aria-busy", "true");
    const hint = await this.request(() => askTable(this.table, "hint"));
    set(this.hintButton, "aria-busy", null);
    if (!hint) return;
    play.advise(state, hint);
    this.lesson.hinted();
  }

  /** @returns {import("./keys.js").Key[]} */
  keys() {
    return [
      ...this.play.keys(),
      { keys: ["h"], does: "hint", run: () => void this.ask() },
      { keys: ["u"], does: "undo", run: () => void this.undo() },
      { keys: ["l"], does: "key_lesson", run: () => this.lesson.focus() },
    ];
  }

  leave() {
    this.gone = true;
    this.play.leave();
    this.unfollow();
  }
}
