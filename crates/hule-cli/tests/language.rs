//! `hule` in English and Chinese.

use crate::common::{self, text, with_input};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the command in this locale.
fn hule_in(locale: &str, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hule"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", locale).args(arguments);
    with_input(&mut command, input)
}

/// What it prints in Chinese, which must be the same for the option and for the locale; and its exit status.
fn chinese(arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let asked = hule_in("C", &[arguments, &["--lang", "zh"]].concat(), input);
    let located = hule_in("zh_CN.UTF-8", arguments, input);
    assert_eq!(both(&asked), both(&located), "{arguments:?}");
    assert_eq!(asked.status, located.status);
    (both(&asked), asked.status.code())
}

fn both(output: &Output) -> String {
    text(&output.stdout).to_owned() + text(&output.stderr)
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

fn sample(ending: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sample").with_extension(ending);
    fs::read_to_string(path).expect("the sample is there")
}

#[test]
fn reasons_are_in_chinese_and_the_log_is_not() {
    let (explained, status) = chinese(&["run", "--explain", "examples/sample.deck"], "");
    assert_eq!(status, Some(0));
    let (reasons, log): (Vec<&str>, Vec<&str>) = explained.lines().partition(|line| line.starts_with("    "));
    assert_eq!(log.join("\n") + "\n", sample("log"));
    assert!(reasons.iter().all(|line| is_chinese(line)), "{reasons:?}");
    assert!(reasons.contains(&"    A 可以碰 Z Z Z：和牌距离从 3 到 2，变小，所以要。[R28]"));
}

#[test]
fn wrong_output_is_explained_in_chinese() {
    let wrong = sample("log").replace("B OUT F", "B OUT 9S");
    let (report, status) = chinese(&["check", "examples/sample.deck"], &wrong);
    assert_eq!(status, Some(3));
    assert!(report.starts_with("第 68 行错误。\n"), "{report}");
    for part in [
        "\n错误：程序算出的和牌距离似乎不对。[R16 和牌距离]\n",
        "\n    B 打出 F 后和牌距离为 2：1P 2P [3P] | 9S 9S 9S | 2M [2M]\n",
    ] {
        assert!(report.contains(part), "{report}");
    }
    let english = hule_in("C", &["check", "examples/sample.deck"], &wrong);
    let found = text(&english.stdout);
    for part in [
        "\nWhat is wrong: the program seems to compute wrong distances. [R16 Winning distance]\n",
        "\n    without F, B has distance 2: 1P 2P [3P] | 9S 9S 9S | 2M [2M]\n",
    ] {
        assert!(found.contains(part), "{found}");
    }
}

#[test]
fn judges_read_their_words_in_english() {
    let folder = tempfile::tempdir().expect("there is room");
    let wrong = folder.path().join("wrong");
    fs::write(&wrong, sample("log").replace("B OUT F", "B OUT 9S")).expect("there is room");
    let wrong = wrong.to_str().expect("its name is text");
    let files = ["check", "--testlib", "examples/sample.deck", wrong, "examples/sample.log"];
    let (verdict, status) = chinese(&files, "");
    assert_eq!(status, Some(1));
    assert!(verdict.starts_with("wrong answer 第 68 行：应为 `B OUT F`，实为 `B OUT 9S`："), "{verdict}");
}

#[test]
fn hands_are_looked_at_in_chinese() {
    let (report, status) = chinese(&["hand", "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E F Z"], "");
    assert_eq!(status, Some(0));
    assert!(report.contains("\n和牌距离 1：听牌。\n") && report.contains("\n标准玩家打出 Z：\n"), "{report}");
    assert!(report.contains("\n> Z               1     3  F(3)\n"), "the columns stay: {report}");
    let (complaint, status) = chinese(&["hand", "123x"], "");
    assert!(complaint.starts_with("hule: `123x` 不是牌名；应为 1M-9M、"), "{complaint}");
    assert!(status == Some(2) && complaint.ends_with("，也可以连写，例如 123M 或 EE\n"), "{complaint}");
}

#[test]
fn batches_are_reported_in_chinese() {
    let batch = |arguments: &[&str]| hule_in("C", &[&["batch", "-n", "500"], arguments].concat(), "");
    let (english, chinese) = (batch(&[]), batch(&["--lang", "zh"]));
    assert!(text(&chinese.stdout).starts_with("种子 0 的第 0 到 499 局，四名标准玩家\n\n结局\n  荣和   "));
    assert!(text(&chinese.stderr).starts_with("500 局，"), "{}", text(&chinese.stderr));
    let numbers = |output: &Output| -> Vec<String> {
        let lines = text(&output.stdout).lines().filter_map(|line| line.split_once(" ["));
        lines.map(|(_, behind)| behind.to_owned()).collect()
    };
    assert_eq!(numbers(&english), numbers(&chinese));
    assert!(numbers(&english).len() > 40);
}

#[test]
fn arenas_are_reported_in_chinese() {
    let arena = |arguments: &[&str]| {
        let output = hule_in("C", &[&["arena"], arguments, &["--lang", "zh"]].concat(), "");
        assert_eq!(output.status.code(), Some(0));
        text(&output.stdout).to_owned()
    };
    let report = arena(&["useful", "standard", "--sprt", "-n", "600"]);
    assert!(report.starts_with("useful - standard：种子 0 的 "), "{report}");
    for part in ["\n各玩家的胜率\n", "\n胜率之差\n", "\n计数\n", "\n流局：", "\nSPRT：100 副牌堆后"]
    {
        assert!(report.contains(part), "{part} in {report}");
    }
    let report = arena(&["search:time=1ms", "random", "--round-robin", "-n", "1"]);
    assert!(report.contains("\n等级分\n"), "{report}");
    assert!(report.ends_with("search:time=1ms 的选择并不总是相同，再运行一次结果会不同。\n"), "{report}");
    let (explained, _) =
        chinese(&["run", "--players", "useful,net", "--explain", "examples/sample.deck"], "");
    assert!(explained.lines().filter(|line| line.starts_with("    ")).all(is_chinese), "{explained}");
}

#[test]
fn failures_are_in_chinese() {
    let cases: [(&[&str], &str, &str, i32); 8] = [
        (&["arena", "useful"], "", "hule: 给出了 1 名玩家；至少需要两名\n", 2),
        (
            &["run", "--players", "a"],
            "",
            "错误：'--players <PLAYERS>' 的值 'a' 无效：`a` 不是玩家名；应为其中之一：",
            2,
        ),
        (&["run"], "1M 0M", "hule: 标准输入：第 1 行第 4 列：`0M` 不是牌名；应为 1M-9M、", 2),
        (&["run"], "", "hule: 标准输入：没有牌；应有 148 张牌的牌名\n", 2),
        (&["run", "no.deck"], "", "hule: no.deck：没有这个文件\n", 1),
        (&["run", "--explian"], "", "错误：没有参数 '--explian'；也许是 '--explain'\n", 2),
        (&["batch", "-n", "many"], "", "错误：'--games <GAMES>' 的值 'many' 无效：应为一个数，", 2),
        (&["deck", "new", "--seed", "x"], "", "错误：'--seed <SEED>' 的值 'x' 无效：应为一个非负整数\n", 2),
    ];
    for (arguments, input, beginning, status) in cases {
        let (complaint, found) = chinese(arguments, input);
        assert!(complaint.starts_with(beginning), "{complaint}");
        assert_eq!(found, Some(status), "{complaint}");
    }
}

/// The first block of text in a document.
fn shown_in(document: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document);
    let text = fs::read_to_string(path).expect("the document is there");
    text.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block").to_owned()
}

