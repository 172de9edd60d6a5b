// A table for one to four people: its lobby, the game, and who comes and goes.

import { ApiError, fetchLog, fetchTable, sentenceOf } from "./api.js";
import { Countdown } from "./countdown.js";
import { html } from "./dom.js";
import { usePageKeys } from "./keys.js";
import { SEATS, seatAt } from "./layout.js";
import { follow } from "./live.js";
import { endCard } from "./over.js";
import { recordGame } from "./past.js";
import { localLinks, peopleList, seatTitle, sitForm } from "./people.js";
import { Play } from "./play.js";
import { forgetRoom, keepName, knownRoom, rememberRoom } from "./saved.js";
import { newsOf, positionAt, told } from "./told.js";
import { confirmed, forgetErrors, iconButton, lostNotice, notify, panel } from "./widgets.js";
import { word } from "./words.js";

/** How many letters of a link name the table; the others are the secret of the seat. */
const TABLE_LETTERS = 11;

/** The links that once led to a table and lead nowhere now, so that this is said in the other language too. */
const goneTables = new Set();

export class SharedPage {
  /** @param {string} token of the link */
  constructor(token) {
    this.token = token;
    /** @type {FollowedTable | null} */
    this.room = null;
    /** @type {Play | null} */
    this.play = null;
    /** @type {{ turn: number, number: number, done: (made: boolean) => void } | null} the move that is on its way */
    this.pending = null;
    /** Where a spectator sits. */
    this.bottom = /** @type {Seat} */ ("A");
    /** What lies over the table. */
    this.covered = "";
    this.down = false;
    this.gone = false;
    /** The number of the last game that is in the history. */
    this.recorded = 0;
    /** What the lobby offers the person. */
    this.lobbyKey = "";
    /** What the list of people shows. */
    this.peopleKey = "";
    this.clock = new Countdown();
    this.people = html("div", {});
    this.element = html("div", { class: "open" }, html("p", { class: "quiet", role: "status" }, word("looking_for_table")));
    /** @type {ReturnType<typeof follow> | null} */
    this.line = null;
    void this.begin();
  }

  shown() {
    this.play?.shown();
  }

  async begin() {
    try {
      const state = await fetchTable(this.token);
      if (this.gone) return;
      this.heard(state);
    } catch (error) {
      if (this.gone) return;
      if (error instanceof ApiError && error.status === 404) return this.lost();
      if (!(error instanceof ApiError && error.status === 0)) notify(sentenceOf(error), "error");
    }
    this.line = follow(this.token, {
      heard: (said) => (said.type === "state" ? this.heard(said) : this.refused(said.error)),
      lost: () => this.lost(),
      broken: () => this.broken(),
    });
  }

  /** The server does not know this link, or no longer. */
  lost() {
    this.line?.stop();
    if (knownRoom(this.token)) goneTables.add(this.token);
    forgetRoom(this.token);
    // What was shown at the end stays.
    if (this.play && this.room?.over) return this.play.tell(word("lost_title"), true);
    const gone = goneTables.has(this.token);
    this.close();
    document.body.classList.remove("fit", "at-table");
    const tools = [html("a", { class: "button main", href: "#/friends" }, word("new_table")), html("a", { class: "button", href: "#/" }, word("to_home"))];
    const [title, about] = gone ? ["lost_title", "gone_table_about"] : ["no_table_title", "no_table_about"];
    this.element.replaceChildren(lostNotice(word(title), word(about), ...tools));
  }

  broken() {
    this.down = true;
    this.clock.stop();
    this.pending?.done(false);
    this.play?.tell(word("connection_lost"), true);
    this.lobbyNews?.replaceChildren(word("connection_lost"));
  }

  /** @param {string} error */
  refused(error) {
    this.pending?.done(false);
    notify(error, "error");
  }

  /** @param {State} said */
  heard(said) {
    const before = this.room;
    const room = told(before, said);
    this.room = room;
    if (this.down) {
      this.down = false;
      this.play?.tell(word("connected_again"));
    }
    const news = this.newsSince(before, room);
    const { pending } = this;
    if (pending && (room.turn > pending.turn || room.number !== pending.number)) pending.done(true);
    this.clock.start(room.over ? null : room.seconds, room.waiting === room.seat);
    this.remember(room);
    this.showPeople(room);
    if (!room.view) return this.showLobby(room, news);
    this.showGame(room, room.view);
    if (news) this.play?.tell(news);
  }

