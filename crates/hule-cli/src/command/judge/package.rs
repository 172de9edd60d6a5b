//! The tests of a package, in whatever layout.

use super::settings::{self, Settings};
use super::tree::{Tree, stem};
use crate::failure::Failure;
use crate::language::{Name, language, name, say};
use crate::name::{shown, with_slashes};
use hule::check::{Exactness, check};
use hule::deck::{DeckReader, ReadDeckError};
use hule::{Deck, Language, Localized};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A set of tests.
#[derive(Default)]
pub struct Package {
    pub tests: Vec<Test>,
    /// The points of each subtask, by its name.
    pub subtasks: BTreeMap<String, f64>,
    /// What is wrong with the package.
    pub faults: Vec<Fault>,
}

/// A test.
pub struct Test {
    pub name: String,
    /// `None` if the input is no deck, which is a fault.
    pub deck: Option<Deck>,
    pub settings: Settings,
}

/// What is wrong with a file of a package.
pub struct Fault {
    /// The test that it belongs to.
    pub test: Option<String>,
    pub sentence: Name,
}

/// A sentence for machines and for people.
fn in_both(sentence: impl Fn(Language) -> String) -> Name {
    Name { english: sentence(Language::English), shown: sentence(language()) }
}

/// The files of a test.
struct Files {
    input: String,
    answers: Vec<String>,
}

/// Where the tests that are added come from.
struct TestSource<'a> {
    tree: &'a Tree,
    prefix: &'a str,
    /// Whether an input must have an answer, and an answer an input.
    is_complete: bool,
}

impl Package {
    /// Adds the tests of a directory, an archive or an input; their names begin with its path if it is one of many.
    pub fn add(&mut self, path: &Path, is_only: bool) -> Result<(), Failure> {
        let tree = Tree::open(path)?;
        let only = tree.only();
        let prefix = match (is_only, &only) {
            (true, _) => String::new(),
            (false, Some(_)) => {
                let folder = path.parent().map(|folder| folder.join("")).unwrap_or_default();
                with_slashes(&folder.to_string_lossy()).into_owned()
            }
            (false, None) => format!("{}/", with_slashes(&path.to_string_lossy()).trim_end_matches('/')),
        };
        let before = self.tests.len();
        match only {
            Some(input) => {
                let files = vec![Files { answers: answers(&tree, &input), input }];
                let from = TestSource { tree: &tree, prefix: &prefix, is_complete: false };
                self.add_tests(&from, files, |_| Settings::default())?;
            }
            None => self.add_package(&tree, &prefix, inputs(&tree))?,
        }
        if self.tests.len() == before {
            let path = path.to_string_lossy();
            let path = shown(&path);
            return Err(Failure::Input(say!(
                "{path}: there are no tests in it; expected 1.in with 1.ans or 1.out, or 01 with 01.a",
                "{path}：其中没有测试点；应有 1.in 和 1.ans 或 1.out，或者 01 和 01.a"
            )));
        }
        Ok(())
    }

