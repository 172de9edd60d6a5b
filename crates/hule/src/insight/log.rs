//! Logs of games, as text and as JSON Lines.

use crate::game::{Game, GameId, Observer, Standard, play};
#[cfg(feature = "serde")]
pub use crate::words::json::JsonError;
use crate::words::{BySeat, Deck, Event, Language, Localized, ParseEventError, print_in_english, say};
use std::fmt;
use std::str::FromStr;

/// The log of a game. As an [`Observer`] it records the game it watches.
///
/// ```
/// use hule::{Deck, Log};
/// let log = Log::of(&Deck::seeded(1, 0)); // four standard players, as in the contest
/// assert!(log.to_string().starts_with("A IN 8S\nB IN S\n"));
/// let again: Log = log.to_string().parse()?;
/// assert_eq!(again, log);
/// # Ok::<(), hule::log::LogError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// The events in order.
    pub events: Vec<Event>,
}

impl Log {
    /// Returns the log of four standard players with this deck.
    pub fn of(deck: &Deck) -> Log {
        let mut log = Log::default();
        play(deck, &mut BySeat::splat(Standard), GameId::default(), &mut log);
        log
    }
}

impl Observer for Log {
    fn dealt(&mut self, game: &Game, _id: GameId) {
        self.events.extend(game.deck().deal());
    }

    fn event(&mut self, event: Event, _game: &Game) {
        self.events.push(event);
    }
}

/// An [`Observer`] that writes the text log without keeping the events.
///
/// ```
/// use hule::log::TextLog;
/// use hule::{Deck, Log};
/// let deck = Deck::seeded(1, 0);
/// assert_eq!(TextLog::of(&deck).text, Log::of(&deck).to_string());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLog {
    /// The lines so far, each with its line end.
    pub text: String,
}

impl TextLog {
    /// Returns the log of four standard players with this deck.
    pub fn of(deck: &Deck) -> TextLog {
        let mut log = TextLog::default();
        log.append(deck);
        log
    }

    /// Appends the log of four standard players with this deck.
    pub fn append(&mut self, deck: &Deck) {
        play(deck, &mut BySeat::splat(Standard), GameId::default(), self);
    }
}

impl Observer for TextLog {
    #[inline]
    fn dealt(&mut self, game: &Game, _id: GameId) {
        game.deck().deal().for_each(|event| event.write_line(&mut self.text));
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // Where an event is made its kind is known, and needs no jump.
    fn event(&mut self, event: Event, _game: &Game) {
        event.write_line(&mut self.text);
    }
}

/// The text log, each line with its line end.
impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.events.iter().try_for_each(|event| writeln!(f, "{event}"))
    }
}

impl FromStr for Log {
    type Err = LogError;

    /// Parses a text log. Lines may end in CRLF, and empty lines may follow the last.
    fn from_str(text: &str) -> Result<Log, LogError> {
        let text = text.trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            return Ok(Log::default());
        }
        let events = text
            .split('\n')
            .enumerate()
            .map(|(index, line)| {
                let line = line.strip_suffix('\r').unwrap_or(line);
                line.parse().map_err(|error| LogError { line: index + 1, problem: LogProblem::Text(error) })
            })
            .collect::<Result<_, _>>()?;
        Ok(Log { events })
    }
}

/// An invalid log.
#[derive(Debug)]
pub struct LogError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: LogProblem,
}

/// What is wrong with a line of a log.
#[derive(Debug)]
pub enum LogProblem {
    /// The line is not an event.
    Text(ParseEventError),
    /// The line is not the JSON object of an event.
    #[cfg(feature = "serde")]
    Json(JsonError),
    /// The version is not supported.
    #[cfg(feature = "serde")]
    Version(u32),
    /// The first line is not the start of a log.
    #[cfg(feature = "serde")]
    NoStart,
    /// A second log begins.
    #[cfg(feature = "serde")]
    SecondStart,
}

