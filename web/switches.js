// How the person likes to play: how fast the others are shown, and what goes without asking.

import { html } from "./dom.js";
import { PACES } from "./pace.js";
import { habits, keepHabits } from "./saved.js";
import { sound } from "./sounds.js";
import { choice, field, panel } from "./widgets.js";
import { word } from "./words.js";

/** @param {() => void} decide is called when there is something new that goes without asking */
export function habitsPanel(decide) {
  const now = habits();
  const pace = choice(
    Object.keys(PACES).map((name) => [name, word(`pace_${name}`)]),
    now.pace,
    (name) => keepHabits({ pace: /** @type {Habits["pace"]} */ (name) }),
  );
  const toggle = (/** @type {"win" | "decline" | "discard" | "sound"} */ name) => {
    const change = () => {
      keepHabits({ [name]: box.checked });
      if (name === "sound") sound("turn");
      else if (box.checked) decide();
    };
    const box = html("input", { type: "checkbox", checked: now[name], change });
    return html("label", { class: "switch" }, box, html("span", {}, word(`switch_${name}`)));
  };
  return panel(
    word("habits"),
    field(word("pace"), pace),
    ...[toggle("win"), toggle("decline"), toggle("discard"), toggle("sound")],
  );
}
