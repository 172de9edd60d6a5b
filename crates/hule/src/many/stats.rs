//! Totals over many games. They are whole numbers, so that they add up to the same in any order.

use crate::game::Game;
use crate::game::play::{GameId, Observer};
use crate::words::event::Event;
use crate::words::meld::Meld;
use crate::words::seat::{BySeat, Seat};
use crate::words::turn::Outcome;
use std::hint::cold_path;
use std::ops::AddAssign;

/// In every so many games the distances are followed all the way.
const FOLLOWED: u64 = 64;

/// Totals over games of four players.
///
/// As an [`Observer`] they count the games that they watch; totals of parts merge with `+=`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Stats {
    /// How many games there were.
    pub games: u64,
    /// Games that each seat won with a discard.
    pub ron: BySeat<u64>,
    /// Games that each seat won with a tile it drew.
    pub self_drawn: BySeat<u64>,
    /// Games in which each seat discarded the tile that another won with.
    pub gave_ron: BySeat<u64>,
    /// Games that nobody won.
    pub exhausted: u64,
    /// Games by how many tiles were discarded in them.
    pub discards: Histogram,
    /// Games by how many tiles were left to draw at the end.
    pub wall_left: Histogram,
    /// Won games by how many open melds the winner had.
    pub winner_melds: Histogram,
    /// Games by how many claims were made in them.
    pub claims: Histogram,
    /// Chows that each seat made.
    pub chows: BySeat<u64>,
    /// Pongs that each seat made.
    pub pongs: BySeat<u64>,
    /// For PASS, REVERSE and DOUBLE: seats by how many of them they discarded in a game, and how many of those
    /// won.
    pub specials: [Specials; 3],
    /// Hands by their distance at the deal.
    pub deal_distance: Histogram,
    /// By how often the seat has discarded in the game: the hands, and the sum of their distances, after it.
    /// Over every 64th game, those whose number is a multiple of 64.
    pub distance_after: Vec<DistanceSum>,
    /// Whether this game is one of those.
    #[cfg_attr(feature = "serde", serde(skip))]
    follows: bool,
}

/// How many of something have which number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Histogram {
    /// `counts[n]` have the number `n`. The last count is not zero.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// Counts one more.
    #[inline]
    pub fn add(&mut self, number: usize) {
        *at(&mut self.counts, number) += 1;
    }

    /// How many there are.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Each number that occurs, and how many have it.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, u64)> + '_ {
        self.counts.iter().copied().enumerate().filter(|&(_, count)| count > 0)
    }
}

/// Seats by how many of one special tile they discarded in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Specials {
    /// `seats[n]` discarded `n` of them.
    pub seats: [u64; 5],
    /// `won[n]` of those won.
    pub won: [u64; 5],
}

/// Hands and the sum of their distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct DistanceSum {
    /// How many hands.
    pub hands: u64,
    /// The sum of their distances.
    pub sum: u64,
    /// How many of them were ready.
    pub ready: u64,
}

/// The item at this place, with as many new ones before it as it takes.
#[inline]
fn at<T: Clone + Default>(items: &mut Vec<T>, place: usize) -> &mut T {
    if place >= items.len() {
        items.resize(place + 1, T::default());
    }
    &mut items[place]
}

impl Observer for Stats {
    #[inline]
    fn dealt(&mut self, game: &Game, id: GameId) {
        self.follows = id.deck.is_multiple_of(FOLLOWED);
        for seat in Seat::ALL {
            self.deal_distance.add(usize::from(game.hand(seat).distance()));
        }
    }

    #[inline]
    fn event(&mut self, event: Event, game: &Game) {
        if let Event::Discard { seat, .. } | Event::Pass { seat, .. } = event
            && self.follows
        {
            cold_path();
            let distance = game.hand(seat).distance();
            let after = at(&mut self.distance_after, game.river().of(seat).count());
            after.hands += 1;
            after.sum += u64::from(distance);
            after.ready += u64::from(distance == 1);
        }
    }

    #[inline]
    fn ended(&mut self, game: &Game) {
        self.games += 1;
        let winner = match game.outcome().expect("the game is over") {
            Outcome::Ron { winner, from, .. } => {
                self.ron[winner] += 1;
                self.gave_ron[from] += 1;
                Some(winner)
            }
            Outcome::SelfDrawn { winner, .. } => {
                self.self_drawn[winner] += 1;
                Some(winner)
            }
            Outcome::Exhausted => {
                self.exhausted += 1;
                None
            }
        };
        self.discards.add(game.river().as_slice().len());
        self.wall_left.add(game.wall().len());
        if let Some(winner) = winner {
            self.winner_melds.add(game.melds(winner).len());
        }
        self.claims.add(Seat::ALL.map(|seat| game.melds(seat).len()).iter().sum());
        for seat in Seat::ALL {
            for meld in game.melds(seat) {
                match meld {
                    Meld::Chow { .. } => self.chows[seat] += 1,
                    Meld::Pong { .. } => self.pongs[seat] += 1,
                }
            }
        }
        for seat in Seat::ALL {
            let won = u64::from(winner == Some(seat));
            for (specials, number) in self.specials.iter_mut().zip(game.river().specials(seat)) {
                specials.seats[usize::from(number)] += 1;
                specials.won[usize::from(number)] += won;
            }
        }
    }
}

fn add_all<T: Clone + Default + AddAssign>(totals: &mut Vec<T>, others: &[T]) {
    for (place, other) in others.iter().enumerate() {
        *at(totals, place) += other.clone();
    }
}

impl AddAssign<&Stats> for Stats {
    fn add_assign(&mut self, other: &Stats) {
        let by_seat = |totals: &mut BySeat<u64>, others: &BySeat<u64>| {
            totals.iter_mut().for_each(|(seat, total)| *total += others[seat]);
        };
        self.games += other.games;
        by_seat(&mut self.ron, &other.ron);
        by_seat(&mut self.self_drawn, &other.self_drawn);
        by_seat(&mut self.gave_ron, &other.gave_ron);
        self.exhausted += other.exhausted;
        add_all(&mut self.discards.counts, &other.discards.counts);
        add_all(&mut self.wall_left.counts, &other.wall_left.counts);
        add_all(&mut self.winner_melds.counts, &other.winner_melds.counts);
        add_all(&mut self.claims.counts, &other.claims.counts);
        by_seat(&mut self.chows, &other.chows);
        by_seat(&mut self.pongs, &other.pongs);
        for (total, other) in self.specials.iter_mut().zip(&other.specials) {
            total.seats.iter_mut().zip(other.seats).for_each(|(total, other)| *total += other);
            total.won.iter_mut().zip(other.won).for_each(|(total, other)| *total += other);
        }
        add_all(&mut self.deal_distance.counts, &other.deal_distance.counts);
        add_all(&mut self.distance_after, &other.distance_after);
    }
}

impl AddAssign for DistanceSum {
    fn add_assign(&mut self, other: DistanceSum) {
        self.hands += other.hands;
        self.sum += other.sum;
        self.ready += other.ready;
    }
}
