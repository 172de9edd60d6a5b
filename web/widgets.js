// Small parts that several pages use.

import { ApiError, sentenceOf } from "./api.js";
import { html, svg } from "./dom.js";
import { tilePicture } from "./tiles.js";
import { tileWord, word } from "./words.js";

/** Pictures for buttons, in a square of 24. */
/** @type {Record<string, string>} */
const ICONS = {
  first: "M18 5L9 12L18 19ZM6 5V19",
  back: "M16 5L7 12L16 19Z",
  play: "M7 4L19 12L7 20Z",
  pause: "M8 5V19M16 5V19",
  next: "M8 5L17 12L8 19Z",
  last: "M6 5L15 12L6 19ZM18 5V19",
  link: "M10 14L14 10M9 8L11 6A4 4 0 0 1 18 13L16 15M15 16L13 18A4 4 0 0 1 6 11L8 9",
  rotate: "M19 12A7 7 0 1 1 16 6.3M16 2V7H11",
  eye: "M2 12Q12 1 22 12Q12 23 2 12ZM12 9A3 3 0 1 1 12 15A3 3 0 1 1 12 9",
  picture: "M4 5H20V19H4ZM4 16L9 11L13 15L16 12L20 16M15 8.5V9",
  file: "M7 3H14L18 7V21H7ZM14 3V7H18M10 12H15M10 16H15",
  page: "M5 3H19V21H5ZM9 10L6.5 12.5L9 15M15 10L17.5 12.5L15 15M13 8.5L11 16.5",
  undo: "M9 7L4 12L9 17M4 12H15A5 5 0 0 1 15 20",
  bulb: "M9 18H15M10 21H14M8.5 14A6 6 0 1 1 15.5 14Q15 15 15 16H9Q9 15 8.5 14",
  share: "M12 15V3M8 7L12 3L16 7M5 12V20H19V12",
  fold: "M6 9L12 15L18 9",
  more: "M4 6H20M4 12H20M4 18H20",
};

/** @param {string} name */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] ?? "" }),
  );
}

/**
 * A button with a picture; its words are shown where there is room and always said.
 * @param {string} picture
 * @param {string} label
 * @param {() => void} run
 * @param {{ short?: boolean, class?: string, key?: string }} [options] `short` shows the picture alone
 */
export function iconButton(picture, label, run, options = {}) {
  return html(
    "button",
    {
      type: "button",
      class: `button ${options.short ? "square" : ""} ${options.class ?? ""}`,
      title: options.key ? `${label} (${options.key})` : label,
      "aria-label": options.short ? label : null,
      click: run,
    },
    icon(picture),
    options.short ? null : html("span", {}, label),
  );
}

/**
 * A button that is a tile.
 * @param {string} tile
 * @param {Attributes} attributes
 * @param {Children} children
 */
export function tileButton(tile, attributes, ...children) {
  return html(
    "button",
    { type: "button", class: "tile-button", title: tileWord(tile), "data-tile": tile, ...attributes },
    tilePicture(tile),
    ...children,
  );
}

/**
 * A field with its label.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
  return html("label", { class: "field" }, html("span", {}, label), control);
}

/**
 * A field for a number of 64 bits. What is no such number stays in it, and a sentence says what is wrong.
 * @param {string} value
 * @param {Attributes} [attributes]
 */
export function numberInput(value, attributes = {}) {
  const input = html("input", {
    inputmode: "numeric",
    value,
    ...attributes,
    input: () => input.setCustomValidity(isNumber(input.value.trim()) ? "" : word("wrong_number")),
  });
  return input;
}

/** @param {string} text nothing, or digits for a number of 64 bits */
function isNumber(text) {
  return text === "" || (/^\d+$/.test(text) && BigInt(text) < 1n << 64n);
}

/**
 * @param {HTMLTextAreaElement} area
 * @param {number} line counted from 1
 */
export function selectLine(area, line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}

/**
 * @param {[string, string][]} options value and what it says
 * @param {string} chosen
 * @param {(value: string) => void} [change]
 */
export function choice(options, chosen, change) {
  return html(
    "select",
    { change: (/** @type {Event} */ event) => change?.(/** @type {HTMLSelectElement} */ (event.target).value) },
    ...options.map(([value, says]) => html("option", { value, selected: value === chosen }, says)),
  );
}

