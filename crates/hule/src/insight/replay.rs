//! Reconstructs a game from its log.

mod beginning;
mod pack;
mod read;

pub use pack::UnpackError;
pub use read::ReadReplayError;

use crate::game::{Decision, Game, GameId, IllegalAction, NoHistory, Observer, Player, Standard, View, play};
use crate::insight::{Log, Rule};
use crate::words::{
    Action, ActionSet, BySeat, Claim, Claimed, Deck, Event, Language, Localized, Outcome, Seat, Tile, Turn,
    localized_errors, say,
};
use std::cell::Cell;

/// A finished game: the deck and all decisions.
///
/// Any legal game is accepted, not only those of standard players.
///
/// ```
/// use hule::{Deck, Log, Replay};
/// let log = Log::of(&Deck::seeded(1, 0));
/// let replay = Replay::new(&log.events)?;
/// let last = replay.games().last().expect("there is at least the beginning");
/// println!("{}", last.outcome().expect("a replay is of a whole game"));
/// # Ok::<(), hule::replay::ReplayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    deck: Deck,
    actions: Vec<Action>,
}

impl Replay {
    /// Replays the log of a whole game, including the deal.
    ///
    /// # Errors
    /// Returns the first event that the rules do not allow.
    pub fn new(events: &[Event]) -> Result<Replay, ReplayError> {
        let (deck, fifth) = deck(events);
        Replay::follow(&deck, fifth, events)
    }

    /// Like [`Replay::new`], for a log of a known deck.
    ///
    /// # Errors
    /// Returns the first event that the rules or the deck do not allow.
    pub fn with_deck(deck: &Deck, events: &[Event]) -> Result<Replay, ReplayError> {
        Replay::follow(deck, None, events)
    }

    /// Plays a game with these players.
    ///
    /// # Panics
    /// Panics if a player chooses an illegal action.
    pub fn played<P: Player>(deck: &Deck, players: &mut BySeat<P>, id: GameId) -> Replay {
        let mut actions = Actions::default();
        play(deck, players, id, &mut actions);
        Replay { deck: *deck, actions: actions.0 }
    }

    /// Plays a game with four standard players.
    pub fn standard(deck: &Deck) -> Replay {
        Replay::played(deck, &mut BySeat::splat(Standard), GameId::default())
    }

    /// Creates a replay from all decisions of a game.
    ///
    /// # Errors
    /// Returns an error if an action is not legal, or if the game is not over after the last.
    pub fn of_actions(deck: &Deck, actions: Vec<Action>) -> Result<Replay, ActionsError> {
        let mut game = Game::new(deck);
        for (place, &action) in actions.iter().enumerate() {
            game.play(action).map_err(|error| ActionsError::Illegal { place, error })?;
        }
        game.outcome().map(|_| Replay { deck: *deck, actions }).ok_or(ActionsError::Unfinished)
    }

    /// Creates a replay of a finished game.
    ///
    /// # Errors
    /// Returns an error if the game is not over or was [imagined](View::imagine).
    pub fn of_game(game: &Game) -> Result<Replay, ActionsError> {
        let actions = game.actions().map_err(ActionsError::NoHistory)?;
        game.outcome().map(|_| Replay { deck: *game.deck(), actions }).ok_or(ActionsError::Unfinished)
    }

    fn follow(deck: &Deck, fifth: Option<ReplayError>, events: &[Event]) -> Result<Replay, ReplayError> {
        let mut cursor = LogCursor { events, next: 0, fault: None };
        let mut game = Game::new(deck);
        let first = Event::Draw { seat: Seat::A, tile: deck.tiles()[Deck::DEALT] };
        deck.deal().chain([first]).for_each(|event| cursor.expect(event, Rule::Deal));
        let mut actions = Vec::new();
        while cursor.fault.is_none()
            && let Some(turn) = game.turn()
        {
            match cursor.action(turn) {
                Err(fault) => cursor.fault = Some(fault),
                Ok(action) => {
                    match game.play_into(action, &mut |event, _| cursor.expect(event, rule_after(action))) {
                        Ok(()) => actions.push(action),
                        Err(_) => cursor.fault = Some(cursor.illegal(action, turn)),
                    }
                }
            }
        }
        if cursor.fault.is_none() && cursor.next < events.len() {
            let won = game.outcome().is_some_and(|outcome| outcome.winner().is_some());
            let rule = if won { Rule::WinEndsTheGame } else { Rule::DrawnGame };
            cursor.fault = Some(cursor.fault(rule, ReplayProblem::AfterTheEnd));
        }
        // Among equals, `min_by_key` returns the first: a fifth tile is the more precise diagnosis.
        match fifth.into_iter().chain(cursor.fault).min_by_key(|fault| fault.line) {
            Some(fault) => Err(fault),
            None => Ok(Replay { deck: *deck, actions }),
        }
    }

    /// Returns a deck that leads to this game. Tiles that the log does not show are in ascending order.
    pub const fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Returns all decisions in order, including declined claims.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Returns the log of the game.
    pub fn log(&self) -> Log {
        let mut log = Log::default();
        self.observe(&mut log);
        log
    }

