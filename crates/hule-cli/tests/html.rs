//! Reports with charts: `hule batch --html`, `hule arena --html` and `hule merge --html`.

use crate::common::{self, complaint, text};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

fn hule(folder: &Path, arguments: &[&str]) -> Output {
    common::hule().current_dir(folder).args(arguments).output().expect("hule runs")
}

/// It must have worked, and this is what it printed.
fn printed(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder can be made")
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("readable").map(|entry| entry.expect("readable").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The file, which must be well-formed and ask for nothing.
fn report(folder: &Path, name: &str) -> String {
    let html = fs::read_to_string(folder.join(name)).expect(name);
    assert!(html.starts_with("<!doctype html>\n") && html.ends_with("</html>\n"));
    for forbidden in
        ["<script", " src=", "href=", "url(", "@import", "http:", "https:", " style=", "NaN", "inf%"]
    {
        assert!(!html.contains(forbidden), "{name} has {forbidden}");
    }
    assert!(html.contains("content=\"default-src 'none'; style-src 'unsafe-inline'"));
    balanced(&html[html.find("<body>").expect("a body")..]);
    html
}

/// Every element is closed where it should be, and no two attributes of one have the same name.
fn balanced(html: &str) {
    let mut open = Vec::new();
    for tag in html.split('<').skip(1).map(|rest| rest.split('>').next().expect("a tag")) {
        let name = tag.split(' ').next().expect("a name");
        if let Some(name) = name.strip_prefix('/') {
            assert!(open.is_empty() && name == "html" || open.pop() == Some(name), "</{name}>");
        } else if !tag.ends_with('/') && name != "!doctype" {
            open.push(name);
        }
    }
    assert_eq!(open, [""; 0]);
}

/// The cells of all rows of tables, as text.
fn rows(html: &str) -> Vec<Vec<String>> {
    let cell = |cell: &str| {
        let mut text = String::new();
        for piece in cell.split('<') {
            text += piece.split_once('>').map_or(piece, |(_, text)| text);
        }
        text.trim().to_owned()
    };
    let row = |row: &str| {
        let row = row.split("</tr>").next().expect("an end");
        let cells = row.split("</th>").flat_map(|part| part.split("</td>"));
        cells.map(|part| part.find("<t").map_or("", |start| &part[start..])).map(cell).collect()
    };
    html.split("<tr").skip(1).map(row).collect()
}

#[test]
fn the_numbers_of_a_batch_are_those_of_its_json() {
    let folder = folder();
    let mut files = Vec::new();
    for threads in ["1", "3"] {
        let arguments = ["batch", "-n", "6000", "--seed", "5", "--first", "7", "-j", threads];
        let exports = ["--html", "a.html", "--json", "a.json"];
        let output = hule(folder.path(), &[&arguments[..], &exports].concat());
        assert!(printed(&output).starts_with("Games 7 to 6006 of seed 5"), "the report is printed as well");
        files.push(report(folder.path(), "a.html"));
    }
    assert!(files[0] == files[1], "threads do not show");
    let html = &files[0];
    assert!(
        html.contains("<html lang=\"en\">")
            && html.contains("<h1>Games 7 to 6006 of seed 5, four standard players</h1>")
    );
    let json: Value =
        serde_json::from_slice(&fs::read(folder.path().join("a.json")).expect("written")).expect("JSON");
    let rows = rows(html);
    let figures = json["figures"].as_array().expect("a list");
    assert!(figures.len() > 80);
    for figure in figures {
        let number = |name: &str| figure[name].as_f64().expect("a number");
        let times = if figure["kind"] == "share" { 100.0 } else { 1.0 };
        let shown = |name: &str| format!("{:.2}", times * number(name));
        let value = shown("value") + if figure["kind"] == "share" { " %" } else { "" };
        let interval = format!("[{}, {}]", shown("low"), shown("high"));
        let name = figure["name"].as_str().expect("a name").trim();
        let wanted =
            |row: &&Vec<String>| row.len() > 4 && row[0] == name && row[3] == value && row[4] == interval;
        let row = rows.iter().find(wanted).unwrap_or_else(|| panic!("{name} {value} {interval}"));
        let counts = [&row[1], &row[2]].map(|count| count.replace(',', ""));
        assert_eq!(counts, ["count", "of"].map(|count| number(count).to_string()), "{name}");
    }
    // What is drawn has the same numbers beside it.
    let won = &figures[3];
    let (value, low) = (won["value"].as_f64().expect("a number"), won["low"].as_f64().expect("a number"));
    let beside = format!("<b>{:.2}</b> <span class=\"interval\">[{:.2}, ", 100.0 * value, 100.0 * low);
    assert!(html.contains(&beside), "{beside}");
}

#[test]
fn reports_are_in_the_language_of_the_command() {
    let folder = folder();
    printed(&hule(folder.path(), &["batch", "-n", "200", "--html", "b.html", "--lang", "zh"]));
    printed(&hule(
        folder.path(),
        &["arena", "useful", "random", "-n", "600", "--sprt", "--html", "a.html", "--lang", "zh"],
    ));
    for name in ["a.html", "b.html"] {
        let html = report(folder.path(), name);
        assert!(html.contains("<html lang=\"zh-Hans\">"));
        let body = html[html.find("<body>").expect("a body")..].to_owned();
        let shown: String =
            body.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text).collect();
        let words = shown.split(|letter: char| !letter.is_ascii_lowercase()).filter(|word| word.len() > 2);
        let known = ["hule", "useful", "random"];
        assert_eq!(words.filter(|word| !known.contains(word)).collect::<Vec<_>>(), [""; 0], "{name}");
    }
}

#[test]
fn the_numbers_of_an_arena_are_those_of_its_json() {
    let folder = folder();
    for (arguments, drawn) in [
        (&["useful", "standard", "-n", "1200"][..], &["Wins by player", "Differences"][..]),
        (&["useful", "standard", "random", "standard", "-n", "400"], &["Wins by player", "Differences"]),
        (&["useful", "useful", "-n", "6"], &["Wins by player", "Differences"]),
        (&["useful"; 4], &["Wins by player"]),
        (&["random", "useful", "standard", "--round-robin", "-n", "900"], &["Ratings", "Differences"]),
        (&["random", "useful", "--round-robin", "-n", "1"], &["Ratings", "Differences"]),
        (&["useful", "standard", "--sprt=0,5"], &["The sequential test", "Wins by player", "Differences"]),
        (
            &["useful", "standard", "--sprt", "-n", "1"],
            &["The sequential test", "Wins by player", "Differences"],
        ),
    ] {
        let output = hule(folder.path(), &[&["arena"], arguments, &["--json", "--html", "a.html"]].concat());
        let json: Value = serde_json::from_str(printed(&output)).expect("JSON");
        let html = report(folder.path(), "a.html");
        let titles: Vec<&str> =
            html.split("<h2>").skip(1).map(|rest| rest.split('<').next().expect("a title")).collect();
        assert_eq!(titles, [drawn, &["In numbers"]].concat(), "{arguments:?}");
        let percent = |value: &Value| 100.0 * value.as_f64().expect("a number");
        let matches = json["matches"].as_array().expect("a list");
        for played in matches {
            let shares = played["shares"].as_array().expect("a list").iter();
            for share in shares.filter(|_| json["ratings"].is_null()) {
                let [value, low, high] = ["value", "low", "high"].map(|name| percent(&share[name]));
                let shown =
                    format!("<b>{value:.2}</b> <span class=\"interval\">[{low:.2}, {high:.2}]</span>");
                assert!(html.contains(&shown), "{arguments:?}: {shown}");
            }
            for difference in played["differences"].as_array().expect("a list") {
                let [value, low, high] = ["value", "low", "high"].map(|name| percent(&difference[name]));
                let shown =
                    format!("<b>{value:+.2}</b> <span class=\"interval\">[{low:+.2}, {high:+.2}]</span>");
                assert!(html.contains(&shown.replace('-', "−")), "{arguments:?}: {shown}");
            }
        }
        for rating in json["ratings"].as_array().into_iter().flatten() {
            let reach = rating["reach"].as_f64().map_or("?".to_owned(), |reach| format!("{reach:.0}"));
            let value = format!("{:+.0}", rating["value"].as_f64().expect("a number")).replace('-', "−");
            let shown = format!("<b>{value}</b> <span class=\"interval\">± {reach}</span>");
            assert!(html.contains(&shown), "{arguments:?}: {shown}");
        }
        if let Some(ratio) = json["sprt"]["log_ratio"].as_f64() {
            let last = format!("<td>{ratio:+.2}</td></tr>\n</tbody>").replace('-', "−");
            assert!(html.contains(&last), "{arguments:?}: the path ends with {last}");
        }
    }
}

#[test]
fn merged_reports_are_drawn_as_the_whole() {
    let folder = folder();
    for (command, cut) in [
        (
            &["batch", "--seed", "2"][..],
            [&["-n", "640"][..], &["-n", "300"], &["-n", "340", "--first", "300"]],
        ),
        (&["arena", "useful", "standard"], [&["-n", "60"], &["-n", "24"], &["-n", "36", "--first", "4"]]),
    ] {
        let is_batch = command[0] == "batch";
        printed(&hule(folder.path(), &[command, cut[0], &["--html", "whole.html"]].concat()));
        for (name, part) in ["a.json", "b.json"].iter().zip(&cut[1..]) {
            let json: &[&str] = if is_batch { &["--json", "-"] } else { &["--json"] };
            let output = hule(folder.path(), &[command, part, json].concat());
            fs::write(folder.path().join(name), printed(&output)).expect("writable");
        }
        printed(&hule(folder.path(), &["merge", "b.json", "a.json", "--html", "merged.html"]));
        assert!(report(folder.path(), "merged.html") == report(folder.path(), "whole.html"), "{command:?}");
    }
    // The decks of a test that others have played, one by one, have its path.
    printed(&hule(folder.path(), &["arena", "useful", "random", "--sprt=0,5", "--html", "whole.html"]));
    let parts = hule(folder.path(), &["arena", "useful", "random", "--sprt=0,5", "-n", "600", "--part"]);
    fs::write(folder.path().join("parts"), printed(&parts)).expect("writable");
    printed(&hule(folder.path(), &["merge", "parts", "--html", "merged.html"]));
    assert!(report(folder.path(), "merged.html") == report(folder.path(), "whole.html"));
}

#[test]
fn what_cannot_be_written_is_said_before_games_are_played_and_nothing_is_left() {
    let folder = folder();
    // So many games take years.
    let batch = ["batch", "-n", "999999999M"];
    let arena = ["arena", "search", "search", "-n", "999999999M"];
    let sprt = ["arena", "useful", "standard", "--sprt=0,0.0001"];
    for command in [&batch[..], &arena, &sprt] {
        let run = |more: &[&str], status| {
            complaint(&hule(folder.path(), &[command, more].concat()), status).to_owned()
        };
        assert_eq!(run(&["--html", "no/a.html"], 1), "no: there is no such folder");
        assert_eq!(run(&["--html", "."], 1), ".: it is a folder; expected a file");
    }
    let both = ["--html", "-", "--json"];
    let sentence = "only one export can go to standard output";
    assert_eq!(complaint(&hule(folder.path(), &[&arena[..], &both].concat()), 2), sentence);
    assert_eq!(complaint(&hule(folder.path(), &[&batch[..], &both, &["-"]].concat()), 2), sentence);
    let twice = ["--html", "a", "--csv", "./a"];
    assert_eq!(
        complaint(&hule(folder.path(), &[&batch[..], &twice].concat()), 2),
        "two exports would go to one file: ./a and a"
    );
    let part = hule(folder.path(), &["arena", "useful", "standard", "--part", "--html", "a.html"]);
    assert_eq!((part.status.code(), text(&part.stdout)), (Some(2), ""));
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn a_report_can_go_to_standard_output() {
    let folder = folder();
    for command in [&["batch", "-n", "100"][..], &["arena", "useful", "random", "-n", "12"]] {
        let output = hule(folder.path(), &[command, &["--html", "-"]].concat());
        assert!(printed(&output).starts_with("<!doctype html>"));
        printed(&hule(folder.path(), &[command, &["--html", "file"]].concat()));
        assert!(report(folder.path(), "file") == printed(&output));
        let stderr = text(&output.stderr);
        assert!(
            stderr.contains("Outcomes") || stderr.contains("Wins by player"),
            "the text makes room: {stderr}"
        );
    }
    assert_eq!(files(folder.path()), ["file"]);
}

#[test]
#[cfg(unix)] // Signals.
fn a_batch_that_is_stopped_is_drawn_as_far_as_it_went() {
    let folder = folder();
    let mut hule = common::hule();
    hule.current_dir(folder.path()).args(["batch", "-n", "1000M", "--html", "a.html", "--logs", "a.txt"]);
    let running = common::Running::start(&mut hule);
    let written =
        || fs::read_dir(folder.path()).expect("readable").flatten().filter_map(|file| file.metadata().ok());
    common::wait_until("some logs are written", || written().any(|file| file.len() > 0));
    let names = files(folder.path());
    assert!(names.iter().all(|name| name.starts_with(".hule-")), "not before the end: {names:?}");
    running.send(rustix::process::Signal::INT);
    let output = running.output();
    let title = printed(&output).lines().next().expect("a title").to_owned();
    assert!(report(folder.path(), "a.html").contains(&format!("<h1>{title}</h1>")));
    assert_eq!(files(folder.path()), ["a.html", "a.txt"]);
}
