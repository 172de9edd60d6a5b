// The languages and the rules: in the header, and at a table also where there is no room for one.

import { html } from "./dom.js";
import { language, word } from "./words.js";

/** What the buttons do; the frame of the page says it. */
/** @type {{ speak: (code: LanguageName) => void, help: () => void }} */
const deeds = { speak: () => {}, help: () => {} };

/** @param {typeof deeds} known */
export function onSettings(known) {
  Object.assign(deeds, known);
}

export function helpButton() {
  return html(
    "button",
    { type: "button", class: "button square help", title: word("help"), "aria-label": word("help"), click: () => deeds.help() },
    "?",
  );
}

export function settingButtons() {
  const languages = /** @type {[LanguageName, string][]} */ ([
    ["en", "English"],
    ["zh", "中文"],
  ]);
  const buttons = languages.map(([code, says]) =>
    html(
      "button",
      {
        type: "button",
        class: "button language",
        lang: code,
        "aria-pressed": String(code === language()),
        click: () => deeds.speak(code),
      },
      says,
    ),
  );
  return html("div", { class: "settings" }, ...buttons, helpButton());
}
