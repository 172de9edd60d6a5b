//! What must hold for any input at all. The fuzz targets in `fuzz/` and the property tests in `inputs.rs` feed it.

use hule::deck::DeckReader;
use hule::{
    Action, Claim, Deck, Direction, Event, Game, Hand, Log, Replay, Rule, Seat, Situation, Suit, Tile,
};
use hule_twin as twin;

/// Any bytes are decks or get an error; decks print as what they are.
pub fn decks(bytes: &[u8]) {
    for deck in DeckReader::new(bytes) {
        match deck {
            Ok(deck) => assert_eq!(deck.to_string().parse(), Ok(deck)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let only = DeckReader::new(bytes).only();
    if let Ok(text) = str::from_utf8(bytes) {
        assert_eq!(text.parse::<Deck>().ok(), only.ok());
    }
}

/// Any text is a log or gets an error, and so does its replay; logs print as what they are.
pub fn logs(text: &str) {
    let parsed = [text.parse::<Log>(), Log::from_json(text)];
    for log in parsed.into_iter().flatten() {
        assert_eq!(log.to_string().parse::<Log>().expect("its own text"), log);
        assert_eq!(Log::from_json(&log.to_json()).expect("its own JSON"), log);
        match Replay::new(&log.events) {
            Ok(replay) => assert!(replay.games().last().is_some_and(|game| game.outcome().is_some())),
            Err(error) => assert!((1..=log.events.len() + 1).contains(&error.line), "{error}"),
        }
    }
}

/// Any text is a name or gets an error; names print as what they are.
pub fn names(text: &str) {
    fn check<T: std::str::FromStr<Err: std::error::Error> + ToString>(text: &str) {
        match text.parse::<T>() {
            Ok(value) => assert_eq!(value.to_string(), text),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    check::<Tile>(text);
    check::<Seat>(text);
    check::<Action>(text);
    check::<Event>(text);
    check::<Situation>(text);
    check::<Suit>(text);
    check::<Direction>(text);
    check::<Claim>(text);
    check::<Rule>(text);
    if let Ok(hand) = text.parse::<Hand>() {
        assert_eq!(hand.to_string().parse(), Ok(hand));
        assert!(hand.distance() <= 14 && hand.groups().is_some() == hand.wins());
    }
}

/// Any bytes are a deck and the choices of a game, which goes as the slow twin's does.
pub fn games(bytes: &[u8]) {
    let (seed, choices) = bytes.split_at(bytes.len().min(2));
    let deck = Deck::seeded(13, seed.iter().fold(0, |seed, &byte| seed << 8 | u64::from(byte)));
    let first = Event::Draw { seat: Seat::A, tile: deck.tiles()[Deck::DEALT] };
    let mut lines: Vec<String> = deck.deal().chain([first]).map(|event| event.to_string()).collect();
    let mut game = Game::new(&deck);
    let mut twin = twin::Twin::new(&deck.tiles().map(Tile::index));
    for &choice in choices {
        let legal = game.legal_actions();
        let mut moves = twin.moves();
        assert_eq!(legal.len(), moves.len());
        if legal.is_empty() {
            assert!(game.outcome().is_some());
            break;
        }
        // Both lists ascend in the order of actions, once the wins stand last.
        moves.sort_by_key(|chosen| match *chosen {
            twin::Move::Discard(kind) => kind,
            twin::Move::Pass(seat) => 37 + seat,
            twin::Move::Decline => 41,
            twin::Move::Chow(low) => 42 + low,
            twin::Move::Pong | twin::Move::Ron | twin::Move::SelfDrawn => 99,
        });
        let place = usize::from(choice) % moves.len();
        let action = legal.iter().nth(place).expect("as many as the twin has");
        game.play_into(action, &mut |event, _| lines.push(event.to_string())).expect("it is legal");
        twin.play(&moves[place]);
    }
    assert_eq!(lines, twin.lines);
}
