//! `hule deck package` as setters meet it: test sets for judges, with the programs in them.

use crate::common::{self, complaint, printed, text, with_input};
use hule::situation::{CoverageRound, SituationPattern, SituationVariant, cells, situations};
use hule::{Deck, Log};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;
use std::process::Output;
use tempfile::TempDir;

/// Few decks with a situation of each part.
const FEW: [&str; 2] = ["--with", "claim-then-pass,pong-beats-chow,ron-by-three,limit-of-four,last-tile-ron"];

/// Runs `hule deck` in a folder.
fn deck(folder: &Path, arguments: &[&str]) -> Output {
    with_input(common::hule().current_dir(folder).arg("deck").args(arguments), "")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

/// All files below a folder, by their paths in it.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name =
                    path.strip_prefix(folder).expect("it is below").to_string_lossy().replace('\\', "/");
                files.insert(name, fs::read_to_string(&path).expect("readable"));
            }
        }
    }
    files
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sample.deck")
}

/// A line of tests.txt.
struct Listed {
    input: String,
    part: String,
    made_by: String,
    tags: String,
}

/// A package that was written.
struct Package {
    #[cfg_attr(windows, allow(dead_code))] // It is kept as long as the package.
    folder: TempDir,
    files: BTreeMap<String, String>,
    tests: Vec<Listed>,
}

impl Package {
    fn new(arguments: &[&str]) -> Package {
        let folder = folder();
        let output = deck(folder.path(), &[&["package", "out"], arguments].concat());
        let printed = printed(&output);
        let files = files(&folder.path().join("out"));
        let list = &files["tests.txt"];
        let tests: Vec<Listed> = list.lines().map(listed).collect();
        let plural = if tests.len() == 1 { "" } else { "s" };
        assert!(printed.starts_with(&format!("{} test{plural} in out: ", tests.len())), "{printed}");
        let left = fs::read_dir(folder.path()).expect("readable").count();
        assert_eq!(left, 1, "nothing is left beside it");
        Package { folder, files, tests }
    }

    #[cfg(unix)]
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("out").join(name)
    }

    /// Makes and plays the decks of all tests again, or those of every tenth of many.
    fn replay(&self, answer: impl Fn(&str) -> String) {
        // It takes a while to start so many programs, which differ in two words.
        let step = if self.tests.len() > 100 { 10 } else { 1 };
        for Listed { input, made_by, tags, .. } in self.tests.iter().step_by(step) {
            let text = &self.files[input];
            let deck = Deck::from_exact(text.as_bytes()).expect("the form of the contest");
            assert_eq!(self.files[&answer(input)], Log::of(&deck).to_string(), "{input}");
            let mut wished = None;
            let again = if let Some(file) = made_by.strip_prefix("the deck in ") {
                fs::read_to_string(file).expect("it is there")
            } else {
                let words: Vec<&str> = made_by.split(' ').collect();
                assert_eq!(words[..2], ["hule", "deck"], "{made_by}");
                if let Some(wanted) = words.iter().skip_while(|&&word| word != "--with").nth(1) {
                    let wish: SituationPattern = wanted.parse().expect("a wish");
                    wished = Some(wish.situation);
                    assert!(cells(&deck).iter().any(|&cell| wish.is_met_by(cell)), "{input}: {wanted}");
                }
                printed(&self::deck(Path::new("."), &words[2..])).to_owned()
            };
            assert_eq!(*text, again, "{made_by}");
            let found = situations(&deck);
            let found: Vec<String> = found
                .iter()
                .filter(|(situation, _)| situation.is_rare() || wished == Some(*situation))
                .map(|(situation, direction)| format!("{situation} {direction}"))
                .collect();
            assert_eq!(*tags, if found.is_empty() { "none".to_owned() } else { found.join(", ") });
        }
    }

    /// The parts with the numbers of their tests.
    fn parts(&self) -> Vec<(&str, usize)> {
        let same = self.tests.chunk_by(|left, right| left.part == right.part);
        same.map(|tests| (&*tests[0].part, tests.len())).collect()
    }

    /// Compiles a program of the package against our stand-in for testlib.
    #[cfg(unix)]
    fn compile(&self, source: &str) -> PathBuf {
        let program = self.folder.path().join(source.replace('/', "-") + ".exe");
        let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
        let mut compiler = Command::new("c++");
        compiler.args(["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-I"]).arg(headers);
        compiler.arg("-o").arg(&program).arg(self.path(source));
        assert!(compiler.status().expect("there is a C++ compiler").success());
        program
    }
}

