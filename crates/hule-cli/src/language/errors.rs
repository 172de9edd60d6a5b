//! What clap says of itself, in the language that was settled: help, and what is wrong with the arguments.

use super::language;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use hule::Language;
use std::error::Error as _;
use std::io::Write;
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

/// Prints the help that was asked for, or what is wrong with the arguments.
pub fn report(error: &Error) -> ExitCode {
    let text = match (language(), error.kind()) {
        (Language::English, _) | (_, ErrorKind::DisplayVersion) => error.exit(),
        (Language::Chinese, ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand) => {
            fixed_words(&error.render().ansi().to_string())
        }
        (Language::Chinese, _) => complaint(error),
    };
    // There is nobody to tell that it cannot be written.
    let _ = if error.use_stderr() {
        write!(anstream::stderr(), "{text}")
    } else {
        write!(anstream::stdout(), "{text}")
    };
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(u8::MAX))
}

/// The words that clap puts into every help.
fn fixed_words(text: &str) -> String {
    let words = [
        ("Usage:", "用法："),
        ("Commands:", "命令："),
        ("Arguments:", "参数："),
        ("Options:", "选项："),
        ("[OPTIONS]", "[选项]"),
        ("<COMMAND>", "<命令>"),
        ("[COMMAND]", "[命令]"),
    ];
    words.iter().fold(text.to_owned(), |text, (english, chinese)| text.replace(english, chinese))
}

fn complaint(error: &Error) -> String {
    let sentence = sentence(error);
    let usage =
        context(error, ContextKind::Usage).map_or_else(String::new, |usage| fixed_words(&usage) + "\n\n");
    format!("错误：{sentence}\n\n{usage}更多信息请用 '--help'。\n")
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
            let hint = match context(error, ContextKind::SuggestedValue) {
                Some(name) => format!("也许是 '{name}'"),
                None => format!("可选值：{}", context(error, ContextKind::ValidValue).unwrap_or_default()),
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
    let Some(source) = error.source() else { return "不认识".to_owned() };
    match source.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
        None => source.to_string(),
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