#[test]
fn the_tutorials_show_what_is_printed() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hule");
    let log = data.join("tests/data/situations/claim-on-last-discard.log");
    let log = fs::read_to_string(log).expect("the log is there");
    // The program ends the game as soon as the deck is empty.
    let (before, _) = log.rsplit_once("C OUT 4M\n").expect("C discards after its claim");
    let wrong = before.to_owned() + "DRAW\n";
    let deck = "crates/hule/tests/data/situations/claim-on-last-discard.deck";
    for (document, language) in [("docs/TUTORIAL.md", "en"), ("docs/TUTORIAL.zh.md", "zh")] {
        let output = hule_in("C", &["--lang", language, "check", deck], &wrong);
        assert_eq!(shown_in(document), text(&output.stdout), "{document}");
    }
}

#[test]
fn the_chinese_readme_shows_what_is_printed() {
    let (explained, _) = chinese(&["run", "--explain", "examples/sample.deck"], "");
    assert!(explained.contains(&shown_in("README.zh.md")), "{explained}");
}

#[test]
#[cfg(target_os = "linux")]
fn terminals_show_no_line_too_long() {
    use unicode_width::UnicodeWidthStr;
    let wrong = sample("log").replace("B OUT F", "B OUT 9S");
    let folder = tempfile::tempdir().expect("there is room");
    let output = folder.path().join("wrong.log");
    fs::write(&output, wrong).expect("writable");
    let output = output.to_str().expect("a plain name");
    let cases: [&[&str]; 9] = [
        &["run", "--explain", "examples/sample.deck"],
        &["check", "examples/sample.deck", output],
        &["hand", "147M 258P 369S ESWNZ"],
        &["rules"],
        &["deck", "list", "--all"],
        &["--help"],
        &["help", "--help"],
        &["arena", "--help"],
        &["stress", "-h"],
    ];
    for (arguments, language) in cases.iter().flat_map(|case| [(case, "en"), (case, "zh")]) {
        let command = || {
            let mut command = common::hule();
            command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
            command.args(["--lang", language]).args(*arguments);
            command
        };
        for columns in [60, 80] {
            let shown = common::on_terminal(&mut command(), columns);
            assert!(!shown.is_empty(), "{arguments:?}");
            let longest = shown.lines().max_by_key(|line| line.width()).unwrap_or_default();
            assert!(longest.width() <= usize::from(columns), "{arguments:?}, {columns}: {longest}");
        }
        // A terminal may not know how many rows it has.
        let shown = common::on_terminal_of(&mut command(), 0, 60);
        assert!(shown.lines().all(|line| line.width() <= 60), "{arguments:?}: {shown}");
        // Wrapping adds only line ends and spaces, and a pipe gets none.
        let letters = |text: &str| text.split_whitespace().collect::<String>();
        let piped = command().output().expect("hule runs");
        let shown = common::on_terminal(&mut command(), 80);
        assert_eq!(letters(&shown), letters(text(&piped.stdout)), "{arguments:?}");
    }
    let piped = hule_in("C", &["rules"], "");
    assert!(text(&piped.stdout).lines().any(|line| line.width() > 200));
}

