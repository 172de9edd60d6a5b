//! The rules by number, as docs/RULES.md has them.

use std::fmt;

/// A rule of the game (`R…`) or a ruling for what only free players can reach (`F…`).
///
/// docs/RULES.md states each of them in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // The titles below say what each is.
pub enum Rule {
    Tiles,
    Deal,
    Turn,
    Pass,
    Reverse,
    Double,
    SpecialTilesStandAlone,
    Chow,
    ChowIsForTheNext,
    Pong,
    PongBeforeChow,
    ClaimsAreFree,
    ClaimTakesTheTurn,
    NoKong,
    WinningHand,
    Distance,
    LimitOfFour,
    OpenMeldsApart,
    Ron,
    InterceptedRon,
    SelfDrawn,
    WinEndsTheGame,
    DrawnGame,
    SpecialTilesFirst,
    PassNamesTheNext,
    LeastDistance,
    OrderOfDiscards,
    ClaimOnlyIfNearer,
    OwnPongFirst,
    HighestChow,
    AlwaysWin,
    LogLines,
    PassNamesAnother,
    SkipsAddUp,
    SkipTakesATurnOnly,
    SkipSpentByAClaim,
    NextAfterSkips,
    EverybodySkipped,
    DeclinedWin,
    NoWinAfterAClaim,
    OneQuestionAtATime,
    StandardAmongOthers,
}

/// The number and the title of each rule, in the order of the enum.
const RULES: [(Rule, &str, &str); 42] = [
    (Rule::Tiles, "R1", "Tiles"),
    (Rule::Deal, "R2", "Deal"),
    (Rule::Turn, "R3", "Turn"),
    (Rule::Pass, "R4", "PASS"),
    (Rule::Reverse, "R5", "REVERSE"),
    (Rule::Double, "R6", "DOUBLE"),
    (Rule::SpecialTilesStandAlone, "R7", "Special tiles stand alone"),
    (Rule::Chow, "R8", "Chow"),
    (Rule::ChowIsForTheNext, "R9", "Chow is for the next player"),
    (Rule::Pong, "R10", "Pong"),
    (Rule::PongBeforeChow, "R11", "Pong before chow"),
    (Rule::ClaimsAreFree, "R12", "Claims are free"),
    (Rule::ClaimTakesTheTurn, "R13", "A claim takes the turn"),
    (Rule::NoKong, "R14", "No kong"),
    (Rule::WinningHand, "R15", "Winning hand"),
    (Rule::Distance, "R16", "Winning distance"),
    (Rule::LimitOfFour, "R17", "At most four of a kind"),
    (Rule::OpenMeldsApart, "R18", "Open melds stand apart"),
    (Rule::Ron, "R19", "Ron"),
    (Rule::InterceptedRon, "R20", "Intercepted ron"),
    (Rule::SelfDrawn, "R21", "Self-drawn win"),
    (Rule::WinEndsTheGame, "R22", "A win ends the game"),
    (Rule::DrawnGame, "R23", "Drawn game"),
    (Rule::SpecialTilesFirst, "R24", "Special tiles first"),
    (Rule::PassNamesTheNext, "R25", "PASS names the next player"),
    (Rule::LeastDistance, "R26", "Least distance"),
    (Rule::OrderOfDiscards, "R27", "Order of discards"),
    (Rule::ClaimOnlyIfNearer, "R28", "Claim only if nearer"),
    (Rule::OwnPongFirst, "R29", "Own pong first"),
    (Rule::HighestChow, "R30", "Highest chow"),
    (Rule::AlwaysWin, "R31", "Always win"),
    (Rule::LogLines, "R32", "Lines of the log"),
    (Rule::PassNamesAnother, "F1", "PASS names another player"),
    (Rule::SkipsAddUp, "F2", "Skips add up"),
    (Rule::SkipTakesATurnOnly, "F3", "A skip takes a turn and nothing else"),
    (Rule::SkipSpentByAClaim, "F4", "A claim that passes over a skipped player"),
    (Rule::NextAfterSkips, "F5", "Who is next when players are skipped"),
    (Rule::EverybodySkipped, "F6", "Everybody else is skipped"),
    (Rule::DeclinedWin, "F7", "A declined win costs nothing"),
    (Rule::NoWinAfterAClaim, "F8", "No win right after a claim"),
    (Rule::OneQuestionAtATime, "F9", "One question at a time"),
    (Rule::StandardAmongOthers, "F10", "The standard player among others"),
];

impl Rule {
    /// All rules, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Rule> {
        RULES.iter().map(|&(rule, ..)| rule)
    }

    /// The number in docs/RULES.md: `R1`, `F1`, …
    #[must_use]
    pub const fn number(self) -> &'static str {
        RULES[self as usize].1
    }

    /// The title in docs/RULES.md.
    #[must_use]
    pub const fn title(self) -> &'static str {
        RULES[self as usize].2
    }
}

/// The number.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.number())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_listed_in_order() {
        for (place, rule) in Rule::all().enumerate() {
            assert_eq!(rule as usize, place, "{rule}");
        }
    }
}
