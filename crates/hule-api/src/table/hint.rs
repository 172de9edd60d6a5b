//! What a strong player would do.

use super::{Table, TableError};
use crate::prospect::ProspectShown;
use crate::read::need_network;
use crate::refusal::Refusal;
use hule::players::{Appraisal, Evaluation, SearchOptions};
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
    /// What it thinks of each choice that it thought about, its own first.
    pub(super) thoughts: Vec<Evaluation>,
    /// How much more often each other choice wins that was simulated. Another choice may win more often: it is advised only
    /// if that is no chance, and the less likely the network thinks it, the more it must win.
    pub(super) comparisons: Vec<ComparisonShown>,
    /// The first of these choices, and what each leaves.
    pub(super) choices: Vec<ProspectShown>,
}

impl Hint {
    /// How many choices are spoken of.
    const REASONS: usize = 4;
}

/// A choice compared with the advised one, in the same simulated games.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Comparison))]
pub struct ComparisonShown {
    /// The choice.
    pub(super) action: Action,
    /// How much more likely it is to win, from -1 to 1.
    pub(super) difference: f64,
    /// The standard error of the difference.
    pub(super) error: f64,
}

impl ComparisonShown {
    /// `None` if the choice was not tried.
    fn new(choice: &Evaluation) -> Option<ComparisonShown> {
        let loss = choice.loss?;
        Some(ComparisonShown { action: choice.action, difference: -loss.mean, error: loss.error })
    }
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
        let thoughts = appraisal.choices().to_vec();
        let reasons = if matches!(action, Action::Ron | Action::SelfDrawn) {
            vec![say!(language, "this wins the game", "这样就和了")]
        } else {
            thoughts.iter().take(Hint::REASONS).map(|thought| thought.text(language)).collect()
        };
        Some(Hint {
            kind: "hint",
            action,
            reasons,
            choices: ProspectShown::of_thoughts(&view, turn, &thoughts, language),
            comparisons: appraisal.choices()[1..].iter().filter_map(ComparisonShown::new).collect(),
            thoughts,
        })
    }
}
