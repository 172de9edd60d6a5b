// What is shown when there is nothing more to play: the game is over, or the server has forgotten it.

import { fetchLog, fetchReplay } from "./api.js";
import { html } from "./dom.js";
import { logOf } from "./replay.js";
import { rememberedTable, saveGame } from "./saved.js";
import { download } from "./share.js";
import { anotherDeal, sitDown } from "./sit.js";
import { iconButton, notify, orNotify } from "./widgets.js";
import { word } from "./words.js";

/**
 * @param {string} says
 * @param {Deal} deal
 * @param {string} look
 */
function dealButton(says, deal, look) {
  return html("button", { type: "button", class: `button ${look}`, click: () => void sitDown(deal) }, says);
}

/**
 * How the game ended, and what one can do with it.
 * @param {State} state
 * @param {NonNullable<State["over"]>} over
 */
export function summaryPanel({ table, seat, players }, over) {
  const deal = { seat, players, seed: String(over.seed), game: String(over.game) };
  const keepLog = async () => {
    // The server may have been started anew since; the game is known all the same.
    const again = () => fetchReplay({ packed: over.packed }).then(logOf);
    const log = await orNotify(fetchLog(table).catch(again));
    if (log === null) return;
    const kept = saveGame({ packed: over.packed, text: over.text, when: new Date().toISOString(), log });
    download("hule.log", "text/plain", log);
    notify(word(kept ? "log_kept" : "log_not_kept"));
  };
  return html(
    "section",
    { class: "panel summary" },
    html("h2", {}, over.text),
    html(
      "div",
      { class: "tools" },
      html("a", { class: "button main", href: `#/watch?d=${over.packed}` }, word("watch_replay")),
      iconButton("file", word("keep_log"), () => void keepLog()),
      dealButton(word("same_deal"), deal, ""),
      dealButton(word("another_deal"), anotherDeal(deal), ""),
    ),
  );
}

/**
 * The server knows this table no more: it was started anew, or the table was left for long.
 * @param {string} table
 */
export function lostPanel(table) {
  const remembered = rememberedTable();
  const deal = remembered?.table === table ? remembered.deal : null;
  return html(
    "div",
    { class: "panel lost" },
    html("h1", {}, word("lost_title")),
    html("p", {}, word("lost_about")),
    html(
      "div",
      { class: "tools" },
      deal ? dealButton(word(deal.seed ? "same_deal" : "same_players"), deal, "main") : null,
      html("a", { class: "button", href: "#/play" }, word("new_game")),
    ),
  );
}
