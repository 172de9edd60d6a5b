//! The slow twin: the game written a second time, straight from the statement.
//!
//! Nothing here is shared with the engine and nothing is clever: the distance
//! is a plain dynamic programme over the 34 ordinary kinds, and the game is a
//! handful of plain loops. Text in quotation marks is the statement's.
//!
//! A tile is its kind, a `usize` in `0..37`, in ascending order `1M..9M`,
//! `1P..9P`, `1S..9S`, `E S W N B F Z`, `DOUBLE`, `REVERSE`, `PASS`; of equally
//! good tiles the fixed strategy discards the highest. A seat is a `usize` in
//! `0..4` and stands for `A`, `B`, `C`, `D`.

mod mutation;

use std::cell::RefCell;
use std::collections::HashMap;

pub use mutation::{Fault, Mutation, Rules, Where};

/// How many kinds there are.
pub const KINDS: usize = 37;
/// The kind `DOUBLE`, and how many ordinary kinds there are.
pub const DOUBLE: usize = 34;
/// The kind `REVERSE`.
pub const REVERSE: usize = 35;
/// The kind `PASS`.
pub const PASS: usize = 36;

/// How many of each kind a player holds; open groups are not part of the hand.
pub type Hand = [u8; KINDS];

/// The name of a kind, as the input and the log spell it.
pub fn name(kind: usize) -> String {
    const OTHERS: &str = "E S W N B F Z DOUBLE REVERSE PASS";
    if kind < 27 {
        return format!("{}{}", kind % 9 + 1, ["M", "P", "S"][kind / 9]);
    }
    let mut others = OTHERS.split(' ');
    others.nth(kind - 27).expect("a kind below 37").to_string()
}

/// The kind with this name.
pub fn kind(wanted: &str) -> usize {
    (0..KINDS).find(|&kind| name(kind) == wanted).expect("the name of a kind")
}

/// The letter of a seat.
pub fn seat_name(seat: usize) -> char {
    ['A', 'B', 'C', 'D'][seat]
}

/// "Sequence: 3 consecutive-number tiles of the same suit": one can start at
/// the numbers 1 to 7.
fn starts_run(kind: usize) -> bool {
    kind < 27 && kind % 9 < 7
}

/// The hand without these tiles, or nothing if it does not hold them all.
fn without(hand: &Hand, tiles: &[usize]) -> Option<Hand> {
    let mut rest = *hand;
    for &tile in tiles {
        rest[tile] = rest[tile].checked_sub(1)?;
    }
    Some(rest)
}

// ------------------------------------------------------ the winning distance

/// The fewest tiles added so far, by what has been built so far:
/// `[groups][pairs][runs started two numbers ago][runs started one number ago]`.
/// A run counts as a group where it starts; the last two indices remember the
/// runs that still need a tile of the kind that comes next.
type Costs = [[[[u8; 5]; 5]; 2]; 5];

/// A cost that no reachable state has.
const UNREACHED: u8 = 99;

/// The costs before the first kind: nothing built, nothing added.
fn no_kinds() -> Costs {
    let mut costs = [[[[UNREACHED; 5]; 5]; 2]; 5];
    costs[0][0][0][0] = 0;
    costs
}

