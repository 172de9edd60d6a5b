//! The arena: who sits where, what is counted, that threads do not show, and how far figures can be trusted.

use hule::arena::{Hypothesis, LineUp, PlayedDeck, PlayedGame, RoundRobin, SeatRecord, Sprt, Totals};
use hule::estimate::Sample;
use hule::play::GameId;
use hule::players::PlayerName;
use hule::simulate::Parallel;
use hule::{Action, ActionSet, Game, Player, Random, Seat, Standard, View};
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

static NEVER: AtomicBool = AtomicBool::new(false);

fn on(threads: usize, chunk: usize) -> Parallel<'static> {
    let number = |number| NonZeroUsize::new(number).expect("not zero");
    Parallel { threads: number(threads), chunk: number(chunk), stop: &NEVER }
}

fn names<const N: usize>(names: [&str; N]) -> [PlayerName; N] {
    names.map(|name| name.parse().expect("a player"))
}

fn decks(
    line_up: &LineUp<PlayerName>,
    seed: u64,
    decks: Range<u64>,
    how: Parallel<'_>,
    deliver: impl FnMut(PlayedDeck) -> ControlFlow<()>,
) -> u64 {
    let made = line_up.play(seed, decks, how, |name| Ok::<_, Infallible>(name.player()), deliver);
    made.unwrap_or_else(|never| match never {})
}

fn totals(line_up: &LineUp<PlayerName>, seed: u64, range: Range<u64>) -> Totals {
    let mut totals = Totals::new(line_up.entrants().len());
    decks(line_up, seed, range, on(2, 3), |deck| {
        totals.add(&deck.games);
        ControlFlow::Continue(())
    });
    totals
}

/// All that does not depend on the machine.
fn json(totals: &Totals) -> String {
    serde_json::to_string(totals).expect("numbers")
}

/// Every seat of every game has its entrant, and every game its end.
fn adds_up(totals: &Totals) {
    let sum = |of: fn(&SeatRecord) -> u64| -> u64 {
        totals.entrants.iter().flat_map(|record| record.seats.as_array()).map(of).sum()
    };
    for seat in Seat::ALL {
        let games = totals.entrants.iter().map(|record| record.seats[seat].games);
        assert_eq!(games.sum::<u64>(), totals.games);
    }
    assert_eq!(sum(SeatRecord::wins) + totals.exhausted + totals.void, totals.games);
    assert_eq!(sum(|seat| seat.ron), sum(|seat| seat.gave_ron));
    let products: u64 = totals.products.iter().flatten().sum();
    let won = totals.games - totals.exhausted - totals.void;
    assert!(
        products >= won && products <= won * (totals.games / totals.decks),
        "squares of the wins of a deck"
    );
}

#[test]
fn threads_do_not_show() {
    let line_ups = [
        LineUp::two(names(["random", "standard"])),
        LineUp::four(names(["useful", "random", "search:samples=1", "random"])),
    ];
    for line_up in line_ups {
        let run = |threads, chunk| {
            let (mut totals, mut numbers) = (Totals::new(line_up.entrants().len()), Vec::new());
            let delivered = decks(&line_up, 7, 5..45, on(threads, chunk), |deck| {
                numbers.push(deck.number);
                totals.add(&deck.games);
                ControlFlow::Continue(())
            });
            assert_eq!((delivered, numbers), (40, (5..45).collect()));
            adds_up(&totals);
            json(&totals)
        };
        let expected = run(1, 1);
        assert!([run(2, 1), run(5, 7)].iter().all(|found| *found == expected));
    }
}

/// The standard player, but one choice in ten is left to chance.
struct Moody(Random);

impl Player for Moody {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let any = self.0.below(10 * legal.len() as u64) as usize;
        legal.iter().nth(any).unwrap_or_else(|| Standard.choose(view, legal))
    }

    fn begin(&mut self, _seat: Seat, seed: u64) {
        self.0 = Random::new(seed);
    }
}

#[test]
fn equal_players_are_found_equal() {
    let mut apart = 0;
    for seed in 0..20 {
        let standard = totals(&LineUp::two(names(["standard", "standard"])), seed, 0..50);
        adds_up(&standard);
        let difference = standard.difference(0, 1);
        // The same seat wins with any players.
        assert!(difference.low <= 0.0 && difference.high >= 0.0 && difference.value.abs() < 1e-12);
        let mut moody = Totals::new(2);
        let make = |_: &u8| Ok::<_, Infallible>(Moody(Random::new(0)));
        let played = LineUp::two([0, 1]).play(seed, 0..50, on(2, 1), make, |deck| {
            moody.add(&deck.games);
            ControlFlow::Continue(())
        });
        assert_eq!(played, Ok(50));
        adds_up(&moody);
        let difference = moody.difference(0, 1);
        assert!(difference.low < difference.high);
        apart += u32::from(difference.low > 0.0 || difference.high < 0.0);
    }
    assert!(apart <= 4, "{apart} of 20 intervals of 95 % have not 0 in them");
}

