//! What is probably wrong with a program whose log differs.

use super::Decision;
use crate::event::Event;
use crate::game::{Game, Turn};
use crate::hand::Hand;
use crate::language::{Language, print_in_english, say};
use crate::meld::Meld;
use crate::rule::Rule;
use crate::tile::{Run, Seat, Tile};

/// A mistake that would explain the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // `text` says what each means.
pub enum Slip {
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

impl Slip {
    /// The rule that the program breaks; none if it is not about rules.
    #[must_use]
    pub const fn rule(self) -> Option<Rule> {
        Some(match self {
            Slip::NoOutput | Slip::EndsTooEarly | Slip::Other => return None,
            Slip::TrailingSpace
            | Slip::CarriageReturn
            | Slip::Spaces
            | Slip::BlankLine
            | Slip::UpperCase
            | Slip::PassWithoutTarget
            | Slip::ChowOrder
            | Slip::NotALine
            | Slip::NoLineEnd
            | Slip::MissingWin
            | Slip::MissingDraw => Rule::LogLines,
            Slip::GoesOnAfterWin => Rule::WinEndsTheGame,
            Slip::WrongDeal => Rule::Deal,
            Slip::WrongDraw | Slip::TurnOrder | Slip::NotInHand | Slip::DiscardWithoutDraw => Rule::Turn,
            Slip::GoesOnAfterDraw
            | Slip::DrawnTooEarly { .. }
            | Slip::DrawnBeforeClaim
            | Slip::DrawnBeforeDiscard { .. }
            | Slip::NotDrawn => Rule::DrawnGame,
            Slip::RonOrder { .. } => Rule::InterceptedRon,
            Slip::RonMissed { .. } | Slip::SelfDrawnMissed => Rule::AlwaysWin,
            Slip::RonBeforeClaims { .. } | Slip::RonOnOwnDiscard => Rule::Ron,
            Slip::WinWithSpecialTiles { .. } | Slip::WinWithoutGroups { .. } => Rule::WinningHand,
            Slip::WinAfterAClaim => Rule::NoWinAfterAClaim,
            Slip::PassIgnored { .. } => Rule::Pass,
            Slip::ReverseIgnored => Rule::Reverse,
            Slip::DoubleIgnored => Rule::Double,
            Slip::PassTarget { .. } => Rule::PassNamesTheNext,
            Slip::SpecialTilesFirst | Slip::SpecialTilesOrder => Rule::SpecialTilesFirst,
            Slip::TieOrder => Rule::OrderOfDiscards,
            Slip::NotTheLeastDistance { .. } => Rule::LeastDistance,
            Slip::LimitOfFour => Rule::LimitOfFour,
            Slip::OpenMeldsCounted => Rule::OpenMeldsApart,
            Slip::ClaimOfSpecial => Rule::SpecialTilesStandAlone,
            Slip::ChowByAnother { .. } => Rule::ChowIsForTheNext,
            Slip::ChowImpossible => Rule::Chow,
            Slip::PongImpossible => Rule::Pong,
            Slip::ClaimNotNearer { .. } | Slip::ClaimMissed { .. } => Rule::ClaimOnlyIfNearer,
            Slip::PongBeforeChow => Rule::PongBeforeChow,
            Slip::OwnPongFirst => Rule::OwnPongFirst,
            Slip::LowerChow => Rule::HighestChow,
            Slip::DrawAfterClaim | Slip::TurnAfterClaim { .. } => Rule::ClaimTakesTheTurn,
        })
    }
}

impl Slip {
    /// What it is, in a language.
    #[must_use]
    #[rustfmt::skip] // One after the other, the sentences are easier to compare.
    pub fn text(self, language: Language) -> String {
        match self {
            Slip::TrailingSpace => say!(language, "there is white space at the end of the line", "行末有空白"),
            Slip::CarriageReturn => say!(language, "the line ends in CR LF; expected LF alone", "行以 CR LF 结尾；应只有 LF"),
            Slip::Spaces => say!(language, "the words are right, the spaces are not: one between words, none around", "单词正确，空格不对：单词之间一个，两端没有"),
            Slip::BlankLine => say!(language, "there is an empty line", "有一个空行"),
            Slip::UpperCase => say!(language, "everything is in upper case", "所有字母都要大写"),
            Slip::PassWithoutTarget => say!(language, "the line of a PASS names the player who loses a turn", "PASS 的一行要写出被跳过的玩家"),
            Slip::ChowOrder => say!(language, "the tiles of a chow are written ascending, wherever the claimed one stands", "吃的三张牌按数字递增的顺序输出，与吃进的是哪一张无关"),
            Slip::NotALine => say!(language, "this is not a line of a log", "这不是记录中的一行"),
            Slip::NoLineEnd => say!(language, "the last line has no line end", "最后一行没有换行符"),
            Slip::NoOutput => say!(language, "there is no output at all; perhaps the program crashed, or reads another file", "没有任何输出；程序也许崩溃了，或者读了别的文件"),
            Slip::EndsTooEarly => say!(language, "the output ends in the middle of the game; perhaps the program crashed", "输出在游戏中途结束；程序也许崩溃了"),
            Slip::MissingWin => say!(language, "after RON or SELFDRAWN comes a line WIN of the same player", "RON 或 SELFDRAWN 之后是同一名玩家的一行 WIN"),
            Slip::MissingDraw => say!(language, "a game in which no tile is left to draw ends with the line DRAW", "无牌可摸的游戏以一行 DRAW 结束"),
            Slip::GoesOnAfterWin => say!(language, "the game was over with the line WIN", "游戏在 WIN 一行已经结束"),
            Slip::GoesOnAfterDraw => say!(language, "the game was over with the line DRAW", "游戏在 DRAW 一行已经结束"),
            Slip::WrongDeal => say!(language, "A, B, C, D, A, … draw one tile at a time until all have 13, and then A draws; perhaps the deck is read wrong", "A、B、C、D、A……依次各摸一张牌，直到每人 13 张，然后 A 摸牌；也许牌堆读错了"),
            Slip::WrongDraw => say!(language, "the tile drawn is always the first that is left in the deck", "摸到的总是牌堆中最靠前的一张牌"),
            Slip::DrawnTooEarly { left } => say!(language, "the game is not over: tiles left to draw: {left}", "游戏没有结束：牌堆还有 {left} 张牌"),
            Slip::DrawnBeforeClaim => say!(language, "the game is drawn when somebody has to draw and cannot, not when the last tile is drawn: the last discard can still be claimed", "有人要摸牌而无牌可摸时才流局，不是摸完最后一张牌时：最后打出的牌仍可以吃碰或荣和"),
            Slip::DrawnBeforeDiscard { seat } => say!(language, "the game is drawn when somebody has to draw and cannot: {seat} has claimed the discard and has to discard first", "有人要摸牌而无牌可摸时才流局：{seat} 吃碰了这张牌，必须先出牌"),
            Slip::NotDrawn => say!(language, "no tile is left to draw, so the game is over", "牌堆已经无牌可摸，所以游戏结束"),
            Slip::RonOrder { first } => say!(language, "of several who could win, {first} is the first after the discarder in the present order of play", "在能荣和的玩家中，{first} 是从出牌者起按当前顺序的第一名"),
            Slip::RonMissed { seat } => say!(language, "{seat} wins with this discard, and a win is always taken", "{seat} 能荣和这张牌，而能和必和"),
            Slip::RonBeforeClaims { seat } => say!(language, "{seat} wins with this discard, and that goes before chow and pong", "{seat} 能荣和这张牌，而荣和优先于吃碰"),
            Slip::SelfDrawnMissed => say!(language, "the tile just drawn completes the hand, and a win is always taken", "刚摸到的牌使手牌能和，而能和必和"),
            Slip::WinWithSpecialTiles { seat } => say!(language, "{seat} holds special tiles, and nobody wins with them in hand", "{seat} 手里有特殊牌，有特殊牌不能和"),
            Slip::WinWithoutGroups { seat } => say!(language, "the tiles of {seat} do not fall into groups of three and a pair", "{seat} 的牌不能分成若干顺子或刻子和一个对子"),
            Slip::WinAfterAClaim => say!(language, "nobody wins right after a chow or pong; there has to be a discard", "吃碰之后不能立即和，必须先出牌"),
            Slip::RonOnOwnDiscard => say!(language, "nobody wins with its own discard", "不能荣和自己打出的牌"),
            Slip::PassIgnored { target } => say!(language, "{target} was named by the PASS and loses this turn", "{target} 被 PASS 指定，失去这个回合"),
            Slip::ReverseIgnored => say!(language, "REVERSE turns the order of play round, from the next turn on", "REVERSE 从下一个回合起反转顺序"),
            Slip::DoubleIgnored => say!(language, "after a DOUBLE the same player draws again", "打出 DOUBLE 后同一名玩家再摸牌"),
            Slip::TurnOrder => say!(language, "another player is next in the present order of play", "按当前顺序轮到另一名玩家"),
            Slip::PassTarget { next } => say!(language, "a PASS names the player who would be next in the present order of play: {next}", "PASS 指定下家，即按当前顺序下一个进行回合的玩家：{next}"),
            Slip::SpecialTilesFirst => say!(language, "whoever holds a special tile discards it before any other, also right after a claim", "有特殊牌时一定先打出特殊牌，吃碰之后也是"),
            Slip::SpecialTilesOrder => say!(language, "special tiles go in the order PASS, REVERSE, DOUBLE", "特殊牌按 PASS、REVERSE、DOUBLE 的顺序打出"),
            Slip::NotInHand => say!(language, "the player does not hold this tile", "该玩家没有这张牌"),
            Slip::TieOrder => say!(language, "both leave the same distance, and of such tiles the first in the order Z F B N W S E 9S-1S 9P-1P 9M-1M goes (or the program finds other distances: compare them)", "两者打出后和牌距离相同，这时按 Z F B N W S E 9S-1S 9P-1P 9M-1M 的顺序打出最靠前的（或者程序算出的和牌距离不对：请比较）"),
            Slip::NotTheLeastDistance { right, found } => say!(language, "this discard leaves the distance {found}, the right one {right}", "打出这张牌后和牌距离是 {found}，正确的是 {right}"),
            Slip::LimitOfFour => say!(language, "this is what a program does that forgets the limit: with the tiles added, no kind may be there more than four times", "忘记限制的程序会这样做：加入牌后，每种牌不能超过四张"),
            Slip::OpenMeldsCounted => say!(language, "this is what a program does that counts open melds: the limit of four of a kind looks at the hand alone", "把副露也算进去的程序会这样做：每种四张的限制只看手牌"),
            Slip::ClaimOfSpecial => say!(language, "a special tile cannot be claimed", "特殊牌不能吃、碰或荣和"),
            Slip::ChowByAnother { next } => say!(language, "only {next} may chow: the player who would be next", "只有 {next} 能吃：他是下家"),
            Slip::ChowImpossible => say!(language, "the player has not the tiles for this chow", "该玩家没有吃所需的牌"),
            Slip::PongImpossible => say!(language, "the player has not two tiles of this kind", "该玩家没有两张这样的牌"),
            Slip::ClaimNotNearer { before, after } => say!(language, "a discard is claimed only if that makes the distance smaller, and here it goes from {before} to {after}", "只有使和牌距离减小才吃碰，而这里是从 {before} 到 {after}"),
            Slip::ClaimMissed { before, after } => say!(language, "the claim makes the distance smaller, from {before} to {after}, so it is made", "吃碰使和牌距离从 {before} 减小到 {after}，所以要吃碰"),
            Slip::PongBeforeChow => say!(language, "the pong of one player goes before the chow of another", "一名玩家的碰优先于另一名玩家的吃"),
            Slip::OwnPongFirst => say!(language, "a player who could pong and chow the same discard looks at the pong first", "能碰又能吃同一张牌的玩家先考虑碰"),
            Slip::LowerChow => say!(language, "of several chows that bring the hand nearer, the one with the greatest numbers is made", "有多种吃法使和牌距离减小时，选择数字最大的"),
            Slip::DrawAfterClaim => say!(language, "whoever has claimed a discard does not draw in that turn", "吃碰的玩家在这一回合不摸牌"),
            Slip::TurnAfterClaim { seat } => say!(language, "{seat} has claimed the discard, so the turn is that of {seat}", "{seat} 吃碰了这张牌，所以是 {seat} 的回合"),
            Slip::DiscardWithoutDraw => say!(language, "the player has to draw first", "该玩家要先摸牌"),
            Slip::Other => say!(language, "no usual mistake explains this line", "没有常见的错误能解释这一行"),
        }
    }
}

print_in_english!(Slip);

/// The mistake that explains what was found where something else was expected.
pub(super) fn find(
    found: Option<&[u8]>,
    expected: Option<Event>,
    decision: Option<&Decision>,
    won: bool,
) -> Slip {
    let Some(line) = found else { return ends(expected, decision) };
    let event: Option<Event> = str::from_utf8(line).ok().and_then(|line| line.parse().ok());
    match (expected, event, decision) {
        (None, ..) if line.trim_ascii().is_empty() => Slip::BlankLine,
        (None, ..) => {
            if won {
                Slip::GoesOnAfterWin
            } else {
                Slip::GoesOnAfterDraw
            }
        }
        (Some(expected), None, _) => form(line, expected),
        (Some(_), Some(_), None) => Slip::WrongDeal,
        (Some(expected), Some(found), Some(decision)) => Scene::new(decision).slip(expected, found),
    }
}

fn ends(expected: Option<Event>, decision: Option<&Decision>) -> Slip {
    match (expected, decision) {
        (Some(Event::Win { .. }), _) => Slip::MissingWin,
        (Some(Event::Exhausted), _) => Slip::MissingDraw,
        (Some(Event::Draw { .. }), None) => Slip::NoOutput,
        (Some(Event::Discard { seat, .. }), Some(decision))
            if decision.before.wall().is_empty()
                && matches!(decision.turn, Turn::Discard { drawn: None, .. }) =>
        {
            Slip::DrawnBeforeDiscard { seat }
        }
        _ => Slip::EndsTooEarly,
    }
}

/// What is wrong with the form of a line that is none.
fn form(line: &[u8], expected: Event) -> Slip {
    let right = expected.to_string();
    let text = String::from_utf8_lossy(line);
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut sorted = words.clone();
    sorted.get_mut(2..).unwrap_or_default().sort_unstable();
    let joined = words.join(" ");
    if words.is_empty() {
        Slip::BlankLine
    } else if text.strip_suffix('\r') == Some(&right) {
        Slip::CarriageReturn
    } else if text.trim_end() == right {
        Slip::TrailingSpace
    } else if joined == right {
        Slip::Spaces
    } else if joined.to_uppercase() == right {
        Slip::UpperCase
    } else if matches!(expected, Event::Pass { .. }) && matches!(words[..], [_, "OUT", "PASS"]) {
        Slip::PassWithoutTarget
    } else if matches!(expected, Event::Chow { .. }) && sorted.join(" ") == right {
        Slip::ChowOrder
    } else {
        Slip::NotALine
    }
}

/// The table on which the difference shows.
struct Scene<'a> {
    decision: &'a Decision,
    /// The discard that was to be answered, and whose it was.
    discard: Option<(Seat, Tile)>,
}

