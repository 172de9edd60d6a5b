//! `hule batch`, `hule merge` and `hule deck new` as their users meet them.

use crate::common::{self, complaint, text};
use hule::Deck;
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

#[test]
fn results_do_not_depend_on_the_threads() {
    let folder = folder();
    let games = ["batch", "-n", "10_000", "--seed", "3", "--first", "77"];
    let mut exports = vec![("--json", "a.json"), ("--csv", "a.csv"), ("--logs", "a.txt")];
    if cfg!(feature = "parquet") {
        exports.push(("--parquet", "a.parquet"));
    }
    let options: Vec<&str> = exports.iter().flat_map(|(option, file)| [*option, *file]).collect();
    let mut all = Vec::new();
    for threads in ["1", "2", "5"] {
        let output = hule(folder.path(), &[&games[..], &["-j", threads], &options].concat());
        let report = printed(&output).to_owned();
        assert!(report.starts_with("Games 77 to 10076 of seed 3, four standard players\n\nOutcomes\n  ron "));
        assert!(text(&output.stderr).starts_with("10000 games in "), "{}", text(&output.stderr));
        let read = |(_, name): &(_, &str)| fs::read(folder.path().join(name)).expect(name);
        all.push((report, exports.iter().map(read).collect::<Vec<_>>()));
    }
    assert!(all[0] == all[1] && all[1] == all[2]);
    let mut expected: Vec<&str> = exports.iter().map(|(_, file)| *file).collect();
    expected.sort_unstable();
    assert_eq!(files(folder.path()), expected, "and nothing half-written");
}

#[test]
fn logs_are_those_of_the_seeded_decks() {
    let folder = folder();
    let decks: Vec<String> = (5..8)
        .map(|game| {
            printed(&hule(folder.path(), &["deck", "new", "--seed", "9", "--game", &game.to_string()]))
                .to_owned()
        })
        .collect();
    assert_eq!(decks[0].parse::<Deck>(), Ok(Deck::seeded(9, 5)));
    fs::write(folder.path().join("decks"), decks.concat()).expect("writable");
    let expected = hule(folder.path(), &["run", "--many", "decks"]);
    let logs = hule(folder.path(), &["batch", "-n", "3", "--seed", "9", "--first", "5", "--logs", "-"]);
    assert_eq!(printed(&logs), printed(&expected));
    assert!(text(&logs.stderr).starts_with("Games 5 to 7 of seed 9"), "the report makes room");
}

#[test]
fn parts_merge_to_the_whole() {
    let folder = folder();
    let batch = |arguments: &[&str]| {
        printed(&hule(folder.path(), &[&["batch", "--seed", "4"], arguments].concat())).to_owned()
    };
    let report = batch(&["-n", "3000", "--json", "whole.json", "--csv", "whole.csv"]);
    batch(&["-n", "1000", "--json", "a.json"]);
    batch(&["-n", "1", "--first", "1k", "--json", "b.json"]);
    batch(&["-n", "1999", "--first", "1001", "--json", "c.json"]);
    let merged =
        hule(folder.path(), &["merge", "c.json", "a.json", "b.json", "--json", "m.json", "--csv", "m.csv"]);
    assert_eq!(printed(&merged), report);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
    assert_eq!(read("m.json"), read("whole.json"));
    assert_eq!(read("m.csv"), read("whole.csv"));
    assert!(read("whole.csv").starts_with("section,name,kind,count,of,value,low,high\nOutcomes,ron,share,"));

    let merge = |files: &[&str]| hule(folder.path(), &[&["merge"], files].concat());
    assert_eq!(complaint(&merge(&["a.json", "whole.json"]), 2), "a.json and whole.json both have game 0");
    assert_eq!(complaint(&merge(&["a.json", "c.json"]), 2), "game 1000 is missing between a.json and c.json");
    batch(&["-n", "10", "--first", "5k", "--json", "d.json"]);
    assert_eq!(
        complaint(&merge(&["whole.json", "d.json"]), 2),
        "games 3000 to 4999 are missing between whole.json and d.json"
    );
    printed(&hule(
        folder.path(),
        &["batch", "-n", "10", "--first", "1000", "--seed", "5", "--json", "e.json"],
    ));
    assert_eq!(complaint(&merge(&["a.json", "e.json"]), 2), "a.json has seed 4 and e.json has seed 5");
    fs::write(folder.path().join("f.json"), "{\"format\":\"hule-batch\"}").expect("writable");
    assert!(
        complaint(&merge(&["f.json"]), 2).starts_with("f.json: not a report of hule batch: missing field")
    );
    let newer = read("a.json").replace("\"version\": 1", "\"version\": 2");
    fs::write(folder.path().join("g.json"), newer).expect("writable");
    let sentence = "g.json: hule-batch version 2; expected hule-batch version 1";
    assert_eq!(complaint(&merge(&["g.json"]), 2), sentence);
    assert_eq!(complaint(&merge(&["no.json"]), 1), "no.json: there is no such file");
}

