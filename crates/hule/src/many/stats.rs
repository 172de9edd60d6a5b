//! Statistics of many games. All totals are integers, so the order of addition does not matter.

use super::simulate::simulate;
use crate::game::{Game, GameId, Observer};
use crate::words::{BySeat, Event, Meld, Outcome, Seat};
use std::ops::{AddAssign, Range};

/// Distances are recorded in every 64th game only, because this is slow.
const FOLLOWED: u64 = 64;

/// Statistics of games.
///
/// An [`Observer`] that counts the games it watches. Partial statistics are added with `+=`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Stats {
    /// The number of games.
    pub games: u64,
    /// Games that each seat won with a discard.
    pub ron: BySeat<u64>,
    /// Games that each seat won with a drawn tile.
    pub self_drawn: BySeat<u64>,
    /// Games in which each seat discarded the winning tile.
    pub gave_ron: BySeat<u64>,
    /// Games without a winner.
    pub exhausted: u64,
    /// Games by number of discards.
    pub discards: Histogram,
    /// Games by number of tiles left to draw at the end.
    pub wall_left: Histogram,
    /// Won games by number of melds of the winner.
    pub winner_melds: Histogram,
    /// Games by number of claims for melds.
    pub claims: Histogram,
    /// Chows of each seat.
    pub chows: BySeat<u64>,
    /// Pongs of each seat.
    pub pongs: BySeat<u64>,
    /// For PASS, REVERSE and DOUBLE: how many of them the seats discarded in a game.
    pub specials: [Specials; 3],
    /// Dealt hands by distance.
    pub deal_distance: Histogram,
    /// The distances of hands after the n-th discard of the seat, by n. Only from games whose number is a multiple of
    /// 64.
    pub distance_after: Vec<DistanceSum>,
    /// Whether the distances of the game under way are recorded.
    #[cfg_attr(feature = "serde", serde(skip))]
    following: bool,
}

/// A histogram over small integers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Histogram {
    /// `counts[n]` is how often `n` occurs. The last count is not zero.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// Counts one occurrence of `number`.
    #[inline]
    pub fn add(&mut self, number: usize) {
        *at(&mut self.counts, number) += 1;
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the numbers that occur with their counts, ascending.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, u64)> + '_ {
        self.counts.iter().copied().enumerate().filter(|&(_, count)| count > 0)
    }
}

/// Seats by number of discards of one special kind in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Specials {
    /// How many seats discarded `n` of them.
    pub seats: [u64; 5],
    /// How many of these seats won.
    pub won: [u64; 5],
}

/// The number of hands and the sum of their distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct DistanceSum {
    /// The number of hands.
    pub hands: u64,
    /// The sum of their distances.
    pub sum: u64,
    /// How many of them were ready (distance 1).
    pub ready: u64,
}

/// Returns the item at this index, extending the vector if necessary.
#[inline]
fn at<T: Clone + Default>(items: &mut Vec<T>, place: usize) -> &mut T {
    if place >= items.len() {
        items.resize(place + 1, T::default());
    }
    &mut items[place]
}

impl Stats {
    /// Plays these games of a seed with four standard players and returns their statistics.
    ///
    /// ```
    /// use hule::stats::Stats;
    /// let stats = Stats::of(1, 0..1000);
    /// assert!(stats.exhausted < 100);
    /// ```
    pub fn of(seed: u64, games: Range<u64>) -> Stats {
        let mut stats = Stats::default();
        simulate(seed, games, &mut stats);
        stats
    }

    /// The most games for which all figures can be computed.
    pub const MOST_GAMES: u64 = 1 << 48;

    /// Returns whether these can be the statistics of at least one and at most [`MOST_GAMES`](Stats::MOST_GAMES) games. What is
    /// read from a file may have any numbers.
    pub fn is_possible(&self) -> bool {
        let games = u128::from(self.games);
        let sum = |counts: &[u64]| -> u128 { counts.iter().copied().map(u128::from).sum() };
        let by_seat = |counts: &BySeat<u64>| sum(counts.as_array());
        // Nothing that is counted in a game is more than its tiles.
        let histogram =
            |counts: &Histogram, total: u128| counts.counts.len() <= 149 && sum(&counts.counts) == total;
        let won = by_seat(&self.ron) + by_seat(&self.self_drawn);
        let claims =
            self.claims.iter().map(|(number, count)| number as u128 * u128::from(count)).sum::<u128>();
        let special = |specials: &Specials| {
            let fewer = specials.seats.iter().zip(&specials.won).all(|(seats, won)| won <= seats);
            fewer && sum(&specials.seats) == 4 * games && sum(&specials.won) == won
        };
        let distance = |sum: &DistanceSum| {
            let hands = u128::from(sum.hands);
            hands <= 4 * games && u128::from(sum.sum) <= 14 * hands && sum.ready <= sum.hands
        };
        (1..=Stats::MOST_GAMES).contains(&self.games)
            && won + u128::from(self.exhausted) == games
            && by_seat(&self.gave_ron) == by_seat(&self.ron)
            && histogram(&self.discards, games)
            && histogram(&self.wall_left, games)
            && histogram(&self.winner_melds, won)
            && histogram(&self.claims, games)
            && by_seat(&self.chows) + by_seat(&self.pongs) == claims
            && self.specials.iter().all(special)
            && histogram(&self.deal_distance, 4 * games)
            && self.distance_after.len() <= 149
            && self.distance_after.iter().all(distance)
    }
}

impl Observer for Stats {
    #[inline]
    fn dealt(&mut self, game: &Game, id: GameId) {
        self.following = self.follows(id);
        for seat in Seat::ALL {
            self.deal_distance.add(usize::from(game.hand(seat).distance()));
        }
    }

    fn follows(&self, id: GameId) -> bool {
        id.deck.is_multiple_of(FOLLOWED)
    }

    fn event(&mut self, event: Event, game: &Game) {
        if let Event::Discard { seat, .. } | Event::Pass { seat, .. } = event
            && self.following
        {
            let distance = game.hand(seat).distance();
            let after = at(&mut self.distance_after, game.river().of(seat).count());
            after.hands += 1;
            after.sum += u64::from(distance);
            after.ready += u64::from(distance == 1);
        }
    }

    #[inline]
    fn ended(&mut self, game: &Game) {
        self.following = false;
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
