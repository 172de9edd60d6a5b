//! `POST /api/v1/check`: what a program printed, compared with the true log.

use crate::api::{GameNamed, Lang};
use crate::request::{Answer, Asked, Refusal};
use hule::{Difference, Exactness, Language, describe_in};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
pub enum Verdict {
    /// It is, as most judges compare.
    Right(Right),
    /// It is not.
    Wrong(Wrong),
}

/// An output that is right.
#[derive(Serialize, ToSchema)]
pub struct Right {
    /// `true`.
    right: bool,
    /// What strict judges would mind.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
}

/// The first line that is wrong.
#[derive(Serialize, ToSchema)]
pub struct Wrong {
    /// `false`.
    right: bool,
    /// Its number, counted from 1.
    line: usize,
    /// What should stand there; nothing if the log ends before.
    expected: Option<String>,
    /// What does; nothing if the output ends before.
    found: Option<String>,
    /// What is probably wrong, and then what the standard player does there and why.
    why: Vec<String>,
    /// The rule that the program seems to break.
    rule: Option<&'static str>,
}

/// Compares the output of a program with the true log.
#[utoipa::path(post, path = "/api/v1/check", request_body = CheckRequest, params(Lang), tag = "watch",
    responses((status = 200, body = Verdict), (status = 422, body = Refusal)))]
pub async fn check(Asked(language, asked): Asked<CheckRequest>) -> Result<Answer<Verdict>, Refusal> {
    let deck = asked.of.deck(language)?;
    let output = asked.output.as_bytes();
    let right = |warning| Verdict::Right(Right { right: true, warning });
    Ok(Answer(match hule::check(&deck, output, Exactness::Strict) {
        Ok(_) => right(None),
        Err(strict) => match hule::check(&deck, output, Exactness::Lenient) {
            Ok(_) => right(Some(strict.text(language))),
            Err(found) => Verdict::Wrong(Wrong::new(&found, language)),
        },
    }))
}

impl Wrong {
    fn new(difference: &Difference, language: Language) -> Wrong {
        let mut why = vec![difference.diagnosis(language)];
        why.extend(describe_in(&difference.reasons, language));
        Wrong {
            right: false,
            line: difference.line,
            expected: difference.expected().map(|event| event.to_string()),
            found: difference.found.clone(),
            why,
            rule: difference.slip.rule().map(hule::Rule::number),
        }
    }
}
