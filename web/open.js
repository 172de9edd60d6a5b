// What to watch: a deck or a log, pasted or dropped, a seed, or the sample.

import { ApiError, sentenceOf } from "./api.js";
import { html } from "./dom.js";
import { replayFor } from "./source.js";
import { choice, field, notify, numberInput, playerChoices, selectLine } from "./widgets.js";
import { word } from "./words.js";

/** The deck of the contest's sample, packed. */
export const SAMPLE =
  "HhbRLaNdCQiNhKCZTNEbFaOWGVUFUBIWhPNHCgGTeMUckJXLRaDQeheEijcLDVSkMXYPXIjLPifRVWYYPXafIcgKJkRiMkWBKOdAZjHFEgDgQTABCGUfYSjQFVBfAcOEdGTZHSMbDIAZSJKJdOeb";

/**
 * Opens a deck or a log.
 * @param {string} text
 * @param {string} route to go to: watch or check
 * @param {HTMLTextAreaElement} [area] that holds it; there the line that is wrong is shown
 */
export async function openText(text, route, area) {
  try {
    const replay = await replayFor({ text });
    location.hash = `#/${route}?d=${replay.packed}`;
  } catch (error) {
    notify(sentenceOf(error), "error");
    if (area && error instanceof ApiError && error.line) selectLine(area, error.line);
  }
}

/** @param {string} route to go to: watch or check */
export function openPage(route) {
  const text = html("textarea", {
    rows: 7,
    spellcheck: "false",
    placeholder: word("paste_here"),
    "aria-label": word("deck_or_log"),
  });
  const players = choice(playerChoices(["random", "standard", "useful", "net"]), "standard");
  const seed = numberInput("1", { size: 12 });
  const game = numberInput("0", { size: 6 });
  const opens = word(route === "check" ? "open_it" : "watch_it");

  const watchText = async () => {
    if (!text.value.trim()) return text.focus();
    await openText(text.value, route, text);
  };
  const watchSeed = () => {
    location.hash = `#/${route}?${new URLSearchParams({
      seed: seed.value.trim() || "0",
      game: game.value.trim() || "0",
      ...(players.value === "standard" ? {} : { players: players.value }),
    })}`;
  };
  const take = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    text.value = await file.text();
    await watchText();
  };
  const file = html("input", { type: "file", change: () => void take(file.files?.[0]) });
  const drop = html(
    "form",
    {
      class: "panel drop",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void watchText();
      },
    },
    html("h2", {}, word("deck_or_log")),
    html("p", { class: "quiet" }, word("drop_about")),
    text,
    html(
      "div",
      { class: "tools" },
      html("button", { class: "button main" }, opens),
      html("label", { class: "button" }, word("choose_file"), file),
    ),
  );
  const seeds = html(
    "form",
    {
      class: "panel",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        watchSeed();
      },
    },
    html("h2", {}, word("a_seed")),
    html("p", { class: "quiet" }, word("seed_about")),
    html(
      "div",
      { class: "tools" },
      field(word("seed"), seed),
      field(word("game"), game),
      field(word("played_by"), players),
    ),
    html("div", { class: "tools" }, html("button", { class: "button main" }, opens)),
  );
  const sample = html(
    "section",
    { class: "panel" },
    html("h2", {}, word("sample")),
    html("p", { class: "quiet" }, word("sample_about")),
    html("div", { class: "tools" }, html("a", { class: "button", href: `#/${route}?d=${SAMPLE}` }, opens)),
  );
  return html(
    "div",
    { class: "open" },
    html("h1", {}, word(route === "check" ? "check_title" : "watch_title")),
    html("p", { class: "lead" }, word(route === "check" ? "check_about" : "watch_about")),
    html("div", { class: "columns" }, drop, html("div", {}, seeds, sample)),
  );
}
