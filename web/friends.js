// Sets up a table for one to four people.

import { newTable } from "./api.js";
import { html } from "./dom.js";
import { SEATS } from "./layout.js";
import { rememberRoom } from "./saved.js";
import { roomsPanel, tableLink } from "./tables.js";
import { choice, field, orNotify, playerChoices, radios } from "./widgets.js";
import { word } from "./words.js";

/** Where people sit, by their number: two sit opposite one another. */
const SEATS_OF = /** @type {Record<string, Seat[]>} */ ({
  1: ["A"],
  2: ["A", "C"],
  3: ["A", "B", "C"],
  4: ["A", "B", "C", "D"],
});

/** What was chosen, for as long as the page is open: it stays when the language changes. */
const planned = {
  people: "2",
  clock: "none",
  players: /** @type {Record<Seat, string>} */ ({ A: "useful", B: "useful", C: "useful", D: "useful" }),
};

/** Whether a table is being made; a double click makes one. */
let inviting = false;

async function invite() {
  if (inviting) return;
  inviting = true;
  const people = SEATS_OF[planned.people] ?? [];
  const players = Object.fromEntries(
    SEATS.filter((seat) => !people.includes(seat)).map((seat) => [seat, planned.players[seat]]),
  );
  const clock = planned.clock === "none" ? {} : { clock: Number(planned.clock) };
  const made = await orNotify(newTable({ people, players, ...clock }));
  inviting = false;
  const token = made?.seats.A?.token;
  if (!made || !token) return;
  const links = Object.fromEntries(Object.entries(made.seats).map(([seat, { link }]) => [seat, link]));
  rememberRoom({ token, when: new Date().toISOString(), links, watch: made.watch.link, names: [] });
  location.hash = tableLink(token);
}

export function friendsPage() {
  const others = html("div", { class: "tools" });
  const rest = html("fieldset", {}, html("legend", {}, word("the_rest")), others);
  const showOthers = () => {
    const people = SEATS_OF[planned.people] ?? [];
    const free = SEATS.filter((seat) => !people.includes(seat));
    rest.hidden = free.length === 0;
    others.replaceChildren(
      ...free.map((seat) =>
        field(
          seat,
          choice(
            playerChoices(["random", "standard", "useful", "net", "search"]),
            planned.players[seat],
            (name) => (planned.players[seat] = name),
          ),
        ),
      ),
    );
  };
  showOthers();
  const form = html(
    "form",
    {
      class: "panel",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void invite();
      },
    },
    html("h2", {}, word("new_table")),
    radios(word("how_many"), "people", Object.keys(SEATS_OF).map((count) => [count, count]), planned.people, (count) => {
      planned.people = count;
      showOthers();
    }),
    rest,
    radios(
      word("time_to_decide"),
      "clock",
      [
        ["none", word("no_limit")],
        ["10", word("seconds", { count: 10 })],
        ["30", word("seconds", { count: 30 })],
      ],
      planned.clock,
      (clock) => {
        planned.clock = clock;
      },
    ),
    html("p", { class: "quiet" }, word("clock_about")),
    html("button", { class: "button main" }, word("make_table")),
  );
  const steps = ["links", "begin", "back", "watch"].map((name) => html("li", {}, word(`friends_${name}`)));
  return html(
    "div",
    { class: "open" },
    html("h1", {}, word("with_friends")),
    html("p", { class: "lead" }, word("friends_about")),
    html(
      "div",
      { class: "columns" },
      form,
      html("section", { class: "panel" }, html("h2", {}, word("how_it_goes")), html("ul", {}, ...steps)),
    ),
    ...roomsPanel(),
  );
}
