//! The tiles that a seat cannot see, dealt as they are likely to lie.

use crate::words::deck::Deck;
use crate::game::Game;
use crate::game::standard::wants_claim;
use crate::words::turn::Turn;
use crate::words::hand::Hand;
use crate::words::random::Random;
use crate::words::seat::Seat;
use crate::words::tile::Tile;
use crate::game::view::View;

/// The worlds that a seat may be in, if the others are standard players.
pub struct Worlds<'a> {
    view: &'a View<'a>,
    /// All tiles that it cannot see.
    unseen: Vec<Tile>,
    others: [Other; 3],
}

/// What is known about another seat.
struct Other {
    /// How many tiles it holds.
    len: usize,
    open: usize,
    /// How many tiles it has drawn and looked at.
    draws: usize,
    /// What it discarded last.
    last: Option<Tile>,
    /// What it has since left to others, though it could have claimed it.
    left: Vec<Tile>,
}

impl<'a> Worlds<'a> {
    /// How often a hand that does not fit what its seat did is dealt anew.
    const TRIES: usize = 10;

    /// The worlds of a seat that has to decide.
    pub fn of(view: &'a View<'a>) -> Worlds<'a> {
        let unseen = view.all_unseen();
        let tiles = Tile::ALL.into_iter().flat_map(|tile| std::iter::repeat_n(tile, unseen[tile.index()]));
        let others = view.seat().others(view.direction()).map(|seat| Other::of(view, seat));
        Worlds { view, unseen: tiles.collect(), others }
    }

    /// One of them.
    ///
    /// The others do not hold just any tiles: they have drawn some and kept the best. So each hand is dealt at random,
    /// and then draws and discards as a standard player would, into the unseen tiles. That is done somewhat less often
    /// than the seat really did, since its own discards, which lie on the table, are not among what it draws here; the
    /// share makes imagined hands as near to winning as real ones are. A hand that would not have discarded what the
    /// seat did discard, or would have claimed what it left, is dealt anew.
    pub fn imagine(&self, random: &mut Random) -> Game {
        let mut tiles = [Tile::M1; Deck::LEN];
        let tiles = &mut tiles[..self.unseen.len()];
        tiles.copy_from_slice(&self.unseen);
        random.shuffle(tiles);
        let (mut hidden, wall) = tiles.split_at_mut(self.others.iter().map(|other| other.len).sum());
        for other in &self.others {
            let held;
            (held, hidden) = hidden.split_at_mut(other.len);
            for _ in 0..Worlds::TRIES {
                let hand = other.play(held, wall, random);
                if other.fits(&hand) {
                    break;
                }
                for tile in &mut *held {
                    exchange(tile, wall, random);
                }
            }
        }
        self.view.with_hidden(tiles)
    }
}

/// Exchanges a tile for one of the wall, if there is any.
fn exchange(tile: &mut Tile, wall: &mut [Tile], random: &mut Random) {
    if !wall.is_empty() {
        let place = random.below(wall.len() as u64) as usize;
        std::mem::swap(tile, &mut wall[place]);
    }
}

impl Other {
    fn of(view: &View<'_>, seat: Seat) -> Other {
        let open = view.melds(seat).len();
        let discards = view.river().of(seat).count();
        // Whether it will claim the discard that lies there now is not settled.
        let answering = matches!(view.turn(), Some(Turn::Answer { .. }));
        let settled = view.river().as_slice().iter().rev().skip(usize::from(answering));
        let left = settled.take_while(|discarded| discarded.seat != seat).map(|discarded| discarded.tile);
        Other {
            len: view.hand_len(seat),
            open,
            draws: discards - open,
            last: view.river().of(seat).next_back().map(|discarded| discarded.tile),
            left: left.filter(|tile| !tile.is_special()).collect(),
        }
    }

    /// Draws from the wall and discards into it.
    fn play(&self, held: &mut [Tile], wall: &mut [Tile], random: &mut Random) -> Hand {
        let mut hand = Hand::held(held, self.open);
        if !wall.is_empty() {
            for _ in 0..self.draws * 4 / 5 {
                let place = random.below(wall.len() as u64) as usize;
                hand.put(wall[place]);
                wall[place] = hand.discard().expect("it has just drawn");
                hand.take(wall[place]);
            }
            held.iter_mut().zip(hand.tiles()).for_each(|(place, tile)| *place = tile);
        }
        hand
    }

    /// Whether a standard player with this hand would have done what the seat did.
    fn fits(&self, hand: &Hand) -> bool {
        let discards = self.last.is_none_or(|last| {
            let mut before = *hand;
            before.put(last);
            before.discard() == Some(last)
        });
        discards && self.left.iter().all(|&tile| !claims(hand, tile))
    }
}

/// Whether a standard player would win with this discard or pong it. Chows are left out: who may chow also draws next.
fn claims(hand: &Hand, tile: Tile) -> bool {
    hand.wins_with(tile)
        || hand.distance_after_meld([tile; 2]).is_some_and(|after| wants_claim(hand.distance(), after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::play::step;
    use crate::game::standard::Standard;
    use crate::words::seat::BySeat;

    #[test]
    fn imagined_hands_are_as_near_as_real_ones() {
        let mut random = Random::new(1);
        // For a few stages of the game: how many hands, and the sums of their distances, imagined and real.
        let mut stages = [(0.0, 0.0, 0.0); 4];
        for number in 0..200 {
            let mut game = Game::new(&Deck::seeded(31, number));
            while let Some(turn) = game.turn() {
                let view = game.view(turn.seat());
                let world = Worlds::of(&view).imagine(&mut random);
                assert_eq!(world.view(turn.seat()), view);
                let stage = &mut stages[game.wall().len() / 25];
                for other in turn.seat().others(game.direction()) {
                    stage.0 += 1.0;
                    stage.1 += f64::from(world.hand(other).distance());
                    stage.2 += f64::from(game.hand(other).distance());
                }
                step(&mut game, &mut BySeat::splat(Standard), &mut ());
            }
        }
        for (hands, imagined, real) in stages {
            assert!(hands > 200.0 && (imagined - real).abs() / hands < 0.25, "{stages:?}");
        }
    }
}
