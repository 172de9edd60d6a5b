//! Rare situations by name, and where they occur in a game of four standard players.

use crate::action::Action;
use crate::deck::Deck;
use crate::explain::{ClaimReason, Verdict, claims};
use crate::game::{Claim, Game, Turn};
use crate::hand::Hand;
use crate::player::{Player, Standard};
use crate::tile::{Direction, Seat, Tile};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// A situation that few random decks lead to and that programs get wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // Each has a sentence in `SITUATIONS`.
pub enum Situation {
    RonByTwo,
    RonByThree,
    PongBeatsChow,
    PongDeclinedChowTaken,
    PongDeclinedChowTakenBySame,
    SeveralGoodChows,
    HigherChowDeclined,
    ClaimHoldingSpecial,
    ClaimThenPass,
    ClaimThenReverse,
    ClaimThenDouble,
    LastTilePass,
    LastTileReverse,
    LastTileDouble,
    ClaimOnLastDiscard,
    RonAfterLastClaim,
    LastTileRon,
    LastTileSelfDrawn,
    FirstDrawWin,
    FourOpenMelds,
    FourOpenMeldsDeadWait,
    LimitOfFour,
}

/// The name and the meaning of each situation, in the order of the enum.
const SITUATIONS: [(Situation, &str, &str); 22] = [
    (
        Situation::RonByTwo,
        "ron-by-two",
        "two players could win with one discard; the first in the order of play does",
    ),
    (Situation::RonByThree, "ron-by-three", "all three others could win with one discard"),
    (Situation::PongBeatsChow, "pong-beats-chow", "a pong goes before a chow that the next player wanted"),
    (
        Situation::PongDeclinedChowTaken,
        "pong-declined-chow-taken",
        "one player declines a pong and another takes the same discard for a chow",
    ),
    (
        Situation::PongDeclinedChowTakenBySame,
        "pong-declined-chow-taken-by-same",
        "a player declines a pong and takes the same discard for a chow",
    ),
    (
        Situation::SeveralGoodChows,
        "several-good-chows",
        "several chows would bring a player nearer; the highest is taken",
    ),
    (
        Situation::HigherChowDeclined,
        "higher-chow-declined",
        "a chow with higher numbers would not bring a player nearer, but a lower one does and is taken",
    ),
    (
        Situation::ClaimHoldingSpecial,
        "claim-holding-special",
        "a player who holds a special tile takes a discard",
    ),
    (Situation::ClaimThenPass, "claim-then-pass", "a PASS is discarded right after a claim"),
    (Situation::ClaimThenReverse, "claim-then-reverse", "a REVERSE is discarded right after a claim"),
    (Situation::ClaimThenDouble, "claim-then-double", "a DOUBLE is discarded right after a claim"),
    (Situation::LastTilePass, "last-tile-pass", "the last tile of the deck is a PASS, drawn and discarded"),
    (
        Situation::LastTileReverse,
        "last-tile-reverse",
        "the last tile of the deck is a REVERSE, drawn and discarded",
    ),
    (
        Situation::LastTileDouble,
        "last-tile-double",
        "the last tile of the deck is a DOUBLE, drawn and discarded",
    ),
    (
        Situation::ClaimOnLastDiscard,
        "claim-on-last-discard",
        "the discard after the last draw is taken for a meld, so one more tile is discarded before the game is drawn",
    ),
    (
        Situation::RonAfterLastClaim,
        "ron-after-last-claim",
        "somebody wins with the discard of a player who claimed when no tile was left to draw",
    ),
    (Situation::LastTileRon, "last-tile-ron", "somebody wins with the discard after the last draw"),
    (Situation::LastTileSelfDrawn, "last-tile-selfdrawn", "somebody wins by drawing the last tile"),
    (Situation::FirstDrawWin, "first-draw-win", "A wins with the first tile drawn after the deal"),
    (Situation::FourOpenMelds, "four-open-melds", "a player has four open melds and a single tile in hand"),
    (
        Situation::FourOpenMeldsDeadWait,
        "four-open-melds-dead-wait",
        "a player with four open melds waits for a tile of which no more can come",
    ),
    (Situation::LimitOfFour, "limit-of-four", "the limit of four tiles of a kind changes a discard"),
];