#[test]
#[cfg(not(feature = "parquet"))]
fn a_command_without_parquet_says_how_to_get_it() {
    let folder = folder();
    let batch = ["batch", "-n", "10", "--json", "a.json", "--parquet", "a.parquet"];
    let english = "this hule was built without the feature parquet; \
        `cargo install --path crates/hule-cli --features parquet`, the release archives and the Python package have it";
    let chinese = "这个 hule 编译时没有启用特性 parquet；\
        请用 `cargo install --path crates/hule-cli --features parquet` 安装，或使用发行包或 Python 包";
    assert_eq!(complaint(&hule(folder.path(), &batch), 2), english);
    let spoken = hule(folder.path(), &[&batch[..], &["--lang", "zh"]].concat());
    assert_eq!(complaint(&spoken, 2), chinese);
    assert!(files(folder.path()).is_empty(), "nothing is written");
}

#[test]
#[cfg(unix)] // Signals.
fn ctrl_c_reports_what_was_done() {
    let folder = folder();
    let mut hule = common::hule();
    hule.current_dir(folder.path()).args(["batch", "-n", "1000M", "--json", "a.json", "--logs", "a.txt"]);
    let running = common::Running::start(&mut hule);
    // What it has written so far is under other names.
    let written =
        || fs::read_dir(folder.path()).expect("readable").flatten().filter_map(|file| file.metadata().ok());
    common::wait_until("some logs are written", || written().any(|file| file.len() > 0));
    let names = files(folder.path());
    assert!(names.iter().all(|name| name.starts_with(".hule-")), "not before the end: {names:?}");
    running.send(rustix::process::Signal::INT);
    let output = running.output();
    assert!(printed(&output).starts_with("Games 0 to "));
    let stderr = text(&output.stderr);
    let played: u64 =
        stderr.split(' ').next().and_then(|word| word.parse().ok()).expect("how many were played");
    assert!(stderr.contains(" of 1000000000 games in ") && played > 0 && played < 1_000_000_000, "{stderr}");
    assert_eq!(files(folder.path()), ["a.json", "a.txt"]);
    let json = fs::read_to_string(folder.path().join("a.json")).expect("it was written");
    assert!(json.contains(&format!("\"games\": {played},")));
    let logs = fs::read_to_string(folder.path().join("a.txt")).expect("it was written");
    assert_eq!(logs.split("\n\n").count() as u64, played);
}