    /// Adds the tests that the settings of a package name, or all if there are no settings.
    fn add_package(&mut self, tree: &Tree, prefix: &str, files: Vec<Files>) -> Result<(), Failure> {
        let Some((root, name)) = settings_file(tree) else {
            self.answers_without_input(tree, &files);
            let from = TestSource { tree, prefix, is_complete: false };
            return self.add_tests(&from, files, |_| Settings::default());
        };
        let from = TestSource { tree, prefix, is_complete: true };
        let path = format!("{root}{name}");
        let shown = tree.shown(&path);
        let bytes = tree.read(&path)?;
        let text = String::from_utf8_lossy(&bytes);
        match name {
            "config.yml" => {
                let all = settings::luogu(&shown, &text)?;
                for (subtask, points) in settings::subtask_points(all.values()) {
                    self.subtasks.insert(format!("{prefix}{subtask}"), points);
                }
                for input in all.keys() {
                    if !tree.has(&format!("{root}{input}")) {
                        let input = input.escape_debug();
                        self.fault(name!("{shown}: there is no {input}", "{shown}：没有 {input}"));
                    }
                }
                self.answers_without_input(tree, &files);
                self.add_tests(&from, files, |input| {
                    let settings = input.strip_prefix(root).and_then(|input| all.get(input));
                    settings.cloned().unwrap_or_default()
                })
            }
            "conf.json" => {
                let (all, parts) = settings::tuack(&shown, &bytes)?;
                let mut of = BTreeMap::new();
                for (place, part) in parts.into_iter().enumerate() {
                    let name = (place + 1).to_string();
                    if let Some(points) = part.points {
                        self.subtasks.insert(format!("{prefix}{name}"), points);
                    }
                    for case in part.cases {
                        let input = format!("{root}data/{case}.in");
                        if !tree.has(&input) {
                            let case = case.escape_debug();
                            self.fault(name!(
                                "{shown}: there is no data/{case}.in",
                                "{shown}：没有 data/{case}.in"
                            ));
                        }
                        of.insert(input, part.points.map(|_| name.clone()));
                    }
                }
                let files: Vec<Files> = files
                    .into_iter()
                    .filter(|files| {
                        files.input.starts_with(&format!("{root}data/"))
                            && (of.is_empty() || of.contains_key(&files.input))
                    })
                    .collect();
                self.answers_without_input(tree, &files);
                self.add_tests(&from, files, |input| Settings {
                    subtask: of.get(input).cloned().flatten(),
                    ..all.clone()
                })
            }
            _ => {
                let all = settings::kattis(&shown, &text)?;
                let is_test = |input: &str| {
                    ["sample", "secret"]
                        .iter()
                        .any(|folder| input.starts_with(&format!("{root}data/{folder}/")))
                };
                let files: Vec<Files> = files.into_iter().filter(|files| is_test(&files.input)).collect();
                self.answers_without_input(tree, &files);
                let mut groups = BTreeMap::new();
                for folder in files.iter().map(|files| folder(&files.input)) {
                    let file = format!("{folder}testdata.yaml");
                    if !groups.contains_key(folder) && tree.has(&file) {
                        let text = String::from_utf8_lossy(&tree.read(&file)?).into_owned();
                        let tests = files.iter().filter(|files| self::folder(&files.input) == folder).count();
                        let group = settings::kattis_group(&tree.shown(&file), &text, tests)?;
                        if let Some((points, true)) = group {
                            self.subtasks.insert(format!("{prefix}{}", folder.trim_end_matches('/')), points);
                        }
                        groups.insert(folder.to_owned(), group);
                    }
                }
                self.add_tests(&from, files, |input| {
                    let folder = folder(input);
                    let group = groups.get(folder).copied().flatten();
                    let subtask = group.filter(|(_, together)| *together);
                    Settings {
                        points: group.filter(|(_, together)| !together).map(|(points, _)| points),
                        subtask: subtask.map(|_| folder.trim_end_matches('/').to_owned()),
                        ..all.clone()
                    }
                })
            }
        }
    }

