// Watches a game: the table, its controls, the reasons, the events.

import { Analysis } from "./analysis.js";
import { Chart } from "./chart.js";
import { comparePanel } from "./compare.js";
import { html, set, setText } from "./dom.js";
import { SEATS, seatAt } from "./layout.js";
import { CheckPanels, ReplayPanels } from "./panels.js";
import { PositionTools, savePanel } from "./position.js";
import { jumpFrom, stepOfLine, tablesOf } from "./replay.js";
import { lossWords } from "./review.js";
import { copyText } from "./share.js";
import { reasonParts } from "./reasons.js";
import { replayKeys } from "./replaykeys.js";
import { namesOf, playersOf, replayRequest, sourceOf } from "./source.js";
import { TableView } from "./table.js";
import { Timeline } from "./timeline.js";
import { choice, field, iconButton, notify, panel } from "./widgets.js";
import { listOf, word } from "./words.js";

/** Milliseconds a step. */
const SPEEDS = [3000, 1500, 800, 300, 100];

export class Watch {
  /**
   * @param {Replay} replay
   * @param {URLSearchParams} params
   * @param {{ alone: boolean, compare: boolean }} options `alone`: in a file of its own, without a server
   */
  constructor(replay, params, options) {
    this.replay = replay;
    this.tables = tablesOf(replay);
    this.alone = options.alone;
    this.route = options.compare ? "check" : "watch";
    this.source = options.alone ? new URLSearchParams() : sourceOf(replay, params);
    this.hash = location.hash;
    this.step = 0;
    this.viewer = SEATS.find((seat) => seat === params.get("seat")) ?? "A";
    this.closed = params.get("closed") === "1";
    this.asked = SEATS.find((seat) => seat === params.get("of")) ?? this.viewer;
    this.speed = 2;
    this.label = { seed: params.get("seed"), game: params.get("game") };
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.addressTimer = undefined;
    this.view = new TableView();
    this.chart = new Chart(this.tables, (step) => this.go(step));
    this.said = html("p", { class: "said", "aria-live": "polite" });
    this.why = html("div", { class: "why" });
    this.timeline = new Timeline(this.last, (step) => this.go(step));
    this.counter = html("span", { class: "counter" });
    this.playButton = iconButton("play", word("play"), () => this.toggle(), {
      short: true,
      class: "main",
      key: word("space_key"),
    });
    this.list = html("ol", { class: "events", start: this.replay.deal.length, "aria-label": word("events") });
    this.items = this.replay.frames.map((frame, at) => {
      const button = html(
        "button",
        { type: "button", tabindex: -1, click: () => this.go(at) },
        html("code", {}),
        html("span", {}),
      );
      this.list.append(html("li", { class: `event ${frame.kind}` }, button));
      return button;
    });
    this.compare = this.alone ? null : comparePanel(replay, (result) => this.showWrong(result), options.compare);
    this.askedChoice = choice(
      SEATS.map((seat) => [seat, seat]),
      this.asked,
      (seat) => {
        this.asked = /** @type {Seat} */ (seat);
        this.go(this.step);
      },
    );
    this.names = namesOf(replay, params);
    this.position = this.alone ? null : new PositionTools(playersOf(replay, params));
    this.analysis = this.alone
      ? null
      : new Analysis(replay, this.asked, { go: (step) => this.visit(step), changed: () => this.showMistakes() });
    this.heading = html("h1", {});
    this.speedChoice = choice(
      SPEEDS.map((_, at) => [String(at), word(`speed_${at}`)]),
      String(this.speed),
      (at) => this.setSpeed(Number(at)),
    );
    this.closedButton = iconButton("eye", word("hands_open"), () => this.toggleClosed(), { key: "o" });
    const request = this.alone ? null : (replayRequest(params) ?? { packed: replay.packed });
    const panels = [
      options.compare ? this.compare : null,
      panel(word("why"), this.why, this.position?.element ?? null),
      this.analysis?.element ?? null,
      this.jumps(),
      panel(word("events"), this.list),
      panel(word("distances"), this.chart.svg, this.chart.legend),
      savePanel(replay, request, () => ({ step: this.step, table: this.view.svg, address: this.address() })),
      options.compare ? null : this.compare,
      html("details", { class: "panel" }, html("summary", {}, word("in_words")), this.view.words),
    ].filter((one) => one !== null);
    this.panels = options.compare ? new CheckPanels(...panels) : new ReplayPanels(...panels);
    this.element = html(
      "div",
      { class: "watch" },
      html(
        "div",
        { class: "stage" },
        html("div", { class: "title" }, this.heading, this.tools()),
        this.view.board,
        this.said,
        this.controls(),
      ),
      this.panels.side,
    );
    this.showClosed();
    this.go(Number(params.get("step") ?? 0) || 0);
  }