/**
 * One of a few, each with its button.
 * @param {string} legend
 * @param {string} name
 * @param {[string, string][]} options value and what it says
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
export function radios(legend, name, options, chosen, change) {
  const buttons = options.map(([value, says]) =>
    html(
      "label",
      { class: "button seat-choice" },
      html("input", { type: "radio", name, value, checked: value === chosen, change: () => change(value) }),
      says,
    ),
  );
  return html("fieldset", {}, html("legend", {}, legend), html("div", { class: "seats" }, ...buttons));
}

/**
 * A part of the page with a heading.
 * @param {string} title
 * @param {Children} children
 */
export function panel(title, ...children) {
  return html("section", { class: "panel" }, html("h2", {}, title), ...children);
}

/**
 * What stands where something is missing.
 * @param {string} title
 * @param {string} about
 * @param {Children} tools
 */
export function lostNotice(title, about, ...tools) {
  return html("div", { class: "panel lost" }, html("h1", {}, title), html("p", {}, about), html("div", { class: "tools" }, ...tools));
}

/**
 * Takes a row out of a list of a panel, and the panel with its last one. The keyboard goes on from what is next.
 * @param {HTMLElement} row
 */
export function removeRow(row) {
  const section = row.closest("section");
  const page = section?.parentElement;
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  if (!next) section?.remove();
  const wanted = next?.querySelector(".button") ?? page?.querySelector("button.main") ?? page?.querySelector(".button");
  if (wanted instanceof HTMLElement) wanted.focus();
}

/**
 * Shows where a file would fall.
 * @param {Element | null} place
 */
export function markDrop(place) {
  const before = document.querySelector(".dropping");
  if (before === place) return;
  before?.classList.remove("dropping");
  place?.classList.add("dropping");
}

/**
 * Asks whether something is to be done that cannot be undone.
 * @param {string} question
 * @param {string} yes what the button says that does it
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    const dialog = html(
      "dialog",
      {
        class: "confirm",
        "aria-labelledby": "confirm-text",
        close: () => {
          dialog.remove();
          resolve(dialog.returnValue === "yes");
        },
      },
      html("p", { id: "confirm-text" }, question),
      html(
        "form",
        { method: "dialog", class: "tools" },
        html("button", { class: "button main", value: "yes" }, yes),
        html("button", { class: "button", value: "no", autofocus: true }, word("cancel")),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Says something to everybody, for a while.
 * @param {string} text
 * @param {"status" | "error"} [kind]
 * @param {{ says: string, run: () => void } | null} [offer] what can be done about it; it is said until it is closed
 * @param {boolean} [stays] whether it is said on other pages too
 */
export function notify(text, kind = "status", offer = null, stays = false) {
  const area = document.getElementById("notices");
  const notice = html(
    "div",
    { class: `notice ${offer ? "offer" : kind} ${stays ? "stays" : ""}`, role: kind === "error" ? "alert" : "status" },
    html("span", {}, text),
    offer ? html("button", { type: "button", class: "button main", click: offer.run }, offer.says) : null,
  );
  notice.append(
    html(
      "button",
      { type: "button", class: "button square", "aria-label": word("close"), click: () => notice.remove() },
      "×",
    ),
  );
  area?.replaceChildren(notice);
  if (kind === "status" && !offer) setTimeout(() => notice.remove(), 6000);
}

/** Takes away what went wrong: whoever tries again is told anew. */
export function forgetErrors() {
  for (const notice of document.querySelectorAll("#notices > .error")) notice.remove();
}

/** Takes away what was said of a page that is no longer shown. */
export function forgetNotices() {
  for (const notice of document.querySelectorAll("#notices > :not(.stays)")) notice.remove();
}

/**
 * Waits for an answer, and says what went wrong.
 * @template T
 * @param {Promise<T>} promise
 * @returns {Promise<T | null>}
 */
export async function orNotify(promise) {
  forgetErrors();
  try {
    return await promise;
  } catch (error) {
    // That nobody answers is said elsewhere, for as long as it is so.
    if (!(error instanceof ApiError && error.status === 0)) notify(sentenceOf(error), "error");
    return null;
  }
}

/**
 * @param {string[]} names
 * @returns {[string, string][]}
 */
export function playerChoices(names) {
  return names.map((name) => [name, word(`player_${name}`)]);
}
