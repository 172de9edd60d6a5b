//! What must hold for every player of the library, their names, and what single players do.

use hule::play::{GameId, Match};
use hule::players::{Evaluation, Idle, PlayerName, RandomPlayer, SearchOptions, WinRateClass};
use hule::{Action, ActionSet, BySeat, Deck, Game, Log, Outcome, Player, Random, Seat, Turn, View, play};
use std::time::Duration;

/// All players, with options that make them quick.
fn players() -> Vec<PlayerName> {
    let names = PlayerName::ALL.iter().map(|&name| if name == "search" { "search:samples=32" } else { name });
    names.map(|name| name.parse().expect("a player")).collect()
}

/// What a player chooses in a game, if all it has gone by is the seed and what it sees now.
fn choice(name: PlayerName, game: &Game, seat: Seat, seed: u64) -> Action {
    let mut player = name.player();
    player.begin(seat, seed);
    player.choose(&game.view(seat), game.legal_actions())
}

#[test]
fn no_player_knows_what_its_seat_cannot_see() {
    let mut random = Random::new(3);
    let mut others = Random::new(4);
    let (mut decisions, mut different) = (0, 0);
    for number in 0..12 {
        let mut game = Game::new(&Deck::seeded(21, number));
        while let Some(turn) = game.turn() {
            let seat = turn.seat();
            let world = game.view(seat).imagine(&mut random).expect("it is the turn of the seat");
            different += u32::from(world.wall() != game.wall());
            for name in players() {
                let seed = others.word();
                let [here, there] = [&game, &world].map(|game| choice(name, game, seat, seed));
                assert_eq!(here, there, "{name} at decision {decisions} of game {number}: {turn:?}");
            }
            decisions += 1;
            game.play(choice(PlayerName::Useful, &game, seat, 0)).expect("players choose legal actions");
        }
    }
    assert!(decisions > 500 && different * 10 > decisions * 9, "{different} of {decisions}");
}

#[test]
fn a_seed_settles_what_players_leave_to_chance() {
    for name in players() {
        let log = |seed: u64| {
            let mut log = Log::default();
            play(&Deck::seeded(5, 0), &mut BySeat::splat(name.player()), GameId::new(seed, 0), &mut log);
            log
        };
        assert_eq!(log(1), log(1), "{name}");
        let same = matches!(name, PlayerName::Standard | PlayerName::Useful | PlayerName::Net);
        assert_eq!(log(1) == log(2), same, "{name}");
    }
}

/// Notes what a player thinks whenever it is asked.
struct Asked<P> {
    player: P,
    check: fn(&[Evaluation], Action, ActionSet),
    times: u32,
}

impl<P: Player> Player for Asked<P> {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let action = self.player.choose(view, legal);
        (self.check)(&self.player.evaluations(view, legal), action, legal);
        self.times += 1;
        action
    }
}

#[test]
fn players_think_of_legal_actions_and_take_the_best() {
    for name in ["useful", "search:samples=40"] {
        let check = |evaluations: &[Evaluation], action: Action, legal: ActionSet| {
            if matches!(action, Action::Ron | Action::SelfDrawn) {
                return;
            }
            assert!(evaluations.iter().all(|evaluation| legal.contains(evaluation.action)));
            let chosen = evaluations
                .iter()
                .position(|evaluation| evaluation.action == action)
                .expect("it thought of it");
            // Of the same worth is what leaves the same hand, as the discard of one special tile or another.
            let worth = |evaluation: &Evaluation| (evaluation.distance, evaluation.useful);
            assert!(
                chosen == 0
                    || worth(&evaluations[0]) == worth(&evaluations[chosen])
                    || action == Action::Decline
            );
        };
        let mut players = BySeat::from_fn(|_| {
            let player = name.parse::<PlayerName>().expect("a player").player();
            Asked { player, check, times: 0 }
        });
        play(&Deck::seeded(6, 1), &mut players, GameId::default(), &mut ());
        assert!(players.iter().all(|(_, player)| player.times > 3));
    }
}

/// Games of a useful player among standard players: `WinRateClass` is told whenever another seat has to
/// decide and a tile has been drawn since the last, with whether the player won in the end.
fn useful_among_standard(seed: u64, games: u64, mut tell: impl FnMut(WinRateClass, bool)) {
    for number in 0..games {
        let seat = Seat::ALL[(number % 4) as usize];
        let name = |other| if other == seat { PlayerName::Useful } else { PlayerName::Standard };
        let players = BySeat::from_fn(|other| name(other).player());
        let mut game = Match::new(&Deck::seeded(seed, number), players, GameId::new(seed, number), ());
        let mut moments = Vec::new();
        let mut wall = game.game().wall().len();
        while game.step() {
            let game = game.game();
            if game.turn().is_some_and(|turn| turn.seat() != seat) && game.wall().len() < wall {
                wall = game.wall().len();
                moments.push(WinRateClass::of(game, seat));
            }
        }
        let won = game.game().outcome().is_some_and(|outcome| outcome.winner() == Some(seat));
        for class in moments {
            tell(class, won);
        }
    }
}

