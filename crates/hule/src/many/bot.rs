//! Bots: programs that play as specified in docs/PROTOCOL.md.

use crate::game::{OwnedView, OwnedViewError, Player};
use crate::insight::{Replay, ReplayError};
use crate::words::{
    Action, ActionSet, Event, JsonError, Language, Localized, Outcome, Seat, from_json, localized_errors, say,
};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read, Write};

/// A message from an arena to a bot: a JSON object on one line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToBot {
    /// The first message, which the bot answers with its own hello.
    Hello {
        /// The version of the protocol, [`ToBot::PROTOCOL`].
        protocol: u32,
        /// The name of the arena: `hule`.
        #[serde(default)]
        name: String,
        /// Its version.
        #[serde(default)]
        version: String,
        /// How many seconds the bot may take to say hello.
        #[serde(default)]
        start_seconds: f64,
        /// How many seconds the bot may take for an answer.
        #[serde(default)]
        move_seconds: f64,
    },
    /// A game begins.
    Start {
        /// The number of the bot's game, counted from 1.
        game: u64,
        /// The bot's seat.
        seat: Seat,
        /// The seed for the bot's random choices.
        seed: u64,
    },
    /// The bot has to decide.
    Request {
        /// The number of the request, to be repeated in the answer.
        id: u64,
        /// What the seat can see.
        view: Box<OwnedView>,
        /// The legal actions, ascending.
        legal: Vec<Action>,
    },
    /// The game is over.
    End {
        /// The outcome.
        #[serde(flatten)]
        outcome: Outcome,
        /// The log of the game, one string per line.
        #[serde(with = "lines")]
        log: Vec<Event>,
    },
    /// A message of a later version, to be ignored.
    #[serde(other)]
    Unknown,
}

impl ToBot {
    /// The version of the protocol implemented here.
    pub const PROTOCOL: u32 = 1;
}

/// A message from a bot to an arena: a JSON object on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromBot {
    /// The first message.
    Hello {
        /// The version of the protocol that the bot implements.
        protocol: u32,
        /// The name of the bot.
        name: String,
        /// Its version.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<String>,
        /// The author of the bot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        author: Option<String>,
    },
    /// The answer to a request.
    Answer {
        /// The number of the request.
        id: u64,
        /// One of the legal actions.
        action: Action,
        /// A comment on the choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comment: Option<String>,
    },
}

impl FromBot {
    /// The maximum length of a line in bytes, including the line end.
    pub const LONGEST: usize = 1 << 16;

    /// Parses a line.
    ///
    /// # Errors
    /// Returns an error if the line is not a message.
    pub fn read(line: &[u8]) -> Result<FromBot, JsonError> {
        from_json(line)
    }
}

/// Serialises events as lines of the text log.
mod lines {
    use crate::words::Event;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(events: &[Event], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(events.iter().map(ToString::to_string))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Event>, D::Error> {
        let lines = Vec::<String>::deserialize(deserializer)?;
        lines.iter().map(|line| line.parse().map_err(D::Error::custom)).collect()
    }
}

/// Plays as a bot until the end of the input.
///
/// This is a complete bot:
///
/// ```no_run
/// hule::bot::serve(&mut hule::players::GreedyPlayer, "mine", std::io::stdin().lock(), std::io::stdout())?;
/// # Ok::<(), hule::bot::ServeError>(())
/// ```
///
/// # Errors
/// Returns an error if reading or writing fails, or if a message of the arena is invalid.
pub fn serve(
    player: &mut impl Player,
    name: &str,
    mut input: impl BufRead,
    mut output: impl Write,
) -> Result<(), ServeError> {
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        number += 1;
        let read = input.by_ref().take(LONGEST_FROM_ARENA).read_until(b'\n', &mut line);
        if read.map_err(ServeError::Read)? == 0 {
            return Ok(());
        }
        let answer = answer(player, name, &line).map_err(|problem| ServeError::Line { number, problem })?;
        if let Some(answer) = answer {
            let answer = serde_json::to_string(&answer).expect("names and numbers always serialise");
            writeln!(output, "{answer}").and_then(|()| output.flush()).map_err(ServeError::Write)?;
        }
    }
}

