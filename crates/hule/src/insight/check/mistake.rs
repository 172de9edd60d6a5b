//! Finds the probable mistake of a program whose log differs.

use super::Decided;
use crate::game::{Game, wants_claim};
use crate::insight::Rule;
use crate::words::{
    Action, Claimed, Event, Hand, Language, Localized, Run, Seat, Tile, Turn, print_in_english, say,
};

/// A mistake that explains the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // See `text`.
#[non_exhaustive]
pub enum Mistake {
    TrailingSpace,
    CarriageReturn,
    Spaces,
    BlankLine,
    UpperCase,
    PassWithoutTarget,
    ChowOrder,
    NotALine,
    NoLineEnd,
    NoOutput,
    EndsTooEarly,
    MissingWin,
    MissingDraw,
    GoesOnAfterWin,
    GoesOnAfterDraw,
    WrongDeal,
    WrongDraw,
    DrawnTooEarly { left: usize },
    DrawnBeforeClaim,
    DrawnBeforeDiscard { seat: Seat },
    NotDrawn,
    RonOrder { first: Seat },
    RonMissed { seat: Seat },
    RonBeforeClaims { seat: Seat },
    SelfDrawnMissed,
    WinWithSpecialTiles { seat: Seat },
    WinWithoutGroups { seat: Seat },
    WinAfterAClaim,
    RonOnOwnDiscard,
    PassIgnored { target: Seat },
    ReverseIgnored,
    DoubleIgnored,
    TurnOrder,
    PassTarget { next: Seat },
    SpecialTilesFirst,
    SpecialTilesOrder,
    NotInHand,
    TieOrder,
    NotTheLeastDistance { right: u8, found: u8 },
    LimitOfFour,
    OpenMeldsCounted,
    ClaimOfSpecial,
    ChowByAnother { next: Seat },
    ChowImpossible,
    PongImpossible,
    ClaimNotNearer { before: u8, after: u8 },
    ClaimMissed { before: u8, after: u8 },
    PongBeforeChow,
    OwnPongFirst,
    LowerChow,
    DrawAfterClaim,
    TurnAfterClaim { seat: Seat },
    DiscardWithoutDraw,
    Other,
}

impl Mistake {
    /// Returns the rule that the program breaks; `None` if the mistake is not about a rule.
    pub const fn rule(self) -> Option<Rule> {
        Some(match self {
            Mistake::NoOutput | Mistake::EndsTooEarly | Mistake::Other => return None,
            Mistake::TrailingSpace
            | Mistake::CarriageReturn
            | Mistake::Spaces
            | Mistake::BlankLine
            | Mistake::UpperCase
            | Mistake::PassWithoutTarget
            | Mistake::ChowOrder
            | Mistake::NotALine
            | Mistake::NoLineEnd
            | Mistake::MissingWin
            | Mistake::MissingDraw => Rule::LogLines,
            Mistake::GoesOnAfterWin => Rule::WinEndsTheGame,
            Mistake::WrongDeal => Rule::Deal,
            Mistake::WrongDraw | Mistake::TurnOrder | Mistake::NotInHand | Mistake::DiscardWithoutDraw => {
                Rule::Turn
            }
            Mistake::GoesOnAfterDraw
            | Mistake::DrawnTooEarly { .. }
            | Mistake::DrawnBeforeClaim
            | Mistake::DrawnBeforeDiscard { .. }
            | Mistake::NotDrawn => Rule::DrawnGame,
            Mistake::RonOrder { .. } => Rule::InterceptedRon,
            Mistake::RonMissed { .. } | Mistake::SelfDrawnMissed => Rule::AlwaysWin,
            Mistake::RonBeforeClaims { .. } | Mistake::RonOnOwnDiscard => Rule::Ron,
            Mistake::WinWithSpecialTiles { .. } | Mistake::WinWithoutGroups { .. } => Rule::WinningHand,
            Mistake::WinAfterAClaim => Rule::NoWinAfterAClaim,
            Mistake::PassIgnored { .. } => Rule::Pass,
            Mistake::ReverseIgnored => Rule::Reverse,
            Mistake::DoubleIgnored => Rule::Double,
            Mistake::PassTarget { .. } => Rule::PassNamesTheNext,
            Mistake::SpecialTilesFirst | Mistake::SpecialTilesOrder => Rule::SpecialTilesFirst,
            Mistake::TieOrder => Rule::OrderOfDiscards,
            Mistake::NotTheLeastDistance { .. } => Rule::LeastDistance,
            Mistake::LimitOfFour => Rule::LimitOfFour,
            Mistake::OpenMeldsCounted => Rule::OpenMeldsApart,
            Mistake::ClaimOfSpecial => Rule::SpecialTilesStandAlone,
            Mistake::ChowByAnother { .. } => Rule::ChowIsForTheNext,
            Mistake::ChowImpossible => Rule::Chow,
            Mistake::PongImpossible => Rule::Pong,
            Mistake::ClaimNotNearer { .. } | Mistake::ClaimMissed { .. } => Rule::ClaimOnlyIfNearer,
            Mistake::PongBeforeChow => Rule::PongBeforeChow,
            Mistake::OwnPongFirst => Rule::OwnPongFirst,
            Mistake::LowerChow => Rule::HighestChow,
            Mistake::DrawAfterClaim | Mistake::TurnAfterClaim { .. } => Rule::ClaimTakesTheTurn,
        })
    }
}

