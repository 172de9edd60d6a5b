// Many games, drawn while they are played. The server makes the charts, the same as in the files that the command writes.

import { askStudy, sentenceOf, wholeNumber } from "./api.js";
import { html, set, setText } from "./dom.js";
import { download } from "./share.js";
import { choice, field, iconButton, notify, numberInput } from "./widgets.js";
import { word } from "./words.js";

/** Who plays: how many players are chosen, and how many games there may be. */
const KINDS = /** @type {Record<string, { players: number, most: number, games: number }>} */ ({
  batch: { players: 0, most: 1_000_000, games: 100_000 },
  two: { players: 2, most: 100_000, games: 6_000 },
  four: { players: 4, most: 100_000, games: 4_000 },
  round_robin: { players: 0, most: 100_000, games: 6_000 },
});

/** The players by their strength. The last is one that is fast enough for many games. */
const RIVALS = ["random", "standard", "useful", "net", "search:samples=50"];

/** The sequential tests that can be chosen: percentage points. */
const TESTS = [
  [0, 1],
  [0, 2],
  [0, 5],
];

export class StudyPage {
  /** @param {URLSearchParams} params */
  constructor(params) {
    const kind = params.get("what") ?? "batch";
    this.kind = KINDS[kind] ? kind : "batch";
    const asked = (params.get("players") ?? "").split(",").filter((name) => RIVALS.includes(name));
    /** @type {string[]} by place, for two and four players */
    this.chosen = ["useful", "standard", "standard", "standard"].map((name, at) => asked[at] ?? name);
    /** @type {Set<string>} of a round robin */
    this.set = new Set(this.kind === "round_robin" && asked.length > 1 ? asked : RIVALS.slice(0, 4));
    this.test = TESTS.some((test) => test.join() === params.get("sprt")) ? (params.get("sprt") ?? "") : "";
    this.seed = numberInput(params.get("seed") ?? "0", { size: 10 });
    this.games = html("input", {
      inputmode: "numeric",
      size: 8,
      value: params.get("games") ?? this.limits().games,
      input: () => this.checkGames(),
    });
    /** @type {AbortController | null} */
    this.running = null;
    this.started = params.has("run");
    this.report = "";

    this.whoPlays = html("div", { class: "tools" });
    this.bar = html("progress", { "aria-label": word("study_title"), value: 0, max: 1 });
    this.counter = html("span", { class: "counter" });
    this.state = html("p", { role: "status" });
    this.stopButton = html("button", { type: "button", class: "button", click: () => this.stop() }, word("study_stop"));
    this.saveButton = iconButton("file", word("study_save"), () => download("hule.html", "text/html", this.report));
    this.under = html(
      "section",
      { class: "panel under-way", "aria-label": word("study_title"), hidden: true },
      this.state,
      html("div", { class: "tools" }, this.bar, this.counter, this.stopButton, this.saveButton),
    );
    this.title = html("p", { class: "headline" });
    this.charts = html("div", { class: "drawings" });
    const form = html(
      "form",
      {
        class: "panel",
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.start();
        },
      },
      html(
        "div",
        { class: "tools" },
        field(
          word("study_what"),
          choice(
            Object.keys(KINDS).map((name) => [name, word(`study_${name}`)]),
            this.kind,
            (name) => this.setKind(name),
          ),
        ),
        field(word("seed"), this.seed),
        field(word("study_games"), this.games),
      ),
      this.whoPlays,
      html("div", { class: "tools" }, html("button", { class: "button main" }, word("study_start"))),
    );
    this.element = html(
      "div",
      { class: "study" },
      // Only this page has charts.
      html("link", { rel: "stylesheet", href: "assets/charts.css" }),
      html("h1", {}, word("study_title")),
      html("p", { class: "lead" }, word("study_about")),
      form,
      this.under,
      this.title,
      this.charts,
    );
    this.showPlayers();
  }

  limits() {
    return /** @type {{ players: number, most: number, games: number }} */ (KINDS[this.kind]);
  }

  /** @param {string} kind */
  setKind(kind) {
    // A number that nobody has changed is that of the kind.
    const usual = this.games.value === String(this.limits().games);
    this.kind = kind;
    if (usual) this.games.value = String(this.limits().games);
    this.checkGames();
    this.showPlayers();
  }

  checkGames() {
    const { most } = this.limits();
    const games = Number(this.games.value);
    const fits = /^\d+$/.test(this.games.value.trim()) && games >= 1 && games <= most;
    this.games.setCustomValidity(fits ? "" : word("wrong_count", { most }));
  }

  showPlayers() {
    const options = RIVALS.map((name) => /** @type {[string, string]} */ ([name, word(`player_${name.split(":")[0]}`)]));
    if (this.kind === "round_robin") {
      const boxes = options.map(([name, says]) => {
        const box = html("input", {
          type: "checkbox",
          checked: this.set.has(name),
          change: () => {
            if (box.checked) this.set.add(name);
            else this.set.delete(name);
          },
        });
        return html("label", { class: "button" }, box, says);
      });
      const group = html("fieldset", {}, html("legend", {}, word("study_players")), html("div", { class: "tools" }, ...boxes));
      return this.whoPlays.replaceChildren(group);
    }
    const selects = this.chosen
      .slice(0, this.limits().players)
      .map((name, at) =>
        field(word("study_player", { number: at + 1 }), choice(options, name, (next) => (this.chosen[at] = next))),
      );
    const tests = TESTS.map((test) => /** @type {[string, string]} */ ([test.join(), word("study_end_clear", { low: test[0] ?? 0, high: test[1] ?? 0 })]));
    const end = choice([["", word("study_end_all")], ...tests], this.test, (test) => (this.test = test));
    this.whoPlays.replaceChildren(...selects, ...(selects.length > 0 ? [field(word("study_end"), end)] : []));
  }

  players() {
    return this.kind === "round_robin"
      ? RIVALS.filter((name) => this.set.has(name))
      : this.chosen.slice(0, this.limits().players);
  }

  /** What is asked of the server. */
  request() {
    const { kind, test } = this;
    return {
      players: this.players(),
      round_robin: kind === "round_robin",
      ...(test && (kind === "two" || kind === "four") ? { sprt: test.split(",").map(Number) } : {}),
      games: Number(this.games.value),
      seed: wholeNumber(this.seed.value.trim() || "0"),
    };
  }

  /** Puts what is chosen into the address. */
  settle() {
    const { kind, test } = this;
    const params = new URLSearchParams({ what: kind, games: this.games.value, seed: this.seed.value.trim() || "0" });
    if (this.players().length > 0) params.set("players", this.players().join());
    if (test) params.set("sprt", test);
    // In another language it is drawn again.
    if (this.started) params.set("run", "");
    history.replaceState(null, "", `#/study?${params}`.replaceAll("%2C", ",").replaceAll("%3A", ":").replace("run=", "run"));
  }

  /** Is called once it is on the page. */
  shown() {
    if (this.started) void this.start();
  }

  async start() {
    if (this.kind === "round_robin" && this.players().length < 2) return notify(word("few_players"), "error");
    this.running?.abort();
    const mine = (this.running = new AbortController());
    this.started = true;
    this.report = "";
    this.settle();
    this.under.hidden = false;
    this.stopButton.hidden = false;
    this.saveButton.hidden = true;
    setText(this.state, word("study_playing"));
    try {
      await askStudy(this.request(), mine.signal, (line) => mine === this.running && this.hear(line));
    } catch (error) {
      // Another has begun, or the page is left.
      if (mine !== this.running) return;
      this.ended(sentenceOf(error));
    }
  }

  /** @param {StudyLine} line */
  hear({ type, games, of, title, charts, ended, report }) {
    this.bar.max = of;
    this.bar.value = games;
    const shown = (/** @type {number} */ count) => count.toLocaleString("en");
    setText(this.counter, word("study_progress", { games: shown(games), of: shown(of) }));
    if (charts) {
      setText(this.title, title);
      const fresh = new DOMParser().parseFromString(charts, "text/html").body;
      renewChildren(this.charts, fresh);
    }
    if (type !== "study") return;
    this.report = report ?? "";
    this.saveButton.hidden = false;
    this.ended(word(`study_ended_${ended}`));
  }

  /** @param {string} sentence */
  ended(sentence) {
    this.running = null;
    this.stopButton.hidden = true;
    setText(this.state, sentence);
  }

  stop() {
    const running = this.running;
    if (!running) return;
    this.ended(word("study_ended_stopped"));
    running.abort();
    /** @type {HTMLElement | null} */ (this.element.querySelector("form .main"))?.focus();
  }

  /** @returns {import("./keys.js").Key[]} */
  keys() {
    return [{ keys: ["Escape"], does: "study_stop", run: () => this.stop() }];
  }

  leave() {
    const running = this.running;
    this.running = null;
    running?.abort();
  }
}

/**
 * Makes the children of one element like those of another. Only what differs is touched, so that what was opened stays open and
 * the keyboard stays where it is.
 * @param {Element} old
 * @param {Element} fresh
 */
function renewChildren(old, fresh) {
  const before = [...old.childNodes];
  const after = [...fresh.childNodes];
  after.forEach((child, at) => {
    const other = before[at];
    if (!other) return old.append(child);
    if (other.nodeName !== child.nodeName) return other.replaceWith(child);
    if (!(child instanceof Element)) return setText(/** @type {any} */ (other), child.textContent ?? "");
    const element = /** @type {Element} */ (other);
    for (const { name, value } of child.attributes) set(element, name, value);
    for (const name of element.getAttributeNames()) if (name !== "open" && !child.hasAttribute(name)) set(element, name, null);
    renewChildren(element, child);
  });
  for (const more of before.slice(after.length)) more.remove();
}