/// More than ten times the length of any message.
const LONGEST_FROM_ARENA: u64 = 1 << 20;

/// The answer to a message.
fn answer(player: &mut impl Player, name: &str, line: &[u8]) -> Result<Option<FromBot>, ServeProblem> {
    match from_json(line).map_err(ServeProblem::Json)? {
        ToBot::Hello { .. } => {
            let name = name.to_owned();
            Ok(Some(FromBot::Hello { protocol: ToBot::PROTOCOL, name, version: None, author: None }))
        }
        ToBot::Start { seat, seed, .. } => {
            player.begin(seat, seed);
            Ok(None)
        }
        ToBot::Request { id, view, legal } => {
            let game = view.game().map_err(ServeProblem::View)?;
            if !game.legal_actions().iter().eq(legal) {
                return Err(ServeProblem::Legal(game.legal_actions()));
            }
            let action = player.choose(&game.view(view.seat), game.legal_actions());
            let comment = player.comment().map(ToOwned::to_owned);
            Ok(Some(FromBot::Answer { id, action, comment }))
        }
        ToBot::End { log, .. } => {
            let replay = Replay::new(&log).map_err(ServeProblem::Log)?;
            player.end(&replay.games().last().expect("there is at least the beginning"));
            Ok(None)
        }
        ToBot::Unknown => Ok(None),
    }
}

/// An error while playing as a bot.
#[derive(Debug)]
pub enum ServeError {
    /// Reading failed.
    Read(io::Error),
    /// Writing failed.
    Write(io::Error),
    /// A message of the arena is invalid.
    Line {
        /// The line, counted from 1.
        number: usize,
        /// What is wrong.
        problem: ServeProblem,
    },
}

/// What is wrong with a message of the arena.
#[derive(Debug)]
pub enum ServeProblem {
    /// It is not a message.
    Json(JsonError),
    /// No game has this view.
    View(OwnedViewError),
    /// The log is not that of a game.
    Log(ReplayError),
    /// The message lists other legal actions than these.
    Legal(ActionSet),
}

impl Localized for ServeError {
    fn text(&self, language: Language) -> String {
        let (number, problem) = match self {
            ServeError::Read(error) => return say!(language, "cannot read: {error}", "无法读取：{error}"),
            ServeError::Write(error) => return say!(language, "cannot write: {error}", "无法写入：{error}"),
            ServeError::Line { number, problem } => (number, problem),
        };
        let problem = match problem {
            ServeProblem::Json(error) => {
                let error = error.text(language);
                say!(language, "not a message of the bot protocol: {error}", "不是机器人协议的消息：{error}")
            }
            ServeProblem::View(error) => {
                let error = error.text(language);
                say!(language, "this cannot happen in a game: {error}", "不可能出现这样的局面：{error}")
            }
            ServeProblem::Log(error) => {
                let error = error.text(language);
                say!(language, "not the log of a game: {error}", "不是一局游戏的记录：{error}")
            }
            ServeProblem::Legal(legal) => {
                let legal: Vec<String> = legal.iter().map(|action| action.to_string()).collect();
                let legal = legal.join(&say!(language, ", ", "、"));
                say!(language, "expected the legal actions {legal}", "合法的动作应为：{legal}")
            }
        };
        say!(language, "line {number}: {problem}", "第 {number} 行：{problem}")
    }
}

localized_errors!(ServeError {
    ServeError::Read(error) | ServeError::Write(error) => error,
    ServeError::Line { problem: ServeProblem::Json(error), .. } => error,
    ServeError::Line { problem: ServeProblem::View(error), .. } => error,
    ServeError::Line { problem: ServeProblem::Log(error), .. } => error,
});