impl Localized for Mistake {
    #[rustfmt::skip] // One sentence per line is easier to compare.
    fn text(&self, language: Language) -> String {
        match *self {
            Mistake::TrailingSpace => say!(language, "there is white space at the end of the line", "行末有空白"),
            Mistake::CarriageReturn => say!(language, "the line ends in CR LF; expected LF alone", "行以 CR LF 结尾；应只有 LF"),
            Mistake::Spaces => say!(language, "the words are correct, but not the spaces: one between words, none before or after", "内容正确，空格不对：单词之间一个空格，行首行末没有"),
            Mistake::BlankLine => say!(language, "there is an empty line", "有一个空行"),
            Mistake::UpperCase => say!(language, "all letters must be in upper case", "所有字母都要大写"),
            Mistake::PassWithoutTarget => say!(language, "the line of a PASS must name the player who loses a turn", "PASS 的一行要写出被跳过的玩家"),
            Mistake::ChowOrder => say!(language, "the tiles of a chow are written in ascending order, whichever of them was claimed", "吃的三张牌按数字递增的顺序输出，与吃进的是哪一张无关"),
            Mistake::NotALine => say!(language, "this is not a line of a log", "这不是记录中的一行"),
            Mistake::NoLineEnd => say!(language, "the last line has no line end", "最后一行没有换行符"),
            Mistake::NoOutput => say!(language, "there is no output at all; perhaps the program crashed, or reads another file", "没有任何输出；程序也许崩溃了，或者读了别的文件"),
            Mistake::EndsTooEarly => say!(language, "the output ends in the middle of the game; perhaps the program crashed", "输出在游戏中途结束；程序也许崩溃了"),
            Mistake::MissingWin => say!(language, "after RON or SELFDRAWN comes a line WIN of the same player", "RON 或 SELFDRAWN 之后是同一名玩家的一行 WIN"),
            Mistake::MissingDraw => say!(language, "a drawn game ends with the line DRAW", "流局以一行 DRAW 结束"),
            Mistake::GoesOnAfterWin => say!(language, "the game ended with the line WIN", "游戏在 WIN 一行就已结束"),
            Mistake::GoesOnAfterDraw => say!(language, "the game ended with the line DRAW", "游戏在 DRAW 一行就已结束"),
            Mistake::WrongDeal => say!(language, "A, B, C, D, A, … draw one tile at a time until all have 13, and then A draws; perhaps the program reads the deck incorrectly", "A、B、C、D、A……依次各摸一张牌，直到每人 13 张，然后 A 摸牌；也许牌堆读错了"),
            Mistake::WrongDraw => say!(language, "the tile drawn is always the first of the tiles left in the deck", "摸到的总是牌堆中最靠前的一张牌"),
            Mistake::DrawnTooEarly { left } => say!(language, "the game is not over: tiles left to draw: {left}", "游戏没有结束：牌堆还有 {left} 张牌"),
            Mistake::DrawnBeforeClaim => say!(language, "the game is drawn when a player has to draw and cannot, not when the last tile is drawn: the last discard can still be claimed", "有人要摸牌而无牌可摸时才流局，不是摸完最后一张牌时：最后打出的牌仍可以吃碰或荣和"),
            Mistake::DrawnBeforeDiscard { seat } => say!(language, "the game is drawn when a player has to draw and cannot: {seat} has claimed the discard and has to discard first", "有人要摸牌而无牌可摸时才流局：{seat} 吃碰了这张牌，必须先出牌"),
            Mistake::NotDrawn => say!(language, "no tile is left to draw, so the game is over", "牌堆已经无牌可摸，所以游戏结束"),
            Mistake::RonOrder { first } => say!(language, "of the players who can win, {first} is the first after the discarder in the current order of play", "在能荣和的玩家中，{first} 是从出牌者起按当前顺序的第一名"),
            Mistake::RonMissed { seat } => say!(language, "{seat} wins with this discard, and a win is always taken", "{seat} 能荣和这张牌，而能和必和"),
            Mistake::RonBeforeClaims { seat } => say!(language, "{seat} wins with this discard, and that goes before chow and pong", "{seat} 能荣和这张牌，而荣和优先于吃碰"),
            Mistake::SelfDrawnMissed => say!(language, "the tile just drawn completes the hand, and a win is always taken", "刚摸到的牌使手牌能和，而能和必和"),
            Mistake::WinWithSpecialTiles { seat } => say!(language, "{seat} holds special tiles, and a hand with special tiles does not win", "{seat} 手里有特殊牌，有特殊牌就不能和"),
            Mistake::WinWithoutGroups { seat } => say!(language, "the tiles of {seat} cannot be divided into groups of three and a pair", "{seat} 的牌不能分成若干顺子或刻子和一个对子"),
            Mistake::WinAfterAClaim => say!(language, "a player cannot win right after a chow or pong, but has to discard", "吃碰之后不能立即和，必须先出牌"),
            Mistake::RonOnOwnDiscard => say!(language, "a player cannot win with its own discard", "不能荣和自己打出的牌"),
            Mistake::PassIgnored { target } => say!(language, "{target} was named by the PASS and loses this turn", "{target} 被 PASS 指定，失去这个回合"),
            Mistake::ReverseIgnored => say!(language, "REVERSE reverses the order of play, from the next turn on", "REVERSE 从下一个回合起反转顺序"),
            Mistake::DoubleIgnored => say!(language, "after a DOUBLE the same player draws again", "打出 DOUBLE 后同一名玩家再摸牌"),
            Mistake::TurnOrder => say!(language, "another player is next in the current order of play", "按当前顺序轮到另一名玩家"),
            Mistake::PassTarget { next } => say!(language, "PASS names the player who would take the next turn in the current order: {next}", "PASS 指定下家，即按当前顺序下一个进行回合的玩家：{next}"),
            Mistake::SpecialTilesFirst => say!(language, "a player who holds special tiles discards one of them first, also right after a claim", "有特殊牌时一定先打出特殊牌，吃碰之后也是"),
            Mistake::SpecialTilesOrder => say!(language, "special tiles are discarded in the order PASS, REVERSE, DOUBLE", "特殊牌按 PASS、REVERSE、DOUBLE 的顺序打出"),
            Mistake::NotInHand => say!(language, "the player does not hold this tile", "该玩家没有这张牌"),
            Mistake::TieOrder => say!(language, "both leave the same distance, and then the first in the order Z F B N W S E 9S-1S 9P-1P 9M-1M is discarded (or the program computes other distances: compare them)", "两者打出后和牌距离相同，这时按 Z F B N W S E 9S-1S 9P-1P 9M-1M 的顺序打出最靠前的（或者程序算出的和牌距离不对：请比较）"),
            Mistake::NotTheLeastDistance { right, found } => say!(language, "this discard leaves distance {found}, the correct one {right}", "打出这张牌后和牌距离为 {found}，正确出牌之后为 {right}"),
            Mistake::LimitOfFour => say!(language, "a program does this if it ignores the limit: with the tiles added, the hand may not contain more than four tiles of a kind", "程序可能忽略了限制：加入牌之后，每种牌不能超过四张"),
            Mistake::OpenMeldsCounted => say!(language, "a program does this if it counts open melds: the limit of four tiles of a kind applies to the hand alone", "程序可能把副露也算了进去：每种四张的限制只看手牌"),
            Mistake::ClaimOfSpecial => say!(language, "a special tile cannot be claimed", "特殊牌不能吃、碰或荣和"),
            Mistake::ChowByAnother { next } => say!(language, "only {next} may chow: the player who would be next", "只有下家 {next} 能吃"),
            Mistake::ChowImpossible => say!(language, "the player does not have the tiles for this chow", "该玩家没有吃所需的牌"),
            Mistake::PongImpossible => say!(language, "the player does not have two tiles of this kind", "该玩家没有两张这样的牌"),
            Mistake::ClaimNotNearer { before, after } => say!(language, "a discard is claimed only if that reduces the distance; here it goes from {before} to {after}", "只有使和牌距离减小才吃碰，而这里是从 {before} 到 {after}"),
            Mistake::ClaimMissed { before, after } => say!(language, "the claim reduces the distance from {before} to {after}, so it is made", "吃碰使和牌距离从 {before} 减小到 {after}，所以要吃碰"),
            Mistake::PongBeforeChow => say!(language, "the pong of one player goes before the chow of another", "一名玩家的碰优先于另一名玩家的吃"),
            Mistake::OwnPongFirst => say!(language, "a player who can both pong and chow a discard considers the pong first", "能碰又能吃同一张牌的玩家先考虑碰"),
            Mistake::LowerChow => say!(language, "of several chows that reduce the distance, the one with the highest numbers is made", "有多种吃法使和牌距离减小时，选择数字最大的"),
            Mistake::DrawAfterClaim => say!(language, "a player who has claimed a discard does not draw in that turn", "吃碰的玩家在这一回合不摸牌"),
            Mistake::TurnAfterClaim { seat } => say!(language, "{seat} has claimed the discard, so it is the turn of {seat}", "{seat} 吃碰了这张牌，所以是 {seat} 的回合"),
            Mistake::DiscardWithoutDraw => say!(language, "the player has to draw first", "该玩家要先摸牌"),
            Mistake::Other => say!(language, "no common mistake explains this line", "没有常见的错误能解释这一行"),
        }
    }
}

