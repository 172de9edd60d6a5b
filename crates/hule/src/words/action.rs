//! The actions of the players.

mod viewpoint;

pub use viewpoint::Viewpoint;

use crate::words::{
    Language, Localized, Run, Seat, Tile, TileSet, Turn, localized_errors, print_in_english, say,
    serde_as_text,
};
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// An action of the seat that has to decide.
///
/// Actions have stable numbers ([`Action::id`], docs/PROTOCOL.md) and are ordered by them. The standard player prefers
/// greater discards and greater chows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Discard a tile. A PASS is discarded with [`Action::Pass`] instead.
    Discard(Tile),
    /// Discard a PASS and name the seat that loses a turn.
    Pass(Seat),
    /// Do not claim the discard.
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

/// The two tiles from the hand for each chow, by the claimed tile and its position in the run.
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

/// The same as bit masks; all ones if there is no such run.
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

/// The position of the claimed tile in the run of a chow, in the order from the lowest run to the highest.
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
    /// All positions, from the lowest run to the highest.
    pub const ALL: [Claimed; 3] = [Claimed::High, Claimed::Middle, Claimed::Low];

    /// Returns the position of `tile` in `run`; `None` if it is not part of it.
    pub fn of(tile: Tile, run: Run) -> Option<Claimed> {
        Claimed::ALL.into_iter().find(|claimed| claimed.run(tile) == Some(run))
    }

    /// Returns the run in which `tile` has this position; `None` if there is none.
    pub const fn run(self, tile: Tile) -> Option<Run> {
        let below = match self {
            Claimed::High => 2,
            Claimed::Middle => 1,
            Claimed::Low => 0,
        };
        // If this leads into the suit before, the tile there is an 8 or 9, with which no run begins.
        match tile.index().checked_sub(below) {
            Some(low) => Run::from_low(Tile::ALL[low]),
            None => None,
        }
    }

    /// Returns the other two tiles of the run; `None` if there is no such run.
    #[inline]
    pub const fn own_tiles(self, tile: Tile) -> Option<[Tile; 2]> {
        OWN_TILES[tile.index()][self as usize]
    }
}

impl Action {
    /// The number of actions.
    pub const COUNT: usize = 48;

    /// All actions, ascending; the number of an action is its index.
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

    /// Returns the number of this action, which is stable across versions.
    #[inline]
    pub const fn id(self) -> u8 {
        // Two matches that only select numbers compile without jumps, and this is called at every decision.
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

    /// Returns the action with this number; `None` if there is none.
    pub fn from_id(id: u8) -> Option<Action> {
        Action::ALL.get(usize::from(id)).copied()
    }

    /// Returns the two tiles that this claim of `tile` takes from the hand; `None` if it is not a claim for a meld or
    /// there is no such run.
    #[inline]
    pub const fn own_tiles(self, tile: Tile) -> Option<[Tile; 2]> {
        match self {
            Action::Pong => Some([tile; 2]),
            Action::Chow(claimed) => claimed.own_tiles(tile),
            _ => None,
        }
    }

    /// Returns the three tiles of the meld that this claim of `tile` makes; `None` as for
    /// [`own_tiles`](Action::own_tiles).
    pub fn meld_tiles(self, tile: Tile) -> Option<[Tile; 3]> {
        match self {
            Action::Pong => Some([tile; 3]),
            Action::Chow(claimed) => claimed.run(tile).map(Run::tiles),
            _ => None,
        }
    }

    /// Returns a readable description of the action in this turn: `discard 3P`, `chow 5P 6P 7P`.
    pub const fn label(self, turn: Turn) -> ActionLabel {
        ActionLabel { action: self, turn }
    }
}

/// A readable description of an action in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ActionLabel {
    action: Action,
    turn: Turn,
}

