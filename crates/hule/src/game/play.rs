//! The driver: it alone lets players play a game, and tells an observer what happens.

#![allow(clippy::inline_always)] // See the module `game`.

use super::player::Player;
use super::view::View;
use super::{Game, IllegalAction, Phase, State, not_legal};
use crate::words::action::{Action, ActionSet};
use crate::words::deck::Deck;
use crate::words::event::Event;
use crate::words::random::Random;
use crate::words::seat::{BySeat, Seat};
use crate::words::turn::{Outcome, Turn};
use core::hint::cold_path;

/// Which game it is. What players leave to chance follows from it.
///
/// Games that are played from seeds have the seed of the decks, the number of the deck, and which of the games with
/// that deck it is; other games can have any numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameId {
    /// The seed.
    pub seed: u64,
    /// The number of the deck.
    pub deck: u64,
    /// The number of the seating: who sits where, if several games are played with one deck.
    pub seating: u64,
}

impl GameId {
    /// Game `deck` of a seed, in its first seating.
    #[must_use]
    pub const fn new(seed: u64, deck: u64) -> GameId {
        GameId { seed, deck, seating: 0 }
    }

    /// The seed that the player at a seat gets in [`Player::begin`]. docs/PROTOCOL.md has the formula.
    #[must_use]
    pub const fn player_seed(self, seat: Seat) -> u64 {
        const fn scatter(number: u64) -> u64 {
            Random::new(number).word()
        }
        let place = self.seating.wrapping_mul(4).wrapping_add(seat.index() as u64);
        scatter(scatter(scatter(self.seed) ^ self.deck) ^ place)
    }
}

/// Watches a game. Every method does nothing unless it is implemented.
///
/// A log, statistics, explanations and everything else that is to be known about a game is an observer. `()` watches
/// nothing, a pair of observers both watch, and a closure is called for every [`event`](Observer::event).
///
/// ```
/// use hule::{BySeat, Deck, Event, Game, Observer, Standard, play};
/// use hule::play::GameId;
///
/// /// Counts the claims for melds.
/// #[derive(Default)]
/// struct Claims(u32);
///
/// impl Observer for Claims {
///     fn event(&mut self, event: Event, _game: &Game) {
///         self.0 += u32::from(matches!(event, Event::Chow { .. } | Event::Pong { .. }));
///     }
/// }
///
/// let mut claims = Claims::default();
/// play(&Deck::seeded(1, 0), &mut BySeat::splat(Standard), GameId::default(), &mut claims);
/// println!("{} claims", claims.0);
/// ```
pub trait Observer {
    /// The tiles have been dealt, and nobody has drawn yet. The lines of the deal are [`Deck::deal`]; they are not told as
    /// events.
    fn dealt(&mut self, _game: &Game, _id: GameId) {}

    /// A player has decided. The game is still as it was when the player was asked.
    fn decided(&mut self, _decision: &Decision<'_>) {}

    /// Something has happened, and the game is as it is right after it: after a discard nobody has drawn yet, and
    /// [`Game::turn`] says who is asked about it, if anybody is.
    fn event(&mut self, _event: Event, _game: &Game) {}

    /// The game is over.
    fn ended(&mut self, _game: &Game) {}
}

/// What a player has decided.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    /// The game when the player was asked.
    pub game: &'a Game,
    /// Who was asked, and what about.
    pub turn: Turn,
    /// What the player could choose from.
    pub legal: ActionSet,
    /// What it chose.
    pub action: Action,
    /// The player, to ask for its [thoughts](Player::thoughts).
    pub player: &'a dyn Player,
}

impl Decision<'_> {
    /// Who decided.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.turn.seat()
    }

    /// What the player was shown.
    #[must_use]
    pub const fn view(&self) -> View<'_> {
        View::in_turn(self.game, self.turn.seat(), self.turn)
    }
}

impl Observer for () {}

