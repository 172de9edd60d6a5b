//! The kinds of decision.

use crate::words::action::Action;
use crate::words::language::{Language, Localized, localized_errors, say};
use std::fmt;
use std::str::FromStr;

/// What there is to decide between two actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecisionKind {
    /// Which ordinary tile to discard.
    Discards,
    /// Whether to claim, and for what.
    Claims,
    /// Whether and which special tile to discard.
    Specials,
    /// Whom a PASS names.
    Targets,
}

impl DecisionKind {
    /// All of them.
    pub const ALL: [DecisionKind; 4] =
        [DecisionKind::Discards, DecisionKind::Claims, DecisionKind::Specials, DecisionKind::Targets];

    /// The name: `discards`, `claims`, `specials` or `targets`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DecisionKind::Discards => "discards",
            DecisionKind::Claims => "claims",
            DecisionKind::Specials => "specials",
            DecisionKind::Targets => "targets",
        }
    }

    /// The decision between two different actions that are legal at a time.
    pub(super) fn between(one: Action, other: Action) -> DecisionKind {
        match (one, other) {
            (Action::Discard(one), Action::Discard(other)) if !one.is_special() && !other.is_special() => {
                DecisionKind::Discards
            }
            (Action::Pass(_), Action::Pass(_)) => DecisionKind::Targets,
            (Action::Discard(_) | Action::Pass(_), _) => DecisionKind::Specials,
            _ => DecisionKind::Claims,
        }
    }
}

impl fmt::Display for DecisionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for DecisionKind {
    type Err = ParseDecisionKindError;

    fn from_str(name: &str) -> Result<DecisionKind, ParseDecisionKindError> {
        DecisionKind::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| ParseDecisionKindError { found: name.to_owned() })
    }
}

/// A text that is not the name of a kind of decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDecisionKindError {
    /// The text.
    pub found: String,
}

impl Localized for ParseDecisionKindError {
    fn text(&self, language: Language) -> String {
        let names = DecisionKind::ALL.map(DecisionKind::name).join(", ");
        say!(
            language,
            "{:?} is not a kind of decision; expected one of {names}",
            "{:?} 不是决策种类；应为其中之一：{names}",
            self.found
        )
    }
}

localized_errors!(ParseDecisionKindError);
