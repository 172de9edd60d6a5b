//! Situations in which a rule decides what happens, and where they occur in games.
//!
//! [`Situation`] is the table of situations. A [`SituationVariant`] is a situation at one place of the grid: a phase of the game, a
//! direction of play and a number of open melds. A program that breaks a rule at one place only is found by a deck with
//! that cell, so there is an example deck for each cell that can occur.

mod deck;
mod example;
mod finder;
mod test_decks;
mod variant;

pub use deck::{NoDeckFound, deck_with};
pub use finder::{SituationFinder, cells, rare_situations, situations, situations_among};
pub use test_decks::{CoverageRound, Origin, TestDeck, TestDecks};
pub use variant::{Phase, SituationPattern, SituationVariant, UnknownPattern};

use crate::insight::Rule;
use crate::words::{Deck, Direction, Language, Localized, named, serde_as_text};
use std::collections::BTreeSet;
use variant::{E, F, FM, FME, M, ME};

/// What a situation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SituationKind {
    /// What to discard, and what follows from it.
    Discard,
    /// Whether to chow or pong.
    Claim,
    /// Whether to win.
    Win,
}

macro_rules! situations {
    ($($(#[$frequency:ident])? $name:ident = $text:literal, $rule:ident, $kind:ident, $phases:ident, $open:expr,
        $meaning:literal, $chinese:literal;)*) => {
        /// A situation in which a rule decides what happens.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Situation {
            $(#[doc = concat!("`", $text, "`: ", $meaning, ".")] $name,)*
        }

        impl Situation {
            /// All situations.
            pub const ALL: &[Situation] = &[$(Situation::$name),*];

            /// Returns the name: `intercepted-ron`, …
            pub const fn name(self) -> &'static str {
                match self {
                    $(Situation::$name => $text,)*
                }
            }

            /// Returns a sentence that describes the situation.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Situation::$name => $meaning,)*
                }
            }

            /// Returns the rule that decides.
            pub const fn rule(self) -> Rule {
                match self {
                    $(Situation::$name => Rule::$rule,)*
                }
            }

            /// Returns what is decided.
            pub const fn kind(self) -> SituationKind {
                match self {
                    $(Situation::$name => SituationKind::$kind,)*
                }
            }

            /// Returns whether the situation is rare or often decided wrong. The others belong to ordinary play.
            pub const fn is_rare(self) -> bool {
                match self {
                    $(Situation::$name => is_rare!($($frequency)?),)*
                }
            }

            /// The phases and numbers of open melds with which it can occur, as its definition and the comments at the
            /// table say.
            const fn places(self) -> (&'static [Phase], [usize; 2]) {
                match self {
                    $(Situation::$name => ($phases, $open),)*
                }
            }
        }

        /// Returns a sentence that describes the situation.
        impl Localized for Situation {
            fn text(&self, language: Language) -> String {
                match (language, self) {
                    (Language::English, _) => self.meaning(),
                    $((Language::Chinese, Situation::$name) => $chinese,)*
                }
                .to_owned()
            }
        }
    };
}

macro_rules! is_rare {
    () => {
        true
    };
    (common) => {
        false
    };
}