#[test]
fn counting_useful_tiles_is_better_than_the_standard() {
    let totals = totals(&LineUp::two(names(["useful", "standard"])), 1, 0..500);
    let difference = totals.difference(0, 1);
    assert!(difference.low > 0.0, "{difference:?}");
    let (useful, standard) = (totals.share(0), totals.share(1));
    assert!((useful.value - standard.value - difference.value).abs() < 1e-12);
    assert!(useful.low < useful.value && useful.value < useful.high && useful.high < 0.5);
    let lead = totals.lead();
    assert!(
        (lead.mean - difference.value).abs() < 1e-12
            && (lead.mean + lead.reach() - difference.high).abs() < 1e-12
    );
}

/// The figures again, from the games and by the book.
#[test]
fn figures_are_means_over_decks() {
    let line_up = LineUp::four(names(["useful", "standard", "random", "standard"]));
    let mut totals = Totals::new(3);
    let mut leads = Vec::new();
    decks(&line_up, 2, 0..60, on(1, 1), |deck| {
        totals.add(&deck.games);
        let wins = |entrant| {
            let won = |game: &&PlayedGame| game.winner().is_some_and(|seat| game.entrants[seat] == entrant);
            f64::from(u32::try_from(deck.games.iter().filter(won).count()).expect("four games"))
        };
        leads.push(wins(1) / 8.0 - wins(2) / 4.0);
        ControlFlow::Continue(())
    });
    let n = 60.0;
    let mean = leads.iter().sum::<f64>() / n;
    let variance = leads.iter().map(|lead| (lead - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let difference = totals.difference(1, 2);
    assert!((difference.value - mean).abs() < 1e-12);
    let reach = 2.001 * (variance / n).sqrt(); // t with 59 degrees of freedom
    assert!((difference.high - mean - reach).abs() < 1e-4, "{difference:?} {mean} {reach}");
}

#[test]
fn parts_add_up_to_the_whole() {
    let line_up = LineUp::two(names(["random", "useful"]));
    let mut parts = totals(&line_up, 3, 0..10);
    parts += &totals(&line_up, 3, 10..30);
    assert_eq!(json(&parts), json(&totals(&line_up, 3, 0..30)));
}

#[test]
fn the_test_stops_at_the_same_deck_whatever_the_threads() {
    let line_up = LineUp::four(names(["useful", "standard", "standard", "standard"]));
    let sprt = Sprt { d0: 0.0, d1: 0.04, ..Sprt::default() };
    let run = |threads, chunk| {
        let mut totals = Totals::new(2);
        let delivered = decks(&line_up, 4, 0..100_000, on(threads, chunk), |deck| {
            totals.add(&deck.games);
            match sprt.accepted(&totals.lead()) {
                None => ControlFlow::Continue(()),
                Some(accepted) => {
                    assert_eq!(accepted, Hypothesis::H1);
                    ControlFlow::Break(())
                }
            }
        });
        (delivered, json(&totals))
    };
    let (decks, expected) = run(1, 1);
    assert!((Sprt::LEAST..100_000).contains(&decks), "{decks}");
    for (threads, chunk) in [(2, 1), (5, 1), (3, 64)] {
        assert_eq!(run(threads, chunk), (decks, expected.clone()));
    }
}

#[test]
fn a_round_robin_rates_everybody() {
    let line_up = LineUp::round_robin(names(["random", "useful", "standard", "useful", "random"]).into());
    assert_eq!(line_up.games(), 60);
    let run = |range| {
        let mut round_robin = RoundRobin::new(5);
        decks(&line_up, 6, range, on(2, 1), |deck| {
            assert_eq!(deck.games.len(), 60);
            round_robin.add(&deck);
            ControlFlow::Continue(())
        });
        round_robin
    };
    let mut round_robin = run(0..20);
    round_robin += &run(20..60);
    assert_eq!(round_robin.decks(), 60);
    assert_eq!(round_robin.ratings(), run(0..60).ratings());
    // Each pair has played what two play.
    let pairs: Vec<_> = round_robin.pairs().collect();
    assert_eq!(pairs.len(), 10);
    for (_, totals) in &pairs {
        adds_up(totals);
    }
    let (_, useful_and_standard) = pairs[4];
    assert_eq!(pairs[4].0, (1, 2));
    assert_eq!(
        json(useful_and_standard),
        json(&totals(&LineUp::two(names(["useful", "standard"])), 6, 0..60))
    );
    let ratings = round_robin.ratings();
    let value = |entrant: usize| ratings[entrant].value;
    assert!(value(1) > value(2) && value(2) > value(0) && value(2) > value(4), "{ratings:?}");
    assert!((value(1) - value(3)).abs() < ratings[1].reach, "{ratings:?}");
    assert!(ratings.iter().map(|rating| rating.value).sum::<f64>().abs() < 1e-6);
}

/// Takes note of how it is treated.
struct Treated<'a> {
    seeds: &'a Mutex<Vec<u64>>,
    over: bool,
}

impl Player for Treated<'_> {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        assert!(!self.over, "it is told that a game begins before it is asked");
        Standard.choose(view, legal)
    }

    fn begin(&mut self, _seat: Seat, seed: u64) {
        self.seeds.lock().expect("no thread panics").push(seed);
        self.over = false;
    }

    fn end(&mut self, game: &Game) {
        assert!(game.outcome().is_some(), "it is shown the end");
        self.over = true;
    }

    fn forfeited(&self) -> bool {
        assert!(self.over, "it is asked afterwards");
        true
    }
}

