//! Finds the probable mistake of a program whose log differs.

use super::explanation::explanation;
use super::habit::{Condition, Habit, Neighbour, claimed_before};
use super::{Position, Proof};
use crate::insight::{Misreading, Rule};
use crate::words::{
    Action, Claim, Claimed, Event, Language, Localized, Seat, Tile, Turn, print_in_english, say,
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
    WinAlone,
    LineMissing,
    LineTooMany,
    ByteOrderMark,
    NotRon,
    NotSelfDrawn,
    Kong,
    MissingDraw,
    GoesOnAfterWin,
    GoesOnAfterDraw,
    WrongDeal,
    WrongDraw,
    DrawnTooEarly {
        left: usize,
    },
    DrawnBeforeClaim,
    /// `drawn`: the seat has drawn the last tile; otherwise it has claimed the last discard.
    DrawnBeforeDiscard {
        seat: Seat,
        drawn: bool,
    },
    NotDrawn,
    RonOrder {
        first: Seat,
    },
    RonMissed {
        seat: Seat,
    },
    RonBeforeClaims {
        seat: Seat,
    },
    RonForAnybody {
        seat: Seat,
    },
    Furiten {
        seat: Seat,
    },
    SelfDrawnMissed,
    WinWithSpecialTiles {
        seat: Seat,
    },
    WinWithoutGroups {
        seat: Seat,
    },
    WinMisread {
        misreading: Misreading,
    },
    WinAfterAClaim,
    RonOnOwnDiscard,
    PassIgnored {
        target: Seat,
    },
    PassSkipsTwo,
    ReverseIgnored,
    ReverseSkips,
    DoubleIgnored,
    TurnOrder {
        next: Seat,
    },
    PassTarget {
        next: Seat,
    },
    SpecialTilesFirst,
    SpecialTilesOrder,
    NotInHand,
    TieOrder,
    DistanceIgnored,
    WrongDistance,
    DistanceMisread {
        misreading: Misreading,
    },
    ClaimOfSpecial,
    NotARun,
    ChowByAnother {
        next: Seat,
    },
    ChowImpossible,
    ChowWithoutDiscard {
        tile: Tile,
    },
    PongImpossible,
    PongOfAnother {
        tile: Tile,
    },
    ClaimOfOwnDiscard,
    PongForAnybody {
        seat: Seat,
    },
    PongWithThree {
        seat: Seat,
    },
    ClaimNotNearer {
        before: u8,
        after: u8,
    },
    ClaimMissed {
        before: u8,
        after: u8,
    },
    ClaimWithSpecialTiles,
    PongBeforeChow,
    OwnPongFirst,
    ChowAfterPong,
    LowerChow,
    HigherChow,
    DrawAfterClaim,
    TurnAfterClaim {
        seat: Seat,
    },
    TurnFromClaimer {
        seat: Seat,
    },
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
            | Mistake::WinAlone
            | Mistake::LineMissing
            | Mistake::LineTooMany
            | Mistake::ByteOrderMark
            | Mistake::MissingDraw => Rule::LogLines,
            Mistake::GoesOnAfterWin => Rule::WinEndsTheGame,
            Mistake::WrongDeal => Rule::Deal,
            Mistake::WrongDraw
            | Mistake::TurnOrder { .. }
            | Mistake::NotInHand
            | Mistake::DiscardWithoutDraw => Rule::Turn,
            Mistake::GoesOnAfterDraw
            | Mistake::DrawnTooEarly { .. }
            | Mistake::DrawnBeforeClaim
            | Mistake::DrawnBeforeDiscard { .. }
            | Mistake::NotDrawn => Rule::DrawnGame,
            Mistake::RonOrder { .. } => Rule::InterceptedRon,
            Mistake::RonMissed { .. } | Mistake::Furiten { .. } | Mistake::SelfDrawnMissed => Rule::AlwaysWin,
            Mistake::RonBeforeClaims { .. } | Mistake::RonForAnybody { .. } | Mistake::RonOnOwnDiscard => {
                Rule::Ron
            }
            Mistake::WinWithSpecialTiles { .. }
            | Mistake::WinWithoutGroups { .. }
            | Mistake::WinMisread { .. } => Rule::WinningHand,
            Mistake::WinAfterAClaim => Rule::NoWinAfterAClaim,
            Mistake::PassIgnored { .. } | Mistake::PassSkipsTwo => Rule::Pass,
            Mistake::ReverseIgnored | Mistake::ReverseSkips => Rule::Reverse,
            Mistake::DoubleIgnored => Rule::Double,
            Mistake::PassTarget { .. } => Rule::PassNamesTheNext,
            Mistake::SpecialTilesFirst | Mistake::SpecialTilesOrder => Rule::SpecialTilesFirst,
            Mistake::TieOrder => Rule::OrderOfDiscards,
            Mistake::DistanceIgnored => Rule::LeastDistance,
            Mistake::WrongDistance => Rule::Distance,
            Mistake::DistanceMisread { misreading } => misreading.rule(),
            Mistake::ClaimOfSpecial => Rule::SpecialTilesStandAlone,
            Mistake::ChowByAnother { .. } => Rule::ChowIsForTheNext,
            Mistake::NotARun | Mistake::ChowImpossible | Mistake::ChowWithoutDiscard { .. } => Rule::Chow,
            Mistake::NotRon => Rule::Ron,
            Mistake::NotSelfDrawn => Rule::SelfDrawn,
            Mistake::Kong => Rule::NoKong,
            Mistake::PongImpossible
            | Mistake::PongOfAnother { .. }
            | Mistake::ClaimOfOwnDiscard
            | Mistake::PongForAnybody { .. }
            | Mistake::PongWithThree { .. } => Rule::Pong,
            Mistake::ClaimNotNearer { .. } | Mistake::ClaimMissed { .. } | Mistake::ClaimWithSpecialTiles => {
                Rule::ClaimOnlyIfNearer
            }
            Mistake::PongBeforeChow => Rule::PongBeforeChow,
            Mistake::OwnPongFirst | Mistake::ChowAfterPong => Rule::OwnPongFirst,
            Mistake::LowerChow | Mistake::HigherChow => Rule::HighestChow,
            Mistake::DrawAfterClaim | Mistake::TurnAfterClaim { .. } | Mistake::TurnFromClaimer { .. } => {
                Rule::ClaimTakesTheTurn
            }
        })
    }
}

