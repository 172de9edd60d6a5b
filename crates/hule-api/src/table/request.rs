//! Tables that are to be set up, and what people ask for at them.

use super::{Chair, Setup, Table, TableError};
use crate::chance::{new_seed, random, secret_name};
use crate::read::{read_body, read_count, read_number, read_packed, read_player};
use crate::refusal::Refusal;
use crate::seed::{Number, Unchecked};
use hule::action::ParseActionError;
use hule::players::{PlayerName, SearchOptions};
use hule::{BySeat, Game, Language, Localized, Seat, say};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// How many worlds a player at a table may imagine for a decision, and how long it may think.
const MOST_SAMPLES: usize = 1000;
const MOST_TIME: Duration = Duration::from_millis(100);

/// A table to be set up.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct TableRequest {
    /// The seats for people, one to four of them.
    people: Vec<Seat>,
    /// The players at the other seats, by seat: `random`, `standard`, `useful`, `net` or `search`; `standard` where none is named.
    #[serde(default)]
    players: BTreeMap<Seat, String>,
    /// A name with which the first of the people sits down at once. If there are no others, the game begins.
    name: Option<String>,
    /// The seconds for a decision, 10 or 30, after which a standard player decides; without it, there is no limit.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    clock: Option<Unchecked>,
    /// For one person, the seed of the deck. Otherwise the server takes one, and tells it when the game is over.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Number>))]
    seed: Option<Unchecked>,
    /// The number of the game of the seed.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Number>))]
    game: Option<Unchecked>,
    /// For one person, instead of a seed, a packed game that is played on from some line of its log.
    packed: Option<String>,
    /// The line, counted from 1: the decisions that caused it and those before it are given. 0 begins with the deal.
    #[serde(default = "Unchecked::zero")]
    #[cfg_attr(feature = "openapi", schema(value_type = usize))]
    line: Unchecked,
}

impl TableRequest {
    /// A table as it is asked for. The players have not decided yet.
    ///
    /// # Errors
    /// Returns a refusal if something of it is wrong.
    pub fn table(&self, language: Language) -> Result<Table, Refusal> {
        let Some(&first) = self.people.first() else {
            let sentence = say!(language, "a table needs at least one person", "一张牌桌至少要有一个人");
            return Err(Refusal::wrong(sentence));
        };
        let twice = |seat: &&Seat| self.people.iter().filter(|other| other == seat).count() > 1;
        if let Some(seat) = self.people.iter().find(twice) {
            let sentence = say!(language, "`people` has {seat} twice", "`people` 中 {seat} 出现了两次");
            return Err(Refusal::wrong(sentence));
        }
        let chairs = self.chairs(language)?;
        let clock = self.clock(language)?;
        let seed = read_number(self.seed.as_ref(), language)?;
        let game = read_number(self.game.as_ref(), language)?;
        let start = self.start(language)?;
        let is_chosen = seed.is_some() || game.is_some();
        let problem = match (is_chosen, &start) {
            (true, Some(_)) => Some(say!(
                language,
                "expected a seed or a packed game, not both",
                "种子与 packed 只能给出其一"
            )),
            (true, None) | (false, Some(_)) if self.people.len() > 1 => Some(say!(
                language,
                "a seed or a packed game can be chosen only for one person",
                "只有一个人的牌桌才能指定种子或 packed"
            )),
            _ => None,
        };
        if let Some(problem) = problem {
            return Err(Refusal::wrong(problem));
        }
        let mut table = Table::new(Arc::new(Setup {
            version: Setup::VERSION,
            chairs,
            watch: secret_name(),
            clock,
            seed: seed.map_or_else(new_seed, |Number(seed)| seed),
            game: game.unwrap_or_default().0,
            start,
            hint_seed: u64::from_ne_bytes(random()),
            begun: false,
            games: Vec::new(),
        }));
        if let Some(name) = &self.name {
            table.sit(first, name).map_err(|error| error.refusal(language))?;
        }
        Ok(table)
    }

    fn clock(&self, language: Language) -> Result<Option<u8>, Refusal> {
        let Some(clock) = &self.clock else { return Ok(None) };
        let seconds = clock.count("clock").ok().and_then(|seconds| u8::try_from(seconds).ok());
        seconds.filter(|seconds| [10, 30].contains(seconds)).map(Some).ok_or_else(|| {
            Refusal::wrong(say!(language, "`clock` must be 10 or 30", "`clock` 应为 10 或 30"))
        })
    }

    fn chairs(&self, language: Language) -> Result<BySeat<Chair>, Refusal> {
        let mut chairs = BySeat::from_fn(|_| Chair::person(secret_name()));
        for seat in Seat::ALL {
            match (self.people.contains(&seat), self.players.get(&seat)) {
                (true, None) => {}
                (true, Some(name)) => {
                    return Err(Refusal::wrong(say!(
                        language,
                        "`{name}` cannot sit at {seat}, which is a seat for a person",
                        "`{name}` 不能坐在 {seat}，那是留给人的座位"
                    )));
                }
                (false, named) => {
                    let name = named.map_or("standard", String::as_str);
                    let player = bounded(read_player(name, language)?, language)?;
                    chairs[seat] = Chair::Player { player };
                }
            }
        }
        Ok(chairs)
    }

