//! What bots write to standard error, kept in files.

use crate::failure::Failure;
use crate::language::say;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The folder of those files.
pub struct ErrorFolder {
    state: Mutex<State>,
}

struct State {
    /// Where it is; `None` as long as none is needed.
    path: Option<PathBuf>,
    files: usize,
}

impl ErrorFolder {
    /// The folder that was asked for, or one in the place for temporary files, which is made when it is needed.
    pub fn new(asked: Option<PathBuf>) -> Result<ErrorFolder, Failure> {
        if let Some(path) = &asked {
            fs::create_dir_all(path).map_err(|error| Failure::io(&path.display(), &error))?;
        }
        Ok(ErrorFolder { state: Mutex::new(State { path: asked, files: 0 }) })
    }

    /// Where it is, if anything was written.
    pub fn written(&self) -> Option<PathBuf> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.path.clone().filter(|_| state.files > 0)
    }

    /// Creates the next file; its name ends in this.
    fn create(&self, name: &str) -> io::Result<File> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let path = match &state.path {
            Some(path) => path.clone(),
            None => tempfile::Builder::new().prefix("hule-bots-").tempdir()?.keep(),
        };
        let file = File::create(path.join(format!("{}-{name}.txt", state.files + 1)));
        state.path = Some(path);
        state.files += usize::from(file.is_ok());
        file
    }
}

/// The file of one bot, made when it is needed.
pub struct ErrorFile {
    folder: Arc<ErrorFolder>,
    name: String,
    /// The command line, which is its first line.
    command: String,
    file: Option<File>,
    /// How many more bytes it takes.
    left: usize,
}

impl ErrorFile {
    /// The size limit in bytes, without the note that there was more.
    pub const MOST: usize = 1 << 20;

    /// The file of the program of this command line.
    pub fn new(folder: &Arc<ErrorFolder>, command: &[String]) -> ErrorFile {
        let program = command.first().map(Path::new).and_then(Path::file_stem).unwrap_or_default();
        let stem = program.to_string_lossy();
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        let name = stem.chars().map(plain).take(40).collect();
        let command = command.join(" ");
        ErrorFile { folder: Arc::clone(folder), name, command, file: None, left: ErrorFile::MOST }
    }

    /// Appends this, up to the limit. Errors are ignored: a game does not fail because of them.
    pub fn write(&mut self, bytes: &[u8]) {
        if self.left == 0 || bytes.is_empty() {
            return;
        }
        if self.file.is_none() {
            self.file = self.folder.create(&self.name).ok();
            if let Some(file) = &mut self.file {
                let _ = writeln!(file, "[{}]", self.command);
            }
        }
        let Some(file) = &mut self.file else {
            self.left = 0;
            return;
        };
        let kept = &bytes[..bytes.len().min(self.left)];
        self.left -= kept.len();
        let _ = file.write_all(kept);
        if self.left == 0 {
            let _ = writeln!(file, "\n[{}]", say!("cut here; there was more", "在此截断；后面还有"));
        }
    }
}
