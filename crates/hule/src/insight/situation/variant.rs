//! The grid: situations by phase, direction and number of open melds.

use super::{Situation, SituationKind, example};
use crate::words::language::UnknownName;
use crate::words::{Deck, Direction, Hand, Language, Localized, localized_errors, named, say};
use std::fmt::{self, Display};
use std::str::FromStr;

/// A phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The first turn and the claims of its discard.
    First,
    /// The turns between.
    Middle,
    /// No tile is left to draw.
    Empty,
}

pub(super) const F: &[Phase] = &[Phase::First];
pub(super) const M: &[Phase] = &[Phase::Middle];
pub(super) const E: &[Phase] = &[Phase::Empty];
pub(super) const FM: &[Phase] = &[Phase::First, Phase::Middle];
pub(super) const ME: &[Phase] = &[Phase::Middle, Phase::Empty];
pub(super) const FME: &[Phase] = Phase::ALL;

impl Phase {
    /// All phases, in the order of a game.
    pub const ALL: &[Phase] = &[Phase::First, Phase::Middle, Phase::Empty];

    /// Returns the name: `first`, `middle` or `empty`.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::First => "first",
            Phase::Middle => "middle",
            Phase::Empty => "empty",
        }
    }
}

named!(Phase, name, "a phase", "阶段");

/// A situation at one place of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SituationVariant {
    /// The situation.
    pub situation: Situation,
    /// The phase of the game.
    pub phase: Phase,
    /// The direction of play.
    pub direction: Direction,
    /// The number of open melds of the seat that decides.
    pub open: usize,
}

impl SituationVariant {
    /// Returns all cells that are not excluded, in order.
    ///
    /// Excluded are those whose situation has another phase or number of melds by its definition, and these:
    ///
    /// - In the first turn no seat has discarded a REVERSE or claimed a discard.
    /// - When the wall is empty, the direction is forward, except that a REVERSE drawn last is discarded in reversed
    ///   play. The reason: all other special tiles have been discarded when the last tile is drawn, so the direction has
    ///   changed four times, or three times if the last tile is the fourth REVERSE. To keep a special tile that long, a
    ///   seat with n of them must have had fewer than n turns. The three others draw at most three tiles before, between
    ///   and after these turns, three more for each PASS, two for each REVERSE and one for each DOUBLE among the other
    ///   12 − n, and two for each of their 12 claims. With the draws of the seat itself, these are at most 71 draws for
    ///   any n, but there are 96.
    pub fn all() -> impl Iterator<Item = SituationVariant> {
        Situation::ALL.iter().flat_map(|&situation| {
            let (phases, [least, most]) = situation.places();
            phases.iter().flat_map(move |&phase| {
                Direction::ALL.into_iter().flat_map(move |direction| {
                    let cell = move |open| SituationVariant { situation, phase, direction, open };
                    (least..=most).map(cell).filter(|cell| !cell.is_excluded())
                })
            })
        })
    }

    fn is_excluded(self) -> bool {
        let SituationVariant { situation, phase, direction, open } = self;
        let reversed = direction == Direction::Reversed;
        match phase {
            Phase::First => reversed || open > 0,
            Phase::Middle => false,
            Phase::Empty => match situation {
                Situation::LastTileReverse => !reversed,
                Situation::SpecialFirst => false,
                _ => reversed,
            },
        }
    }

    /// Returns whether a deck is known with which the cell occurs for four standard players.
    ///
    /// For a few cells that are not excluded, a search among millions of decks has found none. Most need an honour or a
    /// fourth tile of a kind that is kept until the wall is empty.
    pub fn can_occur(self) -> bool {
        example::text(self).is_some()
    }

    /// Returns a deck with this cell; `None` if it cannot occur, or no deck is known.
    pub fn example(self) -> Option<Deck> {
        example::text(self).map(example::deck)
    }

    /// Returns what is decided.
    pub const fn kind(self) -> SituationKind {
        self.situation.kind()
    }
}

/// A situation that a deck shall have, if wanted in a certain phase, direction or with a number of open melds.
///
/// As text, what is wanted follows the situation: `limit-of-four`, `limit-of-four:reversed`,
/// `limit-of-four:middle:reversed:2`.
///
/// ```
/// use hule::situation::SituationPattern;
/// use hule::{Direction, Situation};
/// let wish: SituationPattern = "limit-of-four:reversed".parse()?;
/// assert_eq!((wish.situation, wish.direction), (Situation::LimitOfFour, Some(Direction::Reversed)));
/// assert_eq!(wish.to_string(), "limit-of-four:reversed");
/// # Ok::<(), hule::situation::UnknownPattern>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SituationPattern {
    /// The situation.
    pub situation: Situation,
    /// The phase, if it matters.
    pub phase: Option<Phase>,
    /// The direction, if it matters.
    pub direction: Option<Direction>,
    /// The number of open melds, if it matters.
    pub open: Option<usize>,
}

