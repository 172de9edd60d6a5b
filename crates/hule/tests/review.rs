//! Reviews of games.

#![allow(clippy::cast_precision_loss)] // There are few decisions.

use hule::estimate::Measured;
use hule::play::GameId;
use hule::players::{Appraisal, Net, PlayerName, Search, SearchOptions};
use hule::review::{
    Review, ReviewOptions, ReviewedDecision, Reviewer, SeatReview, Stopped, WrongDecision, review,
};
use hule::{
    Action, ActionSet, BySeat, Deck, Event, Game, Player, Random, Replay, Seat, Standard, Turn, View,
};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

fn number(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("not zero")
}

fn options(samples: usize) -> ReviewOptions {
    ReviewOptions { samples: number(samples), ..ReviewOptions::default() }
}

fn reviewed(replay: &Replay, options: &ReviewOptions) -> Review {
    review(replay, options, number(2), &AtomicBool::new(false), |_, _| {}).expect("it is not stopped")
}

/// A standard player who makes one kind of blunder, once.
struct Blunderer {
    blunder: fn(&View<'_>, ActionSet) -> Option<Action>,
    made: bool,
}

impl Player for Blunderer {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let blunder = (self.blunder)(view, legal).filter(|_| !self.made);
        self.made |= blunder.is_some();
        blunder.unwrap_or_else(|| Standard.choose(view, legal))
    }
}

/// Games with a blunder of seat C, and the blunder as its review shows it.
fn blunders(
    blunder: fn(&View<'_>, ActionSet) -> Option<Action>,
) -> impl Iterator<Item = (Review, ReviewedDecision)> {
    (0..300)
        .filter_map(move |game| {
            let mut players: BySeat<Box<dyn Player>> = BySeat::from_fn(|_| Box::new(Standard) as _);
            players[Seat::C] = Box::new(Blunderer { blunder, made: false });
            let replay = Replay::played(&Deck::seeded(11, game), &mut players, GameId::default());
            let games: Vec<_> = replay.games().collect();
            let place = games.iter().zip(replay.actions()).position(|(game, &action)| {
                let view = game.view(Seat::C);
                view.turn().is_some() && blunder(&view, game.legal_actions()) == Some(action)
            })?;
            let seats = BySeat::from_fn(|seat| seat == Seat::C);
            let review = reviewed(&replay, &ReviewOptions { seats, ..options(200) });
            let decision = review.decisions.iter().find(|decision| decision.number == place)?.clone();
            Some((review, decision))
        })
        .take(8)
}

#[test]
fn a_declined_win_is_the_worst_decision() {
    let decline = |_: &View<'_>, legal: ActionSet| legal.contains(Action::Ron).then_some(Action::Decline);
    let discard = |_: &View<'_>, legal: ActionSet| {
        legal.contains(Action::SelfDrawn).then(|| legal.iter().next().expect("a discard"))
    };
    let mut found = 0;
    for (review, decision) in blunders(decline).chain(blunders(discard)) {
        let [seat] = &review.seats[..] else { panic!("only C is reviewed") };
        assert!(matches!(decision.best, Action::Ron | Action::SelfDrawn));
        assert!(decision.mistake && decision.choices.len() == 2, "{decision:?}");
        assert_eq!(decision.choices[0].wins, Some(1.0));
        assert_eq!(seat.worst[0], decision.number, "{decision:?}");
        found += 1;
    }
    assert_eq!(found, 16);
}

#[test]
fn to_break_up_a_ready_hand_is_the_worst_decision() {
    // The first discard that takes a ready hand two steps back.
    let blunder = |view: &View<'_>, legal: ActionSet| {
        let Some(Turn::Discard { drawn: Some(_), .. }) = view.turn() else { return None };
        if view.hand().distance() != 1 || legal.contains(Action::SelfDrawn) || view.wall_len() < 20 {
            return None;
        }
        let distance = |action: Action| match action {
            Action::Discard(tile) if !tile.is_special() => view.hand().distance_without(tile).unwrap_or(0),
            _ => 0,
        };
        legal.iter().find(|&action| distance(action) >= 2)
    };
    let (mut found, mut worst) = (0, 0);
    for (review, decision) in blunders(blunder) {
        assert!(decision.mistake && decision.loss.mean > 0.02, "{decision:?}");
        found += 1;
        worst += usize::from(review.seats[0].worst[0] == decision.number);
    }
    // Standard players make mistakes too, but hardly any is greater.
    assert!(found == 8 && worst >= 6, "{worst} of {found}");
}

