//! What `hule` does for shells and for `man`.

use crate::common::{self, complaint, printed, text};
use std::collections::BTreeSet;
use std::fs;
use std::process::Output;

fn hule(arguments: &[&str]) -> Output {
    common::hule().args(arguments).output().expect("hule runs")
}

/// The names of all commands, from the help.
fn commands() -> Vec<String> {
    let output = hule(&["--help"]);
    let list = printed(&output).split("Commands:\n").nth(1).expect("a list of commands");
    let names =
        list.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next());
    names.filter(|&name| name != "help").map(str::to_owned).collect()
}

#[test]
fn every_shell_has_completions_for_every_command() {
    let commands = commands();
    assert!(commands.len() >= 7, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = hule(&["completions", shell]);
        for command in &commands {
            assert!(printed(&output).contains(command), "{shell}: {command}");
        }
        assert!(printed(&output).contains("explain"), "{shell}: options");
    }
}

#[test]
#[cfg(unix)] // There may be no bash.
fn bash_accepts_its_completions() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let script = hule(&["completions", "bash"]);
    let mut bash = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn().expect("bash is needed");
    let mut stdin = bash.stdin.take().expect("it was asked for");
    stdin.write_all(printed(&script).as_bytes()).expect("bash reads");
    drop(stdin);
    assert!(bash.wait().expect("bash ends").success());
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = tempfile::tempdir().expect("there is room");
    let pages = folder.path().join("share/man1"); // not there yet
    let pages_name = pages.to_str().expect("its name is text");
    for _ in 0..2 {
        assert_eq!(printed(&hule(&["man", pages_name])), ""); // and again over the old ones
    }
    let written: BTreeSet<String> = fs::read_dir(&pages)
        .expect("it was made")
        .map(|entry| entry.expect("it can be read").file_name().into_string().expect("text"))
        .collect();
    let mut expected: BTreeSet<String> =
        commands().iter().map(|command| format!("hule-{command}.1")).collect();
    expected.insert("hule.1".to_owned());
    assert!(written.is_superset(&expected), "{written:?}");
    assert!(written.contains("hule-deck-new.1"));
    for name in &written {
        let page = fs::read_to_string(pages.join(name)).expect("it is there");
        assert!(
            page.contains("\n.SH NAME\nhule") && page.contains("\n.SH \"EXIT STATUS\"\n.nf\n0  "),
            "{name}"
        );
        let only_lists = ["hule.1", "hule-deck.1"].contains(&&**name);
        assert_ne!(page.contains("\n.SH EXAMPLES\n.nf\nhule "), only_lists, "{name}");
        assert_eq!(page.contains("\n.SH SUBCOMMANDS\n"), only_lists, "{name}");
    }
    let main = hule(&["man"]);
    assert_eq!(printed(&main), fs::read_to_string(pages.join("hule.1")).expect("it is there"));
    assert!(printed(&main).contains("hule\\-hand(1)"));
}

#[test]
fn help_has_examples_and_exit_statuses() {
    for command in ["completions", "man"] {
        let output = hule(&[command, "--help"]);
        assert!(printed(&output).contains("\nExamples:\n  hule "), "{command}");
        assert!(printed(&output).contains("\nExit status:\n  0  "), "{command}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("file");
    fs::write(&file, "mine").expect("there is room");
    let name = file.to_str().expect("its name is text");
    assert_eq!(complaint(&hule(&["man", name]), 1), format!("{name}: it is a file; expected a directory"));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "mine");
    for arguments in [&["completions", "tcsh"][..], &["completions"], &["man", "a", "b"]] {
        let output = hule(arguments);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        assert!(text(&output.stderr).contains("--help"), "{arguments:?}");
    }
}

/// A page that cannot be written leaves nothing behind under its name or any other.
#[test]
fn pages_are_whole_or_not_there() {
    let folder = tempfile::tempdir().expect("there is room");
    fs::create_dir(folder.path().join("hule.1")).expect("there is room");
    let name = folder.path().to_str().expect("its name is text").to_owned();
    let page = folder.path().join("hule.1");
    let sentence = format!("{}: it is a folder; expected a file", page.display());
    assert_eq!(complaint(&hule(&["man", &name]), 1), sentence);
    let names =
        fs::read_dir(folder.path()).expect("it is there").map(|entry| entry.expect("read").file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["hule.1"]);
}
