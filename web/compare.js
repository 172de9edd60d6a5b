// Compares what the reader's own program printed with the right log.

import { fetchCheck } from "./api.js";
import { html } from "./dom.js";
import { orNotify } from "./widgets.js";
import { word } from "./words.js";

/**
 * @param {Replay} replay
 * @param {(result: CheckResult) => void} show where it is wrong
 * @param {boolean} open
 */
export function comparePanel(replay, show, open) {
  const output = html("textarea", {
    rows: 5,
    spellcheck: "false",
    "aria-label": word("your_output"),
    placeholder: "A IN 1M\nB IN …",
  });
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
    change: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      output.value = await chosen.text();
      await check();
    },
  });
  return html(
    "details",
    { class: "panel compare", open },
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

/** @param {CheckResult} result */
function verdictParts(result) {
  const warning = result.warning ? html("p", {}, result.warning) : null;
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
  ];
}