impl<F: FnMut(Event, &Game)> Observer for F {
    #[inline(always)]
    fn event(&mut self, event: Event, game: &Game) {
        self(event, game);
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline(always)]
    fn dealt(&mut self, game: &Game, id: GameId) {
        self.0.dealt(game, id);
        self.1.dealt(game, id);
    }

    #[inline(always)]
    fn decided(&mut self, decision: &Decision<'_>) {
        self.0.decided(decision);
        self.1.decided(decision);
    }

    #[inline(always)]
    fn event(&mut self, event: Event, game: &Game) {
        self.0.event(event, game);
        self.1.event(event, game);
    }

    #[inline(always)]
    fn ended(&mut self, game: &Game) {
        self.0.ended(game);
        self.1.ended(game);
    }
}

/// Lets four players play a whole game, and tells an observer what happens.
///
/// Every player is told that the game [begins](Player::begin), is asked whenever its seat has to decide, and is told that
/// the game has [ended](Player::end).
///
/// ```
/// use hule::play::GameId;
/// use hule::players::{PlayerName, Useful};
/// use hule::{BySeat, Deck, Log, Player, Standard, play};
///
/// // Four standard players, as in the contest.
/// let outcome = play(&Deck::seeded(1, 0), &mut BySeat::splat(Standard), GameId::new(1, 0), &mut ());
/// println!("{outcome}");
///
/// // Different players, and the log.
/// let mut players: BySeat<Box<dyn Player>> =
///     BySeat::new([Box::new(Standard), Box::new(Useful), Box::new(Standard), Box::new(Useful)]);
/// let mut log = Log::default();
/// play(&Deck::seeded(1, 0), &mut players, GameId::new(1, 0), &mut log);
/// println!("{log}");
/// ```
///
/// # Panics
/// If a player chooses an action that is not legal.
pub fn play<P: Player, O: Observer>(
    deck: &Deck,
    players: &mut BySeat<P>,
    id: GameId,
    observer: &mut O,
) -> Outcome {
    let mut game = begin(deck, players, id, observer);
    while step(&mut game, players, observer) {}
    end(&game, players, observer)
}

/// A game between players that is played in pieces: with somebody outside who decides for a seat, or until it is to be
/// broken off. The players live from their [`begin`](Player::begin) to their [`end`](Player::end).
///
/// ```
/// use hule::play::{GameId, Match};
/// use hule::{BySeat, Deck, Seat, Standard};
///
/// // We decide for seat A, and always do the first thing that is legal.
/// let mut game = Match::new(&Deck::seeded(1, 0), BySeat::splat(Standard), GameId::new(1, 0), ());
/// while let Some(turn) = game.game().turn() {
///     if turn.seat() == Seat::A {
///         let first = game.game().legal_actions().iter().next().expect("the game goes on");
///         game.act(first)?;
///     } else {
///         game.step();
///     }
/// }
/// println!("{}", game.game().outcome().expect("the game is over"));
/// # Ok::<(), hule::IllegalAction>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match<P, O> {
    game: Game,
    players: BySeat<P>,
    observer: O,
}

impl<P: Player, O: Observer> Match<P, O> {
    /// Begins a game.
    pub fn new(deck: &Deck, mut players: BySeat<P>, id: GameId, mut observer: O) -> Match<P, O> {
        Match { game: begin(deck, &mut players, id, &mut observer), players, observer }
    }

    /// Goes on with a game after these actions. The players must be as they were then: they are not told that a game
    /// begins. The observer sees the game from the beginning, but no decisions.
    ///
    /// # Errors
    /// If one of the actions is not legal.
    pub fn resume(
        deck: &Deck,
        players: BySeat<P>,
        id: GameId,
        actions: &[Action],
        mut observer: O,
    ) -> Result<Match<P, O>, IllegalAction> {
        let mut game = deal(deck, id, &mut observer);
        for &action in actions {
            game.play_into(action, &mut |event, game| observer.event(event, game))?;
        }
        Ok(Match { game, players, observer })
    }

