//! The engine against its slow twin, which was written from the statement and shares nothing with it.

use crate::common;
use hule::action::Claimed;
use hule::{Action, Deck, Player, Random, Seat, Standard, Tile, Turn};
use hule_twin as twin;

/// The game of four standard players with the decks of seed 1.
fn standard_games(games: std::ops::Range<u64>) {
    for game in games {
        let deck = Deck::seeded(1, game);
        let expected = twin::standard_log(&deck.tiles().map(Tile::index));
        assert_eq!(common::standard_log(&deck), expected, "replay with Deck::seeded(1, {game})");
    }
}

// Four tests, so that a runner can spread them over the cores.
#[test]
fn standard_games_0_to_5000() {
    standard_games(0..5000);
}

#[test]
fn standard_games_5000_to_10000() {
    standard_games(5000..10_000);
}

#[test]
fn standard_games_10000_to_15000() {
    standard_games(10_000..15_000);
}

#[test]
fn standard_games_15000_to_20000() {
    standard_games(15_000..20_000);
}

/// A move of the twin as an action of the engine.
fn action(chosen: twin::Move, turn: Turn) -> Action {
    match (chosen, turn) {
        (twin::Move::Discard(kind), _) => Action::Discard(Tile::ALL[kind]),
        (twin::Move::Pass(seat), _) => Action::Pass(Seat::ALL[seat]),
        (twin::Move::SelfDrawn, _) => Action::SelfDrawn,
        (twin::Move::Decline, _) => Action::Decline,
        (twin::Move::Ron, _) => Action::Ron,
        (twin::Move::Pong, _) => Action::Pong,
        (twin::Move::Chow(low), Turn::Answer { tile, .. }) => {
            let claimed = Claimed::ALL
                .into_iter()
                .find(|claimed| claimed.run(tile).is_some_and(|run| run.tiles()[0].index() == low));
            Action::Chow(claimed.expect("the twin chows runs"))
        }
        (twin::Move::Chow(_), Turn::Discard { .. }) => panic!("a chow answers a discard"),
    }
}

/// Free games: at each decision the two must offer the same choices, prefer the same, and tell the same.
/// One seat in `caution` tries plays at random, the others as the standard player does, so that games get
/// somewhere.
fn free_games(games: std::ops::Range<u64>, caution: u64) {
    let mut ended = [0; 3];
    for number in games {
        let replay = format!("replay with Deck::seeded(2, {number}), caution {caution}");
        let deck = Deck::seeded(2, number);
        let mut random = Random::of_game(3, number);
        let (mut game, mut events) = common::begin(&deck);
        let mut twin = twin::Twin::new(&deck.tiles().map(Tile::index));
        while let Some(turn) = game.turn() {
            assert_eq!(turn.seat().index(), twin.seat(), "{replay}");
            let moves: Vec<Action> = twin.moves().into_iter().map(|chosen| action(chosen, turn)).collect();
            let legal = game.legal_actions();
            let mut sorted = moves.clone();
            sorted.sort_unstable();
            assert_eq!(legal.iter().collect::<Vec<_>>(), sorted, "{replay}");
            let standard = Standard.choose(&game.view(turn.seat()), legal);
            assert_eq!(standard, action(twin.standard_move(), turn), "{replay}");
            let place = if random.below(caution) == 0 {
                random.below(moves.len() as u64) as usize
            } else {
                moves.iter().position(|&other| other == standard).expect("it was legal")
            };
            game.play_into(moves[place], &mut |event, _| events.push(event)).expect("it was legal");
            let chosen = twin.moves()[place];
            twin.play(&chosen);
            assert_eq!(events.len(), twin.lines.len(), "{replay}");
        }
        assert!(twin.moves().is_empty(), "{replay}");
        assert_eq!(common::text(&events), twin.lines.join("\n") + "\n", "{replay}");
        let end = twin.lines[twin.lines.len() - 2..].concat();
        ended[if end.contains("RON") { 0 } else { usize::from(end.contains("SELFDRAWN")) + 1 }] += 1;
    }
    assert!(ended.iter().all(|&games| games > 0), "ron, exhausted, self-drawn: {ended:?}");
}

#[test]
fn free_games_with_some_freedom() {
    free_games(0..1200, 4);
}

#[test]
fn free_games_with_much_freedom() {
    free_games(10_000..11_200, 2);
}

#[test]
fn random_walks_use_every_action() {
    // Games at random hardly ever end in a win, so they go through all other rules most often.
    let mut used = [0_u32; Action::COUNT];
    for number in 0..1500 {
        let deck = Deck::seeded(4, number);
        let mut random = Random::of_game(5, number);
        let (mut game, mut events) = common::begin(&deck);
        let mut twin = twin::Twin::new(&deck.tiles().map(Tile::index));
        while let Some(turn) = game.turn() {
            let moves = twin.moves();
            let chosen = moves[random.below(moves.len() as u64) as usize];
            let action = action(chosen, turn);
            used[usize::from(action.id())] += 1;
            game.play_into(action, &mut |event, _| events.push(event)).expect("the twin's moves are legal");
            twin.play(&chosen);
        }
        assert_eq!(common::text(&events), twin.lines.join("\n") + "\n", "Deck::seeded(4, {number})");
    }
    for (action, &times) in Action::ALL.iter().zip(&used) {
        let winning = matches!(action, Action::Ron | Action::SelfDrawn | Action::Discard(Tile::Pass));
        assert!(times > 0 || winning, "{action} was never played");
    }
}