  /**
   * @param {FollowedTable | null} before
   * @param {FollowedTable} room
   */
  newsSince(before, room) {
    if (!before) return null;
    if (room.number !== before.number) return word(this.recorded === before.number ? "news_dealt_kept" : "news_dealt");
    const decided = room.turn > before.turn && (before.own?.legal.length ?? 0) > 0 && this.pending?.turn !== before.turn;
    if (decided && this.clock.isUp()) return word("decided_for_you");
    const others = SEATS.filter((seat) => seat !== room.seat);
    return others.map((seat) => newsOf(before.seats[seat], room.seats[seat])).find((text) => text !== null) ?? null;
  }

  /** @param {FollowedTable} room */
  remember({ seats, seat }) {
    const known = knownRoom(this.token);
    const names = SEATS.filter((one) => one !== seat && seats[one].name !== null).map((one) => seatTitle(seats[one]));
    if (known && JSON.stringify(known.names) === JSON.stringify(names)) return;
    const when = known?.when ?? new Date().toISOString();
    rememberRoom({ token: this.token, when, links: known?.links ?? {}, watch: known?.watch ?? null, names });
  }

  /** @param {string} name */
  sit(name) {
    keepName(name);
    this.wish({ type: "sit", name });
  }

  /** @param {object} message */
  wish(message) {
    forgetErrors();
    if (!this.line?.send(message)) notify(word("connection_lost"));
  }

  /** Where the person sits; null for spectators. */
  ownSeat() {
    const { room } = this;
    return room?.seat ? room.seats[room.seat] : null;
  }

  /**
   * @param {FollowedTable} room
   * @param {string | null} news
   */
  showLobby(room, news) {
    if (!this.lobbyNews) {
      this.lobbyNews = html("p", { class: "quiet lobby-news", role: "status" });
      this.lobbyTools = html("div", {});
      const clock = room.clock === null ? word("no_limit") : word("seconds", { count: room.clock });
      this.element.className = "open lobby";
      this.element.replaceChildren(
        html("h1", {}, word("lobby_title")),
        html("p", { class: "lead" }, word(knownRoom(this.token)?.watch ? "lobby_maker" : room.seat ? "lobby_guest" : "lobby_watch")),
        html(
          "section",
          { class: "panel" },
          html("h2", {}, word("the_seats")),
          this.lobbyTools,
          localLinks(knownRoom(this.token)),
          this.people,
          html("p", { class: "quiet" }, word("clock_is", { clock })),
          this.lobbyNews,
        ),
      );
    }
    const own = this.ownSeat();
    const sat = own?.name ?? null;
    const key = JSON.stringify([sat, own?.away]);
    if (this.lobbyKey !== key) {
      this.lobbyKey = key;
      const start = html("button", { type: "button", class: "button", click: () => this.wish({ type: "start" }) }, word("start_without"));
      this.lobbyTools?.replaceChildren(
        ...(own === null ? [] : sat === null ? [sitForm((name) => this.sit(name), word("sit_down"))] : [html("div", { class: "tools" }, start)]),
      );
    }
    const missing = SEATS.filter((seat) => room.seats[seat].name === null).length;
    this.lobbyNews.replaceChildren(news ? `${news} ` : "", word("waiting_for", { count: missing }));
  }

  /**
   * Who is there, and how to leave. It is only drawn again if it changes, so that the keyboard can be on it.
   * @param {FollowedTable} room
   */
  showPeople(room) {
    const own = this.ownSeat();
    const playing = Boolean(own?.name && !own.away && room.view && !room.over);
    const key = JSON.stringify([room.seats, room.spectators, playing]);
    if (key === this.peopleKey) return;
    this.peopleKey = key;
    const leave = html("button", { type: "button", class: "button", click: () => void this.leaveSeat() }, word("leave_seat"));
    this.people.replaceChildren(
      peopleList(room, knownRoom(this.token)),
      ...(playing ? [html("div", { class: "tools" }, leave)] : []),
    );
  }

  /**
   * @param {FollowedTable} room
   * @param {Table} view
   */
  showGame(room, view) {
    const play = (this.play ??= this.openGame(room));
    this.coverGame(room, play);
    const position = positionAt(room, view, this.bottom);
    // At once: others may deal again before its end has been shown.
    this.record(room, position);
    play.show(position);
  }