print_in_english!(Mistake);

/// The mistake that explains the found line; `moment` is the last decision, and the game before the line.
pub(super) fn find(
    found: Option<&[u8]>,
    line: usize,
    log: &[Event],
    moment: Option<&(Decided, Game)>,
) -> Mistake {
    let expected = log.get(line).copied();
    let moment = moment.map(|(decided, last)| Moment::new(decided, last));
    let Some(found) = found else { return ends(expected, moment.as_ref()) };
    let event: Option<Event> = str::from_utf8(found).ok().and_then(|line| line.parse().ok());
    match (expected, event, moment) {
        (None, ..) if found.trim_ascii().is_empty() => Mistake::BlankLine,
        (None, ..) => match log.last() {
            Some(Event::Exhausted) => Mistake::GoesOnAfterDraw,
            _ => Mistake::GoesOnAfterWin,
        },
        (Some(expected), None, _) => form(found, expected),
        (Some(_), Some(_), None) => Mistake::WrongDeal,
        (Some(expected), Some(found), Some(moment)) => moment.mistake(expected, found),
    }
}

fn ends(expected: Option<Event>, moment: Option<&Moment<'_>>) -> Mistake {
    match (expected, moment) {
        (Some(Event::Win { .. }), _) => Mistake::MissingWin,
        (Some(Event::Exhausted), _) => Mistake::MissingDraw,
        (Some(Event::Draw { .. }), None) => Mistake::NoOutput,
        (Some(Event::Discard { seat, .. }), Some(moment))
            if moment.game.wall().is_empty() && matches!(moment.turn, Turn::Discard { drawn: None, .. }) =>
        {
            Mistake::DrawnBeforeDiscard { seat }
        }
        _ => Mistake::EndsTooEarly,
    }
}

