//! What one seat may know.

use crate::words::deck::Deck;
use crate::game::Game;
use crate::words::turn::Turn;
use crate::words::hand::Hand;
use crate::words::meld::Meld;
use crate::words::random::Random;
use crate::game::river::River;
use crate::game::owned_view::OwnedView;
use crate::words::seat::{BySeat, Direction, Seat};
use crate::words::tile::Tile;
use core::fmt;

/// A game as one seat sees it: its own hand, and what lies open on the table.
///
/// Two views are equal, and print the same, exactly if the seat cannot tell the games apart by looking at
/// the table.
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

    /// The view of the seat that has to decide.
    #[inline]
    pub(crate) const fn in_turn(game: &'a Game, seat: Seat, turn: Turn) -> View<'a> {
        View { game, seat, turn: Some(turn) }
    }

    /// Who is looking.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What this seat has to decide, if it is its turn. Whether others are asked, it does not learn.
    #[must_use]
    #[inline]
    pub const fn turn(&self) -> Option<Turn> {
        self.turn
    }

    /// The tiles of this seat.
    #[must_use]
    pub fn hand(&self) -> &'a Hand {
        self.game.hand(self.seat)
    }

    /// How many tiles a seat holds.
    #[must_use]
    pub fn hand_len(&self, seat: Seat) -> usize {
        self.game.hand(seat).len()
    }

    /// The melds that a seat has on the table, the first first.
    #[must_use]
    pub fn melds(&self, seat: Seat) -> &'a [Meld] {
        self.game.melds(seat)
    }

    /// All discards of all seats, the first first.
    #[must_use]
    pub const fn river(&self) -> &'a River {
        self.game.river()
    }

    /// How many tiles of a kind this seat cannot see: neither in its hand nor on the table.
    #[must_use]
    pub fn unseen(&self, tile: Tile) -> usize {
        Tile::COPIES - self.hand().count(tile) - self.game.shown(tile)
    }

    /// The same for all kinds at once, by [`Tile::index`].
    #[must_use]
    pub fn all_unseen(&self) -> [usize; Tile::COUNT] {
        let mut unseen = Tile::ALL.map(|tile| Tile::COPIES - self.hand().count(tile));
        self.game.lying().for_each(|tile| unseen[tile.index()] -= 1);
        unseen
    }

    /// A game that this seat cannot tell from the real one: all tiles that it cannot see are dealt anew to the others
    /// and the wall, every way as likely as any other. `None` unless the seat has to decide.
    ///
    /// ```
    /// use hule::{Deck, Game, Random, Seat};
    /// let game = Game::new(&Deck::seeded(1, 0));
    /// let imagined = game.view(Seat::A).imagine(&mut Random::new(1)).expect("A has drawn");
    /// assert_eq!(imagined.view(Seat::A), game.view(Seat::A));
    /// assert_ne!(imagined.hand(Seat::B), game.hand(Seat::B));
    /// assert!(game.view(Seat::B).imagine(&mut Random::new(1)).is_none());
    /// ```
    #[must_use]
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

    /// As [`View::imagine`], with the tiles that it cannot see in this order: what the others hold, in the order of
    /// play after the seat, and the wall.
    pub(crate) fn with_hidden(&self, hidden: &[Tile]) -> Game {
        self.game.with_hidden(self.seat, hidden)
    }

    /// All of it in a form that can be kept, sent and read back.
    #[must_use]
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

    /// How many tiles have not been drawn.
    #[must_use]
    pub fn wall_len(&self) -> usize {
        self.game.wall().len()
    }

    /// The order in which turns pass.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.game.direction()
    }

    /// How many of its next turns a seat will lose to PASS.
    #[must_use]
    pub fn skips(&self, seat: Seat) -> usize {
        self.game.skips(seat)
    }

    /// Who takes the next turn after one of `seat` if nobody claims.
    #[must_use]
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

#[cfg(test)]
mod tests {
    use crate::words::deck::Deck;
    use crate::game::Game;
    use crate::game::player::Player;
    use crate::game::standard::Standard;
    use crate::players::RandomPlayer;
    use crate::words::random::Random;
    use crate::words::seat::Seat;
    use crate::words::tile::Tile;

    #[test]
    fn a_view_shows_nothing_that_the_seat_cannot_see() {
        let mut random = Random::new(1);
        let mut players = RandomPlayer::new(2);
        let mut different = 0;
        for number in 0..50 {
            let mut game = Game::new(&Deck::seeded(8, number));
            while let Some(turn) = game.turn() {
                let seat = turn.seat();
                let view = game.view(seat);
                let world = view.imagine(&mut random).expect("the seat has to decide");
                different += u32::from(world.wall() != game.wall());
                let other = world.view(seat);
                assert_eq!(view, other);
                assert_eq!(format!("{view:?}"), format!("{other:?}"));
                let legal = game.legal_actions();
                assert_eq!(legal, world.legal_actions());
                assert_eq!(Standard.choose(&view, legal), Standard.choose(&other, legal));
                // Somebody else's view shows that the worlds differ, if only in that hand.
                let neighbour = Seat::ALL[(seat.index() + 1) % 4];
                assert_eq!(
                    game.view(neighbour) == world.view(neighbour),
                    game.hand(neighbour) == world.hand(neighbour)
                );
                assert_eq!(game.view(neighbour).turn(), None);
                for tile in Tile::ALL {
                    let hidden = Seat::ALL.into_iter().filter(|&other| other != seat);
                    let held: usize = hidden.map(|other| game.hand(other).count(tile)).sum();
                    let left = game.wall().iter().filter(|&&other| other == tile).count();
                    assert_eq!(view.unseen(tile), held + left);
                }
                let action = players.choose(&view, legal);
                game.play(action).expect("players choose legal actions");
            }
        }
        assert!(different > 1000, "{different}");
    }
}
