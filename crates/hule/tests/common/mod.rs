//! What several modules need: the data, and the log of a deck.

pub mod table;

use hule::{Deck, Event, Game, Log, Seat};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file or folder below `tests/data`.
pub fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path)
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The decks in a folder, by name, each with the text of its log.
pub fn decks(folder: &str) -> Vec<(String, Deck, String)> {
    let mut decks: Vec<_> = fs::read_dir(data(folder))
        .expect("the folder exists")
        .map(|entry| entry.expect("the folder is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "deck"))
        .map(|path| {
            let name = path.file_stem().expect("files have names").to_string_lossy().into_owned();
            let deck = read(&path).parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let log = read(&path.with_extension("log"));
            (name, deck, log)
        })
        .collect();
    decks.sort_by(|left, right| left.0.cmp(&right.0));
    decks
}

/// The events of the game of four standard players.
pub fn standard_events(deck: &Deck) -> Vec<Event> {
    Log::of(deck).events
}

/// A game that has just begun, and its events so far.
pub fn begin(deck: &Deck) -> (Game, Vec<Event>) {
    let first = Event::Draw { seat: Seat::A, tile: deck.tiles()[Deck::DEALT] };
    (Game::new(deck), deck.deal().chain([first]).collect())
}

/// The log of the game of four standard players.
pub fn standard_log(deck: &Deck) -> String {
    text(&standard_events(deck))
}

pub fn text(events: &[Event]) -> String {
    let mut text = String::new();
    for event in events {
        event.write_line(&mut text);
    }
    text
}