// The numbers are the least and the most open melds of the seat that decides. Why they are not always 0 to 4:
// - A claim needs two tiles besides the last one, so a hand with four open melds claims nothing.
// - With three open melds, four tiles have distance 1 or 2, and any claim leaves two tiles and distance 1. So a claim is
//   made only if the distance was 2: not with three of a kind, nor with a pair and a part of a run next to it, and of
//   several possible chows all are good.
// - With four open melds there are two tiles to choose from, and either leaves distance 1.
// - A group in the hand, or four of a kind, does not fit besides four open melds.
// - Seven pairs and thirteen orphans are 14 tiles, so there is no open meld. Thirteen different terminals and honours are
//   as far from winning as a hand can be, and every ordinary tile brings them nearer, so a seat has them only before it
//   first discards an ordinary tile.
// - No seat wins with a tile of the kind that it discarded last: with that tile the hand would have won before.
// - Special tiles are gone when the wall is empty, except for the last tile; see `SituationVariant::can_occur`.
situations! {
    #[common] SpecialFirst = "special-first", SpecialTilesFirst, Discard, FME, [0, 4], "a special tile is discarded before ordinary ones", "有特殊牌时先打出特殊牌";
    #[common] SpecialOrder = "special-order", SpecialTilesFirst, Discard, FM, [0, 4], "a player who holds several kinds of special tiles discards one", "手里有多种特殊牌时打出其中一张";
    #[common] PassDiscarded = "pass-discarded", Pass, Discard, FM, [0, 4], "a PASS is discarded and names the next player", "打出 PASS，指定下家";
    #[common] ReverseDiscarded = "reverse-discarded", Reverse, Discard, FM, [0, 4], "a REVERSE is discarded", "打出 REVERSE";
    #[common] DoubleDiscarded = "double-discarded", Double, Discard, FM, [0, 4], "a DOUBLE is discarded", "打出 DOUBLE";
    #[common] DoubleTwice = "double-twice", Double, Discard, M, [0, 4], "a player discards one DOUBLE after another", "同一名玩家连续打出两张 DOUBLE";
    ClaimThenPass = "claim-then-pass", SpecialTilesFirst, Discard, M, [1, 4], "a PASS is discarded right after a claim", "吃碰之后立即打出 PASS";
    ClaimThenReverse = "claim-then-reverse", SpecialTilesFirst, Discard, M, [1, 4], "a REVERSE is discarded right after a claim", "吃碰之后立即打出 REVERSE";
    ClaimThenDouble = "claim-then-double", SpecialTilesFirst, Discard, M, [1, 4], "a DOUBLE is discarded right after a claim", "吃碰之后立即打出 DOUBLE";
    LastTilePass = "last-tile-pass", DrawnGame, Discard, E, [0, 4], "the last tile of the deck is a PASS, drawn and discarded", "牌堆的最后一张是 PASS，摸到后打出";
    LastTileReverse = "last-tile-reverse", DrawnGame, Discard, E, [0, 4], "the last tile of the deck is a REVERSE, drawn and discarded", "牌堆的最后一张是 REVERSE，摸到后打出";
    LastTileDouble = "last-tile-double", DrawnGame, Discard, E, [0, 4], "the last tile of the deck is a DOUBLE, drawn and discarded", "牌堆的最后一张是 DOUBLE，摸到后打出";
    #[common] LeastDistance = "least-distance", LeastDistance, Discard, FME, [0, 3], "the discard that leaves the least distance is not the first in the order of discards", "和牌距离最小的出牌不是出牌顺序中最靠前的";
    #[common] TieOrder = "tie-order", OrderOfDiscards, Discard, FME, [0, 4], "several discards leave the least distance", "有多张牌打出后和牌距离都最小";
    LimitOfFour = "limit-of-four", LimitOfFour, Discard, FME, [0, 3], "the limit of four tiles of a kind changes a discard", "每种牌不超过四张的限制改变了出牌";
    OpenMeldsApart = "open-melds-apart", OpenMeldsApart, Discard, ME, [1, 4], "a discard would be different if a player's open melds counted towards the limit of four", "如果副露也计入每种四张的限制，出牌就会不同";
    FourInHand = "four-in-hand", NoKong, Discard, FME, [0, 3], "a player who has to discard holds four tiles of a kind", "要出牌的玩家手里有四张相同的牌";
    #[common] NearSevenPairs = "near-seven-pairs", WinningHand, Discard, FME, [0, 0], "a discard would be different if seven pairs won", "如果七对能和，出牌就会不同";
    #[common] NearSevenPairsWithFour = "near-seven-pairs-with-four", WinningHand, Discard, FME, [0, 0], "a discard would be different if seven pairs with four of a kind won", "如果含四张相同牌的七对能和，出牌就会不同";
    NearOrphans = "near-orphans", WinningHand, Discard, FME, [0, 0], "a discard would be different if thirteen orphans won", "如果十三幺能和，出牌就会不同";
    #[common] HonourRuns = "honour-runs", Distance, Discard, FME, [0, 3], "a discard would be different if honours formed runs", "如果字牌能组成顺子，出牌就会不同";
    #[common] RunsAcrossSuits = "runs-across-suits", Distance, Discard, FME, [0, 3], "a discard would be different if runs went on from one suit to the next", "如果顺子能跨花色，出牌就会不同";
    #[common] RunsAround = "runs-around", Distance, Discard, FME, [0, 3], "a discard would be different if runs went on from 9 to 1", "如果 9 之后能接 1 组成顺子，出牌就会不同";
    #[common] PairNeeded = "pair-needed", Distance, Discard, FME, [0, 3], "a discard would be different if a hand won without a pair", "如果没有对子也能和，出牌就会不同";
    FourOpenMelds = "four-open-melds", OpenMeldsApart, Discard, ME, [4, 4], "a player has four open melds and a single tile in hand", "一名玩家有四个副露，手里只剩一张牌";
    FourOpenMeldsDeadWait = "four-open-melds-dead-wait", OpenMeldsApart, Discard, ME, [4, 4], "a player with four open melds waits for a tile that cannot come any more", "一名有四个副露的玩家听一张永远等不到的牌";

    #[common] PongByNext = "pong-by-next", Pong, Claim, FME, [0, 3], "the next player pongs", "下家碰";
    #[common] PongByOpposite = "pong-by-opposite", Pong, Claim, FME, [0, 3], "the player opposite pongs", "对家碰";
    #[common] PongByPrevious = "pong-by-previous", Pong, Claim, FME, [0, 3], "the previous player pongs", "上家碰";
    PongHoldingThree = "pong-holding-three", NoKong, Claim, FME, [0, 2], "a player who holds three of the discarded tile pongs", "手里有三张相同牌的玩家碰";
    #[common] ChowWithLowest = "chow-with-lowest", Chow, Claim, FME, [0, 3], "a chow takes the lowest tile of its run", "吃进的是顺子中最小的一张";
    #[common] ChowWithMiddle = "chow-with-middle", Chow, Claim, FME, [0, 3], "a chow takes the middle tile of its run", "吃进的是顺子中间的一张";
    #[common] ChowWithHighest = "chow-with-highest", Chow, Claim, FME, [0, 3], "a chow takes the highest tile of its run", "吃进的是顺子中最大的一张";
    #[common] EqualPong = "equal-pong", ClaimOnlyIfNearer, Claim, FME, [0, 3], "a pong that would not change the distance is declined", "碰不改变和牌距离，所以不碰";
    #[common] EqualChow = "equal-chow", ClaimOnlyIfNearer, Claim, FME, [0, 3], "a chow that would not change the distance is declined", "吃不改变和牌距离，所以不吃";
    PongBeatsChow = "pong-beats-chow", PongBeforeChow, Claim, FME, [0, 3], "a pong goes before a chow that the next player wanted", "下家想吃的牌被另一名玩家碰走";
    OwnPongFirst = "own-pong-first", OwnPongFirst, Claim, FME, [0, 2], "a player pongs a discard that it could also take for a good chow", "一名玩家碰了也想吃的牌";
    PongDeclinedChowTaken = "pong-declined-chow-taken", ClaimOnlyIfNearer, Claim, FME, [0, 3], "one player declines a pong and another takes the same discard for a chow", "一名玩家不碰，另一名玩家吃了同一张牌";
    PongDeclinedChowTakenBySame = "pong-declined-chow-taken-by-same", OwnPongFirst, Claim, FME, [0, 2], "a player declines a pong and takes the same discard for a chow", "一名玩家不碰而吃了同一张牌";
    SeveralGoodChows = "several-good-chows", HighestChow, Claim, FME, [0, 3], "several chows would reduce a player's distance; the highest is taken", "有多种吃法使和牌距离减小；选择数字最大的";
    HigherChowDeclined = "higher-chow-declined", HighestChow, Claim, FME, [0, 2], "a chow with higher numbers would not reduce a player's distance, but a lower one does and is taken", "数字较大的吃法不使和牌距离减小，较小的能，于是选择较小的";
    ClaimHoldingSpecial = "claim-holding-special", ClaimOnlyIfNearer, Claim, FM, [0, 3], "a player who holds a special tile takes a discard", "手里有特殊牌的玩家吃或碰";
    LimitOfFourClaim = "limit-of-four-claim", LimitOfFour, Claim, FME, [0, 2], "the limit of four tiles of a kind changes a claim", "每种牌不超过四张的限制改变了吃碰";
    OpenMeldsApartClaim = "open-melds-apart-claim", OpenMeldsApart, Claim, FME, [0, 3], "a claim would be different if a player's open melds counted towards the limit of four", "如果副露也计入每种四张的限制，吃碰就会不同";
    #[common] NearSevenPairsClaim = "near-seven-pairs-claim", WinningHand, Claim, FME, [0, 0], "a claim would be different if seven pairs won", "如果七对能和，吃碰就会不同";
    #[common] NearSevenPairsWithFourClaim = "near-seven-pairs-with-four-claim", WinningHand, Claim, FME, [0, 0], "a claim would be different if seven pairs with four of a kind won", "如果含四张相同牌的七对能和，吃碰就会不同";
    NearOrphansClaim = "near-orphans-claim", WinningHand, Claim, FME, [0, 0], "a claim would be different if thirteen orphans won", "如果十三幺能和，吃碰就会不同";
    HonourRunsClaim = "honour-runs-claim", Distance, Claim, FME, [0, 3], "a claim would be different if honours formed runs in the hand", "如果手里的字牌能组成顺子，吃碰就会不同";
    #[common] RunsAcrossSuitsClaim = "runs-across-suits-claim", Distance, Claim, FME, [0, 3], "a claim would be different if runs in the hand went on from one suit to the next", "如果手里的顺子能跨花色，吃碰就会不同";
    #[common] RunsAroundClaim = "runs-around-claim", Distance, Claim, FME, [0, 3], "a claim would be different if runs in the hand went on from 9 to 1", "如果手里 9 之后能接 1 组成顺子，吃碰就会不同";
    #[common] PairNeededClaim = "pair-needed-claim", Distance, Claim, FME, [0, 3], "a claim would be different if a hand won without a pair", "如果没有对子也能和，吃碰就会不同";
    #[common] ChowByOpposite = "chow-by-opposite", ChowIsForTheNext, Claim, FME, [0, 3], "the player opposite could use a discard for a chow, but is not next", "对家想吃，但不是下家";
    #[common] ChowByPrevious = "chow-by-previous", ChowIsForTheNext, Claim, FME, [0, 3], "the previous player could use a discard for a chow, but is not next", "上家想吃，但不是下家";
    #[common] ChowAcrossSuits = "chow-across-suits", Chow, Claim, FME, [0, 3], "the next player would chow if runs went on from one suit to the next", "如果顺子能跨花色，下家就会吃";
    #[common] ChowAround = "chow-around", Chow, Claim, FME, [0, 3], "the next player would chow if runs went on from 9 to 1", "如果 9 之后能接 1 组成顺子，下家就会吃";
    #[common] ChowOfHonours = "chow-of-honours", Chow, Claim, FME, [0, 3], "the next player would chow if honours formed runs", "如果字牌能组成顺子，下家就会吃";
    SpecialPong = "special-pong", SpecialTilesStandAlone, Claim, FM, [0, 3], "a special tile is discarded while another player holds two of the same kind", "打出特殊牌时另一名玩家有两张相同的特殊牌";
    ClaimOnLastDiscard = "claim-on-last-discard", DrawnGame, Claim, E, [0, 3], "the discard after the last draw is taken for a meld, so one more tile is discarded before the game is drawn", "摸完最后一张牌后打出的牌被吃或碰，于是流局前还要再出一张牌";
    PongOnLastDiscard = "pong-on-last-discard", DrawnGame, Claim, E, [0, 3], "the discard after the last draw is taken for a pong", "摸完最后一张牌后打出的牌被碰";
    SecondLastClaim = "second-last-claim", DrawnGame, Claim, E, [0, 3], "a player who claimed when no tile was left to draw discards, and that tile is claimed too", "无牌可摸时有人吃或碰，其打出的牌又被吃或碰";
    DrawnGame = "drawn-game", DrawnGame, Claim, E, [0, 4], "nobody takes the last discard, and the game is drawn", "最后打出的牌无人要，流局";

    #[common] RonByNext = "ron-by-next", Ron, Win, FME, [0, 4], "the next player wins with a discard", "下家荣和";
    #[common] RonByOpposite = "ron-by-opposite", Ron, Win, FME, [0, 4], "the player opposite wins with a discard", "对家荣和";
    #[common] RonByPrevious = "ron-by-previous", Ron, Win, FME, [0, 4], "the previous player wins with a discard", "上家荣和";
    #[common] SelfDrawn = "self-drawn", SelfDrawn, Win, FME, [0, 4], "a player wins with the tile it draws", "自摸";
    InterceptedRon = "intercepted-ron", InterceptedRon, Win, FME, [0, 4], "two players could win with one discard; the first in the order of play does", "多名玩家能荣和同一张牌；按回合顺序的第一名荣和，其余被截和";
    RonByThree = "ron-by-three", InterceptedRon, Win, FME, [0, 4], "all three others could win with one discard", "其他三名玩家都能荣和同一张牌";
    RonBeforePong = "ron-before-pong", Ron, Win, FME, [0, 4], "a player wins with a discard that another would pong", "荣和优先于另一名玩家的碰";
    #[common] RonBeforeChow = "ron-before-chow", Ron, Win, FME, [0, 4], "a player wins with a discard that another would chow", "荣和优先于另一名玩家的吃";
    RonOnDiscardedKind = "ron-on-discarded-kind", AlwaysWin, Win, ME, [0, 4], "a player wins with a tile of a kind that it has discarded itself", "荣和自己打出过的牌";
    FirstDrawWin = "first-draw-win", AlwaysWin, Win, F, [0, 0], "A wins with the first tile drawn after the deal", "A 用发牌后摸到的第一张牌自摸";
    FirstDiscardRon = "first-discard-ron", AlwaysWin, Win, F, [0, 0], "a player wins with the first discard", "荣和第一张打出的牌";
    LastTileRon = "last-tile-ron", DrawnGame, Win, E, [0, 4], "a player wins with the discard after the last draw", "摸完最后一张牌后打出的牌被荣和";
    RonAfterLastClaim = "ron-after-last-claim", DrawnGame, Win, E, [0, 4], "a player wins with the discard of a player who claimed when no tile was left to draw", "无牌可摸时有人吃或碰，其打出的牌被荣和";
    LastTileSelfDrawn = "last-tile-selfdrawn", AlwaysWin, Win, E, [0, 4], "a player wins by drawing the last tile", "摸到最后一张牌自摸";
    SelfDrawnAfterDouble = "selfdrawn-after-double", Double, Win, ME, [0, 4], "a player wins with the tile drawn after its DOUBLE", "打出 DOUBLE 后摸到的牌自摸";
    FourMeldsRon = "four-melds-ron", AlwaysWin, Win, ME, [4, 4], "a player with four open melds wins with a discard", "有四个副露的玩家荣和";
    FourMeldsSelfDrawn = "four-melds-selfdrawn", AlwaysWin, Win, ME, [4, 4], "a player with four open melds wins with the tile it draws", "有四个副露的玩家自摸";
    TripletsFirstFails = "triplets-first-fails", WinningHand, Win, FME, [0, 3], "a hand wins, but not if triplets are taken out first", "能和，但先取刻子就分不完";
    RunsFirstFails = "runs-first-fails", WinningHand, Win, FME, [0, 3], "a hand wins, but not if runs are taken out first", "能和，但先取顺子就分不完";
    #[common] LowestPairFails = "lowest-pair-fails", WinningHand, Win, FME, [0, 3], "a hand wins, but not with its lowest pair", "能和，但不能以最小的对子作将";
    #[common] HighestPairFails = "highest-pair-fails", WinningHand, Win, FME, [0, 3], "a hand wins, but not with its highest pair", "能和，但不能以最大的对子作将";
    NotGreedy = "not-greedy", WinningHand, Win, FME, [0, 2], "a hand wins, but neither with triplets first nor with runs first nor with its lowest pair", "能和，但先取刻子、先取顺子、取最小的对子都分不完";
    SpecialTilesLeftOver = "special-tiles-left-over", WinningHand, Win, FM, [0, 3], "all ordinary tiles of a player form groups and a pair, but special tiles are left over, so the hand does not win", "一名玩家的普通牌能分成顺子、刻子和一个对子，但还剩特殊牌，所以不能和";
    SevenPairs = "seven-pairs", WinningHand, Win, FME, [0, 0], "a hand of seven different pairs does not win", "七对不能和";
    SevenPairsWithFour = "seven-pairs-with-four", WinningHand, Win, FME, [0, 0], "a hand of seven pairs with four of a kind does not win", "含四张相同牌的七对不能和";
    ThirteenOrphans = "thirteen-orphans", WinningHand, Win, FM, [0, 0], "a hand of thirteen orphans does not win", "十三幺不能和";
    HonourRunHand = "honour-run-hand", WinningHand, Win, FME, [0, 3], "a hand would win if honours formed runs", "如果字牌能组成顺子就能和";
    RunAcrossSuitsHand = "run-across-suits-hand", WinningHand, Win, FME, [0, 3], "a hand would win if runs went on from one suit to the next", "如果顺子能跨花色就能和";
    RunAroundHand = "run-around-hand", WinningHand, Win, FME, [0, 3], "a hand would win if runs went on from 9 to 1", "如果 9 之后能接 1 组成顺子就能和";
}

impl Situation {
    /// Returns all cells of this situation that can occur with four standard players, those with an example.
    pub fn cells(self) -> impl Iterator<Item = SituationVariant> {
        example::cells().filter(move |cell| cell.situation == self)
    }

    /// Returns whether the situation can occur in this direction of play with four standard players.
    pub fn can_occur(self, direction: Direction) -> bool {
        self.example(direction).is_some()
    }

    /// Returns a deck with which the situation occurs in this direction of play; `None` if it cannot.
    ///
    /// ```
    /// use hule::situation::situations;
    /// use hule::{Direction, Situation};
    /// let deck = Situation::RonByThree.example(Direction::Reversed).expect("it can occur");
    /// assert!(situations(&deck).contains(&(Situation::RonByThree, Direction::Reversed)));
    /// ```
    pub fn example(self, direction: Direction) -> Option<Deck> {
        self.cells().find(|cell| cell.direction == direction)?.example()
    }
}

named!(Situation, name, "a situation", "局面名");
serde_as_text!(Situation.name);

/// A set of situations, each with the direction of play in which it occurs.
pub type Situations = BTreeSet<(Situation, Direction)>;
