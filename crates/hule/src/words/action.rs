//! Everything that a seat may choose.

use crate::words::json::serde_as_text;
use crate::words::language::{Language, Localized, localized_errors, print_in_english, say};
use crate::words::seat::Seat;
use crate::words::tile::{Run, Tile, TileSet};
use crate::words::turn::Turn;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// One choice of the seat whose turn it is to decide.
///
/// Actions have small stable numbers for machines ([`Action::id`], docs/PROTOCOL.md) and are ordered by
/// them. Where the standard player has a choice among discards or among chows, it prefers the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Discard a tile. A PASS must name a player, see [`Action::Pass`]; without a name it is never legal.
    Discard(Tile),
    /// Discard a PASS and name the player who loses a turn.
    Pass(Seat),
    /// Leave the discard of another player where it is.
    Decline,
    /// Take the discard for a run.
    Chow(Claimed),
    /// Take the discard for a triplet.
    Pong,
    /// Win with the discard.
    Ron,
    /// Win with the tile just drawn.
    SelfDrawn,
}

/// The two tiles that each chow needs beside the claimed tile, by that tile and its place in the run.
static OWN_TILES: [[Option<[Tile; 2]>; 3]; Tile::COUNT] = {
    let mut own = [[None; 3]; Tile::COUNT];
    let mut index = 0;
    while index < Tile::COUNT {
        let mut place = 0;
        while place < Claimed::ALL.len() {
            let claimed = Claimed::ALL[place];
            if let Some(run) = claimed.run(Tile::ALL[index]) {
                let [low, middle, high] = run.tiles();
                own[index][place] = Some(match claimed {
                    Claimed::High => [low, middle],
                    Claimed::Middle => [low, high],
                    Claimed::Low => [middle, high],
                });
            }
            place += 1;
        }
        index += 1;
    }
    own
};

/// The same as bits; all bits where there is no run.
static CHOW_KINDS: [[u64; 3]; Tile::COUNT] = {
    let mut kinds = [[u64::MAX; 3]; Tile::COUNT];
    let mut index = 0;
    while index < Tile::COUNT {
        let mut place = 0;
        while place < Claimed::ALL.len() {
            if let Some([first, second]) = OWN_TILES[index][place] {
                kinds[index][place] = 1 << first.index() | 1 << second.index();
            }
            place += 1;
        }
        index += 1;
    }
    kinds
};

/// Where the claimed tile stands in the run of a chow, from the lowest of the three runs to the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Claimed {
    /// The claimed tile is the highest of the run: with 5 claimed, `3 4 5`.
    High,
    /// The claimed tile is in the middle: `4 5 6`.
    Middle,
    /// The claimed tile is the lowest: `5 6 7`.
    Low,
}

impl Claimed {
    /// All three, from the lowest run to the highest.
    pub const ALL: [Claimed; 3] = [Claimed::High, Claimed::Middle, Claimed::Low];

    /// The position of `tile` in `run`, if it is one of its tiles.
    #[must_use]
    pub fn of(tile: Tile, run: Run) -> Option<Claimed> {
        Claimed::ALL.into_iter().find(|claimed| claimed.run(tile) == Some(run))
    }

    /// The run in which `tile` has this position, if there is one.
    #[must_use]
    pub const fn run(self, tile: Tile) -> Option<Run> {
        let below = match self {
            Claimed::High => 2,
            Claimed::Middle => 1,
            Claimed::Low => 0,
        };
        // Counting down into the suit before gives an 8 or a 9, and no run begins with those.
        match tile.index().checked_sub(below) {
            Some(low) => Run::from_low(Tile::ALL[low]),
            None => None,
        }
    }

    /// The two tiles that the run needs beside `tile`.
    #[must_use]
    #[inline]
    pub const fn own_tiles(self, tile: Tile) -> Option<[Tile; 2]> {
        OWN_TILES[tile.index()][self as usize]
    }
}

impl Action {
    /// How many actions there are.
    pub const COUNT: usize = 48;

    /// All actions, ascending; the number of an action is its place here.
    pub const ALL: [Action; Action::COUNT] = {
        let mut all = [Action::Decline; Action::COUNT];
        let mut index = 0;
        while index < Tile::COUNT {
            all[index] = Action::Discard(Tile::ALL[index]);
            index += 1;
        }
        index = 0;
        while index < Seat::ALL.len() {
            all[37 + index] = Action::Pass(Seat::ALL[index]);
            index += 1;
        }
        index = 0;
        while index < Claimed::ALL.len() {
            all[42 + index] = Action::Chow(Claimed::ALL[index]);
            index += 1;
        }
        all[45] = Action::Pong;
        all[46] = Action::Ron;
        all[47] = Action::SelfDrawn;
        all
    };