  /** What the game is, and how it ended only at its end. */
  title() {
    const { outcome } = this.replay;
    if (this.step === this.last) return outcome.text;
    const seed = this.replay.seed ?? this.label.seed;
    const game = this.replay.game ?? this.label.game ?? 0;
    const parts = [
      seed === null ? word("a_game") : word("of_seed", { seed, game }),
      listOf([...new Set(Object.values(this.names))]),
    ];
    return parts.filter(Boolean).join(" · ");
  }

  /**
   * Whether the viewer cannot see what this seat holds.
   * @param {Seat | null | undefined} seat
   */
  hides(seat) {
    return this.closed && Boolean(seat) && seat !== this.viewer;
  }

  /**
   * What happens, as far as the viewer can see it.
   * @param {Frame} frame
   */
  seen(frame) {
    if (frame.kind !== "draw" || !this.hides(frame.seat)) return { text: frame.text ?? "—", say: frame.say };
    return { text: `${frame.seat} IN ?`, say: word("draws_hidden", { seat: frame.seat ?? "" }) };
  }

  /** All that depends on who sees what, and is not drawn at every step. */
  showClosed() {
    this.items.forEach((item, at) => {
      const frame = this.replay.frames[at];
      // Who plays with hidden hands does not know what is to come.
      if (item.parentElement) item.parentElement.hidden = this.closed && at > this.step;
      const [line, words] = item.children;
      if (!frame || !line || !words) return;
      const { text, say } = this.seen(frame);
      setText(line, text);
      setText(words, say);
    });
    this.chart.hide(SEATS.filter((seat) => this.hides(seat)));
    this.analysis?.hide(this.closed);
    set(this.closedButton, "aria-pressed", String(this.closed));
    const label = this.closedButton.querySelector("span");
    if (label) setText(label, word(this.closed ? "hands_closed" : "hands_open"));
    set(this.closedButton, "title", `${word("open_closed")} (o)`);
  }

  get last() {
    return this.tables.length - 1;
  }

  controls() {
    const step = (/** @type {number} */ by) => () => this.go(this.step + by);
    return html(
      "div",
      { class: "transport", role: "group", "aria-label": word("steps") },
      iconButton("first", word("to_start"), () => this.go(0), { short: true, key: "Home" }),
      iconButton("back", word("step_back"), step(-1), { short: true, key: "←" }),
      this.playButton,
      iconButton("next", word("step_on"), step(1), { short: true, key: "→" }),
      iconButton("last", word("to_end"), () => this.go(this.last), { short: true, key: "End" }),
      this.timeline.element,
      this.counter,
    );
  }

  /** Where to jump to, and how fast to go. */
  jumps() {
    const jump = (/** @type {string} */ kind) => () => this.jump(kind, 1);
    return html(
      "div",
      { class: "tools jumps" },
      html("span", { class: "label" }, word("jump_to")),
      html("button", { type: "button", class: "button", click: jump("claim"), title: "c" }, word("next_claim")),
      html("button", { type: "button", class: "button", click: jump("special"), title: "s" }, word("next_special")),
      html("button", { type: "button", class: "button", click: jump("decision"), title: "d" }, word("next_decision")),
      field(word("of_seat"), this.askedChoice),
      field(word("speed"), this.speedChoice),
    );
  }

  /** What can be done with the view as it is. */
  tools() {
    return html(
      "div",
      { class: "tools" },
      iconButton("rotate", word("rotate"), () => this.rotate(), { key: "r" }),
      this.closedButton,
      iconButton("link", word("copy_link"), () => void this.share(), { key: "l" }),
      this.panels.button,
    );
  }

  /** @param {number} step */
  go(step) {
    this.step = Math.max(0, Math.min(this.last, Math.round(step)));
    if (this.closed) this.showClosed();
    this.draw();
    window.clearTimeout(this.addressTimer);
    // Browsers refuse to change the address too often.
    this.addressTimer = window.setTimeout(() => this.settle(), 200);
    if (this.step === this.last) this.stop();
  }

  address() {
    const params = new URLSearchParams(this.source);
    params.set("step", String(this.step));
    if (this.viewer !== "A" || this.alone) params.set("seat", this.viewer);
    if (this.closed) params.set("closed", "1");
    if (this.asked !== this.viewer) params.set("of", this.asked);
    return `#/${this.route}?${params}`;
  }

  draw() {
    const { replay, step } = this;
    const [table, frame] = [this.tables[step], replay.frames[step]];
    if (!table || !frame) return;
    const { winner: wins, kind, tile } = replay.outcome;
    const winner = step === this.last ? wins : null;
    const won = winner && kind === "ron" && tile ? { seat: winner, tile } : null;
    const shown = Object.entries(table.distances).filter(([seat]) => !this.hides(/** @type {Seat} */ (seat)));
    this.view.draw(
      { ...table, distances: Object.fromEntries(shown) },
      { viewer: this.viewer, closed: this.closed, own: true, names: this.names, winner, won },
    );
    const { say } = this.seen(frame);
    setText(this.heading, this.title());
    set(this.heading, "title", this.title());
    setText(this.said, say);
    this.timeline.show(step, say);
    setText(this.counter, `${step} / ${this.last}`);
    this.chart.show(step, this.closed);
    const hides = (/** @type {Seat | null | undefined} */ seat) => this.hides(seat);
    const over = step === this.last ? replay.outcome.text : null;
    this.why.replaceChildren(...reasonParts(frame, table, hides, over, this.analysis?.at(frame) ?? []));
    this.position?.show(replay, this.tables, step, this.viewer);
    this.analysis?.show(step);
    // Last, as it asks the browser where things are.
    this.mark(step);
  }