#[test]
fn stronger_players_lose_less() {
    let lost = |player: PlayerName| {
        let games = (0..6).map(|game| {
            let mut players = BySeat::from_fn(|_| player.player());
            let replay = Replay::played(&Deck::seeded(12, game), &mut players, GameId::new(12, game));
            let review = reviewed(&replay, &options(60));
            let (losses, decisions): (f64, usize) = review
                .seats
                .iter()
                .map(|seat| (seat.loss.mean * seat.decisions as f64, seat.decisions))
                .fold((0.0, 0), |(sum, count), (loss, decisions)| (sum + loss, count + decisions));
            let agreed: usize = review.seats.iter().map(|seat| seat.agreed).sum();
            (losses, decisions, agreed)
        });
        let (losses, decisions, agreed) =
            games.fold((0.0, 0, 0), |all, game| (all.0 + game.0, all.1 + game.1, all.2 + game.2));
        (losses / decisions as f64, agreed as f64 / decisions as f64)
    };
    let search = PlayerName::Search(SearchOptions::samples(number(60)));
    let [random, standard, net, search] =
        [PlayerName::Random, PlayerName::Standard, PlayerName::Net, search].map(lost);
    // Hands of random players are hardly ever near a win, so they have little to lose.
    assert!(
        random.0 > 2.0 * net.0 + 0.002 && random.0 > 2.0 * search.0 + 0.002,
        "{random:?} {net:?} {search:?}"
    );
    assert!(standard.0 > net.0, "{standard:?} {net:?}");
    assert!(net.0.abs() < 0.002 && search.0.abs() < 0.002, "{net:?} {search:?}");
    assert!(
        net.1 > 0.9 && search.1 > 0.9 && standard.1 > random.1,
        "{random:?} {standard:?} {net:?} {search:?}"
    );
}

#[test]
fn the_number_of_threads_does_not_show() {
    let replay = Replay::standard(&Deck::seeded(1, 3));
    let with = |threads| {
        review(&replay, &options(10), number(threads), &AtomicBool::new(false), |_, _| {}).expect("it ends")
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(9));
    assert_ne!(one, reviewed(&replay, &ReviewOptions { seed: 1, ..options(10) }));
    // What is found about a seat does not depend on the others.
    let seats = BySeat::from_fn(|seat| seat == Seat::B);
    let alone = reviewed(&replay, &ReviewOptions { seats, ..options(10) });
    assert!(alone.decisions.iter().eq(one.of(Seat::B)));
    assert_eq!(alone.seats, one.seats[1..2]);
    let none = reviewed(&replay, &ReviewOptions { seats: BySeat::splat(false), ..options(10) });
    assert!(none.seats.is_empty() && none.decisions.is_empty());
}

/// Several reviewers share the work, in any order, and send what they found as JSON.
#[test]
fn parts_add_up_to_the_review() {
    let mut players = BySeat::from_fn(|_| PlayerName::Random.player());
    let replay = Replay::played(&Deck::seeded(8, 2), &mut players, GameId::new(8, 2));
    let options = ReviewOptions { seed: u64::MAX, ..options(30) };
    let whole = reviewed(&replay, &options);
    let reviewers = [Reviewer::new(&replay, &options), Reviewer::new(&replay, &options)];
    let [one, other] = &reviewers;
    let mut parts: Vec<(usize, String)> = (0..one.len())
        .rev()
        .map(|index| {
            let part =
                reviewers[index % 2].appraise(index, &AtomicBool::new(false)).expect("it is not stopped");
            (index, serde_json::to_string(&part).expect("JSON"))
        })
        .collect();
    parts.sort();
    let decisions: Vec<ReviewedDecision> =
        parts.iter().map(|(_, part)| serde_json::from_str(part).expect("as it was written")).collect();
    assert!(decisions.len() > 50 && decisions == whole.decisions, "{}", decisions.len());
    let sent = serde_json::to_string(&one.finish(decisions.clone()).expect("all are there")).expect("JSON");
    assert_eq!(sent, serde_json::to_string(&whole).expect("JSON"));
    assert_eq!(serde_json::from_str::<Review>(&sent).expect("as it was written"), whole);

    assert_eq!(one.appraise(one.len(), &AtomicBool::new(false)), None);
    assert_eq!(one.appraise(0, &AtomicBool::new(true)), None);
    let wrong = |change: fn(&mut Vec<ReviewedDecision>)| {
        let mut changed = decisions.clone();
        change(&mut changed);
        other.finish(changed).expect_err("it is changed").index
    };
    assert_eq!(wrong(|decisions| decisions.truncate(7)), 7);
    assert_eq!(wrong(|decisions| decisions.push(decisions[0].clone())), decisions.len());
    assert_eq!(wrong(|decisions| decisions.swap(3, 4)), 3);
    assert_eq!(wrong(|decisions| decisions[5].choices.clear()), 5);
    assert_eq!(wrong(|decisions| decisions[6].choices[0].wins = None), 6);
    let message = WrongDecision { index: 6 }.to_string();
    assert_eq!(message, "decision 7 is missing or is none of this review");
}

