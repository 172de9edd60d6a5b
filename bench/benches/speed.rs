//! How fast the library is, beside the slow twins of its tests and beside other libraries.
//!
//! All are measured in turns in one run, and of several rounds the best counts, since on a shared machine the others only
//! tell what else was going on.

use hule::deck::DeckReader;
use hule::distance::distance_of_counts;
use hule::log::TextLog;
use hule::play::GameId;
use hule::{BySeat, Deck, Event, Game, Hand, Observer, Random, Standard, Tile, play};
use hule_twin as twin;
use std::fmt::Write as _;
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
    /// The names of those it is compared with.
    versus: &'a [&'a str],
}

fn bench<'a>(
    name: &'a str,
    times: usize,
    versus: &'a [&'a str],
    work: impl FnMut() -> u64 + 'a,
) -> Bench<'a> {
    Bench { name, times, work: Box::new(work), best: f64::INFINITY, versus }
}

/// The distance by other libraries, which also look for seven pairs and thirteen orphans.
const OTHERS: [&str; 2] = ["xiangting", "riichienv-core"];

/// Writes the lines of a log word by word.
#[derive(Default)]
struct PlainLog(String);

impl PlainLog {
    fn line(&mut self, event: Event) {
        writeln!(self.0, "{event}").expect("writing to a string does not fail");
    }

    fn word_by_word(&mut self, event: Event) {
        let (seat, verb, tile) = match event {
            Event::Draw { seat, tile } => (seat, " IN ", tile),
            Event::Discard { seat, tile } => (seat, " OUT ", tile),
            _ => return self.line(event),
        };
        for word in [seat.name(), verb, tile.name(), "\n"] {
            self.0.push_str(word);
        }
    }
}

impl Observer for PlainLog {
    fn dealt(&mut self, game: &Game, _id: GameId) {
        game.deck().deal().for_each(|event| self.word_by_word(event));
    }

    fn event(&mut self, event: Event, _game: &Game) {
        self.word_by_word(event);
    }
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
    let text: String = decks.iter().map(ToString::to_string).collect();
    let n = HANDS;
    let mut benches = [
        bench("slow twin of the distance", slow.len(), &[], || {
            slow.iter().map(|hand| u64::from(twin::distance(hand, 0))).sum()
        }),
        bench(
            "distance of a hand, in bulk",
            REPEATS * n,
            &["slow twin of the distance", OTHERS[0], OTHERS[1]],
            || {
                (0..REPEATS)
                    .map(|_| black_box(&fourteen).iter().map(|hand| u64::from(hand.distance())).sum::<u64>())
                    .sum()
            },
        ),
        bench("distance of a hand, each after the last", REPEATS * n, &["slow twin of the distance"], || {
            (0..REPEATS * n)
                .fold(0, |place, _| (place * 5 + 1 + usize::from(fourteen[place].distance())) % HANDS)
                as u64
        }),
        bench(
            "distance of bare counts, in bulk",
            REPEATS * n,
            &["slow twin of the distance", OTHERS[0], OTHERS[1]],
            || {
                let distance = |counts| u64::from(distance_of_counts(counts, 0).expect("counts of a hand"));
                (0..REPEATS).map(|_| black_box(&counts).iter().map(distance).sum::<u64>()).sum()
            },
        ),
        bench("slow twin of the discard", slow.len(), &[], || {
            slow.iter().map(|hand| twin::discard_choice(hand, 0) as u64).sum()
        }),
        bench("distance and discard", REPEATS * n, &["slow twin of the discard"], || {
            let both =
                |hand: &Hand| u64::from(hand.distance()) + hand.discard().map_or(0, |tile| tile as u64);
            (0..REPEATS).map(|_| black_box(&fourteen).iter().map(both).sum::<u64>()).sum()
        }),
        bench("useful tiles of 34 kinds", 4 * n, &[], || {
            let useful = |hand: &Hand| hand.useful().bits().count_ones();
            (0..4).map(|_| black_box(&thirteen).iter().map(useful).sum::<u32>()).sum::<u32>().into()
        }),
        bench("shuffle", 256, &[], || (0..256).map(|game| Deck::seeded(3, game).tiles()[0] as u64).sum()),
        bench("slow twin of a game", 2, &[], || {
            decks[..2]
                .iter()
                .map(|deck| twin::standard_log(&deck.tiles().map(Tile::index)).len() as u64)
                .sum()
        }),
        bench("game, shuffle included", 2048, &["slow twin of a game"], || {
            (0..2048)
                .map(|game| {
                    let (deck, id) = (Deck::seeded(2, game), GameId::new(2, game));
                    u64::from(play(&deck, &mut BySeat::new([Standard; 4]), id, &mut ()).winner().is_some())
                })
                .sum()
        }),
        bench("text to text, word by word", decks.len(), &[], || {
            let mut log = PlainLog::default();
            let mut words = text.split_ascii_whitespace();
            for _ in 0..decks.len() {
                let tiles = std::array::from_fn(|_| {
                    words.next().and_then(|name| Tile::from_name(name.as_bytes())).expect("a tile")
                });
                let deck = Deck::try_from(tiles).expect("a deck");
                play(&deck, &mut BySeat::new([Standard; 4]), GameId::default(), &mut log);
            }
            log.0.len() as u64
        }),
        bench("text to text", decks.len(), &["text to text, word by word"], || {
            let mut log = TextLog::default();
            DeckReader::new(text.as_bytes()).for_each(|deck| log.append(&deck.expect("a deck")));
            log.text.len() as u64
        }),
        bench("cloning a game", 4096, &[], || {
            let game = Game::new(&decks[0]);
            (0..4096).map(|_| black_box(black_box(&game).clone()).wall().len() as u64).sum()
        }),
        bench(OTHERS[0], REPEATS * n, &[], || {
            let distance = |counts: &[u8; 34]| {
                let four = xiangting::PlayerCount::Four;
                u64::from(xiangting::calculate_replacement_number(counts, four).expect("counts of a hand"))
            };
            (0..REPEATS).map(|_| black_box(&counts).iter().map(distance).sum::<u64>()).sum()
        }),
        bench(OTHERS[1], REPEATS * n, &[], || {
            let distance = |counts: &[u8; 34]| {
                // 14 tiles are four groups and a pair.
                i64::from(riichienv_core::shanten::calc_shanten_from_counts(counts, 4)).unsigned_abs()
            };
            (0..REPEATS).map(|_| black_box(&counts).iter().map(distance).sum::<u64>()).sum()
        }),
        bench("random word", 4096, &[], || {
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
    let best = |name: &str| benches.iter().find(|bench| bench.name == name).expect("it is measured").best;
    println!("{:<40} {:>10}   compared with", "", "ns each");
    for bench in &benches {
        let ratio = |other: &&str| {
            format!("{:.*} x {other}", digits(best(other) / bench.best), best(other) / bench.best)
        };
        let ratios: Vec<String> = bench.versus.iter().map(ratio).collect();
        println!("{:<40} {:>10.2}   {}", bench.name, bench.best, ratios.join(", "));
    }
    let game = benches.iter().find(|bench| bench.name.starts_with("game, shuffle")).expect("it is there");
    println!("\n{:.0} games a second on one thread", 1e9 / game.best);
}

/// How many digits of a ratio are worth telling.
fn digits(ratio: f64) -> usize {
    if ratio < 10.0 { 2 } else { 0 }
}
