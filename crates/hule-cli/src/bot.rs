//! A program as a player: the arena's side of the protocol for bots in docs/PROTOCOL.md.

mod bots;
mod errors;
mod fault;
mod talk;
#[cfg(all(test, unix))] // Its bots are scripts.
mod tests;

pub use bots::{BotOptions, Bots};

use crate::child::End;
use crate::failure::Failure;
use crate::language::{language, say};
use errors::{ErrorFile, ErrorFolder};
use fault::Faults;
use hule::bot::{FromBot, ToBot};
use hule::players::Idle;
use hule::{Action, ActionSet, Game, Localized, Player, Replay, Seat, View};
use hule_report::BotFault;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use talk::{Heard, Talk};

/// How to start a bot, and its limits. All threads share it.
pub struct BotSetup {
    /// The program, followed by its arguments.
    pub command: Vec<String>,
    /// How long it may take until it has said hello.
    pub start_time: Duration,
    /// How long it may take for an answer.
    pub move_time: Duration,
    /// Whether the first forfeited decision forfeits the game.
    pub strict: bool,
    /// Where its standard error is kept.
    pub errors: Arc<ErrorFolder>,
    /// Counts what it does wrong.
    pub faults: Faults,
    /// Set when the command is to stop.
    pub stop: Arc<AtomicBool>,
}

/// A bot that plays: one process of the program.
pub struct Bot {
    setup: Arc<BotSetup>,
    /// `None` while it does not run.
    program: Option<Running>,
    errors: ErrorFile,
    /// The number of the last request.
    id: u64,
    /// The number of the game.
    game: u64,
    /// How many requests in a row it has not answered in time.
    silences: u32,
    /// In how many games in a row its process ended.
    lost_games: u32,
    forfeited: bool,
    comment: Option<String>,
}

struct Running {
    talk: Talk,
    started: Instant,
    has_said_hello: bool,
}

/// Why there is no answer.
enum NoAnswer {
    Fault(BotFault, String),
    Stopped,
}

impl Bot {
    /// After this many silences in a row the process is killed, and after this many games in a row in which it ended it is
    /// not started again.
    const MOST: u32 = 3;
    /// How long the process may take to end by itself.
    const FAREWELL: Duration = Duration::from_secs(1);

    /// Starts the program.
    pub fn new(setup: &Arc<BotSetup>) -> Result<Bot, Failure> {
        let mut bot = Bot {
            errors: ErrorFile::new(&setup.errors, &setup.command),
            setup: Arc::clone(setup),
            program: None,
            id: 0,
            game: 0,
            silences: 0,
            lost_games: 0,
            forfeited: false,
            comment: None,
        };
        bot.start().map(|()| bot)
    }

    fn start(&mut self) -> Result<(), Failure> {
        let mut talk = Talk::new(&self.setup.command)?;
        talk.say(&ToBot::Hello {
            protocol: ToBot::PROTOCOL,
            name: "hule".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            start_seconds: self.setup.start_time.as_secs_f64(),
            move_seconds: self.setup.move_time.as_secs_f64(),
        });
        self.program = Some(Running { talk, started: Instant::now(), has_said_hello: false });
        self.silences = 0;
        Ok(())
    }

    /// Starts the program if it does not run, and waits for its hello if it has not come yet.
    fn greet(&mut self) -> Result<(), NoAnswer> {
        let gone = |why| NoAnswer::Fault(BotFault::Gone, why);
        if self.program.is_none() && self.lost_games < Bot::MOST {
            self.start().map_err(|failure| gone(failure.sentence()))?;
        }
        let Some(running) = self.program.as_mut().filter(|running| !running.has_said_hello) else {
            return Ok(());
        };
        // While we waited for others it may have spoken; a moment is needed to look.
        let left = self.setup.start_time.saturating_sub(running.started.elapsed()).max(Talk::GLANCE);
        let wrong = match hear(&mut running.talk, left, &mut self.errors, &self.setup.stop)? {
            Heard::Line(line) => match FromBot::read(&line) {
                Ok(FromBot::Hello { protocol: ToBot::PROTOCOL, .. }) => {
                    running.has_said_hello = true;
                    return Ok(());
                }
                Ok(FromBot::Hello { protocol, .. }) => say!(
                    "it uses version {protocol} of the protocol; expected {}",
                    "它使用协议版本 {protocol}；应为 {}",
                    ToBot::PROTOCOL
                ),
                Ok(FromBot::Answer { .. }) => {
                    let line = shown(&line);
                    say!("its first message is not `hello`: {line}", "它的第一条消息不是 `hello`：{line}")
                }
                Err(error) => {
                    let (error, line) = (error.text(language()), shown(&line));
                    say!(
                        "its first line is not `hello` ({error}): {line}",
                        "它的第一行不是 `hello`（{error}）：{line}"
                    )
                }
            },
            Heard::TooLong => too_long(),
            Heard::Nothing => {
                let seconds = self.setup.start_time.as_secs_f64();
                say!("it did not send `hello` within {seconds} s", "它在 {seconds} 秒内没有发送 `hello`")
            }
            Heard::Closed => self.farewell(),
        };
        self.program = None;
        Err(gone(wrong))
    }