  /** @param {FollowedTable} room */
  openGame(room) {
    const says = { title: word("leave_table"), "aria-label": word("leave_table") };
    const rotate = iconButton("rotate", word("rotate"), () => this.rotate());
    const play = new Play({
      leave: html("button", { type: "button", class: "button square", ...says, click: () => void this.goAway() }, "‹"),
      tools: [this.clock.element, this.clock.voice, ...(room.seat === null ? [rotate] : [])],
      panels: [panel(word("the_table"), this.people)],
      hints: false,
      act: (move, turn) => this.act(move, turn),
      card: (position, over) => this.card(position, over),
      settled: () => {},
    });
    this.element.className = "room";
    this.element.replaceChildren(play.element);
    document.body.classList.add("fit", "at-table");
    play.shown();
    usePageKeys(play.keys());
    return play;
  }

  rotate() {
    this.bottom = seatAt(this.bottom, 1);
    if (this.room?.view) this.play?.show(positionAt(this.room, this.room.view, this.bottom));
  }

  /**
   * What keeps the person from playing lies over the table.
   * @param {FollowedTable} room
   * @param {Play} play
   */
  coverGame({ over }, play) {
    const own = this.ownSeat();
    const free = own !== null && own.name === null;
    const covered = over?.kind === "broken" ? "broken" : free ? "free" : own?.away ? "away" : "";
    if (covered === this.covered) return;
    this.covered = covered;
    if (covered === "") return play.putOver(null);
    const again = html("button", { type: "button", class: "button main", click: () => this.wish({ type: "again" }) }, word("another_deal"));
    const back = html("button", { type: "button", class: "button main", click: () => this.sit(own?.name ?? "") }, word("take_seat"));
    const tools = {
      broken: own?.name ? html("div", { class: "tools" }, again) : null,
      free: sitForm((name) => this.sit(name), word("sit_down")),
      away: html("div", { class: "tools" }, back),
    };
    const text = covered === "broken" ? (over?.text ?? "") : word(covered === "free" ? "cover_free" : "cover_away");
    const cover = html("section", { class: "panel cover", "aria-label": word("the_table") }, html("p", {}, text), tools[covered]);
    play.putOver(cover);
  }

  /**
   * @param {Move} move
   * @param {number} turn
   * @returns {Promise<boolean>}
   */
  act(move, turn) {
    const number = this.room?.number ?? 0;
    forgetErrors();
    if (!this.line?.send({ type: "act", action: move.action, turn })) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = (/** @type {boolean} */ made) => {
        this.pending = null;
        resolve(made);
      };
      this.pending = { turn, number, done };
    });
  }

  /**
   * @param {Position} position
   * @param {Ending} over
   */
  card(position, over) {
    const again = html("button", { type: "button", class: "button main", click: () => this.wish({ type: "again" }) }, word("another_deal"));
    return endCard(position, over, {
      first: this.ownSeat()?.name ? again : null,
      last: null,
      log: () => fetchLog(this.token),
    });
  }

  /**
   * Keeps a game that is over, for the person who played it.
   * @param {FollowedTable} room
   * @param {Position} position
   */
  record(room, position) {
    const own = this.ownSeat();
    if (!position.over || !own?.name || own.away) return;
    const people = SEATS.filter((seat) => room.seats[seat].person && room.seats[seat].name !== null);
    recordGame(`${this.token.slice(0, TABLE_LETTERS)}.${position.number}`, position, position.over, "friends", people);
    this.recorded = position.number;
  }

  async leaveSeat() {
    if (await confirmed(word("leave_really"), word("leave_seat"))) this.wish({ type: "leave" });
  }

  /** Leaves the page. Whoever sits at a game is asked whether somebody should play on for them. */
  async goAway() {
    const own = this.ownSeat();
    const playing = own?.name && !own.away && !this.room?.over;
    if (playing) {
      if (!(await confirmed(word("leave_really"), word("leave_seat")))) return;
      this.wish({ type: "leave" });
    }
    location.hash = "#/friends";
  }

  close() {
    this.gone = true;
    this.clock.stop();
    this.play?.leave();
    this.line?.stop();
  }

  leave() {
    this.close();
  }
}