impl Localized for Mistake {
    #[rustfmt::skip] // One sentence per line is easier to compare.
    fn text(&self, language: Language) -> String {
        match *self {
            Mistake::TrailingSpace => say!(language, "there is white space at the end of the line", "行末有空白"),
            Mistake::CarriageReturn => say!(language, "the line ends in CR LF; expected LF alone", "行以 CR LF 结尾；应只有 LF"),
            Mistake::Spaces => say!(language, "the words are right, but the spaces are wrong: expected one between words and none around", "单词正确，空格不对：单词之间一个，两端没有"),
            Mistake::BlankLine => say!(language, "there is an empty line", "有一个空行"),
            Mistake::UpperCase => say!(language, "all letters must be upper case", "所有字母都要大写"),
            Mistake::PassWithoutTarget => say!(language, "the line of a PASS must name the player who loses a turn", "PASS 的一行要写出被跳过的玩家"),
            Mistake::ChowOrder => say!(language, "the tiles of a chow are written in ascending order, whichever was claimed", "吃的三张牌按数字递增的顺序输出，与吃进的是哪一张无关"),
            Mistake::NotALine => say!(language, "this is not a line of a log", "这不是记录中的一行"),
            Mistake::NoLineEnd => say!(language, "the last line has no line end", "最后一行没有换行符"),
            Mistake::NoOutput => say!(language, "there is no output at all; perhaps the program crashed, or reads another file", "没有任何输出；程序也许崩溃了，或者读了别的文件"),
            Mistake::EndsTooEarly => say!(language, "the output ends in the middle of the game; perhaps the program crashed", "输出在游戏中途结束；程序也许崩溃了"),
            Mistake::WinAlone => say!(language, "a line WIN follows only a line RON or SELFDRAWN of the same player", "WIN 一行只能跟在同一名玩家的 RON 或 SELFDRAWN 之后"),
            Mistake::LineMissing => say!(language, "this line is missing; all lines after it are right", "缺少这一行；之后的各行都正确"),
            Mistake::LineTooMany => say!(language, "this line is one too many; all lines after it are right", "多了这一行；之后的各行都正确"),
            Mistake::ByteOrderMark => say!(language, "the output begins with a byte-order mark (BOM)", "输出以字节序标记（BOM）开头"),
            Mistake::NotRon => say!(language, "a win with a discard is RON; SELFDRAWN is a win with the tile just drawn", "用别人打出的牌和是 RON；SELFDRAWN 是用刚摸到的牌和"),
            Mistake::NotSelfDrawn => say!(language, "a win with the tile just drawn is SELFDRAWN; RON is a win with a discard", "用刚摸到的牌和是 SELFDRAWN；RON 是用别人打出的牌和"),
            Mistake::Kong => say!(language, "there is no kong: a meld has three tiles", "没有杠：副露只有三张牌"),
            Mistake::MissingWin => say!(language, "RON or SELFDRAWN must be followed by a line WIN of the same player", "RON 或 SELFDRAWN 之后必须是同一名玩家的一行 WIN"),
            Mistake::MissingDraw => say!(language, "a game in which no tile is left to draw must end with the line DRAW", "无牌可摸的游戏必须以一行 DRAW 结束"),
            Mistake::GoesOnAfterWin => say!(language, "the game ended with the line WIN", "游戏在 WIN 一行已经结束"),
            Mistake::GoesOnAfterDraw => say!(language, "the game ended with the line DRAW", "游戏在 DRAW 一行已经结束"),
            Mistake::WrongDeal => say!(language, "A, B, C, D, A, … draw one tile at a time until all have 13, and then A draws; perhaps the deck is read wrongly", "A、B、C、D、A……依次各摸一张牌，直到每人 13 张，然后 A 摸牌；也许牌堆读错了"),
            Mistake::WrongDraw => say!(language, "the tile drawn must be the first that is left in the deck", "摸到的必须是牌堆中最靠前的一张牌"),
            Mistake::DrawnTooEarly { left } => say!(language, "the game is not over: tiles left to draw: {left}", "游戏没有结束：牌堆还有 {left} 张牌"),
            Mistake::DrawnBeforeClaim => say!(language, "the game is drawn only when a player has to draw and no tile is left: the last discard can still be claimed or won with", "有人要摸牌而无牌可摸时才流局：最后打出的牌仍可以吃、碰或荣和"),
            Mistake::DrawnBeforeDiscard { seat, drawn: true } => say!(language, "the game is drawn only when a player has to draw and no tile is left: {seat} has drawn the last tile and still has to win or discard", "有人要摸牌而无牌可摸时才流局：{seat} 摸到了最后一张牌，还要和牌或出牌"),
            Mistake::DrawnBeforeDiscard { seat, drawn: false } => say!(language, "the game is drawn only when a player has to draw and no tile is left: {seat} has claimed the discard and has to discard first", "有人要摸牌而无牌可摸时才流局：{seat} 吃碰了这张牌，必须先出牌"),
            Mistake::NotDrawn => say!(language, "no tile is left to draw, so the game is over", "牌堆已经无牌可摸，所以游戏结束"),
            Mistake::RonOrder { first } => say!(language, "several players can win with this discard, and {first} is the first after the discarder in the current order of play", "有多名玩家能荣和这张牌，按当前顺序从出牌者起第一名是 {first}"),
            Mistake::RonMissed { seat } => say!(language, "{seat} can win with this discard, and a player who can win does", "{seat} 能荣和这张牌，而能和必和"),
            Mistake::RonBeforeClaims { seat } => say!(language, "{seat} can win with this discard, and that goes before chow and pong", "{seat} 能荣和这张牌，而荣和优先于吃碰"),
            Mistake::RonForAnybody { seat } => say!(language, "every other player may win with a discard, wherever it sits: {seat} does", "其他任何玩家都可以荣和，不论座位：应由 {seat} 荣和"),
            Mistake::Furiten { seat } => say!(language, "{seat} can win with this discard, although it has discarded the same kind before", "{seat} 能荣和这张牌，即使自己打出过同种牌（没有振听）"),
            Mistake::SelfDrawnMissed => say!(language, "the tile just drawn completes the hand, and a player who can win does", "刚摸到的牌使手牌能和，而能和必和"),
            Mistake::WinWithSpecialTiles { seat } => say!(language, "{seat} holds special tiles, and a hand with special tiles does not win", "{seat} 手里有特殊牌，而有特殊牌不能和"),
            Mistake::WinWithoutGroups { seat } => say!(language, "the tiles of {seat} cannot be divided into groups of three and a pair", "{seat} 的牌不能分成若干顺子或刻子和一个对子"),
            Mistake::WinMisread { misreading } => { let does = misreading.text(language); say!(language, "this hand is judged as by a program that {does}", "程序对和牌的判断像是{does}") }
            Mistake::WinAfterAClaim => say!(language, "a player cannot win right after a chow or pong and has to discard", "吃碰之后不能立即和，必须先出牌"),
            Mistake::RonOnOwnDiscard => say!(language, "a player cannot win with its own discard", "不能荣和自己打出的牌"),
            Mistake::PassIgnored { target } => say!(language, "the PASS names {target}, who loses this turn", "PASS 指定了 {target}，{target} 失去这个回合"),
            Mistake::PassSkipsTwo => say!(language, "a PASS skips only the player that it names", "PASS 只跳过被指定的玩家"),
            Mistake::ReverseIgnored => say!(language, "REVERSE reverses the order of play from the next turn on", "REVERSE 从下一个回合起反转顺序"),
            Mistake::ReverseSkips => say!(language, "after a REVERSE the next player in the new order plays, and nobody is skipped", "打出 REVERSE 后轮到新顺序中的下家，不跳过任何人"),
            Mistake::DoubleIgnored => say!(language, "after a DOUBLE the same player draws again", "打出 DOUBLE 后同一名玩家再摸牌"),
            Mistake::TurnOrder { next } => say!(language, "it is the turn of {next} in the current order of play", "按当前顺序轮到 {next}"),
            Mistake::PassTarget { next } => say!(language, "a PASS names the player who would be next in the current order of play: {next}", "PASS 指定下家，即按当前顺序下一个进行回合的玩家：{next}"),
            Mistake::SpecialTilesFirst => say!(language, "a player who holds special tiles discards one of them, also right after a claim", "有特殊牌时一定先打出特殊牌，吃碰之后也是"),
            Mistake::SpecialTilesOrder => say!(language, "special tiles are discarded in the order PASS, REVERSE, DOUBLE", "特殊牌按 PASS、REVERSE、DOUBLE 的顺序打出"),
            Mistake::NotInHand => say!(language, "the player does not hold this tile", "该玩家没有这张牌"),
            Mistake::TieOrder => say!(language, "both discards leave the same distance; then the first in the order Z F B N W S E 9S-1S 9P-1P 9M-1M is discarded", "打出两者后和牌距离相同，这时按 Z F B N W S E 9S-1S 9P-1P 9M-1M 的顺序打出最靠前的"),
            Mistake::DistanceIgnored => say!(language, "the order of discards decides only between tiles that leave the least distance", "只有打出后和牌距离同为最小的牌才按出牌顺序选择"),
            Mistake::WrongDistance => say!(language, "the program seems to compute wrong distances", "程序算出的和牌距离似乎不对"),
            Mistake::DistanceMisread { misreading } => { let does = misreading.text(language); say!(language, "the distances are those of a program that {does}", "和牌距离像是这样算出的：{does}") }
            Mistake::ClaimOfSpecial => say!(language, "a special tile cannot be claimed", "特殊牌不能吃、碰或荣和"),
            Mistake::NotARun => say!(language, "a chow takes three consecutive numbers of one suit", "吃的三张牌必须是同一花色的连续数字"),
            Mistake::ChowByAnother { next } => say!(language, "only {next}, who would be next, may chow", "只有下家 {next} 能吃"),
            Mistake::ChowImpossible => say!(language, "the player does not hold the other two tiles of this run", "该玩家没有这个顺子的另外两张牌"),
            Mistake::PongImpossible => say!(language, "the player does not hold two tiles of this kind", "该玩家没有两张这种牌"),
            Mistake::PongOfAnother { tile } => say!(language, "a pong takes the last discard, {tile}", "碰的必须是刚打出的牌 {tile}"),
            Mistake::ClaimOfOwnDiscard => say!(language, "a player cannot claim its own discard", "不能吃碰自己打出的牌"),
            Mistake::ChowWithoutDiscard { tile } => say!(language, "the run of a chow must contain the last discard, {tile}", "吃的顺子必须含有刚打出的牌 {tile}"),
            Mistake::PongForAnybody { seat } => say!(language, "every other player may pong, wherever it sits: {seat} does", "其他任何玩家都可以碰，不论座位：应由 {seat} 碰"),
            Mistake::PongWithThree { seat } => say!(language, "{seat} holds three tiles of this kind, and two of them are enough for a pong; there is no kong", "{seat} 有三张这种牌，用其中两张就可以碰；没有杠"),
            Mistake::ClaimNotNearer { before, after } => say!(language, "a discard is claimed only if that reduces the distance, and here it goes from {before} to {after}", "只有使和牌距离减小才吃碰，而这里是从 {before} 到 {after}"),
            Mistake::ClaimMissed { before, after } => say!(language, "the claim reduces the distance from {before} to {after}, so it is made", "吃碰使和牌距离从 {before} 减小到 {after}，所以要吃碰"),
            Mistake::ClaimWithSpecialTiles => say!(language, "a player who holds special tiles claims like any other", "手里有特殊牌的玩家同样可以吃碰"),
            Mistake::PongBeforeChow => say!(language, "the pong of one player goes before the chow of another", "一名玩家的碰优先于另一名玩家的吃"),
            Mistake::OwnPongFirst => say!(language, "a player who can pong and chow the same discard considers the pong first", "能碰又能吃同一张牌的玩家先考虑碰"),
            Mistake::ChowAfterPong => say!(language, "a player who can pong but does not want to still considers the chow", "能碰但不碰的玩家还要考虑吃"),
            Mistake::LowerChow => say!(language, "of several chows that reduce the distance, the one with the greatest numbers is made", "有多种吃法使和牌距离减小时，选择数字最大的"),
            Mistake::HigherChow => say!(language, "if the chow with the greatest numbers does not reduce the distance, the others are considered", "数字最大的吃法不使和牌距离减小时，还要考虑其他吃法"),
            Mistake::DrawAfterClaim => say!(language, "a player who has claimed a discard does not draw in that turn", "吃碰的玩家在这一回合不摸牌"),
            Mistake::TurnAfterClaim { seat } => say!(language, "{seat} has claimed the discard, so it is the turn of {seat}", "{seat} 吃碰了这张牌，所以是 {seat} 的回合"),
            Mistake::TurnFromClaimer { seat } => say!(language, "after a claim the turn passes on from {seat}, who claimed", "吃碰之后，从吃碰的玩家 {seat} 起按顺序继续"),
            Mistake::DiscardWithoutDraw => say!(language, "the player has to draw first", "该玩家要先摸牌"),
            Mistake::Other => say!(language, "no common mistake explains this line", "没有常见的错误能解释这一行"),
        }
    }
}

