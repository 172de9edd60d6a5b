//! `POST /api/v1/check`: what a program printed, compared with the true log.

use crate::read::GameNamed;
use crate::refusal::Refusal;
use hule::check::{Exactness, Mismatch};
use hule::explain::describe;
use hule::{Deck, Language, Localized, Rule};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

/// What a program printed for a deck.
#[derive(Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub struct CheckRequest {
    #[serde(flatten)]
    of: GameNamed,
    /// What the program printed.
    output: String,
}

/// Whether it is right.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Verdict)]
pub enum CheckAnswer {
    /// It is, as most judges compare.
    Right(Right),
    /// It is not.
    Wrong(Wrong),
}

/// An output that is right.
#[derive(Serialize, ToSchema)]
pub struct Right {
    /// `true`.
    #[schema(schema_with = only_true)]
    right: bool,
    /// What strict judges would mind.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    warning: Option<String>,
}

/// The first line that is wrong.
#[derive(Serialize, ToSchema)]
pub struct Wrong {
    /// `false`.
    #[schema(schema_with = only_false)]
    right: bool,
    /// Its number, counted from 1.
    line: usize,
    /// The line of the log; `null` if the log ends before.
    expected: Option<String>,
    /// The line of the output; `null` if the output ends before.
    found: Option<String>,
    /// What is probably wrong, and then what the standard player does there and why.
    why: Vec<String>,
    /// The rule that the program seems to break.
    rule: Option<&'static str>,
}

fn only_true() -> Object {
    only(true)
}

fn only_false() -> Object {
    only(false)
}

/// Tells the two kinds of answers apart.
fn only(value: bool) -> Object {
    ObjectBuilder::new().schema_type(Type::Boolean).enum_values(Some([value])).build()
}

impl CheckRequest {
    /// Compares the output of the program with the true log.
    ///
    /// # Errors
    /// Returns a refusal if the deck is wrong.
    pub fn answer(&self, language: Language) -> Result<CheckAnswer, Refusal> {
        Ok(CheckAnswer::new(&self.of.deck(language)?, self.output.as_bytes(), language))
    }
}

impl CheckAnswer {
    /// Compares an output with the true log of a deck.
    pub fn new(deck: &Deck, output: &[u8], language: Language) -> CheckAnswer {
        let right = |warning| CheckAnswer::Right(Right { right: true, warning });
        match hule::check::check(deck, output, Exactness::Strict) {
            Ok(_) => right(None),
            Err(strict) => match hule::check::check(deck, output, Exactness::Lenient) {
                Ok(_) => right(Some(strict.text(language))),
                Err(found) => CheckAnswer::Wrong(Wrong::new(&found, language)),
            },
        }
    }
}

impl Wrong {
    fn new(mismatch: &Mismatch, language: Language) -> Wrong {
        let diagnosis = mismatch.diagnosis(language);
        let mut why: Vec<String> = diagnosis.lines().map(|line| line.trim().to_owned()).collect();
        why.extend(describe(&mismatch.reasons, language));
        Wrong {
            right: false,
            line: mismatch.line,
            expected: mismatch.expected().map(|event| event.to_string()),
            found: mismatch.found.clone(),
            why,
            rule: mismatch.mistake.rule().map(Rule::number),
        }
    }
}
