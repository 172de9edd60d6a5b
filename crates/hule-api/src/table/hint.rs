//! What a strong player would do.

use super::{Table, TableError};
use crate::choice_view::ChoiceView;
use crate::read::need_network;
use crate::refusal::Refusal;
use hule::players::{Appraisal, SearchOptions};
use hule::{Action, Language, Localized, Random, Seat, say};
use serde::Serialize;
use std::time::Duration;

/// What a strong player would do.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Hint {
    /// `hint`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// What it would do.
    pub(super) action: Action,
    /// Why, in lines for people.
    reasons: Vec<String>,
    /// The best choices, its own first: what each leaves, how often it wins, and how it compares with the first.
    pub(super) choices: Vec<ChoiceView>,
}

impl Hint {
    /// How many choices are spoken of.
    const REASONS: usize = 4;
}

impl Table {
    /// What a strong player would do at this seat, and what it thinks; only from what the seat can see.
    ///
    /// # Errors
    /// Returns a refusal if the seat need not decide, several people play, or the network is not there yet.
    pub fn hint(&self, seat: Seat, limit: Option<Duration>, language: Language) -> Result<Hint, Refusal> {
        let problem = match &self.deal {
            _ if !self.setup.is_solo() => Some(TableError::NotSolo),
            None => Some(TableError::NotBegun),
            Some(deal) => deal.is_over().then_some(TableError::Over),
        };
        if let Some(problem) = problem {
            return Err(problem.refusal(language));
        }
        need_network(language)?;
        self.appraise(seat, limit, language).ok_or_else(|| TableError::NotYours.refusal(language))
    }

    fn appraise(&self, seat: Seat, limit: Option<Duration>, language: Language) -> Option<Hint> {
        let view = self.game()?.view(seat);
        let turn = view.turn()?;
        let options = SearchOptions::default();
        let options = limit.map_or(options, |limit| options.and_time(limit));
        let random = Random::new(self.setup.hint_seed ^ self.decisions().len() as u64);
        let appraisal = Appraisal::of(&view, None, options, random)?;
        let action = appraisal.best().action;
        let evaluations = appraisal.choices();
        let reasons = if matches!(action, Action::Ron | Action::SelfDrawn) {
            vec![say!(language, "this wins the game", "这样就和了")]
        } else {
            evaluations.iter().take(Hint::REASONS).map(|evaluation| evaluation.text(language)).collect()
        };
        let choices = ChoiceView::first(&view, turn, evaluations, language);
        Some(Hint { kind: "hint", action, reasons, choices })
    }
}
