//! The kinds of decision.

use crate::action::Action;
use std::fmt;
use std::str::FromStr;

/// What there is to decide between two actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Which ordinary tile to discard.
    Discards,
    /// Whether to claim, and for what.
    Claims,
    /// Whether and which special tile to discard.
    Specials,
    /// Whom a PASS names.
    Targets,
}

impl Decision {
    /// All of them.
    pub const ALL: [Decision; 4] =
        [Decision::Discards, Decision::Claims, Decision::Specials, Decision::Targets];

    /// The name: `discards`, `claims`, `specials` or `targets`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Decision::Discards => "discards",
            Decision::Claims => "claims",
            Decision::Specials => "specials",
            Decision::Targets => "targets",
        }
    }

    /// The decision between two different actions that are legal at a time.
    pub(super) fn between(one: Action, other: Action) -> Decision {
        match (one, other) {
            (Action::Discard(one), Action::Discard(other)) if !one.is_special() && !other.is_special() => {
                Decision::Discards
            }
            (Action::Pass(_), Action::Pass(_)) => Decision::Targets,
            (Action::Discard(_) | Action::Pass(_), _) => Decision::Specials,
            _ => Decision::Claims,
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Decision {
    type Err = ();

    fn from_str(name: &str) -> Result<Decision, ()> {
        Decision::ALL.into_iter().find(|decision| decision.name() == name).ok_or(())
    }
}
