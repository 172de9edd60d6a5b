use crate::words::{Action, named};

/// A kind of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecisionKind {
    /// Which ordinary tile to discard.
    Discards,
    /// Whether to claim, and for what.
    Claims,
    /// Whether to discard a special tile, and which.
    Specials,
    /// Which seat a PASS names.
    Targets,
}

impl DecisionKind {
    /// All kinds.
    pub const ALL: [DecisionKind; 4] =
        [DecisionKind::Discards, DecisionKind::Claims, DecisionKind::Specials, DecisionKind::Targets];

    /// Returns `discards`, `claims`, `specials` or `targets`.
    pub const fn name(self) -> &'static str {
        match self {
            DecisionKind::Discards => "discards",
            DecisionKind::Claims => "claims",
            DecisionKind::Specials => "specials",
            DecisionKind::Targets => "targets",
        }
    }

    /// The kind of the decision between two actions that are legal in the same turn.
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

named!(DecisionKind, name, "a kind of decision", "决策种类");
