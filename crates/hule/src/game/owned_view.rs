//! A view that can be serialised.

use super::history::Followed;
use crate::game::{Discarded, Game};
use crate::words::{
    BySeat, Deck, Direction, Hand, Language, Localized, Meld, Seat, Tile, Turn, localized_errors, say,
};
use alloc::string::String;
use alloc::vec::Vec;

/// An owned copy of a [`View`](crate::View). With serde it is the `view` object of docs/PROTOCOL.md.
///
/// ```
/// use hule::game::OwnedView;
/// use hule::players::GreedyPlayer;
/// use hule::{Deck, Game, Player, Seat};
/// let game = Game::new(&Deck::seeded(1, 0));
/// let seen: OwnedView = game.view(Seat::A).to_owned_view();
///
/// // Elsewhere, without the original game: build a game with the same view and let a player choose.
/// let world = seen.game()?;
/// assert_eq!(world.view(Seat::A), game.view(Seat::A));
/// let action = GreedyPlayer.choose(&world.view(Seat::A), world.legal_actions());
/// # assert!(game.legal_actions().contains(action));
/// # Ok::<(), hule::game::OwnedViewError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OwnedView {
    /// The seat whose view this is.
    pub seat: Seat,
    /// The tiles it holds, ascending.
    pub hand: Vec<Tile>,
    /// How many tiles each seat holds.
    pub hand_sizes: BySeat<usize>,
    /// The melds of each seat, oldest first.
    pub melds: BySeat<Vec<Meld>>,
    /// The discards of all seats, oldest first.
    pub river: Vec<Discarded>,
    /// How many tiles have not been drawn.
    pub wall: usize,
    /// The direction of play.
    pub direction: Direction,
    /// How many of its next turns each seat loses to PASS.
    pub skips: BySeat<usize>,
    /// What the seat has to decide; `None` if it is not its turn.
    pub turn: Option<Turn>,
}

impl OwnedView {
    /// Returns a game with this view, in which the seat has to decide. The hidden tiles are dealt in ascending order,
    /// first to the other seats.
    ///
    /// Builds a game in which every drawn tile was discarded at once, except the one that this seat has just drawn, and
    /// all other tiles were dealt. The river is replayed in it, so illegal input is detected.
    ///
    /// # Errors
    /// Returns an error if the seat has nothing to decide or no legal game has this view.
    pub fn game(&self) -> Result<Game, OwnedViewError> {
        let turn = self.turn.ok_or(OwnedViewError::NoTurn)?;
        let mut followed = Followed { game: Game::new(&self.deck(turn)?), actions: Vec::new() };
        let mut melds = self.melds.each_ref().map(|melds| melds.iter());
        for (place, &discarded) in self.river.iter().enumerate() {
            let next = |by: Seat| melds[by].next().copied();
            followed.discard(discarded, next).ok_or(OwnedViewError::Discard { place })?;
        }
        followed.decline_until(|game| game.turn() == Some(turn)).ok_or(OwnedViewError::Differs("turn"))?;
        let game = followed.game;
        self.compare(&game.view(self.seat).to_owned_view()).map(|()| game)
    }

    /// The deck of the game that [`game`](OwnedView::game) builds.
    fn deck(&self, turn: Turn) -> Result<Deck, OwnedViewError> {
        let mut left = [Tile::COPIES; Tile::COUNT];
        let mut take = |tile: Tile| {
            let left = &mut left[tile.index()];
            *left = left.checked_sub(1).ok_or(OwnedViewError::FiveOfAKind { tile })?;
            Ok(tile)
        };
        let mut dealt = BySeat::new([const { Vec::new() }; 4]);
        let mut drawn = Vec::new();
        for &tile in &self.hand {
            dealt[self.seat].push(take(tile)?);
        }
        for (seat, melds) in self.melds.iter() {
            for tile in melds.iter().filter_map(|meld| meld.own_tiles()).flatten() {
                dealt[seat].push(take(tile)?);
            }
        }
        let mut claimed = false;
        for discarded in &self.river {
            let hand = if claimed { &mut dealt[discarded.seat] } else { &mut drawn };
            hand.push(take(discarded.tile)?);
            claimed = discarded.claimed_by.is_some();
        }
        if let Turn::Discard { drawn: Some(tile), .. } = turn {
            let hand = &mut dealt[self.seat];
            let place = hand.iter().position(|&held| held == tile).ok_or(OwnedViewError::Differs("turn"))?;
            drawn.push(hand.remove(place));
        }
        let mut hidden =
            Tile::ALL.into_iter().flat_map(|tile| core::iter::repeat_n(tile, left[tile.index()]));
        for seat in Seat::ALL {
            let hand = &mut dealt[seat];
            if seat != self.seat {
                hand.extend(hidden.by_ref().take(Hand::DEALT.saturating_sub(hand.len())));
            }
            if hand.len() != Hand::DEALT {
                return Err(OwnedViewError::HandSize { seat });
            }
        }
        let rounds = (0..Hand::DEALT).flat_map(|round| dealt.each_ref().map(|hand| hand[round]).into_array());
        let tiles: Vec<Tile> = rounds.chain(drawn).chain(hidden).collect();
        let tiles: [Tile; Deck::LEN] = tiles.try_into().expect("every tile is somewhere");
        Ok(Deck::try_from(tiles).expect("no kind is there five times"))
    }

    /// Returns the first field that differs as an error.
    fn compare(&self, other: &OwnedView) -> Result<(), OwnedViewError> {
        let equal = [
            ("hand", self.hand == other.hand),
            ("hand_sizes", self.hand_sizes == other.hand_sizes),
            ("melds", self.melds == other.melds),
            ("river", self.river == other.river),
            ("wall", self.wall == other.wall),
            ("direction", self.direction == other.direction),
            ("skips", self.skips == other.skips),
            ("turn", self.turn == other.turn),
        ];
        equal
            .into_iter()
            .find(|(_, equal)| !equal)
            .map_or(Ok(()), |(what, _)| Err(OwnedViewError::Differs(what)))
    }
}

/// The reason why no game has a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnedViewError {
    /// `turn` is `None`.
    NoTurn,
    /// A kind occurs more than four times.
    FiveOfAKind {
        /// The kind.
        tile: Tile,
    },
    /// The hand, melds and discards of a seat do not add up to the number of tiles it was dealt.
    HandSize {
        /// The seat.
        seat: Seat,
    },
    /// A discard or its claim is not legal.
    Discard {
        /// Its index in the river.
        place: usize,
    },
    /// This field differs from the replayed game.
    Differs(&'static str),
}

impl Localized for OwnedViewError {
    fn text(&self, language: Language) -> String {
        match self {
            OwnedViewError::NoTurn => {
                say!(language, "the seat has nothing to decide", "该玩家没有要做的决定")
            }
            OwnedViewError::FiveOfAKind { tile } => say!(
                language,
                "five tiles `{tile}`; there are only four of each kind",
                "有五张 `{tile}`；每种牌只有四张"
            ),
            OwnedViewError::HandSize { seat } => {
                say!(
                    language,
                    "{seat} has a number of tiles that the rules do not allow",
                    "{seat} 的牌数不符合规则"
                )
            }
            OwnedViewError::Discard { place } => say!(
                language,
                "discard {} of the river, or a claim of it, breaks the rules",
                "牌河中第 {} 张打出的牌或对它的副露不符合规则",
                place + 1
            ),
            OwnedViewError::Differs(what) => {
                say!(language, "`{what}` does not follow from the river", "`{what}` 与牌河不一致")
            }
        }
    }
}

localized_errors!(OwnedViewError);