fn listed(line: &str) -> Listed {
    let parts = || {
        let (input, rest) = line.split_once(" (")?;
        let (part, rest) = rest.split_once("): ")?;
        let (made_by, tags) = rest.split_once(": ")?;
        Some([input, part, made_by, tags].map(str::to_owned))
    };
    let [input, part, made_by, tags] = parts().expect("a file, its part, a command and tags");
    Listed { input, part, made_by, tags }
}

// ------------------------------------------------------------------ the set

#[test]
fn the_wished_situation_is_listed_also_if_it_is_not_rare() {
    let package = Package::new(&["--random", "0", "--with", "tie-order:empty:2"]);
    assert!(package.tests[0].tags.contains("tie-order "), "{}", package.tests[0].tags);
    package.replay(|input| input.replace(".in", ".ans"));
}

#[test]
fn the_parts_have_chinese_names() {
    let folder = folder();
    let arguments = ["package", "out", "--random", "2", "--with", "limit-of-four", "--lang", "zh"];
    let output = deck(folder.path(), &arguments);
    assert!(printed(&output).starts_with("out 中有 3 个测试点：随机 2、和牌距离 1\n"), "{output:?}");
}

#[test]
fn a_package_has_random_decks_and_each_cell_of_the_grid() {
    let package = Package::new(&["--seed", "5"]);
    let round = CoverageRound::new(5, 0).count();
    assert_eq!((package.tests.len(), package.files.len()), (10 + round, 2 * (10 + round) + 1));
    assert_eq!(package.files["1.in"], Deck::seeded(5, 0).to_string());
    package.replay(|input| input.replace(".in", ".ans"));
    let names: Vec<&str> = package.parts().iter().map(|&(name, _)| name).collect();
    assert_eq!(names, ["random", "special tiles", "claims", "winning", "distance", "empty wall"]);
    let mut found = BTreeSet::new();
    let mut inputs = BTreeSet::new();
    for test in &package.tests {
        let text = &package.files[&test.input];
        assert!(inputs.insert(text), "{} is there twice", test.input);
        if test.part != "random" {
            found.extend(cells(&text.parse().expect("a deck")));
        }
    }
    assert!(SituationVariant::all().filter(|cell| cell.can_occur()).all(|cell| found.contains(&cell)));
    // Again, into an empty directory: the same bytes.
    let other = folder();
    fs::create_dir(other.path().join("out")).expect("it can be made");
    printed(&deck(other.path(), &["package", "out", "--seed", "5"]));
    assert_eq!(files(&other.path().join("out")), package.files);
}

#[test]
fn own_decks_come_first_and_situations_can_be_chosen() {
    let other = folder();
    let mine = other.path().join("mine.deck");
    // Any form that `hule run` reads will do.
    fs::write(&mine, Deck::seeded(8, 8).to_string().replace('\n', "\r\n")).expect("writable");
    let (sample, mine) = (sample(), mine.to_str().expect("a plain name").to_owned());
    let sample = sample.to_str().expect("a plain name");
    let arguments = ["--deck", &mine, sample, "--random", "2", "--with", "last-tile-ron"];
    let package =
        Package::new(&[&arguments[..], &["--with", "ron-by-three:reversed", "--each", "2"]].concat());
    assert_eq!(package.parts(), [("own", 2), ("random", 2), ("winning", 2), ("empty wall", 2)]);
    assert_eq!(package.files["1.in"], Deck::seeded(8, 8).to_string());
    assert_eq!(package.files["2.in"], fs::read_to_string(sample).expect("it is there"));
    assert_eq!(package.tests[0].made_by, format!("the deck in {mine}"));
    let tags = |tag| package.tests.iter().filter(|test| test.tags.contains(tag)).count();
    assert!(tags("ron-by-three reversed") >= 2 && tags("last-tile-ron forward") >= 2);
    let alone = Package::new(&["--deck", sample, "--random", "0", "--each", "0"]);
    assert_eq!(alone.parts(), [("own", 1)]);
}

// ------------------------------------------------------------------ the judges

