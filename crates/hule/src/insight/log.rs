//! Whole logs, as the contest's lines and as JSON Lines.

use crate::game::Game;
use crate::game::play::{GameId, Observer, play};
use crate::game::standard::Standard;
use crate::words::deck::Deck;
use crate::words::event::{Event, ParseEventError};
#[cfg(feature = "serde")]
use crate::words::json::JsonError;
use crate::words::language::{Language, Localized, print_in_english, say};
use crate::words::seat::BySeat;
use std::fmt;
use std::str::FromStr;

/// The log of one game. As an [`Observer`] it takes down a game that is being played.
///
/// ```
/// use hule::{Deck, Log};
/// let log = Log::of(&Deck::seeded(1, 0)); // the game of four standard players, as the contest asks for it
/// assert!(log.to_string().starts_with("A IN 8S\nB IN S\n"));
/// let again: Log = log.to_string().parse()?;
/// assert_eq!(again, log);
/// # Ok::<(), hule::log::LogError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// What happened, in order.
    pub events: Vec<Event>,
}

impl Log {
    /// The log of the game that four standard players play with this deck.
    #[must_use]
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

/// An [`Observer`] that writes the contest's lines, each with its line end, without keeping the events.
///
/// ```
/// use hule::log::TextLog;
/// use hule::{Deck, Log};
/// let deck = Deck::seeded(1, 0);
/// assert_eq!(TextLog::of(&deck).text, Log::of(&deck).to_string());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLog {
    /// The lines so far.
    pub text: String,
}

impl TextLog {
    /// The log of the game that four standard players play with this deck.
    #[must_use]
    pub fn of(deck: &Deck) -> TextLog {
        let mut log = TextLog::default();
        log.append(deck);
        log
    }

    /// Appends the log of the game that four standard players play with this deck.
    pub fn append(&mut self, deck: &Deck) {
        play(deck, &mut BySeat::splat(Standard), GameId::default(), self);
    }
}

impl Observer for TextLog {
    #[inline]
    fn dealt(&mut self, game: &Game, _id: GameId) {
        game.deck().deal().for_each(|event| event.write_line(&mut self.text));
    }

    #[inline]
    fn event(&mut self, event: Event, _game: &Game) {
        event.write_line(&mut self.text);
    }
}

/// The contest's lines, each with its line end.
impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.events.iter().try_for_each(|event| writeln!(f, "{event}"))
    }
}

impl FromStr for Log {
    type Err = LogError;

    /// Reads the contest's lines. Lines may end in CRLF, and empty lines may follow the last.
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

/// What is wrong with the text of a log, and where.
#[derive(Debug)]
pub struct LogError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: LogProblem,
}

/// What is wrong with a line.
#[derive(Debug)]
pub enum LogProblem {
    /// It is none of the contest's lines.
    Text(ParseEventError),
    /// It is not the JSON object of an event.
    #[cfg(feature = "serde")]
    Json(JsonError),
    /// The log was written by a newer version.
    #[cfg(feature = "serde")]
    Version(u32),
    /// The first line does not say that a log begins.
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
                "version {version} of logs is not known here; expected 1",
                "不认识记录的版本 {version}；应为 1"
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
            LogProblem::Version(_) | LogProblem::NoStart | LogProblem::SecondStart => None,
        }
    }
}

#[cfg(feature = "serde")]
mod json {
    use super::{Log, LogError, LogProblem};
    use crate::words::event::Event;
    use crate::insight::explain::{Reason, Thoughts};
    use crate::words::json::from_json;
    use serde::{Deserialize, Serialize};

    /// The version of the JSON Lines (docs/PROTOCOL.md).
    const VERSION: u32 = 1;

    /// The object of a line that is not an event.
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

    /// What any line says of itself.
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
        /// Appends the first line of a log in JSON Lines.
        pub fn write_json_start(out: &mut String) {
            write(&Header::Start { version: VERSION }, out);
        }

        /// The log as JSON Lines: a line that begins it, and one object for each event.
        #[must_use]
        pub fn to_json(&self) -> String {
            let mut out = String::new();
            Log::write_json_start(&mut out);
            self.events.iter().for_each(|event| event.write_json(&mut out));
            out
        }

        /// Reads JSON Lines. Lines that explain are passed over.
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

    impl Thoughts {
        /// Appends the thoughts as a line of JSON.
        pub fn write_json(&self, out: &mut String) {
            write(&Comment::Explain(self), out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_may_end_its_lines_as_on_windows() {
        let log: Log = "A IN 1M\r\nDRAW\r\n\r\n".parse().expect("a log");
        assert_eq!(log.to_string(), "A IN 1M\nDRAW\n");
        assert_eq!("".parse::<Log>().expect("empty"), Log::default());
    }

    #[test]
    fn wrong_lines_are_located() {
        let error = "A IN 1M\nA IN 10M\n".parse::<Log>().expect_err("10M");
        assert!(error.to_string().starts_with("line 2: \"A IN 10M\" is not a line of a log; "));
        let error = "A IN 1M\n\nDRAW\n".parse::<Log>().expect_err("an empty line");
        assert_eq!(error.line, 2);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn json_round_trips() {
        let log: Log = "A IN 1M\nA OUT PASS B\nDRAW\n".parse().expect("a log");
        let json = log.to_json();
        assert_eq!(
            json,
            concat!(
                r#"{"type":"start","version":1}"#,
                "\n",
                r#"{"type":"draw","seat":"A","tile":"1M"}"#,
                "\n",
                r#"{"type":"discard","seat":"A","tile":"PASS","target":"B"}"#,
                "\n",
                r#"{"type":"exhausted"}"#,
                "\n",
            )
        );
        assert_eq!(Log::from_json(&json).expect("its own JSON"), log);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn wrong_json_is_located() {
        let message = |text: &str| Log::from_json(text).expect_err(text).to_string();
        let start = r#"{"type":"start","version":1}"#;
        assert!(message("{}").starts_with("line 1: not an event: missing field `type`"));
        assert!(message(&format!("{start}\nnonsense")).starts_with("line 2: not an event: not JSON, column 2"));
        assert!(message(&format!("{start}\n{start}")).starts_with("line 2: a second log begins"));
        assert!(message(r#"{"type":"start","version":2}"#).starts_with("line 1: version 2 of logs"));
        let unknown = format!("{start}\n{}", r#"{"type":"sing","seat":"A"}"#);
        assert!(message(&unknown).starts_with("line 2: not an event: unknown variant"));
        assert_eq!(message(r#"{"type":"exhausted"}"#), r#"line 1: expected {"type":"start","version":1}"#);
    }
}
