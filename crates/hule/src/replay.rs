//! A log read back into the game it tells of.

mod read;

pub use read::ReadReplayError;

use crate::action::{Action, Claimed};
use crate::deck::Deck;
use crate::event::Event;
use crate::game::{Claim, Game, Turn};
use crate::language::{Language, print_in_english, say};
use crate::player::Player;
use crate::rule::Rule;
use crate::tile::{Seat, Tile};

/// A game that was replayed from its events: the deck and every decision.
///
/// The players may be any: whatever the rules allow is accepted.
///
/// ```
/// use hule::{Deck, Game, Replay, Standard};
///
/// let mut events = Vec::new();
/// let mut sink = |event| events.push(event);
/// let outcome = Game::start(&Deck::seeded(1, 0), &mut sink).play_out(&mut [Standard; 4], &mut sink);
///
/// let replay = Replay::new(&events)?;
/// let last = replay.games().last().expect("there is at least the beginning");
/// assert_eq!(last.outcome(), Some(outcome));
/// # Ok::<(), hule::ReplayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    deck: Deck,
    actions: Vec<Action>,
}

impl Replay {
    /// Replays a whole game, from the first tile dealt to its end.
    pub fn new(events: &[Event]) -> Result<Replay, ReplayError> {
        let (deck, fifth) = deck(events);
        Replay::follow(&deck, fifth, events)
    }

    /// The same of a deck that is known, which the log must be of.
    pub fn with_deck(deck: &Deck, events: &[Event]) -> Result<Replay, ReplayError> {
        Replay::follow(deck, None, events)
    }

    /// A game as these players play it.
    ///
    /// # Panics
    /// If a player chooses an action that is not legal.
    pub fn played<P: Player>(deck: &Deck, players: &mut [P; 4]) -> Replay {
        let mut game = Game::new(deck);
        let mut actions = Vec::new();
        while let Some(turn) = game.turn() {
            let seat = turn.seat();
            let action = players[seat.index()].choose(&game.view(seat), game.legal_actions());
            game.play(action).expect("players choose legal actions");
            actions.push(action);
        }
        Replay { deck: *deck, actions }
    }

    /// A game of these decisions; nothing if one of them is not legal, or the game is not over behind the last.
    #[must_use]
    pub fn of_actions(deck: &Deck, actions: Vec<Action>) -> Option<Replay> {
        let mut game = Game::new(deck);
        actions.iter().try_for_each(|&action| game.play(action)).ok()?;
        game.outcome().map(|_| Replay { deck: *deck, actions })
    }

    fn follow(deck: &Deck, fifth: Option<ReplayError>, events: &[Event]) -> Result<Replay, ReplayError> {
        let mut told = Told { events, next: 0, fault: None };
        let mut game = Game::start(deck, &mut |event| told.expect(event, Rule::Deal));
        let mut actions = Vec::new();
        while told.fault.is_none()
            && let Some(turn) = game.turn()
        {
            match told.action(turn) {
                Err(fault) => told.fault = Some(fault),
                Ok(action) => {
                    match game.play_into(action, &mut |event| told.expect(event, rule_after(action))) {
                        Ok(()) => actions.push(action),
                        Err(_) => told.fault = Some(told.illegal(action, turn)),
                    }
                }
            }
        }
        if told.fault.is_none() && told.next < events.len() {
            let won = game.outcome().is_some_and(|outcome| outcome.winner().is_some());
            let rule = if won { Rule::WinEndsTheGame } else { Rule::DrawnGame };
            told.fault = Some(told.fault(rule, Problem::AfterTheEnd));
        }
        // Of equals, `min_by_key` keeps the first: a fifth tile is more to the point than a wrong one.
        match fifth.into_iter().chain(told.fault).min_by_key(|fault| fault.line) {
            Some(fault) => Err(fault),
            None => Ok(Replay { deck: *deck, actions }),
        }
    }

    /// A deck with which the game goes as the log tells. What was never drawn is in ascending order.
    #[must_use]
    pub const fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Every decision, in order, with the claims that were declined.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// What happens, from the first tile dealt to the end.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        let mut events = Vec::new();
        let mut sink = |event| events.push(event);
        let mut game = Game::start(&self.deck, &mut sink);
        for &action in &self.actions {
            game.play_into(action, &mut sink).expect("the replay has played it before");
        }
        events
    }

    /// The game at its beginning and after every decision.
    pub fn games(&self) -> impl Iterator<Item = Game> + '_ {
        let mut game = Game::new(&self.deck);
        let first = game.clone();
        std::iter::once(first).chain(self.actions.iter().map(move |&action| {
            game.play(action).expect("the replay has played it before");
            game.clone()
        }))
    }
}

