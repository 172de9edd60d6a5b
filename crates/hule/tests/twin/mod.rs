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

#![allow(dead_code)] // each test file uses a part of the twin

pub const KINDS: usize = 37;
pub const DOUBLE: usize = 34;
pub const REVERSE: usize = 35;
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
    let groups = 4 - open;
    let mut costs = no_kinds();
    for (kind, &have) in hand[..DOUBLE].iter().enumerate() {
        costs = add_kind(&costs, have, starts_run(kind), limits[kind], groups);
    }
    u32::from(costs[groups][1][0][0])
}

/// One suit alone (9 counts of numbers or 7 of honours): `[m][p]` is the fewest
/// tiles to add so that a part of its tiles becomes exactly `m` groups and `p`
/// pairs of this suit, with at most 4 of each kind.
pub fn suit_row(counts: &[u8], is_number_suit: bool) -> [[u8; 2]; 5] {
    let mut costs = no_kinds();
    for (place, &have) in counts.iter().enumerate() {
        costs = add_kind(&costs, have, is_number_suit && place < 7, 4, 4);
    }
    costs.map(|row| row.map(|runs| runs[0][0]))
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
    choice.expect("whoever must discard holds a tile")
}

/// What a hand gives for the sequence from `low` up when it claims `tile`.
fn chow_part(low: usize, tile: usize) -> Vec<usize> {
    (low..low + 3).filter(|&kind| kind != tile).collect()
}

/// The sequences a hand can make with `tile`, by their lowest kind, ascending.
fn chows(hand: &Hand, tile: usize) -> Vec<usize> {
    (tile.saturating_sub(2)..=tile)
        .filter(|&low| starts_run(low) && low / 9 == tile / 9)
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
    /// What to discard; `drawn` is false in the turn after a chow or a pong.
    Turn { drawn: bool },
    /// Whether to win with the discarded tile.
    Ron,
    /// Whether to pong it.
    Pong,
    /// Whether, and how, to chow it.
    Chow,
    /// Nothing: the game is over.
    Over,
}

/// One rule, broken in one way in which programs do break it. A twin with a
/// mutation is played by standard players only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    PassIgnored,
    PassNamesTheSecondNext,
    ReverseIgnored,
    DoubleIgnored,
    RonFromA,
    ClaimsBeforeRon,
    ChowByAnybody,
    ChowBeforePong,
    OwnChowFirst,
    LowestChow,
    ClaimIfNotFarther,
    DrawAfterClaim,
    TiesReversed,
    LimitForgotten,
    OpenMeldsCounted,
    SpecialTilesLast,
    SpecialTilesReversed,
    SpecialTilesKeptAfterClaim,
    WinWithSpecialTiles,
    NoClaimOfTheLastDiscard,
    DrawnBeforeTheClaimerDiscards,
    NoWinLine,
    PassWithoutTarget,
    ChowWithTheClaimedTileFirst,
}

