//! Many games at once, for learners: one call plays an action in each of them.
//!
//! A [`Vector`] has a fixed number of games in progress. [`step`](Vector::step) plays an action in each, lets the
//! opponents play until the learner has to decide again, and fills [`Arrays`] with what the learner needs: an
//! [observation](crate::observation), the legal actions, the reward, and whether the game is over. A game that is over
//! is replaced by the next. Every decision is shown, even if only one action is legal, as the driver
//! [`play`](crate::play()) asks its players.
//!
//! Actions have the numbers of [`Viewpoint`](crate::action::Viewpoint): those of docs/PROTOCOL.md, except that the target of a PASS counts from
//! the seat that plays it.
//!
//! ```
//! use hule::vector::{Buffers, Options, Vector};
//! let mut vector = Vector::new(Options::new(16))?;
//! let mut buffers = Buffers::new(vector.options());
//! vector.reset(1, &mut buffers.arrays());
//! let mut actions = vec![0; 16];
//! let mut wins = 0.0;
//! for _ in 0..100 {
//!     vector.random_actions(&mut actions);
//!     vector.step(&actions, &mut buffers.arrays())?;
//!     wins += buffers.rewards.iter().sum::<f32>();
//! }
//! println!("{wins} wins");
//! # Ok::<(), hule::vector::VectorError>(())
//! ```
//!
//! # Games
//!
//! As everywhere, a game is identified by a seed and a number ([`Deck::seeded`](crate::Deck::seeded), [`GameId`](crate::play::GameId)). Place `i` of `n` plays the
//! games `i`, `n + i`, `2 n + i` and so on. What happens does not depend on the number of threads. A game that ends before
//! the learner has decided anything is left out.

mod arrays;
mod crew;
mod error;
mod lane;

pub use arrays::{Arrays, Buffers};
pub use error::VectorError;

use crate::game::Standard;
use crate::players::observation::Observation;
use crate::players::{BuiltIn, PlayerName};
use crate::words::{Action, Outcome, Random, Seat, named};
use arrays::LaneRange;
use crew::{Crew, Split};
use lane::{Lane, Opponents};
use std::num::NonZeroUsize;

/// The number of actions, and so of the columns of the masks.
pub const ACTIONS: usize = Action::COUNT;

/// What a [`Vector`] plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of games at once.
    pub games: NonZeroUsize,
    /// The number of the first game.
    pub first: u64,
    /// The observation.
    pub observation: Observation,
    /// Whether to write what the seat does not [know](crate::observation::hidden).
    pub hidden: bool,
    /// The seats that the learner decides for.
    pub learner: Learner,
    /// The reward.
    pub reward: Reward,
    /// When a game that is over is replaced.
    pub restart: Restart,
    /// The number of threads. The results do not depend on it.
    pub threads: NonZeroUsize,
}

impl Options {
    /// Returns the usual options for this number of games (at least one): a basic observation, one seat that rotates
    /// against three standard players, the reward of a win, a new game in the same step, and one thread.
    pub fn new(games: usize) -> Options {
        Options {
            games: NonZeroUsize::new(games).unwrap_or(NonZeroUsize::MIN),
            first: 0,
            observation: Observation::Basic,
            hidden: false,
            learner: Learner::One { seat: None, opponents: [PlayerName::Standard; 3] },
            reward: Reward::Win,
            restart: Restart::SameStep,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// The seats that a learner decides for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learner {
    /// One seat.
    One {
        /// The seat; `None` for seat `number % 4` of each game: `A`, `B`, `C`, `D`, `A`, …
        seat: Option<Seat>,
        /// The players of the other seats, beginning with the next in the initial order of play.
        opponents: [PlayerName; 3],
    },
    /// All four seats. Every step is one decision of one seat in each game.
    All,
}

/// What a learner is rewarded for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reward {
    /// 1 for a win, 0 for anything else.
    #[default]
    Win,
    /// 3 for a win, −1 if another seat wins, 0 without a winner: the sum over the seats is 0.
    ZeroSum,
    /// 1 for a win, and 1/16 for each tile by which the distance of the hand has become less since the seat decided last.
    /// The distance of a winner is 0.
    Distance,
}

impl Reward {
    /// All rewards.
    pub const ALL: [Reward; 3] = [Reward::Win, Reward::ZeroSum, Reward::Distance];

