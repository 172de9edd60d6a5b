//! How many sequences of actions there are to a depth, counted by the engine and by the slow twin.
//!
//! Each line of `data/perft.txt` is a deck, a depth and the count. The decks are official ones, and games of
//! seed 6 that standard players have played for some decisions before the count begins.

use crate::common;
use hule::{Deck, Game, Player, Standard, Tile};
use hule_twin as twin;

struct Line {
    name: String,
    deck: Deck,
    played: usize,
    depth: usize,
    count: u64,
}

fn lines() -> Vec<Line> {
    common::read(&common::data("perft.txt"))
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, played, depth, count] = words[..] else {
                panic!("{line:?}: deck, played, depth, count")
            };
            let deck = match name.strip_prefix("official-") {
                Some(name) => {
                    common::read(&common::data(&format!("official/{name}.deck"))).parse().expect(name)
                }
                None => Deck::seeded(6, name.strip_prefix("game-").expect(line).parse().expect(line)),
            };
            Line {
                name: name.to_owned(),
                deck,
                played: played.parse().expect(line),
                depth: depth.parse().expect(line),
                count: count.parse().expect(line),
            }
        })
        .collect()
}

/// Compares all counts and, if one is wrong, prints the lines as they should be.
fn compare(lines: &[Line], count: impl Fn(&Line) -> u64) {
    assert!(lines.len() > 10);
    let counts: Vec<u64> = lines.iter().map(count).collect();
    let text: Vec<String> = lines
        .iter()
        .zip(&counts)
        .map(|(line, count)| format!("{} {} {} {count}", line.name, line.played, line.depth))
        .collect();
    assert!(lines.iter().map(|line| line.count).eq(counts), "counted\n{}", text.join("\n"));
}

fn perft(game: &Game, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let next = |action| {
        let mut next = game.clone();
        next.play(action).expect("it is legal");
        perft(&next, depth - 1)
    };
    game.legal_actions().iter().map(next).sum()
}

#[test]
fn counts_of_the_engine() {
    compare(&lines(), |line| {
        let mut game = Game::new(&line.deck);
        for _ in 0..line.played {
            let turn = game.turn().expect("the game goes on");
            let action = Standard.choose(&game.view(turn.seat()), game.legal_actions());
            game.play(action).expect("it is legal");
        }
        perft(&game, line.depth)
    });
}

#[test]
fn counts_of_the_twin() {
    let mut lines = lines();
    lines.retain(|line| line.count <= 200_000); // It takes about 5 µs a sequence.
    compare(&lines, |line| {
        let mut twin = twin::Twin::new(&line.deck.tiles().map(Tile::index));
        for _ in 0..line.played {
            let chosen = twin.standard_move();
            twin.play(&chosen);
        }
        twin::perft(&twin, line.depth)
    });
}
