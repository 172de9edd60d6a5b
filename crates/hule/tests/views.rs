//! What a seat sees of a game, what can be sent of it, and the decisions that led to it.

use hule::game::{Discarded, NoHistory, OwnedView, OwnedViewError};
use hule::players::{GreedyPlayer, RandomPlayer};
use hule::{Deck, Direction, Game, Meld, Outcome, Player, Random, Run, Seat, Standard, Tile, Turn};

// ------------------------------------------------------------------ views

#[test]
fn a_view_shows_nothing_that_the_seat_cannot_see() {
    let mut random = Random::new(1);
    let mut players = RandomPlayer::new(2);
    let mut different = 0;
    for number in 0..50 {
        let mut game = Game::new(&Deck::seeded(8, number));
        while let Some(turn) = game.turn() {
            let seat = turn.seat();
            let view = game.view(seat);
            let world = view.imagine(&mut random).expect("the seat has to decide");
            different += u32::from(world.wall() != game.wall());
            let other = world.view(seat);
            assert_eq!(view, other);
            assert_eq!(format!("{view:?}"), format!("{other:?}"));
            let legal = game.legal_actions();
            assert_eq!(legal, world.legal_actions());
            assert_eq!(Standard.choose(&view, legal), Standard.choose(&other, legal));
            // The view of another seat shows that the worlds differ, if only in that hand.
            let neighbour = Seat::ALL[(seat.index() + 1) % 4];
            assert_eq!(
                game.view(neighbour) == world.view(neighbour),
                game.hand(neighbour) == world.hand(neighbour)
            );
            assert_eq!(game.view(neighbour).turn(), None);
            for tile in Tile::ALL {
                let hidden = Seat::ALL.into_iter().filter(|&other| other != seat);
                let held: usize = hidden.map(|other| game.hand(other).count(tile)).sum();
                let left = game.wall().iter().filter(|&&other| other == tile).count();
                assert_eq!(view.unseen(tile), held + left);
            }
            let action = players.choose(&view, legal);
            game.play(action).expect("players choose legal actions");
        }
    }
    assert!(different > 1000, "{different}");
}

// ------------------------------------------------------------------ views that own what they show

/// A few games by random players and good ones, shown at every decision.
fn every_decision(mut look: impl FnMut(&Game, Seat)) {
    let mut random = RandomPlayer::new(3);
    for number in 0..60 {
        let mut game = Game::new(&Deck::seeded(21, number));
        while let Some(turn) = game.turn() {
            look(&game, turn.seat());
            let (view, legal) = (game.view(turn.seat()), game.legal_actions());
            // Random players show rare rules, and good ones the end of games.
            let action = match number % 3 {
                0 => random.choose(&view, legal),
                1 => GreedyPlayer.choose(&view, legal),
                _ if turn.seat() == Seat::A => GreedyPlayer.choose(&view, legal),
                _ => random.choose(&view, legal),
            };
            game.play(action).expect("players choose legal actions");
        }
    }
}

#[test]
fn what_is_seen_leads_back_to_a_game_that_looks_the_same() {
    let (mut decisions, mut melds, mut skips) = (0, 0, 0);
    every_decision(|game, seat| {
        let view = game.view(seat);
        let seen = view.to_owned_view();
        let world = seen.game().unwrap_or_else(|error| panic!("{error}: {seen:?}"));
        assert_eq!(world.view(seat), view);
        assert_eq!(world.legal_actions(), game.legal_actions());
        decisions += 1;
        melds += seen.melds.iter().map(|(_, melds)| melds.len()).sum::<usize>();
        skips += seen.skips.iter().map(|(_, skips)| skips).sum::<usize>();
        let neighbour = seat.next(Direction::Forward);
        assert_eq!(game.view(neighbour).to_owned_view().game(), Err(OwnedViewError::NoTurn));
    });
    assert!(decisions > 3000 && melds > 1000 && skips > 100, "{decisions} {melds} {skips}");
}

#[cfg(feature = "serde")]
#[test]
fn what_is_seen_can_be_sent() {
    every_decision(|game, seat| {
        let seen = game.view(seat).to_owned_view();
        let json = serde_json::to_string(&seen).expect("it is JSON");
        assert_eq!(serde_json::from_str::<OwnedView>(&json).expect(&json), seen);
    });
}

#[test]
fn every_single_change_is_noticed_or_possible() {
    let mut refused = [0; 5];
    let mut number = 0;
    every_decision(|game, seat| {
        number += 1;
        if number % 7 != 0 {
            return;
        }
        for change in changes(&game.view(seat).to_owned_view()) {
            match change.game() {
                Ok(world) => assert_eq!(world.view(change.seat).to_owned_view(), change),
                Err(error) => {
                    let place = match error {
                        OwnedViewError::NoTurn => 0,
                        OwnedViewError::FiveOfAKind { .. } => 1,
                        OwnedViewError::HandSize { .. } => 2,
                        OwnedViewError::Discard { .. } => 3,
                        OwnedViewError::Differs(_) => 4,
                    };
                    refused[place] += 1;
                }
            }
        }
    });
    assert!(refused.iter().all(|&times| times > 10), "{refused:?}");
}