    /// Returns `win`, `zero-sum` or `distance`.
    pub const fn name(self) -> &'static str {
        match self {
            Reward::Win => "win",
            Reward::ZeroSum => "zero-sum",
            Reward::Distance => "distance",
        }
    }

    /// Returns what a seat gets at the end of a game, without what it gets for its distance.
    pub fn at_end(self, seat: Seat, outcome: Outcome) -> f32 {
        match (self, outcome.winner()) {
            (_, None) => 0.0,
            (Reward::Win | Reward::Distance, Some(winner)) => f32::from(winner == seat),
            (Reward::ZeroSum, Some(winner)) if winner == seat => 3.0,
            (Reward::ZeroSum, Some(_)) => -1.0,
        }
    }
}

named!(Reward, name, "a reward", "奖励");

/// When a game that is over is replaced by the next: the autoreset modes of Gymnasium 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Restart {
    /// At once: the step that ends a game returns the first observation of the next one, and the last observation of the
    /// old one separately.
    #[default]
    SameStep,
    /// In the next step: the step that ends a game returns its last observation, and the step after it ignores the action
    /// and returns the first observation of the next one.
    NextStep,
    /// Never; see [`Vector::restart`].
    Disabled,
}

impl Restart {
    /// All modes.
    pub const ALL: [Restart; 3] = [Restart::SameStep, Restart::NextStep, Restart::Disabled];

    /// Returns `same-step`, `next-step` or `disabled`.
    pub const fn name(self) -> &'static str {
        match self {
            Restart::SameStep => "same-step",
            Restart::NextStep => "next-step",
            Restart::Disabled => "disabled",
        }
    }
}

named!(Restart, name, "a way to restart", "重开方式");

/// Many games at once.
#[derive(Debug)]
pub struct Vector {
    options: Options,
    lanes: Lanes,
    /// The legal actions of each game as bits, with the numbers of `Viewpoint`; 0 if it is over.
    legal: Vec<u64>,
    seed: u64,
    /// How often [`random_actions`](Vector::random_actions) has been called since the reset.
    sampled: u64,
    crew: Crew,
}

/// The games. Those without other players than the standard one are compiled separately, because they are much faster.
#[derive(Debug)]
enum Lanes {
    Standard(Vec<Lane<Standard>>),
    Any(Vec<Lane<BuiltIn>>),
}

impl Vector {
    /// Creates games 0 and following of seed 0.
    ///
    /// # Errors
    /// Returns an error if the threads cannot be started.
    pub fn new(options: Options) -> Result<Vector, VectorError> {
        fn lanes<P: Opponents>(options: &Options) -> Vec<Lane<P>> {
            (0..options.games.get()).map(|place| Lane::new(place, options)).collect()
        }
        let standard = match options.learner {
            Learner::All => true,
            Learner::One { opponents, .. } => opponents == [PlayerName::Standard; 3],
        };
        let lanes = if standard { Lanes::Standard(lanes(&options)) } else { Lanes::Any(lanes(&options)) };
        let mut vector = Vector {
            options,
            lanes,
            legal: vec![0; options.games.get()],
            seed: 0,
            sampled: 0,
            crew: Crew::new(options.threads)?,
        };
        vector.reset(0, &mut Buffers::new(&options).arrays());
        Ok(vector)
    }

    /// Returns the options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Begins again with the first games of a seed.
    ///
    /// # Panics
    /// Panics if an array does not have the length that [`Arrays`] says.
    pub fn reset(&mut self, seed: u64, arrays: &mut Arrays<'_>) {
        (self.seed, self.sampled) = (seed, 0);
        let none = vec![0; self.legal.len()];
        self.run(Task::Begin, &none, arrays);
    }

    /// Replaces some games by the next ones.
    ///
    /// # Panics
    /// Panics if an array does not have the length that [`Arrays`] says, or `which` has not one value for each game.
    pub fn restart(&mut self, which: &[bool], arrays: &mut Arrays<'_>) {
        assert_eq!(which.len(), self.legal.len(), "one value for each game");
        let which: Vec<i64> = which.iter().map(|&this| this.into()).collect();
        self.run(Task::Restart, &which, arrays);
    }