print_in_english!(Mistake);

/// The mistake that explains this line of an output.
pub(super) fn find(output: &[&[u8]], line: usize, log: &[Event], position: Option<&Position>) -> Mistake {
    let expected = log.get(line).copied();
    let Some(found) = output.get(line).copied() else { return ends(expected, position, line) };
    match (expected, event(found), position) {
        (None, ..) if found.trim_ascii().is_empty() => Mistake::BlankLine,
        (None, ..) => match log.last() {
            Some(Event::Exhausted) => Mistake::GoesOnAfterDraw,
            _ => Mistake::GoesOnAfterWin,
        },
        (Some(expected), None, _) => form(found, line, expected),
        (Some(_), Some(_), _) if are(&output[line..], &log[line + 1..]) => Mistake::LineMissing,
        (Some(_), Some(_), _) if are(&output[line + 1..], &log[line..]) => Mistake::LineTooMany,
        (Some(_), Some(_), None) => Mistake::WrongDeal,
        (Some(expected), Some(found), Some(position)) => {
            position.mistake(expected, found, output[line + 1..].iter().map_while(|line| event(line)))
        }
    }
}

/// Whether lines are those of these events, which are too many for that to be by chance.
fn are(lines: &[&[u8]], events: &[Event]) -> bool {
    const ENOUGH: usize = 3;
    events.len() >= ENOUGH
        && lines.len() == events.len()
        && lines.iter().zip(events).all(|(line, other)| event(line) == Some(*other))
}

