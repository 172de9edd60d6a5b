//! Where the judges look for tests and programs.

use super::part::{PackagePart, subtasks};
use super::settings;
use clap::ValueEnum;
use hule::Deck;

/// A test.
pub struct Test {
    pub part: PackagePart,
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

const VALIDATOR: &str = include_str!("programs/validator.cpp");
const CHECKER: &str = include_str!("programs/check.cpp");
const INPUT_VALIDATOR: &str = include_str!("programs/input_validator.cpp");
const STATEMENT: &str = include_str!("programs/problem.en.tex");
const SOLUTION: &str = include_str!("../../../../tests/programs/solution.cpp");

impl Layout {
    /// How many tests there must be at the least.
    pub const fn least(self) -> usize {
        match self {
            Layout::Kattis => 2, // one to show and one to keep secret
            _ => 1,
        }
    }

    /// All files of a package for these tests, by their names: for each test its input and its answer, and the others.
    pub fn files(self, tests: &[Test]) -> (Vec<[String; 2]>, Vec<(&'static str, String)>) {
        let names = (1..=tests.len()).map(|number| self.names(number, tests)).collect();
        let parts: Vec<PackagePart> = tests.iter().map(|test| test.part).collect();
        let others = match self {
            Layout::Plain => Vec::new(),
            Layout::Luogu => vec![("config.yml", settings::luogu(&subtasks(&parts)))],
            Layout::Tuack => vec![("conf.json", settings::tuack(&subtasks(&parts)))],
            Layout::Polygon => vec![
                ("files/validator.cpp", VALIDATOR.to_owned()),
                ("files/check.cpp", CHECKER.to_owned()),
                ("solutions/solution.cpp", SOLUTION.to_owned()),
            ],
            Layout::Kattis => vec![
                ("problem.yaml", settings::kattis()),
                ("problem_statement/problem.en.tex", STATEMENT.to_owned()),
                ("input_validators/validator.cpp", INPUT_VALIDATOR.to_owned()),
                ("submissions/accepted/solution.cpp", SOLUTION.to_owned()),
            ],
        };
        (names, others)
    }

    /// The files of the input and the answer of a test; the first has the number 1.
    fn names(self, number: usize, tests: &[Test]) -> [String; 2] {
        // Where tests are run in the order of their names, all numbers have the same length.
        let digits = tests.len().to_string().len();
        match self {
            Layout::Plain => [format!("{number}.in"), format!("{number}.ans")],
            Layout::Luogu => [format!("{number}.in"), format!("{number}.out")],
            Layout::Tuack => [format!("data/{number}.in"), format!("data/{number}.ans")],
            Layout::Polygon => {
                let width = digits.max(2);
                [format!("tests/{number:0width$}"), format!("tests/{number:0width$}.a")]
            }
            Layout::Kattis => {
                let width = digits.max(3);
                let folder = if number <= samples(tests) { "sample" } else { "secret" };
                [".in", ".ans"].map(|end| format!("data/{folder}/{number:0width$}{end}"))
            }
        }
    }
}

/// How many tests everybody may see: the decks of the setter, or the first, but not all.
fn samples(tests: &[Test]) -> usize {
    let own = tests.iter().filter(|test| test.part == PackagePart::Own).count();
    own.max(1).min(tests.len() - 1)
}