/// The mistake in a line that is not an event.
fn form(line: &[u8], expected: Event) -> Mistake {
    let right = expected.to_string();
    let text = String::from_utf8_lossy(line);
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut sorted = words.clone();
    sorted.get_mut(2..).unwrap_or_default().sort_unstable();
    let joined = words.join(" ");
    if words.is_empty() {
        Mistake::BlankLine
    } else if text.strip_suffix('\r') == Some(&right) {
        Mistake::CarriageReturn
    } else if text.trim_end() == right {
        Mistake::TrailingSpace
    } else if joined == right {
        Mistake::Spaces
    } else if joined.to_uppercase() == right {
        Mistake::UpperCase
    } else if matches!(expected, Event::Pass { .. }) && matches!(words[..], [_, "OUT", "PASS"]) {
        Mistake::PassWithoutTarget
    } else if matches!(expected, Event::Chow { .. }) && sorted.join(" ") == right {
        Mistake::ChowOrder
    } else {
        Mistake::NotALine
    }
}

/// The state of the game at the wrong line.
struct Moment<'a> {
    /// The game before the last decision, with the hands as they were at the discard.
    game: &'a Game,
    turn: Turn,
    /// The last discard and its seat.
    discard: Option<(Seat, Tile)>,
    /// The seat that it named, if it was a PASS.
    target: Option<Seat>,
}