/// The event of a line; `None` if it is not a line of a log.
pub(super) fn event(line: &[u8]) -> Option<Event> {
    str::from_utf8(line).ok().and_then(|line| line.parse().ok())
}

fn ends(expected: Option<Event>, position: Option<&Position>, line: usize) -> Mistake {
    match (expected, position) {
        (Some(Event::Win { .. }), _) => Mistake::MissingWin,
        (Some(Event::Exhausted), _) => Mistake::MissingDraw,
        (Some(Event::Draw { .. }), None) if line == 0 => Mistake::NoOutput,
        (Some(Event::Discard { .. } | Event::Pass { .. }), Some(position))
            if position.game.wall().is_empty() =>
        {
            position.drawn_before_discard()
        }
        _ => Mistake::EndsTooEarly,
    }
}

/// The mistake in a line that is not an event.
fn form(bytes: &[u8], line: usize, expected: Event) -> Mistake {
    let right = expected.to_string();
    let text = String::from_utf8_lossy(bytes);
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut sorted = words.clone();
    sorted.get_mut(2..).unwrap_or_default().sort_unstable();
    let joined = words.join(" ");
    let tiles: Option<Vec<Tile>> =
        words.iter().skip(2).map(|word| Tile::from_name(word.as_bytes())).collect();
    let special = |tiles: &[Tile]| tiles.iter().any(|tile| tile.is_special());
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
    } else if matches!(event(sorted.join(" ").as_bytes()), Some(Event::Chow { .. })) {
        Mistake::ChowOrder
    } else if line == 0 && text.starts_with('\u{feff}') {
        Mistake::ByteOrderMark
    } else if matches!(words[..], [_, "KONG", ..] | [_, "PONG", _, _, _, _]) {
        Mistake::Kong
    } else {
        match (&words[..], tiles.as_deref()) {
            ([_, "CHOW" | "PONG", _, _, _], Some(tiles)) if special(tiles) => Mistake::ClaimOfSpecial,
            ([_, "CHOW", _, _, _], Some(_)) => Mistake::NotARun,
            _ => Mistake::NotALine,
        }
    }
}