    /// The number of this action. It never changes.
    #[must_use]
    #[inline]
    pub const fn id(self) -> u8 {
        // Two matches that only choose a number need no jump, and this is asked for at every decision.
        let first = match self {
            Action::Discard(_) => 0,
            Action::Pass(_) => 37,
            Action::Decline => 41,
            Action::Chow(_) => 42,
            Action::Pong => 45,
            Action::Ron => 46,
            Action::SelfDrawn => 47,
        };
        let place = match self {
            Action::Discard(tile) => tile as u8,
            Action::Pass(seat) => seat as u8,
            Action::Chow(claimed) => claimed as u8,
            _ => 0,
        };
        first + place
    }

    /// The action with this number.
    #[must_use]
    pub fn from_id(id: u8) -> Option<Action> {
        Action::ALL.get(usize::from(id)).copied()
    }

    /// The two tiles that this claim of `tile` takes from the hand; `None` if it is no claim for a meld, or if `tile`
    /// has no such run.
    #[must_use]
    #[inline]
    pub const fn own_tiles(self, tile: Tile) -> Option<[Tile; 2]> {
        match self {
            Action::Pong => Some([tile; 2]),
            Action::Chow(claimed) => claimed.own_tiles(tile),
            _ => None,
        }
    }

    /// The three tiles that this claim of `tile` lays on the table; `None` as for [`own_tiles`](Action::own_tiles).
    #[must_use]
    pub fn meld_tiles(self, tile: Tile) -> Option<[Tile; 3]> {
        match self {
            Action::Pong => Some([tile; 3]),
            Action::Chow(claimed) => claimed.run(tile).map(Run::tiles),
            _ => None,
        }
    }

    /// What the action means in this turn, for people: `discard 3P`, `chow 5P 6P 7P`.
    #[must_use]
    pub const fn label(self, turn: Turn) -> ActionLabel {
        ActionLabel { action: self, turn }
    }
}

/// What an action means in a turn, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActionLabel {
    action: Action,
    turn: Turn,
}

/// `discard 3P`, `chow 5P 6P 7P`, `let it be`.
impl Localized for ActionLabel {
    fn text(&self, language: Language) -> String {
        let claimed_tile = self.turn.claimable();
        match self.action {
            Action::Discard(tile) => say!(language, "discard {tile}", "打出 {tile}"),
            Action::Pass(seat) => say!(language, "discard PASS on {seat}", "打出 PASS，指定 {seat}"),
            Action::Decline => say!(language, "let it be", "不要"),
            Action::Chow(claimed) => match claimed_tile.and_then(|tile| claimed.run(tile)) {
                Some(run) => say!(language, "chow {run}", "吃 {run}"),
                None => say!(language, "chow", "吃"),
            },
            Action::Pong => match claimed_tile {
                Some(tile) => say!(language, "pong {tile}", "碰 {tile}"),
                None => say!(language, "pong", "碰"),
            },
            Action::Ron => say!(language, "win with it", "荣和"),
            Action::SelfDrawn => say!(language, "win with the tile drawn", "自摸"),
        }
    }
}

print_in_english!(ActionLabel);

/// In the words of the log, without the player: `OUT 3P`, `OUT PASS B`, `DECLINE`, `CHOW LOW`, …
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Discard(tile) => write!(f, "OUT {tile}"),
            Action::Pass(seat) => write!(f, "OUT PASS {seat}"),
            Action::Decline => f.write_str("DECLINE"),
            Action::Chow(Claimed::High) => f.write_str("CHOW HIGH"),
            Action::Chow(Claimed::Middle) => f.write_str("CHOW MIDDLE"),
            Action::Chow(Claimed::Low) => f.write_str("CHOW LOW"),
            Action::Pong => f.write_str("PONG"),
            Action::Ron => f.write_str("RON"),
            Action::SelfDrawn => f.write_str("SELFDRAWN"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        Action::ALL
            .into_iter()
            .find(|action| action.to_string() == text)
            .ok_or_else(|| ParseActionError { found: text.to_owned() })
    }
}

/// A text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseActionError {
    /// What stood where an action was expected.
    pub found: String,
}

impl Localized for ParseActionError {
    fn text(&self, language: Language) -> String {
        say!(
            language,
            "{:?} is not an action; expected OUT tile, OUT PASS player, DECLINE, CHOW HIGH, CHOW MIDDLE, \
             CHOW LOW, PONG, RON or SELFDRAWN",
            "{:?} 不是动作；应为 OUT 牌、OUT PASS 玩家、DECLINE、CHOW HIGH、CHOW MIDDLE、\
             CHOW LOW、PONG、RON 或 SELFDRAWN",
            self.found
        )
    }
}

