//! Help in Chinese: the translations in `help.txt`, applied to the whole tree of commands.

use super::{language, layout};
use clap::builder::{PossibleValue, StyledStr};
use clap::{Arg, Command};
use hule::Language;
use std::collections::HashMap;
use std::iter;
use std::sync::LazyLock;

/// The command with its help in the language that was settled.
pub fn in_language(mut command: Command) -> Command {
    match language() {
        Language::English => command,
        Language::Chinese => {
            command.build(); // so that what clap adds is there
            chinese(command)
        }
    }
}

/// The command and all below it in Chinese.
fn chinese(mut command: Command) -> Command {
    if let Some(about) = command.get_about().map(ToString::to_string) {
        command = command.about(paragraphs(&about));
    }
    if let Some(about) = command.get_long_about().map(ToString::to_string) {
        command = command.long_about(paragraphs(&about));
    }
    if let Some(after) = command.get_after_help().map(ToString::to_string) {
        let lines: Vec<String> = after.lines().map(line).collect();
        command = command.after_help(lines.join("\n"));
    }
    let template = layout::template(&command);
    command.help_template(template).mut_args(argument).mut_subcommands(chinese)
}

/// An argument in Chinese, with what clap would add to its help in English.
fn argument(argument: Arg) -> Arg {
    let translated = |help: &StyledStr| paragraphs(&help.to_string());
    let short = argument.get_help().map(translated).unwrap_or_default();
    let long = argument.get_long_help().map(translated);
    let behind = values(&argument);
    let meanings: String = possible(&argument)
        .iter()
        .filter_map(|value| Some(format!("\n- {}：{}", value.get_name(), translated(value.get_help()?))))
        .collect();
    let argument =
        argument.help(format!("{short}{behind}")).hide_default_value(true).hide_possible_values(true);
    match long {
        None if meanings.is_empty() => argument,
        long => argument.long_help(format!("{}{behind}{meanings}", long.unwrap_or(short))),
    }
}

/// What an argument can be, and what it is if it is not given.
fn values(argument: &Arg) -> String {
    let mut values = String::new();
    let names: Vec<String> = possible(argument).iter().map(|value| value.get_name().to_owned()).collect();
    if !names.is_empty() {
        values = format!(" [可选值：{}]", names.join(", "));
    }
    let defaults: Vec<_> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !defaults.is_empty() && argument.get_action().takes_values() {
        values = format!("{values} [默认：{}]", defaults.join(" "));
    }
    values
}

/// The values of an argument, where the help shows them.
fn possible(argument: &Arg) -> Vec<PossibleValue> {
    let shown = argument.get_action().takes_values() && !argument.is_hide_possible_values_set();
    if shown { argument.get_possible_values() } else { Vec::new() }
}

/// A text of paragraphs.
fn paragraphs(text: &str) -> String {
    let paragraphs: Vec<&str> = text.split("\n\n").map(|text| translated(text).unwrap_or(text)).collect();
    paragraphs.join("\n\n")
}

/// A line of the examples or exit statuses.
fn line(line: &str) -> String {
    let (before, words) = apart(line);
    format!("{before}{}", translated(words).unwrap_or(words))
}

/// What stands before the words of such a line, a command or a number, and the words.
fn apart(line: &str) -> (&str, &str) {
    line.rfind("  ").map_or(("", line), |space| line.split_at(space + 2))
}

/// The Chinese for an English text.
fn translated(english: &str) -> Option<&'static str> {
    HELP.get(english).copied()
}

/// The texts of the help in English and Chinese. A test says if one is missing, or not used any more.
static HELP: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let mut lines = include_str!("help.txt").lines().filter(|line| !line.is_empty());
    iter::from_fn(|| Some((lines.next()?, lines.next().expect("the Chinese is below the English")))).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arguments;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    /// All texts of the help that want a translation.
    fn texts(command: &Command, found: &mut Vec<String>) {
        let mut add = |text: Option<&StyledStr>| {
            let text = text.map(ToString::to_string).unwrap_or_default();
            found.extend(text.split("\n\n").filter(|text| !text.is_empty()).map(str::to_owned));
        };
        add(command.get_about());
        add(command.get_long_about());
        for argument in command.get_arguments() {
            add(argument.get_help());
            add(argument.get_long_help());
            for value in possible(argument) {
                add(value.get_help());
            }
        }
        let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        for line in after.lines() {
            let (_, words) = apart(line);
            let is_command = words.starts_with("hule ") || words.starts_with("./");
            if !words.is_empty() && !is_command {
                found.push(words.to_owned());
            }
        }
        command.get_subcommands().for_each(|command| texts(command, found));
    }

    #[test]
    fn every_help_has_its_chinese() {
        let mut hule = Arguments::command();
        hule.build();
        let mut found = Vec::new();
        texts(&hule, &mut found);
        let missing: BTreeSet<&String> = found.iter().filter(|text| translated(text).is_none()).collect();
        assert!(missing.is_empty(), "please add to help.txt:\n{missing:#?}");
        let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        if cfg!(not(feature = "server")) {
            return; // Its texts are not used.
        }
        let unused: Vec<_> = HELP.keys().filter(|english| !found.contains(*english)).collect();
        assert!(unused.is_empty(), "nothing says any more:\n{unused:#?}");
    }

    #[test]
    fn in_chinese_every_help_is_chinese() {
        fn is_chinese(text: &str) -> bool {
            text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
        }
        fn look_at(command: &Command) {
            let name = command.get_name();
            let about = [command.get_about(), command.get_long_about(), command.get_after_help()];
            for text in about.into_iter().flatten() {
                assert!(is_chinese(&text.to_string()), "{name}: {text}");
            }
            assert!(command.get_about().is_some(), "{name}");
            for argument in command.get_arguments() {
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                assert!(is_chinese(&help), "{name} {}: {help}", argument.get_id());
            }
            command.get_subcommands().for_each(look_at);
        }
        let mut hule = Arguments::command();
        hule.build();
        look_at(&chinese(hule));
    }
}
