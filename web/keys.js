// Keys for everything, and a list of them.

import { html } from "./dom.js";
import { word } from "./words.js";

/**
 * @typedef {object} Key
 * @property {string[]} keys as `KeyboardEvent.key` names them
 * @property {string} does a name of words.js
 * @property {() => void} run
 */

/** @type {Key[]} */
let pageKeys = [];
/** Shows what the key `?` shows. */
let showHelp = () => {};

/** The keys that go on while they are held down: those that go a step. No move and no undo is made twice by holding its key. */
const STEP_KEYS = /^(Arrow|Page|Backspace)/;

/** @type {Record<string, string>} */
const KEY_CAPS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "␣", Escape: "Esc", Enter: "↵" };

/** @param {Key[]} keys of the page that is shown */
export function usePageKeys(keys) {
  pageKeys = keys;
}

/**
 * Whether the element has uses of its own for the key.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function keepsKey(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "range")
    return key.startsWith("Arrow") || key === "Home" || key === "End";
  if (target instanceof HTMLInputElement && target.type === "checkbox") return key === " ";
  if (target.matches("input, textarea, select")) return true;
  return (key === " " || key === "Enter") && target.matches("a, button, summary");
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (document.querySelector("dialog[open]") || keepsKey(event.target, event.key)) return;
  if (event.key === "?") {
    event.preventDefault();
    showHelp();
    return;
  }
  // A capital is another key only where it does something else.
  const known = (/** @type {string} */ name) => pageKeys.find(({ keys }) => keys.includes(name));
  const key = known(event.key) ?? (event.key.length === 1 ? known(event.key.toLowerCase()) : undefined);
  if (!key) return;
  event.preventDefault();
  if (!event.repeat || STEP_KEYS.test(event.key)) key.run();
}

/** @param {() => void} help is shown by the key `?` */
export function listenToKeys(help) {
  showHelp = help;
  document.addEventListener("keydown", pressed);
}

/** The keys of this page. */
export function keysTable() {
  const row = (/** @type {string[]} */ keys, /** @type {string} */ does) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, ...keys.flatMap((key) => [html("kbd", {}, KEY_CAPS[key] ?? key), " "])),
      html("td", {}, word(does)),
    );
  return html(
    "table",
    { class: "keys" },
    html(
      "tbody",
      {},
      ...pageKeys.map(({ keys, does }) => row(keys, does)),
      row(["Tab", "Enter"], "key_tab"),
      row(["?"], "help"),
    ),
  );
}
