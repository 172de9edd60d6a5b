//! One rule, broken in one way in which programs do break it: a fault, and
//! where in the game it shows. A twin with a mutation is played by standard
//! players only.

use super::{Question, Twin, hand_has_special};

/// What is wrong.
#[allow(missing_docs)] // The names say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    // The course of the game.
    DealtInBlocks,
    DrawsFromTheEnd,
    PassIgnored,
    PassSkipsTwo,
    ReverseIgnored,
    ReverseSkips,
    DoubleIgnored,
    PongOfSpecialTiles,
    ChowOfHonours,
    ChowAcrossSuits,
    ChowByAnybody,
    ChowByThePrevious,
    ChowForward,
    PongDeclined,
    PongWithExactlyTwo,
    ChowBeforePong,
    DrawAfterClaim,
    ClaimKeepsTheTurn,
    // Winning hands and distances.
    LimitForgotten,
    OpenMeldsCounted,
    SevenPairs,
    SevenPairsWithFours,
    ThirteenOrphans,
    HonourRuns,
    RunsAcrossSuits,
    RunsIntoHonours,
    RunsAround,
    TripletsOnly,
    NoPair,
    SpecialTilesGrouped,
    SpecialTilesIgnored,
    TripletsFirst,
    RunsFirst,
    LowestPair,
    // Wins.
    ClaimsBeforeRon,
    RonFromA,
    RonForward,
    RonLastFirst,
    RonDeclined,
    Furiten,
    SelfDrawnDeclined,
    GoesOnAfterAWin,
    // The end.
    DrawnAtTheLastDraw,
    DrawnBeforeTheClaimerDiscards,
    ClaimDeclined,
    // The fixed strategy.
    SpecialTilesLast,
    SpecialTilesReversed,
    DoubleBeforeReverse,
    PassNamesTheOpposite,
    PassNamesThePrevious,
    PassNamesForward,
    DistanceIgnored,
    TiesReversed,
    TiesNumbersUp,
    TiesHonoursLast,
    TiesSuitsUp,
    TiesDrawnFirst,
    ClaimIfNotFarther,
    ClaimAlways,
    OwnChowFirst,
    NoChowIfPongPossible,
    LowestChow,
    HighestChowOnly,
    // The log.
    NoWinLine,
    NoDrawLine,
    PassWithoutTarget,
    ChowWithTheClaimedTileFirst,
}

/// Where it shows; everywhere else the mutant is right. Where a seat is meant,
/// it is the one that decides.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    Anywhere,
    Forward,
    Reversed,
    /// The seat has this many open groups.
    Open(usize),
    /// The seat has open groups.
    AnyOpen,
    /// All tiles are drawn.
    EmptyWall,
    /// All tiles are drawn, and a discard was claimed since.
    EmptyWallAfterClaim,
    /// No seat has discarded twice.
    FirstTurn,
    AfterDraw,
    AfterClaim,
    Pongs,
    Chows,
    /// Only in pongs and chows, or only in discards, or only in wins.
    Claims,
    Discards,
    Wins,
    /// Only in distances.
    Distances,
    /// Where the seat sits, from the discarder in the order of play.
    Next,
    Opposite,
    Previous,
    NotNext,
    Seat(usize),
    /// The seat holds special tiles.
    HoldingSpecial,
}

impl Where {
    /// Whether this is such a place, for a decision of this seat.
    fn is_here(self, twin: &Twin, seat: usize) -> bool {
        let claims = matches!(twin.question, Question::Pong | Question::Chow);
        let drawn = twin.question == Question::Turn { drawn: true };
        let claimed = twin.question == Question::Turn { drawn: false };
        let away = (seat + 4 - twin.discarder) * twin.step % 4;
        match self {
            Where::Anywhere | Where::Wins | Where::Distances => true,
            Where::Forward => twin.step == 1,
            Where::Reversed => twin.step == 3,
            Where::Open(groups) => twin.open[seat] == groups,
            Where::AnyOpen => twin.open[seat] > 0,
            Where::EmptyWall => twin.deck.is_empty(),
            Where::EmptyWallAfterClaim => twin.deck.is_empty() && twin.claims_at_the_end > 0,
            Where::FirstTurn => twin.discards <= 1,
            Where::AfterDraw => drawn,
            Where::AfterClaim => claimed,
            Where::Pongs => twin.question == Question::Pong,
            Where::Chows => twin.question == Question::Chow,
            Where::Claims => claims,
            Where::Discards => drawn || claimed,
            Where::Next => away == 1,
            Where::Opposite => away == 2,
            Where::Previous => away == 3,
            Where::NotNext => away != 1,
            Where::Seat(wanted) => seat == wanted,
            Where::HoldingSpecial => hand_has_special(&twin.hands[seat]),
        }
    }
}