/// The points and the subtask of each test in config.yml.
fn luogu(config: &str) -> Vec<(u32, usize)> {
    let lines: Vec<&str> = config.lines().filter(|line| !line.starts_with('#')).collect();
    let number = |line: &str, name: &str| line.strip_prefix(name).expect(name).to_owned();
    let test = |(place, lines): (usize, &[&str])| {
        let head = [format!("{}.in:", place + 1), "  timeLimit: 1000".into(), "  memoryLimit: 524288".into()];
        assert_eq!(lines[..3], head);
        let points = number(lines[3], "  score: ").parse().expect("a number");
        (points, number(lines[4], "  subtaskId: ").parse().expect("a number"))
    };
    lines.chunks(5).enumerate().map(test).collect()
}

#[test]
fn luogu_and_tuack_have_subtasks_with_a_hundred_points() {
    let sample = sample();
    let own = ["--deck", sample.to_str().expect("a plain name"), "--for"];
    let package = Package::new(&[&own[..], &["luogu"], &FEW].concat());
    package.replay(|input| input.replace(".in", ".out"));
    assert_eq!(package.files.len(), 2 * package.tests.len() + 2);
    let tests = luogu(&package.files["config.yml"]);
    let subtasks: Vec<&[(u32, usize)]> = tests.chunk_by(|left, right| left.1 == right.1).collect();
    assert!(subtasks.iter().enumerate().all(|(id, subtask)| subtask[0].1 == id));
    assert!(subtasks.iter().map(|subtask| subtask.len()).eq(package.parts().iter().map(|part| part.1)));
    // A subtask counts by its minimum.
    assert!(subtasks.iter().all(|subtask| subtask.iter().all(|test| test.0 == subtask[0].0)));
    let scores: Vec<u32> = subtasks.iter().map(|subtask| subtask[0].0).collect();
    assert_eq!(scores, [5, 20, 15, 15, 15, 15, 15]);

    let package = Package::new(&[&own[..], &["tuack"], &FEW].concat());
    package.replay(|input| input.replace(".in", ".ans"));
    assert_eq!(package.files.len(), 2 * package.tests.len() + 2);
    assert!(package.files.contains_key("data/16.ans"));
    let settings: Value = serde_json::from_str(&package.files["conf.json"]).expect("JSON");
    let data = settings["data"].as_array().expect("a list");
    let cases = data.iter().flat_map(|group| group["cases"].as_array().expect("a list"));
    assert!(cases.map(Value::as_u64).eq((1..=package.tests.len() as u64).map(Some)));
    let told: Vec<u64> = data.iter().map(|group| group["score"].as_u64().expect("a number")).collect();
    assert!(told.into_iter().eq(scores.into_iter().map(u64::from)));
}

#[test]
fn numbers_are_as_long_as_the_order_of_names_needs() {
    let names = |judge: &str, random: &str| {
        let package = Package::new(&["--random", random, "--each", "0", "--for", judge]);
        let inputs: Vec<String> = package.tests.iter().map(|test| test.input.clone()).collect();
        assert!(inputs.is_sorted(), "{inputs:?}");
        [inputs[0].clone(), inputs[inputs.len() - 1].clone()]
    };
    assert_eq!(names("polygon", "9"), ["tests/01", "tests/09"]);
    assert_eq!(names("polygon", "100"), ["tests/001", "tests/100"]);
    assert_eq!(names("kattis", "100"), ["data/sample/001.in", "data/secret/100.in"]);
}

/// Inputs that are not as the contest writes them.
#[cfg(unix)]
fn bad_inputs() -> Vec<Vec<u8>> {
    let good = Deck::seeded(1, 0).to_string(); // 8S S 6S 3S …
    let line = |number: usize, other: &str| {
        let mut lines: Vec<&str> = good.lines().collect();
        lines[number - 1] = other;
        (lines.join("\n") + "\n").into_bytes()
    };
    let (first, rest) = good.split_once('\n').expect("it has lines");
    vec![
        good.replace('\n', "\r\n").into_bytes(),
        good.replace('\n', " ").into_bytes(),
        good.replace('\n', " \n").into_bytes(),
        line(5, " 3P"),
        line(5, "\t3P"),
        line(5, ""),
        line(5, "\n3P"),
        line(5, "3p"),
        line(5, "10P"),
        line(5, "0P"),
        line(5, "3P 3P"),
        line(5, "\u{ff13}P"),
        line(148, "8S"),
        format!("{good}\n").into_bytes(),
        format!("\n{good}").into_bytes(),
        format!("{good}Z\n").into_bytes(),
        format!("{good}Z").into_bytes(),
        format!("\u{feff}{good}").into_bytes(),
        format!("{first}\u{0}\n{rest}").into_bytes(),
        good.trim_end().as_bytes().to_vec(),
        rest.as_bytes().to_vec(),
        Vec::new(),
        b"\n".to_vec(),
        vec![0xff; 1000],
        (32..127).collect(),
    ]
}