  /** @param {number} step */
  mark(step) {
    const { list, items } = this;
    const before = list.querySelector('[aria-current="step"]');
    if (before) {
      before.removeAttribute("aria-current");
      set(before, "tabindex", -1);
    }
    const item = items[step];
    if (!item) return;
    set(item, "aria-current", "step");
    set(item, "tabindex", 0);
    if (before && before === document.activeElement) item.focus({ preventScroll: true });
    const middle = item.offsetTop - list.clientHeight / 2 + item.clientHeight / 2;
    list.scrollTop = Math.max(0, middle);
  }

  /**
   * @param {string} kind
   * @param {1 | -1} way
   */
  jump(kind, way) {
    this.stop();
    const to = jumpFrom(this.replay, this.step, kind, this.asked, way);
    if (to === this.step) notify(word("no_more"));
    this.go(to);
  }

  /**
   * Shows a step that was chosen beside the table.
   * @param {number} step
   */
  visit(step) {
    this.stop();
    this.go(step);
    this.panels.uncover();
  }

  /** Marks the mistakes that the analysis has found, on the slider and in the list. */
  showMistakes() {
    // It is told of before everything is there.
    if (!this.analysis || !this.panels) return;
    const mistakes = this.analysis.mistakes();
    this.timeline.mark(mistakes);
    for (const cost of this.list.querySelectorAll(".cost")) cost.remove();
    for (const { step, decision } of mistakes)
      this.items[step]?.append(html("strong", { class: "cost" }, lossWords(decision.loss)));
    this.draw();
  }

  /** @param {1 | -1} way */
  jumpToMistake(way) {
    const steps = (this.analysis?.mistakes() ?? []).map(({ step }) => step);
    const next = way > 0 ? steps.find((step) => step > this.step) : steps.findLast((step) => step < this.step);
    if (next === undefined) return notify(word("no_more"));
    this.stop();
    this.go(next);
  }

  toggle() {
    if (this.timer !== undefined) return this.stop();
    if (this.step === this.last) this.go(0);
    this.timer = window.setInterval(() => this.go(this.step + 1), SPEEDS[this.speed]);
    this.showPlaying();
  }

  stop() {
    window.clearInterval(this.timer);
    this.timer = undefined;
    this.showPlaying();
  }

  showPlaying() {
    const playing = this.timer !== undefined;
    const fresh = iconButton(playing ? "pause" : "play", word(playing ? "pause" : "play"), () => {}, {
      short: true,
      key: word("space_key"),
    });
    this.playButton.replaceChildren(...fresh.childNodes);
    set(this.playButton, "aria-label", word(playing ? "pause" : "play"));
    set(this.playButton, "title", fresh.title);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, speed));
    this.speedChoice.value = String(this.speed);
    if (this.timer === undefined) return;
    this.stop();
    this.toggle();
  }

  /** @param {number} by */
  changeSpeed(by) {
    this.setSpeed(this.speed + by);
    notify(word("speed_is", { speed: word(`speed_${this.speed}`) }));
  }

  rotate() {
    this.viewer = this.asked = seatAt(this.viewer, 1);
    this.askedChoice.value = this.asked;
    this.analysis?.of(this.asked);
    this.showClosed();
    this.go(this.step);
  }

  toggleClosed() {
    this.closed = !this.closed;
    this.showClosed();
    this.go(this.step);
  }

  async share() {
    const link = new URL(this.address(), location.href).href;
    notify((await copyText(link)) ? word("link_copied") : link);
  }

  /** @param {CheckResult} result */
  showWrong(result) {
    for (const item of this.items) item.querySelector(".found")?.remove();
    if (result.right || result.line === undefined) return;
    const step = stepOfLine(this.replay, result.line);
    this.go(step);
    this.items[step]?.append(
      html("span", { class: "found" }, word("yours", { found: result.found ?? word("nothing") })),
    );
  }

  keys() {
    return replayKeys(this);
  }

  /** Once it is on the page, the table knows how large it is, and the list can scroll. */
  shown() {
    this.view.measure();
    this.mark(this.step);
  }

  /** Puts the step into the address now, unless the address is already that of another page. */
  settle() {
    if (location.hash !== this.hash) return;
    history.replaceState(null, "", this.address());
    this.hash = location.hash;
  }

  leave() {
    this.view.leave();
    this.panels.leave();
    this.stop();
    window.clearTimeout(this.addressTimer);
  }
}
