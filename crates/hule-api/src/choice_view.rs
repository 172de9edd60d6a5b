//! The choices of a decision as a page draws them: what each leaves, and what a player thinks of it.

use crate::table::Choice;
use hule::estimate::Measured;
use hule::players::Evaluation;
use hule::{Action, Language, Tile, Turn, View};
use serde::{Serialize, Serializer};

/// A choice, and what it leaves.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChoiceView {
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
    pub(crate) wins: Option<f64>,
    /// How much less often it wins than the best choice in the same simulated games, if that was measured. The difference may
    /// be negative: another choice is advised only if that is more than chance, and the less likely the network thinks it, the
    /// more it must win.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub(crate) loss: Option<Measured>,
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

impl ChoiceView {
    /// How many choices of a decision are shown.
    const MOST: usize = 5;

    /// The best choices of the seat to decide, among them the one that was made.
    pub fn of(
        view: &View<'_>,
        turn: Turn,
        made: Action,
        evaluations: &[Evaluation],
        language: Language,
    ) -> Vec<ChoiceView> {
        let mut all = Evaluation::all(view);
        if let Some(place) = all.iter().position(|choice| choice.action == made) {
            all.swap(place, place.min(ChoiceView::MOST - 1));
        }
        let known = |choice: &Evaluation| {
            let evaluated = evaluations.iter().find(|evaluated| evaluated.action == choice.action);
            ChoiceView::new(view, turn, evaluated.unwrap_or(choice), language)
        };
        all.iter().take(ChoiceView::MOST).map(known).collect()
    }

    /// The first of the choices that a player evaluated.
    pub fn first(
        view: &View<'_>,
        turn: Turn,
        evaluations: &[Evaluation],
        language: Language,
    ) -> Vec<ChoiceView> {
        let view_of = |evaluation| ChoiceView::new(view, turn, evaluation, language);
        evaluations.iter().take(ChoiceView::MOST).map(view_of).collect()
    }

    fn new(view: &View<'_>, turn: Turn, choice: &Evaluation, language: Language) -> ChoiceView {
        let useful = choice.useful_kinds(view).iter().map(|kind| (kind, view.unseen(kind))).collect();
        ChoiceView {
            choice: Choice::new(choice.action, turn, language),
            distance: choice.distance,
            useful: UsefulShown(useful),
            wins: choice.wins,
            loss: choice.loss,
            chance: choice.chance,
        }
    }

    /// The action.
    pub fn action(&self) -> Action {
        self.choice.action
    }
}
