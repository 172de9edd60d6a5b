//! A table for one to four people, with players of the library at the other seats.

mod chair;
mod hint;
mod record;
mod request;
mod viewer;

use crate::chance::{letters, new_seed};
use crate::read::need_network;
use crate::refusal::Refusal;
use crate::status::Status;
pub use chair::Chair;
pub use hint::Hint;
use hule::play::Match;
use hule::players::PlayerName;
use hule::{
    Action, BySeat, Deck, Event, Game, IllegalAction, Language, Localized, Log, Player, Random, Replay, Seat,
    Standard, Turn, say,
};
pub use record::{Record, Setup};
pub use request::{Act, Change, CommandKind, Sit, TableCommand, TableRequest, bounded};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
pub use viewer::{Choice, Games, Presence, State, Viewer, ViewerFeed};

/// A table for people. It consists of how it was set up and of the decisions since the deal; everything else follows from
/// these, so they are all that is stored.
#[derive(Clone)]
pub struct Table {
    setup: Arc<Setup>,
    /// `None` before the first deal.
    deal: Option<Deal>,
    /// How many decisions were taken back since it was set up or restored.
    undone: usize,
}

/// The game that is being played.
#[derive(Clone)]
struct Deal {
    game: Game,
    events: Vec<Event>,
    /// Who decided what, since the deal or the position that the game began with.
    decisions: Vec<(Seat, Action)>,
    /// Whether a player has panicked. The game then does not go on.
    broken: bool,
}

impl Deal {
    fn new(setup: &Setup) -> Deal {
        // Its players are not asked.
        let (players, id, log) = (BySeat::splat(Standard), setup.id(), Log::default());
        let begun = match &setup.start {
            None => Match::new(&Deck::seeded(setup.seed, setup.game), players, id, log),
            Some(start) => {
                let actions = start.actions().expect("it was played");
                Match::resume(start.deck(), players, id, &actions, log).expect("these actions were legal")
            }
        };
        let events = begun.observer().events.clone();
        Deal { game: begun.game().clone(), events, decisions: Vec::new(), broken: false }
    }

    /// Plays for the seat that has to decide.
    fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        let seat = self.game.turn().map(Turn::seat);
        self.game.play_into(action, &mut |event, _| self.events.push(event))?;
        self.decisions.extend(seat.map(|seat| (seat, action)));
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.broken || self.game.outcome().is_some()
    }
}

/// Tells a decision from all others of a table in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionId {
    game: usize,
    undone: usize,
    decision: usize,
}

/// Who has to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// There is no game, or it is over.
    None,
    /// A person.
    Person(Seat),
    /// A player that decides at once.
    Quick(Seat, PlayerName),
    /// A player that has to think.
    Slow(Seat, PlayerName),
}

/// Why a table is not there, or something cannot be done at it.
#[derive(Debug)]
pub enum TableError {
    /// There is no such table (any more).
    Missing,
    /// It was stored, and cannot be read.
    Unreadable,
    /// There is no room for it in memory now.
    NoRoom,
    /// The change could not be stored.
    NotStored,
    /// It is the link of a spectator.
    Spectator,
    /// The game has not begun.
    NotBegun,
    /// The game has begun.
    Begun,
    /// The game is over.
    Over,
    /// The game is not over.
    NotOver,
    /// Another seat has to decide.
    NotYours,
    /// It is for another turn; this is the one.
    Late(usize),
    /// The rules do not allow it.
    Illegal(IllegalAction),
    /// The person has not sat down.
    NotSeated,
    /// It is not a name.
    Name,
    /// No more games are played at this table.
    Enough,
    /// Several people play.
    NotSolo,
    /// The person has not decided anything yet.
    NothingToUndo,
}

