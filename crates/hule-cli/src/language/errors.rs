//! What is wrong with the arguments, in the language that was settled.

use super::layout::titled_usage;
use super::{language, say};
use crate::status::Status;
use crate::width;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use hule::Language;
use std::error::Error as _;
use std::ffi::OsString;
use std::io::Write;
use std::num::{IntErrorKind, ParseIntError};

/// Prints the help that was asked for, or what is wrong with the arguments of the command.
pub fn report(error: &Error, command: Command, arguments: &[OsString]) -> Status {
    let text = if is_help(error) {
        // clap does not wrap Chinese, and breaks examples without indenting them.
        let columns = width::columns().map(|columns| columns.min(WIDEST));
        width::fitted_to(error.render().ansi().to_string(), columns)
    } else if language() == Language::English || !error.use_stderr() {
        let text = error.render().ansi().to_string();
        match hint(error, arguments) {
            Some(hint) => text.replacen("\n\n", &format!("\n\n  tip: {hint}\n\n"), 1),
            None => text,
        }
    } else {
        complaint(error, command, arguments)
    };
    // If it cannot be written, no message can say so.
    let _ = if error.use_stderr() {
        write!(anstream::stderr(), "{text}")
    } else {
        write!(anstream::stdout(), "{text}")
    };
    Status(u8::try_from(error.exit_code()).unwrap_or(u8::MAX))
}

/// What is wrong with the arguments, without the usage.
pub fn in_a_line(error: &Error) -> String {
    match language() {
        Language::Chinese => sentence(error),
        Language::English => {
            let text = error.render().to_string();
            let sentence = text.split("\n\n").next().unwrap_or_default();
            let words: Vec<&str> = sentence.trim_start_matches("error: ").split_whitespace().collect();
            words.join(" ")
        }
    }
}

/// Help is not easy to read in longer lines.
const WIDEST: usize = 100;

/// Whether the error is the help, because it was asked for or because a command was missing.
fn is_help(error: &Error) -> bool {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand};
    matches!(error.kind(), DisplayHelp | DisplayHelpOnMissingArgumentOrSubcommand)
}

/// Understands the options for help behind `help`, which clap takes for names of commands: `hule help --help` is
/// `hule help help`, and `hule help run --help` is `hule help run`.
pub fn settle_help(command: &Command, arguments: &mut Vec<OsString>) {
    let mut asked = command;
    for place in 1..arguments.len() {
        if arguments[place] == "help" && asked.has_subcommands() {
            let names = arguments.split_off(place + 1);
            let given = names.len();
            arguments.extend(names.into_iter().filter(|name| name != "--help" && name != "-h"));
            if given > 0 && arguments.len() == place + 1 {
                arguments.push("help".into());
            }
            return;
        }
        let name = arguments[place].to_str().unwrap_or_default();
        let Some(subcommand) = asked.find_subcommand(name) else { return };
        asked = subcommand;
    }
}

fn complaint(error: &Error, command: Command, arguments: &[OsString]) -> String {
    let mut sentence = sentence(error);
    if let Some(hint) = hint(error, arguments) {
        sentence = format!("{sentence}；{hint}");
    }
    // Where clap shows the usage, it does so in English.
    let usage = match error.get(ContextKind::Usage) {
        Some(_) => titled_usage(&asked_for(command, arguments)) + "\n\n",
        None => String::new(),
    };
    format!("错误：{sentence}\n\n{usage}更多信息请用 '--help'。\n")
}

/// What to do where an option with any number of values has taken the program.
fn hint(error: &Error, arguments: &[OsString]) -> Option<String> {
    let is_missing = error.kind() == ErrorKind::MissingRequiredArgument
        && context(error, ContextKind::InvalidArg).is_some_and(|missing| missing.contains("<PROGRAM>"));
    let is_taken = is_missing && arguments.iter().any(|argument| argument == "--decks");
    is_taken.then(|| {
        say!(
            "`--` ends the files of --decks, as in `hule stress --decks tests -- ./mine`",
            "用 `--` 结束 --decks 的文件，例如 `hule stress --decks tests -- ./mine`"
        )
    })
}

