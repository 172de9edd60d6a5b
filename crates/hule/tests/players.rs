//! What must hold for every player of the library.

use hule::{Action, ActionSet, Deck, Game, Player, PlayerName, Random, Seat, Thought, View};

/// All players, with options that make them quick.
fn players() -> Vec<PlayerName> {
    let names = PlayerName::ALL.iter().map(|&name| if name == "search" { "search:samples=32" } else { name });
    names.map(|name| name.parse().expect("a player")).collect()
}

/// What a player chooses in a game, if all it has gone by is the seed and what it sees now.
fn choice(name: PlayerName, game: &Game, seat: Seat, seed: u64) -> Action {
    let mut player = name.player();
    player.begin(seat, seed);
    player.choose(&game.view(seat), game.legal_actions())
}

#[test]
fn no_player_knows_what_its_seat_cannot_see() {
    let mut random = Random::new(3);
    let mut others = Random::new(4);
    let (mut decisions, mut different) = (0, 0);
    for number in 0..12 {
        let mut game = Game::new(&Deck::seeded(21, number));
        while let Some(turn) = game.turn() {
            let seat = turn.seat();
            let world = game.view(seat).imagine(&mut random).expect("it is the turn of the seat");
            different += u32::from(world.wall() != game.wall());
            for name in players() {
                let seed = others.word();
                let [here, there] = [&game, &world].map(|game| choice(name, game, seat, seed));
                assert_eq!(here, there, "{name} at decision {decisions} of game {number}: {turn:?}");
            }
            decisions += 1;
            game.play(choice(PlayerName::Useful, &game, seat, 0)).expect("players choose legal actions");
        }
    }
    assert!(decisions > 500 && different * 10 > decisions * 9, "{different} of {decisions}");
}

#[test]
fn a_seed_settles_what_players_leave_to_chance() {
    for name in players() {
        let log = |seed: u64| {
            let mut players = [0; 4].map(|_| name.player());
            for (player, seat) in players.iter_mut().zip(Seat::ALL) {
                player.begin(seat, seed);
            }
            let mut log = Vec::new();
            let mut game = Game::start(&Deck::seeded(5, 0), &mut |event| log.push(event));
            game.play_out(&mut players, &mut |event| log.push(event));
            log
        };
        assert_eq!(log(1), log(1), "{name}");
        assert_eq!(log(1) == log(2), matches!(name, PlayerName::Standard | PlayerName::Useful), "{name}");
    }
}

/// Notes what a player thinks whenever it is asked.
struct Asked<P> {
    player: P,
    check: fn(&[Thought], Action, ActionSet),
    times: u32,
}

impl<P: Player> Player for Asked<P> {
    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        let action = self.player.choose(view, legal);
        (self.check)(&self.player.thoughts(view, legal), action, legal);
        self.times += 1;
        action
    }
}

#[test]
fn players_think_of_legal_actions_and_take_the_best() {
    for name in ["useful", "search:samples=40"] {
        let check = |thoughts: &[Thought], action: Action, legal: ActionSet| {
            if matches!(action, Action::Ron | Action::SelfDrawn) {
                return;
            }
            assert!(thoughts.iter().all(|thought| legal.contains(thought.action)));
            let chosen =
                thoughts.iter().position(|thought| thought.action == action).expect("it thought of it");
            // Of the same worth is what leaves the same hand, as the discard of one special tile or another.
            let worth = |thought: &Thought| (thought.distance, thought.useful);
            assert!(
                chosen == 0 || worth(&thoughts[0]) == worth(&thoughts[chosen]) || action == Action::Decline
            );
        };
        let mut players = [0; 4].map(|_| {
            let player = name.parse::<PlayerName>().expect("a player").player();
            Asked { player, check, times: 0 }
        });
        Game::new(&Deck::seeded(6, 1)).play_out(&mut players, &mut |_| {});
        assert!(players.iter().all(|player| player.times > 3));
    }
}
