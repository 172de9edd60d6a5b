//! `POST /api/v1/check`: what a program printed, compared with the true log.

use crate::read::GameNamed;
use crate::refusal::Refusal;
use hule::check::{Exactness, Mismatch};
use hule::explain::describe;
use hule::{Deck, Language, Localized, Rule};
use serde::{Deserialize, Serialize};

/// What a program printed for a deck.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(expecting = "an object")]
pub struct CheckRequest {
    #[serde(flatten)]
    of: GameNamed,
    /// What the program printed.
    output: String,
}

/// Whether it is right.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
#[cfg_attr(feature = "openapi", schema(as = Verdict))]
pub enum CheckAnswer {
    /// It is, as most judges compare.
    Right(Right),
    /// It is not.
    Wrong(Wrong),
}

/// An output that is right.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Right {
    /// `true`.
    #[cfg_attr(feature = "openapi", schema(schema_with = only::right))]
    right: bool,
    /// What strict judges would mind.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    warning: Option<String>,
}

/// The first line that is wrong.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Wrong {
    /// `false`.
    #[cfg_attr(feature = "openapi", schema(schema_with = only::wrong))]
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

/// Tells the two kinds of answers apart.
#[cfg(feature = "openapi")]
mod only {
    use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

    pub fn right() -> Object {
        only(true)
    }

    pub fn wrong() -> Object {
        only(false)
    }

    fn only(value: bool) -> Object {
        ObjectBuilder::new().schema_type(Type::Boolean).enum_values(Some([value])).build()
    }
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