impl Situation {
    /// All situations.
    pub fn all() -> impl Iterator<Item = Situation> {
        SITUATIONS.iter().map(|&(situation, ..)| situation)
    }

    /// The name: `ron-by-two`, …
    #[must_use]
    pub const fn name(self) -> &'static str {
        SITUATIONS[self as usize].1
    }

    /// What happens, in a sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        SITUATIONS[self as usize].2
    }

    /// Whether the situation can occur in this direction of play with four standard players.
    ///
    /// Nothing can have turned the order before `A` draws for the first time. And when the last tile is
    /// drawn, all other special tiles have been discarded, so the order has been turned four times, or
    /// three if the last tile is the fourth REVERSE. For to keep a special tile that long, a seat with n of
    /// them must have had fewer than n turns. The three others draw at most three tiles before, between and
    /// after these turns, three more for each PASS, two for each REVERSE and one for each DOUBLE among the
    /// other 12 − n, and two for each of their 12 claims. With the draws of the seat itself that makes 71 at
    /// the most, whatever n is, and there are 96 to make.
    #[must_use]
    pub fn can_occur(self, direction: Direction) -> bool {
        match self {
            Situation::LastTileReverse => direction == Direction::Reversed,
            Situation::FirstDrawWin
            | Situation::LastTilePass
            | Situation::LastTileDouble
            | Situation::ClaimOnLastDiscard
            | Situation::RonAfterLastClaim
            | Situation::LastTileRon
            | Situation::LastTileSelfDrawn => direction == Direction::Forward,
            _ => true,
        }
    }
}

impl fmt::Display for Situation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Situation {
    type Err = ParseSituationError;

    fn from_str(name: &str) -> Result<Situation, ParseSituationError> {
        Situation::all()
            .find(|situation| situation.name() == name)
            .ok_or_else(|| ParseSituationError { found: name.to_owned() })
    }
}

/// A text that is not the name of a situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSituationError {
    /// What stood where a situation was expected.
    pub found: String,
}

impl fmt::Display for ParseSituationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Situation::all().map(Situation::name).collect();
        write!(f, "{:?} is not a situation; expected one of {}", self.found, names.join(", "))
    }
}

impl std::error::Error for ParseSituationError {}

/// A set of situations, each with the direction of play in which it occurs.
pub type Situations = BTreeSet<(Situation, Direction)>;

/// The situations that occur when four standard players play this deck.
///
/// ```
/// use hule::{situations, Deck};
/// for (situation, direction) in situations(&Deck::seeded(1, 0)) {
///     println!("{situation} ({direction:?}): {}", situation.meaning());
/// }
/// ```
#[must_use]
pub fn situations(deck: &Deck) -> Situations {
    situations_among(deck, &mut [Standard; 4])
}

/// The situations that occur when these players play this deck, `players[0]` at seat `A`.
///
/// What a claim is worth is judged as the standard player does.
///
/// # Panics
/// If a player chooses an action that is not legal.
pub fn situations_among<P: Player>(deck: &Deck, players: &mut [P; 4]) -> Situations {
    let mut found = Situations::new();
    let mut game = Game::new(deck);
    let mut answered = 0;
    while let Some(turn) = game.turn() {
        let action = players[turn.seat().index()].choose(&game.view(turn.seat()), game.legal_actions());
        let mut found = |situation| {
            found.insert((situation, game.direction()));
        };
        let discards = game.river().as_slice().len();
        match turn {
            Turn::Discard { seat, drawn } => look_at_discard(&game, seat, drawn, action, &mut found),
            // Of all that are asked about one discard, only the first sees what all could do.
            Turn::Answer { tile, from, .. } if answered < discards => {
                look_at_claims(&game, from, &claims(&game, from, tile), &mut found);
                answered = discards;
            }
            Turn::Answer { .. } => {}
        }
        game.play(action).expect("players choose legal actions");
    }
    found
}