/// Goes on by one kind, of which the hand has `have`.
///
/// Every way of using the kind is tried: in the runs that pass through it, in
/// `starting` new runs (if `run_start`), in triplets and in the pair. What is
/// used beyond `have` is added; what the hand has beyond `used` is removed.
/// `limit` is the statement's "at most 4", `most` the number of groups wanted.
#[allow(clippy::needless_range_loop)] // the indices are the state
#[allow(clippy::range_plus_one)] // `..=` is twice as slow in so deep a nest
fn add_kind(before: &Costs, have: u8, run_start: bool, limit: u8, most: usize) -> Costs {
    let most_triplets = usize::from(limit / 3);
    let mut after = [[[[UNREACHED; 5]; 5]; 2]; 5];
    for groups in 0..most + 1 {
        let spare = most - groups;
        let most_starting = if run_start { spare } else { 0 };
        for pairs in 0..2 {
            for ending in 0..groups + 1 {
                for middle in 0..groups - ending + 1 {
                    let cost = before[groups][pairs][ending][middle];
                    if cost == UNREACHED {
                        continue;
                    }
                    for starting in 0..most_starting + 1 {
                        for triplets in 0..(spare - starting).min(most_triplets) + 1 {
                            for pair in 0..2 - pairs {
                                let used = ending + middle + starting + 3 * triplets + 2 * pair;
                                let used = u8::try_from(used).expect("at most 14");
                                if used <= limit {
                                    let built = &mut after[groups + starting + triplets];
                                    let best = &mut built[pairs + pair][middle][starting];
                                    *best = (*best).min(cost + used.saturating_sub(have));
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    after
}

/// The winning distance of a hand next to `open` open groups.
///
/// "The minimum x such that after adding some specific x tiles, and then
/// removing x - 1 tiles" (13 - 3n tiles; "x tiles" for 14 - 3n) "the count of
/// each tile type is still at most 4 and the hand is winning." A winning hand
/// has 14 - 3n tiles, so in both cases x is the fewest tiles that complete some
/// part of the hand to a winning one. Special tiles never help. Open groups do
/// not count towards the 4: `1M` next to an open `1M 1M 1M` has distance 1.
pub fn distance(hand: &Hand, open: usize) -> u32 {
    distance_limited(hand, open, 4)
}

/// The winning distance with "at most `limit` of each kind" in place of 4.
pub fn distance_limited(hand: &Hand, open: usize, limit: u8) -> u32 {
    distance_within(hand, open, &[limit; DOUBLE])
}

/// The winning distance with "at most so many" for each kind in place of 4.
pub fn distance_within(hand: &Hand, open: usize, limits: &[u8; DOUBLE]) -> u32 {
    distance_with_runs(hand, open, limits, starts_run)
}

/// The winning distance if runs start at other kinds as well.
fn distance_with_runs(hand: &Hand, open: usize, limits: &[u8], starts_run: fn(usize) -> bool) -> u32 {
    let costs = costs_of(hand, open, limits, starts_run);
    u32::from(costs[4 - open][1][0][0])
}

/// The costs of all kinds that have a limit.
fn costs_of(hand: &Hand, open: usize, limits: &[u8], starts_run: fn(usize) -> bool) -> Costs {
    let mut costs = no_kinds();
    for (kind, &limit) in limits.iter().enumerate() {
        costs = add_kind(&costs, hand[kind], starts_run(kind), limit, 4 - open);
    }
    costs
}

/// One suit alone (9 counts of numbers or 7 of honours): `[m][p]` is the fewest
/// tiles to add so that a part of its tiles becomes exactly `m` groups and `p`
/// pairs of this suit, with at most 4 of each kind.
pub fn suit_row(counts: &[u8], is_number_suit: bool) -> Row {
    let mut costs = no_kinds();
    for (place, &have) in counts.iter().enumerate() {
        costs = add_kind(&costs, have, is_number_suit && place < 7, 4, 4);
    }
    costs.map(|row| row.map(|runs| runs[0][0]))
}

/// The numbers of tiles to add to one suit, by groups and pairs.
type Row = [[u8; 2]; 5];

thread_local! {
    /// The rows of the suits that games have asked for: the same suits come again and again.
    static ROWS: RefCell<HashMap<(Vec<u8>, bool), Row>> = RefCell::default();
}

/// The same as [`distance`], suit by suit, since no group has tiles of two suits. The games ask for it, since it is quick
/// once the suits are known.
pub fn distance_by_suits(hand: &Hand, open: usize) -> u32 {
    let mut best = [[UNREACHED; 2]; 5];
    best[0][0] = 0;
    for (suit, is_number_suit) in [(0..9, true), (9..18, true), (18..27, true), (27..DOUBLE, false)]
        .map(|(kinds, is)| (&hand[kinds], is))
    {
        let row = ROWS.with_borrow_mut(|rows| {
            *rows.entry((suit.to_vec(), is_number_suit)).or_insert_with(|| suit_row(suit, is_number_suit))
        });
        // This suit has some of the groups, and perhaps the pair; those before it have the others.
        let least = |groups: usize, pairs: usize| {
            let shares = (0..=groups).flat_map(|here| (0..=pairs).map(move |pair| (here, pair)));
            let costs = shares.map(|(here, pair)| best[groups - here][pairs - pair] + row[here][pair]);
            costs.min().expect("there is a share").min(UNREACHED)
        };
        best = [0, 1, 2, 3, 4].map(|groups| [0, 1].map(|pairs| least(groups, pairs)));
    }
    u32::from(best[4 - open][1])
}

// ------------------------------------- winning, discarding, chowing, one hand

/// "A player's tiles are winning if and only if": there are 14 - 3n of them,
/// none is special, and they split into 4 - n groups and a pair.
pub fn wins(hand: &Hand, open: usize) -> bool {
    let tiles: usize = hand.iter().copied().map(usize::from).sum();
    let specials = hand[DOUBLE] + hand[REVERSE] + hand[PASS];
    tiles == 14 - 3 * open && specials == 0 && splits(hand, true)
}

/// Whether all tiles split into groups and, if `pair_left`, one pair. The
/// lowest tile has to go somewhere: into the pair, a triplet or a run.
fn splits(hand: &Hand, pair_left: bool) -> bool {
    let Some(low) = (0..DOUBLE).find(|&kind| hand[kind] > 0) else {
        return !pair_left;
    };
    let goes = |tiles: &[usize], pair_left| without(hand, tiles).is_some_and(|rest| splits(&rest, pair_left));
    (pair_left && goes(&[low; 2], false))
        || goes(&[low; 3], pair_left)
        || (starts_run(low) && goes(&[low, low + 1, low + 2], pair_left))
}

// ------------------------------------------------- winning, as mutants see it

/// Three consecutive kinds may be a run: among honours, across the ends of
/// suits, or both; or no kinds may be.
fn starts_honour_run(kind: usize) -> bool {
    starts_run(kind) || (27..32).contains(&kind)
}

fn starts_run_across(kind: usize) -> bool {
    kind < 25
}

fn starts_any_run(kind: usize) -> bool {
    kind < 32
}

fn starts_no_run(_: usize) -> bool {
    false
}

/// The tiles that are missing for seven pairs, at most `each` of one kind.
fn seven_pairs(hand: &Hand, each: u8) -> u32 {
    let (mut pairs, mut singles) = (0, 0);
    for &have in &hand[..DOUBLE] {
        pairs += u32::from((have / 2).min(each));
        singles += u32::from(have % 2 == 1 && have / 2 < each);
    }
    let missing = 7 - pairs.min(7);
    missing + missing.saturating_sub(singles)
}

/// The tiles that are missing for thirteen orphans.
fn thirteen_orphans(hand: &Hand) -> u32 {
    let orphans = || (0..DOUBLE).filter(|&kind| kind >= 27 || kind % 9 == 0 || kind % 9 == 8);
    let kinds = orphans().filter(|&kind| hand[kind] > 0).count();
    let pair = orphans().any(|kind| hand[kind] > 1);
    14 - kinds as u32 - u32::from(pair)
}

/// The distance if a 1 follows the 9 of its suit, with at most `more` such runs,
/// of which the hand has two tiles.
fn distance_around(hand: &Hand, open: usize, limits: &[u8; DOUBLE], more: usize) -> u32 {
    let mut least = distance_with_runs(hand, open, limits, starts_run);
    if more == 0 || open == 4 {
        return least;
    }
    for run in
        [0, 9, 18].into_iter().flat_map(|suit| [[suit + 7, suit + 8, suit], [suit + 8, suit, suit + 1]])
    {
        let held = run.iter().filter(|&&kind| hand[kind] > 0).count();
        if held >= 2 && run.iter().all(|&kind| limits[kind] > 0) {
            let (mut rest, mut limits) = (*hand, *limits);
            for kind in run {
                rest[kind] = rest[kind].saturating_sub(1);
                limits[kind] -= 1;
            }
            least = least.min(3 - held as u32 + distance_around(&rest, open + 1, &limits, more - 1));
        }
    }
    least
}

/// Whether a pair is left when all triplets and then all runs are taken, or the
/// other way round.
fn leaves_a_pair(hand: &Hand, triplets_first: bool) -> bool {
    let mut hand = *hand;
    for triplets in [triplets_first, !triplets_first] {
        for low in 0..DOUBLE {
            let group = if triplets { [low; 3] } else { [low, low + 1, low + 2] };
            while (triplets || starts_run(low)) && without(&hand, &group).is_some() {
                hand = without(&hand, &group).expect("it is held");
            }
        }
    }
    let left: Vec<u8> = hand.into_iter().filter(|&have| have > 0).collect();
    left == [2]
}

fn hand_has_special(hand: &Hand) -> bool {
    hand[DOUBLE..].iter().any(|&have| have > 0)
}

/// A hand to compare distances of: of any size and with any number of open groups. The fewer kinds it is drawn from, the
/// more groups and the more fours of a kind it has. `below` gives random numbers below its argument.
pub fn random_hand(mut below: impl FnMut(u64) -> u64) -> (Hand, usize) {
    let kinds = [KINDS, DOUBLE, 18, 9, 5][below(5) as usize] as u64;
    let first = below(KINDS as u64 - kinds + 1);
    let open = below(5);
    let full = 14 - 3 * open;
    let len = full - [0, 0, 1, 1, below(full)][below(5) as usize];
    let mut hand = [0; KINDS];
    while hand.iter().map(|&count| u64::from(count)).sum::<u64>() < len {
        let kind = (first + below(kinds)) as usize;
        // A fifth tile of a kind is refused, and another is tried.
        hand[kind] = (hand[kind] + 1).min(4);
    }
    (hand, open as usize)
}

/// The discard of the fixed strategy.
///
/// "If the player has any special tile, they will always discard a special tile
/// first", in the order `PASS`, `REVERSE`, `DOUBLE`. Else "compute the winning
/// distance after discarding, and choose the option with the smallest"; a tie
/// goes by `Z`, `F`, ..., `2M`, `1M`. Both orders run down the kinds.
pub fn discard_choice(hand: &Hand, open: usize) -> usize {
    if let Some(special) = (DOUBLE..KINDS).rev().find(|&kind| hand[kind] > 0) {
        return special;
    }
    let (mut choice, mut least) = (None, u32::MAX);
    for kind in (0..DOUBLE).rev() {
        if let Some(rest) = without(hand, &[kind]) {
            let left = distance(&rest, open);
            if left < least {
                (choice, least) = (Some(kind), left);
            }
        }
    }
    choice.expect("a seat that must discard holds a tile")
}

/// What a hand gives for the sequence from `low` up when it claims `tile`.
fn chow_part(low: usize, tile: usize) -> Vec<usize> {
    (low..low + 3).filter(|&kind| kind != tile).collect()
}

/// The sequences a hand can make with `tile`, by their lowest kind, ascending.
fn chows(hand: &Hand, tile: usize, starts_run: fn(usize) -> bool) -> Vec<usize> {
    (tile.saturating_sub(2)..=tile)
        .filter(|&low| starts_run(low))
        .filter(|&low| without(hand, &chow_part(low, tile)).is_some())
        .collect()
}

// --------------------------------------------------------------- the free game

/// What a seat may answer when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Discard this kind (not `PASS`).
    Discard(usize),
    /// Discard a `PASS` that names this seat.
    Pass(usize),
    /// Win with the tile just drawn.
    SelfDrawn,
    /// Leave the discarded tile.
    Decline,
    /// Win with the discarded tile.
    Ron,
    /// Take the discarded tile for a triplet.
    Pong,
    /// Take the discarded tile for the sequence that starts at this kind.
    Chow(usize),
}

/// What the asked seat has to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What to discard.
    Turn {
        /// False in the turn after a chow or a pong.
        drawn: bool,
    },
    /// Whether to win with the discarded tile.
    Ron,
    /// Whether to pong it.
    Pong,
    /// Whether, and how, to chow it.
    Chow,
    /// Nothing: the game is over.
    Over,
}

/// A game in which every asked seat may choose any legal answer.
#[derive(Clone, Debug)]
pub struct Twin {
    /// The tiles not drawn yet, the front of the deck first.
    pub deck: Vec<usize>,
    /// The hand of each seat.
    pub hands: [Hand; 4],
    /// Open groups (chows and pongs) of each seat.
    pub open: [usize; 4],
    /// Turns each seat still has to skip because a `PASS` named it.
    pub skips: [usize; 4],
    /// Steps to the next seat: 1 in the order `ABCD`, 3 in the order `ADCB`.
    pub step: usize,
    /// Who discarded last. Means nothing before the first discard.
    pub discarder: usize,
    /// What was discarded last. Means nothing before the first discard.
    pub tile: usize,
    /// What was drawn last.
    drawn: usize,
    /// Who is asked.
    pub asked: usize,
    /// What is asked.
    pub question: Question,
    /// The log so far.
    pub lines: Vec<String>,
    /// The rule that is broken, if one is.
    pub mutation: Option<Mutation>,
    /// How many tiles of each kind lie open before each seat.
    melded: [Hand; 4],
    /// Which kinds each seat has discarded, and how many discards there were.
    discarded: [Hand; 4],
    discards: usize,
    /// Who discarded the tile that was claimed last.
    claimed_from: usize,
    /// How often a tile was claimed after the last draw.
    claims_at_the_end: usize,
    /// What was asked when the last tile was discarded.
    question_at_discard: Question,
}

impl Twin {
    /// "Starting from A and in the order ABCDABCD..., each player draws one
    /// tile in turn until everyone has 13 tiles"; then A's turn begins.
    pub fn new(deck: &[usize]) -> Twin {
        Twin::mutant(deck, None)
    }

    /// A twin that may break a rule.
    pub fn mutant(deck: &[usize], mutation: Option<Mutation>) -> Twin {
        let mut twin = Twin {
            deck: deck.to_vec(),
            hands: [[0; KINDS]; 4],
            open: [0; 4],
            skips: [0; 4],
            step: 1,
            discarder: 0,
            tile: 0,
            drawn: 0,
            asked: 0,
            question: Question::Over,
            lines: Vec::new(),
            mutation,
            melded: [[0; KINDS]; 4],
            discarded: [[0; KINDS]; 4],
            discards: 0,
            claimed_from: 0,
            claims_at_the_end: 0,
            question_at_discard: Question::Over,
        };
        let in_blocks = twin.breaks(Fault::DealtInBlocks, 0);
        for draw in 0..4 * 13 {
            twin.draw(if in_blocks { draw / 13 } else { draw % 4 });
        }
        twin.draw(0);
        twin
    }

    /// Whether a fault shows here, for a decision of this seat.
    fn breaks(&self, fault: Fault, seat: usize) -> bool {
        self.mutation.is_some_and(|mutation| mutation.breaks(fault, self, seat))
    }

    /// The same for faults that may show only in wins or only in distances.
    fn misreads(&self, fault: Fault, seat: usize, winning: bool) -> bool {
        let elsewhere = if winning { Where::Distances } else { Where::Wins };
        self.breaks(fault, seat) && self.mutation.is_some_and(|mutation| mutation.place != elsewhere)
    }

    /// The distance of a seat that would have this hand, and these tiles open
    /// besides those that it has.
    fn distance(&self, seat: usize, hand: &Hand, new: &[usize]) -> u32 {
        self.distance_read(seat, hand, new, false)
    }

    fn distance_read(&self, seat: usize, hand: &Hand, new: &[usize], winning: bool) -> u32 {
        let open = self.open[seat] + usize::from(!new.is_empty());
        let misreads = |fault| self.misreads(fault, seat, winning);
        let mut limits = [4; DOUBLE];
        if misreads(Fault::LimitForgotten) {
            limits = [14; DOUBLE];
        }
        if misreads(Fault::OpenMeldsCounted) {
            (0..DOUBLE).for_each(|kind| limits[kind] -= self.melded[seat][kind]);
            for &kind in new {
                limits[kind] -= 1;
            }
        }
        if misreads(Fault::NoPair) {
            return u32::from(costs_of(hand, open, &limits, starts_run)[4 - open][0][0][0]);
        }
        if misreads(Fault::SpecialTilesGrouped) {
            return distance_with_runs(hand, open, &[4; KINDS], starts_run);
        }
        if misreads(Fault::RunsAround) {
            return distance_around(hand, open, &limits, 2);
        }
        let starts: Option<fn(usize) -> bool> = match () {
            () if misreads(Fault::HonourRuns) => Some(starts_honour_run),
            () if misreads(Fault::RunsAcrossSuits) => Some(starts_run_across),
            () if misreads(Fault::RunsIntoHonours) => Some(starts_any_run),
            () if misreads(Fault::TripletsOnly) => Some(starts_no_run),
            () => None,
        };
        let right = match starts {
            None if limits == [4; DOUBLE] => distance_by_suits(hand, open),
            _ => distance_with_runs(hand, open, &limits, starts.unwrap_or(starts_run)),
        };
        match () {
            () if open > 0 => right,
            () if misreads(Fault::SevenPairs) => right.min(seven_pairs(hand, 1)),
            () if misreads(Fault::SevenPairsWithFours) => right.min(seven_pairs(hand, 2)),
            () if misreads(Fault::ThirteenOrphans) => right.min(thirteen_orphans(hand)),
            () => right,
        }
    }

    fn wins(&self, seat: usize, hand: &Hand) -> bool {
        let right = wins(hand, self.open[seat]);
        let Some(Mutation { fault, .. }) = self.mutation else { return right };
        let tiles: usize = hand.iter().copied().map(usize::from).sum();
        let ordinary: u8 = hand[..DOUBLE].iter().sum();
        if !self.misreads(fault, seat, true) {
            return right;
        }
        match fault {
            Fault::SpecialTilesIgnored => right || ordinary > 2 && splits(hand, true),
            Fault::TripletsFirst => right && leaves_a_pair(hand, true),
            Fault::RunsFirst => right && leaves_a_pair(hand, false),
            Fault::LowestPair => {
                let pair = (0..DOUBLE).find(|&kind| hand[kind] > 1);
                right
                    && pair
                        .and_then(|pair| without(hand, &[pair; 2]))
                        .is_some_and(|rest| splits(&rest, false))
            }
            Fault::LimitForgotten | Fault::OpenMeldsCounted => right,
            _ => tiles == 14 - 3 * self.open[seat] && self.distance_read(seat, hand, &[], true) == 0,
        }
    }

    /// What the fixed strategy discards, or what one with a mistake does.
    fn discard_kind(&self, drawn: bool) -> usize {
        let seat = self.asked;
        let hand = &self.hands[seat];
        let breaks = |fault| self.breaks(fault, seat);
        let mut specials = [PASS, REVERSE, DOUBLE];
        if breaks(Fault::SpecialTilesReversed) {
            specials.reverse();
        }
        if breaks(Fault::DoubleBeforeReverse) {
            specials = [PASS, DOUBLE, REVERSE];
        }
        let special = specials.into_iter().find(|&kind| hand[kind] > 0);
        if let Some(special) = special
            && !breaks(Fault::SpecialTilesLast)
        {
            return special;
        }
        let mut order: Vec<usize> = (0..DOUBLE).rev().filter(|&kind| hand[kind] > 0).collect();
        if breaks(Fault::TiesReversed) {
            order.reverse();
        }
        if breaks(Fault::TiesNumbersUp) {
            order.sort_by_key(|&kind| (4 - kind / 9, if kind < 27 { kind } else { KINDS - kind }));
        }
        if breaks(Fault::TiesHonoursLast) {
            order.sort_by_key(|&kind| kind >= 27);
        }
        if breaks(Fault::TiesSuitsUp) {
            order.sort_by_key(|&kind| if kind < 27 { 1 + kind / 9 } else { 0 });
        }
        if breaks(Fault::TiesDrawnFirst) && drawn {
            order.sort_by_key(|&kind| kind != self.drawn);
        }
        // Specials go last here, if they are there at all.
        order.extend(special);
        if breaks(Fault::DistanceIgnored) {
            return order[0];
        }
        let left = |kind: &usize| {
            let rest = without(hand, &[*kind]).expect("it is held");
            self.distance(seat, &rest, &[])
        };
        order.into_iter().min_by_key(left).expect("a seat that must discard holds a tile")
    }

    /// The seat that is asked; after the end, the one that was asked last.
    pub fn seat(&self) -> usize {
        self.asked
    }

    /// All the asked seat may do, ascending; nothing once the game is over.
    pub fn moves(&self) -> Vec<Move> {
        match self.question {
            Question::Turn { drawn } => self.turn_moves(drawn),
            Question::Ron => vec![Move::Decline, Move::Ron],
            Question::Pong => vec![Move::Decline, Move::Pong],
            Question::Chow => {
                let lows = self.chows(self.asked);
                let mut moves = vec![Move::Decline];
                moves.extend(lows.into_iter().map(Move::Chow));
                moves
            }
            Question::Over => Vec::new(),
        }
    }

    /// Any tile may be discarded and a `PASS` may name any other player. "After
    /// a player draws a tile, if their hand is winning" they may win; without a
    /// draw they may not.
    fn turn_moves(&self, drawn: bool) -> Vec<Move> {
        let (seat, hand) = (self.asked, &self.hands[self.asked]);
        let held = (0..PASS).filter(|&kind| hand[kind] > 0);
        let mut moves: Vec<Move> = held.map(Move::Discard).collect();
        if hand[PASS] > 0 {
            moves.extend((0..4).filter(|&other| other != seat).map(Move::Pass));
        }
        if drawn && self.wins(seat, hand) {
            moves.push(Move::SelfDrawn);
        }
        moves
    }

    /// What the fixed strategy picks among `moves()`: "if a player can RON,
    /// they will definitely RON", and the same for a self-draw. "When
    /// discarding PASS, it always targets the next player."
    pub fn standard_move(&self) -> Move {
        let hand = &self.hands[self.asked];
        match self.question {
            Question::Turn { drawn: true }
                if self.wins(self.asked, hand) && !self.breaks(Fault::SelfDrawnDeclined, self.asked) =>
            {
                Move::SelfDrawn
            }
            Question::Turn { drawn } => match self.discard_kind(drawn) {
                PASS => Move::Pass(self.standard_target()),
                kind => Move::Discard(kind),
            },
            Question::Ron => Move::Ron,
            Question::Pong | Question::Chow => self.standard_claim(),
            Question::Over => panic!("the game is over"),
        }
    }

    /// "The player who would take the next turn under the current turn order". If
    /// that is the asked seat itself, since all others have to skip, its neighbour.
    fn standard_target(&self) -> usize {
        let (seat, _) = self.upcoming(self.asked);
        let breaks = |fault| self.breaks(fault, self.asked);
        match () {
            () if breaks(Fault::PassNamesTheOpposite) => (self.asked + 2) % 4,
            () if breaks(Fault::PassNamesThePrevious) => (self.asked + 4 - self.step) % 4,
            () if breaks(Fault::PassNamesForward) => (self.asked + 1) % 4,
            () if seat == self.asked => self.next(seat),
            () => seat,
        }
    }

    /// The chows of a seat, by their lowest kind.
    fn chows(&self, seat: usize) -> Vec<usize> {
        let starts = match () {
            () if self.breaks(Fault::ChowOfHonours, seat) => starts_honour_run,
            () if self.breaks(Fault::ChowAcrossSuits, seat) => starts_run_across,
            () => starts_run,
        };
        chows(&self.hands[seat], self.tile, starts)
    }

    /// "A player will chow (or pong) if and only if doing so makes the winning
    /// distance strictly smaller"; of several such chows, "prefer the option
    /// with the larger numbers", which `moves()` lists last.
    fn standard_claim(&self) -> Move {
        let hand = &self.hands[self.asked];
        let before = self.distance(self.asked, hand, &[]);
        let mut claims = self.moves();
        // No seat has two tiles left after four groups, unless a mutant drew some.
        claims.retain(|&claim| claim != Move::Decline && self.open[self.asked] < 4);
        let breaks = |fault| self.breaks(fault, self.asked);
        if !breaks(Fault::LowestChow) {
            claims.reverse();
        }
        if breaks(Fault::HighestChowOnly) {
            claims.truncate(1);
        }
        let pong = self.question == Question::Pong;
        let held = hand[self.tile];
        if breaks(Fault::ClaimDeclined)
            || pong && breaks(Fault::PongDeclined)
            || pong && breaks(Fault::PongWithExactlyTwo) && held > 2
            || !pong && breaks(Fault::NoChowIfPongPossible) && held > 1
        {
            claims.clear();
        }
        for claim in claims {
            let part = self.claim_part(claim);
            let rest = without(hand, &part).expect("moves are legal");
            let after = self.distance(self.asked, &rest, &[self.tile, part[0], part[1]]);
            if after < before
                || (breaks(Fault::ClaimIfNotFarther) && after == before)
                || breaks(Fault::ClaimAlways)
            {
                return claim;
            }
        }
        Move::Decline
    }

    /// The tiles the asked seat lays down next to the discarded one.
    fn claim_part(&self, claim: Move) -> Vec<usize> {
        match claim {
            Move::Pong => vec![self.tile; 2],
            Move::Chow(low) => chow_part(low, self.tile),
            _ => Vec::new(),
        }
    }

    /// Plays one of `moves()`.
    pub fn play(&mut self, chosen: &Move) {
        assert!(self.moves().contains(chosen), "{chosen:?} is not legal");
        match *chosen {
            Move::Discard(kind) => self.discard(kind),
            Move::Pass(target) => self.pass(target),
            Move::SelfDrawn => self.win("SELFDRAWN"),
            Move::Ron => self.win("RON"),
            Move::Pong => self.claim("PONG", *chosen),
            Move::Chow(_) => self.claim("CHOW", *chosen),
            Move::Decline => match self.question {
                Question::Ron => self.ask_ron_after(self.asked),
                Question::Pong => self.ask_chow(),
                _ => self.nobody_claims(),
            },
        }
    }

    /// `x OUT y`, and what follows from it. A `DOUBLE`: "the player immediately
    /// takes an extra turn", so no turn is skipped and no skip is paid. A
    /// `REVERSE`: "reverse the turn order", and go on in the new one.
    fn discard(&mut self, kind: usize) {
        self.log(&format!("OUT {}", name(kind)));
        self.lay_down(kind);
        if kind >= DOUBLE && self.pongs_special() {
            return;
        }
        match kind {
            DOUBLE if self.breaks(Fault::DoubleIgnored, self.asked) => self.advance(),
            DOUBLE => self.draw(self.discarder),
            REVERSE => {
                if !self.breaks(Fault::ReverseIgnored, self.asked) {
                    self.step = 4 - self.step;
                }
                if self.breaks(Fault::ReverseSkips, self.asked) {
                    let next = self.next(self.asked);
                    self.skips[next] += 1;
                }
                self.advance();
            }
            _ if self.breaks(Fault::ClaimsBeforeRon, self.asked) => self.ask_pong(),
            _ => self.ask_ron_after(self.discarder),
        }
    }

    /// Moves a tile from the hand of the asked seat to the table.
    fn lay_down(&mut self, kind: usize) {
        self.question_at_discard = self.question;
        self.hands[self.asked][kind] -= 1;
        self.discarded[self.asked][kind] += 1;
        self.discards += 1;
        (self.discarder, self.tile) = (self.asked, kind);
    }

    /// A mutant that claims a special tile.
    fn pongs_special(&mut self) -> bool {
        let ponger = (0..4).find(|&seat| {
            seat != self.discarder
                && self.hands[seat][self.tile] >= 2
                && self.breaks(Fault::PongOfSpecialTiles, seat)
        });
        if let Some(seat) = ponger {
            self.ask(seat, Question::Pong);
        }
        ponger.is_some()
    }

    /// `x OUT PASS z`: "choose a player, causing that player to skip their next
    /// turn". Several skips of one player add up.
    fn pass(&mut self, target: usize) {
        if self.breaks(Fault::PassWithoutTarget, self.asked) {
            self.log("OUT PASS");
        } else {
            self.log(&format!("OUT PASS {}", seat_name(target)));
        }
        self.lay_down(PASS);
        if self.pongs_special() {
            return;
        }
        self.skips[target] += usize::from(!self.breaks(Fault::PassIgnored, self.asked));
        if self.breaks(Fault::PassSkipsTwo, self.asked) {
            let another = self.next(target);
            self.skips[another] += 1;
        }
        self.advance();
    }

    /// "Once any player wins by RON or SELFDRAWN, the game ends immediately."
    fn win(&mut self, how: &str) {
        self.log(how);
        if !self.breaks(Fault::NoWinLine, self.asked) {
            self.log("WIN");
        }
        if self.breaks(Fault::GoesOnAfterAWin, self.asked) {
            self.discarder = self.asked;
            return self.advance();
        }
        self.question = Question::Over;
    }

    /// A chow or a pong: "skip the turns of all players between the previous
    /// discarder and this player, and start a new turn directly from the
    /// current player", who "skips drawing". A player between who had to skip a
    /// turn has skipped it now; the claimer has not.
    fn claim(&mut self, word: &str, claim: Move) {
        let seat = self.asked;
        let part = self.claim_part(claim);
        self.hands[seat] = without(&self.hands[seat], &part).expect("moves are legal");
        self.open[seat] += 1;
        let mut group = [self.tile, part[0], part[1]];
        for kind in group {
            self.melded[seat][kind] += 1;
        }
        if !self.breaks(Fault::ChowWithTheClaimedTileFirst, seat) {
            group.sort_unstable();
        }
        self.claimed_from = self.discarder;
        self.claims_at_the_end += usize::from(self.deck.is_empty());
        self.log(&format!("{word} {}", group.map(name).join(" ")));

        let mut between = self.next(self.discarder);
        while between != seat {
            self.skips[between] = self.skips[between].saturating_sub(1);
            between = self.next(between);
        }
        self.question = Question::Turn { drawn: false };
        if self.breaks(Fault::DrawAfterClaim, seat)
            || (self.breaks(Fault::DrawnBeforeTheClaimerDiscards, seat) && self.deck.is_empty())
        {
            self.draw(seat);
        }
    }

    /// Asks the next seat after `seat` that can win with the discarded tile:
    /// "the first player, starting from the previous discarder and moving along
    /// the current turn order". "RON has priority over chow/pong."
    fn ask_ron_after(&mut self, seat: usize) {
        let wins = |other: usize| {
            let mut hand = self.hands[other];
            hand[self.tile] += 1;
            self.wins(other, &hand)
                && !self.breaks(Fault::RonDeclined, other)
                && !(self.breaks(Fault::Furiten, other) && self.discarded[other][self.tile] > 0)
        };
        let from = self.discarder;
        let mut others = vec![(from + self.step) % 4, (from + 2) % 4, (from + 4 - self.step) % 4];
        if self.breaks(Fault::RonFromA, from) {
            others.sort_unstable();
        }
        if self.breaks(Fault::RonForward, from) {
            others = vec![(from + 1) % 4, (from + 2) % 4, (from + 3) % 4];
        }
        if self.breaks(Fault::RonLastFirst, from) {
            others.reverse();
        }
        let asked = others.iter().position(|&other| other == seat).map_or(0, |place| place + 1);
        if let Some(&other) = others[asked..].iter().find(|&&other| wins(other)) {
            return self.ask(other, Question::Ron);
        }
        if self.breaks(Fault::ClaimsBeforeRon, from) {
            return self.advance();
        }
        self.ask_pong();
    }

    /// "Any other player may pong", and "pong has priority over chow". With
    /// four tiles of a kind, only one player can hold two more.
    fn ask_pong(&mut self) {
        for seat in 0..4 {
            if seat != self.discarder && self.hands[seat][self.tile] >= 2 {
                let (next, _) = self.upcoming(self.discarder);
                let chow_first = if next == seat { Fault::OwnChowFirst } else { Fault::ChowBeforePong };
                if self.breaks(chow_first, seat) && self.would_chow(next) {
                    return;
                }
                return self.ask(seat, Question::Pong);
            }
        }
        self.ask_chow();
    }

    /// Asks a seat for chow if it would.
    fn would_chow(&mut self, seat: usize) -> bool {
        if seat == self.discarder {
            return false;
        }
        self.ask(seat, Question::Chow);
        self.standard_claim() != Move::Decline
    }

    /// "Only the player who would take the next turn under the current turn
    /// order may chow." If that is the discarder again, no seat may.
    fn ask_chow(&mut self) {
        let (seat, _) = self.upcoming(self.discarder);
        let breaks = |fault| self.breaks(fault, seat);
        let others = match () {
            () if breaks(Fault::ChowByAnybody) => vec![seat, self.next(seat), self.next(self.next(seat))],
            () if breaks(Fault::ChowByThePrevious) => vec![(self.discarder + 4 - self.step) % 4],
            () if breaks(Fault::ChowForward) => vec![(self.discarder + 1) % 4],
            () => Vec::new(),
        };
        if !others.is_empty() {
            if !others.into_iter().any(|other| self.would_chow(other)) {
                self.nobody_claims();
            }
            return;
        }
        if seat != self.discarder && !self.chows(seat).is_empty() {
            self.ask(seat, Question::Chow);
        } else {
            self.nobody_claims();
        }
    }

    fn nobody_claims(&mut self) {
        if self.breaks(Fault::ClaimsBeforeRon, self.discarder) {
            self.ask_ron_after(self.discarder);
        } else {
            self.advance();
        }
    }

    /// Who would take the turn after one of `last`, and the skips left then: along the
    /// current order, a seat that has to skip a turn pays one skip and is passed over.
    fn upcoming(&self, last: usize) -> (usize, [usize; 4]) {
        let mut skips = self.skips;
        let mut seat = self.next(last);
        while skips[seat] > 0 {
            skips[seat] -= 1;
            seat = self.next(seat);
        }
        (seat, skips)
    }

    /// No seat took the tile: the turn goes on, and now the skips are paid.
    fn advance(&mut self) {
        let claimed = self.question_at_discard == Question::Turn { drawn: false };
        let last = if claimed && self.tile < DOUBLE && self.breaks(Fault::ClaimKeepsTheTurn, self.discarder) {
            self.claimed_from
        } else {
            self.discarder
        };
        let (seat, skips) = self.upcoming(last);
        self.skips = skips;
        self.draw(seat);
    }

    /// "The player first draws one tile." If "the deck has no tiles left, the
    /// game ends immediately. This is called a draw game."
    fn draw(&mut self, seat: usize) {
        if self.deck.is_empty() {
            return self.drawn_game(seat);
        }
        let dealt = self.lines.len() >= 4 * 13;
        let from_the_end = dealt && self.breaks(Fault::DrawsFromTheEnd, seat);
        let tile = self.deck.remove(if from_the_end { self.deck.len() - 1 } else { 0 });
        self.hands[seat][tile] += 1;
        self.drawn = tile;
        self.ask(seat, Question::Turn { drawn: true });
        self.log(&format!("IN {}", name(tile)));
        if self.deck.is_empty() && self.breaks(Fault::DrawnAtTheLastDraw, seat) {
            self.drawn_game(seat);
        }
    }

    fn drawn_game(&mut self, seat: usize) {
        if !self.breaks(Fault::NoDrawLine, seat) {
            self.lines.push("DRAW".to_string());
        }
        self.question = Question::Over;
    }

    fn ask(&mut self, seat: usize, question: Question) {
        self.asked = seat;
        self.question = question;
    }

    /// Logs what the asked seat does.
    fn log(&mut self, what: &str) {
        let line = format!("{} {what}", seat_name(self.asked));
        self.lines.push(line);
    }

    /// The neighbour of a seat in the current order.
    fn next(&self, seat: usize) -> usize {
        (seat + self.step) % 4
    }
}

/// The whole log of four standard players, each line ended by `\n`.
pub fn standard_log(deck: &[usize]) -> String {
    mutant_log(deck, None)
}

/// The log of four players who may break a rule.
pub fn mutant_log(deck: &[usize], mutation: Option<Mutation>) -> String {
    let mut twin = Twin::mutant(deck, mutation);
    while twin.question != Question::Over {
        let chosen = twin.standard_move();
        twin.play(&chosen);
    }
    twin.lines.join("\n") + "\n"
}

/// The number of sequences of exactly `depth` moves. A game that is over has
/// only the empty one.
pub fn perft(twin: &Twin, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sequences = 0;
    for chosen in twin.moves() {
        let mut next = twin.clone();
        next.play(&chosen);
        sequences += perft(&next, depth - 1);
    }
    sequences
}
