//! How a command fails: one sentence and an exit status.

use crate::language::{language, say};
use crate::status::Status;
use hule::Localized;
use hule::deck::ReadDeckError;
use hule_report::ReportError;
use std::fmt::Display;
use std::io;

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The arguments or the input are wrong.
    Input(String),
    /// A file could not be read or written.
    Io(String),
    /// It was stopped by a signal.
    Stopped(String),
    /// The reader of the output has closed the pipe. This is not reported.
    ClosedPipe,
    /// Several independent failures.
    Several(Vec<Failure>),
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Failure {
        Failure::Input(error.text(language()))
    }
}

impl Failure {
    /// The failure to read decks from a file or stream of this name.
    pub fn reading(name: &impl Display, error: ReadDeckError) -> Failure {
        match error {
            ReadDeckError::Io(error) => Failure::io(name, &error),
            ReadDeckError::Deck(error) => {
                let error = error.text(language());
                Failure::Input(say!("{name}: {error}", "{name}：{error}"))
            }
        }
    }

    /// The failure to read a file or stream of this name.
    pub fn io(name: &impl Display, error: &io::Error) -> Failure {
        let why = match error.kind() {
            io::ErrorKind::NotFound => say!("there is no such file", "没有这个文件"),
            io::ErrorKind::PermissionDenied => say!("permission denied", "没有访问权限"),
            io::ErrorKind::NotADirectory => {
                say!("part of the path is not a directory", "路径的一部分不是目录")
            }
            io::ErrorKind::IsADirectory => say!("it is a directory; expected a file", "它是目录；应为文件"),
            io::ErrorKind::AlreadyExists => say!("it is a file; expected a directory", "它是文件；应为目录"),
            _ => error.to_string(),
        };
        Failure::Io(say!("{name}: {why}", "{name}：{why}"))
    }

    /// The failure to do what only builds with a feature can do.
    pub fn without(feature: &str) -> Failure {
        Failure::Input(say!(
            "this hule was built without the feature {feature}; `cargo install --path crates/hule-cli --features {feature}`, the release archives and the Python package have it",
            "这个 hule 编译时没有启用特性 {feature}；请用 `cargo install --path crates/hule-cli --features {feature}` 安装，或使用发行包或 Python 包"
        ))
    }

    /// The failure to write to standard output.
    pub fn writing(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Io(say!("standard output: {error}", "标准输出：{error}")),
        }
    }

    /// The same failure, with a hint behind its sentence if the input is wrong.
    pub fn with_hint(self, hint: &str) -> Failure {
        match self {
            Failure::Input(sentence) => Failure::Input(sentence + hint),
            other => other,
        }
    }

    /// The sentence for it.
    pub fn sentence(self) -> String {
        match self {
            Failure::Input(sentence) | Failure::Io(sentence) | Failure::Stopped(sentence) => sentence,
            Failure::ClosedPipe => say!("the reader closed the output", "读取输出的程序已将其关闭"),
            Failure::Several(failures) => {
                failures.into_iter().map(Failure::sentence).collect::<Vec<_>>().join(&say!("; ", "；"))
            }
        }
    }

    /// Prints it on standard error.
    pub fn report(self) -> Status {
        Status(self.tell())
    }

    /// Prints the sentences on standard error and returns the exit status: of several the greatest.
    fn tell(self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Io(sentence) => {
                eprintln!("hule: {sentence}");
                1
            }
            Failure::Input(sentence) => {
                eprintln!("hule: {sentence}");
                2
            }
            Failure::Stopped(sentence) => {
                eprintln!("hule: {sentence}");
                4
            }
            Failure::Several(failures) => failures.into_iter().map(Failure::tell).max().unwrap_or(0),
        }
    }
}