#[test]
fn decisions_are_where_the_log_shows_them() {
    let mut players = BySeat::from_fn(|_| PlayerName::Random.player());
    let replay = Replay::played(&Deck::seeded(3, 1), &mut players, GameId::new(3, 1));
    let events = replay.log().events;
    let review = reviewed(&replay, &options(2));
    let games: Vec<_> = replay.games().collect();
    let several = |place: &usize| games[*place].legal_actions().len() > 1;
    let expected: Vec<usize> = (0..replay.actions().len()).filter(several).collect();
    assert_eq!(review.decisions.iter().map(|decision| decision.number).collect::<Vec<_>>(), expected);
    let mut declined = 0;
    for decision in &review.decisions {
        let made = replay.actions()[decision.number];
        assert_eq!((decision.made, Some(decision.turn)), (made, games[decision.number].turn()));
        let seat = decision.seat;
        match (made, events[decision.line - 1]) {
            (Action::Discard(tile), event) => assert_eq!(event, Event::Discard { seat, tile }),
            (Action::Pass(target), event) => assert_eq!(event, Event::Pass { seat, target }),
            (Action::Decline, Event::Discard { seat: other, tile }) => {
                assert!(other != seat && decision.turn.claimable() == Some(tile));
                declined += 1;
            }
            (Action::Pong, Event::Pong { seat: other, .. })
            | (Action::Chow(_), Event::Chow { seat: other, .. })
            | (Action::Ron, Event::Ron { seat: other })
            | (Action::SelfDrawn, Event::SelfDrawn { seat: other }) => assert_eq!(other, seat),
            other => panic!("{other:?}"),
        }
    }
    assert!(declined > 0);
}

#[test]
fn figures_follow_from_the_decisions() {
    for game in 0..4 {
        let mut players = BySeat::from_fn(|_| PlayerName::Random.player());
        let replay = Replay::played(&Deck::seeded(4, game), &mut players, GameId::new(4, game));
        let review = reviewed(&replay, &options(20));
        let lines = replay.log().events.len();
        for seat in &review.seats {
            let own: Vec<&ReviewedDecision> = review.of(seat.seat).collect();
            assert_eq!(seat.decisions, own.len());
            let mean = own.iter().map(|decision| decision.loss.mean).sum::<f64>() / own.len() as f64;
            assert!((seat.loss.mean - mean).abs() < 1e-12);
            let mut mistakes: Vec<_> = own.iter().filter(|d| d.loss.mean > 1.96 * d.loss.error).collect();
            mistakes.sort_by(|one, other| other.loss.mean.total_cmp(&one.loss.mean));
            assert_eq!(seat.mistakes, mistakes.len());
            let worst: Vec<usize> = mistakes.iter().take(SeatReview::WORST).map(|d| d.number).collect();
            assert_eq!(seat.worst, worst);
            for (point, decision) in seat.curve.iter().zip(&own) {
                let best = decision.choices.iter().find(|choice| choice.action == decision.best);
                assert_eq!(Some(point.wins), best.expect("it is there").wins);
                assert_eq!(point.line, decision.line);
                assert!((0.0..=1.0).contains(&point.wins));
            }
            let end = seat.curve.last().expect("there is an end");
            let won = review.outcome.winner() == Some(seat.seat);
            assert_eq!(
                (seat.curve.len(), end.line, end.wins),
                (own.len() + 1, lines, f64::from(u8::from(won)))
            );
        }
    }
}

