// Wrong input: an `Error` with a sentence that says what and where, and nothing else happens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, Game, Player, check, deck, distance, explain, hand, installNetwork, log, networkIsInstalled, play } from "hule";

const good = deck(1);

/**
 * @param {() => unknown} act
 * @param {string | RegExp} message
 */
const refused = (act, message) => assert.throws(act, { name: "Error", message });

test("decks", () => {
  const broken = good.split("\n").with(16, "10M").join("\n");
  for (const ask of [log, explain, (/** @type {string} */ deck) => check(deck, ""), (/** @type {string} */ deck) => new Game(deck)]) {
    refused(() => ask(broken), /^deck: line 17: `10M` is not a tile/);
    refused(() => ask(""), /^deck: .*148/);
    refused(() => ask(good + good), /^deck: /);
  }
  refused(() => log(broken, "zh"), /^牌堆：第 17 行/);
  refused(() => play(broken, "standard"), /^deck: line 17/);
});

test("seeds", () => {
  for (const wrong of [-1, 0.5, 2 ** 53, NaN, Infinity, -1n, 2n ** 64n]) {
    refused(() => deck(wrong), /^a seed and the number of a game are whole numbers from 0 to 18446744073709551615/);
    refused(() => Game.seeded(1, wrong, "zh"), /^种子和局号/);
  }
  // @ts-expect-error: a text is no number
  refused(() => deck("1"), /^a seed/);
  assert.equal(deck(2n ** 64n - 1n).split("\n").length, 149);
});

test("hands", () => {
  refused(() => distance("1M 10M"), /10M/);
  refused(() => distance("1M 1M 1M 1M 1M"), /1M/);
  refused(() => hand("1M", 5), /^.+$/);
  refused(() => hand("1M 2X", 0, "zh"), /\p{Script=Han}/u);
});

test("actions", () => {
  const game = new Game(good);
  const before = game.log;
  refused(() => game.play("RON"), /RON/);
  refused(() => game.play("PONG", "zh"), /\p{Script=Han}/u);
  // @ts-expect-error: there is no such action
  refused(() => game.play("OUT 10M"), /OUT 10M/);
  // @ts-expect-error: a PASS names a seat
  refused(() => game.play("OUT PASS"), /OUT PASS/);
  refused(() => new Game(good, ["DECLINE"]), /DECLINE/);
  // @ts-expect-error: there is no such seat
  refused(() => game.view("E"), '"E" is not a player; expected A, B, C or D');
  assert.equal(game.log, before);
  const over = play(good, "standard");
  refused(() => over.view(), "the game is over");
  refused(() => new Player("standard").choose(over, "zh"), "对局已经结束");
});

test("players", () => {
  // @ts-expect-error: there is no such player
  refused(() => new Player("nobody"), /^`nobody` is not a player; expected one of random, standard, useful, net, search$/);
  refused(() => new Player("search:samples=0"), /samples=0/);
  // @ts-expect-error: three players
  refused(() => play(good, ["useful", "useful", "useful"]), "3 players are given; expected 1, 2 or 4");
  // @ts-expect-error: numbers are no names
  refused(() => play(good, [1, 2]), "players are given as a name or as an array of names");
  // @ts-expect-error: there is no such language
  refused(() => new Player("useful", "A", 0, "de"), '"de" is not a language; expected en or zh');
});

test("other types", () => {
  const any = (/** @type {any} */ value) => value;
  const engine = new Engine();
  const game = new Game(good);
  for (const wrong of [1, {}, ["1M"], null, true, () => {}, 5n, Symbol.iterator, { length: 1e9 }]) {
    const text = any(wrong);
    for (const act of [() => log(text), () => hand(text), () => check(good, text), () => game.play(text), () => engine.ask("POST", text, "en", "")])
      refused(act, /^expected a string argument, found /);
  }
  for (const open of [NaN, "x", 2.9, true, 2 ** 32 + 2, -1, null, {}])
    refused(() => distance("1M", any(open)), "`open` must be a whole number from 0 on");
  refused(() => hand("1M", 5), /^5 /);
  for (const actions of [5, "OUT DOUBLE", {}, [1]]) refused(() => new Game(good, any(actions)), "actions are given as an array of texts");
  game.free();
  refused(() => game.log, "Attempt to use a moved value");
  assert.match(log(good), / WIN\n$/, "the module goes on");
});

test("decks of another study", () => {
  const engine = new Engine();
  const study = (/** @type {string[]} */ players) => engine.begin("/study", "en", JSON.stringify({ games: 12, players }));
  const [two, four] = [study(["standard", "useful"]), study(["standard", "useful", "random", "useful"])];
  for (const wrong of [four.decks(0, 1), "[1]", "x", two.decks(0, 1).replace('"secs":0', '"secs":18446744073709551615')])
    refused(() => two.take(wrong), "expected decks of this study, as `decks` returns them");
  refused(() => two.decks(-1, 1), "`first` must be a whole number from 0 on");
  two.take(two.decks(0, 2));
  assert.equal(two.ended, true);
});

test("the network", () => {
  assert.equal(networkIsInstalled(), false);
  refused(() => new Player("net"), "the player net needs the network; call loadNetwork() first");
  refused(() => play(good, ["search", "useful"], 0, "zh"), "玩家 search:samples=500 需要神经网络；请先调用 loadNetwork()");
  refused(() => installNetwork(new Uint8Array(9)), "this is not a file of weights of hule");
  for (const wrong of [{ length: -1 }, { length: 2 ** 40 }, [1, 2], new ArrayBuffer(9), "net", null])
    refused(() => installNetwork(/** @type {any} */ (wrong)), "expected a Uint8Array");
  assert.equal(networkIsInstalled(), false);
});

test("requests", () => {
  const engine = new Engine();
  assert.equal(engine.ask("POST", "/nowhere", "en", "").status, 404);
  assert.equal(engine.ask("POST", "/replay", "en", "{").status, 400);
  assert.equal(engine.ask("POST", "/tables", "en", '{"people":["A"],"name":"x","seed":1,"players":{"B":"net"}}').status, 424);
  assert.throws(() => engine.begin("/study", "en", '{"games":0}'), { status: 422 });
  assert.throws(() => engine.review("en", "{}"), { status: 422 });
  assert.throws(() => engine.review("en", JSON.stringify({ text: good })), { status: 424 });
  // @ts-expect-error: that is answered at once
  refused(() => engine.begin("/replay", "en", "{}"), "`/replay` is not answered line by line; expected /study");
  assert.equal(engine.record("nobody"), undefined);
  assert.equal(engine.restore("{}"), false);
});
