// The tables with friends that this browser knows.

import { ApiError, fetchGames } from "./api.js";
import { html } from "./dom.js";
import { hasServer } from "./engine.js";
import { forgetRoom, rememberedRooms } from "./saved.js";
import { lostNotice, orNotify, removeRow } from "./widgets.js";
import { listOf, word } from "./words.js";

/** The way to a table with friends, where a server can have one. */
export function friendsLink(look = "") {
  return hasServer() ? html("a", { class: `button ${look}`, href: "#/friends" }, word("with_friends")) : null;
}

/** Who follows a link to a table with friends is told why there is none here. */
export function noFriendsPanel() {
  const play = html("a", { class: "button main", href: "#/play" }, word("play_title"));
  return lostNotice(word("no_friends_title"), word("no_friends_about"), play, html("a", { class: "button", href: "#/" }, word("to_home")));
}

/** The address of a table. */
export function tableLink(/** @type {string} */ token) {
  return `#/table?${new URLSearchParams({ seat: token })}`;
}

/** @returns {HTMLElement[]} none if there are no tables, or no server that has them */
export function roomsPanel() {
  if (!hasServer()) return [];
  const rooms = rememberedRooms();
  if (rooms.length === 0) return [];
  const list = html("ul", {}, ...rooms.map(roomRow));
  return [html("section", { class: "panel saved tables" }, html("h2", {}, word("your_tables")), list)];
}

/** @param {KnownRoom} room */
function roomRow({ token, when, names }) {
  const row = html(
    "li",
    {},
    html(
      "span",
      { class: "about" },
      html("strong", {}, names.length > 0 ? word("table_of", { names: listOf(names) }) : word("table_of_nobody")),
      html("time", { datetime: when }, new Date(when).toLocaleString()),
    ),
    html("a", { class: "button", href: tableLink(token) }, word("go_to_table")),
    html(
      "button",
      {
        type: "button",
        class: "button",
        click: () => {
          forgetRoom(token);
          removeRow(row);
        },
      },
      word("forget_table"),
    ),
    gamesOf(token),
  );
  return row;
}

/**
 * The games that the server has of a table; it is asked when somebody wants to see them.
 * @param {string} token
 */
function gamesOf(token) {
  const list = html("div", { class: "tools" });
  let [asked, gone] = [false, false];
  const lost = (/** @type {unknown} */ error) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    gone = true;
    forgetRoom(token);
    return [];
  };
  const look = async () => {
    if (asked) return;
    asked = true;
    const games = await orNotify(fetchGames(token).catch(lost));
    asked = games !== null;
    const links = (games ?? []).map((packed, at) =>
      html("a", { class: "button", href: `#/watch?${new URLSearchParams({ d: packed })}` }, word("game_number", { number: at + 1 })),
    );
    list.replaceChildren(...(links.length > 0 ? links : [html("p", { class: "quiet" }, word(gone ? "lost_title" : "no_games"))]));
  };
  return html(
    "details",
    { toggle: () => void look() },
    html("summary", {}, word("games_on_server")),
    list,
  );
}