impl Localized for LogError {
    fn text(&self, language: Language) -> String {
        let problem = match &self.problem {
            LogProblem::Text(error) => error.text(language),
            #[cfg(feature = "serde")]
            LogProblem::Json(error) => {
                let error = error.text(language);
                say!(language, "not an event: {error}", "不是事件：{error}")
            }
            #[cfg(feature = "serde")]
            LogProblem::Version(version) => say!(
                language,
                "unknown version {version} of the log; expected 1",
                "未知的记录版本 {version}；应为 1"
            ),
            #[cfg(feature = "serde")]
            LogProblem::NoStart => {
                let start = r#"{"type":"start","version":1}"#;
                say!(language, "expected {start}", "应为 {start}")
            }
            #[cfg(feature = "serde")]
            LogProblem::SecondStart => {
                say!(language, "a second log begins; expected one", "第二份记录开始了；应只有一份")
            }
        };
        say!(language, "line {}: {problem}", "第 {} 行：{problem}", self.line)
    }
}

print_in_english!(LogError);

impl std::error::Error for LogError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            LogProblem::Text(error) => Some(error),
            #[cfg(feature = "serde")]
            LogProblem::Json(error) => Some(error),
            #[cfg(feature = "serde")]
            _ => None,
        }
    }
}

#[cfg(feature = "serde")]
mod json {
    use super::{Log, LogError, LogProblem};
    use crate::insight::{Evaluations, Reason};
    use crate::words::{Event, from_json};
    use serde::{Deserialize, Serialize};

    /// The version of the JSON Lines (docs/PROTOCOL.md).
    const VERSION: u32 = 1;

    /// A line that is not an event.
    #[derive(Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Header {
        /// The first line of each log.
        Start { version: u32 },
    }

    #[derive(Serialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Comment<T> {
        Explain(T),
    }

    /// The `type` of any line.
    #[derive(Deserialize)]
    struct Tag {
        #[serde(rename = "type")]
        name: String,
    }

    fn write(object: &impl Serialize, out: &mut String) {
        *out += &serde_json::to_string(object).expect("names and numbers always serialise");
        out.push('\n');
    }

    impl Log {
        /// Appends the first line of a JSON Lines log.
        pub fn write_json_start(out: &mut String) {
            write(&Header::Start { version: VERSION }, out);
        }

        /// Returns the log as JSON Lines: a start line, then one object per event.
        pub fn to_json(&self) -> String {
            let mut out = String::new();
            Log::write_json_start(&mut out);
            self.events.iter().for_each(|event| event.write_json(&mut out));
            out
        }

        /// Parses JSON Lines. Explanations are ignored.
        ///
        /// # Errors
        /// Returns an error if a line is invalid, or if the first line is not the only start line.
        pub fn from_json(text: &str) -> Result<Log, LogError> {
            let mut log = Log::default();
            for (index, line) in text.lines().enumerate() {
                let located = |problem| LogError { line: index + 1, problem };
                let fault = |error| located(LogProblem::Json(error));
                let tag = from_json::<Tag>(line.as_bytes()).map_err(fault)?.name;
                if index == 0 && tag != "start" {
                    return Err(located(LogProblem::NoStart));
                }
                match &*tag {
                    "start" => {
                        let Header::Start { version } = from_json(line.as_bytes()).map_err(fault)?;
                        if version != VERSION {
                            return Err(located(LogProblem::Version(version)));
                        }
                        if index > 0 {
                            return Err(located(LogProblem::SecondStart));
                        }
                    }
                    "explain" => {}
                    _ => log.events.push(from_json(line.as_bytes()).map_err(fault)?),
                }
            }
            Ok(log)
        }
    }

    impl Event {
        /// Appends the event as a line of JSON.
        pub fn write_json(self, out: &mut String) {
            write(&self, out);
        }
    }

    impl Reason {
        /// Appends the reason as a line of JSON.
        pub fn write_json(&self, out: &mut String) {
            write(&Comment::Explain(self), out);
        }
    }

    impl Evaluations {
        /// Appends the evaluations as a line of JSON.
        pub fn write_json(&self, out: &mut String) {
            write(&Comment::Explain(self), out);
        }
    }
}