impl Position {
    fn mistake(&self, expected: Event, found: Event, rest: impl Iterator<Item = Event>) -> Mistake {
        if let Some(mistake) = wrong_word(expected, found).or_else(|| self.illegal_claim(found)) {
            return mistake;
        }
        match explanation(self, found, rest) {
            Some(habit) => self.by_habit(habit, expected, found),
            None => self.otherwise(expected, found),
        }
    }

    /// The last discard and its seat, if it can be claimed or the next player draws.
    fn discard(&self) -> Option<(Seat, Tile)> {
        let game = &self.game;
        let free = game.outcome().is_none() && !matches!(game.turn(), Some(Turn::Discard { .. }));
        game.river().last().filter(|_| free).map(|discard| (discard.seat, discard.tile))
    }

    /// The mistake in a claim that is not legal at all.
    fn illegal_claim(&self, found: Event) -> Option<Mistake> {
        let (from, tile) = self.discard()?;
        let next = self.game.next_seat(from);
        let lacks = || self.distances(found).is_none();
        match found {
            Event::Chow { .. } | Event::Pong { .. } | Event::Ron { .. } if tile.is_special() => {
                Some(Mistake::ClaimOfSpecial)
            }
            Event::Chow { seat, .. } if seat != next || seat == from => Some(Mistake::ChowByAnother { next }),
            Event::Chow { run, .. } if !run.tiles().contains(&tile) => {
                Some(Mistake::ChowWithoutDiscard { tile })
            }
            Event::Chow { .. } if lacks() => Some(Mistake::ChowImpossible),
            Event::Pong { seat, .. } if seat == from => Some(Mistake::ClaimOfOwnDiscard),
            Event::Pong { tile: other, .. } if other != tile => Some(Mistake::PongOfAnother { tile }),
            Event::Pong { .. } if lacks() => Some(Mistake::PongImpossible),
            Event::Ron { seat } if seat == from => Some(Mistake::RonOnOwnDiscard),
            _ => None,
        }
    }