#[test]
fn players_get_their_seeds_and_wins_of_forfeited_games_are_nobodys() {
    let seeds = Mutex::new(Vec::new());
    let line_up = LineUp::four(["treated", "standard", "standard", "standard"]);
    let make = |name: &&str| -> Result<Box<dyn Player + '_>, Infallible> {
        Ok(if *name == "treated" {
            Box::new(Treated { seeds: &seeds, over: true })
        } else {
            Box::new(Standard)
        })
    };
    let mut totals = Totals::new(2);
    let delivered = line_up.play(8, 0..50, on(1, 1), make, |deck| {
        totals.add(&deck.games);
        ControlFlow::Continue(())
    });
    assert_eq!(delivered, Ok(50));
    // In rotation r, the first player sits at seat -r.
    let expected: Vec<u64> = (0..50)
        .flat_map(|deck| (0..4).map(move |seating| GameId { seed: 8, deck, seating }))
        .map(|id| id.player_seed(Seat::ALL[(4 - id.seating as usize) % 4]))
        .collect();
    assert_eq!(*seeds.lock().expect("no thread panics"), expected);
    adds_up(&totals);
    let standard = totals_of_four_standard();
    assert_eq!(totals.entrants[0].forfeits, 200);
    assert_eq!(totals.entrants[0].total().wins(), 0);
    assert_eq!(totals.void + totals.entrants[1].total().wins(), standard.entrants[0].total().wins());
    assert_eq!(totals.void, 50 - standard.exhausted / 4, "one seat in four, on every deck that is won");
    let share = totals.share(0);
    assert!(
        share.low.abs() < 1e-12 && share.high > 0.05 && share.high < 0.1,
        "no win in 50 decks: {share:?}"
    );
}

fn totals_of_four_standard() -> Totals {
    totals(&LineUp::four([PlayerName::Standard; 4]), 8, 0..50)
}

#[test]
fn players_that_cannot_be_made_are_an_error() {
    let line_up = LineUp::two(["good", "bad"]);
    let make = |name: &&str| if *name == "good" { Ok(Standard) } else { Err("no such program") };
    let played = line_up.play(1, 0..10, on(3, 1), make, |_| panic!("nothing can be played"));
    assert_eq!(played, Err("no such program"));
}

#[test]
fn only_whole_decks_are_delivered_when_it_stops() {
    /// Raises the flag at its thousandth decision.
    struct Stopper<'a>(&'a AtomicBool, &'a AtomicU64);
    impl Player for Stopper<'_> {
        fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
            if self.1.fetch_add(1, Ordering::Relaxed) == 1000 {
                self.0.store(true, Ordering::Relaxed);
            }
            Standard.choose(view, legal)
        }
    }
    for (threads, chunk) in [(1, 1), (1, 100), (3, 2)] {
        let (stop, decisions) = (AtomicBool::new(false), AtomicU64::new(0));
        let how = Parallel { stop: &stop, ..on(threads, chunk) };
        let make = |_: &u8| Ok::<_, Infallible>(Stopper(&stop, &decisions));
        let mut numbers = Vec::new();
        let played = LineUp::two([0, 1]).play(1, 0..1_000_000, how, make, |deck| {
            assert_eq!(deck.games.len(), 6);
            numbers.push(deck.number);
            ControlFlow::Continue(())
        });
        let played = played.unwrap_or_else(|never| match never {});
        assert_eq!(numbers, (0..played).collect::<Vec<u64>>());
        assert!(played < 20 && decisions.load(Ordering::Relaxed) < 2000, "{played}");
        assert!(threads > 1 || played >= 1, "those of a chunk that were done count");
    }
}

// ------------------------------------------------------------------ samples of decks

