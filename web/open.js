// What to watch: a deck or a log, pasted or dropped, a seed, or the sample.

import { ApiError, sentenceOf } from "./api.js";
import { html } from "./dom.js";
import { replayFor } from "./source.js";
import { choice, field, forgetErrors, notify, numberInput, playerChoices, selectLine } from "./widgets.js";
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
  forgetErrors();
  try {
    const replay = await replayFor({ text });
    location.hash = `#/${route}?d=${replay.packed}`;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 0)) notify(sentenceOf(error), "error");
    if (area && error instanceof ApiError && error.line) selectLine(area, error.line);
  }
}

/** What was typed, for as long as the page is open: it stays when the language changes. */
const typed = { text: "", seed: "1", game: "0", player: "standard" };

/** @param {string} route to go to: watch or check */
export function openPage(route) {
  const text = html("textarea", {
    input: () => {
      typed.text = text.value;
      text.setCustomValidity("");
    },
    rows: 7,
    spellcheck: "false",
    placeholder: word("paste_here"),
    "aria-label": word("deck_or_log"),
  });
  const players = choice(playerChoices(["random", "standard", "useful", "net"]), typed.player, (name) => {
    typed.player = name;
  });
  const seed = numberInput(typed.seed, { size: 12, change: () => (typed.seed = seed.value) });
  const game = numberInput(typed.game, { size: 6, change: () => (typed.game = game.value) });
  text.value = typed.text;
  const opens = word(route === "check" ? "open_it" : "watch_it");

  const watchText = async () => {
    if (!text.value.trim()) {
      text.setCustomValidity(word("nothing_pasted"));
      text.reportValidity();
      return;
    }
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
    text.value = typed.text = await file.text();
    text.setCustomValidity("");
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