/// The command, or that of its subcommands, that the arguments ask for, as far as they can be understood.
fn asked_for(command: Command, arguments: &[OsString]) -> Command {
    fn forgiving(command: Command) -> Command {
        command.ignore_errors(true).mut_subcommands(forgiving)
    }
    let Ok(matches) = forgiving(command.clone()).try_get_matches_from(arguments) else {
        return command;
    };
    let (mut asked, mut matches) = (&command, &matches);
    while let Some((name, below)) = matches.subcommand()
        && let Some(subcommand) = asked.find_subcommand(name)
    {
        (asked, matches) = (subcommand, below);
    }
    asked.clone()
}

fn sentence(error: &Error) -> String {
    let argument = context(error, ContextKind::InvalidArg).unwrap_or_default();
    let value = context(error, ContextKind::InvalidValue).unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => {
            format!("没有参数 '{argument}'{}", perhaps(error, ContextKind::SuggestedArg))
        }
        ErrorKind::InvalidSubcommand => {
            let command = context(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("没有命令 '{command}'{}", perhaps(error, ContextKind::SuggestedSubcommand))
        }
        ErrorKind::InvalidValue if value.is_empty() => format!("'{argument}' 需要一个值"),
        ErrorKind::InvalidValue => {
            let hint = match (context(error, ContextKind::SuggestedValue), error.get(ContextKind::Suggested))
            {
                (Some(name), _) => format!("也许是 '{name}'"),
                (None, Some(hint)) => hint.to_string(),
                (None, None) => {
                    format!("可选值：{}", context(error, ContextKind::ValidValue).unwrap_or_default())
                }
            };
            format!("'{argument}' 的值 '{value}' 无效；{hint}")
        }
        ErrorKind::ValueValidation => format!("'{argument}' 的值 '{value}' 无效：{}", why(error)),
        ErrorKind::MissingRequiredArgument => format!("缺少必需的参数：{argument}"),
        ErrorKind::MissingSubcommand => "缺少命令".to_owned(),
        ErrorKind::ArgumentConflict => match context(error, ContextKind::PriorArg) {
            Some(prior) if prior != argument => format!("'{argument}' 不能与 '{prior}' 同时使用"),
            _ => format!("'{argument}' 只能使用一次"),
        },
        ErrorKind::TooManyValues => format!("'{argument}' 的值 '{value}' 是多余的"),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => format!("'{argument}' 的值的个数不对"),
        ErrorKind::InvalidUtf8 => "参数不是 UTF-8 文本".to_owned(),
        _ => error.kind().to_string(),
    }
}

/// Why a value is not valid.
fn why(error: &Error) -> String {
    let Some(source) = error.source() else { return "无法识别".to_owned() };
    match source.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
        None => {
            let text = source.to_string();
            match text.split_once(" is not in ") {
                Some((number, range)) => format!("{number} 不在 {range} 之内"),
                None => text,
            }
        }
        Some(IntErrorKind::PosOverflow) => "数太大".to_owned(),
        Some(IntErrorKind::NegOverflow) => "数太小".to_owned(),
        Some(IntErrorKind::Zero) => "不能为 0".to_owned(),
        Some(_) => "应为一个非负整数".to_owned(),
    }
}

/// What was perhaps meant.
fn perhaps(error: &Error, kind: ContextKind) -> String {
    context(error, kind).map_or_else(String::new, |name| format!("；也许是 '{name}'"))
}

/// What clap knows about an error.
fn context(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::Strings(strings) => Some(strings.join(", ")),
        value => Some(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arguments;
    use clap::CommandFactory;

    #[test]
    fn help_may_be_asked_for_twice() {
        let settled = |line: &str| {
            let mut arguments = line.split(' ').map(OsString::from).collect();
            settle_help(&Arguments::command(), &mut arguments);
            arguments.join(std::ffi::OsStr::new(" ")).into_string().expect("it was text")
        };
        assert_eq!(settled("hule help --help"), "hule help help");
        assert_eq!(settled("hule help -h"), "hule help help");
        assert_eq!(settled("hule help deck new --help"), "hule help deck new");
        assert_eq!(settled("hule deck help --help"), "hule deck help help");
        for same in ["hule", "hule help", "hule help run", "hule run help --help", "hule stress -- help -h"] {
            assert_eq!(settled(same), same);
        }
    }
}
