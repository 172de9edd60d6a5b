// Builds a hand by clicking, and shows at once what the library says about it.

import { ApiError, fetchHand, sentenceOf, whenBack } from "./api.js";
import { html, set, setText } from "./dom.js";
import { countedTiles, choiceTable } from "./choicetable.js";
import { TILES, tilePicture } from "./tiles.js";
import { panel, tileButton } from "./widgets.js";
import { tileWord, word } from "./words.js";

/** What was typed, for as long as the page is open: it stays when the language changes. */
let typedHand = "";

export class HandPage {
  /** @param {URLSearchParams} params */
  constructor(params) {
    const given = (params.get("tiles") ?? "").split(/[\s,]+/).filter(Boolean);
    /** @type {string[]} */
    this.tiles = given.every((tile) => TILES.includes(tile)) ? given : [];
    this.open = Math.max(0, Math.min(4, Number(params.get("open") ?? 0) || 0));
    this.asked = 0;
    /**
     * How many tiles fit beside so many open melds. The server says it with every answer: a hand that wins is full.
     * @type {Map<number, number>}
     */
    this.full = new Map();
    const wrong = this.tiles.length === 0 ? given.join(" ") : "";
    if (wrong) typedHand = wrong;
    this.text = html("input", {
      value: typedHand,
      placeholder: "123m 55p EE",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-describedby": "hand-text-about",
      input: () => {
        typedHand = this.text.value;
        this.text.setCustomValidity("");
      },
    });
    this.held = html("div", { class: "hand", role: "group", "aria-label": word("your_hand") });
    this.result = html("div", { class: "result", "aria-live": "polite" });
    this.count = html("span", { class: "counter" });
    this.palette = TILES.map((tile) =>
      tileButton(tile, {
        "aria-label": word("add_tile", { tile: tileWord(tile) }),
        click: () => this.add(tile),
      }),
    );
    const rows = [
      this.palette.slice(0, 9),
      this.palette.slice(9, 18),
      this.palette.slice(18, 27),
      this.palette.slice(27, 34),
      this.palette.slice(34),
    ];
    this.opens = html(
      "select",
      { change: () => this.setOpen(Number(this.opens.value)) },
      ...[0, 1, 2, 3, 4].map((open) => html("option", { value: open, selected: open === this.open }, String(open))),
    );
    this.element = html(
      "div",
      { class: "hand-page" },
      html("h1", {}, word("hand_title")),
      html("p", { class: "lead" }, word("hand_about")),
      html(
        "form",
        {
          class: "tools typed",
          submit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.type();
          },
        },
        html("label", { class: "field" }, html("span", {}, word("hand_text")), this.text),
        html("button", { class: "button" }, word("show_hand")),
        html("span", { class: "quiet", id: "hand-text-about" }, word("hand_text_about")),
      ),
      html("div", { class: "felt" }, this.held),
      html(
        "div",
        { class: "tools" },
        this.count,
        html("label", { class: "field" }, html("span", {}, word("open_melds")), this.opens),
        html("button", { type: "button", class: "button", click: () => this.clear() }, word("clear")),
        html("button", { type: "button", class: "button", click: () => this.example() }, word("example")),
      ),
      html(
        "div",
        { class: "columns wide" },
        panel(word("add_tiles"), ...rows.map((row) => html("div", { class: "palette" }, ...row))),
        this.result,
      ),
    );
    this.changed();
    if (wrong) void this.type();
  }

  /** Takes the hand that was typed; what stands for which tiles, the server knows. */
  async type() {
    const text = this.text.value;
    if (!text.trim()) return this.clear();
    try {
      const { tiles } = await fetchHand(text, this.open);
      if (text !== this.text.value) return;
      this.tiles = tiles;
      this.changed();
    } catch (error) {
      this.text.setCustomValidity(sentenceOf(error));
      this.text.reportValidity();
    }
  }

  /**
   * Whether a hand may have so many tiles, as far as is known.
   * @param {number} count
   * @param {number} open
   */
  fits(count, open) {
    return count <= (this.full.get(open) ?? Infinity);
  }

  /** @param {string} tile */
  mayAdd(tile) {
    return this.fits(this.tiles.length + 1, this.open) && this.tiles.filter((one) => one === tile).length < 4;
  }

  /** @param {string} tile */
  add(tile) {
    if (!this.mayAdd(tile)) return;
    this.tiles.push(tile);
    this.tiles.sort((a, b) => TILES.indexOf(a) - TILES.indexOf(b));
    this.changed();
  }

  /** @param {number} at */
  remove(at) {
    this.tiles.splice(at, 1);
    this.changed();
    const buttons = this.held.querySelectorAll("button");
    (buttons[Math.min(at, buttons.length - 1)] ?? this.palette[0])?.focus();
  }

  /** @param {number} open */
  setOpen(open) {
    this.open = open;
    this.changed();
  }

  clear() {
    const held = this.held.contains(document.activeElement);
    this.tiles = [];
    this.changed();
    if (held) this.palette[0]?.focus();
  }

  example() {
    this.tiles = "2M 3M 4M 6M 7M 3P 3P 5P 6P 7P 4S 5S E F".split(" ");
    this.open = 0;
    this.opens.value = "0";
    this.changed();
  }

  changed() {
    this.held.replaceChildren(
      ...this.tiles.map((tile, at) =>
        tileButton(tile, {
          "aria-label": word("remove_tile", { tile: tileWord(tile) }),
          click: () => this.remove(at),
        }),
      ),
    );
    if (this.tiles.length === 0) this.held.append(html("p", { class: "quiet" }, word("hand_empty")));
    this.showLimits();
    setText(this.count, word("tile_count", { count: this.tiles.length }));
    const params = new URLSearchParams();
    if (this.tiles.length > 0) params.set("tiles", this.tiles.join(","));
    if (this.open > 0) params.set("open", String(this.open));
    history.replaceState(null, "", `#/hand${params.size ? `?${params}` : ""}`.replaceAll("%2C", ","));
    void this.ask();
  }

  /** Shows which tiles may be added, and with how many open melds the hand fits. */
  showLimits() {
    // Not `disabled`, which would take the keyboard away from it.
    for (const button of this.palette) set(button, "aria-disabled", this.mayAdd(button.dataset.tile ?? "") ? null : "true");
    for (const option of this.opens.options) option.disabled = !this.fits(this.tiles.length, Number(option.value));
  }

  async ask() {
    const asked = (this.asked += 1);
    if (this.tiles.length === 0) return this.result.replaceChildren();
    /** @type {Element[]} */
    let parts;
    try {
      const result = await fetchHand(this.tiles.join(" "), this.open);
      this.full.set(result.open, result.groups.flat().length);
      this.showLimits();
      parts = resultParts(result);
    } catch (error) {
      parts = [panel(word("result"), html("p", { class: "wrong" }, sentenceOf(error)))];
      if (error instanceof ApiError && error.status === 0)
        void whenBack().then(() => (asked === this.asked ? this.ask() : undefined));
    }
    // An older answer may come after a newer one.
    if (asked === this.asked) this.result.replaceChildren(...parts);
  }

  /** @returns {import("./keys.js").Key[]} */
  keys() {
    return [
      { keys: ["ArrowRight"], does: "key_next_choice", run: () => this.moveFocus(1) },
      { keys: ["ArrowLeft"], does: "key_last_choice", run: () => this.moveFocus(-1) },
      {
        keys: ["Backspace"],
        does: "key_remove",
        run: () => this.tiles.length > 0 && this.remove(this.tiles.length - 1),
      },
      { keys: ["Delete"], does: "clear", run: () => this.clear() },
    ];
  }

  /** @param {1 | -1} way */
  moveFocus(way) {
    const buttons = /** @type {HTMLButtonElement[]} */ ([...this.element.querySelectorAll(".tile-button:enabled")]);
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + way + buttons.length) % buttons.length]?.focus();
  }

  leave() {}
}

