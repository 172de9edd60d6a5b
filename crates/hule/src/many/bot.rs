//! Programs as players: the messages between an arena and a bot, as docs/PROTOCOL.md specifies them.

use crate::game::owned_view::{OwnedView, OwnedViewError};
use crate::game::player::Player;
use crate::insight::replay::{Replay, ReplayError};
use crate::words::action::{Action, ActionSet};
use crate::words::event::Event;
use crate::words::json::{JsonError, from_json};
use crate::words::language::{Language, Localized, print_in_english, say};
use crate::words::seat::Seat;
use crate::words::turn::Outcome;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read, Write};

/// What an arena says to a bot: one JSON object a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToBot {
    /// The first message, to which the bot says hello.
    Hello {
        /// The version of the protocol, [`ToBot::PROTOCOL`].
        protocol: u32,
        /// Who speaks: `hule`.
        #[serde(default)]
        name: String,
        /// Its version.
        #[serde(default)]
        version: String,
        /// How many seconds the bot may take until it has said hello.
        #[serde(default)]
        start_seconds: f64,
        /// How many seconds it may take for an answer.
        #[serde(default)]
        move_seconds: f64,
    },
    /// A game begins.
    Start {
        /// Which game of this bot it is, counted from 1.
        game: u64,
        /// Where the bot sits.
        seat: Seat,
        /// What the bot leaves to chance should follow from this.
        seed: u64,
    },
    /// The bot has to decide.
    Request {
        /// The number of the request, which the answer repeats.
        id: u64,
        /// What the seat sees.
        view: Box<OwnedView>,
        /// What it may do, ascending.
        legal: Vec<Action>,
    },
    /// The game is over.
    End {
        /// How it ended.
        #[serde(flatten)]
        outcome: Outcome,
        /// The whole log, a line each.
        #[serde(with = "lines")]
        log: Vec<Event>,
    },
    /// Something that a later version says, to be passed over.
    #[serde(other)]
    Unknown,
}

impl ToBot {
    /// The version of the protocol that is spoken here.
    pub const PROTOCOL: u32 = 1;
}

/// What a bot says to an arena: one JSON object a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromBot {
    /// The first message.
    Hello {
        /// The version of the protocol that the bot speaks.
        protocol: u32,
        /// What it is called.
        name: String,
        /// Its version.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<String>,
        /// Who wrote it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        author: Option<String>,
    },
    /// What it chose.
    Answer {
        /// The number of the request.
        id: u64,
        /// One of the legal actions.
        action: Action,
        /// What it has to say about its choice.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comment: Option<String>,
    },
}

impl FromBot {
    /// How many bytes a line of a bot may have, with its line end.
    pub const LONGEST: usize = 1 << 16;

    /// Reads a line.
    ///
    /// # Errors
    /// If it is not a message.
    pub fn read(line: &[u8]) -> Result<FromBot, JsonError> {
        from_json(line)
    }
}

/// Events as the contest's lines.
mod lines {
    use crate::words::event::Event;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(events: &[Event], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(events.iter().map(ToString::to_string))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Event>, D::Error> {
        let lines = Vec::<String>::deserialize(deserializer)?;
        lines.iter().map(|line| line.parse().map_err(D::Error::custom)).collect()
    }
}

/// Lets a player play as a bot, until the arena has nothing more to say.
///
/// This is all that the `main` of a bot in Rust needs:
///
/// ```no_run
/// hule::bot::serve(&mut hule::players::Useful, "mine", std::io::stdin().lock(), std::io::stdout())?;
/// # Ok::<(), hule::bot::ServeError>(())
/// ```
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

/// No message has a tenth of this.
const LONGEST_FROM_ARENA: u64 = 1 << 20;

/// What a player says to a message.
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

/// Why a bot could not go on.
#[derive(Debug)]
pub enum ServeError {
    /// Nothing could be read.
    Read(io::Error),
    /// Nothing could be written.
    Write(io::Error),
    /// The arena said something wrong.
    Line {
        /// The line, counted from 1.
        number: usize,
        /// What is wrong with it.
        problem: ServeProblem,
    },
}

/// What is wrong with a line of an arena.
#[derive(Debug)]
pub enum ServeProblem {
    /// It is not a message.
    Json(JsonError),
    /// No game looks like its view.
    View(OwnedViewError),
    /// Its log is not that of a game.
    Log(ReplayError),
    /// These are the legal actions, and it has others.
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
                say!(language, "not a message of an arena: {error}", "不是对局方的消息：{error}")
            }
            ServeProblem::View(error) => {
                let error = error.text(language);
                say!(language, "no game looks like this: {error}", "没有这样的局面：{error}")
            }
            ServeProblem::Log(error) => {
                let error = error.text(language);
                say!(language, "not the log of a game: {error}", "不是一局游戏的记录：{error}")
            }
            ServeProblem::Legal(legal) => {
                let legal: Vec<String> = legal.iter().map(|action| action.to_string()).collect();
                let legal = legal.join(", ");
                say!(language, "expected the legal actions {legal}", "合法的动作应为：{legal}")
            }
        };
        say!(language, "line {number}: {problem}", "第 {number} 行：{problem}")
    }
}