/// The errors are right: estimates from few samples are as far from those of many as they say.
#[test]
fn errors_say_how_far_off_the_estimates_are() {
    let (mut squares, mut count) = (0.0, 0.0);
    for game in 0..4 {
        let replay = Replay::standard(&Deck::seeded(6, game));
        for (place, (game, &made)) in replay.games().zip(replay.actions()).enumerate().step_by(5) {
            let view = game.view(game.turn().expect("it goes on").seat());
            let estimate = |samples, seed| {
                let options = SearchOptions::samples(number(samples));
                let appraisal = Appraisal::of(&view, Some(made), options, Random::new(seed)).expect("a turn");
                let choice = *appraisal.choice(made).expect("it was tried");
                (choice.wins.expect("it was tried"), choice.wins_error.expect("it was tried"))
            };
            let ((few, few_error), (many, many_error)) =
                (estimate(60, place as u64), estimate(1500, 1000 + place as u64));
            let error = few_error.hypot(many_error);
            if error > 0.001 {
                squares += ((few - many) / error).powi(2);
                count += 1.0;
            }
        }
    }
    assert!(count > 30.0 && (0.5..1.6).contains(&(squares / count)), "{} of {count}", squares / count);
}

/// A best choice that was selected by luck would show as a loss of those who play the same otherwise.
#[test]
fn the_best_choice_does_not_profit_from_its_selection() {
    let mut losses = Vec::new();
    for game in 0..40 {
        let deck = Deck::seeded(9, game);
        let replay = Replay::played(&deck, &mut BySeat::from_fn(|_| Net::built_in()), GameId::default());
        losses.extend(
            reviewed(&replay, &options(30)).decisions.iter().filter(|d| d.made != d.best).map(|d| d.loss),
        );
    }
    let mean = losses.iter().map(|loss| loss.mean).sum::<f64>() / losses.len() as f64;
    let error = losses.iter().map(|loss| loss.error.powi(2)).sum::<f64>().sqrt() / losses.len() as f64;
    // With 30 samples a choice leads by some points when it is selected. In new samples it must not.
    assert!(losses.len() > 40 && mean < 0.005 + 2.0 * error, "{mean} ± {error} in {}", losses.len());
}

#[test]
fn it_can_be_stopped_at_any_time() {
    let replay = Replay::standard(&Deck::seeded(1, 0));
    let set = AtomicBool::new(true);
    assert_eq!(review(&replay, &options(usize::MAX), number(2), &set, |_, _| {}), Err(Stopped));
    let stop = AtomicBool::new(false);
    let mut seen = Vec::new();
    let stopped = review(&replay, &options(2), number(2), &stop, |done, all| {
        seen.push((done, all));
        stop.fetch_or(done == 5, Ordering::Relaxed);
    });
    // What the threads had begun may be delivered.
    assert!(stopped.is_err() && seen.len() >= 6, "{seen:?}");
    assert!(seen.iter().enumerate().all(|(place, &(done, all))| place == done && all == seen[0].1));
}

#[test]
fn few_samples_still_give_numbers() {
    let replay = Replay::standard(&Deck::seeded(1, 0));
    let review = reviewed(&replay, &options(1));
    for decision in &review.decisions {
        assert!(decision.loss.mean.is_finite() && decision.loss.error.is_finite());
    }
    let game = replay.games().next().expect("the beginning");
    let one = SearchOptions::samples(number(1));
    let of = |seat, made| Appraisal::of(&game.view(seat), made, one, Random::new(1));
    assert!(of(Seat::A, None).is_some());
    assert!(of(Seat::B, None).is_none() && of(Seat::A, Some(Action::Ron)).is_none());
}

/// The best choice is what the player `search` does with as many samples and the same seed.
#[test]
fn the_best_choice_is_that_of_search() {
    let replay = Replay::standard(&Deck::seeded(2, 0));
    for (place, game) in replay.games().enumerate() {
        let Some(turn) = game.turn() else { break };
        let view = game.view(turn.seat());
        let options = SearchOptions::samples(number(40));
        let mut search = Search::new(options);
        search.begin(turn.seat(), place as u64);
        let best = Appraisal::of(&view, None, options, Random::new(place as u64)).expect("a turn");
        assert_eq!(best.best().action, search.choose(&view, game.legal_actions()));
    }
}

/// A limit of time ends it, with numbers all the same.
#[test]
fn a_hurried_appraisal_has_numbers_too() {
    let game = Game::new(&Deck::seeded(2, 0));
    let options = SearchOptions::time(std::time::Duration::ZERO);
    let appraisal = Appraisal::of(&game.view(Seat::A), None, options, Random::new(1)).expect("a turn");
    let losses: Vec<Measured> = appraisal.choices().iter().filter_map(|choice| choice.loss).collect();
    assert!(!losses.is_empty() && losses.iter().all(|loss| loss.mean.is_finite() && loss.error.is_finite()));
}
