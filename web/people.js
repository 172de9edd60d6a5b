// Who sits at a table of friends, the links to its seats, and how one sits down.

import { html } from "./dom.js";
import { SEATS } from "./layout.js";
import { ownName } from "./saved.js";
import { copyText } from "./share.js";
import { field, iconButton, notify } from "./widgets.js";
import { levelName, word } from "./words.js";

/** How long a name may be, as the server has it. */
const LONGEST_NAME = 20;

/**
 * What people see as letters: an emoji may consist of several characters.
 * @param {string} text
 */
function lettersOf(text) {
  if (!("Segmenter" in Intl)) return [...text];
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}

/**
 * As many whole letters of a name as the server takes, which counts characters.
 * @param {string} text
 */
function shortName(text) {
  let name = "";
  for (const letter of lettersOf(text)) {
    if ([...name, ...letter].length > LONGEST_NAME) break;
    name += letter;
  }
  return name;
}

/**
 * A name as it is sent, without what joins nothing at its end and without half a character.
 * @param {string} text
 */
function wholeName(text) {
  return shortName(text.trim()).replace(/[\u200d\u200c\ud800-\udfff\s]+$/u, "");
}

/**
 * What a seat is called.
 * @param {SeatShown} shown
 * @param {boolean} [own]
 */
export function seatTitle({ person, name }, own = false) {
  if (!person) return levelName(name ?? "");
  if (own) return name === null ? word("your_seat") : `${name} (${word("you")})`;
  return name ?? word("free_seat");
}

/**
 * Whether somebody is there.
 * @param {SeatShown} shown
 */
function presence({ person, name, connected, away }) {
  if (!person) return word("is_player");
  if (name === null) return word("is_free");
  if (away) return word("is_away");
  return word(connected ? "is_here" : "is_offline");
}

/**
 * Ways to give a link to somebody.
 * @param {string} link
 * @param {string} whose
 */
function linkTools(link, whose) {
  const text = html("input", {
    class: "link",
    readonly: true,
    value: link,
    "aria-label": whose,
    focus: () => text.select(),
  });
  const copy = async () => {
    if (await copyText(link)) return notify(word("invitation_copied"));
    text.focus();
    notify(word("copy_by_hand"));
  };
  const share = () => void navigator.share({ title: "hule 和了", text: whose, url: link }).catch(() => {});
  return html(
    "span",
    { class: "link-tools" },
    text,
    iconButton("link", word("copy_link"), () => void copy()),
    typeof navigator.share === "function" ? iconButton("share", word("share_link"), share) : null,
  );
}

/** Links that lead nowhere on other computers. */
const LOCAL = /^\w+:..(localhost|127\.[\d.]+|\[::1\])[:/]/;

/**
 * Says so if the links are of no use to others.
 * @param {KnownRoom | null} known
 */
export function localLinks(known) {
  return LOCAL.test(known?.watch ?? "") ? html("p", { class: "wrong local" }, word("links_local")) : null;
}

/**
 * @param {FollowedTable} room
 * @param {KnownRoom | null} known
 */
export function peopleList({ seats, seat: own, spectators }, known) {
  const rows = SEATS.map((seat) => {
    const shown = seats[seat];
    const link = seat === own || !shown.person ? undefined : known?.links[seat];
    const state = shown.person && (shown.away || !shown.connected || shown.name === null) ? "gone" : "there";
    return html(
      "li",
      { class: `${state} ${seat === own ? "own" : ""}` },
      html("span", { class: `badge badge-${seat}`, "aria-hidden": "true" }, seat),
      html(
        "span",
        { class: "about" },
        html("strong", {}, html("span", { class: "hidden" }, `${seat} `), seatTitle(shown, seat === own)),
        html("span", { class: "quiet" }, presence(shown)),
      ),
      link ? linkTools(link, word("link_for_seat", { seat })) : null,
    );
  });
  const watchers = html(
    "li",
    { class: "watchers" },
    html("span", { class: "badge", "aria-hidden": "true" }, "◉"),
    html(
      "span",
      { class: "about" },
      html("strong", {}, word("spectators")),
      html("span", { class: "quiet" }, word("watching_now", { count: spectators })),
    ),
    known?.watch ? linkTools(known.watch, word("link_to_watch")) : null,
  );
  return html("ul", { class: "people" }, ...rows, watchers);
}

/** The name that was typed and not yet used, for as long as the page is open: it stays when the language changes. */
/** @type {string | null} */
let typedName = null;

/**
 * @param {(name: string) => void} sit
 * @param {string} says what the button says
 */
export function sitForm(sit, says) {
  const name = html("input", {
    value: typedName ?? wholeName(ownName()),
    // Not `maxlength`, which cuts emoji in two. What is still being composed is left alone.
    input: (/** @type {InputEvent} */ { isComposing }) => {
      const short = shortName(name.value);
      if (short !== name.value && !isComposing) name.value = short;
      typedName = name.value;
    },
    required: true,
    autocomplete: "nickname",
    size: 16,
  });
  return html(
    "form",
    {
      class: "tools sit",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        typedName = null;
        sit(wholeName(name.value));
      },
    },
    field(word("your_name"), name),
    html("button", { class: "button main" }, says),
  );
}