impl SituationPattern {
    /// Returns whether this cell fulfils the wish.
    pub fn is_met_by(self, cell: SituationVariant) -> bool {
        self.situation == cell.situation
            && self.phase.is_none_or(|phase| phase == cell.phase)
            && self.direction.is_none_or(|direction| direction == cell.direction)
            && self.open.is_none_or(|open| open == cell.open)
    }

    /// Returns whether only games that come to the last tile can fulfil the wish.
    pub fn is_late(self) -> bool {
        self.phase == Some(Phase::Empty) || self.situation.places().0 == E
    }

    /// Returns the cells that fulfil the wish and can occur.
    pub fn cells(self) -> impl Iterator<Item = SituationVariant> {
        self.situation.cells().filter(move |&cell| self.is_met_by(cell))
    }
}

impl From<Situation> for SituationPattern {
    fn from(situation: Situation) -> SituationPattern {
        SituationPattern { situation, phase: None, direction: None, open: None }
    }
}

impl From<(Situation, Direction)> for SituationPattern {
    fn from((situation, direction): (Situation, Direction)) -> SituationPattern {
        SituationPattern { direction: Some(direction), ..SituationPattern::from(situation) }
    }
}

impl From<SituationVariant> for SituationPattern {
    fn from(SituationVariant { situation, phase, direction, open }: SituationVariant) -> SituationPattern {
        SituationPattern { situation, phase: Some(phase), direction: Some(direction), open: Some(open) }
    }
}

impl Display for SituationPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.situation.name().to_owned();
        let parts = [
            self.phase.map(|phase| phase.name().to_owned()),
            self.direction.map(|direction| direction.name().to_owned()),
            self.open.map(|open| open.to_string()),
        ];
        for part in parts.into_iter().flatten() {
            text = text + ":" + &part;
        }
        f.pad(&text)
    }
}

impl Display for SituationVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SituationPattern::from(*self).fmt(f)
    }
}

/// A text that is not a [`SituationPattern`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownPattern {
    /// The situation has another name.
    Situation(UnknownName),
    /// What follows it is neither a phase nor a direction nor a number of open melds, or is there twice.
    Part(String),
}

impl Localized for UnknownPattern {
    fn text(&self, language: Language) -> String {
        match self {
            UnknownPattern::Situation(error) => error.text(language),
            UnknownPattern::Part(part) => say!(
                language,
                "{part:?} after the situation; expected one of first, middle, empty, one of forward, reversed, and a number of open melds from 0 to 4",
                "局面名后的 {part:?} 不对；应为 first、middle、empty 之一，forward、reversed 之一，以及 0 到 4 的副露数"
            ),
        }
    }
}

localized_errors!(UnknownPattern { UnknownPattern::Situation(error) => error });

impl FromStr for SituationPattern {
    type Err = UnknownPattern;

    fn from_str(text: &str) -> Result<SituationPattern, UnknownPattern> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let mut wish = SituationPattern::from(name.parse::<Situation>().map_err(UnknownPattern::Situation)?);
        for part in parts {
            let phase: Option<Phase> = part.parse().ok();
            let direction: Option<Direction> = part.parse().ok();
            let open: Option<usize> = part.parse().ok().filter(|&open| open <= Hand::MOST_OPEN);
            let again = phase.is_some_and(|phase| wish.phase.replace(phase).is_some())
                || direction.is_some_and(|direction| wish.direction.replace(direction).is_some())
                || open.is_some_and(|open| wish.open.replace(open).is_some());
            if again || phase.is_none() && direction.is_none() && open.is_none() {
                return Err(UnknownPattern::Part(part.to_owned()));
            }
        }
        Ok(wish)
    }
}

/// A description of the place: the situation, when and with how many melds.
impl Localized for SituationVariant {
    fn text(&self, language: Language) -> String {
        let meaning = self.situation.text(language);
        let SituationVariant { phase, direction, open, .. } = self;
        let phase = match phase {
            Phase::First => say!(language, "in the first turn", "第一个回合"),
            Phase::Middle => say!(language, "in the middle of the game", "游戏中途"),
            Phase::Empty => say!(language, "with an empty wall", "牌堆已空"),
        };
        let direction = match direction {
            Direction::Forward => say!(language, "forward", "正向"),
            Direction::Reversed => say!(language, "reversed", "反向"),
        };
        say!(
            language,
            "{meaning} ({phase}, {direction}, open melds: {open})",
            "{meaning}（{phase}，{direction}，副露数 {open}）"
        )
    }
}
