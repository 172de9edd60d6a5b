//! A vector of games plays as a loop over single games does.

use hule::action::Viewpoint;
use hule::observation::{Observation, hidden};
use hule::play::{GameId, Match};
use hule::players::{BuiltIn, GreedyPlayer, PlayerName};
use hule::vector::{ACTIONS, Buffers, Learner, Options, Restart, Reward, Vector, VectorError};
use hule::{Action, BySeat, Deck, Game, Language, Localized, Outcome, Player, Seat, Standard, play};
use std::num::NonZeroUsize;

fn one(seat: Option<Seat>, opponents: [&str; 3]) -> Learner {
    Learner::One { seat, opponents: opponents.map(|name| name.parse().expect("a player")) }
}

fn standard() -> Learner {
    one(None, ["standard"; 3])
}

/// The same for one place, with the driver and the public interface of games.
struct Slow {
    options: Options,
    seed: u64,
    number: u64,
    table: Match<BuiltIn, ()>,
    seat: Seat,
    distances: BySeat<Option<u8>>,
}

/// A row of the arrays.
#[derive(Debug, PartialEq)]
struct Row {
    observation: Vec<u8>,
    mask: Vec<u8>,
    reward: f32,
    ended: bool,
    seat: u8,
    number: u64,
    seat_rewards: Vec<f32>,
    /// If the game was replaced.
    last_observation: Option<Vec<u8>>,
    hidden: Vec<u8>,
}

fn row(buffers: &Buffers, options: &Options, place: usize) -> Row {
    let len = options.observation.len();
    let ended = buffers.ended[place];
    let same_step = options.restart == Restart::SameStep;
    let all = options.learner == Learner::All;
    Row {
        observation: buffers.observations[place * len..][..len].to_vec(),
        mask: buffers.masks[place * ACTIONS..][..ACTIONS].to_vec(),
        reward: buffers.rewards[place],
        ended,
        seat: buffers.seats[place],
        number: buffers.numbers[place],
        seat_rewards: if all { buffers.seat_rewards[place * 4..][..4].to_vec() } else { vec![] },
        last_observation: (ended && same_step)
            .then(|| buffers.last_observations[place * len..][..len].to_vec()),
        hidden: if options.hidden {
            buffers.hidden[place * hidden::LEN..][..hidden::LEN].to_vec()
        } else {
            vec![]
        },
    }
}

impl Slow {
    fn new(options: Options, seed: u64, place: usize) -> Slow {
        let number = options.first + place as u64;
        let table = Slow::table(&options, seed, number);
        let mut slow = Slow { options, seed, number, table, seat: Seat::A, distances: BySeat::splat(None) };
        slow.begin();
        slow
    }

    fn learner(options: &Options, number: u64) -> Option<Seat> {
        match options.learner {
            Learner::All => None,
            Learner::One { seat, .. } => Some(seat.unwrap_or(Seat::ALL[(number % 4) as usize])),
        }
    }

    fn table(options: &Options, seed: u64, number: u64) -> Match<BuiltIn, ()> {
        let mut players = BySeat::splat(PlayerName::Standard);
        if let (Learner::One { opponents, .. }, Some(seat)) =
            (options.learner, Slow::learner(options, number))
        {
            for (after, opponent) in opponents.into_iter().enumerate() {
                players[Seat::ALL[(seat.index() + 1 + after) % 4]] = opponent;
            }
        }
        let players = players.map(|name| name.player());
        Match::new(&Deck::seeded(seed, number), players, GameId::new(seed, number), ())
    }

    fn begin(&mut self) {
        loop {
            self.table = Slow::table(&self.options, self.seed, self.number);
            self.distances = BySeat::splat(None);
            if self.go_on() {
                return;
            }
            self.number += self.options.games.get() as u64;
        }
    }

    fn game(&self) -> &Game {
        self.table.game()
    }

