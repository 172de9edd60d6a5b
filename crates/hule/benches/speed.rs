//! How fast it is, and how much faster than the slow twin: `cargo bench`.
//!
//! All are measured in turns in one run, and of several rounds the best counts, since on a shared machine the
//! others only tell what else was going on.

#[path = "../tests/twin/mod.rs"]
mod twin;

use hule::{Deck, Game, Hand, Random, Standard, Tile, distance_of_counts};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 12;
const HANDS: usize = 4096;
/// How often in a round, so that what the twins have driven out of the caches counts for little.
const REPEATS: usize = 64;

struct Bench<'a> {
    name: &'a str,
    /// What the time is divided by.
    times: usize,
    work: Box<dyn FnMut() -> u64 + 'a>,
    best: f64,
    /// The slow twin of it, by its place in the list.
    twin: Option<usize>,
}

fn bench<'a>(name: &'a str, times: usize, twin: Option<usize>, work: impl FnMut() -> u64 + 'a) -> Bench<'a> {
    Bench { name, times, work: Box::new(work), best: f64::INFINITY, twin }
}

/// Hands as they are dealt, without special tiles.
fn hands(tiles: usize) -> Vec<Hand> {
    let hand = |game| {
        let deck = Deck::seeded(1, game);
        let ordinary = deck.tiles().iter().copied().filter(|tile| !tile.is_special());
        Hand::new(ordinary.take(tiles), 0).expect("a hand")
    };
    (0..HANDS as u64).map(hand).collect()
}

fn main() {
    let (thirteen, fourteen) = (hands(13), hands(14));
    let counts: Vec<[u8; 34]> =
        fourteen.iter().map(|hand| std::array::from_fn(|index| hand.count(Tile::ALL[index]) as u8)).collect();
    let slow: Vec<twin::Hand> =
        fourteen.iter().take(64).map(|hand| Tile::ALL.map(|tile| hand.count(tile) as u8)).collect();
    let decks: Vec<Deck> = (0..256).map(|game| Deck::seeded(2, game)).collect();
    let n = HANDS;
    let mut benches = [
        bench("distance, slow twin", slow.len(), None, || {
            slow.iter().map(|hand| u64::from(twin::distance(hand, 0))).sum()
        }),
        bench("distance of a hand, in bulk", REPEATS * n, Some(0), || {
            (0..REPEATS)
                .map(|_| black_box(&fourteen).iter().map(|hand| u64::from(hand.distance())).sum::<u64>())
                .sum()
        }),
        bench("distance of a hand, each after the last", REPEATS * n, Some(0), || {
            (0..REPEATS * n)
                .fold(0, |place, _| (place * 5 + 1 + usize::from(fourteen[place].distance())) % HANDS)
                as u64
        }),
        bench("distance of bare counts, in bulk", REPEATS * n, Some(0), || {
            let distance = |counts| u64::from(distance_of_counts(counts, 0).expect("counts of a hand"));
            (0..REPEATS).map(|_| black_box(&counts).iter().map(distance).sum::<u64>()).sum()
        }),
        bench("discard, slow twin", slow.len(), None, || {
            slow.iter().map(|hand| twin::discard_choice(hand, 0) as u64).sum()
        }),
        bench("distance and discard", REPEATS * n, Some(4), || {
            let both =
                |hand: &Hand| u64::from(hand.distance()) + hand.discard().map_or(0, |tile| tile as u64);
            (0..REPEATS).map(|_| black_box(&fourteen).iter().map(both).sum::<u64>()).sum()
        }),
        bench("useful tiles of 34 kinds", 4 * n, None, || {
            let useful = |hand: &Hand| hand.useful().bits().count_ones();
            (0..4).map(|_| black_box(&thirteen).iter().map(useful).sum::<u32>()).sum::<u32>().into()
        }),
        bench("shuffle", 256, None, || (0..256).map(|game| Deck::seeded(3, game).tiles()[0] as u64).sum()),
        bench("game, slow twin", 2, None, || {
            decks[..2]
                .iter()
                .map(|deck| twin::standard_log(&deck.tiles().map(Tile::index)).len() as u64)
                .sum()
        }),
        bench("game, shuffle included", 2048, Some(8), || {
            (0..2048)
                .map(|game| {
                    let mut game = Game::new(&Deck::seeded(2, game));
                    game.play_out(&mut [Standard; 4], &mut |_| {});
                    game.wall().len() as u64
                })
                .sum()
        }),
        bench("cloning a game", 4096, None, || {
            let game = Game::new(&decks[0]);
            (0..4096).map(|_| black_box(black_box(&game).clone()).wall().len() as u64).sum()
        }),
        bench("random word", 4096, None, || {
            let mut random = Random::new(1);
            (0..4096).fold(0, |sum, _| sum ^ random.word())
        }),
    ];
    for _ in 0..ROUNDS {
        for bench in &mut benches {
            let start = Instant::now();
            black_box((bench.work)());
            #[allow(clippy::cast_precision_loss)] // The first digits are enough.
            let each = start.elapsed().as_nanos() as f64 / bench.times as f64;
            bench.best = bench.best.min(each);
        }
    }
    println!("{:<42} {:>12} {:>14}", "", "ns each", "times its twin");
    for bench in &benches {
        let ratio =
            bench.twin.map_or(String::new(), |twin| format!("{:.0}", benches[twin].best / bench.best));
        println!("{:<42} {:>12.2} {:>14}", bench.name, bench.best, ratio);
    }
    let game = benches.iter().find(|bench| bench.name.starts_with("game, shuffle")).expect("it is there");
    println!("\n{:.0} games a second on one thread", 1e9 / game.best);
}
