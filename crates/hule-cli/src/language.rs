//! The language of everything that is said to people, settled once at the start.

mod errors;
mod help;

pub use errors::report;
pub use help::in_language;

use hule::Language;
use std::env;
use std::ffi::OsString;
use std::sync::OnceLock;

static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// The language in which to speak; English before it is settled.
pub fn language() -> Language {
    LANGUAGE.get().copied().unwrap_or_default()
}

/// Settles the language: that of `--lang`, wherever it stands, or that of the locale.
///
/// This comes before the arguments are parsed, so that also what is wrong with them is said in it.
pub fn settle() {
    let chosen = asked_for(env::args_os().skip(1)).unwrap_or_else(|| of_locale(|name| env::var_os(name)));
    LANGUAGE.get_or_init(|| chosen);
}

/// The language that the arguments ask for. What is behind `--` is not for us.
fn asked_for(arguments: impl Iterator<Item = OsString>) -> Option<Language> {
    let mut arguments = arguments.take_while(|argument| argument != "--");
    while let Some(argument) = arguments.next() {
        let argument = argument.to_str().unwrap_or_default();
        let name = match argument.strip_prefix("--lang=") {
            Some(name) => Some(name.to_owned()),
            None if argument == "--lang" => arguments.next().and_then(|name| name.into_string().ok()),
            None => None,
        };
        if let Some(name) = name {
            return name.parse().ok();
        }
    }
    None
}

/// The language of the first of these variables that says anything.
fn of_locale(variable: impl Fn(&str) -> Option<OsString>) -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|locale| !locale.is_empty())
        .unwrap_or_default();
    if locale.to_string_lossy().starts_with("zh") { Language::Chinese } else { Language::English }
}

/// A sentence in both languages side by side: a string in the one that was settled.
macro_rules! say {
    ($english:literal, $chinese:literal $(, $argument:expr)* $(,)?) => {
        match $crate::language::language() {
            hule::Language::English => format!($english $(, $argument)*),
            hule::Language::Chinese => format!($chinese $(, $argument)*),
        }
    };
}
pub(crate) use say;

/// A name that machines read in English and people in their language.
pub struct Name {
    pub english: String,
    pub shown: String,
}

/// A [`Name`] in both languages.
macro_rules! name {
    ($english:literal, $chinese:literal $(, $argument:expr)* $(,)?) => {
        $crate::language::Name {
            english: format!($english $(, $argument)*),
            shown: $crate::language::say!($english, $chinese $(, $argument)*),
        }
    };
}
pub(crate) use name;

/// The text with spaces behind it, so that it takes this many columns of a terminal.
pub fn padded(text: &str, width: usize) -> String {
    text.to_owned() + &" ".repeat(width.saturating_sub(unicode_width::UnicodeWidthStr::width(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let of = |all: &str, messages: &str, lang: &str| {
            of_locale(|name| {
                let value = match name {
                    "LC_ALL" => all,
                    "LC_MESSAGES" => messages,
                    _ => lang,
                };
                (value != "unset").then(|| value.into())
            })
        };
        assert_eq!(of("unset", "unset", "unset"), Language::English);
        assert_eq!(of("unset", "", "zh_CN.UTF-8"), Language::Chinese);
        assert_eq!(of("", "zh_TW", "en_GB"), Language::Chinese);
        assert_eq!(of("C", "zh_CN", "zh_CN"), Language::English);
        assert_eq!(of("zh", "en", "en"), Language::Chinese);
        assert_eq!(of("unset", "unset", "de_DE"), Language::English);
    }

    #[test]
    fn the_option_may_stand_anywhere() {
        let of = |line: &str| asked_for(line.split(' ').map(OsString::from));
        assert_eq!(of("run --lang zh x"), Some(Language::Chinese));
        assert_eq!(of("--lang=en run x"), Some(Language::English));
        assert_eq!(of("run x"), None);
        assert_eq!(of("run --lang"), None);
        assert_eq!(of("run --lang de"), None);
        assert_eq!(of("stress -- mine --lang zh"), None);
    }

    #[test]
    fn padding_counts_columns() {
        assert_eq!((padded("ab", 4), padded("荣和", 5)), ("ab  ".to_owned(), "荣和 ".to_owned()));
    }
}