    /// Replays the game for an observer.
    pub fn observe<O: Observer>(&self, observer: &mut O) -> Outcome {
        let next = Cell::new(0);
        let mut players = BySeat::from_fn(|_| Scripted { actions: &self.actions, next: &next });
        play(&self.deck, &mut players, GameId::default(), observer)
    }

    /// Returns the game at its start and after each decision.
    pub fn games(&self) -> impl Iterator<Item = Game> + '_ {
        let mut game = Game::new(&self.deck);
        let first = game.clone();
        std::iter::once(first).chain(self.actions.iter().map(move |&action| {
            game.play(action).expect("the replay has played it before");
            game.clone()
        }))
    }
}

/// Records the decisions of a game.
#[derive(Default)]
struct Actions(Vec<Action>);

impl Observer for Actions {
    fn decided(&mut self, decision: &Decision<'_>) {
        self.0.push(decision.action);
    }
}

/// A player that follows a script, shared by all four seats.
struct Scripted<'a> {
    actions: &'a [Action],
    next: &'a Cell<usize>,
}

impl Player for Scripted<'_> {
    fn choose(&mut self, _view: &View<'_>, _legal: ActionSet) -> Action {
        let next = self.next.get();
        self.next.set(next + 1);
        self.actions[next]
    }
}

/// The reason why actions do not form a whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionsError {
    /// An action is not legal.
    Illegal {
        /// Its index.
        place: usize,
        /// The error.
        error: IllegalAction,
    },
    /// The game is not over.
    Unfinished,
    /// The game was imagined.
    NoHistory(NoHistory),
}

impl Localized for ActionsError {
    fn text(&self, language: Language) -> String {
        match self {
            ActionsError::Illegal { place, error } => {
                let (number, error) = (place + 1, error.text(language));
                say!(language, "action {number}: {error}", "第 {number} 个动作：{error}")
            }
            ActionsError::Unfinished => say!(language, "the game is not over", "对局还没有结束"),
            ActionsError::NoHistory(error) => error.text(language),
        }
    }
}

localized_errors!(ActionsError {
    ActionsError::Illegal { error, .. } => error,
    ActionsError::NoHistory(error) => error,
});

/// The deck that the draws imply, and the first fifth tile of a kind, if any. The other tiles follow in ascending
/// order.
fn deck(events: &[Event]) -> (Deck, Option<ReplayError>) {
    let mut left = [Tile::COPIES; Tile::COUNT];
    let mut tiles = Vec::with_capacity(Deck::LEN);
    let mut fifth = None;
    for (place, &event) in events.iter().enumerate() {
        let Event::Draw { tile, .. } = event else { continue };
        if left[tile.index()] == 0 {
            let problem = ReplayProblem::FifthTile(tile);
            fifth = Some(ReplayError { line: place + 1, found: Some(event), rule: Rule::Tiles, problem });
            break;
        }
        left[tile.index()] -= 1;
        tiles.push(tile);
    }
    tiles.extend(Tile::ALL.iter().flat_map(|&tile| std::iter::repeat_n(tile, left[tile.index()])));
    let tiles: [Tile; Deck::LEN] = tiles.try_into().expect("four of each kind are 148");
    (Deck::try_from(tiles).expect("no kind is there five times"), fifth)
}

/// The events of the log, and how many have been matched.
struct LogCursor<'a> {
    events: &'a [Event],
    next: usize,
    fault: Option<ReplayError>,
}

impl LogCursor<'_> {
    /// Matches an event that must come next.
    fn expect(&mut self, event: Event, rule: Rule) {
        if self.fault.is_some() {
            return;
        }
        if self.events.get(self.next) == Some(&event) {
            self.next += 1;
        } else {
            self.fault = Some(match self.events.get(self.next) {
                None => self.fault(rule, ReplayProblem::Unfinished),
                Some(&found) => self.fault(rule_broken(found, event, rule), ReplayProblem::Expected(event)),
            });
        }
    }

    /// The decision of the current seat that the next event implies.
    fn action(&self, turn: Turn) -> Result<Action, ReplayError> {
        let Some(&next) = self.events.get(self.next) else {
            return Err(self.fault(Rule::Turn, ReplayProblem::Unfinished));
        };
        Ok(match (turn, next) {
            (Turn::Discard { seat, .. }, Event::Discard { seat: by, tile }) if by == seat => {
                Action::Discard(tile)
            }
            (Turn::Discard { seat, .. }, Event::Pass { seat: by, target }) if by == seat => {
                Action::Pass(target)
            }
            (Turn::Discard { seat, .. }, Event::SelfDrawn { seat: by }) if by == seat => Action::SelfDrawn,
            (Turn::Discard { seat, .. }, _) => {
                return Err(self.fault(Rule::Turn, ReplayProblem::MustDiscard(seat)));
            }
            (Turn::Answer { seat, claim: Claim::Ron, .. }, Event::Ron { seat: by }) if by == seat => {
                Action::Ron
            }
            (Turn::Answer { seat, claim: Claim::Pong, tile, .. }, Event::Pong { seat: by, tile: of })
                if by == seat && of == tile =>
            {
                Action::Pong
            }
            (Turn::Answer { seat, claim: Claim::Chow, tile, .. }, Event::Chow { seat: by, run })
                if by == seat =>
            {
                Claimed::of(tile, run).map_or(Action::Decline, Action::Chow)
            }
            (Turn::Answer { .. }, _) => Action::Decline,
        })
    }

    /// The error for an illegal action.
    fn illegal(&self, action: Action, turn: Turn) -> ReplayError {
        let (rule, problem) = match action {
            Action::Pass(target) if target == turn.seat() => {
                (Rule::PassNamesAnother, ReplayProblem::PassOnOneself)
            }
            Action::Discard(_) | Action::Pass(_) => (Rule::Turn, ReplayProblem::NotInHand),
            Action::SelfDrawn if matches!(turn, Turn::Discard { drawn: None, .. }) => {
                (Rule::NoWinAfterAClaim, ReplayProblem::NoWin)
            }
            Action::SelfDrawn => (Rule::WinningHand, ReplayProblem::NoWin),
            _ => (Rule::Chow, ReplayProblem::NotInHand),
        };
        self.fault(rule, problem)
    }

    fn fault(&self, rule: Rule, problem: ReplayProblem) -> ReplayError {
        ReplayError { line: self.next + 1, found: self.events.get(self.next).copied(), rule, problem }
    }
}

