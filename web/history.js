// The games that were played here: what they add up to, and each of them again.

import { html } from "./dom.js";
import { MOST_PAST, PAST_KEY, clearPast, deletePast, isDealIn, opponentsOf, pastGames, replayLink, totalsOf, wholeGames } from "./past.js";
import { deleteKept, keptGames } from "./saved.js";
import { copyText, download } from "./share.js";
import { friendsLink, roomsPanel } from "./tables.js";
import { confirmed, iconButton, notify, panel } from "./widgets.js";
import { levelName, listOf, word } from "./words.js";

/** How many games are listed at once. */
const LISTED = 50;

export class HistoryPage {
  constructor() {
    this.listed = LISTED;
    this.element = html("div", { class: "open history" });
    this.draw();
    /** Another window may have finished a game. */
    this.changed = (/** @type {StorageEvent} */ { key }) => (key === null || key === PAST_KEY) && this.draw();
    window.addEventListener("storage", this.changed);
  }

  leave() {
    window.removeEventListener("storage", this.changed);
  }

  draw() {
    const games = pastGames();
    const kept = keptGames();
    const some = games.length > 0;
    const whole = wholeGames(games);
    this.element.replaceChildren(
      html("h1", {}, word("history_title")),
      html("p", { class: "lead" }, word(some ? "history_about" : "history_empty", { most: MOST_PAST })),
      ...(whole.length > 0 ? [totalsPanel(whole), opponentsPanel(whole)] : []),
      some ? this.gamesPanel(games) : firstSteps(),
      ...(kept.length > 0 ? [this.keptPanel(kept)] : []),
      ...roomsPanel(),
    );
  }

  /** @param {PastGame[]} games */
  gamesPanel(games) {
    const more = html(
      "button",
      {
        type: "button",
        class: "button",
        click: () => {
          const first = this.listed;
          this.listed += LISTED;
          this.draw();
          /** @type {HTMLElement | null} */ (this.element.querySelectorAll(".past li").item(first)?.querySelector("a"))?.focus();
        },
      },
      word("show_more"),
    );
    return html(
      "section",
      { class: "panel saved past" },
      html(
        "div",
        { class: "title" },
        html("h2", {}, word("your_games")),
        html(
          "div",
          { class: "tools" },
          iconButton("file", word("export_json"), () => exportGames()),
          html("button", { type: "button", class: "button", click: () => void this.clear() }, word("clear_history")),
        ),
      ),
      html("ul", {}, ...games.slice(0, this.listed).map((game) => this.gameRow(game))),
      games.length > this.listed ? more : null,
    );
  }

  /** @param {PastGame} game */
  gameRow(game) {
    const { id, seat, players, when, winner } = game;
    const others = Object.entries(players).map(([one, name]) => `${one} ${shownName(game, /** @type {Seat} */ (one), name)}`);
    const result = winner === seat ? "won" : isDealIn(game) ? "dealt-in" : winner === null ? "drawn-game" : "lost";
    const link = replayLink(game);
    return html(
      "li",
      { class: result },
      html(
        "span",
        { class: "about" },
        html("strong", {}, resultWord(game)),
        game.played_on ? html("span", {}, word("past_played_on")) : null,
        html("span", {}, word("game_with", { seat, names: listOf(others) })),
        timeOf(when),
      ),
      html("a", { class: "button", href: link }, word("watch_replay")),
      iconButton("link", word("copy_link"), () => void copyLink(link), { short: true }),
      html(
        "button",
        { type: "button", class: "button", click: () => this.remove(() => deletePast(id)) },
        word("delete"),
      ),
    );
  }

