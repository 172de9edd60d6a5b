//! The language of everything that is said to people, settled once at the start.

mod errors;
mod help;
mod layout;

pub use errors::{in_a_line, report, settle_help};
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

/// Settles the language: that of `--lang`, wherever it stands, or that of the locale. Returns the other arguments.
///
/// This comes before they are parsed, so that also what is wrong with them is said in it.
pub fn settle(arguments: Vec<OsString>) -> Vec<OsString> {
    let (asked, arguments) = asked_for(arguments.into_iter());
    LANGUAGE.get_or_init(|| asked.unwrap_or_else(|| of_locale(|name| env::var_os(name))));
    arguments
}

/// The language that the arguments ask for, and the other arguments. What is behind `--` is not for us, and what is
/// no language is left where it is.
fn asked_for(arguments: impl Iterator<Item = OsString>) -> (Option<Language>, Vec<OsString>) {
    let mut asked = None;
    let mut others = Vec::new();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            others.push(argument);
            break;
        }
        let named = |name: &OsString| name.to_str().and_then(|name| name.parse().ok());
        let joined = argument.to_str().and_then(|argument| argument.strip_prefix("--lang="));
        if let Some(language) = joined.and_then(|name| name.parse().ok()) {
            asked = Some(language);
        } else if let Some(language) = arguments.peek().filter(|_| argument == "--lang").and_then(named) {
            asked = Some(language);
            arguments.next();
        } else {
            others.push(argument);
        }
    }
    others.extend(arguments);
    (asked, others)
}

/// The language of the first of these variables that says anything.
fn of_locale(variable: impl Fn(&str) -> Option<OsString>) -> Language {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|locale| !locale.is_empty())
        .unwrap_or_default();
    let locale = if locale.is_empty() { of_system() } else { locale };
    if locale.to_string_lossy().starts_with("zh") { Language::Chinese } else { Language::English }
}

/// The locale where no variable says one.
#[cfg(windows)]
fn of_system() -> OsString {
    sys_locale::get_locale().unwrap_or_default().into()
}

#[cfg(not(windows))]
fn of_system() -> OsString {
    OsString::new()
}

/// [`hule::say!`] in the language that was settled.
macro_rules! say {
    ($english:literal, $chinese:literal $($arguments:tt)*) => {
        hule::say!($crate::language::language(), $english, $chinese $($arguments)*)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

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
        let of = |line: &str| {
            let (asked, others) = asked_for(line.split(' ').map(OsString::from));
            (asked, others.join(OsStr::new(" ")).into_string().expect("it was text"))
        };
        let (english, chinese) = (Some(Language::English), Some(Language::Chinese));
        assert_eq!(of("hule run --lang zh x"), (chinese, "hule run x".to_owned()));
        assert_eq!(of("hule help run --lang=zh"), (chinese, "hule help run".to_owned()));
        assert_eq!(of("hule --lang zh run --lang en x"), (english, "hule run x".to_owned()));
        for none in ["hule run x", "hule run --lang", "hule run --lang de", "hule stress -- mine --lang zh"] {
            assert_eq!(of(none), (None, none.to_owned()));
        }
    }
}