    fn add_tests(
        &mut self,
        from: &TestSource<'_>,
        files: Vec<Files>,
        settings: impl Fn(&str) -> Settings,
    ) -> Result<(), Failure> {
        let TestSource { tree, prefix, is_complete } = *from;
        for Files { input, answers } in files {
            let name = format!("{prefix}{}", stem(&input)).escape_debug().to_string();
            let fault = |sentence: Name| Fault { test: Some(name.clone()), sentence };
            let bytes = tree.read(&input)?;
            let deck = match DeckReader::new(&bytes[..]).only() {
                Ok(deck) => {
                    // Programs read what is there; a deck for oneself may be in any form.
                    if let (false, Err(error)) = (has_ending(&input, "deck"), Deck::from_exact(&bytes)) {
                        let shown = tree.shown(&input);
                        self.faults.push(fault(in_both(|language| {
                            hule::say!(
                                language,
                                "{shown}: not in the exact form of the contest: {}",
                                "{shown}：不符合比赛的输入格式：{}",
                                error.text(language)
                            )
                        })));
                    }
                    Some(deck)
                }
                Err(ReadDeckError::Io(error)) => return Err(Failure::io(&tree.shown(&input), &error)),
                Err(ReadDeckError::Deck(error)) => {
                    let shown = tree.shown(&input);
                    self.faults.push(fault(in_both(|language| {
                        hule::say!(language, "{shown}: {}", "{shown}：{}", error.text(language))
                    })));
                    None
                }
            };
            if is_complete && answers.is_empty() {
                let shown = tree.shown(&input);
                self.faults.push(fault(name!("{shown}: there is no answer", "{shown}：没有答案文件")));
            }
            for answer in answers {
                let Some(deck) = &deck else { break };
                let Err(found) = check(deck, &tree.read(&answer)?, Exactness::Lenient) else { continue };
                let shown = tree.shown(&answer);
                self.faults.push(fault(in_both(|language| {
                    hule::say!(
                        language,
                        "{shown}: the answer of the package is wrong: {}",
                        "{shown}：数据包的答案有错：{}",
                        found.text(language)
                    )
                })));
            }
            let mut settings = settings(&input);
            settings.subtask = settings.subtask.map(|subtask| format!("{prefix}{subtask}"));
            self.tests.push(Test { name, deck, settings });
        }
        Ok(())
    }

    /// Answers beside these files that have no input are faults.
    fn answers_without_input(&mut self, tree: &Tree, files: &[Files]) {
        let folders: BTreeSet<&str> = files.iter().map(|files| folder(&files.input)).collect();
        for name in tree.names().filter(|name| folders.contains(folder(name))) {
            let base = &name[folder(name).len()..];
            let inputs = match base.rsplit_once('.') {
                // What a compiler makes.
                Some(("a", "out")) | None => continue,
                Some((stem, "ans" | "out")) => vec![format!("{stem}.in"), format!("{stem}.deck")],
                Some((stem, "a")) if is_number(stem) => vec![stem.to_owned()],
                Some(_) => continue,
            };
            if !inputs.iter().any(|input| tree.has(&format!("{}{input}", folder(name)))) {
                let (shown, input) = (tree.shown(name), inputs[0].escape_debug());
                self.fault(name!("{shown}: there is no {input} for it", "{shown}：没有对应的 {input}"));
            }
        }
    }

    fn fault(&mut self, sentence: Name) {
        self.faults.push(Fault { test: None, sentence });
    }
}

/// The inputs of a tree, with their answers, in natural order.
fn inputs(tree: &Tree) -> Vec<Files> {
    let is_input = |name: &str| {
        let base = &name[folder(name).len()..];
        // Those of Polygon have no ending.
        let polygon = is_number(base)
            && (tree.has(&format!("{name}.a")) || folder(name).trim_end_matches('/').ends_with("tests"));
        polygon || has_ending(name, "in") || has_ending(name, "deck")
    };
    let inputs = tree.names().filter(|name| is_input(name));
    inputs.map(|input| Files { input: input.to_owned(), answers: answers(tree, input) }).collect()
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// The answers beside an input, which may have several names. What is missing is computed.
fn answers(tree: &Tree, input: &str) -> Vec<String> {
    let stem = stem(input);
    // Beside a deck that `hule stress` has saved, `.out` is what a program printed.
    let names = if has_ending(input, "deck") {
        vec![format!("{stem}.ans")]
    } else {
        vec![format!("{stem}.ans"), format!("{stem}.out"), format!("{input}.a")]
    };
    names.into_iter().filter(|name| name != input && tree.has(name)).collect()
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == ending)
}

/// The directory of a file, with a slash at its end.
fn folder(name: &str) -> &str {
    name.rfind('/').map_or("", |slash| &name[..=slash])
}

/// The settings of a package: the directory and the name of the file.
fn settings_file(tree: &Tree) -> Option<(&str, &str)> {
    const NAMES: [&str; 3] = ["config.yml", "conf.json", "problem.yaml"];
    let files = tree.names().map(|name| (folder(name), &name[folder(name).len()..]));
    files.filter(|(_, name)| NAMES.contains(name)).min_by_key(|(folder, _)| folder.matches('/').count())
}
