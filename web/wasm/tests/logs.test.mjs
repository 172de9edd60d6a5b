// Logs, explanations, verdicts and hands: what the library says, byte for byte.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check, deck, distance, explain, hand, log } from "hule";
import { official, read } from "./files.mjs";

const sample = { deck: read("examples/sample.deck"), log: read("examples/sample.log") };

test("the logs of the contest", () => {
  assert.equal(log(sample.deck), sample.log);
  assert.equal(official.length, 25);
  for (const { name, deck, log: expected } of official) assert.equal(log(deck), expected, name);
});

test("an explained log is that of the command", () => {
  assert.equal(explain(sample.deck), read("crates/hule/tests/data/sample.explained"));
  const lines = explain(sample.deck, "zh").split("\n");
  assert.ok(lines.some((line) => /^ {4}.*\p{Script=Han}/u.test(line)));
  const events = lines.filter((line) => !line.startsWith("    "));
  assert.equal(events.join("\n"), sample.log);
});

test("decks of seeds are those of docs/PROTOCOL.md", () => {
  const rows = [...read("docs/PROTOCOL.md").matchAll(/^\| (\d+) \| (\d+) \| `([^…]*) … ([^`]*)` \|$/gm)];
  assert.equal(rows.length, 8);
  for (const [, seed, game, first, last] of rows) {
    const tiles = deck(BigInt(String(seed)), BigInt(String(game))).trim().split("\n").join(" ");
    assert.ok(tiles.startsWith(`${first} `) && tiles.endsWith(` ${last}`), `${seed} ${game}: ${tiles}`);
  }
  assert.equal(deck(7), deck(7n, 0));
  assert.notEqual(deck(7), deck(7, 1));
});

test("what a program printed is compared", () => {
  assert.deepEqual(check(sample.deck, sample.log), { right: true });
  const spaces = check(sample.deck, sample.log.replaceAll("\n", " \n"));
  assert.ok(spaces.right && spaces.warning?.includes("line 1"));
  const lines = sample.log.split("\n");
  const place = lines.findIndex((line) => line.includes(" OUT "));
  const wrong = check(sample.deck, lines.with(place, "A OUT REVERSE").join("\n"));
  assert.ok(!wrong.right);
  assert.equal(wrong.line, place + 1);
  assert.equal(wrong.expected, lines[place]);
  assert.equal(wrong.found, "A OUT REVERSE");
  assert.ok(wrong.why.length > 0);
  const chinese = check(sample.deck, "", "zh");
  assert.ok(!chinese.right && chinese.found === null && /\p{Script=Han}/u.test(chinese.why.join()));
});

test("hands", () => {
  assert.equal(distance("1M 2M 3M 4P 5P 6P 7S 8S 9S E E E Z Z"), 0);
  assert.equal(distance("123M 23S EE", 2), 1);
  const report = hand("123M 23S EE", 2);
  assert.deepEqual(report.waits, [
    { tile: "1S", left: 4 },
    { tile: "4S", left: 4 },
  ]);
  assert.deepEqual(report.groups.map((group) => group.length), [3, 3, 2]);
  const full = hand("123M 456P 789S EEE FZ");
  assert.equal(full.choice?.tile, full.way.flatMap((step) => ("give_up" in step ? [step.give_up] : []))[0]);
});