#[test]
fn what_cannot_be_written_is_an_io_error_and_nothing_is_left() {
    let folder = folder();
    fs::create_dir(folder.path().join("sub")).expect("it can be made");
    let batch = |arguments: &[&str]| hule(folder.path(), &[&["batch", "-n", "2000"], arguments].concat());
    fs::write(folder.path().join("file"), "").expect("writable");
    assert_eq!(complaint(&batch(&["--json", "no/a.json"]), 1), "no: there is no such folder");
    assert_eq!(complaint(&batch(&["--json", "file/a.json"]), 1), "file: it is a file; expected a folder");
    for name in ["sub", "sub/", "..", ".", "/"] {
        let sentence = format!("{name}: it is a folder; expected a file");
        assert_eq!(complaint(&batch(&["--logs", name]), 1), sentence);
    }
    let new = folder.path().canonicalize().expect("it is there").join("new").display().to_string();
    // Windows would have more in front of it.
    let sentence = format!("{}: there is no such folder", new.trim_start_matches(r"\\?\"));
    assert_eq!(complaint(&batch(&["--logs", "new/"]), 1), sentence);
    assert_eq!(
        complaint(&batch(&["--json", "-", "--csv", "-"]), 2),
        "only one export can go to standard output"
    );
    assert_eq!(files(folder.path()), ["file", "sub"]);
    for arguments in [&["-n", "0"][..], &["-n", "1", "--first", "18446744073709551615"]] {
        let output = hule(folder.path(), &[&["batch"], arguments].concat());
        assert!(complaint(&output, 2).starts_with("expected at least one game"), "{arguments:?}");
    }
    for arguments in
        [&["-n", "many"][..], &["-n", "-5"], &["-j", "0"], &["--seed", "x"], &["-n", "99999999999999M"]]
    {
        let output = hule(folder.path(), &[&["batch"], arguments].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
    }
}

// ---------------------------------------------------------------- what else a path can be

/// A batch of a few games with these exports.
#[cfg(unix)]
fn batch(folder: &Path, exports: &[&str]) -> Output {
    hule(folder, &[&["batch", "-n", "100"], exports].concat())
}

/// What `--json` writes for it.
#[cfg(unix)]
fn json(folder: &Path) -> String {
    printed(&batch(folder, &["--json", "-"])).to_owned()
}

#[test]
#[cfg(unix)]
fn symbolic_links_are_followed() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let (json, link) = (json(folder.path()), |to: &str, name: &str| symlink(to, path(name)).expect("made"));
    fs::create_dir(path("sub")).expect("writable");
    fs::write(path("old"), "old").expect("writable");
    link("old", "to-old");
    link("sub/new", "to-new");
    link("to-new", "to-to-new");
    link("round", "round");
    link("nowhere/x", "lost");
    link("sub", "to-sub");
    for (name, real) in [("to-old", "old"), ("to-to-new", "sub/new")] {
        printed(&batch(folder.path(), &["--json", name]));
        assert!(path(name).is_symlink());
        assert_eq!(fs::read_to_string(path(real)).expect("written"), json);
    }
    let refused = |name: &str| complaint(&batch(folder.path(), &["--json", name]), 1).to_owned();
    assert_eq!(refused("round"), "round: its symbolic links lead in a circle");
    assert!(refused("lost").ends_with("nowhere: there is no such folder"));
    assert_eq!(refused("to-sub"), "to-sub: it is a folder; expected a file");
    assert_eq!(files(&path("sub")), ["new"]);
}

#[test]
#[cfg(unix)]
fn a_file_keeps_its_mode_and_one_that_is_protected_is_not_replaced() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let folder = folder();
    let file = folder.path().join("a.json");
    fs::write(&file, "old").expect("writable");
    fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).expect("it is ours");
    let other = chown(&file, Some(4321), Some(1234)).is_ok();
    printed(&batch(folder.path(), &["--json", "a.json"]));
    let data = fs::metadata(&file).expect("it is there");
    assert_eq!(data.mode() & 0o7777, 0o640);
    assert!(!other || (data.uid(), data.gid()) == (4321, 1234));
    assert_eq!(fs::read_to_string(&file).expect("readable"), json(folder.path()));
    if other {
        return; // Nothing is protected from root.
    }
    fs::set_permissions(&file, PermissionsExt::from_mode(0o440)).expect("it is ours");
    let refused = batch(folder.path(), &["--json", "a.json"]);
    assert!(complaint(&refused, 1).starts_with("a.json: "));
    fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o500)).expect("it is ours");
    let refused = batch(folder.path(), &["--json", "b.json"]);
    assert!(complaint(&refused, 1).ends_with(": no file may be made in this folder"));
    fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o700)).expect("it is ours");
}

#[test]
#[cfg(unix)]
fn pipes_and_open_files_are_written_to() {
    let folder = folder();
    let json = json(folder.path());
    let shell = |script: &str| {
        let mut command = std::process::Command::new("bash");
        command.env("HULE", env!("CARGO_BIN_EXE_hule")).env("LC_ALL", "C").current_dir(folder.path());
        command.args(["-c", script]).output().expect("there is bash")
    };
    let same = |script: &str| assert_eq!(printed(&shell(script)), json, "{script}");
    same("mkfifo pipe; cat pipe & $HULE batch -n 100 --json pipe >report; wait; test -p pipe");
    same(
        "$HULE batch -n 100 --json >(cat >part; mv part got) >report; until [ -e got ]; do sleep 0.01; done; cat got",
    );
    for stdout in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1", "./to-stdout"] {
        let link = "ln -sf /dev/stdout to-stdout; ";
        same(&format!("{link} $HULE batch -n 100 --json {stdout} | cat"));
        // A file that standard output goes to is not replaced either.
        same(&format!("{link} $HULE batch -n 100 --json {stdout} >file; cat file"));
    }
    same("echo before >file; $HULE batch -n 100 --json /dev/fd/5 >report 5>>file; sed 1d file");
    same("$HULE batch -n 100 --json /dev/fd/5 >report 5>file; cat file");
    // A reader may stop at any time.
    let output = shell("head -c 10 pipe >ten & $HULE batch -n 20k --logs pipe >report; echo $?");
    assert_eq!(printed(&output), "0\n");
    let output = shell("$HULE batch -n 20k --logs >(head -c 10 >ten) --json whole.json >report; echo $?");
    assert_eq!(printed(&output), "0\n");
    assert!(!files(folder.path()).iter().any(|name| name.starts_with(".hule-")));
}

