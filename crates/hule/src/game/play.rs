//! Plays games with players and observers.

#![allow(clippy::inline_always)] // See `game.rs`.

use super::player::Player;
use super::view::View;
use super::{Game, IllegalAction, Phase, State, not_legal};
use crate::words::{Action, ActionSet, BySeat, Deck, Event, Outcome, Random, Seat, Turn};
use core::hint::cold_path;

/// Identifies a game. The seeds of the players are derived from it.
///
/// For a game with a seeded deck, it holds the seed, the number of the deck and the number of the seating. For other
/// games, any numbers will do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameId {
    /// The seed.
    pub seed: u64,
    /// The number of the deck.
    pub deck: u64,
    /// The number of the seating, if several games are played with one deck.
    pub seating: u64,
}

impl GameId {
    /// Returns the id of game `deck` of a seed, with seating 0.
    pub const fn new(seed: u64, deck: u64) -> GameId {
        GameId { seed, deck, seating: 0 }
    }

    /// Returns the seed passed to [`Player::begin`] at this seat. docs/PROTOCOL.md specifies it.
    pub const fn player_seed(self, seat: Seat) -> u64 {
        const fn scatter(number: u64) -> u64 {
            Random::new(number).word()
        }
        let place = self.seating.wrapping_mul(4).wrapping_add(seat.index() as u64);
        scatter(scatter(scatter(self.seed) ^ self.deck) ^ place)
    }
}

/// Watches a game. By default, every method does nothing.
///
/// Logs, statistics and explanations are observers. `()` ignores everything, a pair calls both of its observers, and a
/// closure is called for every [`event`](Observer::event).
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
    /// Called after the deal, before the first draw. [`event`](Observer::event) is not called for the deal; see
    /// [`Deck::deal`].
    fn dealt(&mut self, _game: &Game, _id: GameId) {}

    /// Returns whether `decided` and `event` are to be called in this game. [`play`] asks once, after `dealt`; a game that
    /// no observer follows is a little faster. In a pair, both observers are called if one of them follows the game.
    fn follows(&self, _id: GameId) -> bool {
        true
    }

    /// Called after each decision, with the game in the state before it.
    fn decided(&mut self, _decision: &Decision<'_>) {}

    /// Called after each event, with the game in the state right after it. After a discard, no tile has been drawn yet,
    /// and [`Game::turn`] returns the seat that may claim it, if any.
    fn event(&mut self, _event: Event, _game: &Game) {}

    /// Called at the end of the game.
    fn ended(&mut self, _game: &Game) {}
}

/// A decision of a player.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    /// The game before the decision.
    pub game: &'a Game,
    /// The turn.
    pub turn: Turn,
    /// The legal actions.
    pub legal: ActionSet,
    /// The chosen action.
    pub action: Action,
    /// The player, for example for its [evaluations](Player::evaluations).
    pub player: &'a dyn Player,
}

impl Decision<'_> {
    /// Returns the seat that decided.
    pub const fn seat(&self) -> Seat {
        self.turn.seat()
    }

    /// Returns the view that the player was shown.
    pub const fn view(&self) -> View<'_> {
        View::in_turn(self.game, self.turn.seat(), self.turn)
    }
}

