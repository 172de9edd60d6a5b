// What is shown when there is nothing more to play: the game is over, or the server has forgotten it.

import { Analysis } from "./analysis.js";
import { fetchHand, fetchReplay } from "./api.js";
import { Chart } from "./chart.js";
import { html } from "./dom.js";
import { hasServer } from "./engine.js";
import { SEATS } from "./layout.js";
import { handLink, saveHtml } from "./position.js";
import { logOf, tablesOf } from "./replay.js";
import { replayLink } from "./past.js";
import { forgetTable, rememberedTables } from "./saved.js";
import { download } from "./share.js";
import { dealButton } from "./sit.js";
import { tilePicture } from "./tiles.js";
import { icon, iconButton, lostNotice, orNotify } from "./widgets.js";
import { tileWord, word } from "./words.js";

/**
 * What one can do after a game, besides what one always can.
 * @typedef {object} Offers
 * @property {HTMLElement | null} first
 * @property {HTMLElement | null} last
 * @property {() => Promise<string>} log
 */

/**
 * Whether one has won.
 * @param {Position} state
 * @param {Ending} over
 */
function resultOf(state, over) {
  if (over.winner === null) return "exhausted";
  return over.winner === state.seat && !state.watches ? "you_win" : "other_wins";
}

/**
 * The same in a few words.
 * @param {Position} state
 * @param {Ending} over
 */
export function resultWords(state, over) {
  return word(resultOf(state, over), { name: over.winner ? nameOf(state, over.winner) : "" });
}

/**
 * How the game ended, what everybody held, and what one can do with it.
 * @param {Position} state
 * @param {Ending} over
 * @param {Offers} offers
 */
export function endCard(state, over, offers) {
  const keepLog = async () => {
    // The server may have been started anew since; the game is known all the same.
    const again = () => fetchReplay({ packed: over.packed }).then(logOf);
    const log = await orNotify(offers.log().catch(again));
    if (log !== null) download("hule.log", "text/plain", log);
  };
  const groups = html("div", { class: "tiles groups" });
  const curve = html("div", { class: "curves" });
  const analysis = html("div", { class: "analyses" });
  const hands = SEATS.map((one) => handRow(state, over, one));
  const see = () => {
    const small = card.classList.toggle("small");
    seeButton.replaceChildren(word(small ? "see_result" : "see_table"));
    if (!small) card.scrollTop = 0;
  };
  const seeButton = html("button", { type: "button", class: "button see", click: see }, word("see_table"));
  const card = html(
    "section",
    { class: `panel summary ${resultOf(state, over)}`, "aria-label": word("game_over") },
    html("h2", {}, resultWords(state, over)),
    html("p", { class: "quiet" }, over.text),
    html(
      "div",
      { class: "tools" },
      offers.first,
      html("a", { class: "button", href: replayLink({ ...state, ...over }) }, word("watch_replay")),
      iconButton("file", word("download_log"), () => void keepLog()),
      iconButton("page", word("study_save"), () => void saveHtml({ packed: over.packed }, replayLink({ ...state, ...over }))),
      offers.last,
      seeButton,
    ),
    groups,
    analysis,
    html("div", { class: "hands" }, ...hands.map(({ row }) => row)),
    curve,
  );
  void showMore(state, over, { groups, hands, curve, analysis });
  return card;
}

/**
 * @param {Position} state
 * @param {Seat} seat
 */
function nameOf(state, seat) {
  return `${seat} ${state.names[seat]}`;
}

/**
 * What a seat held at the end.
 * @param {Position} state
 * @param {Ending} over
 * @param {Seat} seat
 */
function handRow(state, over, seat) {
  const near = html("span", { class: "near" });
  const won = over.winner === seat;
  const tiles = [...over.hands[seat]];
  const all = won && over.kind === "ron" && over.tile ? [...tiles, over.tile] : [...tiles];
  if (won && over.kind === "self_drawn" && over.tile) tiles.splice(tiles.indexOf(over.tile), 1);
  const melds = state.view.melds[seat].map((meld) =>
    html("span", { class: "meld" }, ...meld.tiles.map((tile) => tilePicture(tile, tileWord(tile)))),
  );
  const row = html(
    "div",
    { class: `held ${won ? "won" : ""}` },
    html("strong", {}, nameOf(state, seat)),
    near,
    html(
      "a",
      { class: "look", href: handLink(all, melds.length), "aria-label": `${word("analyse_hand")}: ${seat}`, title: word("analyse_hand") },
      icon("bulb"),
    ),
    html(
      "span",
      { class: "tiles" },
      ...tiles.map((tile) => tilePicture(tile, tileWord(tile))),
      won && over.tile
        ? html("span", { class: "winning" }, tilePicture(over.tile, word("winning_tile", { tile: tileWord(over.tile) })))
        : null,
      ...melds,
    ),
  );
  return { seat, row, near };
}

/**
 * What the server knows besides: the groups of the hand that won, the distances, and their curves.
 * @param {Position} state
 * @param {Ending} over
 * @param {{ groups: HTMLElement, hands: ReturnType<typeof handRow>[], curve: HTMLElement, analysis: HTMLElement }} parts
 */
async function showMore(state, over, { groups, hands, curve, analysis }) {
  const { winner, tile } = over;
  const { view, seat: own } = state;
  if (winner && tile) {
    const held = over.kind === "ron" ? [...over.hands[winner], tile] : over.hands[winner];
    const hand = await fetchHand(held.join(" "), view.melds[winner].length).catch(() => null);
    let found = false;
    const picture = (/** @type {string} */ one) => {
      const wins = one === tile && !found;
      if (wins) found = true;
      const shown = tilePicture(one, wins ? word("winning_tile", { tile: tileWord(one) }) : tileWord(one));
      return wins ? html("span", { class: "winning" }, shown) : shown;
    };
    const all = [...(hand?.groups ?? []), ...view.melds[winner].map((meld) => meld.tiles)];
    if (hand) groups.replaceChildren(...all.map((group) => html("span", { class: "meld" }, ...group.map(picture))));
  }
  const replay = await fetchReplay({ packed: over.packed }).catch(() => null);
  if (!replay) return;
  const tables = tablesOf(replay);
  const last = tables.at(-1);
  for (const { seat, near } of hands) {
    const distance = last?.distances[seat];
    if (seat === winner) near.textContent = word("wins");
    else if (distance !== undefined) near.textContent = word(distance === 1 ? "plate_ready" : "distance_is", { distance });
  }
  const chart = new Chart(tables, () => {});
  chart.show(tables.length - 1);
  curve.replaceChildren(chart.svg, chart.legend);
  const link = replayLink({ ...state, ...over });
  const found = new Analysis(replay, own, { go: (step) => (location.hash = `${link}&step=${step}`) });
  analysis.replaceChildren(found.element);
}

/**
 * This table is not there any more.
 * @param {string} table
 */
export function lostPanel(table) {
  const deal = rememberedTables().find((one) => one.table === table)?.deal;
  const again = deal ? dealButton(word(deal.seed || deal.from ? "same_deal" : "same_players"), deal, "main") : null;
  const other = html("a", { class: "button", href: "#/play" }, word("new_game"));
  const notice = lostNotice(word("lost_title"), word(hasServer() ? "lost_about_server" : "lost_about_browser"), again, other);
  for (const button of [again, other]) button?.addEventListener("click", () => forgetTable(table));
  return notice;
}
