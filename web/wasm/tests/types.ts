// Compiled, not run: what TypeScript knows of the package.

import { type Action, Engine, Game, type Outcome, Player, type Tile, type Verdict, check, deck, distance, hand, log, play } from "hule";

const text: string = log(deck(1, 2n), "zh");
const tiles: number = distance("123M", 1) + distance("123M");
const game = new Game(text, ["OUT PASS B", "CHOW LOW", "OUT 1M"]);
const legal: Action[] = game.legalActions;
const drawn: Tile | null | undefined = game.turn?.type === "discard" ? game.turn.drawn : undefined;
const outcome: Outcome | undefined = play(text, ["net", "useful"], 1).outcome;
const winner = outcome && outcome.outcome !== "exhausted" ? outcome.winner : null;
const action: Action = new Player("search:samples=20", "C", 5n).choose(game);
const verdict: Verdict = check(text, "");
const line: number = verdict.right ? 0 : verdict.line;
const kept: string | undefined = new Engine().record("table");
const waits: Tile[] = hand("123M").waits.map(({ tile }) => tile);
for (const event of game.play("PONG")) {
  if (event.type === "chow") event.tiles satisfies [Tile, Tile, Tile];
}

// @ts-expect-error: a deck is text
log(1);
// @ts-expect-error: there is no tile 10M
game.play("OUT 10M");
// @ts-expect-error: a discarded PASS names a seat
game.play("OUT PASS");
// @ts-expect-error: there is no such seat
game.view("E");
// @ts-expect-error: there is no such language
log(text, "fr");
// @ts-expect-error: three players
play(text, ["net", "net", "net"]);
// @ts-expect-error: what a game is follows from its deck and its actions
game.log = "";

export { action, drawn, kept, legal, line, tiles, waits, winner };
