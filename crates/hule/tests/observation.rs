//! Observations hold what a seat knows, as the public interface of views says it one by one.

use hule::game::Discarded;
use hule::observation::{Observation, VERSION, hidden};
use hule::players::{GreedyPlayer, RandomPlayer};
use hule::{
    Action, Claim, Deck, Direction, Game, Hand, Meld, Player, Random, Seat, Standard, Tile, Turn, View,
};
use std::collections::BTreeMap;

/// Games by random players, by good ones and by both, shown at every decision and at the end.
fn every_position(games: u64, mut look: impl FnMut(&Game)) {
    let mut random = RandomPlayer::new(3);
    for number in 0..games {
        let mut game = Game::new(&Deck::seeded(31, number));
        loop {
            look(&game);
            let Some(turn) = game.turn() else { break };
            let (view, legal) = (game.view(turn.seat()), game.legal_actions());
            let action = match number % 4 {
                0 => random.choose(&view, legal),
                1 => GreedyPlayer.choose(&view, legal),
                2 => Standard.choose(&view, legal),
                _ if turn.seat() == Seat::A => random.choose(&view, legal),
                _ => GreedyPlayer.choose(&view, legal),
            };
            game.play(action).expect("players choose legal actions");
        }
    }
}

fn named(kind: Observation, numbers: &[u8]) -> BTreeMap<&'static str, &[u8]> {
    kind.features().iter().map(|f| (f.name, &numbers[f.offset..f.offset + f.len])).collect()
}

// ------------------------------------------------------------------ the slow twin

/// The seats as the viewer numbers them.
fn seats(view: &View<'_>) -> [Seat; 4] {
    let [one, two, three] = view.seat().others(view.direction());
    [view.seat(), one, two, three]
}

fn one_hot(len: usize, at: Option<usize>) -> Vec<u8> {
    (0..len).map(|index| u8::from(Some(index) == at)).collect()
}

fn by_kind(value: impl FnMut(Tile) -> usize) -> Vec<u8> {
    Tile::ALL.into_iter().map(value).map(byte).collect()
}

fn byte(number: usize) -> u8 {
    number.try_into().expect("small numbers only")
}

fn without(hand: &Hand, tile: Tile) -> Hand {
    let mut rest = *hand;
    rest.remove(tile).expect("the tile is there");
    rest
}

/// `None` if there are four already.
fn with(hand: &Hand, tile: Tile) -> Option<Hand> {
    let mut more = *hand;
    more.add(tile).ok().map(|()| more)
}

/// The distance of a hand and how many unseen tiles reduce it.
fn worth(view: &View<'_>, hand: &Hand) -> (usize, usize) {
    (hand.distance().into(), hand.useful_left(|tile| view.unseen(tile)))
}

/// The best that can be left after a discard.
fn best(view: &View<'_>, hand: &Hand) -> (usize, usize) {
    let worths = hand.kinds().iter().map(|tile| worth(view, &without(hand, tile)));
    worths.min_by_key(|&(distance, useful)| (distance, usize::MAX - useful)).expect("a discard")
}

fn rank(of: (usize, usize), all: &[Option<(usize, usize)>]) -> usize {
    1 + all.iter().flatten().filter(|other| other.0 < of.0 || other.0 == of.0 && other.1 > of.1).count()
}

