//! The arrays that a vector of games fills.

use super::crew::Split;
use super::lane::{Lane, Opponents};
use super::{ACTIONS, How, Learner, Options, Restart, Task};
use crate::players::observation::hidden;

/// The arrays that [`Vector::step`](super::Vector::step) fills, with one row for each game.
#[derive(Debug, Default)]
pub struct Arrays<'a> {
    /// The observation of the seat that has to decide.
    pub observations: &'a mut [u8],
    /// 1 for every legal action, by its number; [`ACTIONS`] in each row. If the game is over, only DECLINE, which is
    /// ignored.
    pub masks: &'a mut [u8],
    /// The reward of the seat that played the action.
    pub rewards: &'a mut [f32],
    /// Whether the action ended the game.
    pub ended: &'a mut [bool],
    /// The index of the seat that has to decide; if the game is over, of the seat that decided last.
    pub seats: &'a mut [u8],
    /// The number of the game.
    pub numbers: &'a mut [u64],
    /// The rewards of `A`, `B`, `C` and `D`; empty unless [all seats](Learner::All) are the learner's. With
    /// [`Reward::Distance`](super::Reward::Distance), a seat gets what it gets for its distance when it has to decide
    /// again.
    pub seat_rewards: &'a mut [f32],
    /// The last observation of games that have ended and been replaced; other rows hold old values. Empty unless games
    /// are replaced in the [same step](Restart::SameStep).
    pub last_observations: &'a mut [u8],
    /// What the seat that has to decide does not [know](hidden); empty unless the options say so.
    pub hidden: &'a mut [u8],
}

/// Arrays with their memory.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // They are those of `Arrays`.
pub struct Buffers {
    pub observations: Vec<u8>,
    pub masks: Vec<u8>,
    pub rewards: Vec<f32>,
    pub ended: Vec<bool>,
    pub seats: Vec<u8>,
    pub numbers: Vec<u64>,
    pub seat_rewards: Vec<f32>,
    pub last_observations: Vec<u8>,
    pub hidden: Vec<u8>,
}

impl Buffers {
    /// Creates the arrays for these options.
    pub fn new(options: &Options) -> Buffers {
        let games = options.games.get();
        let Lengths { observation, seats, last, hidden } = Lengths::of(options);
        Buffers {
            observations: vec![0; games * observation],
            masks: vec![0; games * ACTIONS],
            rewards: vec![0.0; games],
            ended: vec![false; games],
            seats: vec![0; games],
            numbers: vec![0; games],
            seat_rewards: vec![0.0; games * seats],
            last_observations: vec![0; games * last],
            hidden: vec![0; games * hidden],
        }
    }

    /// Returns all of them to be filled.
    pub fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            ended: &mut self.ended,
            seats: &mut self.seats,
            numbers: &mut self.numbers,
            seat_rewards: &mut self.seat_rewards,
            last_observations: &mut self.last_observations,
            hidden: &mut self.hidden,
        }
    }
}

/// How many values a game has in the arrays whose rows depend on the options.
#[derive(Clone, Copy)]
struct Lengths {
    observation: usize,
    seats: usize,
    last: usize,
    hidden: usize,
}

impl Lengths {
    fn of(options: &Options) -> Lengths {
        let observation = options.observation.len();
        Lengths {
            observation,
            seats: if options.learner == Learner::All { 4 } else { 0 },
            last: if options.restart == Restart::SameStep { observation } else { 0 },
            hidden: if options.hidden { hidden::LEN } else { 0 },
        }
    }
}

impl Arrays<'_> {
    /// Panics if an array has a wrong length.
    pub(super) fn check(&self, options: &Options) {
        let games = options.games.get();
        let Lengths { observation, seats, last, hidden } = Lengths::of(options);
        assert_eq!(self.observations.len(), games * observation, "observations");
        assert_eq!(self.masks.len(), games * ACTIONS, "masks");
        assert_eq!(self.rewards.len(), games, "rewards");
        assert_eq!(self.ended.len(), games, "ended");
        assert_eq!(self.seats.len(), games, "seats");
        assert_eq!(self.numbers.len(), games, "numbers");
        assert_eq!(self.seat_rewards.len(), games * seats, "seat_rewards");
        assert_eq!(self.last_observations.len(), games * last, "last_observations");
        assert_eq!(self.hidden.len(), games * hidden, "hidden");
    }

    pub(super) fn reborrow(&mut self) -> Arrays<'_> {
        Arrays {
            observations: self.observations,
            masks: self.masks,
            rewards: self.rewards,
            ended: self.ended,
            seats: self.seats,
            numbers: self.numbers,
            seat_rewards: self.seat_rewards,
            last_observations: self.last_observations,
            hidden: self.hidden,
        }
    }
}