#[test]
fn a_sample_has_the_mean_and_variance_of_its_numbers() {
    // 2, 4, 4, 4, 5, 5, 7, 9 halves: mean 5 / 2, sample variance 32 / 7 / 4.
    let sample = Sample::new(8, 40, 232, 2.0);
    assert!((sample.mean - 2.5).abs() < 1e-12 && (sample.variance - 32.0 / 28.0).abs() < 1e-12);
    let estimate = sample.estimate(0.0..=3.0);
    assert!((estimate.low - (2.5 - sample.reach())).abs() < 1e-12 && (estimate.high - 3.0).abs() < 1e-12);
    let one = Sample::new(1, 1, 1, 1.0).estimate(-1.0..=1.0);
    assert!(one.low <= -1.0 && one.high >= 1.0, "one deck says nothing");
    let (none, all) =
        (Sample::new(50, 0, 0, 6.0).estimate(0.0..=0.5), Sample::new(50, 150, 450, 6.0).estimate(0.0..=0.5));
    // Wilson's upper bound of 0 in 50, of a half.
    assert!(none.low.abs() < 1e-12 && (none.high - 0.071_348 / 2.0).abs() < 1e-6, "{none:?}");
    assert!((all.high - 0.5).abs() < 1e-12 && (all.low - 0.5 + 0.071_348 / 2.0).abs() < 1e-6, "{all:?}");
    let even = Sample::new(50, 0, 0, 6.0).estimate(-0.5..=0.5);
    assert!(even.high.abs() < 1e-12 && even.low.abs() < 1e-12, "they may well be the same player");
}

/// Decks of six games, each deck with a luck of its own, so that its games go together: nearly as often as they
/// say, the intervals have the true share in them. Were the games taken for independent, it would be 70 %.
#[test]
fn intervals_cover_what_they_promise() {
    let mut random = Random::new(5);
    for decks in [4, 12, 100, 1000] {
        let (mut covered, mut covered_if_independent) = (0, 0);
        for _ in 0..2000 {
            let (mut sum, mut squares) = (0, 0);
            for _ in 0..decks {
                let luck = [5, 35, 50, 65, 95][random.below(5) as usize];
                let wins: i128 = (0..6).map(|_| i128::from(random.below(100) < luck)).sum();
                sum += wins;
                squares += wins * wins;
            }
            let sample = Sample::new(decks, sum, squares, 6.0);
            covered += u32::from((sample.mean - 0.5).abs() <= sample.reach());
            let games = Sample::new(6 * decks, sum, sum, 1.0);
            covered_if_independent += u32::from((games.mean - 0.5).abs() <= games.reach());
        }
        assert!((1860..=1940).contains(&covered), "{decks} decks: {covered} of 2000");
        assert!(covered_if_independent < 1760, "{decks} decks: {covered_if_independent} of 2000");
    }
}

// ------------------------------------------------------------------ the sequential test

/// What the test accepts if a third of the decks are even, most of the others differ by half a win to either side, and
/// `better` of 6000 by a whole win to one side, which makes that the mean.
fn run(sprt: &Sprt, random: &mut Random, better: u64) -> Hypothesis {
    let (mut sum, mut squares) = (0, 0);
    for decks in 1.. {
        let halves = match random.below(6000) {
            0..2000 => 0,
            2000..3500 => 1,
            3500..5000 => -1,
            draw => i128::from(draw - 5000 < better) * 2,
        };
        sum += halves;
        squares += halves * halves;
        if let Some(accepted) = sprt.accepted(&Sample::new(decks, sum, squares, 2.0)) {
            return accepted;
        }
    }
    unreachable!("the loop does not end")
}

#[test]
fn it_errs_as_rarely_as_it_promises() {
    let sprt = Sprt { d0: 60.0 / 6000.0, d1: 240.0 / 6000.0, ..Sprt::default() };
    let mut random = Random::new(3);
    for (better, right) in
        [(0, Hypothesis::H0), (60, Hypothesis::H0), (240, Hypothesis::H1), (400, Hypothesis::H1)]
    {
        let wrong = (0..1000).filter(|_| run(&sprt, &mut random, better) != right).count();
        // 50 are promised; chance adds 20 hardly ever.
        assert!(wrong <= 70, "{better}: {wrong} of 1000");
        let at_the_edge = [60, 240].contains(&better);
        assert!(!at_the_edge || wrong >= 20, "{better}: it takes more decks than it needs, {wrong}");
    }
}

#[test]
fn it_takes_its_least_number_of_decks_even_if_all_are_alike() {
    let sprt = Sprt::default();
    let alike = |decks: u64, each: i128| {
        sprt.accepted(&Sample::new(decks, each * i128::from(decks), each * each * i128::from(decks), 1000.0))
    };
    assert_eq!((alike(49, 0), alike(50, 0)), (None, Some(Hypothesis::H0)));
    assert_eq!((alike(49, 10), alike(50, 10)), (None, Some(Hypothesis::H1)));
    assert_eq!(alike(1_000_000, 5), None, "just in the middle");
}