/** @param {HandResult} result */
function resultParts(result) {
  const { distance, discards, choice, way, groups } = result;
  const headline = word(distance === 0 ? "hand_wins" : distance === 1 ? "distance_ready" : "distance_is", { distance });
  const parts = [
    panel(
      word("result"),
      html("p", { class: "headline" }, headline),
      choice ? html("p", {}, word("standard_discards", { tile: choice.tile })) : null,
      ...(result.useful.length > 0
        ? [html("h3", {}, word(distance === 1 ? "waits_left" : "useful_left", { count: result.useful_left })), countedTiles(result.useful)]
        : []),
    ),
  ];
  if (discards.length > 0) {
    const rows = discards.map(({ tile, useful_left: left, ...more }) => ({
      ...more,
      label: tile,
      tile,
      left,
      best: tile === choice?.tile,
    }));
    parts.push(panel(word("discards"), choiceTable(word("discards"), rows)));
  }
  if (way.length > 0 || groups.length > 0) {
    const steps = way.map((step) =>
      html(
        "span",
        { class: "step" },
        step.add ? "+" : "−",
        tilePicture(
          step.add ?? step.give_up ?? "back",
          word(step.add ? "way_add" : "way_give", { tile: tileWord(step.add ?? step.give_up ?? "") }),
        ),
      ),
    );
    const ends = groups.map((group) =>
      html("span", { class: "meld" }, ...group.map((tile) => tilePicture(tile, tileWord(tile)))),
    );
    parts.push(
      panel(
        word("way"),
        html("div", { class: "tiles small" }, ...steps),
        html("div", { class: "tiles small" }, ...ends),
      ),
    );
  }
  parts.push(
    html(
      "details",
      { class: "panel" },
      html("summary", {}, word("as_printed")),
      html("pre", {}, result.lines.join("\n")),
    ),
  );
  return parts;
}