/// A validator must agree with `hule deck check` about all of these. It is a program and the status for good input.
#[cfg(unix)]
fn validates(package: &Package, validator: &mut Command, status: i32) {
    let inputs = package.tests.iter().map(|test| package.files[&test.input].clone().into_bytes());
    let mut verdicts = [0, 0];
    for input in inputs.chain(bad_inputs()) {
        let checked = with_input(common::hule().args(["deck", "check"]), &*input);
        let validated = with_input(validator, &*input);
        let is_good = validated.status.code() == Some(status);
        assert!(validated.status.code().is_some(), "it crashed: {validated:?}");
        let shown = String::from_utf8_lossy(&input[..input.len().min(40)]).into_owned();
        assert_eq!(checked.status.success(), is_good, "{shown:?}: {checked:?} {validated:?}");
        verdicts[usize::from(is_good)] += 1;
    }
    assert_eq!(verdicts, [bad_inputs().len(), package.tests.len()]);
}

/// The solution must answer all tests.
#[cfg(unix)]
fn solves(package: &Package, source: &str, answer: impl Fn(&str) -> String) {
    let solution = package.compile(source);
    for test in &package.tests {
        let output = with_input(&mut Command::new(&solution), &*package.files[&test.input]);
        assert_eq!(text(&output.stdout), package.files[&answer(&test.input)], "{}", test.input);
    }
}

#[cfg(unix)] // On Windows there may be no compiler.
#[test]
fn a_package_for_polygon_has_programs_that_agree_with_hule() {
    let package = Package::new(&[&["--random", "2", "--for", "polygon"], &FEW[..]].concat());
    let answer = |input: &str| format!("{input}.a");
    package.replay(answer);
    assert_eq!(package.files.len(), 2 * package.tests.len() + 4);
    validates(&package, &mut Command::new(package.compile("files/validator.cpp")), 0);
    solves(&package, "solutions/solution.cpp", answer);

    let changes: [fn(&str) -> String; 14] = [
        str::to_owned,
        |log| log.replace('\n', "\r\n"),
        |log| log.replace('\n', " \t\n"),
        |log| log.trim_end().to_owned(),
        |log| log.to_owned() + "\n \n",
        |log| log.to_lowercase(),
        |log| log.replacen(' ', "  ", 1),
        |log| log.replacen("\nB", "\n\nB", 1),
        |log| format!(" {log}"),
        |log| log.replace(" OUT ", " IN "),
        |log| log.lines().take(60).collect::<Vec<_>>().join("\n"),
        |log| log.to_owned() + "A WIN\n",
        |_| String::new(),
        |_| "x".repeat(5000),
    ];
    let checker = package.compile("files/check.cpp");
    let out = package.folder.path().join("output");
    for test in package.tests.iter().step_by(3) {
        let [input, answer] = [package.path(&test.input), package.path(&answer(&test.input))];
        for change in changes {
            fs::write(&out, change(&package.files[&format!("{}.a", test.input)])).expect("writable");
            let judge = |command: &mut Command| {
                let output = command.args([&input, &out, &answer]).output().expect("it runs");
                (output.status.code(), text(&output.stderr).to_owned())
            };
            let (status, ours) = judge(common::hule().args(["check", "--testlib"]));
            let (found, theirs) = judge(&mut Command::new(&checker));
            assert_eq!(found == Some(0), status == Some(0), "{ours}{theirs}");
            assert!(found.is_some_and(|status| status < 3), "{theirs}");
            // Both name the same line: `wrong answer line 7: expected `A OUT 1M`, found …`.
            let line = |message: &str| {
                let (_, rest) = message.split_once("line ")?;
                Some(rest.split_once(", found")?.0.to_owned())
            };
            if status != Some(0) {
                assert!(line(&ours).is_some(), "{ours}");
                assert_eq!(line(&theirs), line(&ours));
            }
        }
    }
    fs::remove_file(&out).expect("it is there");
    let files = [&package.path("tests/01"), &out, &package.path("tests/01.a")];
    assert_eq!(Command::new(&checker).args(files).output().expect("it runs").status.code(), Some(2));
}