    fn ask(&mut self, view: &View<'_>, legal: ActionSet) -> Result<Action, NoAnswer> {
        let fault = |fault, sentence| Err(NoAnswer::Fault(fault, sentence));
        let Some(Running { talk, .. }) = &mut self.program else {
            return fault(BotFault::Gone, say!("the program is not running any more", "程序已不再运行"));
        };
        self.id += 1;
        let (id, deadline) = (self.id, Instant::now() + self.setup.move_time);
        talk.say(&ToBot::Request { id, view: Box::new(view.to_owned_view()), legal: legal.iter().collect() });
        loop {
            let patience = deadline.saturating_duration_since(Instant::now());
            let line = match hear(talk, patience, &mut self.errors, &self.setup.stop)? {
                Heard::Line(line) => line,
                Heard::TooLong => {
                    self.silences = 0;
                    return fault(BotFault::Garbled, too_long());
                }
                Heard::Nothing => return fault(BotFault::Late, self.silence()),
                Heard::Closed => return fault(BotFault::Gone, self.farewell()),
            };
            let wrong = match FromBot::read(&line) {
                // Too late for what it answers.
                Ok(FromBot::Answer { id: old, .. }) if old < id => continue,
                Ok(FromBot::Answer { id: this, action, comment }) if this == id => {
                    self.silences = 0;
                    if legal.contains(action) {
                        self.comment = comment;
                        return Ok(action);
                    }
                    return fault(BotFault::Illegal, say!("{action} is not legal", "{action} 不合法"));
                }
                Ok(_) => say!("there was no request for it", "没有对应的请求"),
                Err(error) => error.text(language()),
            };
            self.silences = 0;
            let line = shown(&line);
            return fault(
                BotFault::Garbled,
                say!("not a valid answer ({wrong}): {line}", "不是有效的回答（{wrong}）：{line}"),
            );
        }
    }

    /// Counts a silence, and kills the program if there were too many.
    fn silence(&mut self) -> String {
        self.silences += 1;
        if self.silences == Bot::MOST {
            self.program = None;
        }
        let seconds = self.setup.move_time.as_secs_f64();
        say!("no answer within {seconds} s", "{seconds} 秒内没有回答")
    }

    /// Ends the program, and returns a sentence about how it ended.
    fn farewell(&mut self) -> String {
        let status =
            self.program.take().and_then(|running| running.talk.end(Bot::FAREWELL, &mut self.errors));
        match status.map(End::from) {
            Some(End::Status(status)) => {
                say!("it ended with exit status {status}", "它以退出状态 {status} 结束")
            }
            Some(End::Signal(signal)) => {
                say!("it was terminated by signal {signal}", "它被信号 {signal} 终止")
            }
            Some(_) => say!("it ended", "它结束了"),
            None => say!("it closed its standard output", "它关闭了标准输出"),
        }
    }
}

impl Player for Bot {
    fn begin(&mut self, seat: Seat, seed: u64) {
        self.game += 1;
        self.forfeited = false;
        if let Err(NoAnswer::Fault(_, sentence)) = self.greet() {
            // It is counted when it has to decide.
            self.setup.faults.say_first(sentence);
        }
        if let Some(running) = &mut self.program {
            running.talk.say(&ToBot::Start { game: self.game, seat, seed });
        }
    }

    fn choose(&mut self, view: &View<'_>, legal: ActionSet) -> Action {
        self.comment = None;
        if !self.forfeited {
            match self.ask(view, legal) {
                Ok(action) => return action,
                Err(NoAnswer::Stopped) => {}
                Err(NoAnswer::Fault(fault, sentence)) => {
                    let id = self.id;
                    self.comment = Some(say!("forfeited: {sentence}", "弃权：{sentence}"));
                    self.setup.faults.note(fault, say!("request {id}: {sentence}", "请求 {id}：{sentence}"));
                    self.forfeited = self.setup.strict;
                }
            }
        }
        Idle.choose(view, legal)
    }

    fn end(&mut self, game: &Game) {
        if let Some(running) = &mut self.program {
            let outcome = game.outcome().expect("the game is over");
            let log = Replay::of_game(game).expect("a game that was played has its actions").log().events;
            running.talk.say(&ToBot::End { outcome, log });
            self.lost_games = 0;
        } else {
            self.lost_games += 1;
        }
    }

    fn forfeited(&self) -> bool {
        self.forfeited
    }

    fn comment(&self) -> Option<&str> {
        self.comment.as_deref()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        if let Some(running) = self.program.take() {
            running.talk.end(Bot::FAREWELL, &mut self.errors);
        }
    }
}

/// Waits for a line, unless we are told to stop.
fn hear(
    talk: &mut Talk,
    patience: Duration,
    errors: &mut ErrorFile,
    stop: &AtomicBool,
) -> Result<Heard, NoAnswer> {
    let heard = talk.hear(patience, errors, stop);
    if stop.load(Ordering::Relaxed) { Err(NoAnswer::Stopped) } else { Ok(heard) }
}

fn too_long() -> String {
    say!("a line of more than {} bytes", "一行超过 {} 字节", FromBot::LONGEST)
}

/// A line as it is shown in messages: cut, and without control characters.
fn shown(line: &[u8]) -> String {
    const MOST: usize = 120;
    let text = String::from_utf8_lossy(line);
    let mut letters = text.chars();
    let start: String =
        letters.by_ref().take(MOST).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let rest = if letters.next().is_some() { "…" } else { "" };
    format!("`{start}{rest}`")
}
