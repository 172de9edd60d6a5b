// Games of random and other players, with what holds at every decision.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Game, Player, deck, loadNetwork, log, play } from "hule";
import { chance } from "./files.mjs";

/** @typedef {import("hule").Seat} Seat */

const SEATS = /** @type {Seat[]} */ (["A", "B", "C", "D"]);

test("random games keep the rules", () => {
  let claims = 0;
  for (let seed = 0; seed < 30; seed++) {
    const random = chance(seed);
    const game = Game.seeded(seed);
    const tiles = game.deck.trim().split("\n");
    const all = tiles.toSorted();
    let lines = game.events.length;
    while (game.turn) {
      const { seat, legalActions: legal } = game;
      assert.ok(seat && legal.length > 0);
      assert.deepEqual(game.turn, game.view().turn);
      const action = legal[random(legal.length)];
      assert.ok(action);
      const told = game.play(action);
      claims += told.filter(({ type }) => type === "chow" || type === "pong").length;
      assert.deepEqual(game.events.slice(lines), told);
      lines += told.length;

      const views = SEATS.map((seat) => game.view(seat));
      const [view] = views;
      assert.ok(view);
      const melds = view.melds.flat().flatMap(({ tiles }) => tiles);
      const river = view.river.filter((discard) => !discard.claimed_by).map(({ tile }) => tile);
      const hands = SEATS.flatMap((seat) => game.hand(seat));
      const won = game.outcome?.outcome === "ron" ? [game.outcome.tile] : [];
      const wall = tiles.slice(tiles.length - view.wall);
      assert.deepEqual([...hands, ...melds, ...river, ...wall, ...won].sort(), all, `seed ${seed}`);
      for (const { seat, hand, hand_sizes, turn } of views) {
        assert.deepEqual(hand, game.hand(seat));
        assert.deepEqual(hand_sizes, SEATS.map((seat) => game.hand(seat).length));
        assert.equal(turn !== null, seat === game.seat);
      }
    }
    assert.ok(game.outcome);
    assert.deepEqual(game.legalActions, []);
    assert.equal(game.log.split("\n").length - 1, lines);
    const again = new Game(game.deck, game.actions);
    assert.equal(again.log, game.log);
    assert.deepEqual(again.outcome, game.outcome);
  }
  assert.ok(claims > 20, `${claims} claims`);
});

test("a copy goes its own way", () => {
  const game = Game.seeded(3);
  const copy = game.clone();
  const [first] = game.legalActions;
  assert.ok(first);
  game.play(first);
  assert.equal(copy.actions.length, 0);
  copy.play(first);
  assert.equal(copy.log, game.log);
});

test("standard players play the log of the contest", () => {
  const cards = deck(5, 2);
  assert.equal(play(cards, "standard").log, log(cards));
  const game = new Game(cards);
  const player = new Player("standard");
  while (game.turn) game.play(player.choose(game));
  assert.equal(game.log, log(cards));
});

test("players choose in a loop as they do in a whole game", async () => {
  await loadNetwork();
  const names = /** @type {const} */ (["random", "useful", "net", "search:samples=20"]);
  for (const seed of [1, 2n ** 63n]) {
    const whole = play(deck(9), names, seed);
    const game = new Game(deck(9));
    const players = Object.fromEntries(names.map((name, place) => [SEATS[place], new Player(name, SEATS[place], seed)]));
    while (game.seat) {
      const player = players[game.seat];
      assert.ok(player);
      const action = player.choose(game);
      if (player.name === "net") assert.equal(player.evaluations(game)[0]?.action, action);
      game.play(action);
    }
    assert.deepEqual(game.actions, whole.actions);
  }
  assert.notDeepEqual(play(deck(9), "random", 1).actions, play(deck(9), "random", 2).actions);
  assert.equal(new Player("search").name, "search:samples=500");
});