    /// The mistake of a program with this habit.
    fn by_habit(&self, habit: Habit, expected: Event, found: Event) -> Mistake {
        let is_win = |event| matches!(event, Event::Ron { .. } | Event::SelfDrawn { .. });
        let from = self.discard().map_or(Seat::A, |(from, _)| from);
        let seat = expected.seat().unwrap_or(from);
        match habit {
            Habit::Standard => Mistake::Other,
            Habit::Reads(misreading) if is_win(expected) || is_win(found) => {
                Mistake::WinMisread { misreading }
            }
            Habit::Reads(misreading) => Mistake::DistanceMisread { misreading },
            Habit::Ties(_) => Mistake::TieOrder,
            Habit::DistanceIgnored => Mistake::DistanceIgnored,
            Habit::SpecialTiles(_) => Mistake::SpecialTilesOrder,
            Habit::SpecialTilesLast | Habit::SpecialTilesKeptAfterClaim => Mistake::SpecialTilesFirst,
            Habit::PassNames(_) => Mistake::PassTarget { next: self.game.next_seat(seat) },
            Habit::PassIgnored => Mistake::PassIgnored { target: found.seat().unwrap_or(seat) },
            Habit::PassSkipsTwo => Mistake::PassSkipsTwo,
            Habit::ReverseIgnored => Mistake::ReverseIgnored,
            Habit::ReverseSkips => Mistake::ReverseSkips,
            Habit::DoubleIgnored | Habit::DoubleIgnoredAfterClaim => Mistake::DoubleIgnored,
            Habit::ClaimKeepsTheTurn => Mistake::TurnFromClaimer { seat: from },
            Habit::DrawsAfterClaim => Mistake::DrawAfterClaim,
            Habit::May(Claim::Ron, Neighbour::None) => Mistake::RonMissed { seat },
            Habit::May(Claim::Ron, _) => Mistake::RonForAnybody { seat },
            Habit::NoSelfDrawn => Mistake::SelfDrawnMissed,
            Habit::May(Claim::Pong, _) => Mistake::PongForAnybody { seat },
            Habit::May(Claim::Chow, _) => Mistake::ChowByAnother { next: self.game.next_seat(from) },
            Habit::PongWithExactlyTwo => Mistake::PongWithThree { seat },
            Habit::Furiten => Mistake::Furiten { seat },
            Habit::RonFirst(_) => Mistake::RonOrder { first: seat },
            Habit::ClaimsBeforeRon => Mistake::RonBeforeClaims { seat },
            Habit::ChowBeforePong => Mistake::PongBeforeChow,
            Habit::OwnChowFirst => Mistake::OwnPongFirst,
            Habit::NoChowIfPongPossible => Mistake::ChowAfterPong,
            Habit::LowestChow => Mistake::LowerChow,
            Habit::HighestChowOnly => Mistake::HigherChow,
            Habit::Claims(_, Condition::Never) => self.claim_missed(expected),
            Habit::Claims(..) => self.claim_not_nearer(found),
            Habit::NoClaimWithSpecialTiles => Mistake::ClaimWithSpecialTiles,
            Habit::DrawnAtTheLastDraw | Habit::DrawnBeforeTheClaimerDiscards => self.drawn_before_discard(),
            Habit::DrawnAfterTheLastDiscard
            | Habit::NoRonOnTheLastDiscard
            | Habit::NoMeldOfTheLastDiscard
            | Habit::NoSecondMeldAtTheEnd => Mistake::DrawnBeforeClaim,
        }
    }