#[test]
fn help_can_be_asked_for_in_every_way() {
    let help = |line: &str| {
        let output = hule_in("C", &line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    for (one, other) in [
        ("help --help", "help help"),
        ("help -h", "help help"),
        ("help rules", "rules --help"),
        ("help deck new", "deck new --help"),
        ("help deck new --help", "deck new --help"),
        ("deck help --help", "deck help help"),
    ] {
        assert_eq!(help(one), help(other), "{one}");
        assert!(help(one).contains("\nUsage: hule "), "{one}");
    }
}

#[test]
fn help_is_in_chinese() {
    for arguments in
        [&["--help"][..], &["run", "-h"], &["stress", "--help"], &["help", "batch"], &["deck", "-h"]]
    {
        let (help, status) = chinese(arguments, "");
        assert_eq!(status, Some(0));
        for english in ["Usage", "Options", "Arguments", "Commands", "Print", "default:", "Exit status"] {
            assert!(!help.contains(english), "{arguments:?}: {english} in\n{help}");
        }
        assert!(help.contains("用法：") && help.contains("\n退出状态：\n  0  "), "{help}");
    }
    let (page, status) = chinese(&["man"], "");
    assert!(status == Some(0) && page.contains("\n.SH 退出状态\n"), "{page}");
}

#[test]
fn the_option_goes_before_the_locale() {
    let arguments = ["--lang", "en", "run", "no.deck"];
    let output = hule_in("zh_CN.UTF-8", &arguments, "");
    assert_eq!(text(&output.stderr), "hule: no.deck: there is no such file\n");
    let output = hule_in("de_DE.UTF-8", &["run", "no.deck"], "");
    assert_eq!(text(&output.stderr), "hule: no.deck: there is no such file\n");
    let (complaint, status) = (hule_in("zh_CN", &["run", "--lang", "de"], ""), 2);
    assert_eq!(complaint.status.code(), Some(status));
    assert!(text(&complaint.stderr).contains("\"de\" 不是可用的语言；应为 en 或 zh"));
}

/// The names of the values in the next string of a source, and what stands behind it.
fn values(source: &str) -> Option<(BTreeSet<String>, &str)> {
    let start = source.find('"')? + 1;
    let mut escaped = false;
    let end = source[start..].find(|letter| {
        let ends = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    })?;
    let text = source[start..start + end].replace("{{", "").replace("}}", "");
    let names = text.split('{').skip(1).filter_map(|part| part.split(['}', ':']).next());
    // A value may have one name for each language.
    let names = names.map(|name| name.replace("english", "language").replace("chinese", "language"));
    Some((names.collect(), &source[start + end + 1..]))
}

/// The sources of all crates, with their paths.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let crates = ["hule", "hule-report", "hule-api", "hule-server", "hule-cli"];
    let mut folders: Vec<_> = crates.iter().map(|name| root.join(name).join("src")).collect();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).expect("a source");
                sources.push((path, source));
            }
        }
    }
    sources
}