/// The same with one thing changed, for many things.
fn changes(seen: &OwnedView) -> Vec<OwnedView> {
    let mut all = Vec::new();
    let mut change = |how: &dyn Fn(&mut OwnedView)| {
        let mut changed = seen.clone();
        how(&mut changed);
        all.push(changed);
    };
    change(&|seen| seen.turn = None);
    change(&|seen| seen.wall += 1);
    change(&|seen| seen.wall = usize::MAX);
    change(&|seen| seen.direction = seen.direction.flipped());
    change(&|seen| seen.seat = seen.seat.next(Direction::Forward));
    change(&|seen| seen.hand.reverse());
    change(&|seen| seen.hand.truncate(1));
    change(&|seen| seen.hand.push(Tile::Pass));
    change(&|seen| seen.hand = vec![Tile::M1; 1000]);
    change(&|seen| seen.river = vec![seen.river.first().copied().unwrap_or(FIRST); 1000]);
    change(&|seen| seen.river.clear());
    change(&|seen| seen.river.truncate(seen.river.len().saturating_sub(1)));
    change(&|seen| seen.turn = Some(Turn::Discard { seat: seen.seat, drawn: None }));
    change(&|seen| seen.turn = Some(Turn::Discard { seat: seen.seat, drawn: Some(Tile::Z) }));
    for seat in Seat::ALL {
        change(&|seen| seen.skips[seat] += 1);
        change(&|seen| seen.hand_sizes[seat] += 1);
        change(&|seen| {
            seen.melds[seat].pop();
        });
        change(&|seen| seen.melds[seat].push(Meld::Pong { tile: Tile::M1, from: seat }));
        change(&|seen| seen.melds[seat].push(Meld::Pong { tile: Tile::Pass, from: seat }));
        let run = Run::from_low(Tile::M1).expect("a run");
        change(&|seen| {
            seen.melds[seat].iter_mut().for_each(|meld| {
                *meld = Meld::Chow { run, claimed: Tile::Z, from: seat };
            });
        });
        let last = seen.river.len().checked_sub(1);
        for at in [Some(0), last].into_iter().flatten().filter(|_| last.is_some()) {
            change(&|seen| seen.river[at].seat = seat);
            change(&|seen| seen.river[at].target = Some(seat));
            change(&|seen| seen.river[at].claimed_by = Some(seat));
            change(&|seen| seen.river[at].tile = Tile::Reverse);
            change(&|seen| seen.river.swap(0, at));
        }
    }
    all
}

const FIRST: Discarded = Discarded { seat: Seat::A, tile: Tile::M1, target: None, claimed_by: None };

// ------------------------------------------------------------------ decisions

#[test]
fn the_decisions_of_a_game_are_found_at_every_moment() {
    let mut random = RandomPlayer::new(5);
    let mut outcomes = [0; 3];
    for number in 0..120 {
        let mut game = Game::new(&Deck::seeded(22, number));
        let mut actions = Vec::new();
        while let Some(turn) = game.turn() {
            assert_eq!(game.actions().as_ref(), Ok(&actions));
            let (view, legal) = (game.view(turn.seat()), game.legal_actions());
            let player: &mut dyn Player = if number % 2 == 0 { &mut random } else { &mut GreedyPlayer };
            let action = player.choose(&view, legal);
            game.play(action).expect("players choose legal actions");
            actions.push(action);
        }
        assert_eq!(game.actions(), Ok(actions));
        outcomes[match game.outcome() {
            Some(Outcome::Ron { .. }) => 0,
            Some(Outcome::SelfDrawn { .. }) => 1,
            _ => 2,
        }] += 1;
    }
    assert!(outcomes.iter().all(|&times| times > 3), "{outcomes:?}");
}

#[test]
fn an_imagined_game_has_no_history() {
    let mut game = Game::new(&Deck::seeded(1, 0));
    let first = game.legal_actions().iter().next().expect("the game goes on");
    game.play(first).expect("legal");
    let seat = game.turn().expect("the game goes on").seat();
    let imagined = game.view(seat).imagine(&mut Random::new(1)).expect("the seat has to decide");
    assert_eq!(imagined.actions(), Err(NoHistory));
}

#[cfg(feature = "serde")]
#[test]
fn a_game_can_be_sent() {
    let mut game = Game::new(&Deck::seeded(3, 7));
    for _ in 0..40 {
        let turn = game.turn().expect("the game goes on");
        let action = GreedyPlayer.choose(&game.view(turn.seat()), game.legal_actions());
        game.play(action).expect("legal");
    }
    let json = serde_json::to_string(&game).expect("JSON");
    assert_eq!(serde_json::from_str::<Game>(&json).expect("its own JSON"), game);
    let wrong = json.replacen("OUT", "OUT PASS A\",\"OUT", 1);
    assert!(serde_json::from_str::<Game>(&wrong).is_err());
}