    /// Lets the opponents play. Returns whether the learner has to decide.
    fn go_on(&mut self) -> bool {
        loop {
            let Some(turn) = self.game().turn() else { return false };
            if Slow::learner(&self.options, self.number).is_none_or(|learner| learner == turn.seat()) {
                self.seat = turn.seat();
                return true;
            }
            self.table.step();
        }
    }

    fn legal(&self) -> Vec<u8> {
        let view = self.game().view(self.seat);
        view.legal_actions().iter().map(|action| view.viewpoint().id(action)).collect()
    }

    fn row(&self) -> Row {
        let view = self.game().view(self.seat);
        let mut mask = vec![0; ACTIONS];
        for id in self.legal() {
            mask[usize::from(id)] = 1;
        }
        if self.game().turn().is_none() {
            mask[usize::from(Action::Decline.id())] = 1;
        }
        Row {
            observation: self.options.observation.of(&view),
            mask,
            reward: 0.0,
            ended: false,
            seat: self.seat as u8,
            number: self.number,
            seat_rewards: if self.options.learner == Learner::All { vec![0.0; 4] } else { vec![] },
            last_observation: None,
            hidden: self.hidden(),
        }
    }

    /// What the seat does not know, if asked for.
    fn hidden(&self) -> Vec<u8> {
        let mut numbers = vec![0; if self.options.hidden { hidden::LEN } else { 0 }];
        if self.options.hidden {
            hidden::write(self.game(), self.seat, &mut numbers);
        }
        numbers
    }

    fn step(&mut self, id: i64) -> Row {
        if self.game().turn().is_none() {
            self.number += self.options.games.get() as u64;
            self.begin();
            self.note(self.seat);
            return self.row();
        }
        let acted = self.seat;
        self.note(acted);
        let viewpoint = self.game().view(acted).viewpoint();
        let action = viewpoint.action(id.try_into().expect("small")).expect("an action");
        self.table.act(action).expect("legal");
        let goes_on = self.go_on();
        let mut rewards = BySeat::splat(0.0);
        let outcome = self.game().outcome();
        for seat in Seat::ALL {
            rewards[seat] = outcome.map_or(0.0, |outcome| self.options.reward.at_end(seat, outcome));
            let decides = outcome.is_some() || seat == self.seat;
            if let (Reward::Distance, true, Some(before)) =
                (self.options.reward, decides, self.distances[seat])
            {
                let won = outcome.and_then(Outcome::winner) == Some(seat);
                let now = if won { 0 } else { self.game().hand(seat).distance() };
                rewards[seat] += (f32::from(before) - f32::from(now)) / 16.0;
            }
        }
        let last = self.options.observation.of(&self.game().view(self.seat));
        let replaced = !goes_on && self.options.restart == Restart::SameStep;
        if replaced {
            self.number += self.options.games.get() as u64;
            self.begin();
        }
        let mut row = self.row();
        row.reward = rewards[acted];
        row.ended = !goes_on;
        row.last_observation = replaced.then_some(last);
        row.seat_rewards.iter_mut().zip(rewards).for_each(|(place, (_, reward))| *place = reward);
        row
    }

    /// Notes the distance at a decision.
    fn note(&mut self, seat: Seat) {
        self.distances[seat] = Some(self.game().hand(seat).distance());
    }
}

fn options(games: usize, learner: Learner) -> Options {
    Options { learner, ..Options::new(games) }
}

fn made(options: Options, seed: u64) -> (Vector, Buffers) {
    let mut vector = Vector::new(options).expect("threads");
    let mut buffers = Buffers::new(&options);
    vector.reset(seed, &mut buffers.arrays());
    (vector, buffers)
}