/// A fault, and where it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// What is wrong.
    pub fault: Fault,
    /// Where it shows.
    pub place: Where,
}

/// `LimitForgotten`, or `LimitForgotten-Reversed`, or `LimitForgotten-Open-1`.
impl std::fmt::Display for Mutation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = format!("{:?}", self.place).replace('(', "-").replace(')', "");
        match self.place {
            Where::Anywhere => write!(f, "{:?}", self.fault),
            _ => write!(f, "{:?}-{place}", self.fault),
        }
    }
}

/// The rules that a mutant may be said to break: one, unless a log cannot tell
/// several apart.
pub type Rules = &'static [&'static str];

impl Mutation {
    /// Whether this fault shows here, for a decision of this seat.
    pub fn breaks(self, fault: Fault, twin: &Twin, seat: usize) -> bool {
        self.fault == fault && self.place.is_here(twin, seat)
    }

    /// All of them, each with the numbers of the rules that it breaks.
    pub fn all() -> Vec<(Mutation, Rules)> {
        use Fault as F;
        use Where as W;
        // A ron that a seat may not declare (R19) or does not (R31) looks the same.
        const MISSED: Rules = &["R31", "R19"];
        // It misses half of all wins, and so may look like either.
        const UNSEEN: Rules = &["R15", "R31", "R19"];
        // Who does not pong with three tiles may chow with one of them, as if the
        // chow came first (R29); and if the third is to become the pair, who counts
        // open groups towards the limit (R18) does the same.
        const THREE: Rules = &["R10", "R29", "R18"];
        // A wrong group is found in a distance (R16) or in a win (R15).
        const GROUPS: Rules = &["R16", "R15"];
        let faults: &[(Fault, Rules, &[Where])] = &[
            (F::DealtInBlocks, &["R2"], &[W::Anywhere]),
            (F::DrawsFromTheEnd, &["R2"], &[W::Anywhere]),
            (F::PassIgnored, &["R4"], &[W::Anywhere, W::Reversed, W::AfterClaim]),
            (F::PassSkipsTwo, &["R4"], &[W::Anywhere]),
            (F::ReverseIgnored, &["R5"], &[W::Anywhere, W::Reversed, W::AfterClaim]),
            (F::ReverseSkips, &["R5"], &[W::Anywhere]),
            (F::DoubleIgnored, &["R6"], &[W::Anywhere, W::Reversed, W::AfterClaim]),
            (F::PongOfSpecialTiles, &["R7"], &[W::Anywhere]),
            (F::ChowOfHonours, &["R8"], &[W::Anywhere]),
            (F::ChowAcrossSuits, &["R8"], &[W::Anywhere]),
            (F::ChowByAnybody, &["R9"], &[W::Anywhere, W::Reversed]),
            (F::ChowByThePrevious, &["R9"], &[W::Anywhere]),
            (F::ChowForward, &["R9"], &[W::Anywhere]),
            (F::PongDeclined, &["R10"], &[W::NotNext, W::Opposite, W::Previous]),
            (F::PongWithExactlyTwo, THREE, &[W::Anywhere]),
            (F::ChowBeforePong, &["R11"], &[W::Anywhere, W::Reversed]),
            (F::DrawAfterClaim, &["R13"], &[W::Anywhere, W::AnyOpen, W::Reversed]),
            (F::ClaimKeepsTheTurn, &["R13"], &[W::Anywhere, W::Reversed]),
            (F::LimitForgotten, &["R17"], &[W::Anywhere, W::Discards, W::AnyOpen, W::Reversed]),
            (F::OpenMeldsCounted, &["R18"], &[W::Anywhere, W::Claims, W::Discards, W::Reversed]),
            (F::SevenPairs, &["R15"], &[W::Anywhere, W::Wins, W::Distances, W::Claims, W::Discards]),
            (F::SevenPairsWithFours, &["R15"], &[W::Anywhere]),
            (F::ThirteenOrphans, &["R15"], &[W::Anywhere]),
            (F::HonourRuns, GROUPS, &[W::Anywhere, W::Claims, W::Discards]),
            (F::RunsAcrossSuits, GROUPS, &[W::Anywhere]),
            (F::RunsIntoHonours, GROUPS, &[W::Anywhere]),
            (F::RunsAround, GROUPS, &[W::Anywhere]),
            (F::TripletsOnly, GROUPS, &[W::Anywhere]),
            (F::NoPair, &["R15"], &[W::Anywhere, W::Wins]),
            (F::SpecialTilesGrouped, &["R7"], &[W::Anywhere]),
            (F::SpecialTilesIgnored, &["R15"], &[W::Anywhere]),
            (F::TripletsFirst, &["R15"], &[W::Anywhere]),
            (F::RunsFirst, &["R15"], &[W::Anywhere]),
            (F::LowestPair, UNSEEN, &[W::Anywhere]),
            (F::ClaimsBeforeRon, &["R19"], &[W::Anywhere]),
            (F::RonFromA, &["R20"], &[W::Anywhere]),
            (F::RonForward, &["R20"], &[W::Anywhere]),
            (F::RonLastFirst, &["R20"], &[W::Anywhere]),
            (F::RonDeclined, MISSED, &[W::Anywhere, W::NotNext, W::Reversed, W::FirstTurn, W::Open(4)]),
            (F::RonDeclined, &["R23"], &[W::EmptyWall]),
            (F::Furiten, MISSED, &[W::Anywhere]),
            (F::SelfDrawnDeclined, &["R31"], &[W::Anywhere, W::FirstTurn, W::EmptyWall, W::Open(4)]),
            (F::GoesOnAfterAWin, &["R22"], &[W::Anywhere]),
            (F::DrawnAtTheLastDraw, &["R23"], &[W::Anywhere]),
            (F::DrawnBeforeTheClaimerDiscards, &["R23"], &[W::Anywhere]),
            (F::ClaimDeclined, &["R23"], &[W::EmptyWall, W::EmptyWallAfterClaim]),
            (F::ClaimDeclined, &["R28"], &[W::Anywhere, W::Pongs, W::Chows, W::HoldingSpecial]),
            (F::SpecialTilesLast, &["R24"], &[W::Anywhere, W::AfterClaim, W::Reversed, W::FirstTurn]),
            (F::SpecialTilesReversed, &["R24"], &[W::Anywhere]),
            (F::DoubleBeforeReverse, &["R24"], &[W::Anywhere]),
            (F::PassNamesTheOpposite, &["R25"], &[W::Anywhere]),
            (F::PassNamesThePrevious, &["R25"], &[W::Anywhere]),
            (F::PassNamesForward, &["R25"], &[W::Anywhere]),
            (F::DistanceIgnored, &["R26"], &[W::Anywhere, W::AfterClaim]),
            (F::TiesReversed, &["R27"], &[W::Anywhere, W::AfterClaim, W::Reversed, W::Seat(2)]),
            (F::TiesNumbersUp, &["R27"], &[W::Anywhere]),
            (F::TiesHonoursLast, &["R27"], &[W::Anywhere]),
            (F::TiesSuitsUp, &["R27"], &[W::Anywhere]),
            (F::TiesDrawnFirst, &["R27"], &[W::Anywhere]),
            (F::ClaimIfNotFarther, &["R28"], &[W::Anywhere, W::Pongs, W::Chows, W::Reversed, W::AnyOpen]),
            (F::ClaimAlways, &["R28"], &[W::Anywhere, W::Pongs]),
            (F::OwnChowFirst, &["R29"], &[W::Anywhere]),
            (F::NoChowIfPongPossible, &["R29"], &[W::Anywhere]),
            (F::LowestChow, &["R30"], &[W::Anywhere, W::Reversed]),
            (F::HighestChowOnly, &["R30"], &[W::Anywhere]),
            (F::NoWinLine, &["R32"], &[W::Anywhere]),
            (F::NoDrawLine, &["R32"], &[W::Anywhere]),
            (F::PassWithoutTarget, &["R32"], &[W::Anywhere]),
            (F::ChowWithTheClaimedTileFirst, &["R32"], &[W::Anywhere]),
        ];
        let mut all = Vec::new();
        for &(fault, rules, places) in faults {
            all.extend(places.iter().map(|&place| (Mutation { fault, place }, rules)));
        }
        all
    }
}