/// A device without room, which no other process needs: a test must not put `/dev/full` at risk.
#[cfg(unix)]
fn full_device(folder: &Path) -> Option<String> {
    let made = std::process::Command::new("mknod").current_dir(folder).args(["full", "c", "1", "7"]).output();
    let usable = made.is_ok_and(|made| made.status.success())
        && fs::OpenOptions::new().append(true).open(folder.join("full")).is_ok();
    let path = if usable { "full" } else { "/dev/full" };
    let safe = usable || tempfile::tempfile_in("/dev").is_err();
    safe.then(|| path.to_owned())
}

#[test]
#[cfg(unix)]
fn devices_stay_devices() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder();
    let Some(full) = full_device(folder.path()) else { return };
    let sentence = format!("hule: {full}: No space left on device (os error 28)\n");
    for (export, games) in [("--json", "10"), ("--csv", "10"), ("--logs", "10"), ("--logs", "5k")] {
        let output = hule(folder.path(), &["batch", "-n", games, export, &full]);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), sentence.as_str()), "{export}");
    }
    let device = fs::metadata(folder.path().join(&full)).expect("it is there");
    assert!(device.file_type().is_char_device());
    assert!(files(folder.path()).iter().all(|name| name == "full"));
}

#[test]
fn two_exports_to_one_place_are_refused_before_the_work() {
    let folder = folder();
    let refused = |exports: &[&str]| {
        // Too many to wait for.
        let output = hule(folder.path(), &[&["batch", "-n", "1000000M"], exports].concat());
        complaint(&output, 2).to_owned()
    };
    let file = |one: &str, other: &str| format!("two exports would go to one file: {one} and {other}");
    assert_eq!(refused(&["--json", "a", "--csv", "a"]), file("a", "a"));
    assert_eq!(refused(&["--json", "./a", "--logs", "a"]), file("./a", "a"));
    let stdout = "only one export can go to standard output";
    assert_eq!(refused(&["--json", "-", "--csv", "-"]), stdout);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a", folder.path().join("b")).expect("made");
        assert_eq!(refused(&["--json", "b", "--csv", "a"]), file("b", "a"));
        assert_eq!(refused(&["--json", "-", "--csv", "/dev/stdout"]), stdout);
        assert_eq!(refused(&["--json", "/dev/fd/1", "--csv", "/dev/stdout"]), stdout);
    }
    let merge = hule(folder.path(), &["merge", "no.json", "--json", "a", "--csv", "./a"]);
    assert_eq!(complaint(&merge, 2), file("a", "./a"));
}

#[test]
fn one_part_of_a_merge_can_be_standard_input() {
    let folder = folder();
    let part =
        |first: &str| hule(folder.path(), &["batch", "-n", "10", "--first", first, "--json", "-"]).stdout;
    fs::write(folder.path().join("a.json"), part("0")).expect("writable");
    let merge = |arguments: &[&str], input: Vec<u8>| {
        common::with_input(common::hule().current_dir(folder.path()).arg("merge").args(arguments), input)
    };
    let merged = merge(&["a.json", "-"], part("10"));
    assert!(printed(&merged).starts_with("Games 0 to 19 of seed 0"));
    let output = merge(&["-", "a.json", "-"], part("10"));
    assert_eq!(complaint(&output, 2), "only one of the files can be standard input");
    let output = merge(&["-"], b"what".to_vec());
    assert!(complaint(&output, 2).starts_with("standard input: not a report of hule batch or hule arena: "));
    let output = merge(&["a.json", "-"], part("0"));
    assert_eq!(complaint(&output, 2), "a.json and standard input both have game 0");
}

#[cfg(target_os = "linux")]
#[test]
fn progress_is_shown_on_one_line_and_erased() {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", r#"exec "$0" "$@" 2>&1"#, env!("CARGO_BIN_EXE_hule"), "batch", "--lang", "en"]);
    let shown = common::on_terminal(command.args(["-n", "20k", "-j", "1"]), 40);
    let (progress, report) = shown.split_once("Games 0 to 19999").expect("a report");
    let lines: Vec<&str> = progress.split('\r').collect();
    let (nothing, drawn, erased) = match &lines[..] {
        [nothing, drawn @ .., erased, rest] => (format!("{nothing}{rest}"), drawn, *erased),
        _ => panic!("{progress:?}"),
    };
    assert_eq!((nothing.as_str(), erased), ("", " ".repeat(39).as_str()));
    assert!(drawn[0].contains(" 4,096 of 20,000 games"), "{drawn:?}");
    assert!(drawn.iter().all(|line| line.chars().count() < 40), "{drawn:?}");
    assert!(!report.contains('\r'), "{report:?}");
    // A pipe shows none.
    let output = hule(folder().path(), &["batch", "-n", "20k"]);
    assert!(!text(&output.stderr).contains('\r'), "{output:?}");
}