/// Compares every row of every step with the slow twin. Returns how many games ended.
fn compare(options: Options, seed: u64, steps: usize) -> usize {
    let games = options.games.get();
    let (mut vector, mut buffers) = made(options, seed);
    let mut slow: Vec<Slow> = (0..games).map(|place| Slow::new(options, seed, place)).collect();
    for (place, slow) in slow.iter().enumerate() {
        assert_eq!(row(&buffers, &options, place), slow.row());
    }
    let mut actions = vec![0; games];
    let mut ended = 0;
    for step in 0..steps {
        if step % 3 == 0 {
            vector.random_actions(&mut actions);
        } else {
            // Better players, so that some games are won.
            for (action, slow) in actions.iter_mut().zip(&slow) {
                let view = slow.game().view(slow.seat);
                *action = match view.turn() {
                    None => -7, // It is ignored.
                    Some(_) => view.viewpoint().id(GreedyPlayer.choose(&view, view.legal_actions())).into(),
                };
            }
        }
        vector.step(&actions, &mut buffers.arrays()).expect("legal actions");
        for (place, (slow, &action)) in slow.iter_mut().zip(&actions).enumerate() {
            let expected = slow.step(action);
            assert_eq!(row(&buffers, &options, place), expected, "place {place}, step {step}, {options:?}");
            ended += usize::from(expected.ended);
        }
    }
    ended
}

