//! Where the judges look for tests.

use clap::ValueEnum;
use hule::Deck;

/// A test.
pub struct Test {
    pub deck: Deck,
    pub answer: String,
    /// How the deck is made, and what happens in its game.
    pub note: String,
}

/// The layout of a judge.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Layout {
    #[value(skip)]
    Plain,
    Luogu,
    Tuack,
    Polygon,
    Kattis,
}

const TITLE: &str = "Mahjong Simulator";
const SECONDS: u32 = 1;
const MEGABYTES: u32 = 512;

impl Layout {
    /// How many tests there must be at the least.
    pub const fn least(self) -> usize {
        match self {
            Layout::Kattis => 2, // one to show and one to keep secret
            _ => 1,
        }
    }

    /// The file of the input of a test; the first has the number 1.
    pub fn input(self, number: usize) -> String {
        match self {
            Layout::Plain | Layout::Luogu => format!("{number}.in"),
            Layout::Tuack => format!("data/{number}.in"),
            Layout::Polygon => format!("tests/{number:02}"),
            Layout::Kattis => format!("{}.in", kattis(number)),
        }
    }

    /// The file of the answer to it.
    pub fn answer(self, number: usize) -> String {
        match self {
            Layout::Plain => format!("{number}.ans"),
            Layout::Luogu => format!("{number}.out"),
            Layout::Tuack => format!("data/{number}.ans"),
            Layout::Polygon => format!("tests/{number:02}.a"),
            Layout::Kattis => format!("{}.ans", kattis(number)),
        }
    }

    /// The file with the settings, if the judge wants one, and its text.
    pub fn settings(self, tests: usize) -> Option<(&'static str, String)> {
        match self {
            Layout::Plain | Layout::Polygon => None,
            Layout::Luogu => {
                let (milliseconds, kilobytes) = (1000 * SECONDS, 1024 * MEGABYTES);
                let test = |number| {
                    let input = self.input(number);
                    format!("{input}:\n  timeLimit: {milliseconds}\n  memoryLimit: {kilobytes}\n")
                };
                Some(("config.yml", (1..=tests).map(test).collect()))
            }
            Layout::Tuack => {
                let cases: Vec<String> = (1..=tests).map(|number| number.to_string()).collect();
                let settings = format!(
                    r#"{{
  "version": 1,
  "folder": "problem",
  "type": "program",
  "name": "mahjong",
  "title": {{"en": "{TITLE}"}},
  "time limit": {SECONDS}.0,
  "memory limit": "{MEGABYTES} MB",
  "partial score": false,
  "samples": [],
  "data": [{{"cases": [{}]}}],
  "users": {{}}
}}
"#,
                    cases.join(", ")
                );
                Some(("conf.json", settings))
            }
            Layout::Kattis => {
                let settings = format!(
                    "problem_format_version: legacy\n\
                     name: {TITLE}\n\
                     validation: default\n\
                     validator_flags: case_sensitive\n\
                     limits:\n  memory: {MEGABYTES}\n"
                );
                Some(("problem.yaml", settings))
            }
        }
    }
}

/// The first test is shown to everybody. Tests are run in the order of their names.
fn kattis(number: usize) -> String {
    let folder = if number == 1 { "sample" } else { "secret" };
    format!("data/{folder}/{number:03}")
}