    /// The game as it is now.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The players.
    #[must_use]
    pub const fn players(&self) -> &BySeat<P> {
        &self.players
    }

    /// The observer.
    #[must_use]
    pub const fn observer(&self) -> &O {
        &self.observer
    }

    /// Asks the player whose turn it is, and does what it chose. Returns false when the game is over.
    ///
    /// # Panics
    /// If the player chooses an action that is not legal.
    pub fn step(&mut self) -> bool {
        let went_on = step(&mut self.game, &mut self.players, &mut self.observer);
        self.end_if_over(went_on);
        went_on
    }

    /// Does this, whatever the player whose turn it is would choose; the player is not asked.
    ///
    /// # Errors
    /// If the action is not legal; then nothing changes.
    pub fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.game.play_into(action, &mut |event, game| self.observer.event(event, game))?;
        self.end_if_over(true);
        Ok(())
    }

    fn end_if_over(&mut self, went_on: bool) {
        if went_on && self.game.outcome().is_some() {
            end(&self.game, &mut self.players, &mut self.observer);
        }
    }
}

/// Tells the players that a game begins, deals, and lets `A` draw.
#[inline(always)]
fn begin<P: Player, O: Observer>(
    deck: &Deck,
    players: &mut BySeat<P>,
    id: GameId,
    observer: &mut O,
) -> Game {
    for (seat, player) in players.iter_mut() {
        player.begin(seat, id.player_seed(seat));
    }
    deal(deck, id, observer)
}

#[inline(always)]
fn deal<O: Observer>(deck: &Deck, id: GameId, observer: &mut O) -> Game {
    let mut game = Game::dealt(deck);
    observer.dealt(&game, id);
    game.draw(Seat::A, &mut |event, game| observer.event(event, game));
    game
}

/// Lets the player whose turn it is decide; false when the game is over. Who plays an imagined game on uses nothing else
/// of the driver: its players do not know that they play.
#[inline(always)]
pub(crate) fn step<P: Player, O: Observer>(game: &mut Game, players: &mut BySeat<P>, observer: &mut O) -> bool {
    let State { phase, seat, tile, from, claim } = game.state;
    // Each kind of turn has a call of its own, so that the compiler makes of each what it needs, and the most common
    // comes first.
    match phase {
        Phase::Drawn => decide(game, seat, Turn::Discard { seat, drawn: Some(tile) }, players, observer),
        Phase::Claimed => {
            cold_path();
            decide(game, seat, Turn::Discard { seat, drawn: None }, players, observer);
        }
        Phase::Asked => {
            cold_path();
            decide(game, seat, Turn::Answer { seat, claim, tile, from }, players, observer);
        }
        Phase::Drawing | Phase::Ron | Phase::SelfDrawn | Phase::Exhausted => {
            cold_path();
            return false;
        }
    }
    true
}

#[inline(always)]
fn decide<P: Player, O: Observer>(
    game: &mut Game,
    seat: Seat,
    turn: Turn,
    players: &mut BySeat<P>,
    observer: &mut O,
) {
    let legal = game.legal_in(seat, turn);
    let view = View::in_turn(game, seat, turn);
    let player = &mut players[seat];
    let action = player.choose(&view, legal);
    if !legal.contains(action) {
        not_legal(turn, action);
    }
    observer.decided(&Decision { game, turn, legal, action, player });
    game.apply(seat, turn, action, &mut |event, game| observer.event(event, game));
}

/// Tells everybody that the game is over.
#[inline(always)]
fn end<P: Player, O: Observer>(game: &Game, players: &mut BySeat<P>, observer: &mut O) -> Outcome {
    for player in players.as_mut_array() {
        player.end(game);
    }
    observer.ended(game);
    game.outcome().expect("a game without a turn is over")
}
