//! The languages in which sentences can be had.

use std::fmt;
use std::str::FromStr;

/// A language of messages. Decks, logs and other formats for machines are the same in both.
///
/// Whatever has something to say prints it in English; its method `text` has both languages.
///
/// ```
/// use hule::{Language, Tile};
/// let error = "10M".parse::<Tile>().expect_err("there is none");
/// assert_eq!(error.to_string(), error.text(Language::English));
/// assert!(error.text(Language::Chinese).starts_with("`10M` 不是牌名"));
/// assert_eq!("zh".parse(), Ok(Language::Chinese));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// Both.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// The code: `en` or `zh`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }
}

/// What is wrong with JSON, in English and without the place: that is in the line, which is always its first.
#[cfg(feature = "serde")]
pub(crate) fn json_problem(error: &serde_json::Error) -> String {
    let error = error.to_string();
    error.split(" at line ").next().unwrap_or(&error).to_owned()
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Language {
    type Err = ParseLanguageError;

    fn from_str(name: &str) -> Result<Language, ParseLanguageError> {
        Language::ALL
            .into_iter()
            .find(|language| language.name() == name)
            .ok_or_else(|| ParseLanguageError { found: name.to_owned() })
    }
}

/// A text that is not the code of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLanguageError {
    /// What stood where a language was expected.
    pub found: String,
}

impl ParseLanguageError {
    /// The sentence in a language.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        say!(
            language,
            "{:?} is not a language; expected en or zh",
            "{:?} 不是可用的语言；应为 en 或 zh",
            self.found
        )
    }
}

/// A sentence in both languages side by side, so that neither can be forgotten: a string in the one that is wanted.
macro_rules! say {
    ($language:expr, $english:literal, $chinese:literal $(, $argument:expr)* $(,)?) => {
        match $language {
            $crate::Language::English => format!($english $(, $argument)*),
            $crate::Language::Chinese => format!($chinese $(, $argument)*),
        }
    };
}
pub(crate) use say;

/// The text with spaces behind it, so that it takes this many columns: one for a letter, two for a Chinese character.
pub(crate) fn padded(text: &str, width: usize) -> String {
    let taken: usize = text.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum();
    text.to_owned() + &" ".repeat(width.saturating_sub(taken))
}

/// Prints what a type says in English.
macro_rules! print_in_english {
    ($($name:ty),* $(,)?) => {
        $(impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.text($crate::Language::English))
            }
        })*
    };
}
pub(crate) use print_in_english;

print_in_english!(ParseLanguageError);

impl std::error::Error for ParseLanguageError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_list_themselves() {
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
        }
        let error = "de".parse::<Language>().expect_err("not yet");
        assert_eq!(error.to_string(), "\"de\" is not a language; expected en or zh");
        assert_eq!(Language::default(), Language::English);
    }
}