    /// The mistake in a line that no habit explains.
    fn otherwise(&self, expected: Event, found: Event) -> Mistake {
        match (expected, found) {
            (_, Event::Exhausted) => self.drawn_too_early(expected),
            (Event::Ron { seat }, Event::Chow { .. } | Event::Pong { .. }) => {
                Mistake::RonBeforeClaims { seat }
            }
            (_, Event::Ron { seat } | Event::SelfDrawn { seat }) => self.wrong_win(expected, seat),
            (Event::Ron { seat }, _) => Mistake::RonMissed { seat },
            (Event::SelfDrawn { .. }, _) => Mistake::SelfDrawnMissed,
            (Event::Win { .. }, _) | (_, Event::Win { .. }) => Mistake::WinAlone,
            (Event::Pong { seat, .. }, Event::Chow { seat: other, .. }) => {
                if seat == other {
                    Mistake::OwnPongFirst
                } else {
                    Mistake::PongBeforeChow
                }
            }
            (_, Event::Chow { .. } | Event::Pong { .. }) if self.discard().is_none() => {
                self.not_yet(expected)
            }
            // No seat has drawn or claimed since the last discard.
            (Event::Chow { .. } | Event::Pong { .. }, Event::Discard { .. } | Event::Pass { .. }) => {
                Mistake::DiscardWithoutDraw
            }
            (_, Event::Chow { .. } | Event::Pong { .. }) | (Event::Chow { .. } | Event::Pong { .. }, _) => {
                Mistake::WrongDistance
            }
            (Event::Exhausted, _) => Mistake::NotDrawn,
            (Event::Draw { seat, tile }, Event::Draw { seat: other, tile: drawn }) => {
                if seat == other && tile != drawn { Mistake::WrongDraw } else { self.turn_order(expected) }
            }
            (Event::Draw { .. }, _) => match self.discard() {
                Some((_, Tile::Double)) => Mistake::DoubleIgnored,
                _ => Mistake::DiscardWithoutDraw,
            },
            (Event::Discard { seat, .. } | Event::Pass { seat, .. }, Event::Draw { .. }) => {
                match self.game.turn() {
                    Some(Turn::Discard { drawn: None, .. }) => Mistake::TurnAfterClaim { seat },
                    _ => Mistake::TurnOrder { next: seat },
                }
            }
            (Event::Discard { .. } | Event::Pass { .. }, Event::Discard { .. } | Event::Pass { .. }) => {
                self.wrong_discard(expected, found)
            }
        }
    }

    fn drawn_too_early(&self, expected: Event) -> Mistake {
        match (self.game.wall().len(), expected) {
            (0, Event::Discard { .. } | Event::Pass { .. }) => self.drawn_before_discard(),
            (0, _) => Mistake::DrawnBeforeClaim,
            (left, _) => Mistake::DrawnTooEarly { left },
        }
    }

    fn drawn_before_discard(&self) -> Mistake {
        match self.game.turn() {
            Some(Turn::Discard { seat, drawn }) => {
                Mistake::DrawnBeforeDiscard { seat, drawn: drawn.is_some() }
            }
            _ => Mistake::DrawnBeforeClaim,
        }
    }

    /// The mistake if the wrong seat takes the turn.
    fn turn_order(&self, expected: Event) -> Mistake {
        match self.discard() {
            Some((_, Tile::Double)) => Mistake::DoubleIgnored,
            Some((from, tile)) if !tile.is_special() && claimed_before(&self.game).is_some() => {
                Mistake::TurnFromClaimer { seat: from }
            }
            _ => self.not_yet(expected),
        }
    }

    /// The mistake if another seat has its turn.
    fn not_yet(&self, expected: Event) -> Mistake {
        let turn = self.game.turn().map(Turn::seat);
        expected.seat().or(turn).map_or(Mistake::Other, |next| Mistake::TurnOrder { next })
    }

