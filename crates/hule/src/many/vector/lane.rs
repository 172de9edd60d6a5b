//! One place of a vector, which plays one game after another.

use super::arrays::Row;
use super::{How, Learner, Options, Restart, Reward};
use crate::game::{GameId, Match, Player, Standard};
use crate::players::observation::hidden;
use crate::players::{BuiltIn, PlayerName};
use crate::words::{Action, BySeat, Deck, Outcome, Seat, write_bits};

/// Players for the seats that are not the learner's.
pub(super) trait Opponents: Player + Send {
    fn new(name: PlayerName) -> Self;
}

impl Opponents for Standard {
    fn new(_: PlayerName) -> Standard {
        Standard
    }
}

impl Opponents for BuiltIn {
    fn new(name: PlayerName) -> BuiltIn {
        name.player()
    }
}

/// One place of a vector.
#[derive(Debug)]
pub(super) struct Lane<P> {
    table: Match<P, ()>,
    /// The place.
    place: u64,
    /// The number of the game.
    number: u64,
    /// The seat that has to decide, or decided last.
    seat: Seat,
    /// The distance of each seat's hand when it decided last; `None` if it has not.
    distances: BySeat<Option<u8>>,
}

impl<P: Opponents> Lane<P> {
    pub(super) fn new(place: usize, options: &Options) -> Lane<P> {
        let place = place as u64;
        let mut lane = Lane {
            table: table(0, options.first.wrapping_add(place), options.learner),
            place,
            number: options.first.wrapping_add(place),
            seat: Seat::A,
            distances: BySeat::splat(None),
        };
        lane.begin_from(lane.number, 0, options);
        lane
    }

    /// The number of the game.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Begins the first game of this place.
    pub(super) fn begin(&mut self, how: How<'_>, row: Row<'_>) {
        self.begin_from(how.options.first.wrapping_add(self.place), how.seed, how.options);
        self.show_first(how, row);
    }

    /// Begins the next game.
    pub(super) fn restart(&mut self, how: How<'_>, row: Row<'_>) {
        self.begin_next(how);
        self.show_first(how, row);
    }

    /// Plays an action, or begins the next game if the last one is over.
    #[inline]
    pub(super) fn step(&mut self, action: i64, how: How<'_>, mut row: Row<'_>) {
        let options = how.options;
        if self.table.game().turn().is_none() {
            return self.restart(how, row);
        }
        let viewpoint = self.table.game().view(self.seat).viewpoint();
        let action = u8::try_from(action).ok().and_then(|id| viewpoint.action(id));
        let action = action.expect("it has been checked");
        self.table.act(action).expect("it has been checked");
        self.run(options.learner);
        *row.reward = 0.0;
        row.seat_rewards.fill(0.0);
        let acted = self.seat;
        match self.table.game().outcome() {
            None => {
                self.seat = self.table.game().turn().expect("the game goes on").seat();
                *row.ended = false;
                if options.reward == Reward::Distance {
                    self.reward_distance(self.seat, acted, None, &mut row);
                }
                self.show(how, &mut row);
            }
            Some(outcome) => {
                *row.ended = true;
                self.reward_end(outcome, options, &mut row);
                if options.restart == Restart::SameStep {
                    let view = self.table.game().view(self.seat);
                    options.observation.write(&view, row.last_observation);
                    self.begin_next(how);
                }
                self.show(how, &mut row);
            }
        }
    }

    fn begin_next(&mut self, how: How<'_>) {
        let number = self.number.wrapping_add(how.options.games.get() as u64);
        self.begin_from(number, how.seed, how.options);
    }

    /// Begins the first game from this number on, in steps of the number of games, in which the learner decides.
    fn begin_from(&mut self, number: u64, seed: u64, options: &Options) {
        self.number = number;
        loop {
            self.table = table(seed, self.number, options.learner);
            self.seat = learner_seat(options.learner, self.number);
            self.run(options.learner);
            if let Some(turn) = self.table.game().turn() {
                self.seat = turn.seat();
                break;
            }
            self.number = self.number.wrapping_add(options.games.get() as u64);
        }
        self.distances = BySeat::splat(None);
        self.distances[self.seat] = Some(self.table.game().hand(self.seat).distance());
    }

    /// Lets the opponents decide until it is the learner's turn.
    #[inline]
    fn run(&mut self, learner: Learner) {
        if let Learner::One { .. } = learner {
            self.table.run_to(self.seat);
        }
    }

    /// Shows the first decision of a game.
    fn show_first(&self, how: How<'_>, mut row: Row<'_>) {
        *row.reward = 0.0;
        row.seat_rewards.fill(0.0);
        *row.ended = false;
        self.show(how, &mut row);
    }

    /// Writes what the seat that has to decide sees and may do.
    #[inline]
    fn show(&self, how: How<'_>, row: &mut Row<'_>) {
        let view = self.table.game().view(self.seat);
        let legal = view.legal_actions();
        how.options.observation.write_with(&view, legal, row.observation);
        if how.options.hidden {
            hidden::write(self.table.game(), self.seat, row.hidden);
        }
        let bits = view.viewpoint().mask(legal);
        *row.legal = bits;
        write_bits(if bits == 0 { 1 << Action::Decline.id() } else { bits }, row.mask);
        *row.seat = self.seat as u8;
        *row.number = self.number;
    }

    fn reward_end(&mut self, outcome: Outcome, options: &Options, row: &mut Row<'_>) {
        let acted = self.seat;
        let seats = if options.learner == Learner::All { &Seat::ALL[..] } else { &[acted] };
        for &seat in seats {
            give(options.reward.at_end(seat, outcome), seat, acted, row);
            if options.reward == Reward::Distance {
                self.reward_distance(seat, acted, Some(outcome), row);
            }
        }
    }

    /// Rewards a seat for the change of its distance since it decided last.
    fn reward_distance(&mut self, seat: Seat, acted: Seat, outcome: Option<Outcome>, row: &mut Row<'_>) {
        let won = outcome.and_then(Outcome::winner) == Some(seat);
        let distance = if won { 0 } else { self.table.game().hand(seat).distance() };
        if let Some(before) = self.distances[seat] {
            give((f32::from(before) - f32::from(distance)) / 16.0, seat, acted, row);
        }
        self.distances[seat] = Some(distance);
    }
}

/// Adds a reward of a seat.
fn give(reward: f32, seat: Seat, acted: Seat, row: &mut Row<'_>) {
    if seat == acted {
        *row.reward += reward;
    }
    if let Some(place) = row.seat_rewards.get_mut(seat.index()) {
        *place += reward;
    }
}

/// A game that has just begun.
fn table<P: Opponents>(seed: u64, number: u64, learner: Learner) -> Match<P, ()> {
    let first = learner_seat(learner, number);
    let players = BySeat::from_fn(|seat| {
        let opponents = match learner {
            Learner::One { opponents, .. } => opponents,
            Learner::All => [PlayerName::Standard; 3],
        };
        // The learner's own player is never asked.
        let place = (seat.index() + 3 - first.index()) % 4;
        P::new(opponents.get(place).copied().unwrap_or(PlayerName::Standard))
    });
    Match::new(&Deck::seeded(seed, number), players, GameId::new(seed, number), ())
}

/// The seat of the learner, or the seat that plays first.
const fn learner_seat(learner: Learner, number: u64) -> Seat {
    match learner {
        Learner::One { seat: Some(seat), .. } => seat,
        Learner::One { seat: None, .. } => Seat::ALL[(number % 4) as usize],
        Learner::All => Seat::A,
    }
}