    /// The position that is played on.
    fn start(&self, language: Language) -> Result<Option<Box<Game>>, Refusal> {
        let Some(packed) = &self.packed else { return Ok(None) };
        let replay = read_packed(packed, language)?;
        let line = read_count(&self.line, "line", language)?;
        let mut game = Game::new(replay.deck());
        for &action in replay.actions_to_line(line) {
            game.play(action).map_err(|error| Refusal::wrong(error.text(language)))?;
        }
        if game.outcome().is_some() {
            return Err(Refusal::wrong(say!(
                language,
                "the game is over at line {line}",
                "这一局到第 {line} 行已经结束"
            )));
        }
        Ok(Some(Box::new(game)))
    }
}

/// The player, if it does not think for too long.
///
/// # Errors
/// Returns a refusal if it does.
pub fn bounded(player: PlayerName, language: Language) -> Result<PlayerName, Refusal> {
    let most = MOST_TIME.as_millis();
    match player {
        PlayerName::Search(options) if !is_bounded(&options) => Err(Refusal::wrong(say!(
            language,
            "at a table, search can use at most {MOST_SAMPLES} samples or {most} ms",
            "在牌桌上，search 最多可用 {MOST_SAMPLES} 个样本或 {most} 毫秒"
        ))),
        player => Ok(player),
    }
}

/// Whether each limit that is given is small enough.
fn is_bounded(options: &SearchOptions) -> bool {
    options.max_samples().is_none_or(|samples| samples.get() <= MOST_SAMPLES)
        && options.max_time().is_none_or(|time| time <= MOST_TIME)
}

/// A name to sit down with.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Sit {
    /// 1 to 20 characters.
    name: String,
}

/// A move.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct Act {
    /// One of the legal actions.
    action: String,
    /// The turn of the state that it answers, so that no move is made twice.
    #[cfg_attr(feature = "openapi", schema(value_type = usize))]
    turn: Unchecked,
}

/// What a person at a table asks for, as a message of a `WebSocket`.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields, expecting = "an object with `type`")]
pub enum TableCommand {
    /// To sit down, come back, or take another name.
    Sit(Sit),
    // With braces, serde refuses unknown fields of these too.
    /// To leave: a standard player decides until the person sits down again.
    Leave {},
    /// To begin although not all have sat down.
    Start {},
    /// A move.
    Act(Act),
    /// Another game.
    Again {},
    /// To take the last decision back.
    Undo {},
    /// What a strong player would do.
    Hint {},
}

/// Which command it is, as the last part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // See `TableCommand`.
pub enum CommandKind {
    Sit,
    Leave,
    Start,
    Act,
    Again,
    Undo,
    Hint,
}

impl CommandKind {
    /// Whether a request for it has a body.
    pub const fn has_body(self) -> bool {
        matches!(self, CommandKind::Sit | CommandKind::Act)
    }
}

/// What is done to a table.
pub type Change = Box<dyn FnOnce(&mut Table) -> Result<(), TableError> + Send>;

impl TableCommand {
    /// Reads the body of a request.
    ///
    /// # Errors
    /// Returns a refusal if it is not what is expected.
    pub fn read(kind: CommandKind, body: &[u8], language: Language) -> Result<TableCommand, Refusal> {
        Ok(match kind {
            CommandKind::Sit => TableCommand::Sit(read_body(body, language)?),
            CommandKind::Leave => TableCommand::Leave {},
            CommandKind::Start => TableCommand::Start {},
            CommandKind::Act => TableCommand::Act(read_body(body, language)?),
            CommandKind::Again => TableCommand::Again {},
            CommandKind::Undo => TableCommand::Undo {},
            CommandKind::Hint => TableCommand::Hint {},
        })
    }

    /// What the person at this seat asks to be done; `None` for a hint, which changes nothing.
    ///
    /// # Errors
    /// Returns a refusal if it is not an action or a turn.
    pub fn change(self, seat: Seat, language: Language) -> Result<Option<Change>, Refusal> {
        Ok(Some(match self {
            TableCommand::Sit(Sit { name }) => Box::new(move |table| table.sit(seat, &name)),
            TableCommand::Leave {} => Box::new(move |table| table.leave(seat)),
            TableCommand::Start {} => Box::new(move |table| table.start(seat)),
            TableCommand::Again {} => Box::new(move |table| table.again(seat)),
            TableCommand::Undo {} => Box::new(move |table| table.undo(seat)),
            TableCommand::Hint {} => return Ok(None),
            TableCommand::Act(Act { action, turn }) => {
                let turn = read_count(&turn, "turn", language)?;
                let action =
                    action.parse().map_err(|error: ParseActionError| Refusal::wrong(error.text(language)))?;
                Box::new(move |table| table.act(seat, action, turn))
            }
        }))
    }
}
