//! Games at random, with everything that must always hold checked at every step.

use crate::common;
use hule::play::GameId;
use hule::players::RandomPlayer;
use hule::{BySeat, Deck, Event, Game, Hand, Log, Player, Random, Replay, Seat, Standard, Tile, Turn};

/// 148 tiles, four of each kind, in the wall, the hands, the melds and the river.
fn tiles_are_conserved(game: &Game) {
    let mut seen = [0; Tile::COUNT];
    let mut see = |tile: Tile| seen[tile.index()] += 1;
    game.wall().iter().copied().for_each(&mut see);
    for seat in Seat::ALL {
        game.hand(seat).tiles().for_each(&mut see);
        game.melds(seat).iter().flat_map(|meld| meld.tiles()).for_each(&mut see);
    }
    // A discard that was claimed for a meld lies there; one that was won with still lies in the river.
    let over = game.outcome().is_some();
    let river = game.river().as_slice();
    for (place, discard) in river.iter().enumerate() {
        let won_with = over && place + 1 == river.len();
        if discard.claimed_by.is_none() || won_with {
            see(discard.tile);
        }
    }
    assert_eq!(seen, [Tile::COPIES; Tile::COUNT]);
}

fn hands_have_their_size(game: &Game) {
    let to_discard = match game.turn() {
        Some(Turn::Discard { seat, .. }) => Some(seat),
        Some(Turn::Answer { .. }) => None,
        None => game.outcome().and_then(|outcome| match outcome {
            hule::Outcome::SelfDrawn { winner, .. } => Some(winner),
            _ => None,
        }),
    };
    for seat in Seat::ALL {
        let hand: &Hand = game.hand(seat);
        assert_eq!(hand.open(), game.melds(seat).len());
        assert_eq!(hand.len(), 13 - 3 * hand.open() + usize::from(to_discard == Some(seat)));
        assert_eq!(hand, &Hand::new(hand.tiles(), hand.open()).expect("its own tiles"));
    }
}

fn actions_are_sound(game: &Game) {
    let legal: Vec<_> = game.legal_actions().iter().collect();
    assert_eq!(legal.is_empty(), game.turn().is_none());
    assert_eq!(game.turn().is_none(), game.outcome().is_some());
    assert!(legal.is_sorted());
    for action in hule::Action::ALL {
        let mut copy = game.clone();
        let played = copy.play(action);
        assert_eq!(played.is_ok(), legal.contains(&action), "{action}");
        assert_eq!(
            copy == *game,
            played.is_err(),
            "{action}: a legal action changes the game, another does not"
        );
    }
}

/// The log can be printed and read as text and as JSON, and replayed into the same game.
fn logs_round_trip(deck: &Deck, game: &Game, events: &[Event], decisions: usize) {
    let log = Log { events: events.to_vec() };
    assert_eq!(log.to_string().parse::<Log>().expect("its own text"), log);
    assert_eq!(Log::from_json(&log.to_json()).expect("its own JSON"), log);
    let replay = Replay::new(events).expect("its own log");
    assert_eq!(replay.actions().len(), decisions);
    let drawn = Deck::LEN - game.wall().len();
    assert_eq!(replay.deck().tiles()[..drawn], deck.tiles()[..drawn]);
    let last = replay.games().last().expect("at least the beginning");
    assert_eq!((last.outcome(), last.river()), (game.outcome(), game.river()));
    for seat in Seat::ALL {
        assert_eq!((last.hand(seat), last.melds(seat)), (game.hand(seat), game.melds(seat)));
    }
}

fn play(games: u64, mut choose: impl FnMut(&Game, Turn) -> hule::Action) {
    for number in 0..games {
        let deck = Deck::seeded(9, number);
        let (mut game, mut events) = common::begin(&deck);
        let mut decisions = 0;
        while let Some(turn) = game.turn() {
            tiles_are_conserved(&game);
            hands_have_their_size(&game);
            actions_are_sound(&game);
            let action = choose(&game, turn);
            let mut copy = game.clone();
            let told = events.len();
            game.play_into(action, &mut |event, _| events.push(event)).expect("a legal action");
            assert!(events.len() - told <= 2);
            copy.play(action).expect("a legal action");
            assert_eq!(copy, game, "a copy goes the same way");
            decisions += 1;
        }
        tiles_are_conserved(&game);
        hands_have_their_size(&game);
        actions_are_sound(&game);
        logs_round_trip(&deck, &game, &events, decisions);
    }
}

#[test]
fn invariants_hold_in_random_games() {
    let mut player = RandomPlayer::new(10);
    play(150, |game, turn| player.choose(&game.view(turn.seat()), game.legal_actions()));
}

#[test]
fn invariants_hold_in_half_random_games() {
    let mut random = Random::new(11);
    let mut player = RandomPlayer::new(12);
    play(150, |game, turn| {
        let view = game.view(turn.seat());
        let legal = game.legal_actions();
        if random.below(3) == 0 { player.choose(&view, legal) } else { Standard.choose(&view, legal) }
    });
}

#[test]
fn a_random_player_follows_its_seed() {
    let log = |seed: u64| {
        let mut log = Log::default();
        let mut players = BySeat::splat(RandomPlayer::new(0));
        hule::play(&Deck::seeded(1, 0), &mut players, GameId::new(seed, 0), &mut log);
        log.to_string()
    };
    assert_eq!(log(1), log(1));
    assert_ne!(log(1), log(5));
}
