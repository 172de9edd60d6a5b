//! The directories in which failures are saved.

use crate::export::Target;
use crate::failure::Failure;
use crate::judging::Trial;
use crate::language::say;
use crate::source::Source;
use hule::log::TextLog;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The names of the deck, the output of the program, and the right log.
const FILES: [&str; 3] = ["wrong.deck", "wrong.out", "wrong.ans"];

/// Where failures are saved.
pub struct Saving<'a> {
    folder: &'a Path,
    /// Whether each kind has a directory of its own.
    by_kind: bool,
}

impl Saving<'_> {
    /// Refuses a directory that cannot be made or written to.
    pub fn new(folder: &Path, by_kind: bool) -> Result<Saving<'_>, Failure> {
        let is_there = |path: &&Path| match fs::symlink_metadata(path) {
            Err(error) => error.kind() != ErrorKind::NotFound,
            Ok(_) => true,
        };
        let existing = folder.ancestors().filter(|path| !path.as_os_str().is_empty()).find(is_there);
        let existing = existing.unwrap_or(Path::new("."));
        let source = Source::new(Some(existing));
        let failed = |error| Failure::io(&source, &error);
        if !fs::metadata(existing).map_err(failed)?.is_dir() {
            return Err(failed(ErrorKind::AlreadyExists.into()));
        }
        tempfile::tempfile_in(existing).map_err(failed)?;
        Ok(Saving { folder, by_kind })
    }

    /// The directory of a kind of failures.
    pub fn folder(&self, kind: &str) -> PathBuf {
        if self.by_kind { self.folder.join(kind) } else { self.folder.to_owned() }
    }

    /// Saves a failure. The one of an earlier run does not stay beside the directories of the kinds.
    pub fn save(&self, folder: &Path, trial: &Trial) -> Result<(), Failure> {
        if self.by_kind {
            for name in FILES {
                let path = self.folder.join(name);
                match fs::remove_file(&path) {
                    Err(error) if error.kind() != ErrorKind::NotFound => {
                        return Err(Failure::io(&Source::new(Some(&path)), &error));
                    }
                    _ => {}
                }
            }
        }
        fs::create_dir_all(folder).map_err(|error| Failure::io(&folder.display(), &error))?;
        let contents = [
            trial.deck.to_string().into_bytes(),
            trial.execution.output.clone(),
            TextLog::of(&trial.deck).text.into_bytes(),
        ];
        for (name, content) in FILES.into_iter().zip(contents) {
            Target(folder.join(name)).create()?.write(content)?;
        }
        Ok(())
    }
}

/// Which files there are in a directory.
pub fn said(folder: &Path, trial: &Trial) -> String {
    let folder = folder.display();
    let cut = if trial.is_cut() { say!(", cut at 1 MiB", "，截断为 1 MiB") } else { String::new() };
    say!(
        "Saved in {folder}: wrong.deck, wrong.out (what the program printed{cut}), wrong.ans (the right log).",
        "保存在 {folder}：wrong.deck、wrong.out（程序的输出{cut}）、wrong.ans（正确的记录）。"
    )
}