impl Mutation {
    /// All of them, each with the number of the rule it breaks.
    pub const ALL: [(Mutation, &'static str); 24] = [
        (Mutation::PassIgnored, "R4"),
        (Mutation::PassNamesTheSecondNext, "R25"),
        (Mutation::ReverseIgnored, "R5"),
        (Mutation::DoubleIgnored, "R6"),
        (Mutation::RonFromA, "R20"),
        (Mutation::ClaimsBeforeRon, "R19"),
        (Mutation::ChowByAnybody, "R9"),
        (Mutation::ChowBeforePong, "R11"),
        (Mutation::OwnChowFirst, "R29"),
        (Mutation::LowestChow, "R30"),
        (Mutation::ClaimIfNotFarther, "R28"),
        (Mutation::DrawAfterClaim, "R13"),
        (Mutation::TiesReversed, "R27"),
        (Mutation::LimitForgotten, "R17"),
        (Mutation::OpenMeldsCounted, "R18"),
        (Mutation::SpecialTilesLast, "R24"),
        (Mutation::SpecialTilesReversed, "R24"),
        (Mutation::SpecialTilesKeptAfterClaim, "R24"),
        (Mutation::WinWithSpecialTiles, "R15"),
        (Mutation::NoClaimOfTheLastDiscard, "R23"),
        (Mutation::DrawnBeforeTheClaimerDiscards, "R23"),
        (Mutation::NoWinLine, "R32"),
        (Mutation::PassWithoutTarget, "R32"),
        (Mutation::ChowWithTheClaimedTileFirst, "R32"),
    ];
}

/// A game in which every asked seat may choose any legal answer.
#[derive(Clone, Debug)]
pub struct Twin {
    /// The tiles not drawn yet, the front of the deck first.
    pub deck: Vec<usize>,
    pub hands: [Hand; 4],
    /// Open groups (chows and pongs) of each seat.
    pub open: [usize; 4],
    /// Turns each seat still has to skip because a `PASS` named it.
    pub skips: [usize; 4],
    /// Steps to the next seat: 1 in the order `ABCD`, 3 in the order `ADCB`.
    pub step: usize,
    /// Who discarded last, and what. Means nothing before the first discard.
    pub discarder: usize,
    pub tile: usize,
    /// Who is asked, and what.
    pub asked: usize,
    pub question: Question,
    /// The log so far.
    pub lines: Vec<String>,
    /// The rule that is broken, if one is.
    pub mutation: Option<Mutation>,
    /// How many tiles of each kind lie open before each seat.
    melded: [Hand; 4],
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
            asked: 0,
            question: Question::Over,
            lines: Vec::new(),
            mutation,
            melded: [[0; KINDS]; 4],
        };
        for draw in 0..4 * 13 {
            twin.draw(draw % 4);
        }
        twin.draw(0);
        twin
    }

    fn breaks(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    /// The distance of a seat that would have this hand, and these tiles open
    /// besides those that it has.
    fn distance(&self, seat: usize, hand: &Hand, new: &[usize]) -> u32 {
        let open = self.open[seat] + usize::from(!new.is_empty());
        if self.breaks(Mutation::LimitForgotten) {
            return distance_limited(hand, open, 14);
        }
        let mut limits = [4; DOUBLE];
        if self.breaks(Mutation::OpenMeldsCounted) {
            (0..DOUBLE).for_each(|kind| limits[kind] -= self.melded[seat][kind]);
            for &kind in new {
                limits[kind] -= 1;
            }
        }
        distance_within(hand, open, &limits)
    }

    fn wins(&self, seat: usize, hand: &Hand) -> bool {
        let tiles: u8 = hand[..DOUBLE].iter().sum();
        wins(hand, self.open[seat])
            || (self.breaks(Mutation::WinWithSpecialTiles) && tiles > 2 && splits(hand, true))
    }

    /// What the fixed strategy discards, or what one with a mistake does.
    fn discard_kind(&self, drawn: bool) -> usize {
        let hand = &self.hands[self.asked];
        let mut order: Vec<usize> = (0..KINDS).rev().filter(|&kind| hand[kind] > 0).collect();
        let special_first = !self.breaks(Mutation::SpecialTilesLast)
            && (drawn || !self.breaks(Mutation::SpecialTilesKeptAfterClaim));
        if self.breaks(Mutation::SpecialTilesReversed) {
            order.sort_by_key(|&kind| (kind < DOUBLE, if kind < DOUBLE { KINDS - kind } else { kind }));
        }
        if special_first && order[0] >= DOUBLE {
            return order[0];
        }
        // Specials go last here, if they are there at all.
        order.sort_by_key(|&kind| kind >= DOUBLE);
        if self.breaks(Mutation::TiesReversed) {
            order.reverse();
        }
        let left = |kind: &usize| {
            let rest = without(hand, &[*kind]).expect("it is held");
            self.distance(self.asked, &rest, &[])
        };
        order.into_iter().min_by_key(left).expect("whoever must discard holds a tile")
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
                let lows = chows(&self.hands[self.asked], self.tile);
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
            Question::Turn { drawn: true } if self.wins(self.asked, hand) => Move::SelfDrawn,
            Question::Turn { drawn } => match self.discard_kind(drawn) {
                PASS => Move::Pass(self.standard_target()),
                kind => Move::Discard(kind),
            },
            Question::Ron => Move::Ron,
            Question::Pong | Question::Chow => self.standard_claim(),
            Question::Over => panic!("nobody is asked once the game is over"),
        }
    }

    /// "The player who would take the next turn under the current turn order". If
    /// that is the asked seat itself, since all others have to skip, its neighbour.
    fn standard_target(&self) -> usize {
        let (seat, _) = self.upcoming(self.asked);
        if self.breaks(Mutation::PassNamesTheSecondNext) {
            return self.next(self.next(self.asked));
        }
        if seat == self.asked { self.next(seat) } else { seat }
    }

    /// "A player will chow (or pong) if and only if doing so makes the winning
    /// distance strictly smaller"; of several such chows, "prefer the option
    /// with the larger numbers", which `moves()` lists last.
    fn standard_claim(&self) -> Move {
        let hand = &self.hands[self.asked];
        let before = self.distance(self.asked, hand, &[]);
        let mut claims = self.moves();
        // Nobody has two tiles left after four groups, unless a mutant drew some.
        claims.retain(|&claim| claim != Move::Decline && self.open[self.asked] < 4);
        if !self.breaks(Mutation::LowestChow) {
            claims.reverse();
        }
        for claim in claims {
            let part = self.claim_part(claim);
            let rest = without(hand, &part).expect("moves are legal");
            let after = self.distance(self.asked, &rest, &[self.tile, part[0], part[1]]);
            if after < before || (self.breaks(Mutation::ClaimIfNotFarther) && after == before) {
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
        self.hands[self.asked][kind] -= 1;
        (self.discarder, self.tile) = (self.asked, kind);
        match kind {
            DOUBLE if self.breaks(Mutation::DoubleIgnored) => self.advance(),
            DOUBLE => self.draw(self.discarder),
            REVERSE => {
                if !self.breaks(Mutation::ReverseIgnored) {
                    self.step = 4 - self.step;
                }
                self.advance();
            }
            _ if self.breaks(Mutation::ClaimsBeforeRon) => self.ask_pong(),
            _ => self.ask_ron_after(self.discarder),
        }
    }

    /// `x OUT PASS z`: "choose a player, causing that player to skip their next
    /// turn". Several skips of one player add up.
    fn pass(&mut self, target: usize) {
        if self.breaks(Mutation::PassWithoutTarget) {
            self.log("OUT PASS");
        } else {
            self.log(&format!("OUT PASS {}", seat_name(target)));
        }
        self.hands[self.asked][PASS] -= 1;
        (self.discarder, self.tile) = (self.asked, PASS);
        self.skips[target] += usize::from(!self.breaks(Mutation::PassIgnored));
        self.advance();
    }

    /// "Once any player wins by RON or SELFDRAWN, the game ends immediately."
    fn win(&mut self, how: &str) {
        self.log(how);
        if !self.breaks(Mutation::NoWinLine) {
            self.log("WIN");
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
        if !self.breaks(Mutation::ChowWithTheClaimedTileFirst) {
            group.sort_unstable();
        }
        self.log(&format!("{word} {}", group.map(name).join(" ")));

        let mut between = self.next(self.discarder);
        while between != seat {
            self.skips[between] = self.skips[between].saturating_sub(1);
            between = self.next(between);
        }
        self.question = Question::Turn { drawn: false };
        if self.breaks(Mutation::DrawAfterClaim) {
            self.draw(seat);
        }
        if self.breaks(Mutation::DrawnBeforeTheClaimerDiscards) && self.deck.is_empty() {
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
        };
        if self.breaks(Mutation::RonFromA)
            && let Some(other) = (0..4).find(|&other| other != self.discarder && wins(other))
        {
            return self.ask(other, Question::Ron);
        }
        let mut other = self.next(seat);
        while other != self.discarder {
            if wins(other) {
                return self.ask(other, Question::Ron);
            }
            other = self.next(other);
        }
        if self.breaks(Mutation::ClaimsBeforeRon) {
            return self.advance();
        }
        self.ask_pong();
    }

    /// "Any other player may pong", and "pong has priority over chow". With
    /// four tiles of a kind, only one player can hold two more.
    fn ask_pong(&mut self) {
        if self.breaks(Mutation::NoClaimOfTheLastDiscard) && self.deck.is_empty() {
            return self.advance();
        }
        for seat in 0..4 {
            if seat != self.discarder && self.hands[seat][self.tile] >= 2 {
                let (next, _) = self.upcoming(self.discarder);
                let chow_first = if next == seat { Mutation::OwnChowFirst } else { Mutation::ChowBeforePong };
                if self.breaks(chow_first) && self.would_chow(next) {
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
    /// order may chow." If that is the discarder again, nobody may.
    fn ask_chow(&mut self) {
        let (seat, _) = self.upcoming(self.discarder);
        if self.breaks(Mutation::ChowByAnybody) {
            let [second, third] = [self.next(seat), self.next(self.next(seat))];
            if [seat, second, third].into_iter().any(|other| self.would_chow(other)) {
                return;
            }
        }
        if seat != self.discarder && !chows(&self.hands[seat], self.tile).is_empty() {
            self.ask(seat, Question::Chow);
        } else {
            self.nobody_claims();
        }
    }

    fn nobody_claims(&mut self) {
        if self.breaks(Mutation::ClaimsBeforeRon) {
            self.ask_ron_after(self.discarder);
        } else {
            self.advance();
        }
    }

    /// Who would take the turn after one of `last`, and the skips left then: along the
    /// current order, whoever has to skip a turn pays one skip and is passed over.
    fn upcoming(&self, last: usize) -> (usize, [usize; 4]) {
        let mut skips = self.skips;
        let mut seat = self.next(last);
        while skips[seat] > 0 {
            skips[seat] -= 1;
            seat = self.next(seat);
        }
        (seat, skips)
    }

    /// Nobody took the tile: the turn goes on, and now the skips are paid.
    fn advance(&mut self) {
        let (seat, skips) = self.upcoming(self.discarder);
        self.skips = skips;
        self.draw(seat);
    }

    /// "The player first draws one tile." If "the deck has no tiles left, the
    /// game ends immediately. This is called a draw game."
    fn draw(&mut self, seat: usize) {
        if self.deck.is_empty() {
            self.lines.push("DRAW".to_string());
            self.question = Question::Over;
            return;
        }
        let tile = self.deck.remove(0);
        self.hands[seat][tile] += 1;
        self.ask(seat, Question::Turn { drawn: true });
        self.log(&format!("IN {}", name(tile)));
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
