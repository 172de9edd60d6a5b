// Sits down: who plays where, with which deal.

import { dealTable } from "./api.js";
import { html } from "./dom.js";
import { SEATS } from "./layout.js";
import { learnLink } from "./lesson.js";
import { forgetTable, keepSeating, lastSeating, rememberTable, rememberedTables } from "./saved.js";
import { friendsLink } from "./tables.js";
import { tilePicture } from "./tiles.js";
import { choice, field, numberInput, orNotify, playerChoices, radios, removeRow } from "./widgets.js";
import { levelName, listOf, word } from "./words.js";

/** Whether a table is being made; a double click makes one. */
let sitting = false;

/**
 * Makes a table and goes to it.
 * @param {Deal} deal
 */
export async function sitDown(deal) {
  if (sitting) return;
  sitting = true;
  const table = await orNotify(dealTable(deal));
  sitting = false;
  if (!table) return;
  rememberTable(table, deal);
  keepSeating(deal);
  location.hash = `#/play?table=${table}`;
}

/**
 * The same seats and players, another deal, of which nobody knows the seed.
 * @param {Deal} deal
 */
export function anotherDeal({ seat, players }) {
  return { seat, players, seed: "", game: "0" };
}

/**
 * @param {string} says
 * @param {Deal} deal
 * @param {string} look
 */
export function dealButton(says, deal, look) {
  return html("button", { type: "button", class: `button ${look}`, click: () => void sitDown(deal) }, says);
}

/** The players of a first game. */
const FIRST_PLAYERS = /** @type {Record<Seat, string>} */ ({ A: "standard", B: "standard", C: "standard", D: "standard" });

/** Deals at once, with the same seat and players as last time. */
export function playNow() {
  const { B, C, D } = FIRST_PLAYERS;
  return sitDown(lastSeating() ?? { seat: "A", players: { B, C, D }, seed: "", game: "0" });
}

/**
 * What was chosen, for as long as the page is open: it stays when the language changes.
 * @type {Deal | null}
 */
let drafted = null;

export function sitPage() {
  const draft = (drafted ??= lastSeating() ?? { seat: "A", players: {}, seed: "", game: "0" });
  let seat = draft.seat;
  const chosen = { ...FIRST_PLAYERS, ...draft.players };
  draft.players = chosen;
  const others = html("div", { class: "tools" });
  const seed = numberInput(draft.seed, { size: 14, placeholder: word("random"), change: () => (draft.seed = seed.value) });
  const game = numberInput(draft.game, { size: 6, change: () => (draft.game = game.value) });
  const showOthers = () =>
    others.replaceChildren(
      ...SEATS.filter((other) => other !== seat).map((other) =>
        field(
          other,
          choice(
            playerChoices(["random", "standard", "useful", "net", "search"]),
            chosen[other],
            (name) => (chosen[other] = name),
          ),
        ),
      ),
    );
  showOthers();
  const seats = radios(
    word("your_seat"),
    "seat",
    SEATS.map((one) => [one, one]),
    seat,
    (one) => {
      seat = draft.seat = /** @type {Seat} */ (one);
      showOthers();
    },
  );
  const start = html(
    "form",
    {
      class: "panel",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const players = Object.fromEntries(
          SEATS.filter((other) => other !== seat).map((other) => [other, chosen[other]]),
        );
        void sitDown({ seat, players, seed: seed.value.trim(), game: game.value.trim() || "0" });
      },
    },
    html("h2", {}, word("new_game")),
    seats,
    html("fieldset", {}, html("legend", {}, word("the_others")), others),
    html(
      "fieldset",
      {},
      html("legend", {}, word("the_deal")),
      html("div", { class: "tools" }, field(word("seed"), seed), field(word("game"), game)),
      html("p", { class: "quiet" }, word("deal_about")),
    ),
    html("button", { class: "button main" }, word("sit_down")),
  );
  return html(
    "div",
    { class: "open" },
    html("h1", {}, word("play_title")),
    html("p", { class: "lead" }, word("play_about")),
    html("p", { class: "tools" }, friendsLink(), learnLink()),
    openPanel(),
    html("div", { class: "columns" }, start, rulesPanel()),
  );
}

/** The game in a few sentences, for those who have never played it. */
export function rulesPanel() {
  const sentences = ["win", "turn", "claim"].map((name) => html("li", {}, word(`rule_${name}`)));
  const specials = ["PASS", "REVERSE", "DOUBLE"].map((tile) =>
    html("li", { class: "special" }, tilePicture(tile), word(`rule_${tile}`)),
  );
  return html(
    "section",
    { class: "panel rules" },
    html("h2", {}, word("how_to_win")),
    html("ul", {}, ...sentences),
    html("ul", { class: "specials" }, ...specials),
  );
}

/** The games that are not finished. */
function openPanel() {
  const tables = rememberedTables();
  if (tables.length === 0) return null;
  const rows = tables.map(({ table, deal, when }, at) => {
    const names = Object.values(deal.players).map(levelName);
    const row = html(
      "li",
      {},
      html(
        "span",
        { class: "about" },
        html("strong", {}, word("game_with", { seat: deal.seat, names: listOf(names) })),
        html("time", { datetime: when }, new Date(when).toLocaleString()),
      ),
      html("a", { class: `button ${at === 0 ? "main" : ""}`, href: `#/play?${new URLSearchParams({ table })}` }, word("go_on")),
      html(
        "button",
        {
          type: "button",
          class: "button",
          click: () => {
            forgetTable(table);
            removeRow(row);
          },
        },
        word("delete"),
      ),
    );
    return row;
  });
  return html("section", { class: "panel saved unfinished" }, html("h2", {}, word("open_games")), html("ul", {}, ...rows));
}
