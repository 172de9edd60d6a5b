//! What a search finds out about the choices of a decision.

use super::{Candidate, Evaluation, Playout, Search, SearchOptions, Worlds};
use crate::game::View;
use crate::players::Unseen;
use crate::players::estimate::{Measured, Sample};
use crate::words::{Action, Instant, Random};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The choices of a decision, measured in the same imagined games.
///
/// The best choice is the one that [`Search`] takes with these options. It is then measured in as many new samples,
/// together with the other choices that the search tried and with the one that was made. With the samples that
/// selected it, it would look better than it is. If a win is possible, it is the best choice. Of a limit of time, one
/// half is for the selection and the other for the measurement.
///
/// ```
/// use hule::players::{Appraisal, SearchOptions};
/// use hule::{Deck, Game, Random, Seat};
/// let game = Game::new(&Deck::seeded(1, 0));
/// let options = SearchOptions::default();
/// let appraisal = Appraisal::of(&game.view(Seat::A), None, options, Random::new(1)).expect("A has to discard");
/// println!("{}", appraisal.best());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Appraisal {
    choices: Vec<Evaluation>,
}

impl Appraisal {
    /// The least number of samples. With one there would be no error.
    const FEWEST: NonZeroUsize = NonZeroUsize::new(2).expect("not zero");

    /// Measures the choices of the seat to decide, with at least two samples. Returns `None` if the seat has nothing to
    /// decide or `made` is not legal.
    pub fn of(
        view: &View<'_>,
        made: Option<Action>,
        options: SearchOptions,
        random: Random,
    ) -> Option<Appraisal> {
        Appraisal::until(view, made, options, random, &AtomicBool::new(false))
    }

    /// Like [`Appraisal::of`]; also returns `None` if `stop` is set before it is done.
    pub fn until(
        view: &View<'_>,
        made: Option<Action>,
        options: SearchOptions,
        random: Random,
        stop: &AtomicBool,
    ) -> Option<Appraisal> {
        Appraisal::unless(view, made, options, random, || stop.load(Ordering::Relaxed))
    }

    fn unless(
        view: &View<'_>,
        made: Option<Action>,
        options: SearchOptions,
        random: Random,
        stopped: impl Fn() -> bool,
    ) -> Option<Appraisal> {
        let legal = view.legal_actions();
        if legal.is_empty() || made.is_some_and(|made| !legal.contains(made)) {
            return None;
        }
        let begin = Instant::now();
        let late = |time: Option<Duration>| time.is_some_and(|time| begin.elapsed() >= time);
        let most = options.samples.map(|samples| samples.max(Appraisal::FEWEST));
        let mut search = Search { random, ..Search::new(SearchOptions { samples: most, ..options }) };
        let (mut candidates, mut others) = search.candidates(view, legal);
        add(&mut candidates, &mut others, view, made);
        if candidates.len() > 1 && legal.win().is_none() {
            search.try_out(view, &mut candidates, || stopped() || late(options.time.map(|time| time / 2)));
            Candidate::sort(&mut candidates);
        }
        let worlds = Worlds::of(view);
        let mut playout = Playout::of(view);
        let mut tallies = vec![Tally::default(); candidates.len()];
        for sample in 0..most.map_or(usize::MAX, NonZeroUsize::get) {
            if stopped() {
                return None;
            }
            if sample >= Appraisal::FEWEST.get() && late(options.time) {
                break;
            }
            let world = worlds.imagine(&mut search.random);
            let best = playout.value(&world, candidates[0].evaluation.action);
            tallies[0].note(best, best);
            for (candidate, tally) in candidates.iter().zip(&mut tallies).skip(1) {
                tally.note(playout.value(&world, candidate.evaluation.action), best);
            }
        }
        let measured =
            candidates.iter().zip(&tallies).map(|(candidate, tally)| tally.measured(candidate.evaluation));
        let mut choices: Vec<Evaluation> = measured.collect();
        let lost = |choice: &Evaluation| choice.loss.map_or(f64::INFINITY, |loss| loss.mean);
        choices[1..].sort_by(|one, other| lost(one).total_cmp(&lost(other)));
        choices.extend(others);
        Some(Appraisal { choices })
    }

    /// Returns the choices: the best, the others that were tried by their losses, and those that were not tried as the
    /// network prefers them. If a win is possible, only it and the choice that was made.
    pub fn choices(&self) -> &[Evaluation] {
        &self.choices
    }

    /// Returns the choices.
    pub fn into_choices(self) -> Vec<Evaluation> {
        self.choices
    }

    /// Returns the best choice.
    pub fn best(&self) -> &Evaluation {
        &self.choices[0]
    }

    /// Returns the evaluation of an action; `None` if it is not among the choices.
    pub fn choice(&self, action: Action) -> Option<&Evaluation> {
        self.choices.iter().find(|choice| choice.action == action)
    }
}