/// Some games with their actions and their rows of the arrays.
pub(super) struct LaneRange<'a, P> {
    pub lanes: &'a mut [Lane<P>],
    pub legal: &'a mut [u64],
    pub actions: &'a [i64],
    pub arrays: Arrays<'a>,
}

/// The row of one game.
pub(super) struct Row<'a> {
    pub legal: &'a mut u64,
    pub observation: &'a mut [u8],
    pub mask: &'a mut [u8; ACTIONS],
    pub reward: &'a mut f32,
    pub ended: &'a mut bool,
    pub seat: &'a mut u8,
    pub number: &'a mut u64,
    pub seat_rewards: &'a mut [f32],
    pub last_observation: &'a mut [u8],
    pub hidden: &'a mut [u8],
}

impl<P: Opponents> LaneRange<'_, P> {
    pub(super) fn run(self, how: How<'_>) {
        let Lengths { observation, seats, last, hidden } = Lengths::of(how.options);
        let LaneRange { lanes, legal, actions, arrays } = self;
        let masks = arrays.masks.as_chunks_mut().0;
        for (place, lane) in lanes.iter_mut().enumerate() {
            let row = Row {
                legal: &mut legal[place],
                observation: &mut arrays.observations[place * observation..][..observation],
                mask: &mut masks[place],
                reward: &mut arrays.rewards[place],
                ended: &mut arrays.ended[place],
                seat: &mut arrays.seats[place],
                number: &mut arrays.numbers[place],
                seat_rewards: &mut arrays.seat_rewards[place * seats..][..seats],
                last_observation: &mut arrays.last_observations[place * last..][..last],
                hidden: &mut arrays.hidden[place * hidden..][..hidden],
            };
            match how.task {
                Task::Begin => lane.begin(how, row),
                Task::Restart if actions[place] == 0 => {}
                Task::Restart => lane.restart(how, row),
                Task::Step => lane.step(actions[place], how, row),
            }
        }
    }
}

impl<P: Send> Split for LaneRange<'_, P> {
    fn len(&self) -> usize {
        self.lanes.len()
    }

    fn split(self, at: usize) -> (Self, Self) {
        let games = self.lanes.len();
        let (lanes, more_lanes) = self.lanes.split_at_mut(at);
        let (legal, more_legal) = self.legal.split_at_mut(at);
        let (actions, more_actions) = self.actions.split_at(at);
        let (arrays, more_arrays) = self.arrays.split(at, games);
        (
            LaneRange { lanes, legal, actions, arrays },
            LaneRange { lanes: more_lanes, legal: more_legal, actions: more_actions, arrays: more_arrays },
        )
    }
}

impl Arrays<'_> {
    /// Divides the rows of this many games.
    fn split(self, at: usize, games: usize) -> (Self, Self) {
        fn rows<T>(array: &mut [T], at: usize, games: usize) -> (&mut [T], &mut [T]) {
            let len = array.len() / games;
            array.split_at_mut(at * len)
        }
        let observations = rows(self.observations, at, games);
        let masks = rows(self.masks, at, games);
        let rewards = rows(self.rewards, at, games);
        let ended = rows(self.ended, at, games);
        let seats = rows(self.seats, at, games);
        let numbers = rows(self.numbers, at, games);
        let seat_rewards = rows(self.seat_rewards, at, games);
        let last_observations = rows(self.last_observations, at, games);
        let hidden = rows(self.hidden, at, games);
        (
            Arrays {
                observations: observations.0,
                masks: masks.0,
                rewards: rewards.0,
                ended: ended.0,
                seats: seats.0,
                numbers: numbers.0,
                seat_rewards: seat_rewards.0,
                last_observations: last_observations.0,
                hidden: hidden.0,
            },
            Arrays {
                observations: observations.1,
                masks: masks.1,
                rewards: rewards.1,
                ended: ended.1,
                seats: seats.1,
                numbers: numbers.1,
                seat_rewards: seat_rewards.1,
                last_observations: last_observations.1,
                hidden: hidden.1,
            },
        )
    }
}
