// The engine answers what `hule serve` answers, byte for byte.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Engine, deck, installNetwork, loadNetwork, log } from "hule";
import { startServer } from "../../tests/served.mjs";
import { official } from "./files.mjs";

/** @typedef {import("hule").Lang} Lang */

const server = await startServer();
after(() => server.stop());
await loadNetwork();

const LANGUAGES = /** @type {Lang[]} */ (["en", "zh"]);

/**
 * @param {string} path
 * @param {Lang} lang
 * @param {object} [body]
 */
async function served(path, lang, body) {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${server.address}/api/${path.startsWith("/tables") ? "v2" : "v1"}${path}?lang=${lang}`, body && post);
  return { status: response.status, kind: response.headers.get("content-type"), body: await response.text() };
}

/**
 * @param {Engine} engine
 * @param {string} path
 * @param {Lang} lang
 * @param {object} [body]
 */
const asked = (engine, path, lang, body) =>
  engine.ask(body ? "POST" : "GET", path, lang, body ? JSON.stringify(body) : "");

test("questions without a table", async () => {
  const engine = new Engine();
  const cards = deck(7);
  const right = log(cards);
  const wrong = right.replace("OUT", "PUT");
  /** @type {[number, string, object?][]} */
  const questions = [
    ...official.map(({ deck }) => /** @type {[number, string, object]} */ ([200, "/replay", { text: deck }])),
    [200, "/replay", { seed: 1 }],
    [200, "/replay", { seed: "18446744073709551615", players: ["net", "useful", "random", "standard"] }],
    [200, "/replay", { text: right }],
    [422, "/replay", { text: wrong }],
    [422, "/replay", { seed: 1, packed: "AAAA" }],
    [400, "/replay", { seed: -1 }],
    [200, "/replay/html", { seed: 1 }],
    [200, "/check", { seed: 7, output: right }],
    [200, "/check", { seed: 7, output: wrong }],
    [200, "/hand", { tiles: "123M 55P", open: 3 }],
    [422, "/hand", { tiles: "10M" }],
    [400, "/tables", {}],
    [404, "/tables/nobody"],
    [404, "/nowhere", {}],
  ];
  for (const [status, path, body] of questions) {
    for (const lang of LANGUAGES) {
      const answer = asked(engine, path, lang, body);
      assert.deepEqual(answer, await served(path, lang, body), `${path} ${JSON.stringify(body)?.slice(0, 80)}`);
      assert.equal(answer.status, status, path);
    }
  }
});

test("a table to its end, restored before every turn", async () => {
  let engine = new Engine();
  const setup = { people: ["B"], name: "x", seed: 11, players: { A: "useful", C: "net" } };
  const names = [await served("/tables", "en", setup), asked(engine, "/tables", "en", setup)].map((answer) => {
    assert.equal(answer.status, 201);
    return JSON.parse(answer.body).links.seats.B.token;
  });
  const [there, here] = names;
  /** @param {string} what @param {object} [body] */
  const both = async (what, body) => {
    const record = engine.record(here);
    assert.ok(record);
    engine = new Engine();
    assert.equal(engine.restore(record), true);
    const answer = asked(engine, `/tables/${here}${what}`, "en", body);
    const expected = await served(`/tables/${there}${what}`, "en", body);
    assert.deepEqual(answer, expected, what);
    return answer.body;
  };
  let state = JSON.parse(await both(""));
  let turns = 0;
  while (!state.over) {
    const action = state.own.legal[turns % state.own.legal.length].action;
    state = JSON.parse(await both("/act", { action, turn: state.turn }));
    if (turns === 3) state = JSON.parse(await both("/undo", {}));
    turns += 1;
  }
  assert.ok(turns > 4, `${turns} turns`);
  assert.equal((await both("/log")).split("\n").length > 60, true);
});

test("a hint follows from the record", async () => {
  const engine = new Engine();
  const { links } = JSON.parse(asked(engine, "/tables", "en", { people: ["A"], name: "x", seed: 2 }).body);
  const table = links.seats.A.token;
  const hint = asked(engine, `/tables/${table}/hint`, "zh", {});
  assert.equal(hint.status, 200);
  const other = new Engine();
  other.restore(String(engine.record(table)));
  assert.deepEqual(asked(other, `/tables/${table}/hint`, "zh", {}), hint);
});

test("a review that two share", async () => {
  const question = { text: deck(3), seats: ["C"], samples: 20 };
  const lines = (await served("/review", "en", question)).body.trim().split("\n");
  const works = [1, 2].map(() => new Engine().review("en", JSON.stringify(question)));
  const [one, other] = works;
  assert.ok(one && other && one.total > 5);
  const parts = Array.from({ length: one.total }, (_, number) => works[number % 2]?.appraise(number) ?? "");
  assert.equal(one.whole(parts), lines.at(-1));
  assert.throws(() => other.whole(parts.slice(1)), { message: /^decision 1 is missing or is none of this review$/ });
  assert.throws(() => other.whole(["{"]), Error);
  assert.throws(() => one.appraise(one.total), { message: new RegExp(`there is no decision ${one.total}`) });
});

test("studies", async () => {
  for (const [question, ended] of /** @type {[object, string][]} */ ([
    [{ games: 2000, seed: 5 }, "played"],
    [{ games: 40, players: ["useful", "standard"], sprt: [0, 90] }, "played"],
    [{ games: 100, players: ["useful", "standard", "random"], round_robin: true }, "played"],
  ])) {
    for (const lang of LANGUAGES) {
      const expected = (await served("/study", lang, question)).body.trim().split("\n");
      const work = new Engine().begin("/study", lang, JSON.stringify(question));
      const lines = [];
      for (let line = work.next(); line !== undefined; line = work.next()) lines.push(line);
      assert.equal(lines[0], expected[0]);
      assert.equal(lines.at(-1), expected.at(-1));
      assert.equal(JSON.parse(lines.at(-1) ?? "").ended, ended);
      assert.equal(work.next(), undefined);
      // Others can play the decks.
      const [plays, counts] = [0, 1].map(() => new Engine().begin("/study", lang, JSON.stringify(question)));
      assert.ok(plays && counts);
      let last;
      for (let deck = 0; deck < counts.total; deck += 3) last = counts.take(plays.decks(deck, 3));
      assert.equal(last, counts.total > 0 ? expected.at(-1) : undefined);
      assert.equal(counts.ended, counts.total > 0);
      assert.throws(() => counts.take("[1]"), Error);
    }
  }
});

test("the first network stays", () => {
  assert.throws(() => installNetwork(new Uint8Array(100)), Error);
});
