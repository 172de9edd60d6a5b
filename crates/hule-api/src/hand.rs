//! `POST /api/v1/hand`: how far a hand is from a win, and what to do with it.

use crate::read::read_count;
use crate::refusal::Refusal;
use crate::seed::Unchecked;
use hule::hand_report::HandReport;
use hule::{Hand, Language, Localized};
use hule_report::hand_text;
use serde::{Deserialize, Serialize};

/// A hand.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct HandRequest {
    /// The names of its tiles, with white space between.
    tiles: String,
    /// How many melds are on the table.
    #[serde(default = "Unchecked::zero")]
    #[cfg_attr(feature = "openapi", schema(value_type = usize))]
    open: Unchecked,
}

/// What there is to say about a hand.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HandAnswer {
    /// What `hule hand --json` prints; docs/PROTOCOL.md says more of its fields.
    #[serde(flatten)]
    report: HandReport,
    /// What `hule hand` prints.
    lines: Vec<String>,
}

impl HandRequest {
    /// Looks at the hand.
    ///
    /// # Errors
    /// Returns a refusal if it is not a hand.
    pub fn answer(&self, language: Language) -> Result<HandAnswer, Refusal> {
        let open = read_count(&self.open, "open", language)?;
        let hand = Hand::read(&self.tiles, open).map_err(|error| Refusal::wrong(error.text(language)))?;
        let report = HandReport::new(&hand);
        let lines = hand_text(&report, language).lines().map(str::to_owned).collect();
        Ok(HandAnswer { report, lines })
    }
}
