//! The choices of a decision as a page draws them: what each leaves, and what a player thinks of it.

use crate::table::Choice;
use hule::players::Evaluation;
use hule::{Action, Language, Tile, Turn, View};
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
struct UsefulShown(Vec<(Tile, usize)>);

impl Serialize for UsefulShown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
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
        thoughts: &[Evaluation],
        language: Language,
    ) -> Vec<ProspectShown> {
        let mut all = Evaluation::all(view);
        if let Some(place) = all.iter().position(|choice| choice.action == made) {
            all.swap(place, place.min(ProspectShown::MOST - 1));
        }
        let known = |choice: &Evaluation| {
            let thought = thoughts.iter().find(|thought| thought.action == choice.action);
            ProspectShown::new(view, turn, thought.unwrap_or(choice), language)
        };
        all.iter().take(ProspectShown::MOST).map(known).collect()
    }

    /// The choices that a player thought of, in its order.
    pub fn of_thoughts(
        view: &View<'_>,
        turn: Turn,
        thoughts: &[Evaluation],
        language: Language,
    ) -> Vec<ProspectShown> {
        let shown = |thought| ProspectShown::new(view, turn, thought, language);
        thoughts.iter().take(ProspectShown::MOST).map(shown).collect()
    }

    fn new(view: &View<'_>, turn: Turn, choice: &Evaluation, language: Language) -> ProspectShown {
        let useful = choice.useful_kinds(view).iter().map(|kind| (kind, view.unseen(kind))).collect();
        ProspectShown {
            choice: Choice::new(choice.action, turn, language),
            distance: choice.distance,
            useful: UsefulShown(useful),
            wins: choice.wins,
            chance: choice.chance,
        }
    }

    /// The action.
    pub fn action(&self) -> Action {
        self.choice.action
    }
}
