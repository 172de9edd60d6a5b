//! The decks that a program is tested with: made for it, or given.

use crate::failure::Failure;
use crate::folder;
use crate::language::{Name, name, say};
use crate::source::Source;
use hule::Deck;
use hule::deck::DeckReader;
use hule::situation::{Origin, TestDecks};
use std::path::{Path, PathBuf};
use std::vec;

/// A deck, with its number from 1 and where it comes from.
pub struct Test {
    pub number: u64,
    pub family: Name,
    pub deck: Deck,
}

/// All tests, in order.
pub enum Tests {
    /// Those of a seed, as many as are left or without end.
    Made(TestDecks, Option<u64>),
    Given(vec::IntoIter<Test>),
}

impl Tests {
    /// The decks of these files and directories, or if there are none those of a seed; no more than `most`.
    pub fn new(files: &[PathBuf], seed: u64, most: Option<u64>) -> Result<Tests, Failure> {
        if files.is_empty() {
            return Ok(Tests::Made(TestDecks::new(seed), most));
        }
        let mut tests = Vec::new();
        for path in files {
            if !path.is_dir() {
                read(path, &mut tests)?;
                continue;
            }
            let is_deck = |path: &Path| {
                path.extension().is_some_and(|extension| extension == "in" || extension == "deck")
            };
            let decks = folder::files(path)?.into_iter().filter(|path| is_deck(path)).collect::<Vec<_>>();
            if decks.is_empty() {
                let folder = Source::new(Some(path));
                return Err(Failure::Input(say!(
                    "{folder}: there is no *.in or *.deck in this directory",
                    "{folder}：这个目录中没有 *.in 或 *.deck"
                )));
            }
            for path in decks {
                read(&path, &mut tests)?;
            }
        }
        tests.truncate(most.unwrap_or(u64::MAX).try_into().unwrap_or(usize::MAX));
        Ok(Tests::Given(tests.into_iter()))
    }

    /// How many are left, if that is known.
    pub fn left(&self) -> Option<u64> {
        match self {
            Tests::Made(_, left) => *left,
            Tests::Given(tests) => Some(tests.len() as u64),
        }
    }
}

/// Appends the decks of a file.
fn read(path: &Path, tests: &mut Vec<Test>) -> Result<(), Failure> {
    let source = Source::new(Some(path));
    let before = tests.len();
    for deck in DeckReader::new(source.open(&say!("decks", "牌堆"))?) {
        let place = tests.len() - before + 1;
        let deck = deck.map_err(|error| {
            Failure::reading(&say!("{source}: deck {place}", "{source}：第 {place} 个牌堆"), error)
        })?;
        let family = name!("deck {place} of {source}", "{source} 的第 {place} 个牌堆");
        tests.push(Test { number: tests.len() as u64 + 1, family, deck });
    }
    if tests.len() == before {
        return Err(Failure::Input(say!("{source}: there is no deck in it", "{source}：其中没有牌堆")));
    }
    Ok(())
}

impl Iterator for Tests {
    type Item = Test;

    fn next(&mut self) -> Option<Test> {
        match self {
            Tests::Made(decks, left) => {
                if let Some(left) = left {
                    *left = left.checked_sub(1)?;
                }
                let made = decks.next()?;
                let family = match made.origin {
                    Origin::Random(_) => name!("a random deck", "随机牌堆"),
                    Origin::SituationVariant(cell) => {
                        name!("a deck with the situation {cell}", "含有局面 {cell} 的牌堆")
                    }
                };
                Some(Test { number: made.number + 1, family, deck: made.deck })
            }
            Tests::Given(tests) => tests.next(),
        }
    }
}