impl Localized for TableError {
    fn text(&self, language: Language) -> String {
        match self {
            TableError::Missing => {
                say!(language, "there is no such table (any more)", "没有这张牌桌，或者它已被清理")
            }
            TableError::Unreadable => {
                say!(language, "the table cannot be read; please try again later", "无法读取牌桌；请稍后再试")
            }
            TableError::NoRoom => say!(
                language,
                "all tables are in use; please try again later",
                "所有牌桌都在使用；请稍后再试"
            ),
            TableError::NotStored => say!(
                language,
                "this could not be stored and was not done; please try again later",
                "无法保存，操作未执行；请稍后再试"
            ),
            TableError::Spectator => say!(language, "spectators can only watch", "观众只能观看"),
            TableError::NotBegun => say!(language, "the game has not begun", "对局还没有开始"),
            TableError::Begun => say!(language, "the game has already begun", "对局已经开始"),
            TableError::Over => say!(language, "the game is over", "对局已经结束"),
            TableError::NotOver => say!(language, "the game is not over", "对局还没有结束"),
            TableError::NotYours => say!(language, "it is not your turn", "还没有轮到你"),
            TableError::Late(turn) => say!(
                language,
                "too late: the game has gone on (turn {turn})",
                "晚了一步：对局已经继续（turn {turn}）"
            ),
            TableError::Illegal(error) => error.text(language),
            TableError::NotSeated => say!(language, "sit down first", "请先入座"),
            TableError::Name => say!(
                language,
                "a name has 1 to {} characters, none of them invisible",
                "名字应有 1 到 {} 个字符，不能含不可见的字符",
                Chair::LONGEST_NAME
            ),
            TableError::Enough => say!(
                language,
                "{} games have been played at this table; please set up another",
                "这张牌桌已经打了 {} 局；请另开一桌",
                Setup::MOST_GAMES
            ),
            TableError::NotSolo => say!(
                language,
                "several people play at this table; there are no hints and no undos",
                "这张牌桌有多人对局；不能提示，也不能撤销"
            ),
            TableError::NothingToUndo => say!(language, "there is nothing to undo", "没有可以撤销的"),
        }
    }
}

impl TableError {
    /// The same as a refusal.
    pub fn refusal(&self, language: Language) -> Refusal {
        let status = match self {
            TableError::Missing => Status::NotFound,
            TableError::Unreadable | TableError::NoRoom | TableError::NotStored => Status::ServiceUnavailable,
            TableError::Spectator => Status::Forbidden,
            TableError::Illegal(_) | TableError::Name => Status::UnprocessableContent,
            _ => Status::Conflict,
        };
        Refusal::new(status, self.text(language))
    }
}

/// The length of the first part of a link, 66 bits.
const ID: usize = 11;

/// A new name for a table: the first part of its links.
pub fn new_table_id() -> String {
    letters::<ID>()
}

/// The name of a table and a secret, the two parts of a link; `None` if it is too short.
pub fn split_token(token: &str) -> Option<(&str, &str)> {
    token.split_at_checked(ID)
}

impl Table {
    /// A table at which nothing has happened yet.
    pub fn new(setup: Arc<Setup>) -> Table {
        Table { setup, deal: None, undone: 0 }
    }

    /// A table as it was stored. Returns `None` if it is of a later version, or the moves are not legal.
    pub fn restored(record: &Record) -> Option<Table> {
        if !(1..=Setup::VERSION).contains(&record.setup.version) {
            return None;
        }
        let mut table = Table::new(Arc::clone(&record.setup));
        if table.setup.begun {
            let mut deal = Deal::new(&table.setup);
            for &id in &record.moves {
                deal.play(Action::from_id(id)?).ok()?;
            }
            table.deal = Some(deal);
        }
        Some(table)
    }

    /// What is to be stored, under this name.
    pub fn record(&self, id: &str) -> Record {
        let moves = self.decisions().iter().map(|(_, action)| action.id()).collect();
        Record { id: id.to_owned(), setup: Arc::clone(&self.setup), moves }
    }

    /// How it was set up.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// The game; `None` before the first deal.
    pub fn game(&self) -> Option<&Game> {
        self.deal.as_ref().map(|deal| &deal.game)
    }

    fn events(&self) -> &[Event] {
        self.deal.as_ref().map_or(&[], |deal| &deal.events)
    }

    /// How many decisions were made at a seat. The decisions of other seats are not counted: declining a claim is secret.
    pub fn turn(&self, seat: Seat) -> usize {
        self.decisions().iter().filter(|(who, _)| *who == seat).count()
    }

    /// Which decision the table waits for.
    pub fn decision(&self) -> DecisionId {
        DecisionId { game: self.setup.number(), undone: self.undone, decision: self.decisions().len() }
    }

    fn decisions(&self) -> &[(Seat, Action)] {
        self.deal.as_ref().map_or(&[], |deal| &deal.decisions)
    }

    /// Whether a player has panicked.
    pub fn is_broken(&self) -> bool {
        self.deal.as_ref().is_some_and(|deal| deal.broken)
    }