impl Observer for () {
    fn follows(&self, _id: GameId) -> bool {
        false
    }
}

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
    fn follows(&self, id: GameId) -> bool {
        self.0.follows(id) || self.1.follows(id)
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

/// Plays a whole game and returns its outcome.
///
/// Calls [`Player::begin`] on each player, [`Player::choose`] whenever its seat has to decide, and [`Player::end`].
///
/// ```
/// use hule::play::GameId;
/// use hule::players::GreedyPlayer;
/// use hule::{BySeat, Deck, Log, Player, Standard, play};
///
/// // Four standard players, as in the contest.
/// let outcome = play(&Deck::seeded(1, 0), &mut BySeat::splat(Standard), GameId::new(1, 0), &mut ());
/// println!("{outcome}");
///
/// // Different players, and the log.
/// let mut players: BySeat<Box<dyn Player>> =
///     BySeat::new([Box::new(Standard), Box::new(GreedyPlayer), Box::new(Standard), Box::new(GreedyPlayer)]);
/// let mut log = Log::default();
/// play(&Deck::seeded(1, 0), &mut players, GameId::new(1, 0), &mut log);
/// println!("{log}");
/// ```
///
/// # Panics
/// Panics if a player chooses an illegal action.
pub fn play<P: Player, O: Observer>(
    deck: &Deck,
    players: &mut BySeat<P>,
    id: GameId,
    observer: &mut O,
) -> Outcome {
    begin(players, id);
    let mut game = Game::dealt(deck);
    start(&mut game, id, observer);
    if observer.follows(id) {
        while step(&mut game, players, observer) {}
    } else {
        while step(&mut game, players, &mut ()) {}
    }
    end(&game, players, observer)
}

/// A game that is played one decision at a time, for example to let a person decide for one seat or to stop early.
///
/// ```
/// use hule::play::{GameId, Match};
/// use hule::{BySeat, Deck, Seat, Standard};
///
/// // Seat A always plays the first legal action; the players decide for the others.
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
    /// Starts a game: calls `begin` on the players, deals, and draws for `A`.
    pub fn new(deck: &Deck, mut players: BySeat<P>, id: GameId, mut observer: O) -> Match<P, O> {
        begin(&mut players, id);
        let mut game = Game::dealt(deck);
        start(&mut game, id, &mut observer);
        Match { game, players, observer }
    }

    /// Replays these actions and continues from there. `begin` is not called, so the players must already be in the
    /// matching state. The observer sees the deal and all events, but no decisions.
    ///
    /// # Errors
    /// Returns an error if an action is not legal.
    pub fn resume(
        deck: &Deck,
        players: BySeat<P>,
        id: GameId,
        actions: &[Action],
        mut observer: O,
    ) -> Result<Match<P, O>, IllegalAction> {
        let mut game = Game::dealt(deck);
        start(&mut game, id, &mut observer);
        for &action in actions {
            game.play_into(action, &mut |event, game| observer.event(event, game))?;
        }
        Ok(Match { game, players, observer })
    }

    /// Returns the game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the players.
    pub const fn players(&self) -> &BySeat<P> {
        &self.players
    }

    /// Returns the observer.
    pub const fn observer(&self) -> &O {
        &self.observer
    }

    /// Lets the player whose turn it is decide. Returns `false` if the game was already over.
    ///
    /// # Panics
    /// Panics if the player chooses an illegal action.
    pub fn step(&mut self) -> bool {
        let went_on = step(&mut self.game, &mut self.players, &mut self.observer);
        self.end_if_over(went_on);
        went_on
    }

    /// Lets the players decide until this seat has to, and returns its turn; `None` if the game is over.
    ///
    /// # Panics
    /// Panics if a player chooses an illegal action.
    #[inline]
    pub fn run_to(&mut self, seat: Seat) -> Option<Turn> {
        let mut went_on = false;
        loop {
            match self.game.turn() {
                Some(turn) if turn.seat() == seat => return Some(turn),
                _ if step(&mut self.game, &mut self.players, &mut self.observer) => went_on = true,
                _ => break,
            }
        }
        self.end_if_over(went_on);
        None
    }

    /// Plays this action for the current seat without asking its player.
    ///
    /// # Errors
    /// Returns an error if the action is not legal; the game is then unchanged.
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

/// Calls `begin` on each player.
#[inline(always)]
fn begin<P: Player>(players: &mut BySeat<P>, id: GameId) {
    for (seat, player) in players.iter_mut() {
        player.begin(seat, id.player_seed(seat));
    }
}

/// Calls `dealt` on the observer and draws for `A`.
#[inline(always)]
fn start<O: Observer>(game: &mut Game, id: GameId, observer: &mut O) {
    observer.dealt(game, id);
    game.draw(Seat::A, &mut |event, game| observer.event(event, game));
}

/// Lets the player whose turn it is decide; `false` if the game is over. Simulations call only this function, so their
/// players get no `begin` or `end`.
#[inline(always)]
pub(crate) fn step<P: Player, O: Observer>(
    game: &mut Game,
    players: &mut BySeat<P>,
    observer: &mut O,
) -> bool {
    let State { phase, seat, tile, from, claim } = game.state;
    // Separate calls let the compiler specialise each kind of turn. The most common comes first.
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

#[inline(always)]
fn end<P: Player, O: Observer>(game: &Game, players: &mut BySeat<P>, observer: &mut O) -> Outcome {
    for player in players.as_mut_array() {
        player.end(game);
    }
    observer.ended(game);
    game.outcome().expect("a game without a turn is over")
}