/// The tiles that were drawn, and behind them all others; and the first fifth tile of a kind, if there is one.
fn deck(events: &[Event]) -> (Deck, Option<ReplayError>) {
    let mut left = [Tile::COPIES; Tile::COUNT];
    let mut tiles = Vec::with_capacity(Deck::LEN);
    let mut fifth = None;
    for (place, &event) in events.iter().enumerate() {
        let Event::Draw { tile, .. } = event else { continue };
        if left[tile.index()] == 0 {
            let problem = Problem::FifthTile(tile);
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

/// The events that the log tells, and how far they have been followed.
struct Told<'a> {
    events: &'a [Event],
    next: usize,
    fault: Option<ReplayError>,
}

impl Told<'_> {
    /// Follows an event that must come now.
    fn expect(&mut self, event: Event, rule: Rule) {
        if self.fault.is_some() {
            return;
        }
        if self.events.get(self.next) == Some(&event) {
            self.next += 1;
        } else {
            self.fault = Some(match self.events.get(self.next) {
                None => self.fault(rule, Problem::Unfinished),
                Some(&found) => self.fault(rule_broken(found, event, rule), Problem::Expected(event)),
            });
        }
    }

    /// What the seat whose turn it is did, by the next event.
    fn action(&self, turn: Turn) -> Result<Action, ReplayError> {
        let Some(&next) = self.events.get(self.next) else {
            return Err(self.fault(Rule::Turn, Problem::Unfinished));
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
                return Err(self.fault(Rule::Turn, Problem::MustDiscard(seat)));
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
                let claimed = Claimed::ALL.into_iter().find(|claimed| claimed.run(tile) == Some(run));
                claimed.map_or(Action::Decline, Action::Chow)
            }
            (Turn::Answer { .. }, _) => Action::Decline,
        })
    }

    /// Why what the log tells is not legal.
    fn illegal(&self, action: Action, turn: Turn) -> ReplayError {
        let (rule, problem) = match action {
            Action::Pass(target) if target == turn.seat() => (Rule::PassNamesAnother, Problem::PassOnOneself),
            Action::Discard(_) | Action::Pass(_) => (Rule::Turn, Problem::NotInHand),
            Action::SelfDrawn if matches!(turn, Turn::Discard { drawn: None, .. }) => {
                (Rule::NoWinAfterAClaim, Problem::NoWin)
            }
            Action::SelfDrawn => (Rule::WinningHand, Problem::NoWin),
            _ => (Rule::Chow, Problem::NotInHand),
        };
        self.fault(rule, problem)
    }

    fn fault(&self, rule: Rule, problem: Problem) -> ReplayError {
        ReplayError { line: self.next + 1, found: self.events.get(self.next).copied(), rule, problem }
    }
}

/// The rule that says what comes after an action.
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

/// The rule that an event breaks where another should have come.
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
    /// The event; nothing if the log ends too early.
    pub found: Option<Event>,
    /// The rule that it breaks.
    pub rule: Rule,
    /// In what way.
    pub problem: Problem,
}

/// In what way an event breaks the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Another event must come here.
    Expected(Event),
    /// This seat must discard, or win with the tile it drew.
    MustDiscard(Seat),
    /// The seat does not hold the tiles.
    NotInHand,
    /// The hand does not win, or may not win now.
    NoWin,
    /// A PASS that names the player who discards it.
    PassOnOneself,
    /// A kind of tile is drawn for the fifth time.
    FifthTile(Tile),
    /// The game is not over.
    Unfinished,
    /// The game was over.
    AfterTheEnd,
}

impl ReplayError {
    /// The sentence in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let (line, rule, title) = (self.line, self.rule, self.rule.title_in(language));
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

impl Problem {
    /// The end of the sentence in a language.
    fn text(self, language: Language) -> String {
        match self {
            Problem::Expected(event) => say!(language, "expected `{event}`", "应为 `{event}`"),
            Problem::MustDiscard(seat) => say!(language, "{seat} has to discard", "{seat} 必须出牌"),
            Problem::NotInHand => {
                say!(language, "the player does not hold such a tile", "该玩家没有这样的牌")
            }
            Problem::NoWin => say!(language, "the player cannot win now", "该玩家此时不能和"),
            Problem::PassOnOneself => say!(language, "a player cannot name itself", "玩家不能指定自己"),
            Problem::FifthTile(tile) => say!(language, "a fifth tile {tile}", "第五张 {tile}"),
            Problem::Unfinished => say!(language, "the game is not over", "游戏还没有结束"),
            Problem::AfterTheEnd => say!(language, "the game is over", "游戏已经结束"),
        }
    }
}

print_in_english!(ReplayError);

impl std::error::Error for ReplayError {}
