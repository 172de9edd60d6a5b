//! What must be so on every system. The programs and bots are `hule` itself, so nothing else is needed.

use crate::common::{self, complaint, hule, printed, text, with_input};
use serde_json::Value;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Output, Stdio};
use tempfile::TempDir;

const HULE: &str = env!("CARGO_BIN_EXE_hule");

fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    fs::read_to_string(path).expect("the sample is there").replace("\r\n", "\n")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is a place for temporary files")
}

fn stress(folder: &TempDir, options: &[&str], program: &[&str]) -> Output {
    let mut command = hule();
    command.args(["stress", "--json", "--shrink", "0"]).args(options).args(["--", HULE]).args(program);
    command.current_dir(folder.path()).stdin(Stdio::null()).output().expect("hule runs")
}

/// What `hule stress` says of `hule` with these arguments as a program.
fn verdict(options: &[&str], program: &[&str]) -> String {
    let folder = folder();
    let output = stress(&folder, &[&["-n", "2"], options].concat(), program);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(3), ""), "{program:?}: {output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    report["failures"][0]["verdict"].as_str().expect("a verdict").to_owned()
}

#[test]
fn right_programs_are_right() {
    let folder = folder();
    let output = stress(&folder, &["-n", "20", "--limit", "60"], &["run"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let output = stress(&folder, &["-n", "2", "--limit", "60", "--strict"], &["run"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn every_verdict_is_reached() {
    assert_eq!(verdict(&["--limit", "60"], &["run", "--explain"]), "WA");
    assert_eq!(verdict(&["--limit", "60"], &["run", "no-such-file"]), "RE");
    assert_eq!(verdict(&["--limit", "0.1"], &["batch", "-n", "1000M", "-j", "1"]), "TLE");
    assert_eq!(verdict(&["--limit", "60", "--memory", "1"], &["batch", "-n", "1000M", "-j", "1"]), "MLE");
}

/// The innermost program holds a port for as long as it lives.
#[cfg(all(feature = "server", not(target_os = "macos")))]
#[test]
fn a_program_ends_with_all_that_it_started() {
    let port = {
        let free = TcpListener::bind("127.0.0.1:0").expect("some port is free");
        free.local_addr().expect("it has one").port().to_string()
    };
    let within = ["stress", "-n", "1", "--limit", "600", "--", HULE, "serve", "--port", &port];
    // It is run again alone, and could not if the first run still held the port.
    assert_eq!(verdict(&["--limit", "0.4", "-j", "1"], &within), "TLE");
    let address = format!("127.0.0.1:{port}");
    common::wait_until("the port is free again", || TcpListener::bind(&address).is_ok());
}

#[test]
fn packages_are_judged() {
    let folder = folder();
    let tests = folder.path().join("tests");
    fs::create_dir(&tests).expect("there is room");
    for name in ["1", "2", "10"] {
        fs::write(tests.join(format!("{name}.in")), sample("sample.deck")).expect("there is room");
        fs::write(tests.join(format!("{name}.ans")), sample("sample.log")).expect("there is room");
    }
    let judge = |arguments: &[&str], places: &[&str]| {
        let mut command = hule();
        let program = format!("\"{HULE}\" {}", arguments.join(" "));
        command.args(["judge", "--json", "--limit", "60", &program]).args(places);
        let output = command.current_dir(folder.path()).output().expect("hule runs");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        let tests = report["tests"].as_array().expect("a list").clone();
        let names = tests.iter().map(|test| test["name"].as_str().expect("a name").to_owned());
        (output.status.code(), names.collect::<Vec<_>>())
    };
    assert_eq!(judge(&["run"], &["tests"]), (Some(0), ["1", "2", "10"].map(str::to_owned).to_vec()));
    let two = [Path::new("tests").join("2.in"), Path::new("tests").join("10.in")];
    let two = [&two[0], &two[1]].map(|path| path.to_str().expect("a plain name"));
    let (status, names) = judge(&["run", "--explain"], &two);
    assert_eq!((status, names), (Some(3), ["tests/2", "tests/10"].map(str::to_owned).to_vec()));
}

#[test]
fn what_cannot_be_started_is_said() {
    let folder = folder();
    let output = hule().args(["stress", "--", "no-such-program"]).output().expect("hule runs");
    assert_eq!(complaint(&output, 1), "no-such-program: there is no such program");
    fs::write(folder.path().join("text.exe"), "not a program").expect("there is room");
    let output = hule().args(["stress", "--", "./text.exe"]).current_dir(folder.path()).output();
    complaint(&output.expect("hule runs"), 1);
}

/// A program in the current folder is found by its name alone, as the shell of Windows finds it.
#[cfg(windows)]
#[test]
fn programs_are_found_where_the_shell_finds_them() {
    let folder = folder();
    fs::copy(HULE, folder.path().join("mine.exe")).expect("there is room");
    for name in ["mine", "mine.exe", ".\\mine", "./mine.exe"] {
        let mut command = hule();
        command.args(["stress", "-n", "2", "--limit", "60", "--", name, "run"]);
        let output = command.current_dir(folder.path()).output().expect("hule runs");
        assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
    }
}

#[test]
fn bots_play_as_their_players() {
    let bot = format!("bot:\"{HULE}\" bot useful");
    let patience = ["--move-time", "120", "--start-time", "120"];
    let run = |players: &str| {
        let mut command = hule();
        command.args(["run", "--seed", "7", "--players", players]).args(patience);
        let output = with_input(&mut command, sample("sample.deck"));
        printed(&output).to_owned()
    };
    assert_eq!(run(&format!("{bot},standard")), run("useful,standard"));
    let output = hule().args(["arena", &bot, "standard", "-n", "4", "--json"]).args(patience).output();
    let output = output.expect("hule runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["matches"][0]["totals"]["entrants"][0]["forfeits"], 0, "{report}");
}

#[test]
fn carriage_returns_make_no_difference() {
    let folder = folder();
    let (deck, log) = (folder.path().join("sample.deck"), folder.path().join("sample.log"));
    let crlf = |text: String| text.replace('\n', "\r\n");
    fs::write(&deck, crlf(sample("sample.deck"))).expect("there is room");
    fs::write(&log, crlf(sample("sample.log"))).expect("there is room");
    assert_eq!(printed(&hule().arg("run").arg(&deck).output().expect("hule runs")), sample("sample.log"));
    let check = |options: &[&str]| {
        let output = hule().arg("check").args(options).arg(&deck).arg(&log).output();
        output.expect("hule runs").status.code()
    };
    assert_eq!(check(&[]), Some(0));
    // A program on Windows writes them without being asked.
    assert_eq!(check(&["--strict"]), Some(if cfg!(windows) { 0 } else { 3 }));
}

/// As PowerShell writes files by `>`.
#[test]
fn utf_16_makes_no_difference_but_for_a_validator() {
    let folder = folder();
    let (deck, log) = (folder.path().join("sample.deck"), folder.path().join("sample.log"));
    let utf_16 = |text: String| {
        let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
    };
    fs::write(&deck, utf_16(sample("sample.deck"))).expect("there is room");
    fs::write(&log, utf_16(sample("sample.log"))).expect("there is room");
    assert_eq!(printed(&hule().arg("run").arg(&deck).output().expect("hule runs")), sample("sample.log"));
    let check = hule().arg("check").arg(&deck).arg(&log).output().expect("hule runs");
    assert_eq!(check.status.code(), Some(0), "{check:?}");
    let validated = hule().args(["deck", "check"]).arg(&deck).output().expect("hule runs");
    assert!(text(&validated.stderr).contains("the text is UTF-16"), "{validated:?}");
    assert_eq!(validated.status.code(), Some(2), "{validated:?}");
}

#[test]
fn names_and_messages_may_be_in_any_language() {
    let folder = folder();
    let deck = folder.path().join("牌山 1.deck");
    fs::write(&deck, sample("sample.deck")).expect("there is room");
    assert_eq!(printed(&hule().arg("run").arg(&deck).output().expect("hule runs")), sample("sample.log"));
    let mut batch = hule();
    batch.args(["batch", "-n", "10", "--json", "结果.json"]).current_dir(folder.path());
    assert_eq!(batch.output().expect("hule runs").status.code(), Some(0));
    assert!(fs::read(folder.path().join("结果.json")).is_ok_and(|json| json.starts_with(b"{")));
    let missing = hule().args(["--lang", "zh", "run", "没有.deck"]).output().expect("hule runs");
    assert!(complaint(&missing, 1).starts_with("没有.deck："), "{missing:?}");
}

#[cfg(windows)]
#[test]
fn a_result_is_kept_if_its_file_is_open_elsewhere() {
    use std::os::windows::fs::OpenOptionsExt;
    const READ_AND_WRITE: u32 = 3;
    let folder = folder();
    let path = folder.path().join("result.json");
    fs::write(&path, "old").expect("there is room");
    let open = fs::File::options().read(true).share_mode(READ_AND_WRITE).open(&path).expect("it is there");
    let mut batch = hule();
    batch.args(["batch", "-n", "10", "--json", "result.json"]).current_dir(folder.path());
    let output = batch.output().expect("hule runs");
    let sentence = text(&output.stderr).to_owned();
    drop(open);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(sentence.contains("result.json: it cannot be replaced"), "{sentence}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "old");
    let files = fs::read_dir(folder.path()).expect("it is there").flatten();
    let kept = files.filter(|file| file.file_name() != "result.json").map(|file| file.path());
    let kept: Vec<String> = kept.filter_map(|path| fs::read_to_string(path).ok()).collect();
    assert!(matches!(&*kept, [json] if json.starts_with('{')), "{kept:?}");
}

#[cfg(windows)]
#[test]
fn a_device_is_no_file() {
    let folder = folder();
    let mut batch = hule();
    batch.args(["batch", "-n", "10", "--json", "NUL"]).current_dir(folder.path());
    assert_eq!(batch.output().expect("hule runs").status.code(), Some(0));
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
}