localized_errors!(ParseActionError);
serde_as_text!(Action);

/// A set of actions, small enough to copy.
///
/// ```
/// use hule::{Action, ActionSet};
/// let set: ActionSet = [Action::Pong, Action::Decline].into_iter().collect();
/// assert!(set.contains(Action::Pong));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Action::Decline, Action::Pong]); // always ascending
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ActionSet {
    bits: u64,
}

impl ActionSet {
    /// The set of no action.
    pub const EMPTY: ActionSet = ActionSet { bits: 0 };

    /// The set of one action.
    #[must_use]
    pub const fn only(action: Action) -> ActionSet {
        ActionSet { bits: 1 << action.id() }
    }

    /// The discards of these kinds of tile but PASS; the number of such an action is the index of the kind.
    pub(crate) const fn discards(kinds: TileSet) -> ActionSet {
        ActionSet { bits: kinds.bits() & !(1 << Action::Discard(Tile::Pass).id()) }
    }

    /// The chows of a tile by a hand with these kinds of tile.
    #[inline]
    pub(crate) fn chows(tile: Tile, kinds: TileSet) -> ActionSet {
        let needed = &CHOW_KINDS[tile.index()];
        let possible = |place: usize| u64::from(needed[place] & !kinds.bits() == 0);
        let first = Action::Chow(Claimed::High).id();
        ActionSet { bits: (possible(0) | possible(1) << 1 | possible(2) << 2) << first }
    }

    /// Adds an action.
    pub const fn insert(&mut self, action: Action) {
        self.bits |= 1 << action.id();
    }

    /// Whether the action is in the set.
    #[must_use]
    pub const fn contains(self, action: Action) -> bool {
        self.bits >> action.id() & 1 == 1
    }

    /// How many actions there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// The set as a bit mask: bit `i` stands for the action with number `i`.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// The actions, ascending.
    #[must_use]
    pub const fn iter(self) -> Actions {
        Actions { bits: self.bits }
    }
}

/// The actions of a set, ascending.
#[derive(Clone, Debug)]
pub struct Actions {
    bits: u64,
}

impl Iterator for Actions {
    type Item = Action;

    #[inline]
    fn next(&mut self) -> Option<Action> {
        let action = Action::from_id(self.bits.trailing_zeros() as u8)?;
        self.bits &= self.bits - 1;
        Some(action)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.bits.count_ones() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Actions {
    #[inline]
    fn next_back(&mut self) -> Option<Action> {
        let id = self.bits.checked_ilog2()?;
        self.bits ^= 1 << id;
        Action::from_id(id as u8)
    }
}

impl ExactSizeIterator for Actions {}

impl IntoIterator for ActionSet {
    type Item = Action;
    type IntoIter = Actions;

    #[inline]
    fn into_iter(self) -> Actions {
        self.iter()
    }
}

impl FromIterator<Action> for ActionSet {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        actions.into_iter().for_each(|action| set.insert(action));
        set
    }
}

impl fmt::Debug for ActionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_list_themselves() {
        for (id, action) in Action::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(action.id()), id);
            assert_eq!(Action::from_id(id as u8), Some(action));
            assert_eq!(action.to_string().parse(), Ok(action));
        }
        assert_eq!(Action::from_id(48), None);
        assert!(Action::ALL.is_sorted());
        assert!("OUT".parse::<Action>().is_err());
    }

    #[test]
    fn a_claimed_tile_has_its_place_in_the_run() {
        let own = |claimed: Claimed, tile| claimed.own_tiles(tile);
        assert_eq!(own(Claimed::High, Tile::P5), Some([Tile::P3, Tile::P4]));
        assert_eq!(own(Claimed::Middle, Tile::P5), Some([Tile::P4, Tile::P6]));
        assert_eq!(own(Claimed::Low, Tile::P5), Some([Tile::P6, Tile::P7]));
        // Runs do not reach over the end of a suit.
        assert_eq!(own(Claimed::High, Tile::P2), None);
        assert_eq!(own(Claimed::Middle, Tile::P1), None);
        assert_eq!(own(Claimed::Low, Tile::P8), None);
        assert_eq!(own(Claimed::High, Tile::M1), None);
        for tile in Tile::ALL.into_iter().filter(|tile| tile.number().is_none()) {
            assert!(Claimed::ALL.iter().all(|claimed| claimed.run(tile).is_none()));
        }
    }
}