#[test]
fn a_package_for_kattis_has_what_problemtools_ask_for() {
    let sample = sample();
    let own = ["--deck", sample.to_str().expect("a plain name"), "--random", "2", "--for", "kattis"];
    let package = Package::new(&[&own[..], &FEW].concat());
    let answer = |input: &str| input.replace(".in", ".ans");
    package.replay(answer);
    let inputs: Vec<&str> = package.tests.iter().map(|test| &*test.input).collect();
    assert_eq!(inputs[..2], ["data/sample/001.in", "data/secret/002.in"]);
    assert!(inputs[1..].iter().all(|input| input.starts_with("data/secret/")));
    let tests: BTreeSet<String> =
        inputs.iter().flat_map(|&input| [input.to_owned(), answer(input)]).collect();
    let others: Vec<&str> =
        package.files.keys().filter(|name| !tests.contains(*name)).map(String::as_str).collect();
    let expected = [
        "input_validators/validator.cpp",
        "problem.yaml",
        "problem_statement/problem.en.tex",
        "submissions/accepted/solution.cpp",
        "tests.txt",
    ];
    assert_eq!(others, expected);
    for (name, text) in &package.files {
        assert!(text.ends_with('\n') && !text.contains('\r'), "{name}");
    }
    let settings = &package.files["problem.yaml"];
    assert!(settings.contains("\nname: Mahjong Simulator\n") && settings.contains("\nvalidation: default\n"));
    let statement = &package.files["problem_statement/problem.en.tex"];
    assert!(statement.starts_with("\\problemname{Mahjong Simulator}\n"));
    #[cfg(unix)] // On Windows there may be no compiler.
    {
        validates(&package, &mut Command::new(package.compile("input_validators/validator.cpp")), 42);
        solves(&package, "submissions/accepted/solution.cpp", answer);
    }
    // One test is secret, even if all are one's own.
    let package =
        Package::new(&[&own[..2], &[own[1], "--random", "0", "--each", "0", "--for", "kattis"]].concat());
    let inputs: Vec<&str> = package.tests.iter().map(|test| &*test.input).collect();
    assert_eq!(inputs, ["data/sample/001.in", "data/secret/002.in"]);
}

// ------------------------------------------------------------------ what goes wrong

#[test]
fn nothing_is_overwritten_and_nothing_is_left_half_written() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("full")).expect("it can be made");
    fs::write(path.join("full/mine"), "mine").expect("writable");
    fs::write(path.join("file"), "mine").expect("writable");
    let before = files(path);
    let cases: &[(&[&str], i32, &str)] = &[
        (&["full"], 2, "full: it is not empty; expected a new directory"),
        (&["file"], 2, "file: it is a file; expected a new directory"),
        (&["file/new"], 2, "file/new: it is a file; expected a new directory"),
        (&["no/new"], 1, "no: there is no such directory"),
        (&["."], 2, ".: it is not empty; expected a new directory"),
        (&["new", "--random", "0", "--each", "0"], 2, "too few tests are asked for: 0; expected at least 1"),
        (
            &["new", "--random", "1", "--each", "0", "--for", "kattis"],
            2,
            "too few tests are asked for: 1; expected at least 2",
        ),
        (&["new", "--deck", "nowhere"], 1, "nowhere: there is no such file"),
        (&["new", "--deck", "file"], 2, "file: line 1: `mine` is not a tile; expected "),
    ];
    for &(arguments, status, expected) in cases {
        let output = deck(path, &[&["package"], arguments].concat());
        let found = complaint(&output, status);
        assert!(found.starts_with(expected), "{found}");
    }
    let wrong: [&[&str]; 6] = [
        &[],
        &["new", "--for", "spoj"],
        &["new", "--random", "-1"],
        &["new", "--each", "x"],
        &["new", "--with", "ron-by-thre"],
        &["new", "--deck"],
    ];
    for arguments in wrong {
        let output = deck(path, &[&["package"], arguments].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
    }
    assert_eq!(files(path), before);
    assert_eq!(fs::read_dir(path).expect("readable").count(), 2);
    let here = self::folder();
    let output = deck(here.path(), &["package", "."]);
    assert_eq!(complaint(&output, 2), ".: it cannot be replaced; expected a new directory");
}