  /**
   * What was kept before there was a history.
   * @param {ReturnType<typeof keptGames>} games
   */
  keptPanel(games) {
    const rows = games.map(({ packed, text, when }) =>
      html(
        "li",
        {},
        html("span", { class: "about" }, html("strong", {}, text), timeOf(when)),
        html("a", { class: "button", href: `#/watch?${new URLSearchParams({ d: packed })}` }, word("watch")),
        html("button", { type: "button", class: "button", click: () => this.remove(() => deleteKept(packed)) }, word("delete")),
      ),
    );
    return html("section", { class: "panel saved kept" }, html("h2", {}, word("saved_games")), html("ul", {}, ...rows));
  }

  /** @param {() => void} forget */
  remove(forget) {
    forget();
    this.draw();
    // The keyboard stays in the list.
    const next = this.element.querySelector(".saved a, .cards a");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  async clear() {
    const count = pastGames().length;
    if (!(await confirmed(word("clear_really", { count }), word("clear_history")))) return;
    this.remove(clearPast);
  }
}

/**
 * @param {PastGame} game
 * @param {Seat} seat
 * @param {string} name
 */
function shownName({ people }, seat, name) {
  return people.includes(seat) ? name : levelName(name);
}

/** @param {PastGame} game */
function resultWord(game) {
  const { seat, winner, kind, players, distance } = game;
  if (winner === null) return word("past_draw", { distance });
  if (winner === seat) return word(kind === "ron" ? "past_ron" : "past_self_drawn");
  const name = `${winner} ${shownName(game, winner, players[winner] ?? "")}`;
  return word(isDealIn(game) ? "past_deal_in" : "past_other", { name, distance });
}

/** @param {string} when */
function timeOf(when) {
  return html("time", { datetime: when }, new Date(when).toLocaleString());
}

/** @param {string} link */
async function copyLink(link) {
  const whole = `${location.origin}${location.pathname}${link}`;
  notify((await copyText(whole)) ? word("replay_copied") : whole);
}

function exportGames() {
  const games = pastGames();
  const text = JSON.stringify({ format: "hule-history", version: 1, totals: totalsOf(wholeGames(games)), games }, null, 2);
  download("hule-history.json", "application/json", `${text}\n`);
}

/** @param {PastGame[]} games */
function totalsPanel(games) {
  const totals = totalsOf(games);
  const share = (/** @type {number} */ count) => word("share_of", { share: Math.round((100 * count) / totals.games) });
  const figure = (/** @type {string} */ name, /** @type {string | number} */ value, /** @type {string} */ more) =>
    html("div", { class: "figure" }, html("dt", {}, word(name)), html("dd", {}, html("strong", {}, String(value)), html("span", {}, more)));
  return html(
    "section",
    { class: "panel", "aria-label": word("totals") },
    html(
      "dl",
      { class: "figures" },
      figure("total_games", totals.games, ""),
      figure("total_wins", totals.wins, `${share(totals.wins)} · ${word("of_self_drawn", { count: totals.self_drawn })}`),
      figure("total_deals_in", totals.deals_in, `${share(totals.deals_in)} · ${word("deal_in_about")}`),
      figure("total_draws", totals.draws, share(totals.draws)),
      figure("total_distance", (totals.distance ?? 0).toFixed(2), word("distance_about")),
    ),
  );
}

/** @param {PastGame[]} games */
function opponentsPanel(games) {
  const columns = ["total_games", "column_won", "column_lost", "total_deals_in"];
  const rows = opponentsOf(games).map(({ name, person, games: played, wins, losses, deals_in }) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, person ? name : levelName(name)),
      ...[played, wins, losses, deals_in].map((count) => html("td", {}, String(count))),
    ),
  );
  return panel(
    word("by_opponents"),
    html(
      "table",
      { class: "numbers" },
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          html("th", { scope: "col" }, word("opponent")),
          ...columns.map((name) => html("th", { scope: "col" }, word(name))),
        ),
      ),
      html("tbody", {}, ...rows),
    ),
    html("p", { class: "quiet" }, word("opponents_about")),
  );
}

function firstSteps() {
  return html(
    "div",
    { class: "tools" },
    html("a", { class: "button main", href: "#/play" }, word("nav_play")),
    friendsLink(),
  );
}
