// The first page: what one can do here.

import { html } from "./dom.js";
import { learnLink } from "./lesson.js";
import { SAMPLE } from "./open.js";
import { playNow, rulesPanel } from "./sit.js";
import { friendsLink } from "./tables.js";
import { tilePicture } from "./tiles.js";
import { word } from "./words.js";

export function homePage() {
  const card = (/** @type {string} */ route, /** @type {string[]} */ tiles, /** @type {string} */ name) =>
    html(
      "a",
      { class: "card", href: route },
      html("span", { class: "tiles" }, ...tiles.map((tile) => tilePicture(tile))),
      html("strong", {}, word(`${name}_title`)),
      html("span", {}, word(`${name}_about`)),
    );
  return html(
    "div",
    { class: "home" },
    html("h1", {}, word("home_title")),
    html("p", { class: "lead" }, word("home_about")),
    html(
      "p",
      { class: "tools" },
      html("button", { type: "button", class: "button main large", click: () => void playNow() }, word("play_now")),
      learnLink("large"),
      friendsLink("large"),
    ),
    html(
      "div",
      { class: "cards" },
      card(`#/watch?d=${SAMPLE}`, ["REVERSE", "4S", "5S", "6S"], "watch"),
      card("#/play", ["PASS", "E", "E", "E"], "play"),
      card("#/hand", ["DOUBLE", "Z", "F", "B"], "hand"),
      card("#/check", ["1M", "2M", "3M", "9P"], "check"),
      card("#/study", ["7P", "8P", "9P", "S"], "study"),
    ),
    rulesPanel(),
  );
}
