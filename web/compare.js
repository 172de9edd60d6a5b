// Compares what the reader's own program printed with the right log.

import { fetchCheck } from "./api.js";
import { html } from "./dom.js";
import { markDrop, orNotify } from "./widgets.js";
import { word } from "./words.js";

/** What was entered last, and for which game: it stays when the language changes. */
let entered = { packed: "", output: "" };

/**
 * @param {Replay} replay
 * @param {(result: CheckResult) => void} show where it is wrong
 * @param {boolean} open
 */
export function comparePanel(replay, show, open) {
  if (!replay.players?.every((player) => player === "standard")) return otherPlayers(replay, open);
  const output = html("textarea", {
    rows: 5,
    spellcheck: "false",
    "aria-label": word("your_output"),
    placeholder: "A IN 1M\nB IN …",
    input: () => (entered = { packed: replay.packed, output: output.value }),
  });
  if (entered.packed === replay.packed) output.value = entered.output;
  const verdict = html("div", { class: "verdict", role: "status" });
  const check = async () => {
    const result = await orNotify(fetchCheck(replay.packed, output.value));
    if (!result) return;
    verdict.replaceChildren(...verdictParts(result));
    verdict.className = `verdict ${result.right ? "right" : "wrong"}`;
    show(result);
  };
  const file = html("input", {
    type: "file",
    change: () => {
      const chosen = file.files?.[0];
      if (chosen) void take(chosen);
    },
  });
  const take = async (/** @type {File} */ chosen) => {
    output.value = await chosen.text();
    entered = { packed: replay.packed, output: output.value };
    await check();
  };
  return html(
    "details",
    {
      class: "panel compare",
      open,
      // A file that is dropped here is an output, not a game to open.
      drop: (/** @type {DragEvent} */ event) => {
        const dropped = event.dataTransfer?.files[0];
        if (!dropped) return;
        event.preventDefault();
        event.stopPropagation();
        markDrop(null);
        void take(dropped);
      },
    },
    html("summary", {}, word("compare")),
    html("p", { class: "quiet" }, word("compare_about")),
    output,
    html(
      "div",
      { class: "tools" },
      html("button", { type: "button", class: "button main", click: () => void check() }, word("check")),
      html("label", { class: "button" }, word("choose_file"), file),
    ),
    verdict,
  );
}

/**
 * Programs are compared with the standard players; where others played, that game is elsewhere.
 * @param {Replay} replay
 * @param {boolean} open
 */
function otherPlayers(replay, open) {
  const [deck = ""] = replay.packed.split(".");
  return html(
    "details",
    { class: "panel", open },
    html("summary", {}, word("compare")),
    html("p", { class: "quiet" }, word("compare_others")),
    html("a", { class: "button", href: `#/check?d=${deck}` }, word("compare_standard")),
  );
}

/** @param {CheckResult} result */
function verdictParts(result) {
  const warning = result.warning ? html("p", {}, word("note", { text: result.warning })) : null;
  if (result.right) return [html("h3", {}, `✓ ${word("output_right")}`), warning].filter((part) => part !== null);
  const said = (/** @type {string | null | undefined} */ line) =>
    line === null || line === undefined ? html("em", {}, word("nothing")) : html("code", {}, line);
  return [
    html("h3", {}, `✗ ${word("output_wrong", { line: result.line ?? 0 })}`),
    html(
      "dl",
      {},
      html("dt", {}, word("expected")),
      html("dd", {}, said(result.expected)),
      html("dt", {}, word("found")),
      html("dd", {}, said(result.found)),
    ),
    html("ul", {}, ...(result.why ?? []).map((reason) => html("li", {}, reason))),
    html("p", { class: "quiet" }, word("rule_numbers")),
  ];
}