fn look_at_discard(
    game: &Game,
    seat: Seat,
    drawn: Option<Tile>,
    action: Action,
    found: &mut impl FnMut(Situation),
) {
    let hand = game.hand(seat);
    let last_draw = drawn.is_some() && game.wall().is_empty();
    let discard = match action {
        Action::Pass(_) => Tile::Pass,
        Action::Discard(tile) => tile,
        _ => {
            if last_draw {
                found(Situation::LastTileSelfDrawn);
            }
            if game.river().as_slice().is_empty() {
                found(Situation::FirstDrawWin);
            }
            return;
        }
    };
    if drawn.is_none() {
        match discard {
            Tile::Pass => found(Situation::ClaimThenPass),
            Tile::Reverse => found(Situation::ClaimThenReverse),
            Tile::Double => found(Situation::ClaimThenDouble),
            _ => {}
        }
    }
    if last_draw && drawn == Some(discard) {
        match discard {
            Tile::Pass => found(Situation::LastTilePass),
            Tile::Reverse => found(Situation::LastTileReverse),
            Tile::Double => found(Situation::LastTileDouble),
            _ => {}
        }
    }
    if hand.discard() == Some(discard) && hand.discard_without_limit() != Some(discard) {
        found(Situation::LimitOfFour);
    }
    if hand.open() == Hand::MOST_OPEN {
        found(Situation::FourOpenMelds);
        let kept = hand.tiles().find(|&tile| tile != discard).unwrap_or(discard);
        if !kept.is_special() && shown(game, kept) == Tile::COPIES - 1 {
            found(Situation::FourOpenMeldsDeadWait);
        }
    }
}

/// How many tiles of this kind lie on the table. A claimed discard counts as part of its meld.
fn shown(game: &Game, tile: Tile) -> usize {
    let melded = Seat::ALL.iter().flat_map(|&seat| game.melds(seat)).flat_map(|meld| meld.tiles());
    let discarded = game.river().as_slice().iter().filter(|discarded| discarded.claimed_by.is_none());
    let lying = melded.chain(discarded.map(|discarded| discarded.tile));
    lying.filter(|&other| other == tile).count()
}

fn look_at_claims(game: &Game, from: Seat, claims: &[ClaimReason], found: &mut impl FnMut(Situation)) {
    let of = |claim| claims.iter().filter(move |reason| reason.claim == claim);
    let rons = of(Claim::Ron).count();
    if rons >= 2 {
        found(Situation::RonByTwo);
    }
    if rons >= 3 {
        found(Situation::RonByThree);
    }
    let Some(taken) = claims.iter().find(|reason| reason.verdict == Verdict::Taken) else { return };
    let last = game.wall().is_empty();
    if taken.claim == Claim::Ron {
        if last {
            let claimed_before = game
                .river()
                .as_slice()
                .iter()
                .rev()
                .nth(1)
                .is_some_and(|before| before.claimed_by == Some(from));
            found(if claimed_before { Situation::RonAfterLastClaim } else { Situation::LastTileRon });
        }
        return;
    }
    if last {
        found(Situation::ClaimOnLastDiscard);
    }
    if game.hand(taken.seat).kinds().any(Tile::is_special) {
        found(Situation::ClaimHoldingSpecial);
    }
    let beaten = |reason: &ClaimReason| matches!(reason.verdict, Verdict::Beaten(_));
    if taken.claim == Claim::Pong {
        if of(Claim::Chow).any(|chow| beaten(chow) && chow.seat != taken.seat) {
            found(Situation::PongBeatsChow);
        }
        return;
    }
    for pong in of(Claim::Pong) {
        found(if pong.seat == taken.seat {
            Situation::PongDeclinedChowTakenBySame
        } else {
            Situation::PongDeclinedChowTaken
        });
    }
    if of(Claim::Chow).any(beaten) {
        found(Situation::SeveralGoodChows);
    }
    // The chows come with the highest first.
    if of(Claim::Chow).take_while(|chow| chow.verdict != Verdict::Taken).next().is_some() {
        found(Situation::HigherChowDeclined);
    }
}