/// The compiler sees that the values of a sentence exist, but not that one is forgotten in one language.
#[test]
fn sentences_have_the_same_values_in_both() {
    let mut sentences = 0;
    for (path, source) in sources() {
        let of_errors = source.split("report_error!(").skip(1);
        let parts = source.split("say!(").flat_map(|part| part.split("name!(")).skip(1);
        for part in parts.chain(of_errors) {
            let Some((english, rest)) = values(part) else { continue };
            let Some((chinese, _)) = values(rest) else { continue };
            let forgotten: Vec<_> = english.symmetric_difference(&chinese).collect();
            // Chinese has no plural, and need not repeat what was said before.
            let is_english = |name: &&String| ["plural", "tiles", "melds"].contains(&name.as_str());
            assert!(forgotten.iter().all(is_english), "{}: {forgotten:?} in {part}", path.display());
            sentences += 1;
        }
    }
    assert!(sentences > 250, "{sentences}");
}

#[test]
fn chinese_has_no_stray_spaces() {
    let is_mark = |letter: char| "，。、；：？！（）《》“”".contains(letter);
    let is_letter = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
    let documents = ["README.zh.md", "docs/RULES.zh.md", "docs/TUTORIAL.zh.md", "web/words.js"].map(|name| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        let text = fs::read_to_string(&path).expect("the document is there");
        (path, text)
    });
    for (path, text) in sources().into_iter().chain(documents) {
        for (number, line) in text.lines().enumerate() {
            let letters: Vec<char> = line.chars().collect();
            for around in letters.windows(3) {
                let [before, ' ', behind] = *around else { continue };
                // Help has its default values in brackets, and examples have columns.
                let stray = (is_mark(before) && (is_mark(behind) || is_letter(behind)))
                    || (is_letter(before) && (is_mark(behind) || is_letter(behind)))
                    || (before.is_alphanumeric() && is_mark(behind));
                assert!(!stray, "{}, line {}: {line}", path.display(), number + 1);
            }
        }
    }
}

#[test]
fn machines_read_the_same_in_both() {
    let wrong = sample("log").replace("B OUT F", "B OUT 9S");
    let hand = "1M 2M 3M 4P 5P 6P 7S 8S 9S E E E F Z";
    let cases: [(&[&str], &str); 13] = [
        (&["rules", "--json"], ""),
        (&["run", "examples/sample.deck"], ""),
        (&["run", "--explain", "--format", "json", "examples/sample.deck"], ""),
        (&["arena", "useful", "standard", "--json", "-n", "60"], ""),
        (&["run", "--players", "useful,net", "--explain", "--format", "json", "examples/sample.deck"], ""),
        (&["check", "--json", "examples/sample.deck"], &wrong),
        (&["hand", "--json", hand], ""),
        (&["batch", "-n", "300", "--json", "-"], ""),
        (&["batch", "-n", "300", "--csv", "-"], ""),
        (&["deck", "new", "--seed", "7"], ""),
        (&["deck", "list", "--json"], ""),
        (&["deck", "tags", "--json", "examples/sample.deck"], ""),
        (&["deck", "check", "examples/sample.deck"], ""),
    ];
    for (arguments, input) in cases {
        let (english, chinese) = (hule_in("C", arguments, input), hule_in("zh_CN.UTF-8", arguments, input));
        assert!(!english.stdout.is_empty());
        assert_eq!(text(&english.stdout), text(&chinese.stdout), "{arguments:?}");
    }
}