    /// Whether a game was played to its end, or broke.
    pub fn is_over(&self) -> bool {
        self.deal.as_ref().is_some_and(Deal::is_over)
    }

    /// The time for a decision of a person.
    pub fn clock(&self) -> Option<Duration> {
        self.setup.clock.map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// The viewer whose secret this is.
    pub fn viewer(&self, secret: &str) -> Option<Viewer> {
        let of =
            |chair: &Chair| matches!(chair, Chair::Person { secret: known, .. } if is_same(known, secret));
        let seat = Seat::ALL.into_iter().find(|&seat| of(&self.setup.chairs[seat]));
        seat.map(Viewer::Seat).or_else(|| is_same(&self.setup.watch, secret).then_some(Viewer::Spectator))
    }

    /// Lets a person sit down, or come back, with this name. When all have sat down, the game begins.
    fn sit(&mut self, seat: Seat, name: &str) -> Result<(), TableError> {
        let name = Chair::read_name(name).ok_or(TableError::Name)?;
        let Chair::Person { name: known, away, .. } = &mut Arc::make_mut(&mut self.setup).chairs[seat] else {
            return Err(TableError::NotSeated);
        };
        (*known, *away) = (Some(name), false);
        if self.deal.is_none() && self.setup.chairs.as_array().iter().all(Chair::is_taken) {
            self.begin();
        }
        Ok(())
    }

    /// Lets a standard player decide for this person until the person sits down again.
    fn leave(&mut self, seat: Seat) -> Result<(), TableError> {
        match &mut Arc::make_mut(&mut self.setup).chairs[seat] {
            Chair::Person { name: Some(_), away, .. } => {
                *away = true;
                Ok(())
            }
            _ => Err(TableError::NotSeated),
        }
    }

    /// Begins although not all have sat down. A standard player decides for the others.
    fn start(&mut self, seat: Seat) -> Result<(), TableError> {
        self.need_seated(seat)?;
        if self.deal.is_some() {
            return Err(TableError::Begun);
        }
        self.begin();
        Ok(())
    }

    /// Deals again after a game, from a new seed.
    fn again(&mut self, seat: Seat) -> Result<(), TableError> {
        self.need_seated(seat)?;
        let deal = self.deal.as_ref().ok_or(TableError::NotBegun)?;
        if !deal.is_over() {
            return Err(TableError::NotOver);
        }
        if self.setup.number() >= Setup::MOST_GAMES {
            return Err(TableError::Enough);
        }
        let finished = self.finished().map(|replay| replay.pack()).unwrap_or_default();
        let setup = Arc::make_mut(&mut self.setup);
        setup.games.push(finished);
        (setup.seed, setup.game, setup.start) = (new_seed(), 0, None);
        self.begin();
        Ok(())
    }

    fn need_seated(&self, seat: Seat) -> Result<(), TableError> {
        if self.setup.chairs[seat].is_taken() { Ok(()) } else { Err(TableError::NotSeated) }
    }

    fn begin(&mut self) {
        if !self.setup.begun {
            Arc::make_mut(&mut self.setup).begun = true;
        }
        self.deal = Some(Deal::new(&self.setup));
    }

    /// The game that was played to its end; `None` while it goes on.
    fn finished(&self) -> Option<Replay> {
        let game = self.game().filter(|game| game.outcome().is_some())?;
        Some(Replay::of_game(game).expect("the game was played to its end"))
    }

    /// All games that were played to their end.
    pub fn games(&self) -> Games {
        let last = self.finished().map(|replay| replay.pack());
        Games { games: self.setup.games.iter().cloned().chain(last).collect() }
    }

    /// The log as text.
    ///
    /// # Errors
    /// Returns an error while the game goes on.
    pub fn log(&self) -> Result<String, TableError> {
        self.finished().map(|replay| replay.log().to_string()).ok_or(TableError::NotOver)
    }

    /// Does what the person at a seat chose at this turn.
    fn act(&mut self, seat: Seat, action: Action, turn: usize) -> Result<(), TableError> {
        let (next, known) = (self.next(), self.turn(seat));
        let deal = self.deal.as_mut().ok_or(TableError::NotBegun)?;
        if deal.is_over() {
            return Err(TableError::Over);
        }
        if turn != known {
            return Err(TableError::Late(known));
        }
        match next {
            Next::Person(next) if next == seat => deal.play(action).map_err(TableError::Illegal),
            _ if !self.setup.chairs[seat].is_present() => Err(TableError::NotSeated),
            _ => Err(TableError::NotYours),
        }
    }

    /// Goes back to the last decision of the only person.
    fn undo(&mut self, seat: Seat) -> Result<(), TableError> {
        if !self.setup.is_solo() {
            return Err(TableError::NotSolo);
        }
        let deal = self.deal.as_ref().ok_or(TableError::NotBegun)?;
        if deal.is_over() {
            return Err(TableError::Over);
        }
        let last =
            deal.decisions.iter().rposition(|&(who, _)| who == seat).ok_or(TableError::NothingToUndo)?;
        let mut before = Deal::new(&self.setup);
        for &(_, action) in &deal.decisions[..last] {
            before.play(action).expect("these actions were legal");
        }
        self.deal = Some(before);
        self.undone += 1;
        Ok(())
    }

    /// Whether this person can take a decision back.
    fn can_undo(&self, seat: Seat) -> bool {
        self.setup.is_solo() && !self.is_over() && self.turn(seat) > 0
    }

    /// Who has to decide.
    pub fn next(&self) -> Next {
        let turn = self.deal.as_ref().filter(|deal| !deal.broken).and_then(|deal| deal.game.turn());
        let Some(turn) = turn else { return Next::None };
        let seat = turn.seat();
        match &self.setup.chairs[seat] {
            chair @ Chair::Person { .. } if chair.is_present() => Next::Person(seat),
            Chair::Person { .. } => Next::Quick(seat, PlayerName::Standard),
            &Chair::Player { player } if is_slow(player) => Next::Slow(seat, player),
            &Chair::Player { player } => Next::Quick(seat, player),
        }
    }

    /// Lets players decide as long as they need not think.
    pub fn go_on(&mut self) {
        while let Next::Quick(seat, player) = self.next() {
            self.ask(seat, player);
        }
    }

    /// Lets players decide until a person has to.
    ///
    /// # Errors
    /// Returns an error if one of them needs the network while its weights are not there.
    pub fn go_on_thinking(&mut self, language: Language) -> Result<(), Refusal> {
        if self.setup.players().any(|player| player.needs_network()) {
            need_network(language)?;
        }
        while let Next::Quick(seat, player) | Next::Slow(seat, player) = self.next() {
            self.ask(seat, player);
        }
        Ok(())
    }

    /// Lets a player decide. If the player panics, the game is over.
    fn ask(&mut self, seat: Seat, player: PlayerName) {
        let choose = self.chooser(seat, player);
        self.take(catch_unwind(AssertUnwindSafe(|| choose(None))).ok());
    }

    /// A function that returns what this player does, for another thread, within a limit of time if there is one.
    ///
    /// # Panics
    /// Panics if there is no game.
    pub fn chooser(
        &self,
        seat: Seat,
        player: PlayerName,
    ) -> impl FnOnce(Option<Duration>) -> Action + Send + use<> {
        let game = self.game().expect("a seat has to decide").clone();
        // Every decision has a seed of its own, so that a table goes on from its moves alone.
        let number = self.decisions().len() as u64;
        let seed = Random::new(self.setup.id().player_seed(seat) ^ number).word();
        move |limit| {
            let mut player = match (player, limit) {
                (PlayerName::Search(options), Some(limit)) => {
                    let limit = options.max_time().map_or(limit, |time| time.min(limit));
                    PlayerName::Search(options.and_time(limit)).player()
                }
                _ => player.player(),
            };
            player.begin(seat, seed);
            player.choose(&game.view(seat), game.legal_actions())
        }
    }

    /// Plays what a player decided; `None` if it panicked. Such a game, and one with an illegal choice, is over.
    pub fn take(&mut self, action: Option<Action>) {
        if let Some(deal) = &mut self.deal
            && action.is_none_or(|action| deal.play(action).is_err())
        {
            deal.broken = true;
        }
    }

    /// Lets a standard player decide for a person who took too long.
    pub fn decide_late(&mut self) {
        if let Next::Person(seat) = self.next() {
            self.ask(seat, PlayerName::Standard);
        }
    }
}

/// Whether a player thinks for longer than it takes to ask it.
fn is_slow(player: PlayerName) -> bool {
    matches!(player, PlayerName::Net | PlayerName::Search(_))
}

/// Compares all letters, so that the time says nothing about where they differ.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one.bytes().zip(other.bytes()).fold(0, |all, (one, other)| all | (one ^ other)) == 0
}

#[cfg(test)]
mod tests;