#[test]
fn a_vector_plays_as_single_games_do() {
    let learners = [
        standard(),
        one(Some(Seat::C), ["standard", "useful", "random"]),
        one(Some(Seat::B), ["standard"; 3]),
        Learner::All,
    ];
    for (number, learner) in learners.into_iter().enumerate() {
        for restart in [Restart::SameStep, Restart::NextStep] {
            for (place, reward) in Reward::ALL.into_iter().enumerate() {
                let options = Options {
                    restart,
                    reward,
                    observation: Observation::ALL[place % 3],
                    hidden: place != 1,
                    first: 40 * number as u64,
                    threads: NonZeroUsize::new(1 + place).expect("at least one"),
                    ..options(33, learner)
                };
                let ended = compare(options, 5, 150);
                assert!(ended > 33, "{ended}: {options:?}");
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    for learner in [standard(), one(None, ["random", "useful", "search:samples=5"]), Learner::All] {
        let mut runs = [1, 2, 5].map(|threads| {
            let threads = NonZeroUsize::new(threads).expect("at least one");
            let games = if matches!(learner, Learner::All) { 300 } else { 100 };
            made(Options { threads, hidden: true, ..options(games, learner) }, 9)
        });
        for _ in 0..60 {
            let mut seen = Vec::new();
            for (vector, buffers) in &mut runs {
                let mut actions = vec![0; vector.options().games.get()];
                vector.random_actions(&mut actions);
                vector.step(&actions, &mut buffers.arrays()).expect("legal actions");
                seen.push((actions, buffers.clone()));
            }
            assert!(seen[1..].iter().all(|other| *other == seen[0]));
        }
    }
}

#[test]
fn what_a_seat_does_not_know_is_written_only_if_asked_for() {
    let (mut vector, mut buffers) = made(options(3, standard()), 1);
    assert!(buffers.hidden.is_empty());
    let mut actions = [0; 3];
    vector.random_actions(&mut actions);
    vector.step(&actions, &mut buffers.arrays()).expect("legal actions");
    assert!(buffers.hidden.is_empty());
    let (_, buffers) = made(Options { hidden: true, ..options(3, standard()) }, 1);
    assert_eq!(buffers.hidden.len(), 3 * hidden::LEN);
}

#[test]
fn a_reset_begins_again() {
    let run = |vector: &mut Vector, buffers: &mut Buffers, seed| {
        let mut actions = vec![0; 50];
        vector.reset(seed, &mut buffers.arrays());
        let mut seen = vec![buffers.clone()];
        for _ in 0..40 {
            vector.random_actions(&mut actions);
            vector.step(&actions, &mut buffers.arrays()).expect("legal actions");
            seen.push(Buffers { last_observations: vec![], ..buffers.clone() });
        }
        seen[0].last_observations.clear();
        seen
    };
    let (mut vector, mut buffers) = made(options(50, standard()), 0);
    let first = run(&mut vector, &mut buffers, 3);
    assert!(first != run(&mut vector, &mut buffers, 4));
    assert!(first == run(&mut vector, &mut buffers, 3));
}

#[test]
fn the_games_are_those_of_the_driver() {
    // The learner plays what the full observation says that `useful` does.
    const GAMES: u64 = 500;
    let choice = Observation::Full.feature("useful_choice").expect("it is there").offset;
    let options = Options { observation: Observation::Full, ..options(64, standard()) };
    let (mut vector, mut buffers) = made(options, 2);
    let mut rewards = vec![None; GAMES as usize];
    while rewards.contains(&None) {
        let rows = buffers.observations.chunks(Observation::Full.len());
        let actions: Vec<i64> = rows.map(|row| i64::from(row[choice]) - 1).collect();
        let numbers = buffers.numbers.clone();
        vector.step(&actions, &mut buffers.arrays()).expect("legal actions");
        for (place, number) in numbers.into_iter().enumerate() {
            if buffers.ended[place] && number < GAMES {
                rewards[number as usize] = Some(buffers.rewards[place]);
            }
        }
    }
    for (number, reward) in (0..GAMES).zip(rewards) {
        let seat = Seat::ALL[(number % 4) as usize];
        let mut players = BySeat::splat(PlayerName::Standard.player());
        players[seat] = PlayerName::Useful.player();
        let outcome = play(&Deck::seeded(2, number), &mut players, GameId::new(2, number), &mut ());
        assert_eq!(reward, Some(f32::from(outcome.winner() == Some(seat))), "game {number}");
    }
}

#[test]
fn four_seats_can_play_the_games_of_the_contest() {
    let (mut vector, mut buffers) = made(options(8, Learner::All), 7);
    let mut games: Vec<Game> = (0..8).map(|number| Game::new(&Deck::seeded(7, number))).collect();
    let mut over = 0;
    while over < 8 {
        let choose = |game: &Game| match game.turn() {
            Some(turn) => {
                let view = game.view(turn.seat());
                let action = Standard.choose(&view, view.legal_actions());
                (Some(action), i64::from(view.viewpoint().id(action)))
            }
            None => (None, 0),
        };
        let chosen: Vec<_> = games.iter().map(choose).collect();
        let mut actions: Vec<i64> = chosen.iter().map(|&(_, id)| id).collect();
        for (place, (action, game)) in chosen.iter().zip(&mut games).enumerate() {
            if let (Some(action), _) = action {
                game.play(*action).expect("legal");
            } else {
                // Anything legal in the game after it.
                let mask = &buffers.masks[place * ACTIONS..][..ACTIONS];
                let first = mask.iter().position(|&legal| legal == 1).expect("one");
                actions[place] = first.try_into().expect("small");
            }
        }
        let before = buffers.numbers.clone();
        vector.step(&actions, &mut buffers.arrays()).expect("legal actions");
        for place in (0..8).filter(|&place| buffers.ended[place] && before[place] == place as u64) {
            let winner = games[place].outcome().expect("it is over").winner();
            let expected = Seat::ALL.map(|seat| f32::from(winner == Some(seat)));
            assert_eq!(buffers.seat_rewards[4 * place..][..4], expected);
            over += 1;
        }
    }
}

#[test]
fn an_illegal_action_changes_nothing() {
    for (learner, restart) in [(standard(), Restart::SameStep), (Learner::All, Restart::NextStep)] {
        let (mut vector, mut buffers) = made(Options { restart, ..options(20, learner) }, 1);
        let (mut other, mut others) = made(Options { restart, ..options(20, learner) }, 1);
        let mut actions = vec![0; 20];
        for step in 0..100 {
            vector.random_actions(&mut actions);
            other.random_actions(&mut actions);
            let before = buffers.clone();
            let place = step % 20;
            let over = restart == Restart::NextStep && buffers.ended[place];
            for wrong in [-1, 36, 37, 48, 64, 1 << 40, i64::MIN, i64::MAX].into_iter().filter(|_| !over) {
                let mut wrong_actions = actions.clone();
                wrong_actions[place] = wrong;
                let error = vector.step(&wrong_actions, &mut buffers.arrays()).expect_err("not legal");
                let VectorError::IllegalAction { place: at, number, action, legal } = error else {
                    panic!("{error:?}")
                };
                assert_eq!((at, number, action), (place, buffers.numbers[place], wrong));
                let bits = (0..ACTIONS).filter(|bit| legal >> bit & 1 == 1);
                let mask = &buffers.masks[place * ACTIONS..][..ACTIONS];
                assert!(bits.eq((0..ACTIONS).filter(|&id| mask[id] == 1)));
                assert!(buffers == before);
            }
            vector.step(&actions, &mut buffers.arrays()).expect("legal actions");
            other.step(&actions, &mut others.arrays()).expect("legal actions");
            assert!(buffers == others, "step {step}");
        }
    }
}

#[test]
fn errors_name_the_game_and_the_action() {
    let (mut vector, mut buffers) = made(Options { first: 100, ..options(3, Learner::All) }, 1);
    let mut actions = vec![0; 3];
    vector.random_actions(&mut actions);
    actions[1] = 38;
    let error = vector.step(&actions, &mut buffers.arrays()).expect_err("A has no PASS");
    let text = error.to_string();
    let start = "action 38 (OUT PASS NEXT) of game 1 (number 101) is not legal; expected one of ";
    assert!(text.starts_with(start) && text.contains(" (OUT "), "{text}");
    assert!(
        error.text(Language::Chinese).starts_with("第 1 局（编号 101）的动作 38 (OUT PASS NEXT) 不合法；")
    );
    let error = vector.step(&[0; 4], &mut buffers.arrays()).expect_err("four actions");
    assert_eq!(error, VectorError::NumberOfActions { expected: 3, found: 4 });
}

#[test]
fn games_that_are_over_stay_so_if_nothing_restarts_them() {
    let restart = Restart::Disabled;
    let (mut vector, mut buffers) = made(Options { restart, ..options(4, standard()) }, 1);
    let mut actions = vec![0; 4];
    while !buffers.ended[2] {
        vector.random_actions(&mut actions);
        vector.step(&actions, &mut buffers.arrays()).expect("legal actions");
        if let Some(place) = buffers.ended.iter().position(|&ended| ended) {
            let last = buffers.clone();
            let error = vector.step(&[41; 4], &mut buffers.arrays()).expect_err("a game is over");
            assert!(matches!(error, VectorError::IllegalAction { .. }), "{error}");
            assert!(buffers == last);
            let mut which = [false; 4];
            which[place] = true;
            vector.restart(&which, &mut buffers.arrays());
            for other in 0..4 {
                let added = if other == place { 4 } else { 0 };
                assert_eq!(buffers.numbers[other], last.numbers[other] + added);
                assert_eq!(buffers.seats[other], last.seats[other]);
            }
            assert!(!buffers.ended[place]);
            if place == 2 {
                break;
            }
        }
    }
}

#[test]
fn random_actions_are_all_legal_ones_equally_often() {
    let (mut vector, buffers) = made(options(1, Learner::All), 1);
    let legal: Vec<usize> = (0..ACTIONS).filter(|&id| buffers.masks[id] == 1).collect();
    let mut counts = [0_usize; ACTIONS];
    let each = 1000;
    let mut actions = [0];
    for _ in 0..each * legal.len() {
        vector.random_actions(&mut actions);
        counts[usize::try_from(actions[0]).expect("not negative")] += 1;
    }
    for (id, count) in counts.into_iter().enumerate() {
        let expected = if legal.contains(&id) { each - 150..each + 150 } else { 0..1 };
        assert!(expected.contains(&count), "{id}: {count}");
    }
    assert!(Viewpoint::action_name(legal[0] as u8).is_some_and(|name| name.starts_with("OUT ")));
}
