//! The choices of a decision as a page draws them: what each leaves, and what a player thinks of it.

use crate::table::Choice;
use hule::hand_report::UsefulTile;
use hule::players::Thought;
use hule::prospect::Prospect;
use hule::{Action, Language, Turn, View};
use serde::{Serialize, Serializer};

/// A choice, and what it leaves.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Prospect))]
pub struct ProspectShown {
    #[serde(flatten)]
    choice: Choice,
    /// The distance that it leaves, after the best discard that follows a claim; 0 for a win.
    distance: u8,
    /// The kinds that then reduce the distance, ascending, and how many of each the seat cannot see.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, usize>))]
    useful: UsefulShown,
    /// How likely it is to win, from 0 to 1, if games were simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    wins: Option<f64>,
    /// The probability with which a network chooses it, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    chance: Option<f64>,
}

/// Kinds and how many there are of each, as an object.
#[derive(Clone)]
struct UsefulShown(Vec<UsefulTile>);

impl Serialize for UsefulShown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|kind| (kind.tile, kind.left)))
    }
}

impl ProspectShown {
    /// How many choices of a decision are shown.
    const MOST: usize = 5;

    /// The best choices of the seat to decide, among them the one that was made.
    pub fn of(
        view: &View<'_>,
        turn: Turn,
        made: Action,
        thoughts: &[Thought],
        language: Language,
    ) -> Vec<ProspectShown> {
        let mut prospects = Prospect::all(view);
        if let Some(place) = prospects.iter().position(|prospect| prospect.action == made) {
            prospects.swap(place, place.min(ProspectShown::MOST - 1));
        }
        prospects.truncate(ProspectShown::MOST);
        let shown = |prospect: Prospect| {
            let thought = thoughts.iter().find(|thought| thought.action == prospect.action);
            ProspectShown::new(prospect, turn, thought, language)
        };
        prospects.into_iter().map(shown).collect()
    }

    /// The choices that a player thought of, in its order.
    pub fn of_thoughts(
        view: &View<'_>,
        turn: Turn,
        thoughts: &[Thought],
        language: Language,
    ) -> Vec<ProspectShown> {
        let prospects = Prospect::all(view);
        let shown = |thought: &Thought| {
            let prospect = prospects.iter().find(|prospect| prospect.action == thought.action)?.clone();
            Some(ProspectShown::new(prospect, turn, Some(thought), language))
        };
        thoughts.iter().filter_map(shown).take(ProspectShown::MOST).collect()
    }

    fn new(prospect: Prospect, turn: Turn, thought: Option<&Thought>, language: Language) -> ProspectShown {
        ProspectShown {
            choice: Choice::new(prospect.action, turn, language),
            distance: prospect.distance,
            useful: UsefulShown(prospect.useful),
            wins: thought.and_then(|thought| thought.wins),
            chance: thought.and_then(|thought| thought.chance),
        }
    }

    /// The action.
    pub fn action(&self) -> Action {
        self.choice.action
    }
}
