//! Rare situations, and where they occur in games.

mod deck;

pub use deck::{NoDeckFound, deck_with, varied};

use crate::distance::groups::Group;
use crate::game::{Decision, Game, GameId, Observer, Player, Standard, choose_claim, play, wants_claim};
use crate::insight::{ClaimReason, claims};
use crate::words::{
    Action, BySeat, Claim, Deck, Direction, Hand, Language, Localized, Seat, Tile, Turn, named, serde_as_text,
};
use std::collections::BTreeSet;

macro_rules! situations {
    ($($name:ident = $text:literal, $directions:ident, $meaning:literal, $chinese:literal;)*) => {
        /// A situation that is rare in random games and that programs often get wrong.
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

            /// The text of a deck with the situation in this direction.
            const fn example_text(self, direction: Direction) -> Option<&'static str> {
                match (self, direction) {
                    $((Situation::$name, Direction::Forward) => example!($directions, forward, $text, ".deck"),
                    (Situation::$name, Direction::Reversed) => {
                        example!($directions, reversed, $text, "-reversed.deck")
                    })*
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

/// The example deck of a situation in one direction, if the situation can occur in it.
macro_rules! example {
    (forward, reversed, $($name:literal),*) => {
        None
    };
    (reversed, forward, $($name:literal),*) => {
        None
    };
    ($directions:ident, $direction:ident, $($name:literal),*) => {
        Some(include_str!(concat!("../../data/situations/", $($name),*)))
    };
}

situations! {
    InterceptedRon = "intercepted-ron", both, "two players could win with one discard; the first in the order of play does", "多名玩家能荣和同一张牌；按回合顺序的第一名荣和，其余被截和";
    RonByThree = "ron-by-three", both, "all three others could win with one discard", "其他三名玩家都能荣和同一张牌";
    PongBeatsChow = "pong-beats-chow", both, "a pong goes before a chow that the next player wanted", "下家想吃的牌被另一名玩家碰走";
    PongDeclinedChowTaken = "pong-declined-chow-taken", both, "one player declines a pong and another takes the same discard for a chow", "一名玩家不碰，另一名玩家吃了同一张牌";
    PongDeclinedChowTakenBySame = "pong-declined-chow-taken-by-same", both, "a player declines a pong and takes the same discard for a chow", "一名玩家不碰而吃了同一张牌";
    SeveralGoodChows = "several-good-chows", both, "several chows would reduce a player's distance; the highest is taken", "有多种吃法使和牌距离减小；选择数字最大的";
    HigherChowDeclined = "higher-chow-declined", both, "a chow with higher numbers would not reduce a player's distance, but a lower one does and is taken", "数字较大的吃法不使和牌距离减小，较小的能，于是选择较小的";
    ClaimHoldingSpecial = "claim-holding-special", both, "a player who holds a special tile takes a discard", "手里有特殊牌的玩家吃或碰";
    ClaimThenPass = "claim-then-pass", both, "a PASS is discarded right after a claim", "吃碰之后立即打出 PASS";
    ClaimThenReverse = "claim-then-reverse", both, "a REVERSE is discarded right after a claim", "吃碰之后立即打出 REVERSE";
    ClaimThenDouble = "claim-then-double", both, "a DOUBLE is discarded right after a claim", "吃碰之后立即打出 DOUBLE";
    LastTilePass = "last-tile-pass", forward, "the last tile of the deck is a PASS, drawn and discarded", "牌堆的最后一张是 PASS，摸到后打出";
    LastTileReverse = "last-tile-reverse", reversed, "the last tile of the deck is a REVERSE, drawn and discarded", "牌堆的最后一张是 REVERSE，摸到后打出";
    LastTileDouble = "last-tile-double", forward, "the last tile of the deck is a DOUBLE, drawn and discarded", "牌堆的最后一张是 DOUBLE，摸到后打出";
    ClaimOnLastDiscard = "claim-on-last-discard", forward, "the discard after the last draw is taken for a meld, so one more tile is discarded before the game is drawn", "摸完最后一张牌后打出的牌被吃或碰，于是流局前还要再出一张牌";
    RonAfterLastClaim = "ron-after-last-claim", forward, "a player wins with the discard of a player who claimed when no tile was left to draw", "无牌可摸时有人吃或碰，其打出的牌被荣和";
    LastTileRon = "last-tile-ron", forward, "a player wins with the discard after the last draw", "摸完最后一张牌后打出的牌被荣和";
    LastTileSelfDrawn = "last-tile-selfdrawn", forward, "a player wins by drawing the last tile", "摸到最后一张牌自摸";
    FirstDrawWin = "first-draw-win", forward, "A wins with the first tile drawn after the deal", "A 用发牌后摸到的第一张牌自摸";
    FourOpenMelds = "four-open-melds", both, "a player has four open melds and a single tile in hand", "一名玩家有四个副露，手里只剩一张牌";
    FourOpenMeldsDeadWait = "four-open-melds-dead-wait", both, "a player with four open melds waits for a tile that cannot come any more", "一名有四个副露的玩家听一张永远等不到的牌";
    LimitOfFour = "limit-of-four", both, "the limit of four tiles of a kind changes a discard", "每种牌不超过四张的限制改变了出牌";
    OpenMeldsApart = "open-melds-apart", both, "a decision would be different if a player's open melds counted towards the limit of four", "如果副露也计入每种四张的限制，决策就会不同";
    SpecialTilesLeftOver = "special-tiles-left-over", both, "all ordinary tiles of a player form groups and a pair, but special tiles are left over, so the hand does not win", "一名玩家的普通牌能分成顺子、刻子和一个对子，但还剩特殊牌，所以不能和";
}

impl Situation {
    /// Returns whether the situation can occur in this direction of play with four standard players.
    ///
    /// The direction cannot change before `A` first draws. When the last tile is drawn, all other special tiles have
    /// been discarded, so the direction has changed four times, or three times if the last tile is the fourth REVERSE.
    /// The reason: to keep a special tile that long, a seat with n of them must have had fewer than n turns. The three
    /// others draw at most three tiles before, between and after these turns, three more for each PASS, two for each
    /// REVERSE and one for each DOUBLE among the other 12 − n, and two for each of their 12 claims. With the draws of
    /// the seat itself, these are at most 71 draws for any n, but there are 96.
    pub const fn can_occur(self, direction: Direction) -> bool {
        self.example_text(direction).is_some()
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
        self.example_text(direction).map(|text| text.parse().expect("the examples are decks"))
    }

    /// Returns the example decks of all directions in which the situation can occur, at least one.
    pub fn examples(self) -> Vec<Deck> {
        Direction::ALL.into_iter().filter_map(|direction| self.example(direction)).collect()
    }
}

named!(Situation, name, "a situation", "局面名");
serde_as_text!(Situation.name);

/// A set of situations, each with the direction of play in which it occurs.
pub type Situations = BTreeSet<(Situation, Direction)>;

/// Returns the situations that occur when four standard players play this deck.
///
/// ```
/// use hule::situation::situations;
/// use hule::Deck;
/// for (situation, direction) in situations(&Deck::seeded(1, 0)) {
///     println!("{situation} ({direction}): {}", situation.meaning());
/// }
/// ```
pub fn situations(deck: &Deck) -> Situations {
    situations_among(deck, &mut BySeat::splat(Standard), GameId::default())
}

/// Returns the situations that occur when these players play this deck.
///
/// Whether a claim reduces a distance is judged like the standard player does.
///
/// # Panics
/// Panics if a player chooses an illegal action.
pub fn situations_among<P: Player>(deck: &Deck, players: &mut BySeat<P>, id: GameId) -> Situations {
    let mut finder = SituationFinder::default();
    play(deck, players, id, &mut finder);
    finder.found
}

/// An [`Observer`] that collects the situations of a game.
#[derive(Clone, Debug, Default)]
pub struct SituationFinder {
    /// The situations so far.
    pub found: Situations,
    /// The possible claims of the last discard that a seat was asked about, and the number of that discard.
    possible: Vec<ClaimReason>,
    answered: usize,
}

impl Observer for SituationFinder {
    fn dealt(&mut self, _game: &Game, _id: GameId) {
        self.answered = 0;
    }

    fn decided(&mut self, decision: &Decision<'_>) {
        let Decision { game, turn, action, .. } = *decision;
        let mut found = |situation| {
            self.found.insert((situation, game.direction()));
        };
        match turn {
            Turn::Discard { seat, drawn } => {
                look_at_discard(game, seat, drawn, action, &mut found);
                look_at_left_over(game, seat, drawn, action, &mut found);
            }
            Turn::Answer { seat, claim, .. } => {
                // The claims are recorded at the first question about a discard, when none has been declined.
                let discards = game.river().as_slice().len();
                if self.answered < discards {
                    self.possible = claims(game);
                    self.answered = discards;
                    look_at_rons(&self.possible, &mut found);
                }
                if decides_otherwise(decision) {
                    found(Situation::OpenMeldsApart);
                }
                if action != Action::Decline {
                    look_at_claim(game, seat, claim, action, &self.possible, &mut found);
                }
            }
        }
    }
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
    if hand.discard() == Some(discard)
        && hand.discard_without_limit().is_some_and(|(tile, _)| tile != discard)
    {
        found(Situation::LimitOfFour);
    }
    if discards_otherwise(game, seat, discard) {
        found(Situation::OpenMeldsApart);
    }
    if hand.open() == Hand::MOST_OPEN {
        found(Situation::FourOpenMelds);
        let kept = hand.tiles().find(|&tile| tile != discard).unwrap_or(discard);
        if !kept.is_special() && game.shown(kept) == Tile::COPIES - 1 {
            found(Situation::FourOpenMeldsDeadWait);
        }
    }
}

/// Looks for hands that are complete except for special tiles: that of the seat, and those of the others with its
/// discard.
fn look_at_left_over(
    game: &Game,
    seat: Seat,
    drawn: Option<Tile>,
    action: Action,
    found: &mut impl FnMut(Situation),
) {
    let drew = drawn.is_some() && game.hand(seat).is_complete_but_for_specials(None);
    let others = match action {
        Action::Discard(tile) if !tile.is_special() => {
            let mut others = seat.others(game.direction()).into_iter();
            others.any(|other| game.hand(other).is_complete_but_for_specials(Some(tile)))
        }
        _ => false,
    };
    if drew || others {
        found(Situation::SpecialTilesLeftOver);
    }
}

/// The limit of each kind if the tiles of these melds counted towards it.
fn not_in(melds: impl Iterator<Item = [Tile; 3]>) -> [u8; Tile::COUNT] {
    let mut left = [Tile::COPIES as u8; Tile::COUNT];
    melds.flatten().for_each(|tile| left[tile.index()] -= 1);
    left
}

/// Whether a kind with a reduced limit is in the hand or at most two kinds away from a tile of it. Others cannot
/// matter.
fn is_near(hand: &Hand, left: &[u8; Tile::COUNT]) -> bool {
    let kinds = hand.kinds().bits();
    let near = kinds | kinds << 1 | kinds << 2 | kinds >> 1 | kinds >> 2;
    let fewer = |tile: &Tile| usize::from(left[tile.index()]) < Tile::COPIES;
    Tile::ALL.iter().filter(|tile| fewer(tile)).any(|tile| near >> tile.index() & 1 == 1)
}

/// Whether the standard player, who discards this tile, would discard another if its open melds counted towards the
/// limit of four (R18).
fn discards_otherwise(game: &Game, seat: Seat, discard: Tile) -> bool {
    let hand = game.hand(seat);
    if hand.open() == 0 || hand.discard() != Some(discard) {
        return false;
    }
    let left = not_in(game.melds(seat).iter().map(|meld| meld.tiles()));
    is_near(hand, &left) && hand.discard_within(|tile| left[tile.index()]) != Some(discard)
}

/// Whether the standard player would decide otherwise about this claim if its open melds, including the new one,
/// counted towards the limit of four (R18).
fn decides_otherwise(decision: &Decision<'_>) -> bool {
    let Decision { game, turn: Turn::Answer { seat, claim, tile, .. }, legal, action, .. } = *decision else {
        return false;
    };
    if claim == Claim::Ron || Standard.choose(&decision.view(), legal) != action {
        return false;
    }
    let hand = game.hand(seat);
    let melds = || game.melds(seat).iter().map(|meld| meld.tiles());
    let distance = |hand: &Hand, left: [u8; Tile::COUNT]| {
        if is_near(hand, &left) { hand.distance_within(|tile| left[tile.index()]) } else { hand.distance() }
    };
    let before = distance(hand, not_in(melds()));
    let after = |action: Action| {
        let rest = hand.meld(action.own_tiles(tile)?).ok()?;
        Some(distance(&rest, not_in(melds().chain(action.meld_tiles(tile)))))
    };
    choose_claim(legal, before, after) != action
}

fn look_at_rons(possible: &[ClaimReason], found: &mut impl FnMut(Situation)) {
    let rons = possible.iter().filter(|reason| reason.claim == Claim::Ron).count();
    if rons >= 2 {
        found(Situation::InterceptedRon);
    }
    if rons >= 3 {
        found(Situation::RonByThree);
    }
}

/// Looks for situations in a claim that is made, among the possible ones.
fn look_at_claim(
    game: &Game,
    seat: Seat,
    claim: Claim,
    action: Action,
    possible: &[ClaimReason],
    found: &mut impl FnMut(Situation),
) {
    let last = game.wall().is_empty();
    if claim == Claim::Ron {
        let from = game.river().last().map(|discard| discard.seat);
        let before = game.river().as_slice().iter().rev().nth(1);
        let after_claim =
            before.is_some_and(|before| before.claimed_by.is_some() && before.claimed_by == from);
        if last {
            found(if after_claim { Situation::RonAfterLastClaim } else { Situation::LastTileRon });
        }
        return;
    }
    if last {
        found(Situation::ClaimOnLastDiscard);
    }
    if game.hand(seat).kinds().iter().any(Tile::is_special) {
        found(Situation::ClaimHoldingSpecial);
    }
    let of = |claim| possible.iter().filter(move |reason| reason.claim == claim);
    let nearer = |reason: &ClaimReason| wants_claim(reason.before, reason.after);
    match action {
        Action::Pong if of(Claim::Chow).any(|chow| nearer(chow) && chow.seat != seat) => {
            found(Situation::PongBeatsChow);
        }
        Action::Chow(claimed) => {
            for pong in of(Claim::Pong) {
                found(if pong.seat == seat {
                    Situation::PongDeclinedChowTakenBySame
                } else {
                    Situation::PongDeclinedChowTaken
                });
            }
            // The highest chow comes first.
            let run = claimed.run(possible[0].tile).map(Group::Run);
            let place = of(Claim::Chow).position(|chow| Some(chow.groups[0]) == run).unwrap_or(0);
            if of(Claim::Chow).take(place).any(|chow| !nearer(chow)) {
                found(Situation::HigherChowDeclined);
            }
            if of(Claim::Chow).skip(place + 1).any(nearer) {
                found(Situation::SeveralGoodChows);
            }
        }
        _ => {}
    }
}
