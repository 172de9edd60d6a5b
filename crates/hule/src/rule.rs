//! The rules by number, as docs/RULES.md has them.

use std::fmt;

macro_rules! rules {
    ($($name:ident = $number:literal, $title:literal;)*) => {
        /// A rule of the game (`R…`) or a ruling for what only free players can reach (`F…`).
        ///
        /// docs/RULES.md states each of them in full.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(#[doc = concat!($number, ": ", $title, ".")] $name,)*
        }

        impl Rule {
            /// All rules, in the order of their numbers.
            pub const ALL: &[Rule] = &[$(Rule::$name),*];

            /// The number in docs/RULES.md: `R1`, `F1`, …
            #[must_use]
            pub const fn number(self) -> &'static str {
                match self {
                    $(Rule::$name => $number,)*
                }
            }

            /// The title in docs/RULES.md.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Rule::$name => $title,)*
                }
            }
        }
    };
}

rules! {
    Tiles = "R1", "Tiles";
    Deal = "R2", "Deal";
    Turn = "R3", "Turn";
    Pass = "R4", "PASS";
    Reverse = "R5", "REVERSE";
    Double = "R6", "DOUBLE";
    SpecialTilesStandAlone = "R7", "Special tiles stand alone";
    Chow = "R8", "Chow";
    ChowIsForTheNext = "R9", "Chow is for the next player";
    Pong = "R10", "Pong";
    PongBeforeChow = "R11", "Pong before chow";
    ClaimsAreFree = "R12", "Claims are free";
    ClaimTakesTheTurn = "R13", "A claim takes the turn";
    NoKong = "R14", "No kong";
    WinningHand = "R15", "Winning hand";
    Distance = "R16", "Winning distance";
    LimitOfFour = "R17", "At most four of a kind";
    OpenMeldsApart = "R18", "Open melds stand apart";
    Ron = "R19", "Ron";
    InterceptedRon = "R20", "Intercepted ron";
    SelfDrawn = "R21", "Self-drawn win";
    WinEndsTheGame = "R22", "A win ends the game";
    DrawnGame = "R23", "Drawn game";
    SpecialTilesFirst = "R24", "Special tiles first";
    PassNamesTheNext = "R25", "PASS names the next player";
    LeastDistance = "R26", "Least distance";
    OrderOfDiscards = "R27", "Order of discards";
    ClaimOnlyIfNearer = "R28", "Claim only if nearer";
    OwnPongFirst = "R29", "Own pong first";
    HighestChow = "R30", "Highest chow";
    AlwaysWin = "R31", "Always win";
    LogLines = "R32", "Lines of the log";
    PassNamesAnother = "F1", "PASS names another player";
    SkipsAddUp = "F2", "Skips add up";
    SkipTakesATurnOnly = "F3", "A skip takes a turn and nothing else";
    SkipSpentByAClaim = "F4", "A claim that passes over a skipped player";
    NextAfterSkips = "F5", "Who is next when players are skipped";
    EverybodySkipped = "F6", "Everybody else is skipped";
    DeclinedWin = "F7", "A declined win costs nothing";
    NoWinAfterAClaim = "F8", "No win right after a claim";
    OneQuestionAtATime = "F9", "One question at a time";
    StandardAmongOthers = "F10", "The standard player among others";
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
