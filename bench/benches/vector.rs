//! How many decisions a second the vector of games makes, with random legal actions.
//!
//! All cases are measured in turns in one run, and the best of several rounds counts. An argument is the number of games
//! at once, 1024 if there is none.

use hule::observation::Observation;
use hule::vector::{Buffers, Learner, Options, Vector};
use std::num::NonZeroUsize;
use std::time::Instant;

const ROUNDS: usize = 12;
/// How many decisions in a round.
const DECISIONS: usize = 200_000;

struct Case {
    name: String,
    vector: Vector,
    buffers: Buffers,
    actions: Vec<i64>,
    /// Nanoseconds a decision.
    best: f64,
}

impl Case {
    fn new(games: usize, observation: Observation, learner: Option<Learner>, threads: usize) -> Case {
        let usual = Options::new(games);
        let options = Options {
            observation,
            learner: learner.unwrap_or(usual.learner),
            threads: NonZeroUsize::new(threads).expect("at least one"),
            ..usual
        };
        let who = if learner.is_some() { "four seats" } else { "one seat against three standard" };
        let mut buffers = Buffers::new(&options);
        let mut vector = Vector::new(options).expect("threads");
        vector.reset(1, &mut buffers.arrays());
        let name = format!("{who}, {observation}, {threads} threads");
        Case { name, vector, buffers, actions: vec![0; games], best: f64::INFINITY }
    }

    fn round(&mut self) {
        let steps = DECISIONS.div_ceil(self.actions.len());
        let start = Instant::now();
        for _ in 0..steps {
            self.vector.random_actions(&mut self.actions);
            self.vector.step(&self.actions, &mut self.buffers.arrays()).expect("legal actions");
        }
        #[allow(clippy::cast_precision_loss)] // The first digits are enough.
        let each = start.elapsed().as_nanos() as f64 / (steps * self.actions.len()) as f64;
        self.best = self.best.min(each);
    }
}

fn main() {
    let games = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(1024);
    let mut cases = Vec::new();
    for learner in [None, Some(Learner::All)] {
        for observation in Observation::ALL {
            for threads in [1, 2] {
                cases.push(Case::new(games, observation, learner, threads));
            }
        }
    }
    for _ in 0..ROUNDS {
        cases.iter_mut().for_each(Case::round);
    }
    println!("{games} games at once\n{:<60} {:>12} {:>24}", "", "ns each", "decisions a second");
    for case in &cases {
        println!("{:<60} {:>12.0} {:>24.0}", case.name, case.best, 1e9 / case.best);
    }
}