    fn wrong_win(&self, expected: Event, seat: Seat) -> Mistake {
        let mut hand = *self.game.hand(seat);
        if let Some((_, tile)) = self.discard() {
            hand.put(tile);
        }
        match (self.game.turn(), expected) {
            (Some(Turn::Discard { seat: next, .. }), _) if seat != next => Mistake::TurnOrder { next },
            (Some(Turn::Discard { drawn: None, .. }), _) => Mistake::WinAfterAClaim,
            (_, Event::Ron { seat: first }) if hand.wins() => Mistake::RonOrder { first },
            _ if hand.wins() => Mistake::Other,
            _ if hand.kinds().iter().any(Tile::is_special) => Mistake::WinWithSpecialTiles { seat },
            _ => Mistake::WinWithoutGroups { seat },
        }
    }

    fn claim_not_nearer(&self, found: Event) -> Mistake {
        self.distances(found)
            .map_or(Mistake::Other, |(before, after)| Mistake::ClaimNotNearer { before, after })
    }

    fn claim_missed(&self, expected: Event) -> Mistake {
        self.distances(expected)
            .map_or(Mistake::Other, |(before, after)| Mistake::ClaimMissed { before, after })
    }

    /// The distances before and after a claim for a meld.
    fn distances(&self, event: Event) -> Option<(u8, u8)> {
        let (_, tile) = self.discard()?;
        let hand = self.game.hand(event.seat()?);
        Some((hand.distance(), hand.distance_after_meld(claim(event, tile)?.own_tiles(tile)?)?))
    }

    fn wrong_discard(&self, expected: Event, found: Event) -> Mistake {
        let (Some((seat, right)), Some((other, tile))) = (discarded(expected), discarded(found)) else {
            return Mistake::Other;
        };
        if seat != other {
            return match self.game.turn() {
                Some(Turn::Discard { drawn: None, .. }) => Mistake::TurnAfterClaim { seat },
                _ => Mistake::TurnOrder { next: seat },
            };
        }
        match (expected, found) {
            (Event::Pass { target, .. }, Event::Pass { .. }) => Mistake::PassTarget { next: target },
            _ if !self.game.hand(seat).holds(tile) => Mistake::NotInHand,
            _ if right.is_special() && tile.is_special() => Mistake::SpecialTilesOrder,
            _ if right.is_special() => Mistake::SpecialTilesFirst,
            _ => Mistake::WrongDistance,
        }
    }

    /// The proofs of the distances that a program has found wrong: those after both discards, or before and after a
    /// claim.
    pub(super) fn proofs(&self, mistake: Mistake, expected: Event, found: Event) -> Vec<Proof> {
        if !matches!(mistake, Mistake::WrongDistance | Mistake::DistanceMisread { .. }) {
            return Vec::new();
        }
        let game = &self.game;
        if let (Some((seat, right)), Some((_, wrong))) = (discarded(expected), discarded(found)) {
            return [right, wrong].into_iter().filter_map(|tile| Proof::without(game, seat, tile)).collect();
        }
        let claims = [found, expected].into_iter().filter_map(|event| {
            let (_, tile) = self.discard()?;
            Some((event.seat()?, claim(event, tile)?, tile))
        });
        claims
            .take(1)
            .flat_map(|(seat, claim, tile)| {
                [Some(Proof::held(game, seat)), Proof::with(game, seat, claim, tile)]
            })
            .flatten()
            .collect()
    }
}

/// The mistake in the lines of a win, whatever the hands are.
fn wrong_word(expected: Event, found: Event) -> Option<Mistake> {
    match (expected, found) {
        (Event::Win { .. }, _) => Some(Mistake::MissingWin),
        (_, Event::Win { .. }) => Some(Mistake::WinAlone),
        (Event::Ron { seat }, Event::SelfDrawn { seat: other }) if seat == other => Some(Mistake::NotRon),
        (Event::SelfDrawn { seat }, Event::Ron { seat: other }) if seat == other => {
            Some(Mistake::NotSelfDrawn)
        }
        _ => None,
    }
}

/// The claim for a meld that an event shows.
fn claim(event: Event, tile: Tile) -> Option<Action> {
    match event {
        Event::Chow { run, .. } => Claimed::of(tile, run).map(Action::Chow),
        Event::Pong { tile: of, .. } if of == tile => Some(Action::Pong),
        _ => None,
    }
}

/// The discard that an event shows.
const fn discarded(event: Event) -> Option<(Seat, Tile)> {
    match event {
        Event::Discard { seat, tile } => Some((seat, tile)),
        Event::Pass { seat, .. } => Some((seat, Tile::Pass)),
        _ => None,
    }
}