/// How a program may read the limit of four of a kind.
#[derive(Clone, Copy)]
enum Limit {
    Forgotten,
    CountsOpenMelds,
}

impl<'a> Scene<'a> {
    fn new(decision: &'a Decision) -> Scene<'a> {
        let last = if decision.follows { &decision.after } else { &decision.before };
        let discard = last.river().last().map(|discard| (discard.seat, discard.tile));
        Scene { decision, discard }
    }

    /// A game in which the hands are as they were when the discard lay there.
    fn game(&self) -> &Game {
        &self.decision.before
    }

    fn hand(&self, seat: Seat) -> &Hand {
        self.game().hand(seat)
    }

    fn slip(&self, expected: Event, found: Event) -> Slip {
        match (expected, found) {
            (_, Event::Exhausted) => self.drawn_too_early(expected),
            (Event::Ron { seat }, Event::Ron { .. }) => Slip::RonOrder { first: seat },
            (Event::Ron { seat }, Event::Chow { .. } | Event::Pong { .. }) => Slip::RonBeforeClaims { seat },
            (Event::Ron { seat }, _) => Slip::RonMissed { seat },
            (_, Event::Ron { seat }) => self.wrong_ron(seat),
            (Event::SelfDrawn { .. }, _) => Slip::SelfDrawnMissed,
            (_, Event::SelfDrawn { seat }) => match self.decision.turn {
                Turn::Discard { drawn: None, .. } => Slip::WinAfterAClaim,
                _ => wrong_win(seat, self.hand(seat)),
            },
            (Event::Win { .. }, _) => Slip::MissingWin,
            (_, Event::Win { .. }) => Slip::Other,
            (_, Event::Chow { seat, run }) => self.wrong_chow(expected, seat, run),
            (_, Event::Pong { seat, tile }) => self.wrong_pong(seat, tile),
            (Event::Chow { seat, .. } | Event::Pong { seat, .. }, _) => self.claim_missed(expected, seat),
            (Event::Exhausted, _) => Slip::NotDrawn,
            (Event::Draw { seat, tile }, Event::Draw { seat: other, tile: drawn }) => {
                if seat == other && tile != drawn { Slip::WrongDraw } else { self.turn_order(other) }
            }
            (Event::Draw { .. }, _) => match self.discard {
                Some((_, Tile::Double)) => Slip::DoubleIgnored,
                _ => Slip::DiscardWithoutDraw,
            },
            (Event::Discard { seat, .. } | Event::Pass { seat, .. }, Event::Draw { seat: other, .. }) => {
                match self.decision.turn {
                    Turn::Discard { drawn: None, .. } if seat == other => Slip::DrawAfterClaim,
                    Turn::Discard { drawn: None, .. } => Slip::TurnAfterClaim { seat },
                    _ => Slip::TurnOrder,
                }
            }
            (Event::Pass { target, .. }, Event::Pass { .. }) => Slip::PassTarget { next: target },
            (Event::Pass { seat, .. }, Event::Discard { seat: other, tile }) if seat == other => {
                if tile.is_special() { Slip::SpecialTilesOrder } else { Slip::SpecialTilesFirst }
            }
            (Event::Discard { seat, tile }, Event::Discard { seat: other, tile: discarded })
                if seat == other =>
            {
                self.wrong_discard(seat, tile, discarded)
            }
            (Event::Discard { seat, tile }, Event::Pass { seat: other, .. }) if seat == other => {
                if self.hand(seat).holds(Tile::Pass) && tile.is_special() {
                    Slip::SpecialTilesOrder
                } else {
                    Slip::NotInHand
                }
            }
            (Event::Discard { .. } | Event::Pass { .. }, _) => Slip::TurnOrder,
        }
    }

    fn drawn_too_early(&self, expected: Event) -> Slip {
        let left = self.decision.before.wall().len();
        match expected {
            _ if left > 0 => Slip::DrawnTooEarly { left },
            Event::Discard { seat, .. } | Event::Pass { seat, .. } => Slip::DrawnBeforeDiscard { seat },
            _ => Slip::DrawnBeforeClaim,
        }
    }

    /// Why another seat takes the turn than the one that was found to.
    fn turn_order(&self, found: Seat) -> Slip {
        match self.discard {
            Some((_, Tile::Pass)) => {
                match self.decision.after.river().last().and_then(|discard| discard.target) {
                    Some(target) if target == found => Slip::PassIgnored { target },
                    _ => Slip::TurnOrder,
                }
            }
            Some((from, Tile::Reverse)) if found == from.next(self.game().direction()) => {
                Slip::ReverseIgnored
            }
            Some((_, Tile::Double)) => Slip::DoubleIgnored,
            _ => Slip::TurnOrder,
        }
    }

    fn wrong_ron(&self, seat: Seat) -> Slip {
        match self.discard {
            Some((from, _)) if from == seat => Slip::RonOnOwnDiscard,
            Some((_, tile)) if tile.is_special() => Slip::ClaimOfSpecial,
            _ => wrong_win(seat, self.hand(seat)),
        }
    }

    fn wrong_chow(&self, expected: Event, seat: Seat, run: Run) -> Slip {
        let Some((from, tile)) = self.discard else { return Slip::Other };
        let next = self.game().next_seat(from);
        if tile.is_special() {
            return Slip::ClaimOfSpecial;
        }
        if let Event::Pong { seat: ponger, .. } = expected {
            return if ponger == seat { Slip::OwnPongFirst } else { Slip::PongBeforeChow };
        }
        if seat != next || seat == from {
            return Slip::ChowByAnother { next };
        }
        let Some(own) = own_tiles(run, tile) else { return Slip::ChowImpossible };
        if let Event::Chow { seat: right, run: higher } = expected
            && right == seat
            && higher > run
        {
            return Slip::LowerChow;
        }
        self.wrong_claim(seat, own, Meld::Chow { run, claimed: tile, from }).unwrap_or(Slip::ChowImpossible)
    }

    fn wrong_pong(&self, seat: Seat, tile: Tile) -> Slip {
        let Some((from, discarded)) = self.discard else { return Slip::Other };
        if discarded.is_special() {
            return Slip::ClaimOfSpecial;
        }
        if seat == from || tile != discarded {
            return Slip::PongImpossible;
        }
        self.wrong_claim(seat, [tile; 2], Meld::Pong { tile, from }).unwrap_or(Slip::PongImpossible)
    }

    /// Why a claim is not made; nothing if the hand has not the tiles.
    fn wrong_claim(&self, seat: Seat, own: [Tile; 2], meld: Meld) -> Option<Slip> {
        let hand = self.hand(seat);
        let melded = hand.meld(own).ok()?;
        let (before, after) = (hand.distance(), melded.distance());
        let nearer = |limit| {
            let before = hand.distance_under(|tile| self.most(limit, seat, None, tile));
            melded.distance_under(|tile| self.most(limit, seat, Some(meld), tile)) < before
        };
        Some(match (nearer(Limit::Forgotten), nearer(Limit::CountsOpenMelds)) {
            (true, _) => Slip::LimitOfFour,
            (_, true) => Slip::OpenMeldsCounted,
            _ => Slip::ClaimNotNearer { before, after },
        })
    }

    fn claim_missed(&self, expected: Event, seat: Seat) -> Slip {
        let Some((from, tile)) = self.discard else { return Slip::Other };
        let (own, meld) = match expected {
            Event::Chow { run, .. } => (own_tiles(run, tile), Meld::Chow { run, claimed: tile, from }),
            _ => (Some([tile; 2]), Meld::Pong { tile, from }),
        };
        let hand = self.hand(seat);
        let Some(melded) = own.and_then(|own| hand.meld(own).ok()) else { return Slip::Other };
        let (before, after) = (hand.distance(), melded.distance());
        let missed = |limit| {
            let before = hand.distance_under(|tile| self.most(limit, seat, None, tile));
            melded.distance_under(|tile| self.most(limit, seat, Some(meld), tile)) >= before
        };
        match (missed(Limit::Forgotten), missed(Limit::CountsOpenMelds)) {
            (true, _) => Slip::LimitOfFour,
            (_, true) => Slip::OpenMeldsCounted,
            _ => Slip::ClaimMissed { before, after },
        }
    }

    fn wrong_discard(&self, seat: Seat, right: Tile, found: Tile) -> Slip {
        let hand = self.hand(seat);
        let Some(distance) = hand.distance_without(found) else { return Slip::NotInHand };
        if right.is_special() {
            return if found.is_special() { Slip::SpecialTilesOrder } else { Slip::SpecialTilesFirst };
        }
        let least = hand.distance_without(right).expect("it is discarded");
        let would = |limit| {
            let without = |tile: Tile| {
                let mut rest = *hand;
                rest.take(tile);
                rest.distance_under(|tile| self.most(limit, seat, None, tile))
            };
            hand.kinds().rev().min_by_key(|&tile| without(tile)) == Some(found)
        };
        if would(Limit::Forgotten) {
            Slip::LimitOfFour
        } else if would(Limit::CountsOpenMelds) {
            Slip::OpenMeldsCounted
        } else if distance == least {
            Slip::TieOrder
        } else {
            Slip::NotTheLeastDistance { right: least, found: distance }
        }
    }

    /// How often a kind may be needed, for a program that reads the limit in this way.
    fn most(&self, limit: Limit, seat: Seat, new: Option<Meld>, tile: Tile) -> u8 {
        match limit {
            Limit::Forgotten => Hand::MOST_TILES as u8,
            Limit::CountsOpenMelds => {
                let melds = self.game().melds(seat).iter().copied().chain(new);
                let open = melds.flat_map(Meld::tiles).filter(|&other| other == tile).count();
                (Tile::COPIES - open) as u8
            }
        }
    }
}

fn own_tiles(run: Run, tile: Tile) -> Option<[Tile; 2]> {
    let own: Vec<Tile> = run.tiles().into_iter().filter(|&other| other != tile).collect();
    own.try_into().ok()
}

fn wrong_win(seat: Seat, hand: &Hand) -> Slip {
    if hand.kinds().any(Tile::is_special) {
        Slip::WinWithSpecialTiles { seat }
    } else {
        Slip::WinWithoutGroups { seat }
    }
}
