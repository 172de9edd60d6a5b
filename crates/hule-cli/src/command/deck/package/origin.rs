//! Where the decks of a package come from.

use super::part::PackagePart;
use crate::failure::Failure;
use crate::language::say;
use crate::source::Source;
use hule::situation::{CoverageRound, SituationPattern, deck_with};
use hule::{Deck, Situation};
use std::path::PathBuf;

/// A deck, and how it is made.
pub struct Origin {
    pub part: PackagePart,
    pub deck: Deck,
    /// The command that prints the deck, or the file that it is from.
    pub made_by: String,
    /// The situation for which it was made.
    pub wished: Option<Situation>,
}

/// The decks in these files.
pub fn own(files: &[PathBuf]) -> impl Iterator<Item = Result<Origin, Failure>> {
    files.iter().map(|file| {
        let source = Source::new(Some(file));
        let made_by = format!("the deck in {}", crate::name::shown(&source.path()));
        Ok(Origin { part: PackagePart::Own, deck: source.deck()?, made_by, wished: None })
    })
}

/// The decks of games 0, 1, … of a seed.
pub fn random(seed: u64, count: u32) -> impl Iterator<Item = Result<Origin, Failure>> {
    (0..count).map(move |game| {
        let made_by = format!("hule deck new --seed {seed} --game {game}");
        Ok(Origin { part: PackagePart::Random, deck: Deck::seeded(seed, game.into()), made_by, wished: None })
    })
}

/// So many decks with a situation.
pub fn with(wish: SituationPattern, each: u32, seed: u64) -> impl Iterator<Item = Result<Origin, Failure>> {
    (0..each).map(move |game| {
        let made_by = format!("hule deck new --seed {seed} --game {game} --with {wish}");
        let deck = deck_with(&[wish], seed, game.into()).map_err(|_| {
            Failure::Input(say!("no deck was found by `{made_by}`", "`{made_by}` 没有找到牌堆"))
        })?;
        Ok(Origin { part: PackagePart::of(wish), deck, made_by, wished: Some(wish.situation) })
    })
}

/// The decks of so many rounds through the grid of situations.
pub fn rounds(seed: u64, rounds: u32) -> impl Iterator<Item = Result<Origin, Failure>> {
    (0..rounds).flat_map(move |round| {
        CoverageRound::new(seed, round.into()).map(move |(cell, deck)| {
            let made_by = format!("hule deck new --seed {seed} --game {round} --with {cell}");
            let wish = SituationPattern::from(cell);
            Ok(Origin { part: PackagePart::of(wish), deck, made_by, wished: Some(wish.situation) })
        })
    })
}