/// `discard 3P`, `chow 5P 6P 7P`, `skip`.
impl Localized for ActionLabel {
    fn text(&self, language: Language) -> String {
        let claimed_tile = self.turn.claimable();
        match self.action {
            Action::Discard(tile) => say!(language, "discard {tile}", "打出 {tile}"),
            Action::Pass(seat) => say!(language, "discard PASS, naming {seat}", "打出 PASS，指定 {seat}"),
            Action::Decline => say!(language, "skip", "过"),
            Action::Chow(claimed) => match claimed_tile.and_then(|tile| claimed.run(tile)) {
                Some(run) => say!(language, "chow {run}", "吃 {run}"),
                None => say!(language, "chow", "吃"),
            },
            Action::Pong => match claimed_tile {
                Some(tile) => say!(language, "pong {tile}", "碰 {tile}"),
                None => say!(language, "pong", "碰"),
            },
            Action::Ron => say!(language, "win (ron)", "荣和"),
            Action::SelfDrawn => say!(language, "win (self-drawn)", "自摸"),
        }
    }
}

print_in_english!(ActionLabel);

/// The words of the log without the seat: `OUT 3P`, `OUT PASS B`, `DECLINE`, `CHOW LOW`, …
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
        let discard = |name: &str| Tile::from_name(name.as_bytes()).map(Action::Discard);
        let seat = |name| Seat::ALL.into_iter().find(|seat| seat.name() == name);
        let action = match text {
            "DECLINE" => Some(Action::Decline),
            "CHOW HIGH" => Some(Action::Chow(Claimed::High)),
            "CHOW MIDDLE" => Some(Action::Chow(Claimed::Middle)),
            "CHOW LOW" => Some(Action::Chow(Claimed::Low)),
            "PONG" => Some(Action::Pong),
            "RON" => Some(Action::Ron),
            "SELFDRAWN" => Some(Action::SelfDrawn),
            _ => text.strip_prefix("OUT ").and_then(|name| match name.strip_prefix("PASS ") {
                Some(name) => seat(name).map(Action::Pass),
                None => discard(name),
            }),
        };
        action.ok_or_else(|| ParseActionError { found: text.to_owned() })
    }
}

/// An invalid action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseActionError {
    /// The text.
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

/// A set of actions, stored as a bit mask.
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
    /// The empty set.
    pub const EMPTY: ActionSet = ActionSet { bits: 0 };

    /// Creates a set of one action.
    #[inline]
    pub const fn only(action: Action) -> ActionSet {
        ActionSet { bits: 1 << action.id() }
    }

    /// The discards of these kinds except PASS. The number of a discard is the index of its kind.
    #[inline]
    pub(crate) const fn discards(kinds: TileSet) -> ActionSet {
        ActionSet { bits: kinds.bits() & !(1 << Action::Discard(Tile::Pass).id()) }
    }

    /// The chows of a tile by a hand with these kinds of tile.
    #[allow(clippy::inline_always)] // See `game.rs`.
    #[inline(always)]
    pub(crate) fn chows(tile: Tile, kinds: TileSet) -> ActionSet {
        let needed = &CHOW_KINDS[tile.index()];
        let possible = |place: usize| u64::from(needed[place] & !kinds.bits() == 0);
        let first = Action::Chow(Claimed::High).id();
        ActionSet { bits: (possible(0) | possible(1) << 1 | possible(2) << 2) << first }
    }

    /// Adds an action.
    #[inline]
    pub const fn insert(&mut self, action: Action) {
        self.bits |= 1 << action.id();
    }

    /// Returns whether the action is in the set.
    #[inline]
    pub const fn contains(self, action: Action) -> bool {
        self.bits >> action.id() & 1 == 1
    }

    /// Returns the number of actions.
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Returns the win among them; `None` if there is none.
    pub fn win(self) -> Option<Action> {
        [Action::Ron, Action::SelfDrawn].into_iter().find(|&win| self.contains(win))
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns the set as a bit mask: bit `i` stands for the action with number `i`.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Returns the actions, ascending.
    pub const fn iter(self) -> Actions {
        Actions { bits: self.bits }
    }
}

/// An iterator over the actions of an [`ActionSet`], ascending.
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