/// The rule that determines what follows an action.
fn rule_after(action: Action) -> Rule {
    match action {
        Action::Pass(_) => Rule::Pass,
        Action::Discard(Tile::Reverse) => Rule::Reverse,
        Action::Discard(Tile::Double) => Rule::Double,
        Action::Discard(_) | Action::Decline => Rule::Turn,
        Action::Pong | Action::Chow(_) => Rule::ClaimTakesTheTurn,
        Action::Ron | Action::SelfDrawn => Rule::WinEndsTheGame,
    }
}

/// The rule that `found` breaks in place of `expected`.
fn rule_broken(found: Event, expected: Event, otherwise: Rule) -> Rule {
    match (found, expected) {
        (Event::Chow { seat, .. }, Event::Draw { seat: next, .. }) if seat != next => Rule::ChowIsForTheNext,
        (Event::Chow { .. }, _) => Rule::Chow,
        (Event::Pong { .. }, _) => Rule::Pong,
        (Event::Ron { .. }, _) => Rule::Ron,
        (Event::SelfDrawn { .. }, _) => Rule::SelfDrawn,
        (_, Event::Win { .. }) => Rule::WinEndsTheGame,
        (Event::Exhausted, _) | (_, Event::Exhausted) => Rule::DrawnGame,
        _ => otherwise,
    }
}

/// The first event of a log that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The line of the event in a text log, counted from 1.
    pub line: usize,
    /// The event; `None` if the log ends too early.
    pub found: Option<Event>,
    /// The broken rule.
    pub rule: Rule,
    /// What is wrong.
    pub problem: ReplayProblem,
}

/// How an event breaks the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayProblem {
    /// This event is expected instead.
    Expected(Event),
    /// This seat must discard or win with the tile it drew.
    MustDiscard(Seat),
    /// The seat does not hold the tiles.
    NotInHand,
    /// The hand does not win, or may not win now.
    NoWin,
    /// A PASS names the player who discards it.
    PassOnOneself,
    /// A kind is drawn for the fifth time.
    FifthTile(Tile),
    /// The game is not over.
    Unfinished,
    /// The game is already over.
    AfterTheEnd,
}

impl Localized for ReplayError {
    fn text(&self, language: Language) -> String {
        let (line, rule, title) = (self.line, self.rule, self.rule.text(language));
        let problem = self.problem.text(language);
        match self.found {
            Some(found) => say!(
                language,
                "line {line}: `{found}` breaks rule {rule} ({title}): {problem}",
                "第 {line} 行：`{found}` 违反规则 {rule}（{title}）：{problem}"
            ),
            None => say!(
                language,
                "line {line}: the log ends here: {problem}",
                "第 {line} 行：记录到此结束：{problem}"
            ),
        }
    }
}

/// A clause that completes the text of [`ReplayError`].
impl Localized for ReplayProblem {
    fn text(&self, language: Language) -> String {
        match self {
            ReplayProblem::Expected(event) => say!(language, "expected `{event}`", "应为 `{event}`"),
            ReplayProblem::MustDiscard(seat) => say!(language, "{seat} has to discard", "{seat} 必须出牌"),
            ReplayProblem::NotInHand => {
                say!(language, "the player does not hold such a tile", "该玩家没有这样的牌")
            }
            ReplayProblem::NoWin => say!(language, "the player cannot win now", "该玩家此时不能和"),
            ReplayProblem::PassOnOneself => say!(language, "a player cannot name itself", "玩家不能指定自己"),
            ReplayProblem::FifthTile(tile) => say!(language, "a fifth tile {tile}", "第五张 {tile}"),
            ReplayProblem::Unfinished => say!(language, "the game is not over", "对局还没有结束"),
            ReplayProblem::AfterTheEnd => say!(language, "the game is over", "对局已经结束"),
        }
    }
}

localized_errors!(ReplayError);