    /// Plays one action in each game.
    ///
    /// # Errors
    /// Returns an error if there is not one action for each game, if an action is not legal, or if a game is over and
    /// [not replaced](Restart::Disabled). Nothing has changed then.
    ///
    /// # Panics
    /// Panics if an array does not have the length that [`Arrays`] says.
    pub fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>) -> Result<(), VectorError> {
        self.check(actions)?;
        self.run(Task::Step, actions, arrays);
        Ok(())
    }

    /// Chooses a legal action in each game, uniformly: the same ones after the same seed and as many calls.
    ///
    /// # Panics
    /// Panics if there is not one place for each game.
    pub fn random_actions(&mut self, actions: &mut [i64]) {
        assert_eq!(actions.len(), self.legal.len(), "one place for each game");
        let first = Random::new(self.seed).word().wrapping_add(self.sampled);
        self.sampled = self.sampled.wrapping_add(actions.len() as u64);
        self.crew.share(Choices { first, legal: &self.legal, actions }, Choices::choose);
    }

    /// Does the same in all games.
    fn run(&mut self, task: Task, actions: &[i64], arrays: &mut Arrays<'_>) {
        arrays.check(&self.options);
        let how = How { task, seed: self.seed, options: &self.options };
        let (legal, arrays) = (&mut self.legal[..], arrays.reborrow());
        match &mut self.lanes {
            Lanes::Standard(lanes) => {
                self.crew.share(LaneRange { lanes, legal, actions, arrays }, |part| part.run(how));
            }
            Lanes::Any(lanes) => {
                self.crew.share(LaneRange { lanes, legal, actions, arrays }, |part| part.run(how));
            }
        }
    }

    /// Returns an error if one of these actions cannot be played.
    fn check(&self, actions: &[i64]) -> Result<(), VectorError> {
        let games = self.legal.len();
        if actions.len() != games {
            return Err(VectorError::NumberOfActions { expected: games, found: actions.len() });
        }
        let disabled = self.options.restart == Restart::Disabled;
        let wrong = |(&action, &legal): (&i64, &u64)| {
            let is_legal = (0..64).contains(&action) && legal >> action & 1 == 1;
            !is_legal && (legal != 0 || disabled)
        };
        match actions.iter().zip(&self.legal).position(wrong) {
            None => Ok(()),
            Some(place) => {
                let number = match &self.lanes {
                    Lanes::Standard(lanes) => lanes[place].number(),
                    Lanes::Any(lanes) => lanes[place].number(),
                };
                let (action, legal) = (actions[place], self.legal[place]);
                Err(VectorError::IllegalAction { place, number, action, legal })
            }
        }
    }
}

/// What is done in each game.
#[derive(Clone, Copy)]
enum Task {
    /// Begins the first game of the place.
    Begin,
    /// Begins the next game if the action is not 0.
    Restart,
    /// Plays the action.
    Step,
}

#[derive(Clone, Copy)]
struct How<'a> {
    task: Task,
    seed: u64,
    options: &'a Options,
}

/// Places for random actions.
struct Choices<'a> {
    /// The seed of the first choice; those of the others follow.
    first: u64,
    legal: &'a [u64],
    actions: &'a mut [i64],
}

impl Choices<'_> {
    fn choose(self) {
        for ((action, &legal), seed) in self.actions.iter_mut().zip(self.legal).zip(self.first..) {
            // A game that is over takes any action.
            let mut legal = if legal == 0 { 1 << Action::Decline.id() } else { legal };
            for _ in 0..Random::new(seed).below(legal.count_ones().into()) {
                legal &= legal - 1;
            }
            *action = legal.trailing_zeros().into();
        }
    }
}

impl Split for Choices<'_> {
    fn len(&self) -> usize {
        self.actions.len()
    }

    fn split(self, at: usize) -> (Self, Self) {
        let (legal, more_legal) = self.legal.split_at(at);
        let (actions, more_actions) = self.actions.split_at_mut(at);
        (
            Choices { first: self.first, legal, actions },
            Choices { first: self.first.wrapping_add(at as u64), legal: more_legal, actions: more_actions },
        )
    }
}
