//! What one seat can see.

use crate::game::{Game, OwnedView, River};
use crate::words::{ActionSet, BySeat, Deck, Direction, Hand, Meld, Random, Seat, Tile, Turn, Viewpoint};
use core::fmt;

/// The part of a game that one seat can see: its own hand and the table.
///
/// Two views are equal, and print the same, if and only if the seat cannot tell the games apart.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Game,
    seat: Seat,
    turn: Option<Turn>,
}

impl<'a> View<'a> {
    pub(crate) fn new(game: &'a Game, seat: Seat) -> View<'a> {
        View { game, seat, turn: game.turn().filter(|turn| turn.seat() == seat) }
    }

    /// The view of the seat whose turn it is.
    #[inline]
    pub(crate) const fn in_turn(game: &'a Game, seat: Seat, turn: Turn) -> View<'a> {
        View { game, seat, turn: Some(turn) }
    }

    /// Returns the seat whose view this is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns what this seat has to decide; `None` if it is not its turn, even if another seat is asked.
    #[inline]
    pub const fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// Returns the legal actions of this seat; empty if it is not its turn.
    #[inline]
    pub fn legal_actions(&self) -> ActionSet {
        self.turn.map_or(ActionSet::EMPTY, |turn| self.game.legal_in(self.seat, turn))
    }

    /// Returns the seat and the direction of play, from which seats and actions have relative numbers.
    #[inline]
    pub const fn viewpoint(&self) -> Viewpoint {
        Viewpoint { seat: self.seat, direction: self.game.direction() }
    }

    /// Returns the hand of this seat.
    pub fn hand(&self) -> &'a Hand {
        self.game.hand(self.seat)
    }

    /// Returns how many tiles a seat holds.
    pub fn hand_len(&self, seat: Seat) -> usize {
        self.game.hand(seat).len()
    }

    /// Returns the melds of a seat, oldest first.
    pub fn melds(&self, seat: Seat) -> &'a [Meld] {
        self.game.melds(seat)
    }

    /// Returns the discards of all seats, oldest first.
    pub const fn river(&self) -> &'a River {
        self.game.river()
    }

    /// Returns how many tiles of a kind are neither in this seat's hand nor on the table.
    pub fn unseen(&self, tile: Tile) -> usize {
        Tile::COPIES - self.hand().count(tile) - self.game.shown(tile)
    }

    /// Returns [`unseen`](View::unseen) for all kinds, indexed by [`Tile::index`].
    pub fn all_unseen(&self) -> [usize; Tile::COUNT] {
        let mut unseen = Tile::ALL.map(|tile| Tile::COPIES - self.hand().count(tile));
        self.game.lying().for_each(|tile| unseen[tile.index()] -= 1);
        unseen
    }

    /// Returns a random game with the same view: the tiles that this seat cannot see are shuffled among the other hands
    /// and the wall, uniformly. `None` if it is not this seat's turn.
    ///
    /// ```
    /// use hule::{Deck, Game, Random, Seat};
    /// let game = Game::new(&Deck::seeded(1, 0));
    /// let imagined = game.view(Seat::A).imagine(&mut Random::new(1)).expect("A has drawn");
    /// assert_eq!(imagined.view(Seat::A), game.view(Seat::A));
    /// assert_ne!(imagined.hand(Seat::B), game.hand(Seat::B));
    /// assert!(game.view(Seat::B).imagine(&mut Random::new(1)).is_none());
    /// ```
    pub fn imagine(&self, random: &mut Random) -> Option<Game> {
        self.turn?;
        let unseen = self.all_unseen();
        let mut hidden = [Tile::M1; Deck::LEN];
        let mut len = 0;
        for tile in Tile::ALL {
            hidden[len..len + unseen[tile.index()]].fill(tile);
            len += unseen[tile.index()];
        }
        let hidden = &mut hidden[..len];
        random.shuffle(hidden);
        Some(self.with_hidden(hidden))
    }

    /// Like [`View::imagine`], with the unseen tiles in this order: the hands of the other seats, in the order of play
    /// after this one, then the wall.
    pub(crate) fn with_hidden(&self, hidden: &[Tile]) -> Game {
        self.game.with_hidden(self.seat, hidden)
    }

    /// Returns an owned copy, which can be serialised.
    pub fn to_owned_view(&self) -> OwnedView {
        OwnedView {
            seat: self.seat,
            hand: self.hand().tiles().collect(),
            hand_sizes: BySeat::from_fn(|seat| self.hand_len(seat)),
            melds: BySeat::from_fn(|seat| self.melds(seat).to_vec()),
            river: self.river().as_slice().to_vec(),
            wall: self.wall_len(),
            direction: self.direction(),
            skips: BySeat::from_fn(|seat| self.skips(seat)),
            turn: self.turn,
        }
    }

    /// Returns how many tiles have not been drawn.
    pub fn wall_len(&self) -> usize {
        self.game.wall().len()
    }

    /// Returns the direction of play.
    pub const fn direction(&self) -> Direction {
        self.game.direction()
    }

    /// Returns how many of its next turns a seat loses to PASS.
    pub fn skips(&self, seat: Seat) -> usize {
        self.game.skips(seat)
    }

    /// Returns the seat that plays after `seat` if no seat claims.
    pub fn next_seat(&self, seat: Seat) -> Seat {
        self.game.next_seat(seat)
    }
}

impl PartialEq for View<'_> {
    fn eq(&self, other: &View<'_>) -> bool {
        self.seat == other.seat
            && self.turn() == other.turn()
            && self.hand() == other.hand()
            && self.wall_len() == other.wall_len()
            && self.direction() == other.direction()
            && self.river() == other.river()
            && Seat::ALL.iter().all(|&seat| {
                self.hand_len(seat) == other.hand_len(seat)
                    && self.melds(seat) == other.melds(seat)
                    && self.skips(seat) == other.skips(seat)
            })
    }
}

impl Eq for View<'_> {}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("seat", &self.seat)
            .field("turn", &self.turn())
            .field("hand", &format_args!("{}", self.hand()))
            .field("hand_lens", &Seat::ALL.map(|seat| self.hand_len(seat)))
            .field("melds", &Seat::ALL.map(|seat| self.melds(seat)))
            .field("river", self.river())
            .field("wall_len", &self.wall_len())
            .field("direction", &self.direction())
            .field("skips", &Seat::ALL.map(|seat| self.skips(seat)))
            .finish()
    }
}
