//! The contribution of one suit to a winning hand, computed from the definition.
//!
//! This file is compiled into the program that writes the tables, `examples/tables.rs`, and into the library, which uses it for
//! limits other than four of a kind.

/// The fewest tiles to add to a suit so that it holds `m` groups of three and `p` pairs: `row[m][p]`.
///
/// Groups are triplets and, in a number suit, runs. They are disjoint, and no kind may be needed more often than the
/// limit allows. All entries are finite.
pub type Row = [[u8; 2]; 5];

/// The most tiles of a kind that a winning hand may need.
pub const LIMIT: u8 = 4;

const UNREACHABLE: u8 = u8::MAX;
const MELDS: usize = 5;

/// Numbers of runs begun two and one kinds ago that still need tiles, at most four in all.
const OPEN_RUNS: [(u8, u8); 15] = {
    let mut pairs = [(0, 0); 15];
    let (mut at, mut older) = (0, 0);
    while older <= LIMIT {
        let mut newer = 0;
        while older + newer <= LIMIT {
            pairs[at] = (older, newer);
            (at, newer) = (at + 1, newer + 1);
        }
        older += 1;
    }
    pairs
};

/// What the kinds read so far mean for the rest: a row for each number of open runs.
///
/// After the last kind no run is open, and the first row is that of the suit.
pub type State = [Row; STATES];

/// The number of rows of a state.
pub const STATES: usize = OPEN_RUNS.len();

/// The rules of a suit as a deterministic automaton over its kinds.
///
/// It reads the number of tiles of each kind, in ascending order. Equivalent prefixes lead to the same state, so there
/// are few states and few rows.
pub struct SuitRules {
    /// The number of kinds.
    pub kinds: usize,
    /// Where its runs may lie.
    pub runs: Runs,
    /// The most tiles of a kind that a winning hand may need.
    pub limit: u8,
    /// Costs above this are dropped, which makes it faster.
    pub most: u8,
}

/// Where the runs of a suit may lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// There are none.
    Nowhere,
    /// From the first kind to the last.
    Inside,
    /// The first kind also follows the last.
    Around,
}

impl SuitRules {
    /// A suit of nine numbers.
    pub const fn numbers(limit: u8) -> SuitRules {
        SuitRules { kinds: 9, runs: Runs::Inside, limit, most: UNREACHABLE }
    }

    /// The seven honours.
    pub const fn honours(limit: u8) -> SuitRules {
        SuitRules { kinds: 7, runs: Runs::Nowhere, limit, most: UNREACHABLE }
    }

    /// The state before the first kind.
    pub fn start() -> State {
        SuitRules::start_within(0)
    }

    /// The state before the first kind if this many runs, by the index of a state, have begun with the last kinds.
    pub fn start_within(open: usize) -> State {
        let mut state = [[[UNREACHABLE; 2]; MELDS]; OPEN_RUNS.len()];
        state[open][0][0] = 0;
        state
    }

    /// The state after one more kind, of which there are `count` tiles.
    pub fn step(&self, state: &State, kind: usize, count: u8) -> State {
        let mut next = [[[UNREACHABLE; 2]; MELDS]; OPEN_RUNS.len()];
        let begins = match self.runs {
            Runs::Nowhere => false,
            Runs::Inside => kind + 2 < self.kinds,
            Runs::Around => true,
        };
        let most_new_runs = if begins { LIMIT } else { 0 };
        for (row, &(older, newer)) in state.iter().zip(&OPEN_RUNS) {
            if *row == LOST {
                continue;
            }
            for new in 0..=most_new_runs {
                let Some(open) = OPEN_RUNS.iter().position(|&open| open == (newer, new)) else { continue };
                for triplets in 0..=4 {
                    for pairs in 0..=1 {
                        let needed = older + newer + new + 3 * triplets + 2 * pairs;
                        if needed <= self.limit {
                            let cost = needed.saturating_sub(count);
                            let gained = usize::from(new + triplets);
                            extend(row, &mut next[open], gained, usize::from(pairs), cost, self.most);
                        }
                    }
                }
            }
        }
        next
    }
}

/// A row of which no entry can be reached.
pub const LOST: Row = [[UNREACHABLE; 2]; MELDS];

/// Whether no entry of a state can be reached.
pub fn is_lost(state: &State) -> bool {
    state.iter().all(|row| *row == LOST)
}

/// Adds groups, pairs and a cost to every entry of a row, and keeps the minimum if it is at most `most`.
fn extend(from: &Row, to: &mut Row, melds: usize, pairs: usize, cost: u8, most: u8) {
    for (m, entries) in from.iter().enumerate().take(MELDS.saturating_sub(melds)) {
        for (p, &entry) in entries.iter().enumerate().take(2 - pairs) {
            let target = &mut to[m + melds][p + pairs];
            let sum = entry.saturating_add(cost);
            if sum <= most {
                *target = (*target).min(sum);
            }
        }
    }
}

/// The row of two suits joined.
pub fn join(left: &Row, right: &Row) -> Row {
    let mut joined = [[UNREACHABLE; 2]; MELDS];
    for (m, entries) in left.iter().enumerate() {
        for (p, &entry) in entries.iter().enumerate() {
            extend(right, &mut joined, m, p, entry, UNREACHABLE);
        }
    }
    joined
}