/// All features from their meanings.
#[allow(clippy::too_many_lines)] // One after the other, as in the table.
fn twin(view: &View<'_>) -> BTreeMap<&'static str, Vec<u8>> {
    let hand = view.hand();
    let seats = seats(view);
    let number = |seat: Seat| seats.iter().position(|&other| other == seat).expect("one of four");
    let by_seat = |value: &dyn Fn(Seat) -> usize| -> Vec<u8> { seats.map(|seat| byte(value(seat))).into() };
    let rows = |value: &dyn Fn(Seat, Tile) -> usize| -> Vec<u8> {
        seats.into_iter().flat_map(|seat| by_kind(|tile| value(seat, tile))).collect()
    };
    let river = view.river().as_slice();
    let of = |seat: Seat| view.river().of(seat).copied().collect::<Vec<Discarded>>();
    let (turn, tile, from) = match view.turn() {
        None => (None, None, None),
        Some(Turn::Discard { drawn, .. }) => (Some(usize::from(drawn.is_none())), drawn, None),
        Some(Turn::Answer { claim, tile, from, .. }) => {
            let kind = match claim {
                Claim::Ron => 2,
                Claim::Pong => 3,
                Claim::Chow => 4,
            };
            (Some(kind), Some(tile), Some(from))
        }
    };
    let next = view.turn().map(|_| view.next_seat(from.unwrap_or(view.seat())));
    // What each discard and each answer leaves.
    let discards: Vec<Option<(usize, usize)>> = Tile::ALL
        .into_iter()
        .map(|kind| {
            let possible = matches!(turn, Some(0 | 1)) && hand.holds(kind);
            possible.then(|| worth(view, &without(hand, kind)))
        })
        .collect();
    let least = discards.iter().flatten().map(|worth| worth.0).min();
    let answers: Vec<Option<(usize, usize)>> = (41..46)
        .map(|id| {
            let action = Action::from_id(id).filter(|&action| view.legal_actions().contains(action))?;
            Some(match action.own_tiles(tile?) {
                None => worth(view, hand),
                Some(own) => best(view, &hand.meld(own).expect("it is legal")),
            })
        })
        .collect();
    let option = |value: Option<usize>| value.map_or(0, |value| value + 1);
    let last_claim = |seat| river.iter().rposition(|discard| discard.claimed_by == Some(seat));
    let since_claim = |seat: Seat| -> Vec<Discarded> {
        let first = last_claim(seat).map_or(0, |place| place + 1);
        river[first..].iter().filter(|discard| discard.seat == seat).copied().collect()
    };
    let lowest = |discards: Vec<Discarded>| {
        discards.iter().map(|discard| discard.tile).filter(|tile| !tile.is_special()).min()
    };
    let useful_choice = view.turn().map(|_| {
        let action = GreedyPlayer.choose(view, view.legal_actions());
        match action {
            Action::Pass(target) => 37 + number(target),
            other => other.id().into(),
        }
    });
    let passed = seats[1..].iter().flat_map(|&seat| {
        let own = river.iter().rposition(|discard| discard.seat == seat);
        let since = &river[own.unwrap_or(0)..];
        by_kind(move |kind| since.iter().any(|discard| discard.tile == kind).into())
    });
    BTreeMap::from([
        ("hand", by_kind(|kind| hand.count(kind))),
        ("unseen", by_kind(|kind| view.unseen(kind))),
        ("tile", one_hot(37, tile.map(Tile::index))),
        ("nearest", discards.iter().map(|d| u8::from(d.is_some_and(|d| Some(d.0) == least))).collect()),
        ("turn", one_hot(5, turn)),
        ("wall", vec![byte(view.wall_len())]),
        ("distance", vec![hand.distance()]),
        ("melds", by_seat(&|seat| view.melds(seat).len())),
        ("skips", by_seat(&|seat| view.skips(seat))),
        ("next", one_hot(4, next.map(number))),
        ("from", one_hot(4, from.map(number))),
        ("reversed", vec![u8::from(view.direction() == Direction::Reversed)]),
        ("discarded", by_seat(&|seat| of(seat).len())),
        ("claim_distance", answers.iter().map(|a| byte(option(a.map(|a| a.0)))).collect()),
        ("basic_unused", vec![0; 4]),
        ("distance_after", discards.iter().map(|d| byte(option(d.map(|d| d.0)))).collect()),
        ("useful_after", discards.iter().map(|d| byte(d.map_or(0, |d| d.1))).collect()),
        ("rank_after", discards.iter().map(|d| byte(d.map_or(0, |d| rank(d, &discards)))).collect()),
        ("useful", by_kind(|kind| hand.useful().contains(kind).into())),
        ("discards", rows(&|seat, kind| of(seat).iter().filter(|d| d.tile == kind).count())),
        ("latest", rows(&|seat, kind| option(of(seat).iter().rev().position(|d| d.tile == kind)))),
        (
            "first",
            rows(&|seat, kind| {
                let first = of(seat).iter().position(|d| d.tile == kind);
                first.map_or(0, |first| of(seat).len() - first)
            }),
        ),
        (
            "pongs",
            rows(&|seat, kind| {
                let pong = |meld: &&Meld| matches!(meld, Meld::Pong { tile, .. } if *tile == kind);
                view.melds(seat).iter().filter(pong).count()
            }),
        ),
        (
            "chows",
            rows(&|seat, kind| {
                let chow = |meld: &&Meld| matches!(meld, Meld::Chow { run, .. } if run.tiles()[0] == kind);
                view.melds(seat).iter().filter(chow).count()
            }),
        ),
        ("passed", passed.collect()),
        ("since_claim", by_seat(&|seat| option(last_claim(seat).map(|_| since_claim(seat).len())))),
        (
            "last_discard",
            by_seat(&|seat| {
                option(of(seat).iter().rev().find(|d| !d.tile.is_special()).map(|d| d.tile.index()))
            }),
        ),
        ("lowest_discard", by_seat(&|seat| option(lowest(since_claim(seat)).map(Tile::index)))),
        ("hand_len", by_seat(&|seat| view.hand_len(seat))),
        ("claim_useful", answers.iter().map(|a| byte(a.map_or(0, |a| a.1))).collect()),
        ("claim_rank", answers.iter().map(|a| byte(a.map_or(0, |a| rank(a, &answers)))).collect()),
        ("useful_left", vec![byte(worth(view, hand).1)]),
        ("useful_choice", vec![byte(option(useful_choice))]),
        ("full_unused", vec![0; 9]),
    ])
}

#[test]
fn every_number_is_what_its_feature_means() {
    let mut greatest: BTreeMap<&str, u8> = BTreeMap::new();
    let mut positions = 0;
    every_position(200, |game| {
        for seat in Seat::ALL {
            let view = game.view(seat);
            // Those who look on are all alike.
            if view.turn().is_none() && game.river().as_slice().len() % 5 != 0 && game.outcome().is_none() {
                continue;
            }
            let full = Observation::Full.of(&view);
            let twin = twin(&view);
            for (name, found) in named(Observation::Full, &full) {
                assert_eq!(found, twin[name], "{name} of {view:?}");
                let most = greatest.entry(name).or_default();
                *most = found.iter().copied().fold(*most, u8::max);
            }
            assert_eq!(Observation::Basic.of(&view), full[..Observation::Basic.len()]);
            positions += 1;
        }
    });
    assert!(positions > 10_000, "{positions}");
    // Every feature occurs, and none is above what the table says.
    for feature in Observation::Full.features() {
        assert!(greatest[feature.name] <= feature.most, "{feature:?}: {}", greatest[feature.name]);
        assert_eq!(greatest[feature.name] == 0, feature.most == 0, "{feature:?}");
    }
}

// ------------------------------------------------------------------ two draws

/// For each useful tile, the most useful tiles after the next discard; `None` at other distances than 2, 3 and 4.
fn ways(view: &View<'_>, hand: &Hand) -> Option<usize> {
    (2..=4).contains(&hand.distance()).then_some(())?;
    let of_tile = |tile: Tile| {
        let drawn = with(hand, tile).expect("there is another");
        let ordinary = drawn.kinds().iter().filter(|kind| !kind.is_special());
        let rests =
            ordinary.map(|kind| without(&drawn, kind)).filter(|rest| rest.distance() < hand.distance());
        let most = rests.map(|rest| worth(view, &rest).1).max().unwrap_or(0);
        view.unseen(tile) * most
    };
    Some(hand.useful().iter().filter(|&tile| view.unseen(tile) > 0).map(of_tile).sum())
}

/// 1 to 16, or 0 for `None`.
fn shares(all: &[Option<usize>]) -> Vec<u8> {
    let most = all.iter().flatten().copied().max().unwrap_or(0);
    let share = |part: usize| (15 * part).checked_div(most).map_or(16, |share| 1 + share);
    all.iter().map(|part| byte(part.map_or(0, share))).collect()
}

fn roots(all: &[Option<usize>]) -> Vec<u8> {
    all.iter().map(|ways| byte(ways.map_or(0, usize::isqrt))).collect()
}

/// The features of the deep observation that the full one does not have.
fn deep_twin(view: &View<'_>) -> BTreeMap<&'static str, Vec<u8>> {
    let hand = view.hand();
    let discards: Vec<Option<(usize, usize)>> = Tile::ALL
        .into_iter()
        .map(|kind| {
            let possible = matches!(view.turn(), Some(Turn::Discard { .. })) && hand.holds(kind);
            (possible && !kind.is_special()).then(|| worth(view, &without(hand, kind)))
        })
        .collect();
    let least = discards.iter().flatten().map(|worth| worth.0).min();
    let useful_at = |more: usize| -> Vec<Option<usize>> {
        let at = |worth: &(usize, usize)| least.is_some_and(|least| worth.0 == least + more);
        discards.iter().map(|worth| worth.filter(at).map(|worth| worth.1)).collect()
    };
    let near = useful_at(0);
    let most = near.iter().flatten().copied().max().unwrap_or(0);
    let near_ways: Vec<Option<usize>> = near
        .iter()
        .zip(Tile::ALL)
        .map(|(useful, kind)| {
            useful.filter(|useful| 2 * useful >= most)?;
            ways(view, &without(hand, kind)).filter(|&ways| ways > 0)
        })
        .collect();
    // What each answer leaves: the distance, the useful tiles and the ways.
    let answers: Vec<Option<(usize, usize, usize)>> = (41..46)
        .map(|id| {
            let Some(Turn::Answer { tile, .. }) = view.turn() else { return None };
            let action = Action::from_id(id).filter(|&action| view.legal_actions().contains(action))?;
            let Some(own) = action.own_tiles(tile) else {
                let (distance, useful) = worth(view, hand);
                return Some((distance, useful, ways(view, hand).unwrap_or(0)));
            };
            let melded = hand.meld(own).expect("it is legal");
            let (distance, useful) = best(view, &melded);
            let rests = melded.kinds().iter().map(|kind| without(&melded, kind));
            let nearest = rests.filter(|rest| usize::from(rest.distance()) == distance);
            Some((distance, useful, nearest.filter_map(|rest| ways(view, &rest)).max().unwrap_or(0)))
        })
        .collect();
    let least_answer = answers.iter().flatten().map(|answer| answer.0).min();
    let nearest_answers = |value: fn((usize, usize, usize)) -> usize| -> Vec<Option<usize>> {
        answers.iter().map(|answer| answer.filter(|a| Some(a.0) == least_answer).map(value)).collect()
    };
    let change = |answer: &Option<(usize, usize, usize)>| {
        let (Some(answer), Some(declined)) = (answer, answers[0]) else { return 0 };
        2 + u8::from(answer.0 > declined.0) - u8::from(answer.0 < declined.0)
    };
    let numbers = |all: &[Option<usize>]| all.iter().map(|number| byte(number.unwrap_or(0))).collect();
    BTreeMap::from([
        ("near_useful", numbers(&near)),
        ("near_share", shares(&near)),
        ("near_ahead", roots(&near_ways)),
        ("near_ahead_share", shares(&near_ways)),
        ("far_useful", numbers(&useful_at(1))),
        ("claim_change", answers.iter().map(change).collect()),
        ("claim_share", shares(&nearest_answers(|answer| answer.1))),
        ("claim_ahead", roots(&answers.iter().map(|a| a.map(|a| a.2)).collect::<Vec<_>>())),
        ("claim_ahead_share", shares(&nearest_answers(|answer| answer.2))),
        ("deep_unused", vec![0; 17]),
    ])
}

#[test]
fn every_deep_number_is_what_its_feature_means() {
    let mut greatest: BTreeMap<&str, u8> = BTreeMap::new();
    let mut positions = 0;
    every_position(48, |game| {
        for seat in Seat::ALL {
            let view = game.view(seat);
            if view.turn().is_none() && game.river().as_slice().len() % 16 != 0 {
                continue;
            }
            let deep = Observation::Deep.of(&view);
            let (full, _) = deep.split_at(Observation::Full.len());
            assert_eq!(Observation::Full.of(&view), full);
            let found = named(Observation::Deep, &deep);
            for (name, expected) in deep_twin(&view) {
                assert_eq!(found[name], expected, "{name} of {view:?}");
                let most = greatest.entry(name).or_default();
                *most = expected.into_iter().fold(*most, u8::max);
            }
            positions += 1;
        }
    });
    assert!(positions > 3000, "{positions}");
    let features = &Observation::Deep.features()[Observation::Full.features().len()..];
    assert_eq!(greatest.len(), features.len());
    for feature in features {
        assert!(greatest[feature.name] <= feature.most, "{feature:?}: {}", greatest[feature.name]);
        assert_eq!(greatest[feature.name] == 0, feature.most == 0, "{feature:?}");
    }
}

// ------------------------------------------------------------------ what a seat does not know

#[test]
fn every_hidden_number_is_what_its_feature_means() {
    let mut numbers = [0xff; hidden::LEN];
    let mut greatest: BTreeMap<&str, u8> = BTreeMap::new();
    every_position(24, |game| {
        for seat in Seat::ALL {
            hidden::write(game, seat, &mut numbers);
            let others = seat.others(game.direction());
            let rows = |value: &dyn Fn(&Hand, Tile) -> usize| -> Vec<u8> {
                others.iter().flat_map(|&other| by_kind(|kind| value(game.hand(other), kind))).collect()
            };
            let wins = |hand: &Hand, kind: Tile| with(hand, kind).is_some_and(|hand| hand.distance() == 0);
            let wall = (0..96).map(|place| game.wall().get(place).map_or(0, |tile| 1 + byte(tile.index())));
            let expected = BTreeMap::from([
                ("hands", rows(&|hand, kind| hand.count(kind))),
                ("waits", rows(&|hand, kind| usize::from(hand.len() < hand.full() && wins(hand, kind)))),
                ("distances", others.map(|other| game.hand(other).distance()).to_vec()),
                ("next_tiles", wall.collect()),
            ]);
            assert_eq!(expected.len(), hidden::FEATURES.len());
            let mut end = 0;
            for feature in hidden::FEATURES {
                assert_eq!(feature.offset, end, "{feature:?}");
                end += feature.len;
                let found = &numbers[feature.offset..end];
                assert_eq!(found, expected[feature.name], "{} of {seat}", feature.name);
                let most = greatest.entry(feature.name).or_default();
                *most = found.iter().copied().fold(*most, u8::max);
            }
            assert_eq!(end, hidden::LEN);
        }
    });
    for feature in hidden::FEATURES {
        assert!((1..=feature.most).contains(&greatest[feature.name]), "{feature:?}");
    }
}

#[test]
fn an_observation_shows_nothing_that_the_seat_cannot_see() {
    let mut random = Random::new(1);
    let (mut different, mut positions) = (0, 0);
    every_position(40, |game| {
        let Some(turn) = game.turn() else { return };
        let view = game.view(turn.seat());
        let world = view.imagine(&mut random).expect("the seat has to decide");
        for kind in Observation::ALL {
            assert_eq!(kind.of(&view), kind.of(&world.view(turn.seat())), "{view:?}");
        }
        // The others hold other tiles there.
        let neighbour = turn.seat().next(game.direction());
        let [here, there] = [game, &world].map(|game| Observation::Basic.of(&game.view(neighbour)));
        different += u32::from(here != there);
        positions += 1;
    });
    assert!(different > positions * 9 / 10 && positions > 2000, "{different} of {positions}");
}

#[test]
fn those_who_look_on_do_not_see_who_is_asked() {
    // Whether a seat is asked about a discard depends on hidden tiles.
    let mut asked = 0;
    every_position(40, |game| {
        let Some(Turn::Answer { seat, from, .. }) = game.turn() else { return };
        let onlookers = Seat::ALL.into_iter().filter(|&other| other != seat && other != from);
        for onlooker in onlookers {
            let numbers = Observation::Full.of(&game.view(onlooker));
            for (name, numbers) in named(Observation::Full, &numbers) {
                let of_turn = ["turn", "tile", "next", "from", "claim_distance", "useful_choice", "nearest"];
                assert!(!of_turn.contains(&name) || numbers.iter().all(|&number| number == 0), "{name}");
            }
            asked += 1;
        }
    });
    assert!(asked > 500, "{asked}");
}

#[test]
fn features_follow_one_another() {
    for kind in Observation::ALL {
        let mut end = 0;
        for feature in kind.features() {
            assert_eq!(feature.offset, end, "{feature:?}");
            assert_eq!(kind.feature(feature.name), Some(feature));
            end += feature.len;
        }
        assert_eq!(end, kind.len());
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    assert_eq!(Observation::Basic.feature("latest"), None);
}

#[test]
fn the_numbers_of_a_version_do_not_change() {
    // If this fails, a learner that knows the version reads wrong numbers: raise it.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    every_position(8, |game| {
        for seat in Seat::ALL {
            for number in Observation::Full.of(&game.view(seat)) {
                hash = (hash ^ u64::from(number)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    });
    assert_eq!((VERSION, hash), (1, 5_915_190_660_341_510_412));
}
