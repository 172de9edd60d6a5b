//! Files that appear whole or not at all.

use crate::failure::Failure;
use crate::language::say;
use anstream::{AutoStream, ColorChoice};
use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Where an export goes: to a file, or with `-` to standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target(pub PathBuf);

/// Whether standard output shows colours.
pub fn colour() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Prints a text on standard output, at once and whole.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|error| Failure::writing(&error))
}

/// Prints a text that goes with an exit status, which counts even if nobody reads the text.
pub fn print_verdict(text: &str) -> Result<(), Failure> {
    match print(text) {
        Err(Failure::ClosedPipe) => Ok(()),
        printed => printed,
    }
}

/// Whether an export takes standard output for itself; there is room for one.
pub fn take_stdout(targets: &[&Option<Target>]) -> Result<bool, Failure> {
    match targets.iter().copied().flatten().filter(|target| target.is_stdout()).count() {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Failure::Input(say!(
            "only one export can go to standard output",
            "只能有一项导出写到标准输出"
        ))),
    }
}

impl Target {
    fn is_stdout(&self) -> bool {
        self.0.as_os_str() == "-"
    }

    /// Begins to write. Nothing is to be seen under the name of the file before [`Export::finish`].
    pub fn create(&self) -> Result<Export, Failure> {
        if self.is_stdout() {
            return Ok(Export { target: self.clone(), sink: Sink::Stdout(BufWriter::new(io::stdout())) });
        }
        let folder =
            self.0.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if self.0.is_dir() {
            return Err(Failure::Io(say!(
                "{self}: it is a directory; expected a file",
                "{self}：它是目录；应为文件"
            )));
        }
        let mut builder = tempfile::Builder::new();
        // As a new file has them, not only for oneself.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.prefix(".hule-").tempfile_in(folder).map_err(|error| self.failure(&error))?;
        Ok(Export { target: self.clone(), sink: Sink::File(BufWriter::with_capacity(1 << 16, file)) })
    }

    /// Why it could not be written.
    pub fn failure(&self, error: &io::Error) -> Failure {
        if self.is_stdout() { Failure::writing(error) } else { Failure::io(self, error) }
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.to_string_lossy().escape_debug().fmt(f)
    }
}

/// An export that is being written.
pub struct Export {
    target: Target,
    sink: Sink,
}

enum Sink {
    Stdout(BufWriter<io::Stdout>),
    File(BufWriter<NamedTempFile>),
}

impl Export {
    /// Writes this, and that is all.
    pub fn write(mut self, content: impl AsRef<[u8]>) -> Result<(), Failure> {
        self.write_all(content.as_ref()).map_err(|error| self.failure(&error))?;
        self.finish()
    }

    /// Why it could not be written.
    pub fn failure(&self, error: &io::Error) -> Failure {
        self.target.failure(error)
    }

    /// Gives the file its name.
    pub fn finish(self) -> Result<(), Failure> {
        let target = self.target;
        let finished = match self.sink {
            Sink::Stdout(mut stdout) => stdout.flush(),
            Sink::File(file) => file
                .into_inner()
                .map_err(io::IntoInnerError::into_error)
                .and_then(|file| file.persist(&target.0).map_err(|error| error.error))
                .map(|_: File| ()),
        };
        finished.map_err(|error| target.failure(&error))
    }
}

impl Write for Export {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::File(file) => file.flush(),
        }
    }
}
