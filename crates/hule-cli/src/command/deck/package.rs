//! `hule deck package`: a test set, ready for a judge.

mod folder;
mod layout;
mod origin;
mod part;
mod settings;

use crate::EXIT_STATUS;
use crate::export;
use crate::failure::Failure;
use crate::jobs;
use crate::language::{language, say};
use crate::wish::wish;
use clap::Args;
use folder::Folder;
use hule::Localized;
use hule::log::TextLog;
use hule::situation::{SituationPattern, situations};
use layout::{Layout, Test};
use origin::Origin;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

const EXAMPLES: &str = "\
Examples:
  hule deck package tests                         10 random decks, and about 300 with all situations
  hule deck package tests --deck sample.deck      your own deck first
  hule deck package tests --random 0 --each 5     five times as many decks with situations
  hule deck package tests --with ron-by-three,last-tile-ron
  hule deck package mahjong --for luogu && cd mahjong && zip mahjong.zip *.in *.out config.yml

Layouts, all with a file tests.txt that lists how each deck was made and its situations:
  (none)   1.in 1.ans 2.in 2.ans ...
  luogu    1.in 1.out ... and config.yml with the limits, the points and the subtask of every test;
           zip these, not the folder
  tuack    data/1.in data/1.ans ... and conf.json with the points of every subtask
  polygon  tests/01 tests/01.a ..., for testlib files/validator.cpp and files/check.cpp,
           and solutions/solution.cpp
  kattis   problem.yaml, data/sample/001.in 001.ans (your own decks, or the first test),
           data/secret/002.in ..., an input validator, a short statement and a solution
The subtasks are your own decks, random decks, special tiles, claims, winning, the distance
and the empty wall; together they have 100 points.
For luogu, each test has all points of its subtask: let the subtask count by its minimum.
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

    /// Your own decks, one per file, which come first; give DIR before them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    deck: Vec<PathBuf>,

    /// The number of random decks
    #[arg(long, value_name = "N", default_value_t = 10)]
    random: u32,

    /// With --with, the number of decks for each situation; otherwise, how often to go through all situations
    #[arg(long, value_name = "N", default_value_t = 1)]
    each: u32,

    /// Situations, separated by commas or given several times [default: all of `hule deck list --all`]
    #[arg(long, value_name = "SITUATION", value_delimiter = ',', value_parser = wish())]
    #[arg(hide_possible_values = true)]
    with: Vec<SituationPattern>,

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
        let folder = Folder::new(&self.folder)?;
        let stop = jobs::stop_flag()?;
        let Some(tests) = self.tests(&stop)? else {
            return Err(Failure::Io(say!("stopped; nothing was written", "已停止；没有写入任何内容")));
        };
        if tests.len() < layout.least() {
            return Err(Failure::Input(say!(
                "too few tests are asked for: {}; expected at least {}",
                "要求的测试太少：{}；至少应有 {}",
                tests.len(),
                layout.least()
            )));
        }
        let (names, others) = layout.files(&tests);
        let mut list = String::new();
        for ([input, answer], test) in names.iter().zip(&tests) {
            writeln!(list, "{input} ({}): {}", test.part, test.note).expect("memory takes all");
            folder.write(input, &test.deck.to_string())?;
            folder.write(answer, &test.answer)?;
        }
        folder.write("tests.txt", &list)?;
        for (name, text) in others {
            folder.write(name, &text)?;
        }
        let name = folder.finish()?;
        let parts = tests.chunk_by(|left, right| left.part == right.part);
        let part = |tests: &[Test]| format!("{} {}", tests[0].part.text(language()), tests.len());
        let parts: Vec<String> = parts.map(part).collect();
        let (parts, plural) = (parts.join(&say!(", ", "、")), if tests.len() == 1 { "" } else { "s" });
        export::print(&say!(
            "{} test{plural} in {name}: {parts}\ntests.txt says how each deck is made and what happens in its game\n",
            "{name} 中有 {} 个测试点：{parts}\ntests.txt 说明每个牌堆是怎样生成的、出现哪些局面\n",
            tests.len()
        ))
    }

    /// Where the decks come from. They are made one by one.
    fn origins(&self) -> impl Iterator<Item = Result<Origin, Failure>> {
        let (wishes, rounds) = if self.with.is_empty() { (0, self.each) } else { (self.each, 0) };
        origin::own(&self.deck)
            .chain(origin::random(self.seed, self.random))
            .chain(self.with.iter().flat_map(move |&wish| origin::with(wish, wishes, self.seed)))
            .chain(origin::rounds(self.seed, rounds))
    }

    /// All tests, part by part; `None` if it was stopped.
    fn tests(&self, stop: &AtomicBool) -> Result<Option<Vec<Test>>, Failure> {
        let mut tests = Vec::new();
        for origin in self.origins() {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let Origin { part, deck, made_by, wished } = origin?;
            let mut found = situations(&deck);
            found.retain(|(situation, _)| situation.is_rare() || wished == Some(*situation));
            let note = format!("{made_by}: {}", super::tags(&found));
            tests.push(Test { part, deck, answer: TextLog::of(&deck).text, note });
        }
        tests.sort_by_key(|test| test.part);
        Ok(Some(tests))
    }
}