print_in_english!(ServeError);

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServeError::Read(error) | ServeError::Write(error) => Some(error),
            ServeError::Line { problem, .. } => match problem {
                ServeProblem::Json(error) => Some(error),
                ServeProblem::View(error) => Some(error),
                ServeProblem::Log(error) => Some(error),
                ServeProblem::Legal(_) => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::play::{GameId, play};
    use crate::insight::log::Log;
    use crate::words::deck::Deck;
    use crate::words::seat::BySeat;
    use crate::game::Game;
    use crate::players::{RandomPlayer, Useful};

    fn request(id: u64, game: &Game) -> ToBot {
        let turn = game.turn().expect("somebody has to decide");
        let view = Box::new(game.view(turn.seat()).to_owned_view());
        ToBot::Request { id, view, legal: game.legal_actions().iter().collect() }
    }

    fn lines(messages: &[ToBot]) -> String {
        messages.iter().map(|message| serde_json::to_string(message).expect("JSON") + "\n").collect()
    }

    fn served(player: &mut impl Player, input: &str) -> Result<Vec<FromBot>, ServeError> {
        let mut output = Vec::new();
        serve(player, "test", input.as_bytes(), &mut output)?;
        let lines = str::from_utf8(&output).expect("JSON is UTF-8").lines();
        Ok(lines.map(|line| serde_json::from_str(line).expect(line)).collect())
    }

    #[test]
    fn a_served_player_chooses_as_it_would_at_the_table() {
        let game = Game::new(&Deck::seeded(1, 0));
        let seat = Seat::A;
        let start = |seed| ToBot::Start { game: 1, seat, seed };
        let input = lines(&[start(5), request(3, &game), ToBot::Unknown, start(6), request(4, &game)]);
        let mut player = RandomPlayer::new(0);
        let answers = served(&mut player, &input).expect("all is well");
        let expected = |id, seed| {
            let action = RandomPlayer::new(seed).choose(&game.view(seat), game.legal_actions());
            FromBot::Answer { id, action, comment: None }
        };
        assert_eq!(answers, [expected(3, 5), expected(4, 6)]);
    }

    #[test]
    fn messages_round_trip_and_unknown_fields_do_no_harm() {
        let deck = Deck::seeded(1, 0);
        let first = request(u64::MAX, &Game::new(&deck));
        let mut log = Log::default();
        let outcome = play(&deck, &mut BySeat::splat(Useful), GameId::default(), &mut log);
        let log = log.events;
        let (name, version) = ("hule".to_owned(), "1".to_owned());
        let messages = [
            ToBot::Hello { protocol: 1, name, version, start_seconds: 10.0, move_seconds: 0.5 },
            ToBot::Start { game: 1, seat: Seat::B, seed: u64::MAX },
            first,
            ToBot::End { outcome, log: log.clone() },
            ToBot::End { outcome: Outcome::Exhausted, log },
        ];
        for message in messages {
            let mut json = serde_json::to_value(&message).expect("JSON");
            assert_eq!(serde_json::from_value::<ToBot>(json.clone()).expect("its own JSON"), message);
            json["new"] = serde_json::json!([{"deep": 1}]);
            assert_eq!(serde_json::from_value::<ToBot>(json).expect("a later version"), message);
        }
        let later = r#"{"type":"weather","rain":[true]}"#;
        assert_eq!(serde_json::from_str::<ToBot>(later).expect("a later version"), ToBot::Unknown);
        let answer = r#"{"id":7,"mood":{},"action":"OUT PASS B","type":"answer"}"#;
        let expected = FromBot::Answer { id: 7, action: Action::Pass(Seat::B), comment: None };
        assert_eq!(serde_json::from_str::<FromBot>(answer).expect("an answer"), expected);
    }

    #[test]
    fn what_no_arena_says_is_refused() {
        let error = |line: &str| served(&mut Useful, line).expect_err(line).to_string();
        assert!(
            error("{\"type\":\"hello\"}\n").starts_with("line 1: not a message of an arena: missing field")
        );
        assert!(error("\n").starts_with("line 1: not a message"));
        let good = lines(&[request(1, &Game::new(&Deck::seeded(1, 0)))]);
        assert_eq!(served(&mut Useful, &good).expect("it is good").len(), 1);
        let other = error(&good.replace("\"wall\":95", "\"wall\":94"));
        assert_eq!(other, "line 1: no game looks like this: `wall` does not follow from the river");
        let other = error(&good.replacen("\"legal\":[", "\"legal\":[\"DECLINE\",", 1));
        assert!(other.starts_with("line 1: expected the legal actions OUT "), "{other}");
        assert!(error(&"[".repeat(3_000_000)).starts_with("line 1: not a message"));
    }
}
