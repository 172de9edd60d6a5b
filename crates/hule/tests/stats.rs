//! Totals over many games, counted again from the logs, and the same in any order and on any number of threads.

use crate::common;
use hule::simulate::{Parallel, simulate, simulate_parallel};
use hule::stats::Stats;
use hule::{Deck, Event, Hand, Log, Seat, Tile};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

const SEED: u64 = 21;

fn totals(games: std::ops::Range<u64>) -> Stats {
    let mut stats = Stats::default();
    simulate(SEED, games, &mut stats);
    stats
}

#[test]
fn totals_are_what_the_logs_say() {
    let mut expected = Stats::default();
    for game in 0..400 {
        let events = common::standard_events(&Deck::seeded(SEED, game));
        let mut hands = [Hand::empty(); 4];
        let mut melds = [0; 4];
        let mut discards = [0; 4];
        let mut specials = [[0; 4]; 3];
        let mut winner = None;
        let mut last = None;
        let mut drawn = 0;
        for (place, event) in events.iter().enumerate() {
            match *event {
                Event::Draw { seat, tile } => {
                    hands[seat.index()].add(tile).expect("there is room");
                    drawn += 1;
                    if place == 51 {
                        for hand in &hands {
                            expected.deal_distance.add(usize::from(hand.distance()));
                        }
                    }
                }
                Event::Discard { seat, .. } | Event::Pass { seat, .. } => {
                    let tile = if let Event::Discard { tile, .. } = *event { tile } else { Tile::Pass };
                    let hand = &mut hands[seat.index()];
                    hand.remove(tile).expect("it was there");
                    discards[seat.index()] += 1;
                    match tile {
                        Tile::Pass => specials[0][seat.index()] += 1,
                        Tile::Reverse => specials[1][seat.index()] += 1,
                        Tile::Double => specials[2][seat.index()] += 1,
                        _ => {}
                    }
                    last = Some((seat, tile));
                    if game % 64 == 0 {
                        let number = discards[seat.index()];
                        if expected.distance_after.len() <= number {
                            expected.distance_after.resize(number + 1, hule::stats::DistanceSum::default());
                        }
                        let after = &mut expected.distance_after[number];
                        after.hands += 1;
                        after.sum += u64::from(hand.distance());
                        after.ready += u64::from(hand.distance() == 1);
                    }
                }
                Event::Chow { seat, run } => {
                    let claimed = last.expect("a discard").1;
                    let own: Vec<Tile> = run.tiles().into_iter().filter(|&tile| tile != claimed).collect();
                    hands[seat.index()] = hands[seat.index()].meld([own[0], own[1]]).expect("it had them");
                    expected.chows[seat] += 1;
                    melds[seat.index()] += 1;
                }
                Event::Pong { seat, tile } => {
                    hands[seat.index()] = hands[seat.index()].meld([tile; 2]).expect("it had them");
                    expected.pongs[seat] += 1;
                    melds[seat.index()] += 1;
                }
                Event::Ron { seat } => {
                    expected.ron[seat] += 1;
                    expected.gave_ron[last.expect("a discard").0] += 1;
                    winner = Some(seat);
                }
                Event::SelfDrawn { seat } => {
                    expected.self_drawn[seat] += 1;
                    winner = Some(seat);
                }
                Event::Win { seat } => expected.winner_melds.add(melds[seat.index()]),
                Event::Exhausted => expected.exhausted += 1,
            }
        }
        expected.games += 1;
        expected.discards.add(discards.iter().sum());
        expected.wall_left.add(Deck::LEN - drawn);
        expected.claims.add(melds.iter().sum());
        for (total, by_seat) in expected.specials.iter_mut().zip(specials) {
            for seat in Seat::ALL {
                let number: usize = by_seat[seat.index()];
                total.seats[number] += 1;
                total.won[number] += u64::from(winner == Some(seat));
            }
        }
    }
    assert_eq!(totals(0..400), expected);
}

#[test]
fn totals_do_not_depend_on_other_observers() {
    let mut both = (Stats::default(), Log::default());
    simulate(SEED, 0..130, &mut both);
    assert_eq!(both.0, totals(0..130));
    assert!(both.1.events.len() > 130 * 60, "the other one has seen all games");
}

#[test]
fn totals_add_up_in_any_order() {
    let whole = totals(0..300);
    let parts = [totals(0..7), totals(7..100), totals(100..300)];
    for order in [[0_usize, 1, 2], [2, 0, 1]] {
        let mut sum = Stats::default();
        for part in order {
            sum += &parts[part];
        }
        assert_eq!(sum, whole);
    }
}

#[test]
fn threads_and_chunks_make_no_difference() {
    let whole = totals(5..1005);
    for (threads, chunk) in [(1, 1), (1, 5000), (2, 64), (7, 33)] {
        let how = Parallel {
            threads: NonZeroUsize::new(threads).expect("not zero"),
            chunk: NonZeroUsize::new(chunk).expect("not zero"),
            stop: &AtomicBool::new(false),
        };
        let mut sum = Stats::default();
        let mut next = 5;
        let played = simulate_parallel(SEED, 5..1005, how, Stats::default, |games, stats| {
            assert_eq!(
                (games.start, games.end - games.start),
                (next, stats.games),
                "in order, without a gap"
            );
            next = games.end;
            sum += &stats;
        });
        assert_eq!((played, sum), (1000, whole.clone()));
    }
}

#[test]
fn what_is_stopped_ends_without_a_gap() {
    let stop = AtomicBool::new(false);
    let two = NonZeroUsize::new(2).expect("not zero");
    let how = Parallel { threads: two, chunk: two, stop: &stop };
    let mut sum = Stats::default();
    let played = simulate_parallel(SEED, 0..u64::MAX, how, Stats::default, |_, stats| {
        sum += &stats;
        if sum.games >= 50 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    assert!((50..100).contains(&played), "{played}");
    assert_eq!(sum, totals(0..played));
}
