//! What commands write: files that appear whole or not at all, and whatever else a path can name.

mod place;

use crate::failure::Failure;
use crate::language::{language, say};
use crate::name::shown;
use anstream::{AutoStream, ColorChoice};
use hule_report::Report;
use place::Place;
use std::fmt::{self, Display};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use tempfile::{NamedTempFile, PersistError};

/// Where an export goes: to a file, or with `-` to standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target(pub PathBuf);

/// How many bytes are held back.
const BUFFER: usize = 1 << 16;

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

/// Prints a report on standard output, or on standard error if an export goes there.
pub fn print_report(text: &str, stdout_is_taken: bool) -> Result<(), Failure> {
    if stdout_is_taken {
        eprint!("{text}");
        return Ok(());
    }
    print(text)
}

/// Writes the exports of a report, and prints it: on standard output, unless that is taken.
pub fn publish(
    report: &Report,
    [json, csv, html]: [Option<Export>; 3],
    stdout_is_taken: bool,
) -> Result<(), Failure> {
    let text = report.text(language(), !stdout_is_taken && colour());
    // A reader of one that has gone away is no reason not to write the others.
    let json = json.map_or(Ok(()), |export| export.write(report.json()));
    let csv = csv.map_or(Ok(()), |export| export.write(report.csv().unwrap_or_default()));
    let html = html.map_or(Ok(()), |export| export.write(report.html(language())));
    json.and(csv).and(html).and(print_report(&text, stdout_is_taken))
}

/// Writes a file as the options of commands do: whole or not at all, and with `-` to standard output. Returns whether it went to
/// standard output, so that nothing else may go there.
///
/// # Errors
/// Returns an error if it cannot be written.
pub fn write_file(path: PathBuf, content: &str) -> Result<bool, Failure> {
    let target = Some(Target(path));
    let stdout_is_taken = are_apart(&[&target])?;
    target.iter().try_for_each(|target| target.create()?.write(content))?;
    Ok(stdout_is_taken)
}

/// Prints a text that goes with an exit status, which counts even if the text is not read.
pub fn print_verdict(text: &str) -> Result<(), Failure> {
    match print(text) {
        Err(Failure::ClosedPipe) => Ok(()),
        printed => printed,
    }
}

/// Refuses two exports to one place. Returns whether one of them takes standard output for itself.
pub fn are_apart(targets: &[&Option<Target>]) -> Result<bool, Failure> {
    let mut places: Vec<(&Target, Place)> = Vec::new();
    for target in targets.iter().copied().flatten() {
        let place = target.place()?;
        if let Some((other, _)) = places.iter().find(|(_, other)| other.is_same(&place)) {
            return Err(Failure::Input(match place {
                Place::Stdout => {
                    say!("only one export can go to standard output", "只能有一项导出写到标准输出")
                }
                _ => say!(
                    "two exports would go to one file: {other} and {target}",
                    "两项导出会写到同一个文件：{other} 和 {target}"
                ),
            }));
        }
        places.push((target, place));
    }
    Ok(places.iter().any(|(_, place)| *place == Place::Stdout))
}

impl Target {
    fn place(&self) -> Result<Place, Failure> {
        if self.0.as_os_str() == "-" { Ok(Place::Stdout) } else { Place::of(&self.0, &self.to_string()) }
    }

    /// Begins to write. Of a file nothing is to be seen under its name before [`Export::finish`]; a device or a pipe
    /// gets everything as it comes.
    pub fn create(&self) -> Result<Export, Failure> {
        let sink = match self.place()? {
            Place::Stdout => Sink::Stdout(BufWriter::new(io::stdout())),
            Place::Through(path) => {
                // To append is what leaves everything else in it as it is.
                let file = OpenOptions::new().append(true).open(path);
                Sink::Through(BufWriter::with_capacity(BUFFER, file.map_err(|error| self.failure(&error))?))
            }
            Place::File(path) => {
                let folder = path.parent().expect("it was taken apart before");
                let old = place::existing(&path, &self.to_string())?;
                let mut builder = tempfile::Builder::new();
                // As a new file has them, not only for oneself.
                #[cfg(unix)]
                builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
                let file = builder.prefix(".hule-").tempfile_in(folder);
                let file = file.map_err(|error| place::cannot_make(folder, &error))?;
                if let Some(old) = old {
                    place::keep_mode(file.as_file(), &old).map_err(|error| self.failure(&error))?;
                }
                Sink::File(BufWriter::with_capacity(BUFFER, file), path)
            }
        };
        Ok(Export { target: self.clone(), sink })
    }

    /// Makes sure that it can be written to, and leaves nothing there.
    pub fn check(&self) -> Result<(), Failure> {
        match self.place()? {
            Place::File(_) => self.create().map(drop),
            // A pipe waits for its reader.
            Place::Stdout | Place::Through(_) => Ok(()),
        }
    }

    /// Why it could not be written.
    pub fn failure(&self, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ if self.0.as_os_str() == "-" => Failure::writing(error),
            _ => Failure::io(self, error),
        }
    }
}

impl Target {
    /// The file could not get its name: on Windows that is so while another program has the old one open. What was
    /// written is kept under its temporary name.
    fn kept(&self, error: PersistError) -> Failure {
        let why = match error.error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ResourceBusy if cfg!(windows) => {
                say!("it may be open in another program", "它可能正被另一个程序打开")
            }
            _ => error.error.to_string(),
        };
        match error.file.keep() {
            Ok((_, path)) => {
                let path = place::shown(&path);
                Failure::Io(say!(
                    "{self}: it cannot be replaced ({why}); what was to be in it is in {path}",
                    "{self}：无法替换（{why}）；要写入的内容在 {path} 中"
                ))
            }
            Err(_) => self.failure(&error.error),
        }
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shown(&self.0.to_string_lossy()).fmt(f)
    }
}

/// An export that is being written.
pub struct Export {
    target: Target,
    sink: Sink,
}

enum Sink {
    Stdout(BufWriter<io::Stdout>),
    Through(BufWriter<File>),
    /// The file under its temporary name, and the name that it will have.
    File(BufWriter<NamedTempFile>, PathBuf),
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
            Sink::Through(mut file) => file.flush(),
            Sink::File(file, path) => {
                let file = file.into_inner().map_err(|error| target.failure(&error.into_error()))?;
                return file.persist(path).map(drop).map_err(|error| target.kept(error));
            }
        };
        finished.map_err(|error| target.failure(&error))
    }
}

impl Write for Export {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::Through(file) => file.write(bytes),
            Sink::File(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::Through(file) => file.flush(),
            Sink::File(file, _) => file.flush(),
        }
    }
}