#[test]
fn games_are_won_as_often_as_their_class_says() {
    let mut bins = [(0.0, 0.0, 0.0); 10];
    useful_among_standard(9, 10_000, |class, won| {
        #[allow(clippy::cast_sign_loss)] // A share is not negative.
        let bin = &mut bins[((10.0 * class.share()) as usize).min(9)];
        bin.0 += class.share();
        bin.1 += f64::from(u8::from(won));
        bin.2 += 1.0;
    });
    for (expected, won, all) in bins.into_iter().filter(|bin| bin.2 > 5000.0) {
        assert!((expected - won).abs() / all < 0.05, "{expected} expected, {won} won of {all}");
    }
    assert!(bins.iter().filter(|bin| bin.2 > 5000.0).count() >= 5, "{bins:?}");
}

// ------------------------------------------------------------------ names

#[test]
fn names_print_as_they_parse() {
    for name in PlayerName::ALL {
        let player: PlayerName = name.parse().expect("a player");
        assert_eq!(player.to_string().parse(), Ok(player));
    }
    let search = "search:only=claims,time=5ms,samples=7".parse::<PlayerName>().expect("a player");
    assert_eq!(search.to_string(), "search:samples=7,time=5ms,only=claims");
    assert!(!search.is_deterministic());
    // Times are whole milliseconds, so that every name can be read.
    let samples = SearchOptions::default();
    for (time, name) in
        [(0, "1ms"), (1, "1ms"), (1_000_000, "1ms"), (1_000_001, "2ms"), (u64::MAX, "18446744073710ms")]
    {
        let time = Duration::from_nanos(time);
        for options in [SearchOptions::time(time), samples.and_time(time)] {
            let player = PlayerName::Search(options);
            assert!(player.to_string().ends_with(&format!("time={name}")), "{player}");
            assert_eq!(player.to_string().parse(), Ok(player));
        }
    }
}

#[test]
fn an_option_is_given_once() {
    let error = "search:samples=2,samples=3".parse::<PlayerName>().expect_err("twice").to_string();
    assert_eq!(error, "`samples=3` comes after another such option of search; expected one");
}

#[test]
fn wrong_names_are_told_apart_from_wrong_options() {
    let error = |name: &str| name.parse::<PlayerName>().expect_err(name).to_string();
    assert_eq!(
        error("best"),
        "`best` is not a player; expected one of random, standard, useful, net, search"
    );
    assert_eq!(error("useful:x=1"), "useful has no options, but `x=1` is given");
    for wrong in ["samples=0", "samples=many", "time=5", "time=0ms", "depth=3", "only=all"] {
        let expected = format!(
            "`{wrong}` is not an option of search; expected samples=N, time=Nms (N at least 1) or only= with one of discards, claims, specials, targets"
        );
        assert_eq!(error(&format!("search:{wrong}")), expected);
    }
}

// ------------------------------------------------------------------ single players

#[test]
fn it_never_claims_or_wins() {
    let mut random = RandomPlayer::new(1);
    let (mut drawn, mut special) = (0, 0);
    for number in 0..100 {
        let mut game = Game::new(&Deck::seeded(4, number));
        while let Some(turn) = game.turn() {
            let (view, legal) = (game.view(turn.seat()), game.legal_actions());
            let idle = Idle.choose(&view, legal);
            match turn {
                Turn::Answer { .. } => assert_eq!(idle, Action::Decline),
                Turn::Discard { drawn: Some(tile), .. } if !tile.is_special() => {
                    assert_eq!(idle, Action::Discard(tile));
                    drawn += 1;
                }
                Turn::Discard { .. } => {
                    assert_eq!(Some(idle), legal.iter().next());
                    special += 1;
                }
            }
            let idles = turn.seat() == Seat::A;
            game.play(if idles { idle } else { random.choose(&view, legal) }).expect("legal");
        }
        assert!(game.melds(Seat::A).is_empty());
        assert_ne!(game.outcome().and_then(Outcome::winner), Some(Seat::A));
    }
    assert!(drawn > 1000 && special > 100, "{drawn} {special}");
}