/// Adds the choice that was made to those that are tried.
fn add(candidates: &mut Vec<Candidate>, others: &mut Vec<Evaluation>, view: &View<'_>, made: Option<Action>) {
    let is_tried = |made| candidates.iter().any(|candidate| candidate.evaluation.action == made);
    let Some(made) = made.filter(|&made| !is_tried(made)) else { return };
    let first = candidates[0].evaluation.chance.unwrap_or(1.0);
    let evaluation = match others.iter().position(|evaluation| evaluation.action == made) {
        Some(place) => others.remove(place),
        // There is a win, and the network was not asked.
        None => Unseen::of(view).evaluation(view, made),
    };
    let chance = evaluation.chance.unwrap_or_default();
    candidates.push(Candidate::new(evaluation, Candidate::TRUST * libm::log(chance / first)));
}

/// The results of one choice: the sums of the values and of the losses, and the sums of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    count: u64,
    wins: [f64; 2],
    loss: [f64; 2],
}

impl Tally {
    fn note(&mut self, value: f64, best: f64) {
        let loss = best - value;
        self.count += 1;
        self.wins = [self.wins[0] + value, self.wins[1] + value * value];
        self.loss = [self.loss[0] + loss, self.loss[1] + loss * loss];
    }

    fn measured(&self, of: Evaluation) -> Evaluation {
        let measured = |[sum, squares]: [f64; 2]| Measured::from(Sample::of_floats(self.count, sum, squares));
        let wins = measured(self.wins);
        let (wins, wins_error) = (Some(wins.mean), Some(wins.error));
        Evaluation { wins, wins_error, loss: Some(measured(self.loss)), ..of }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::words::{Deck, Seat};
    use std::cell::Cell;

    #[test]
    fn it_can_be_stopped_at_any_time() {
        let game = Game::new(&Deck::seeded(1, 0));
        let asked = Cell::new(0);
        let stopped_after = |times: usize| {
            asked.set(0);
            let options = SearchOptions::samples(NonZeroUsize::new(5).expect("not zero"));
            let stopped = || asked.replace(asked.get() + 1) >= times;
            // Between two choices: that of the network, and another.
            let made = game.legal_actions().iter().next();
            Appraisal::unless(&game.view(Seat::A), made, options, Random::new(1), stopped)
        };
        assert!(stopped_after(usize::MAX).is_some());
        let all = asked.get();
        assert_eq!(all, 10, "five to select the best, and five to measure");
        assert!((0..all).all(|times| stopped_after(times).is_none()));
        // It does not go on.
        stopped_after(0);
        assert!(asked.get() <= 2, "{}", asked.get());
    }

    /// The slow twin: everything again, without a shared playout, a stored sum or an early end.
    #[test]
    fn losses_are_differences_in_the_same_worlds() {
        let samples = NonZeroUsize::new(40).expect("not zero");
        let mut compared = 0;
        for number in 0..12 {
            let mut game = Game::new(&Deck::seeded(5, number));
            let mut random = Random::new(number);
            for _ in 0..30 {
                let Some(turn) = game.turn() else { break };
                let view = game.view(turn.seat());
                let legal: Vec<Action> = game.legal_actions().iter().collect();
                let made = legal[random.below(legal.len() as u64) as usize];
                let options = SearchOptions::samples(samples);
                let appraisal =
                    Appraisal::of(&view, Some(made), options, Random::new(number)).expect("a turn");
                let tried: Vec<&Evaluation> =
                    appraisal.choices.iter().filter(|choice| choice.loss.is_some()).collect();
                assert!(tried.iter().any(|choice| choice.action == made));
                // As many worlds as the search has looked at are skipped.
                let mut chance = Random::new(number);
                if tried.len() > 1 && game.legal_actions().win().is_none() {
                    let mut search = Search { random: chance, ..Search::new(options) };
                    let (mut candidates, mut others) = search.candidates(&view, game.legal_actions());
                    add(&mut candidates, &mut others, &view, Some(made));
                    search.try_out(&view, &mut candidates, || false);
                    chance = search.random;
                }
                let worlds: Vec<Game> =
                    (0..samples.get()).map(|_| Worlds::of(&view).imagine(&mut chance)).collect();
                let values = |action| -> Vec<f64> {
                    worlds.iter().map(|world| Playout::of(&view).value(world, action)).collect()
                };
                let best = values(appraisal.best().action);
                for choice in tried {
                    let own = values(choice.action);
                    let losses: Vec<f64> = best.iter().zip(&own).map(|(best, own)| best - own).collect();
                    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / 40.0;
                    let error = |numbers: &[f64]| {
                        let mean = mean(numbers);
                        (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / 39.0 / 40.0)
                            .sqrt()
                    };
                    let loss = choice.loss.expect("it was tried");
                    for (fast, slow) in [
                        (loss.mean, mean(&losses)),
                        (loss.error, error(&losses)),
                        (choice.wins.expect("it was tried"), mean(&own)),
                        (choice.wins_error.expect("it was tried"), error(&own)),
                    ] {
                        assert!((fast - slow).abs() < 1e-7, "{fast} {slow} {choice:?}");
                        compared += 1;
                    }
                }
                game.play(made).expect("it is legal");
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}
