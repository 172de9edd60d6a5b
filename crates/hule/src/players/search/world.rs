//! Samples the tiles that a seat cannot see.

use crate::game::{Game, View, wants_claim};
use crate::words::{Deck, Hand, Random, Seat, Tile, Turn};

/// The possible games behind a view, if the other players are standard players.
pub struct Worlds<'a> {
    view: &'a View<'a>,
    /// The tiles that the seat cannot see.
    unseen: Vec<Tile>,
    others: [Other; 3],
}

/// What is known about the hand of another seat.
struct Other {
    /// How many tiles it holds.
    len: usize,
    open: usize,
    /// How many tiles it has drawn.
    draws: usize,
    /// Its latest discard.
    last: Option<Tile>,
    /// The ordinary tiles discarded since then that it did not claim.
    left: Vec<Tile>,
}

impl<'a> Worlds<'a> {
    /// How often a contradicted hand is dealt again.
    const TRIES: usize = 10;

    /// The view must be that of the seat to decide.
    pub fn of(view: &'a View<'a>) -> Worlds<'a> {
        let unseen = view.all_unseen();
        let tiles = Tile::ALL.into_iter().flat_map(|tile| std::iter::repeat_n(tile, unseen[tile.index()]));
        let others = view.seat().others(view.direction()).map(|seat| Other::of(view, seat));
        Worlds { view, unseen: tiles.collect(), others }
    }

    /// Returns a random game with this view.
    ///
    /// Real hands are better than random ones, because their owners kept the best tiles. So each hand is dealt at
    /// random and then draws and discards like a standard player, in exchange with the wall. It draws four fifths as
    /// often as the seat really did, since the seat's real discards are not among the tiles it draws here; with this
    /// share, sampled hands have the same distances as real ones. A hand that would not have made the seat's latest
    /// discard, or would have claimed a tile that the seat did not claim, is dealt again.
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

/// Exchanges a tile with a random one of the wall, if there is any.
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
        // Whether it claims the current discard is still open.
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

    /// Exchanges tiles with the wall like a standard player.
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

/// Whether a standard player would win with this discard or pong it. Chows are ignored, since the seat that may chow
/// draws next anyway.
fn claims(hand: &Hand, tile: Tile) -> bool {
    hand.wins_with(tile)
        || hand.distance_after_meld([tile; 2]).is_some_and(|after| wants_claim(hand.distance(), after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Standard, step};
    use crate::words::BySeat;

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