/// How a program may misread the limit of four of a kind.
#[derive(Clone, Copy)]
enum Limit {
    Forgotten,
    CountsOpenMelds,
}

impl<'a> Moment<'a> {
    fn new(decided: &'a Decided, last: &Game) -> Moment<'a> {
        let discard = last.river().last();
        Moment {
            game: &decided.game,
            turn: decided.turn,
            discard: discard.map(|discard| (discard.seat, discard.tile)),
            target: discard.and_then(|discard| discard.target),
        }
    }

    fn hand(&self, seat: Seat) -> &Hand {
        self.game.hand(seat)
    }

    fn mistake(&self, expected: Event, found: Event) -> Mistake {
        match (expected, found) {
            (_, Event::Exhausted) => self.drawn_too_early(expected),
            (Event::Ron { seat }, Event::Ron { .. }) => Mistake::RonOrder { first: seat },
            (Event::Ron { seat }, Event::Chow { .. } | Event::Pong { .. }) => {
                Mistake::RonBeforeClaims { seat }
            }
            (Event::Ron { seat }, _) => Mistake::RonMissed { seat },
            (_, Event::Ron { seat }) => self.wrong_ron(seat),
            (Event::SelfDrawn { .. }, _) => Mistake::SelfDrawnMissed,
            (_, Event::SelfDrawn { seat }) => match self.turn {
                Turn::Discard { drawn: None, .. } => Mistake::WinAfterAClaim,
                _ => wrong_win(seat, self.hand(seat)),
            },
            (Event::Win { .. }, _) => Mistake::MissingWin,
            (_, Event::Win { .. }) => Mistake::Other,
            (_, Event::Chow { seat, run }) => self.wrong_chow(expected, seat, run),
            (_, Event::Pong { seat, tile }) => self.wrong_pong(seat, tile),
            (Event::Chow { seat, .. } | Event::Pong { seat, .. }, _) => self.claim_missed(expected, seat),
            (Event::Exhausted, _) => Mistake::NotDrawn,
            (Event::Draw { seat, tile }, Event::Draw { seat: other, tile: drawn }) => {
                if seat == other && tile != drawn { Mistake::WrongDraw } else { self.turn_order(other) }
            }
            (Event::Draw { .. }, _) => match self.discard {
                Some((_, Tile::Double)) => Mistake::DoubleIgnored,
                _ => Mistake::DiscardWithoutDraw,
            },
            (Event::Discard { seat, .. } | Event::Pass { seat, .. }, Event::Draw { seat: other, .. }) => {
                match self.turn {
                    Turn::Discard { drawn: None, .. } if seat == other => Mistake::DrawAfterClaim,
                    Turn::Discard { drawn: None, .. } => Mistake::TurnAfterClaim { seat },
                    _ => Mistake::TurnOrder,
                }
            }
            (Event::Pass { target, .. }, Event::Pass { .. }) => Mistake::PassTarget { next: target },
            (Event::Pass { seat, .. }, Event::Discard { seat: other, tile }) if seat == other => {
                if tile.is_special() { Mistake::SpecialTilesOrder } else { Mistake::SpecialTilesFirst }
            }
            (Event::Discard { seat, tile }, Event::Discard { seat: other, tile: discarded })
                if seat == other =>
            {
                self.wrong_discard(seat, tile, discarded)
            }
            (Event::Discard { seat, tile }, Event::Pass { seat: other, .. }) if seat == other => {
                if self.hand(seat).holds(Tile::Pass) && tile.is_special() {
                    Mistake::SpecialTilesOrder
                } else {
                    Mistake::NotInHand
                }
            }
            (Event::Discard { .. } | Event::Pass { .. }, _) => Mistake::TurnOrder,
        }
    }

    fn drawn_too_early(&self, expected: Event) -> Mistake {
        let left = self.game.wall().len();
        match expected {
            _ if left > 0 => Mistake::DrawnTooEarly { left },
            Event::Discard { seat, .. } | Event::Pass { seat, .. } => Mistake::DrawnBeforeDiscard { seat },
            _ => Mistake::DrawnBeforeClaim,
        }
    }

    /// The mistake if `found` takes the turn instead of the right seat.
    fn turn_order(&self, found: Seat) -> Mistake {
        match self.discard {
            Some((_, Tile::Pass)) => match self.target {
                Some(target) if target == found => Mistake::PassIgnored { target },
                _ => Mistake::TurnOrder,
            },
            Some((from, Tile::Reverse)) if found == from.next(self.game.direction()) => {
                Mistake::ReverseIgnored
            }
            Some((_, Tile::Double)) => Mistake::DoubleIgnored,
            _ => Mistake::TurnOrder,
        }
    }

    fn wrong_ron(&self, seat: Seat) -> Mistake {
        match self.discard {
            Some((from, _)) if from == seat => Mistake::RonOnOwnDiscard,
            Some((_, tile)) if tile.is_special() => Mistake::ClaimOfSpecial,
            _ => wrong_win(seat, self.hand(seat)),
        }
    }

    fn wrong_chow(&self, expected: Event, seat: Seat, run: Run) -> Mistake {
        let Some((from, tile)) = self.discard else { return Mistake::Other };
        let next = self.game.next_seat(from);
        if tile.is_special() {
            return Mistake::ClaimOfSpecial;
        }
        if let Event::Pong { seat: ponger, .. } = expected {
            return if ponger == seat { Mistake::OwnPongFirst } else { Mistake::PongBeforeChow };
        }
        if seat != next || seat == from {
            return Mistake::ChowByAnother { next };
        }
        if let Event::Chow { seat: right, run: higher } = expected
            && right == seat
            && higher > run
            && run.tiles().contains(&tile)
        {
            return Mistake::LowerChow;
        }
        let claim = Claimed::of(tile, run).map(Action::Chow);
        claim.and_then(|claim| self.wrong_claim(seat, claim, tile)).unwrap_or(Mistake::ChowImpossible)
    }

    fn wrong_pong(&self, seat: Seat, tile: Tile) -> Mistake {
        let Some((from, discarded)) = self.discard else { return Mistake::Other };
        if discarded.is_special() {
            return Mistake::ClaimOfSpecial;
        }
        if seat == from || tile != discarded {
            return Mistake::PongImpossible;
        }
        self.wrong_claim(seat, Action::Pong, tile).unwrap_or(Mistake::PongImpossible)
    }

    /// The mistake in making this claim; `None` if the hand lacks the tiles.
    fn wrong_claim(&self, seat: Seat, claim: Action, tile: Tile) -> Option<Mistake> {
        let (before, after) = self.claimed(seat, claim, tile, None)?;
        let wanted = |limit| {
            self.claimed(seat, claim, tile, Some(limit))
                .is_some_and(|(before, after)| wants_claim(before, after))
        };
        Some(match (wanted(Limit::Forgotten), wanted(Limit::CountsOpenMelds)) {
            (true, _) => Mistake::LimitOfFour,
            (_, true) => Mistake::OpenMeldsCounted,
            _ => Mistake::ClaimNotNearer { before, after },
        })
    }

    fn claim_missed(&self, expected: Event, seat: Seat) -> Mistake {
        let Some((_, tile)) = self.discard else { return Mistake::Other };
        let claim = match expected {
            Event::Chow { run, .. } => Claimed::of(tile, run).map(Action::Chow),
            _ => Some(Action::Pong),
        };
        let distances = |limit| claim.and_then(|claim| self.claimed(seat, claim, tile, limit));
        let Some((before, after)) = distances(None) else { return Mistake::Other };
        let missed =
            |limit| distances(Some(limit)).is_some_and(|(before, after)| !wants_claim(before, after));
        match (missed(Limit::Forgotten), missed(Limit::CountsOpenMelds)) {
            (true, _) => Mistake::LimitOfFour,
            (_, true) => Mistake::OpenMeldsCounted,
            _ => Mistake::ClaimMissed { before, after },
        }
    }

    /// The distance before and after a claim under this reading of the limit; `None` if the hand lacks the tiles.
    fn claimed(&self, seat: Seat, claim: Action, tile: Tile, limit: Option<Limit>) -> Option<(u8, u8)> {
        let hand = self.hand(seat);
        let melded = hand.meld(claim.own_tiles(tile)?).ok()?;
        let meld = claim.meld_tiles(tile);
        Some(match limit {
            None => (hand.distance(), melded.distance()),
            Some(limit) => (
                hand.distance_under(|tile| self.most(limit, seat, None, tile)),
                melded.distance_under(|tile| self.most(limit, seat, meld, tile)),
            ),
        })
    }

    fn wrong_discard(&self, seat: Seat, right: Tile, found: Tile) -> Mistake {
        let hand = self.hand(seat);
        let Some(distance) = hand.distance_without(found) else { return Mistake::NotInHand };
        if right.is_special() {
            return if found.is_special() { Mistake::SpecialTilesOrder } else { Mistake::SpecialTilesFirst };
        }
        let least = hand.distance_without(right).expect("it is discarded");
        let would = |limit| {
            let without = |tile: Tile| {
                let mut rest = *hand;
                rest.take(tile);
                rest.distance_under(|tile| self.most(limit, seat, None, tile))
            };
            hand.kinds().iter().rev().min_by_key(|&tile| without(tile)) == Some(found)
        };
        if would(Limit::Forgotten) {
            Mistake::LimitOfFour
        } else if would(Limit::CountsOpenMelds) {
            Mistake::OpenMeldsCounted
        } else if distance == least {
            Mistake::TieOrder
        } else {
            Mistake::NotTheLeastDistance { right: least, found: distance }
        }
    }

    /// The limit of a kind under this reading, with the tiles of a new meld.
    fn most(&self, limit: Limit, seat: Seat, new: Option<[Tile; 3]>, tile: Tile) -> u8 {
        match limit {
            Limit::Forgotten => Hand::MOST_TILES as u8,
            Limit::CountsOpenMelds => {
                let melds = self.game.melds(seat).iter().map(|meld| meld.tiles()).chain(new);
                let open = melds.flatten().filter(|&other| other == tile).count();
                (Tile::COPIES - open) as u8
            }
        }
    }
}

fn wrong_win(seat: Seat, hand: &Hand) -> Mistake {
    if hand.kinds().iter().any(Tile::is_special) {
        Mistake::WinWithSpecialTiles { seat }
    } else {
        Mistake::WinWithoutGroups { seat }
    }
}
