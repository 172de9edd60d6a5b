//! `hule deck package`: a test set, ready for a judge.

mod layout;

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::language::say;
use crate::long_work;
use clap::Args;
use hule::Situation;
use hule::log::TextLog;
use hule::situation::{deck_with, situations};
use layout::{Layout, Test};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

const EXAMPLES: &str = "\
Examples:
  hule deck package tests                         10 random decks and one deck for each situation
  hule deck package tests --random 0 --each 5     five decks for each situation
  hule deck package mahjong --for luogu && cd mahjong && zip mahjong.zip *.in *.out config.yml

Layouts, all with a file tests.txt that lists how each deck was made and its situations:
  (none)   1.in 1.ans 2.in 2.ans ...
  luogu    1.in 1.out ... and config.yml with the limits of every test; zip the files, not the folder
  tuack    data/1.in data/1.ans ... and conf.json
  polygon  tests/01 tests/01.a ...
  kattis   problem.yaml, data/sample/001.in 001.ans (the first test) and data/secret/002.in ...;
           the default validation is enough, since only one output is correct
The limits are 1 second and 512 MB; edit the file to change them.";

/// Write a test set with inputs and answers, in the layout of a judge
///
/// The random decks are those of games 0, 1, ... of the seed. The directory is either written completely or not at
/// all. The same arguments give the same bytes.
#[derive(Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{EXIT_STATUS}"))]
pub struct PackageCommand {
    /// The directory to write; it must be empty or not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The number of random decks
    #[arg(long, value_name = "N", default_value_t = 10)]
    random: u32,

    /// The number of decks for each situation of `hule deck list`
    #[arg(long, value_name = "N", default_value_t = 1)]
    each: u32,

    /// The seed of the decks
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// The judge [default: plain files]
    #[arg(long = "for", value_name = "JUDGE", value_enum)]
    layout: Option<Layout>,
}

impl PackageCommand {
    pub fn run(self) -> Result<(), Failure> {
        let layout = self.layout.unwrap_or(Layout::Plain);
        let asked = self.random as usize + self.each as usize * Situation::ALL.len();
        if asked < layout.least() {
            return Err(Failure::Input(say!(
                "too few tests: {asked}; expected at least {}",
                "测试点太少：{asked}；至少需要 {} 个",
                layout.least()
            )));
        }
        let folder = Folder::new(&self.folder)?;
        let stop = long_work::stop_flag()?;
        let Some(tests) = self.tests(&stop)? else {
            return Err(Failure::Io(say!("stopped; nothing was written", "已停止；没有写入任何内容")));
        };
        let mut list = String::new();
        for (number, test) in (1..).zip(&tests) {
            writeln!(list, "{}: {}", layout.input(number), test.note).expect("memory takes all");
            folder.write(&layout.input(number), &test.deck.to_string())?;
            folder.write(&layout.answer(number), &test.answer)?;
        }
        folder.write("tests.txt", &list)?;
        if let Some((name, text)) = layout.settings(tests.len()) {
            folder.write(name, &text)?;
        }
        let name = folder.finish()?;
        let plural = if tests.len() == 1 { "" } else { "s" };
        let done = say!("{} test{plural} in {name}", "{} 个测试点，写在 {name}", tests.len());
        export::print(&format!("{list}{done}\n"))
    }

    /// All tests; `None` if it was stopped.
    fn tests(&self, stop: &AtomicBool) -> Result<Option<Vec<Test>>, Failure> {
        let random = (0..self.random).map(|game| self.test(&[], game));
        let rare = Situation::ALL.iter().flat_map(|situation| {
            (0..self.each).map(|game| self.test(std::slice::from_ref(situation), game))
        });
        let mut tests = Vec::new();
        for test in random.chain(rare) {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            tests.push(test?);
        }
        Ok(Some(tests))
    }

    fn test(&self, wanted: &[Situation], game: u32) -> Result<Test, Failure> {
        let mut made_by = format!("hule deck new --seed {} --game {game}", self.seed);
        for situation in wanted {
            made_by = format!("{made_by} --with {situation}");
        }
        let deck = deck_with(wanted, self.seed, game.into()).map_err(|_| {
            Failure::Input(say!("no deck was found by `{made_by}`", "`{made_by}` 没有找到牌堆"))
        })?;
        let answer = TextLog::of(&deck).text;
        let note = format!("{made_by}: {}", super::tags(&situations(&deck)));
        Ok(Test { deck, answer, note })
    }
}

/// A directory that appears whole or not at all: it is made beside its place under another name.
struct Folder<'a> {
    path: &'a Path,
    made: tempfile::TempDir,
}

impl Folder<'_> {
    fn new(path: &Path) -> Result<Folder<'_>, Failure> {
        let name = shown(path);
        match fs::read_dir(path) {
            Ok(mut entries) => {
                if entries.next().is_some() {
                    return Err(Failure::Input(say!(
                        "{name}: it is not empty; expected a new directory",
                        "{name}：目录不为空；应为新目录"
                    )));
                }
                // It will be replaced, and nobody wants to sit in a directory that is gone.
                let is_here = path.canonicalize().ok() == std::env::current_dir().ok();
                if is_here || path.is_symlink() {
                    let sentence = say!(
                        "{name}: it cannot be replaced; expected a new directory",
                        "{name}：无法替换；应为新目录"
                    );
                    return Err(Failure::Input(sentence));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {}
            Err(error) if error.kind() == io::ErrorKind::NotADirectory || path.is_file() => {
                let sentence =
                    say!("{name}: it is a file; expected a new directory", "{name}：它是文件；应为新目录");
                return Err(Failure::Input(sentence));
            }
            Err(error) => return Err(Failure::io(&name, &error)),
        }
        let parent = path.parent().filter(|parent| *parent != OsStr::new("")).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        // As a new directory has them, not only for oneself.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let made = builder.prefix(".hule-").tempdir_in(parent).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                Failure::Io(say!("{}: there is no such directory", "{}：没有这个目录", shown(parent)))
            }
            io::ErrorKind::PermissionDenied => {
                Failure::Io(say!("{}: it is not writable", "{}：没有写入权限", shown(parent)))
            }
            _ => Failure::io(&name, &error),
        })?;
        Ok(Folder { path, made })
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.made.path().join(name);
        let parent = path.parent().expect("it is in the directory");
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Failure::Io(say!("{}: {error}", "{}：{error}", shown(&self.path.join(name)))))
    }

    /// Gives it its name, and says it.
    fn finish(self) -> Result<String, Failure> {
        // An empty directory goes; one into which something was put meanwhile does not.
        let renamed = match fs::remove_dir(self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => fs::rename(self.made.path(), self.path),
        };
        let name = shown(self.path);
        match renamed {
            Ok(()) => {
                // It has another name now, so there is nothing to clean up.
                let _ = self.made.keep();
                Ok(name)
            }
            Err(error) => Err(Failure::Io(say!("{name}: {error}", "{name}：{error}"))),
        }
    }
}

/// A path may have anything in it, also what would confuse a terminal.
fn shown(path: &Path) -> String {
    path.to_string_lossy().escape_debug().to_string()
}
