//! What is probably wrong with a program whose log differs.

use super::Decision;
use crate::event::Event;
use crate::game::{Game, Turn};
use crate::hand::Hand;
use crate::meld::Meld;
use crate::rule::Rule;
use crate::tile::{Run, Seat, Tile};
use std::fmt;

/// A mistake that would explain the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // `Display` says what each means.
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
            Slip::DrawAfterClaim => Rule::ClaimTakesTheTurn,
        })
    }
}

impl fmt::Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slip::TrailingSpace => f.write_str("there is white space at the end of the line"),
            Slip::CarriageReturn => f.write_str("the line ends in CR LF; expected LF alone"),
            Slip::Spaces => f.write_str("the words are right, the spaces are not: one between words, none around"),
            Slip::BlankLine => f.write_str("there is an empty line"),
            Slip::UpperCase => f.write_str("everything is in upper case"),
            Slip::PassWithoutTarget => f.write_str("the line of a PASS names the player who loses a turn"),
            Slip::ChowOrder => f.write_str("the tiles of a chow are written ascending, wherever the claimed one stands"),
            Slip::NotALine => f.write_str("this is not a line of a log"),
            Slip::NoLineEnd => f.write_str("the last line has no line end"),
            Slip::NoOutput => f.write_str("there is no output at all; perhaps the program crashed, or reads another file"),
            Slip::EndsTooEarly => f.write_str("the output ends in the middle of the game; perhaps the program crashed"),
            Slip::MissingWin => f.write_str("after RON or SELFDRAWN comes a line WIN of the same player"),
            Slip::MissingDraw => f.write_str("a game in which no tile is left to draw ends with the line DRAW"),
            Slip::GoesOnAfterWin => f.write_str("the game was over with the line WIN"),
            Slip::GoesOnAfterDraw => f.write_str("the game was over with the line DRAW"),
            Slip::WrongDeal => f.write_str(
                "A, B, C, D, A, … draw one tile at a time until all have 13, and then A draws; perhaps the deck is read wrong",
            ),
            Slip::WrongDraw => f.write_str("the tile drawn is always the first that is left in the deck"),
            Slip::DrawnTooEarly { left } => write!(f, "the game is not over: {left} tiles are left to draw"),
            Slip::DrawnBeforeClaim => f.write_str(
                "the game is drawn when somebody has to draw and cannot, not when the last tile is drawn: the last discard can still be claimed",
            ),
            Slip::DrawnBeforeDiscard { seat } => write!(
                f,
                "the game is drawn when somebody has to draw and cannot: {seat} has claimed the discard and has to discard first",
            ),
            Slip::NotDrawn => f.write_str("no tile is left to draw, so the game is over"),
            Slip::RonOrder { first } => write!(
                f,
                "of several who could win, {first} is the first after the discarder in the present order of play",
            ),
            Slip::RonMissed { seat } => write!(f, "{seat} wins with this discard, and a win is always taken"),
            Slip::RonBeforeClaims { seat } => write!(f, "{seat} wins with this discard, and that goes before chow and pong"),
            Slip::SelfDrawnMissed => f.write_str("the tile just drawn completes the hand, and a win is always taken"),
            Slip::WinWithSpecialTiles { seat } => write!(f, "{seat} holds special tiles, and nobody wins with them in hand"),
            Slip::WinWithoutGroups { seat } => write!(f, "the tiles of {seat} do not fall into groups of three and a pair"),
            Slip::WinAfterAClaim => f.write_str("nobody wins right after a chow or pong; there has to be a discard"),
            Slip::RonOnOwnDiscard => f.write_str("nobody wins with its own discard"),
            Slip::PassIgnored { target } => write!(f, "{target} was named by the PASS and loses this turn"),
            Slip::ReverseIgnored => f.write_str("REVERSE turns the order of play round, from the next turn on"),
            Slip::DoubleIgnored => f.write_str("after a DOUBLE the same player draws again"),
            Slip::TurnOrder => f.write_str("another player is next in the present order of play"),
            Slip::PassTarget { next } => {
                write!(f, "a PASS names the player who would be next in the present order of play: {next}")
            }
            Slip::SpecialTilesFirst => f.write_str("whoever holds a special tile discards it before any other, also right after a claim"),
            Slip::SpecialTilesOrder => f.write_str("special tiles go in the order PASS, REVERSE, DOUBLE"),
            Slip::NotInHand => f.write_str("the player does not hold this tile"),
            Slip::TieOrder => f.write_str(
                "both leave the same distance, and of such tiles the first in the order Z F B N W S E 9S-1S 9P-1P 9M-1M goes",
            ),
            Slip::NotTheLeastDistance { right, found } => {
                write!(f, "this discard leaves the distance {found}, the right one {right}")
            }
            Slip::LimitOfFour => f.write_str(
                "this is what a program does that forgets the limit: with the tiles added, no kind may be there more than four times",
            ),
            Slip::OpenMeldsCounted => f.write_str(
                "this is what a program does that counts open melds: the limit of four of a kind looks at the hand alone",
            ),
            Slip::ClaimOfSpecial => f.write_str("a special tile cannot be claimed"),
            Slip::ChowByAnother { next } => write!(f, "only {next} may chow: the player who would be next"),
            Slip::ChowImpossible => f.write_str("the player has not the tiles for this chow"),
            Slip::PongImpossible => f.write_str("the player has not two tiles of this kind"),
            Slip::ClaimNotNearer { before, after } => write!(
                f,
                "a discard is claimed only if that makes the distance smaller, and here it goes from {before} to {after}",
            ),
            Slip::ClaimMissed { before, after } => {
                write!(f, "the claim makes the distance smaller, from {before} to {after}, so it is made")
            }
            Slip::PongBeforeChow => f.write_str("the pong of one player goes before the chow of another"),
            Slip::OwnPongFirst => f.write_str("a player who could pong and chow the same discard looks at the pong first"),
            Slip::LowerChow => f.write_str("of several chows that bring the hand nearer, the one with the greatest numbers is made"),
            Slip::DrawAfterClaim => f.write_str("whoever has claimed a discard does not draw in that turn"),
            Slip::DiscardWithoutDraw => f.write_str("the player has to draw first"),
            Slip::Other => f.write_str("no usual mistake explains this line"),
        }
    }
}

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
                if seat == other && tile != drawn { Slip::WrongDraw } else { self.turn_order() }
            }
            (Event::Draw { .. }, _) => match self.discard {
                Some((_, Tile::Double)) => Slip::DoubleIgnored,
                _ => Slip::DiscardWithoutDraw,
            },
            (Event::Discard { seat, .. } | Event::Pass { seat, .. }, Event::Draw { seat: other, .. }) => {
                match self.decision.turn {
                    Turn::Discard { drawn: None, .. } if seat == other => Slip::DrawAfterClaim,
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

    fn turn_order(&self) -> Slip {
        match self.discard {
            Some((_, Tile::Pass)) => {
                let target = self.decision.after.river().last().and_then(|discard| discard.target);
                target.map_or(Slip::TurnOrder, |target| Slip::PassIgnored { target })
            }
            Some((_, Tile::Reverse)) => Slip::ReverseIgnored,
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
